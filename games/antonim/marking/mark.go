package marking

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/share"
)

// usualMemory is how many bytes are taken at most if the caller does not say.
const usualMemory = 4 << 30

// A word is 64 sets that agree on all elements above wordBits. Bit i of the word stands for the set
// whose elements up to wordBits are the elements of i.
const wordBits = 6

// Mark finds all P-positions among the subsets of {1..n}, n from 0 to [MaxSets]. For each
// 64 sets it unites some (n-6)²/8 + n/2 words. It takes tableMemory(n) bytes.
// It returns an error if that is more than memory, 4 GiB if 0, and the cause of the context within some
// milliseconds after it ends. It calls tell, unless that is nil, with the share of the work that is done.
//
// A move of a set with elements h above wordBits and t up to there
//
//   - replaces an element of h by a smaller one above wordBits, or
//   - removes an element of h, and adds nothing or an element that is not in t, or
//   - removes or replaces an element of t.
//
// So t is marked if it is a P-position in the word of an h replaced; or in lower, the union of the
// words of all h with an element removed, or if it is below one of lower. The third kind stays in the
// word: see settler.
func Mark(ctx context.Context, n int, memory uint64, tell func(share float64)) (*Table, error) {
	memory = cmp.Or(memory, usualMemory)
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, expected 0 to %d", n, MaxSets)
	}
	if need := tableMemory(n); need > memory || uint64(int(need)) != need {
		return nil, fmt.Errorf("subsets of {1..%d} take %d MiB of memory, expected at most %d MiB", n, need>>20, memory>>20)
	}
	const piece = 1 << 12 // words between two looks at the context
	t := &Table{n: n, words: make([]uint64, tableMemory(n)/8)}
	settler := newSettler()
	work := share.Of(uint64(len(t.words)), tell)
	for i := range t.words {
		if i%piece == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			work.Add(uint64(min(piece, i)))
		}
		var lower, marked uint64
		for rest := uint(i); rest != 0; rest &= rest - 1 {
			x := rest & -rest
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

// settle returns the P-positions of a word, the 64 sets that agree on all elements above
// wordBits. In the argument, the sets that have a move to a P-position in another word are
// marked. Moves lead only to smaller sets, so the least set that is not marked is a
// P-position, and the sets that have a move to it are marked next.
func (s *settler) settle(marked uint64) (p uint64) {
	for free := ^marked; free != 0; {
		i := bits.TrailingZeros64(free)
		p |= 1 << i
		free &^= s[i&63]
	}
	return p
}
