package layers

import "bytes"

// Slice returns the states whose numbers are at least `from` and less than `to`, as the bytes of a file, with checksums
// and their total weight, so that they can be sent to another computer and checked there. The identity is a text that
// says what the slice is.
func (l *Layer) Slice(identity string, from, to uint64) ([]byte, error) {
	// The footer needs the sum of the weights, so compute this first.
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
