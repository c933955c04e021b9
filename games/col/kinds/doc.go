// Package kinds finds the values of positions of Myopic Col on rooted trees in which a vertex has at most two children,
// in linear time and without trying moves.
//
// # The formula
//
// A position is written o(o,B(o)): a root, and in brackets its children; o is an uncoloured vertex, B is blue, R red. A
// move colours an uncoloured vertex that has no child of the same colour: Left colours blue, Right red.
//
// A subtree affects the part above it only by its kind, and by an amount that it adds to the value. The kinds are:
// nothing, a blue vertex, a red vertex, and four trees,
//
//	One o    Two o(o)    Fork o(o,o)    Stem o(o(o,o))
//
// The value of a position does not change if a subtree is replaced by the tree of its kind and the amount is added. So
// the value is the sum of what the uncoloured vertices add. The table has the kind of an uncoloured vertex and what it
// adds, for the kinds of its children. [Join] looks it up.
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
//	Two, Fork           Stem  *           (red instead of blue: the same, without the minus signs)
//	Two, Stem           Fork  *
//	Fork, Fork          One   *
//	Fork, Stem          Two   *
//	Stem, Stem          Fork  *
//
// A coloured vertex adds nothing; the subtrees below it are independent positions.
//
// # The proof
//
// Let f(G) be the sum for a position G, by the table. The claim that f(G) is the value of G is proved by induction on
// the number of uncoloured vertices, so it holds for all options of G, the positions after one move. Then G = f(G) if
// the player who moves first loses the difference G - f(G). Because colours can be swapped, it is enough to consider
// Left's moves in G, as first moves and as answers to Right's moves in -f(G). Write D for f(option) - f(G), for an
// option that Left moves to in G. It is enough that
//  1. no D is >= 0, so that no first move of Left in G wins, and
//  2. Left has an answer in G if Right moves in -f(G), to the negative of a Left option of f(G). The answer must lead
//     to at least this Left option. So it is a move with D = * if f(G) has a star; D >= -1/4 or D >= -1/2 if f(G) is a
//     number with denominator 4 or 2; D >= -1 if f(G) is a positive integer.
//
// These bounds follow from the Left options of the simplest form of f(G): {x|x} if f(G) is x with a star, {x-1/4|x+1/4}
// or {x-1/2|x+1/2} if f(G) is a number x with denominator 4 or 2, and {n-1|} if f(G) is a positive integer n. 0 and
// negative integers have no Left option, so Right has no move in -f(G).
//
// Both statements hold for sums of trees if they hold for trees: Left makes the move of 2 in a tree whose value has a
// star, or otherwise in a tree whose value has the greatest denominator, or otherwise in one whose value is a positive
// integer. (If stars cancel, f(G) is a number, and a move with D = * is enough too, because * is more than -1/4.)
//
// Proof of 1 for trees: a move changes the kind of a vertex, and so the kinds of the vertices above, and what they add.
// Go up from the vertex to the root. On the way only the old kind of the subtree, its new kind, and D so far matter. A
// search finds 184 such triples, none with D >= 0.
//
// Proof of 2 for trees: what is above a subtree depends on it only through its kind, its f, and the pairs (new kind, D)
// that Left's moves in it can lead to. If two subtrees have the same kind, the same f modulo 1 and the same star, then
// statement 2 demands the same D of both, except that it demands nothing of a subtree whose f is an integer of at most
// 0. Of two such subtrees, A is harder than B if
//
//   - f(A) >= f(B), so that statement 2 demands at least as much of A as of B, and
//   - for each pair of A, B has a pair with the same new kind and at least the same D, so that the moves in A are no
//     better than those in B.
//
// The harder subtree stays harder no matter what both are joined to. If it satisfies statement 2, so does the other. So
// it is enough to examine the hardest subtrees. A search finds 26 of them, and all have a move with the D that
// statement 2 demands. To keep their number finite, the search replaces an f above 6 by a very large f that is equal
// modulo 1. This only makes the subtree harder, because f does not fall and the pairs stay the same.
//
// Tests make these two finite searches (prove_test.go).
package kinds
