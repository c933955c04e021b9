package layers

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// sorted calls visit with every state of the table in ascending order of the
// keys. It sorts in the memory of the slots: the table must be reset then.
//
// An item to be sorted is one word: the first four bytes of a key and the position
// of its entry. So most comparisons do not look at the keys, which are all over the memory.
func (t *table) sorted(visit func(key []byte, w Weight) error) error {
	items := t.slots[:0]
	for _, slot := range t.slots {
		if slot != 0 {
			var front [4]byte
			copy(front[:], keyOf(t.entry(slot&lowHalf)))
			items = append(items, uint64(binary.BigEndian.Uint32(front[:]))<<32|slot&lowHalf)
		}
	}
	slices.SortFunc(items, func(a, b uint64) int {
		if order := cmp.Compare(a>>32, b>>32); order != 0 {
			return order
		}
		return bytes.Compare(keyOf(t.entry(a&lowHalf)), keyOf(t.entry(b&lowHalf)))
	})
	for some := range slices.Chunk(items, ahead) {
		for _, item := range some {
			entry := t.entry(item & lowHalf)
			if err := visit(keyOf(entry), weightOf(entry)); err != nil {
				return err
			}
		}
	}
	return nil
}

// touch reads a byte of an item's entry, as far as there is one, so that it is
// in the cache when it is used: see flush.
func (t *table) touch(item uint64, at int) {
	entry := t.entry(item & lowHalf)
	t.warm ^= uint64(entry[min(at, len(entry)-1)])
}
