package marking

import "math/bits"

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
