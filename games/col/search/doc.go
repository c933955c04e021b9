// Package search finds the combinatorial values of positions of Myopic Col on rooted trees in which a vertex has at
// most two children.
//
// # Rules
//
// Arcs lead from parent to child. A move colours an uncoloured vertex that has no child of the same colour: Left
// colours blue, Right red. A side that cannot move loses.
//
// # What matters
//
// An arc out of a coloured vertex does not matter, so the subtrees below the vertex are independent games. A coloured
// child affects its parent only by its colour. A vertex with a blue and a red child can never be coloured, so it does
// not affect its parent. So every position is a sum of trees of uncoloured vertices whose leaves may be coloured; no
// vertex of these trees has both a blue and a red leaf, and two leaves of one colour count as one. A [Solver] finds the
// value of each such tree once, regardless of the order of children. The number of these trees with 1, 2, 3, ...
// vertices, including coloured leaves, is
//
//	1, 3, 6, 15, 39, 102, 285, 798, 2313, 6759, 20112, 60369, 183198, 560082, 1725198, 5345889
//
// A tree with its colours swapped has the negative value, which saves half of the work.
//
// # Example
//
// A value is written {L|R} with the values L that Left's moves lead to and the values R that Right's moves lead to.
// Both sides can colour a single uncoloured vertex: its value is {0|0} = *. If it has a blue child, only Right can: its
// value is {|0} = -1. In an uncoloured root with an uncoloured child, either side leaves * by colouring the root. By
// colouring the child, Left leaves -1 and Right leaves 1. So the value is {*, -1 | *, 1} = {*|*} = 0.
package search
