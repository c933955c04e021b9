// Package thesis has the algorithms for games of Ninja Assassin Wonderwall from the thesis that
// describes the game, and other simple ones. Package betweenness is faster. The algorithms check
// each other, and some record their reasoning.
//
// The smallest game size with both verdicts is four players, A to D. If they chose (B, C), (C, D),
// (B, A) and (B, A), the algorithm implied supposes B -> C, concludes the rest, and finds the
// solution A B C D. If B chose (D, A) instead, it finds that both orientations of A's choice make
// a cycle.
//
// The files, in reading order:
//
//	algorithms.go  their list
//	exhaustive.go  algorithms that try all orders and all orientations
//	backtrack.go   the algorithms of the thesis
//	rule.go        how they select the next player
//	digraph.go     their digraph
//	closures.go    backtracking on closures in bit sets
//	trace.go       records of their reasoning, and the digraph after each assumption
//	twosat.go      all solutions of the relaxed formula
package thesis

import (
	"fmt"

	"enumerate/solver/betweenness"
)

// Algorithms returns the algorithms, from the simplest to the best. Those from orders to
// implied-sorted come from the thesis, which also proposes twosat and a SAT solver (solve --dimacs
// prints the formula).
func Algorithms() []betweenness.Algorithm {
	return []betweenness.Algorithm{
		{Name: "orders", Summary: fmt.Sprintf("all n!/2 orders, one after the other; up to %d players", maxOrders), Players: maxOrders, Decide: ordersOrder},
		{Name: "orientations", Summary: fmt.Sprintf("all 2^(n-1) orientations until one has no cycle; to %d players", maxOrientations), Players: maxOrientations, Decide: orientationsOrder},
		{Name: "backtrack", Summary: "one orientation after the other, back at cycles; may not end", Traces: true, Decide: backtrackOrder},
		{Name: "implied", Summary: "backtracking that concludes from shared pairs; may not end", Traces: true, Decide: impliedBy(byPair), Steps: stepsOfImplied},
		{Name: "implied-text", Summary: "the same, next whose triplet shares two with most; may not end", Traces: true, Decide: impliedBy(byTriplet)},
		{Name: "implied-sorted", Summary: "the same, but by an order that is fixed before; may not end", Traces: true, Decide: impliedBy(byScore)},
		{Name: "closures", Summary: "closures as bit sets, forced orientations first; may not end", Decide: closuresOrder},
		{Name: "twosat", Summary: "solutions of the relaxed formula until one is an order", Decide: twosatOrder},
	}
}
