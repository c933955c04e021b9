// Package col counts Myopic Col (Bovee, Burke and Tennenhouse, Games from basic data
// structures, 2016) on rooted trees whose vertices have at most two children, and solves it on
// these, in linear time, and by search on any finite digraph.
//
// # Rules
//
// Arcs lead from parent to child. On its turn a side colours an uncoloured vertex, Left blue
// and Right red, unless an arc leads from there to a vertex that has that colour already. The
// side that cannot move loses. A position is written o(o,B(o)): the root, and in brackets its
// children, in any order; o is uncoloured, B blue, R red. Package search says what matters of
// a position, and finds values by looking at all moves. Any other digraph is written as its
// vertices, numbered from 1, and behind a colon its arcs, ooB: 1-2 2-3 3-1: package digraph
// finds its value, and that of trees with more children.
//
// # Spaces
//
// A game of size n is a binary tree of n vertices: each child is a left or a right one. The parameter colours says which
// vertices may be coloured: none, the leaves, or all. If each vertex has c = 1 or 3 states, there are
//
//	c^n (2n)! / (n! (n+1)!)                  labelled trees, if c is the same for all
//	sum over k of c^k 2^(n-2k+1) C(n-1, 2k-2) C(2k-2, k-1) / k   if only the k leaves have c
//
// The group swaps the children of vertices; its order is 2^n. A class is a tree without
// order among children, and its automorphisms are the swaps of children that are alike, or
// missing. The classes are 1, 1, 2, 3, 6, 11, 23, 46, 98, ... without colours. The verdict is the outcome: L or R if Left or Right wins, whichever side
// begins, N if the next player does, P if the previous one.
//
// # What is true of all positions
//
// The following holds on any finite digraph. G is a position, v an uncoloured vertex of it, and
// G(v blue) is G with v coloured, even if that is no legal move.
//
// Colours: G(v blue) <= G(v red). In the difference G(v red) - G(v blue) Left, moving
// second, answers every move with the same move in the other part: it is legal there,
// since Right meets less red, and Left less blue.
//
// Star: if Left may colour v, then G(v blue) <= G + *; and if Right may, G + * <= G(v red).
// By induction on the number of uncoloured vertices, Left wins G - G(v blue) + * moving
// second. If Right takes *, Left colours v in G, and the rest is 0. If Right colours v in
// G, Left takes *, and the rest is as in Colours. If Right colours another vertex u in G,
// Left does so in -G(v blue), where it is legal, and the claim holds for the rest: v
// can still be blue, since u is red. If Right plays in -G(v blue), then as Left would in
// G(v blue): u becomes blue, and no arc leads from u to v, or Left could not colour u
// there. If no arc leads from v to u either, Left colours u in G too, where there is less
// blue, and the claim holds of what is left: v can still be blue, since no arc leads from v
// to the blue u. If an arc leads from v to u, Left colours v in
// G: what is left is H - H(u blue) + * for H = G(v blue), of which the claim holds, since
// Left may colour u in H.
//
// Numbers: every value is a number x, or x + *. By induction all options are; and every
// Left option is <= G + *, every Right option >= G + *, so no Left option is more than,
// or confused with, a Right option. Suppose first that the greatest number in a Left option is less
// than the least one in a Right option, or that one side has no options. Then a number is between,
// and G is the simplest one that is neither <= a Left option nor >= a Right one. Otherwise both are
// x. Then either all that is not dominated is x, which makes {x|x} = x + *; or all of it is x + *,
// which makes {x + *|x + *} = x. For in the difference of the two the side that begins loses: a
// move to x + * leaves *, which the other side takes, and a move in the number x, which only does
// harm, is answered by one to x + *.
//
// Root: if no arc leads to v, nor from v to a coloured vertex, then G = H + *, where H is G
// without v; and that is {H|H}. For H = G(v blue) = G(v red), and Star has H <= G + * <= H.
//
// Root proves the document's conjecture on trees: a tree whose root and all of whose children are uncoloured has the value
// {G1 + G2|G1 + G2}. So every acyclic digraph of n uncoloured vertices has the value n·*, and the next player wins on an
// uncoloured tree if and only if n is odd.
//
// # What is true of trees with at most two children
//
// The value is a sum over the vertices that depends on four kinds of subtrees (package kinds has the proof). So a position is
// solved in linear time, which the document leaves open. All values are multiples of 1/4, with or without a star. On paths
// the sum is the document's formula, a·* + b - c.
//
// Tests (statements_test.go) check all this on all games up to a size, by looking at all
// moves. A test checks what is true of all digraphs on all of up to 4 vertices, without loops,
// coloured in all ways.
//
// Where a vertex may have more children no formula is known here: o(o,o,o,B) is -1/8, so
// multiples of 1/4 are not enough. Whether trees of any number of children can be solved in
// polynomial time is open. All digraphs cannot, unless P = PSPACE: with arcs both ways it is Col.
//
// # Two methods
//
// The walk finds the value of one game of every class by looking at all moves, and needs no
// theorem. The method formula counts the trees of a size by their kind and value, from all
// smaller ones, and looks at no game. They share no code. Tests hold both to a third way: class by
// class as digraphs (package digraph), looking at moves only where Root does not say the value.
//
// The walk of all 24,631 classes of 16 uncoloured vertices examines 8 million trees and takes 13 seconds of one core. The
// method formula takes 3 seconds for 30 vertices that may all be coloured, which are
// 785,471,889,841,589,496,484,662,481,296 games.
//
// # Example
//
// In o(B,o) Left may colour the other child only, which leaves o(B,B) = -1. Right may colour it
// too, which leaves o(B,R) = 0, or the root, which leaves R(B,o) = *. The value is
// {-1|0, *} = -1/2. Of the 5 labelled uncoloured trees of 3 vertices, in 2 classes (4 are
// paths), all are *, and so N.
package col
