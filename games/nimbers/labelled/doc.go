// Package labelled is one of the two rulesets of package nimbers: the games of a size are all
// labelled DAGs on n vertices, 1, 3, 25, 543, 29281, … of them (OEIS A003024), with chips on the
// first two. They are relabeled by the permutations of the n-2 vertices without a chip, and, if
// the chips are unordered, by exchanging these.
//
// The walk goes through the kernels, the DAGs on the vertices without a chip, one of each class
// (kernel.go), and counts the ways to put the chips' vertices into each (attach.go). The list
// visits class by class (space.go), and form.go finds the class of one DAG. random.go finds how
// many labelled DAGs there are, by Robinson's recurrence, and how many classes, by Burnside's
// lemma, and draws one. Package wins counts who wins on them.
//
// # Example
//
// On two vertices there are three DAGs: no arc, an arc from 1 to 2, an arc from 2 to 1. The
// first player wins with an arc: 2 of 3. If the chips are unordered the two are one class.
package labelled
