// Package kinds finds the values of positions of Myopic Col on rooted trees in which a vertex has at most two children,
// in linear time and without trying moves. It depends neither on texts, nor on enumeration, nor on the engine.
//
// # The formula
//
// A subtree affects the part above it only by its kind, and by an amount that it adds to the value. There are seven
// kinds: nothing, a blue vertex, a red vertex, and four trees,
//
//	One o    Two o(o)    Fork o(o,o)    Stem o(o(o,o))
//
// A subtree can be replaced by a tree of its kind, if the amount is added. So a value is a sum over the vertices. For
// the kinds of the children of an uncoloured vertex, [Join] returns the kind of this vertex, and what it adds.
//
//	children            kind  adds        children            kind  adds
//	none                One   *           blue                Two   -1
//	One                 Two   *           blue, One           Two   -1/2 *
//	Two                 One   *           blue, Two           Two   -1
//	Fork                Stem  *           blue, Fork          Two   -3/4 *
//	Stem                Fork  *           blue, Stem          Two   -1/2
//	One, One or Fork    Fork  *           blue, blue          Two   -1
//	One, Two or Stem    Two   *           blue, red           nothing, 0
//	Two, Two            One   *
//	Two, Fork           Stem  *           with red for blue, 1, 1/2 *, 1, 3/4 *, 1/2, 1
//	Two, Stem           Fork  *
//	Fork, Fork          One   *
//	Fork, Stem          Two   *
//	Stem, Stem          Fork  *
//
// A coloured vertex adds nothing; the subtrees below it are independent positions. So every value is a multiple of 1/4, with or
// without a star.
//
// # The proof
//
// Let f(G) be the sum for a position G. The claim G = f(G) is proved by induction on the number of uncoloured vertices.
// The claim holds for all options of G, so G = f(G) if the player who moves first loses G - f(G). It is enough to
// consider Left, because colours can be swapped. Write D for f(option) - f(G), for an option of Left. It is enough that
//
//  1. no D is >= 0, so that no move of Left in G wins, and
//  2. if Right moves in -f(G) and leaves a Left option of f(G), Left has a move in G to at least this option: a move
//     with D = * if f(G) has a star; with D >= -1/4 or D >= -1/2 if f(G) is a number with denominator 4 or 2; with D >=
//     -1 if f(G) is a positive integer.
//
// Here f(G) is written {x|x}, {x-1/4|x+1/4}, {x-1/2|x+1/2} or {n-1|}.
//
// Both hold for sums of trees if they hold for trees: Left makes the move of 2 in a tree whose value has a star, or
// otherwise in a tree whose value has the greatest denominator, or otherwise in one whose value is a positive integer.
// (If stars cancel, f(G) is a number, and a move with D = * is enough too, because * is more than -1/4.)
//
// For trees: a move colours a vertex. This changes the kind of the vertex, and so the kinds of the vertices above, and
// what they add. On the way up only the old kind, the new kind and D so far matter. Moves lead to 184 such triples, and
// no such triple has D >= 0. This proves 1.
//
// For 2, go up a tree with three things: the pairs (new kind, D) that Left's moves can lead to, the kind, and f. Let
// two trees have the same kind, the same f modulo 1 and the same star. Let the first tree have no smaller f than the
// second, and let the second have, for each pair of the first, this pair or a better one. Then it is enough to examine
// the first tree, because these relations stay whatever the two trees are joined to. There are 26 such trees, if all f
// above some number count as equal, and all 26 have the pair that 2 asks for.
//
// Tests make these two finite searches (prove_test.go).
package kinds
