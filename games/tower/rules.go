// Package tower has the rules of Tower Nim: heaps are stacked, and a move takes sticks from the top heap. When the top
// heap is empty, the heap below it becomes the top heap. Package heaps makes the ruleset.
//
// # Grundy values
//
// Let g be the value of a stack, and put a heap of a sticks on it. Moves lead to the stack itself, which has the value
// g, and to the stack with 1, ..., a-1 sticks on top. So the stacks with 1, 2, 3, ... sticks on top have the values 0,
// 1, 2, ... in this order, except that g is left out. With [a <= g] for 1 if a <= g and 0 otherwise, the value is
//
//	a - [a <= g].
//
// Finding the values from the bottom up, beginning with 0 for no heaps, takes time linear in the number of heaps.
//
// # Outcomes
//
// A heap of one stick on a stack makes the value 0 if it was positive, and 1 if it was 0. A larger heap makes any value
// positive. So if n heaps of one stick are on top of a larger heap, the next player wins if and only if n is even. If
// there is no larger heap, the next player wins if and only if n is odd.
//
// # Example
//
// Stacks are written from the bottom up. The stack 3 has the value 3. Then 3,1 has 1 - [1 <= 3] = 0, and 3,1,1 has 1 -
// [1 <= 0] = 1. The paper that introduced the game (Bovee, Burke, Tennenhouse, arXiv 1605.06327) states in a corollary
// that the values of the last two are 1 and 0, which is wrong.
package tower

import (
	"math"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// New returns the ruleset.
func New() *enum.Ruleset { return heaps.New(Rules()) }

// Rules returns the rules of Tower Nim.
func Rules() *heaps.Rules {
	return &heaps.Rules{
		Name:         "tower",
		Summary:      "Tower Nim: take sticks from the top heap of a stack; the player who cannot move loses",
		Example:      "--game tower --n 1..16",
		Kind:         heaps.Stack,
		Heaps:        heaps.Span{Least: 0, Most: 3},
		Reach:        func(n int) (first, end int) { return n - 1, n }, // only the last heap, the top
		ValueLimit:   func(n int, largest uint64) uint64 { return uint64(min(n, 1)) * largest },
		Outcome:      outcome,
		FormulaHeaps: math.MaxInt,
		Winning:      winningMoves,
		Value:        value,
	}
}

// value returns the Grundy value of a stack: s sticks on a stack of the value v make the value s if s > v, and
// otherwise s-1 (see the package documentation).
func value(p heaps.Position) uint64 {
	value := uint64(0) // of the heaps so far
	for _, heap := range p {
		if heap <= value {
			heap--
		}
		value = heap
	}
	return value
}

func outcome(p heaps.Position) (next, known bool) {
	larger, ones := split(p)
	return larger == (ones%2 == 0), true
}

// split returns whether a larger heap is under the heaps of one stick on top, and the number of heaps of one stick.
func split(p heaps.Position) (larger bool, ones int) {
	for ones < len(p) && p[len(p)-1-ones] == 1 {
		ones++
	}
	return ones < len(p), ones
}

// winningMoves returns the only winning move, which leads to a stack of the Grundy value 0. The stack must have a
// winning move.
func winningMoves(p heaps.Position) (moves []heaps.Reduction, all bool) {
	top := len(p) - 1
	left := min(value(p[:top]), 1)
	return []heaps.Reduction{{Heap: top, Least: left, Most: left}}, true
}
