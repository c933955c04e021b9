// Package search finds the combinatorial values of positions of Myopic Col on rooted
// trees in which a vertex has at most two children. It knows nothing of text, of
// enumeration or of the engine.
//
// # Rules
//
// Arcs lead from parent to child. A move colours an uncoloured vertex, Left's blue,
// Right's red; not if a child already has that colour. The side that cannot move loses.
//
// # What matters
//
// An arc out of a coloured vertex does not matter: the subtrees below the vertex are
// games of their own, and the position is a sum. All a parent sees of a coloured child is
// its colour. A vertex with a blue and a red child can never be coloured, so its
// parent sees nothing. So any position is a sum of trees of uncoloured vertices, whose
// vertices may have coloured leaves, not of both colours, and one of a colour is as good
// as two. Of these trees a [Solver] keeps each once (table.go), whichever child is written
// first, with its value:
//
//	tops of 1, 2, 3, ... vertices, coloured leaves among them:
//	1, 3, 6, 15, 39, 102, 285, 798, 2313, 6759, 20112, 60369, 183198, 560082, 1725198, 5345889
//
// With colours swapped a tree has the negative value, which saves half of the work.
//
// # Example
//
// One uncoloured vertex can be coloured by both sides: its value is {0|0} = *. With a
// blue child only Right can colour it: {|0} = -1. Uncoloured root and child: a side
// that colours the root leaves *, one that colours the child leaves -1 for Left and 1 for
// Right: {*, -1 | *, 1} = {*|*} = 0.
package search
