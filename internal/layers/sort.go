package layers

import (
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
	t.sort(items, 0)
	for some := range slices.Chunk(items, ahead) {
		for _, item := range some {
			t.touch(item, 0)
			t.touch(item, cacheLine)
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
const fewItems = 24

// sort sorts items by their keys, which are distinct and agree in the bytes before
// depth.
func (t *table) sort(items []uint64, depth int) {
	t.load(items, depth)
	sortWords(items, 56)
	for begin, warm := 0, 0; begin < len(items); {
		end := begin + 1
		for end < len(items) && items[end]>>32 == items[begin]>>32 {
			end++
		}
		if end > begin+1 {
			for ; warm < min(begin+ahead, len(items)-1); warm++ {
				if items[warm]>>32 == items[warm+1]>>32 {
					t.touch(items[warm], entryHead+depth+4)
				}
			}
			if alike := t.ended(items[begin:end], depth+4); len(alike) > 1 {
				t.sort(alike, depth+4)
			}
		}
		begin = end
	}
}

// touch reads a byte of an item's entry, as far as there is one, so that it is
// in the cache when it is used: see flush.
func (t *table) touch(item uint64, at int) {
	entry := t.entry(item & lowHalf)
	t.warm ^= uint64(entry[min(at, len(entry)-1)])
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

// ended moves the items whose keys end at depth or before to the front, shorter
// ones first, and returns the others. All agree in the four bytes before depth,
// as far as they go, so there are at most five that end.
func (t *table) ended(items []uint64, depth int) []uint64 {
	front := 0
	for i, item := range items {
		length := t.length(item)
		if length > depth {
			continue
		}
		items[i] = items[front]
		j := front
		for ; j > 0 && t.length(items[j-1]) > length; j-- {
			items[j] = items[j-1]
		}
		items[j] = item
		front++
	}
	return items[front:]
}

// length returns the length of an item's key.
func (t *table) length(item uint64) int { return len(keyOf(t.entry(item & lowHalf))) }

// sortWords sorts words that agree in the bits above shift+8, by those from bit 32
// on. It is a radix sort in place, a byte a step.
func sortWords(words []uint64, shift int) {
	if len(words) <= fewItems {
		for i := 1; i < len(words); i++ {
			word := words[i]
			j := i
			for ; j > 0 && words[j-1] > word; j-- {
				words[j] = words[j-1]
			}
			words[j] = word
		}
		return
	}
	var next, ends [256]int // of the buckets
	for _, word := range words {
		ends[byte(word>>shift)]++
	}
	sum := 0
	for b, n := range ends {
		next[b] = sum
		sum += n
		ends[b] = sum
	}
	for b := range next {
		for next[b] < ends[b] {
			word := words[next[b]]
			for byte(word>>shift) != byte(b) {
				home := &next[byte(word>>shift)]
				word, words[*home] = words[*home], word
				*home++
			}
			words[next[b]] = word
			next[b]++
		}
	}
	if shift == 32 {
		return
	}
	begin := 0
	for _, end := range ends {
		if end-begin > 1 {
			sortWords(words[begin:end], shift-8)
		}
		begin = end
	}
}
