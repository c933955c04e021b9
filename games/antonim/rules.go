// Package antonim has the rules of Antonim: the heaps are a set. A move takes sticks from any heap; if the rest is as
// large as another heap, the two become one: reducing 3 to 1 in {1, 3} leaves {1}. A player who cannot move loses.
// Package heaps makes the ruleset.
//
// A position is P if the previous player wins, and N if the next player wins.
//
// # Known results
//
// No heap is P and one heap is N. Two heaps a < b are P if and only if a is odd and b = a+1. Three heaps a, b, c are P
// if and only if (a+1) xor (b+1) xor (c+1) = 0; two heaps are like three, one without sticks.
//
// The reason is Nim with one more stick in each heap, where the exclusive or of the heaps decides. The moves of this
// Nim that are missing in Antonim, those that make two heaps equal or take the additional stick, lose in Nim: two equal
// heaps next to a third heap, or two unequal heaps, have an exclusive or that is not 0.
//
// A formula for four heaps and more is an open problem (Bovee, Burke, Tennenhouse, arXiv 1605.06327). Package marking
// counts the P-positions, and decides single positions of few heaps. Package lexicode counts them again, and proves
// that they are periodic if all heaps except two are fixed.
package antonim

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/antonim/lexicode"
	"enumerate/games/antonim/marking"
	"enumerate/games/heaps"
)

// New returns the ruleset.
func New() *enum.Ruleset { return heaps.New(Rules()) }

// Rules returns the rules of Antonim.
func Rules() *heaps.Rules {
	return &heaps.Rules{
		Name:    "antonim",
		Summary: "Antonim: take sticks from a heap; heaps that become equal count as one heap; the player who cannot move loses",
		Example: "--game antonim --n 1..12",
		Kind:    heaps.Set,
		Heaps:   heaps.Span{All: true},
		Reach:   func(n int) (first, end int) { return 0, n },
		// The number of moves is the sticks of all heaps, which are different.
		ValueLimit: func(n int, largest uint64) uint64 {
			k := min(uint64(n), largest)
			return k * (2*largest - k + 1) / 2
		},
		Outcome:      outcome,
		FormulaHeaps: maxFormulaHeaps,
		Winning:      winningMoves,
		Decider: &heaps.Decider{
			Algorithm: single.Algorithm{Name: "marking", Summary: "finds the outcome only, from all P-positions with no more heaps and no larger heap, if they fit into a gigabyte"},
			Reaches: func(n int, largest uint64) bool {
				return n <= marking.MaxHeaps && largest <= marking.MaxHeap && marking.FewMemory(n, int(largest)) <= decideMemory
			},
			Winning: decide,
		},
		Counts: []heaps.Count{{
			Name:    "count",
			Summary: "marks every position with a move to a P-position (in which the player to move loses), 64 sets at a time; with any number of heaps, size n needs 2^(n-3) bytes",
			Reaches: func(s heaps.Span, largest int) bool {
				if s.All {
					return largest <= marking.MaxSets
				}
				return largest <= marking.MaxHeap && s.Most <= marking.MaxHeaps && marking.FewMemory(s.Most, largest) <= maxMemory
			},
			P: countP,
		}, {
			Name:    "lexicode",
			Summary: "keeps a bit for each set (for four heaps, for each set of three) that a P-position closes; shares no code with count",
			Reaches: func(s heaps.Span, largest int) bool {
				if s.All {
					return largest <= lexicode.MaxSets
				}
				return s == heaps.Span{Least: 4, Most: 4} && largest <= lexicode.MaxHeap && lexicode.FourMemory(largest) <= maxMemory
			},
			P: byLexicode,
		}},
	}
}

const (
	maxFormulaHeaps = 3 // the most heaps for which a formula is known
	// maxMemory is the limit of bytes for tables of few heaps, unless the caller sets another.
	maxMemory    = 4 << 30
	decideMemory = 1 << 30 // for a table that decides one position
)

