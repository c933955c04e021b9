package layers

import "bytes"

// Slice returns a part of a layer as the bytes of a file, with checksums and the total weight of its states, so that
// the part can be sent to another computer and checked there. The argument from is the number of the first state of the
// part, and to is the number after its last state. The identity is a text that says what the part is.
func (l *Layer) Slice(identity string, from, to uint64) ([]byte, error) {
	// The footer, which is written last, needs the sum of the weights, so compute this first.
	sum := Weight{}
	err := l.Each(from, to, func(_ []byte, w Weight) (err error) {
		var ok bool
		if sum, ok = sum.CheckedAdd(w); !ok {
			err = ErrOverflow
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = writeTo(&out, footer{identity: identity, weight: sum}, func(add func([]byte, Weight) error) error {
		return l.Each(from, to, add)
	})
	return out.Bytes(), err
}

// OpenSlice checks the bytes that Slice returned, and returns the layer of their states. The bytes must not change
// while the layer is used.
func OpenSlice(identity string, slice []byte) (*Layer, error) {
	l := &Layer{path: "a slice of a layer", source: bytes.NewReader(slice), size: int64(len(slice))}
	if err := l.readFooter(); err != nil {
		return nil, err
	}
	return l, l.verify(identity)
}
