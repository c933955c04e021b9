// Package nim has the rules of Nim: a move takes sticks from any heap. Package heaps makes the ruleset.
//
// A player who cannot move loses. The Grundy value of a position is the exclusive or of all heaps (Bouton, Nim, a game
// with a complete mathematical theory, 1901). The next player wins if and only if it is not 0. If the value is s > 0, a
// move wins if and only if it reduces a heap of x sticks to x xor s sticks. This is possible for every heap that has
// the highest bit of s.
package nim

import (
	"math"
	"math/bits"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// New returns the ruleset.
func New() *enum.Ruleset { return heaps.New(Rules()) }

// Rules returns the rules of Nim.
func Rules() *heaps.Rules {
	return &heaps.Rules{
		Name:    "nim",
		Summary: "take sticks from one of the heaps; the player who cannot move loses",
		Example: "--game nim --n 1..16",
		Kind:    heaps.Multiset,
		Heaps:   heaps.Span{Least: 0, Most: 3},
		Reach:   func(n int) (first, end int) { return 0, n },
		// The Grundy value has no more bits than the largest heap.
		ValueLimit: func(n int, largest uint64) uint64 {
			if n < 2 {
				return uint64(n) * largest
			}
			return 1<<bits.Len64(largest) - 1
		},
		Outcome:      func(p heaps.Position) (next, known bool) { return value(p) != 0, true },
		FormulaHeaps: math.MaxInt,
		Winning:      winningMoves,
		Value:        value,
	}
}

func value(p heaps.Position) uint64 {
	sum := uint64(0)
	for _, heap := range p {
		sum ^= heap
	}
	return sum
}

// winningMoves returns the moves that lead to the value 0: one for each size of heap that has the highest bit of the
// value.
func winningMoves(p heaps.Position) (moves []heaps.Reduction, all bool) {
	value := value(p)
	for i, heap := range p {
		if left := heap ^ value; left < heap && (i == 0 || p[i-1] != heap) {
			moves = append(moves, heaps.Reduction{Heap: i, Least: left, Most: left})
		}
	}
	return moves, true
}
