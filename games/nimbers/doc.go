// Package nimbers is the ruleset of two chips on a DAG.
//
// # Rules
//
// A DAG is a directed graph without cycles, on vertices 1 to n, n at least 2. A chip
// stands on vertex 1 and one on vertex 2; they may meet. Two players take turns. A move
// pushes one chip along an arc; who cannot move loses. The nimber of a vertex is the least
// number from 0 that no end of its arcs has, its mex, and the player to move wins if and
// only if the chips' vertices have different nimbers (Sprague 1935, Grundy 1939). The
// verdicts are "first" and "second".
//
// # Games
//
// The games of a size are one of
//
//   - all labelled DAGs on n vertices (dag=all), 1, 3, 25, 543, 29281, … of them
//     (OEIS A003024), relabeled by the permutations of the n-2 vertices without a chip;
//   - the sets of arcs of one DAG with m arcs, 2^m of them, relabeled by the
//     automorphisms of the DAG that leave both chips where they are: of the complete DAG on
//     n vertices, which has an arc from every vertex to every later one and no symmetry
//     (dag=complete), or of a DAG given as a word (dag=4.1-3.2-4).
//
// With chips=unordered the group has those relabelings, too, that exchange the chips. Where
// no automorphism does, as of a complete DAG, that is the ruleset with ordered chips.
//
// A single DAG that is read stands for all sets of its arcs, as in the contest from which
// the game comes: the answer is of how many the first player wins. It can be explained by
// the DAG's own verdict and nimbers.
//
// Each way to a number has another one beside it:
//
//	              labelled DAGs                          sets of arcs
//	games         Robinson's recurrence (census.go)      2^m
//	classes       Burnside's lemma (census.go)           Burnside's lemma (arcsets.go)
//	walk          kernels and chips (kernel.go,          assignments of nimbers, orderly sets
//	              attach.go)                             (arcplan.go, arcwalk.go)
//	list          class by class (labelled.go)           set by set (arcwalk.go)
//	count         package wins                           package wins, by three methods
//	sample        layers of sources (random.go)          coins (random.go)
//
// # The smallest example
//
// On two vertices there are three DAGs: no arc, an arc from 1 to 2, an arc from 2 to 1.
// Without an arc both vertices have the nimber 0, nobody can move, and the second player
// wins. With one the vertices have the nimbers 1 and 0, and the first player wins: 2 of 3
// games. With unordered chips the two DAGs with an arc are one class. Of the complete DAG
// on two vertices, which has one arc, the first player wins 1 of the 2 sets of arcs.
//
// # Files, in the order of reading
//
// Package dag (DAGs, as made, read and written); ruleset.go (the parameters, and all that the
// engine asks for, counts included) and package wins (how these count); solve.go (verdicts and
// answers); labelled.go, kernel.go, attach.go and census.go (labelled DAGs); arcsets.go,
// arcplan.go and arcwalk.go (sets of arcs); random.go (samples, and DAGs to make);
// draw.go.
package nimbers
