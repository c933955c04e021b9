// Package thesis has the algorithms for games of Ninja Assassin Wonderwall from the thesis that describes the game, and
// other simple algorithms. They check each other and package betweenness, which is faster.
//
// A triplet is a player, its wonderwall and its ninja; the wonderwall must stand between the other two, so a triplet
// has two orientations. An arc A -> B says that A stands before B. A digraph has the arcs that were assumed or
// concluded so far; a cycle in it is a contradiction.
//
// If four players A to D chose as wonderwall and ninja (B, C), (C, D), (B, A) and (B, A), the algorithm implied
// supposes B -> C, concludes the rest, and finds the solution A B C D. If B chose (D, A), it finds that both
// orientations of A's choice make a cycle.
//
// The files, in reading order:
//
//	algorithms.go  the list of the algorithms
//	exhaustive.go  algorithms that try all orders and all orientations
//	backtrack.go   the algorithms of the thesis
//	rule.go        how the algorithms of the thesis select the next player
//	digraph.go     the digraph
//	closures.go    backtracking on closures in bit sets
//	trace.go       records of the reasoning, and the digraph after each assumption
//	twosat.go      all solutions of the relaxed formula
package thesis

import (
	"fmt"

	"enumerate/solver/betweenness"
)

// Algorithms returns the algorithms of this package, from the simplest to the best. The first six are those of the
// thesis. The thesis also proposes the algorithm twosat, and the use of a SAT solver with the formula that solve
// --dimacs prints.
func Algorithms() []betweenness.Algorithm {
	return []betweenness.Algorithm{
		{Name: "orders", Summary: fmt.Sprintf("tries all n!/2 orders; up to %d players", maxOrders), Players: maxOrders, Decide: ordersOrder},
		{Name: "orientations", Summary: fmt.Sprintf("tries all 2^(n-1) orientations; up to %d players", maxOrientations), Players: maxOrientations, Decide: orientationsOrder},
		{Name: "backtrack", Summary: "orients triple after triple, backtracks at cycles; may not end", Traces: true, Decide: backtrackOrder},
		{Name: "implied", Summary: "backtracks, and concludes from shared pairs; may not end", Traces: true, Decide: impliedBy(byPair), Steps: stepsOfImplied},
		{Name: "implied-text", Summary: "like implied, triplet with most shared pairs next; may not end", Traces: true, Decide: impliedBy(byTriplet)},
		{Name: "implied-sorted", Summary: "like implied, but in an order fixed at the start; may not end", Traces: true, Decide: impliedBy(byScore)},
		{Name: "closures", Summary: "closures as bit sets, forced orientations first; may not end", Decide: closuresOrder},
		{Name: "twosat", Summary: "tries solutions of the relaxed formula until one is an order", Decide: twosatOrder},
	}
}
