package wins

import (
	"bytes"
	"hash/maphash"
	"math/bits"
)

// A layer is a map from states to counts. A state is a given number of bytes, a count a
// given number of words, the lowest first. States stay in the order in which they came.
type layer struct {
	width  int // bytes of a state
	words  int // words of a count
	states int
	keys   []byte
	counts []uint64
	slots  []uint32 // 1 + which state, 0 if free: open addressing, at most half full
	seed   maphash.Seed
}

// reset makes l an empty layer of states and counts of a given size.
func (l *layer) reset(width, words int) {
	if l.slots == nil {
		l.seed = maphash.MakeSeed() // says where states are found, not in which order they are
		l.slots = make([]uint32, 64)
	}
	l.width, l.words, l.states = width, words, 0
	l.keys, l.counts = l.keys[:0], l.counts[:0]
	clear(l.slots)
}

// key returns the i-th state, count its count.
func (l *layer) key(i int) []byte     { return l.keys[i*l.width : (i+1)*l.width] }
func (l *layer) count(i int) []uint64 { return l.counts[i*l.words : (i+1)*l.words] }

// bytes returns how much memory the layer takes.
func (l *layer) bytes() int64 {
	return int64(cap(l.keys)) + 8*int64(cap(l.counts)) + 4*int64(cap(l.slots))
}

// at returns the count of a state, 0 if it is new.
func (l *layer) at(key []byte) []uint64 {
	for i := l.slot(key); ; i = (i + 1) & (len(l.slots) - 1) {
		s := l.slots[i]
		if s == 0 {
			return l.add(i, key)
		}
		if bytes.Equal(l.key(int(s)-1), key) {
			return l.count(int(s) - 1)
		}
	}
}

// slot returns where a state would be if no other were there.
func (l *layer) slot(key []byte) int {
	return int(maphash.Bytes(l.seed, key) & uint64(len(l.slots)-1))
}

// add puts a new state into a free slot.
func (l *layer) add(slot int, key []byte) []uint64 {
	l.keys = append(l.keys, key...)
	for range l.words {
		l.counts = append(l.counts, 0)
	}
	l.states++
	l.slots[slot] = uint32(l.states)
	if 2*l.states > len(l.slots) {
		l.grow()
	}
	return l.count(l.states - 1)
}

// grow doubles the slots.
func (l *layer) grow() {
	l.slots = make([]uint32, 2*len(l.slots))
	for s := range l.states {
		i := l.slot(l.key(s))
		for l.slots[i] != 0 {
			i = (i + 1) & (len(l.slots) - 1)
		}
		l.slots[i] = uint32(s + 1)
	}
}

// addProduct adds a times b to sum, which must have room for it.
func addProduct(sum, a, b []uint64) {
	for i, y := range b {
		if y == 0 {
			continue
		}
		var carry uint64
		for j, x := range a {
			if i+j == len(sum) {
				break // x and what follows is 0
			}
			hi, lo := bits.Mul64(x, y)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			sum[i+j], c = bits.Add64(sum[i+j], lo, 0)
			carry = hi + c
		}
		for j := i + len(a); carry != 0; j++ {
			sum[j], carry = bits.Add64(sum[j], carry, 0)
		}
	}
}
