package layers

import "bytes"

// Slice returns some states of a layer, from..to-1, as the bytes of a file of their own, with
// its checksums, and with their weight as that of the whole. The identity says what they are.
func (l *Layer) Slice(identity string, from, to uint64) ([]byte, error) {
	// The weight stands in the footer, which is written last, but is asked for first.
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

// OpenSlice returns the layer of states that Slice returned, after it has checked all of it.
// The slice is not to be changed while the layer is used.
func OpenSlice(identity string, slice []byte) (*Layer, error) {
	l := &Layer{path: "a slice of a layer", source: bytes.NewReader(slice), size: int64(len(slice))}
	if err := l.readFooter(); err != nil {
		return nil, err
	}
	return l, l.verify(identity)
}
