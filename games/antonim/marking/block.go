package marking

import (
	"math/bits"
)

// A block is the words of all sets that agree on the elements above blockBits. They are
// the set's head, and number the block; the elements up to blockBits are its tail.
const (
	indexBits  = 9                    // elements that number the words of a block
	blockWords = 1 << indexBits       // 4 KiB: a few blocks fit the first cache
	blockBits  = wordBits + indexBits // elements of a tail
)

type block = [blockWords]uint64

// blockAt returns the block with that head.
func blockAt(words []uint64, head uint32) *block {
	return (*block)(words[uint64(head)*blockWords:])
}

// moves are the moves within a block, the same for all blocks.
type moves struct {
	settler  *settler
	removed  [blockWords][]uint32 // options of the number of a word
	replaced [blockWords][]uint32
}

func newMoves() *moves {
	m := &moves{settler: newSettler()}
	for i := range m.removed {
		m.removed[i], m.replaced[i] = options(uint32(i), nil, nil)
	}
	return m
}

// A marker marks blocks, one at a time.
type marker struct {
	within   *moves
	words    []uint64 // of all blocks
	census   *Census  // of the blocks that this marker was given
	removed  []uint32 // heads
	replaced []uint32
	lower    block
	marked   block
}

// mark finds the P-positions of a block from those of all blocks with smaller heads that
// a move leads to. A move of a set with head h and tail t
//
//   - replaces an element of h by a smaller one above blockBits, or
//   - removes an element of h, and adds nothing or an element that is not in t, or
//   - removes or replaces an element of t.
//
// So a tail is marked if it is a P-position in the block of an h replaced; or in lower, the
// union of the blocks of all h with an element removed, or if it is below one of lower. The
// third kind stays in the block. It is split alike: the 9 elements that number a word take
// the part of h.
func (m *marker) mark(head uint32) {
	m.removed, m.replaced = options(head, m.removed[:0], m.replaced[:0])
	unite(&m.lower, m.words, m.removed)
	unite(&m.marked, m.words, m.replaced)
	for x := 1; x < blockWords; x <<= 1 { // below, for the elements that number words
		for i := x; i < blockWords; i = (i + 1) | x {
			m.marked[(i^x)&(blockWords-1)] |= m.lower[i&(blockWords-1)]
		}
	}
	p := blockAt(m.words, head)
	for i := range p {
		lower, marked := m.lower[i], m.marked[i]
		for _, j := range m.within.removed[i] {
			lower |= p[j%blockWords]
		}
		for _, j := range m.within.replaced[i] {
			marked |= p[j%blockWords]
		}
		p[i] = m.within.settler.settle(marked | lower | below(lower))
	}
}

// unite sets sum to the union of the blocks with these heads. Four at a time: each word of
// sum is stored once for them.
func unite(sum *block, words []uint64, heads []uint32) {
	*sum = block{}
	for ; len(heads) >= 4; heads = heads[4:] {
		a, b := blockAt(words, heads[0]), blockAt(words, heads[1])
		c, d := blockAt(words, heads[2]), blockAt(words, heads[3])
		for i := range sum {
			sum[i] |= a[i] | b[i] | c[i] | d[i]
		}
	}
	for _, head := range heads {
		a := blockAt(words, head)
		for i := range sum {
			sum[i] |= a[i]
		}
	}
}

// options appends to removed and to replaced what the set becomes by moves: with an
// element removed, or replaced by a smaller one that is not in it. Bit x-1 stands for x.
func options(set uint32, removed, replaced []uint32) (_, _ []uint32) {
	for rest := set; rest != 0; rest &= rest - 1 {
		x := rest & -rest
		without := set ^ x
		removed = append(removed, without)
		for less := (x - 1) &^ set; less != 0; less &= less - 1 {
			replaced = append(replaced, without|less&-less)
		}
	}
	return removed, replaced
}

// A word holds the 64 sets that agree on all elements above wordBits. Its bit i is the
// set whose elements up to wordBits are those of i.
const wordBits = 6

// The sets of a word that have each of its elements.
const (
	has1 = 0xaaaaaaaaaaaaaaaa
	has2 = 0xcccccccccccccccc
	has3 = 0xf0f0f0f0f0f0f0f0
	has4 = 0xff00ff00ff00ff00
	has5 = 0xffff0000ffff0000
	has6 = 0xffffffff00000000
)

// below returns the sets l of a word for which some l ∪ {y}, y not in l, is in q.
func below(q uint64) uint64 {
	return q&has1>>1 | q&has2>>2 | q&has3>>4 | q&has4>>8 | q&has5>>16 | q&has6>>32
}

// A settler knows, for each set of a word, that set and the sets of the word that have a
// move to it.
type settler [64]uint64

func newSettler() *settler {
	s := new(settler)
	for i := range s {
		s[i] = 1 << i
		for free := ^uint(i) & 63; free != 0; free &= free - 1 {
			x := free & -free
			s[i] |= 1 << (uint(i) | x)
			for less := uint(i) & (x - 1); less != 0; less &= less - 1 {
				s[i] |= 1 << (uint(i) ^ less&-less | x)
			}
		}
	}
	return s
}

// settle returns the P-positions of a word, given those that have a move to a P-position
// in another word. A set only has moves to smaller ones, so the least one that is not
// marked is a P-position, and marks others.
func (s *settler) settle(marked uint64) (p uint64) {
	for free := ^marked; free != 0; {
		i := bits.TrailingZeros64(free)
		p |= 1 << i
		free &^= s[i&63]
	}
	return p
}
