// Package search finds the combinatorial values of positions of Myopic Col on rooted
// trees in which a vertex has at most two children. It depends on neither text,
// enumeration nor the engine.
//
// # Rules
//
// Arcs lead from parent to child. A move colours an uncoloured vertex that has no child of
// that colour: Left colours blue, Right red. A side that cannot move loses.
//
// # What matters
//
// An arc out of a coloured vertex does not matter: the subtrees below the vertex are games
// of their own, and the position is a sum. A parent sees only the colour of a coloured
// child. A vertex with a blue and a red child can never be coloured, so its parent sees
// nothing. So every position is a sum of trees of uncoloured vertices, which may have blue
// leaves or red ones, but not both below one vertex; two of one colour are as good as one.
// A [Solver] keeps each of these trees once, in whichever order its children are written,
// with its value:
//
//	trees of 1, 2, 3, ... vertices, coloured leaves among them:
//	1, 3, 6, 15, 39, 102, 285, 798, 2313, 6759, 20112, 60369, 183198, 560082, 1725198, 5345889
//
// With its colours swapped a tree has the negative value, which saves half of the work.
//
// # Example
//
// Both sides can colour a single uncoloured vertex: its value is {0|0} = *. With a blue
// child only Right can colour it: {|0} = -1. An uncoloured root with an uncoloured child:
// either player leaves * by colouring the root; Left leaves -1 by colouring the child,
// Right leaves 1. So the value is {*, -1 | *, 1} = {*|*} = 0.
package search
