// Package labelled is one of the two rulesets of package nimbers: the games of a size are all
// labelled DAGs on n vertices, 1, 3, 25, 543, 29281, … of them (OEIS A003024), with chips on the
// first two. They are relabeled by the permutations of the n-2 vertices without a chip, and, if
// the chips are unordered, also by exchanging the chips.
//
// The walk goes through the kernels, the DAGs on the vertices without a chip, one of each class
// (kernel.go), and counts the ways to put the chips' vertices into each (attach.go). The list
// visits class by class (space.go), and form.go finds the class of one DAG. random.go finds how
// many labelled DAGs there are, by Robinson's recurrence, and how many classes, by Burnside's
// lemma, and draws one. Package wins counts the DAGs on which each player wins.
//
// # Terms
//
//   - kernel: the DAG on the n-2 vertices without a chip, one of each class: the one whose string is least.
//   - low, high: the vertices of the two chips, named such that low does not reach high. They are put into the
//     kernel one after the other, low first.
//   - into, out: the set of the vertices that have an arc to a chip's vertex, and the set of the vertices that
//     it has an arc to.
//   - above, below: u is above v, and v below u, if a path leads from u to v.
//   - apart: low and high are apart if high does not reach low either.
//   - leader: one vertex of each cycle of an automorphism. A set that the automorphism fixes is determined by
//     the leaders in it.
//
// # Example
//
// On two vertices there are three DAGs: no arc, an arc from 1 to 2, an arc from 2 to 1. The
// first player wins with an arc: 2 of 3. If the chips are unordered the two are one class.
package labelled