// outcome returns whether the next player wins, and whether a formula says so: for up to three heaps.
func outcome(p heaps.Position) (next, known bool) {
	switch {
	case len(p) > maxFormulaHeaps:
		return false, false
	case len(p) < 2:
		return len(p) == 1, true
	}
	return nim(p) != 0, true
}

// nim returns the exclusive or of two or three heaps with one more stick each. Two heaps count as three, one of them
// without sticks. The position is P iff the result is 0.
func nim(p heaps.Position) uint64 {
	sum := uint64(maxFormulaHeaps - len(p))
	for _, heap := range p {
		sum ^= heap + 1
	}
	return sum
}

// winningMoves returns all winning moves of a position p of one to three heaps. Let each heap count as its size plus 1;
// of two heaps, an empty third heap counts as 1. Then nim(p) is the exclusive or of these numbers, and a winning move
// makes it 0: it replaces one number by the exclusive or of the others, if this is smaller. The package documentation
// proves that this is a move of Antonim.
func winningMoves(p heaps.Position) (moves []heaps.Reduction, all bool) {
	if len(p) == 1 { // remove the heap
		return []heaps.Reduction{{Heap: 0}}, true
	}
	sum := nim(p)
	for i, heap := range p {
		if left := (heap + 1) ^ sum; left < heap+1 { // with the additional stick
			moves = append(moves, heaps.Reduction{Heap: i, Least: left - 1, Most: left - 1})
		}
	}
	return moves, true
}

// countP counts the P-positions, where the player to move loses, with heaps of at most `largest` sticks and as many
// heaps as the span s says.
func countP(ctx context.Context, s heaps.Span, largest int, m enum.Means) (*big.Int, error) {
	if !s.All {
		table, err := marking.MarkFew(ctx, s.Most, largest, uint64(m.Memory), m.Share)
		if err != nil {
			return nil, err
		}
		sum := new(big.Int)
		for n := s.Least; n <= s.Most; n++ {
			sum.Add(sum, new(big.Int).SetUint64(table.Count(n, largest)))
		}
		return sum, nil
	}
	table, err := marking.Mark(ctx, largest, uint64(m.Memory), m.Share)
	if err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(table.Counts()[largest]), nil
}

// byLexicode counts as countP does, by package lexicode, which shares no code with package marking. The span s is
// either all numbers of heaps (s.All) or exactly four heaps, the only number with its own method there.
func byLexicode(ctx context.Context, s heaps.Span, largest int, m enum.Means) (*big.Int, error) {
	memory := cmp.Or(uint64(m.Memory), maxMemory) // 0 means that the caller sets no limit
	if s.All {
		counts, err := lexicode.Sets(ctx, largest, memory, m.Share)
		if err != nil {
			return nil, err
		}
		return new(big.Int).SetUint64(counts[largest]), nil
	}
	count := uint64(0)
	err := lexicode.Four(ctx, largest, memory, m.Share, func(_, _, _, _ int) bool {
		count++
		return true
	})
	return new(big.Int).SetUint64(count), err
}

// decide returns the winning moves of position p, in which no two heaps are equal. It looks up the position after each
// move in a table of all P-positions with no more and no larger heaps. It is for four heaps and more, which have no
// formula.
func decide(ctx context.Context, p heaps.Position) (winning []heaps.Reduction, err error) {
	table, err := marking.MarkFew(ctx, len(p), int(p.Largest()), decideMemory, nil)
	if err != nil {
		return nil, err
	}
	option, set := make(heaps.Position, len(p)), make([]int, len(p))
	for i, heap := range p {
		for left := range heap { // the number of sticks that the move leaves
			if left > 0 && slices.Contains(p[:i], left) {
				continue // two equal heaps become one, which is the same as removing the heap
			}
			option = heaps.Set.Reduce(option, p, i, left) // the position after the move, in ascending order
			set = set[:0]
			for _, x := range option {
				set = append(set, int(x))
			}
			if table.P(set...) {
				winning = append(winning, heaps.Reduction{Heap: i, Least: left, Most: left})
			}
		}
	}
	return winning, nil
}
