package layers

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// sorted calls visit with every state of the table in ascending order of the
// keys. It sorts in the memory of the slots: the table must be reset then.
func (t *table) sorted(visit func(key []byte, w Weight) error) error {
	items := t.slots[:0]
	for _, slot := range t.slots {
		if slot != 0 {
			items = append(items, slot&lowHalf)
		}
	}
	t.sort(items)
	for some := range slices.Chunk(items, ahead) {
		for _, item := range some {
			t.warm ^= uint64(t.entry(item & lowHalf)[0]) // see flush
		}
		for _, item := range some {
			entry := t.entry(item & lowHalf)
			if err := visit(keyOf(entry), weightOf(entry)); err != nil {
				return err
			}
		}
	}
	return nil
}

// An item to be sorted is one word: four bytes of a key, the most significant
// first, and the position of its entry. So the keys, which are all over the
// memory, are looked at once for every four bytes that they have in common with
// others, and all else is done on the items.

// fewItems are sorted by insertion.
const fewItems = 16

// sort sorts items, which have distinct keys, by their keys.
func (t *table) sort(items []uint64) {
	t.load(items, 0)
	t.sortByte(items, 0, 56)
}

// load puts the four bytes from depth on of its key into every item. Bytes
// beyond the end of a key are 0.
func (t *table) load(items []uint64, depth int) {
	for i, item := range items {
		key := keyOf(t.entry(item & lowHalf))
		var word uint32
		if len(key) >= depth+4 {
			word = binary.BigEndian.Uint32(key[depth:])
		} else {
			for j := range 4 {
				word <<= 8
				if depth+j < len(key) {
					word |= uint32(key[depth+j])
				}
			}
		}
		items[i] = uint64(word)<<32 | item&lowHalf
	}
}

// sortByte sorts items whose keys agree in the bytes before depth, and which
// agree in the bits above shift+8. It is a radix sort in place, a byte a step.
func (t *table) sortByte(items []uint64, depth, shift int) {
	for len(items) > fewItems {
		if shift < 32 {
			items = t.ended(items, depth+4)
			depth += 4
			t.load(items, depth)
			shift = 56
			continue
		}
		var ends [256]int
		for _, item := range items {
			ends[byte(item>>shift)]++
		}
		if ends[byte(items[0]>>shift)] == len(items) {
			shift -= 8
			continue
		}
		var next [256]int
		sum, largest := 0, 0
		for b, n := range ends {
			if n > ends[largest]-next[largest] {
				largest = b
			}
			next[b] = sum
			sum += n
			ends[b] = sum
		}
		starts := next
		for b := range next {
			for next[b] < ends[b] {
				item := items[next[b]]
				for byte(item>>shift) != byte(b) {
					home := &next[byte(item>>shift)]
					item, items[*home] = items[*home], item
					*home++
				}
				items[next[b]] = item
				next[b]++
			}
		}
		// Go on with the largest here, so that the calls nest only log2 deep.
		for b := range starts {
			if b != largest && ends[b]-starts[b] > 1 {
				t.sortByte(items[starts[b]:ends[b]], depth, shift-8)
			}
		}
		items = items[starts[largest]:ends[largest]]
		shift -= 8
	}
	t.insert(items, depth)
}

// ended moves the items whose keys end at depth or before to the front, shorter
// ones first, and returns the others. All agree in the four bytes before depth,
// as far as they go, so there are at most five that end.
func (t *table) ended(items []uint64, depth int) []uint64 {
	front := 0
	for i := range items {
		if len(keyOf(t.entry(items[i]&lowHalf))) <= depth {
			items[i], items[front] = items[front], items[i]
			front++
		}
	}
	t.insert(items[:front], depth-4)
	return items[front:]
}

// insert sorts a few items whose keys agree in the bytes before depth.
func (t *table) insert(items []uint64, depth int) {
	for i := 1; i < len(items); i++ {
		item := items[i]
		j := i
		for ; j > 0 && t.before(item, items[j-1], depth); j-- {
			items[j] = items[j-1]
		}
		items[j] = item
	}
}

// before reports whether the key of item a comes before that of item b. They
// agree in the bytes before depth.
func (t *table) before(a, b uint64, depth int) bool {
	if a>>32 != b>>32 {
		return a < b
	}
	return bytes.Compare(keyOf(t.entry(a & lowHalf))[depth:], keyOf(t.entry(b & lowHalf))[depth:]) < 0
}
