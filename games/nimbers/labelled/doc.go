// Package labelled is one of the two rulesets of package nimbers, where two players push two chips along the arcs of a
// DAG, a directed graph without cycles. The games of size n are all labelled DAGs on n vertices, with chips on the
// first two vertices; there are 1, 3, 25, 543, 29281, … such DAGs (OEIS A003024). The group permutes the n-2 vertices
// without a chip and, if the chips are unordered, also exchanges the chips.
//
// The walk goes through the kernels (kernel.go), and counts the ways to put the chips' vertices into each (attach.go).
// The list visits class by class (space.go), and form.go finds the class of a single DAG. In random.go are the numbers
// of labelled DAGs and of classes, and random DAGs.
//
// # Terms
//
//   - kernel: the DAG on the n-2 vertices without a chip that represents its class, because its string of rows is least
//     (kernel.go).
//   - low, high: the vertices of the two chips, named such that low does not reach high. Low is put into the kernel
//     first.
//   - into, out: the into-set of a chip's vertex has the vertices with an arc to it, and its out-set has the ends of
//     its arcs.
//   - above, below: u is above v, and v below u, if a path leads from u to v.
//   - apart: low and high are apart if high does not reach low either.
//   - leader: one vertex of each cycle of an automorphism. The leaders in a set that the automorphism fixes determine
//     it.
package labelled
