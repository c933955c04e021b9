package marking

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/share"
)

// usualMemory is the limit of memory if the caller sets none.
const usualMemory = 4 << 30

// A word is 64 sets that agree on all elements above wordBits. Bit i of the word stands for the set
// whose elements up to wordBits are the elements of i.
const wordBits = 6

// Mark finds all P-positions among the subsets of {1..n}, for n from 0 to [MaxSets]. For each word of 64 sets it unites
// about (n-6)²/8 + n/2 words. It takes tableMemory(n) bytes, and returns an error if this is more than memory, where 0
// means 4 GiB. It returns the context's cause within milliseconds after the context ends. It calls tell, unless tell is
// nil, with the share of the work that is done.
//
// Let a set have elements h above wordBits and t up to wordBits. A move of this set
//
//   - replaces an element of h by a smaller one above wordBits, or
//   - removes an element of h, and adds nothing or an element that is not in t, or
//   - removes or replaces an element of t.
//
// So t is marked in three ways. It is marked if a set with the same t, in the word of an h that was replaced, is a
// P-position. It is marked if it is in lower, the union of the words of all h with an element removed, or if adding an
// element to it gives a set of lower. The moves of the third kind stay in the word: see settler.
func Mark(ctx context.Context, n int, memory uint64, tell func(share float64)) (*Table, error) {
	memory = cmp.Or(memory, usualMemory)
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, expected 0 to %d", n, MaxSets)
	}
	if need := tableMemory(n); need > memory || uint64(int(need)) != need {
		return nil, fmt.Errorf("subsets of {1..%d} take %d MiB of memory, expected at most %d MiB", n, need>>20, memory>>20)
	}
	const piece = 1 << 12 // the words between two checks of the context
	t := &Table{n: n, words: make([]uint64, tableMemory(n)/8)}
	settler := newSettler()
	work := share.Of(uint64(len(t.words)), tell)
	for i := range t.words { // the word of the sets whose elements above wordBits are the bits of i
		if i%piece == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			work.Add(uint64(min(piece, i)))
		}

		var lower, marked uint64
		for rest := uint(i); rest != 0; rest &= rest - 1 {
			x := rest & -rest // the bit of the element that is removed or replaced
			without := uint(i) ^ x
			lower |= t.words[without]
			for less := (x - 1) &^ uint(i); less != 0; less &= less - 1 {
				marked |= t.words[without|less&-less]
			}
		}
		t.words[i] = settler.settle(marked | lower | below(lower))
	}
	work.Add(uint64(len(t.words)-1)%piece + 1)
	return t, nil
}

// has1 to has6 are words: the bits of all sets that have the element 1, …, 6.
const (
	has1 = 0xaaaaaaaaaaaaaaaa
	has2 = 0xcccccccccccccccc
	has3 = 0xf0f0f0f0f0f0f0f0
	has4 = 0xff00ff00ff00ff00
	has5 = 0xffff0000ffff0000
	has6 = 0xffffffff00000000
)

// below returns the sets l of a word for which l ∪ {y} is in q, for some y that is not in l.
func below(q uint64) uint64 {
	return q&has1>>1 | q&has2>>2 | q&has3>>4 | q&has4>>8 | q&has5>>16 | q&has6>>32
}

// A settler has, for each set of a word, the bits of this set and of the sets of the word that have a move to it.
type settler [64]uint64

// newSettler returns the table that settle needs. Entry i is for the set whose elements, from 1 to 6, are the bits of
// i. Its bits stand for the sets that cannot be P-positions if set i is one: set i itself, and every set with a move to
// it. Moves to set i are found backwards: add an element x that it lacks, and leave or remove a smaller element of i.
func newSettler() *settler {
	s := new(settler)
	for i := range s {
		set := uint(i)
		s[i] = 1 << set
		for free := ^set & 63; free != 0; free &= free - 1 { // each element that the set lacks
			x := free & -free
			s[i] |= 1 << (set | x)                                   // removing x leads to the set
			for less := set & (x - 1); less != 0; less &= less - 1 { // each element of the set below x
				s[i] |= 1 << (set ^ less&-less | x) // replacing x by this element leads to the set
			}
		}
	}
	return s
}

// settle returns the P-positions of a word. In the argument, the sets that have a move to a P-position in another word
// are marked. Moves lead only to smaller sets, so the least set that is not marked is a P-position. The sets that have
// a move to this P-position are then marked too, and so on.
func (s *settler) settle(marked uint64) (p uint64) {
	for free := ^marked; free != 0; {
		i := bits.TrailingZeros64(free)
		p |= 1 << i
		free &^= s[i&63]
	}
	return p
}
