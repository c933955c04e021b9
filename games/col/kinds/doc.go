// Package kinds finds the values of positions of Myopic Col on rooted trees in which a
// vertex has at most two children, in linear time. It depends on neither text,
// enumeration nor the engine, and looks at no moves.
//
// # The formula
//
// What is above a subtree sees it as one of seven kinds: nothing, a blue or a red vertex, or
// one of four trees,
//
//	One o    Two o(o)    Fork o(o,o)    Stem o(o(o,o))
//
// and, apart from that, an amount that is added to the value: a subtree is as good as a
// tree of its kind. So a value is a sum over the vertices. For the kinds of the children of
// an uncoloured vertex, [Join] says which kind the vertex has, and what it adds.
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
// Let f(G) be the sum for a position G. We show G = f(G) by induction on the number of
// uncoloured vertices: all options of G are as the formula says, so G = f(G) if in
// G - f(G) the player who moves first loses. It is enough to say what Left can do, because
// colours can be swapped. Write D for f(option) - f(G), for an option of Left. It is enough
// that
//
//  1. no D is >= 0: then no move of Left in G wins;
//  2. where Right moves in -f(G) and leaves a Left option of f(G), Left has a move in G to
//     at least that option: a move with D = * if f(G) has a star; with D >= -1/4 or
//     D >= -1/2 if f(G) is a number with denominator 4 or 2; with D >= -1 if f(G) is a
//     positive integer.
//
// Here f(G) is taken as {x|x}, {x-1/4|x+1/4}, {x-1/2|x+1/2} or {n-1|}.
//
// Both hold for sums if they hold for trees: Left makes the move of 2 in a tree with a star,
// or else in a number with the greatest denominator, or else in a positive integer. (Where stars
// cancel f(G) is a number, and a move with D = * is enough too: * is more than -1/4.)
//
// For trees: a move colours a vertex. This changes the kind of the vertex, and with it the
// kinds of the vertices above, and what they add. On the way up only the old kind, the new
// kind and D so far matter. Moves lead to 184 such triples, and none has D >= 0.
// That is 1.
//
// For 2, go up a tree with the pairs (new kind, D) that Left's moves can lead to, with the
// kind and with f. Let two trees have the same kind, the same f modulo 1 and the same star.
// Let one of them have no smaller f, and only pairs that the other one has too or has
// better. Then it is enough to look at that one, because this stays so whatever the two are
// joined to. There are 26 such trees, if all f above some number count as equal, and all
// have the pair that 2 asks for.
//
// The tests make these two finite searches (prove_test.go).
package kinds
