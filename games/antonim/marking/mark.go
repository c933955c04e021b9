package marking

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/excess"
	"enumerate/internal/share"
)

const usualMemory = 4 << 30

// wordBits is the number of elements, 1 to 6, in which the 64 sets of a word differ. Bit i of the word stands for the
// set whose elements up to wordBits are the bits of i.
const wordBits = 6

// Mark finds all P-positions, where the player to move loses, among the subsets of {1..n}, for n from 0 to [MaxSets].
// It returns an error if tableMemory(n) bytes are more than memory, where 0 means 4 GiB, and the context's cause within
// milliseconds after the context ends. It calls tell, unless it is nil, with the share of the work that is done.
//
// The sets are decided in words of 64 sets that have the same set h of elements above 6. A bit of the word stands for
// the set t of the elements up to 6. A set with a move to a P-position is marked. A move
//
//   - replaces an element of h by a smaller one above 6, and keeps t; or
//   - removes an element of h, and adds nothing or an element up to 6 that is not in t; or
//   - removes or replaces an element of t, and keeps h.
//
// For moves of the first kind, t is marked if the same t is a P-position in the word of h with one element replaced.
// For moves of the second kind, let lower be the union of the words of h with one element removed: t is marked if it is
// in lower, or if it is in lower after one element is added to t. Moves of the third kind stay in the word; see
// settler. For each word, Mark unites about (n-6)²/8 + n/2 words.
func Mark(ctx context.Context, n int, memory uint64, tell func(share float64)) (*Table, error) {
	memory = cmp.Or(memory, usualMemory)
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, expected 0 to %d", n, MaxSets)
	}
	if need := tableMemory(n); need > memory || uint64(int(need)) != need {
		return nil, excess.Memory(memory, "subsets of {1..%d} take %d MiB", n, need>>20)
	}
	const piece = 1 << 12 // the words between two checks of the context
	t := &Table{n: n, words: make([]uint64, tableMemory(n)/8)}
	settler := newSettler()
	work := share.Of(uint64(len(t.words)), tell)
	for i := range t.words { // t.words[i] is the word of the sets whose elements above wordBits are the bits of i
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

// has1 to has6 are the bits of all sets of a word that have the element 1, …, 6.
const (
	has1 = 0xaaaaaaaaaaaaaaaa
	has2 = 0xcccccccccccccccc
	has3 = 0xf0f0f0f0f0f0f0f0
	has4 = 0xff00ff00ff00ff00
	has5 = 0xffff0000ffff0000
	has6 = 0xffffffff00000000
)

// below returns the sets that become a set of q if one of the elements 1 to 6 that they lack is added. The argument q
// and the result are words, with a bit for each of 64 sets that differ only in these elements. Adding the element y to
// a set moves its bit up by 2^(y-1) places.
func below(q uint64) uint64 {
	return q&has1>>1 | q&has2>>2 | q&has3>>4 | q&has4>>8 | q&has5>>16 | q&has6>>32
}

// A settler serves to find the P-positions in a word, which has a bit for each of 64 sets that agree on all elements
// above 6. Entry i is for the set whose elements up to 6 are the bits of i, and is a word too: it has the bits of this
// set and of the sets in the word that have a move to it. If the set is a P-position, none of these others is.
type settler [64]uint64

// newSettler makes the table with which the method settle finds the P-positions in a word. A word has a bit for each of
// 64 sets that differ only in the elements 1 to 6. For each of these sets, the table has a word with the bits of the
// set itself and of all sets that have a move to it, so that settle can mark them at once. A move takes an element x
// out of a set, and may put in a smaller one. newSettler finds the moves to a set backwards: it adds an element x, and
// may remove a smaller one.
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

// settle returns, as bits, the P-positions among the 64 sets of a word, which agree on all elements above 6. The
// argument marks the sets that have a move to a P-position in another word. Moves lead only to sets with smaller
// numbers, so the least set that is not marked is a P-position. The sets that have a move to it are then marked too,
// and so on.
func (s *settler) settle(marked uint64) (p uint64) {
	for free := ^marked; free != 0; {
		i := bits.TrailingZeros64(free)
		p |= 1 << i
		free &^= s[i&63]
	}
	return p
}
