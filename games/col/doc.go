// Package col counts Myopic Col (Bovee, Burke and Tennenhouse, Games from basic data structures, 2016) on rooted trees
// whose vertices have at most two children. It solves positions on these trees in linear time, and positions on any
// finite digraph by search.
//
// # Rules
//
// Arcs lead from parent to child. Left colours vertices blue and Right colours them red. On its turn a side colours an
// uncoloured vertex, unless an arc leads from this vertex to a vertex that has the side's colour. The side that cannot
// move loses.
//
// A position is written o(o,B(o)): the root, and in brackets its children, in any order; o is uncoloured, B blue, R
// red. Any other digraph is written as the colours of its vertices, numbered from 1, and after a colon its arcs: ooB:
// 1-2 2-3 3-1. Package digraph finds its value.
//
// # Spaces
//
// A game of size n is a binary tree of n vertices: each child is a left or a right child. The parameter colours says
// which vertices may be coloured: none, the leaves, or all. With c = 3 states for these vertices and c = 1 for the
// others, there are
//
//	c^n (2n)! / (n! (n+1)!)                  labelled trees, if c is the same for all
//	sum over k of c^k 2^(n-2k+1) C(n-1, 2k-2) C(2k-2, k-1) / k   if only the k leaves have c
//
// The group swaps the children of vertices; its order is 2^n. A class is a tree without order among children. Its
// automorphisms are the swaps of two equal or two missing children. Without colours there are 1, 1, 2, 3, 6, 11, 23,
// 46, 98, ... classes. The verdict is the outcome: L or R if Left or Right wins, whichever side begins, N if the next
// player wins, and P if the previous player wins.
//
// # What is true of all positions
//
// Four theorems hold on any finite digraph. Positions are compared by their combinatorial values: G >= H if Left wins
// the difference G - H when Right moves first. Let G be a position and v an uncoloured vertex of G. G(v blue) is G
// after v has become blue, even if that is no legal move, and G(v red) is the same with red.
//
// Colours: G(v blue) <= G(v red). Proof: in G(v red) - G(v blue), where Right moves first, Left answers every move with
// the same move in the other part. This is legal, because the other part has less of the colour that prevents the move:
// less red for Right's moves, and less blue for Left's.
//
// Star: if Left may colour v, then G(v blue) <= G + *; and if Right may, G + * <= G(v red). Proof of the first half, by
// induction on the number of uncoloured vertices: Left must win the difference G - G(v blue) + *, in which Right moves
// first. In each case Left has an answer, after which Left wins as the player who moves second.
//
//   - If Right takes *, Left colours v in G, and G(v blue) - G(v blue) = 0 remains.
//   - If Right colours v in G, Left takes *, and G(v red) - G(v blue) remains, which is at least 0 by Colours.
//   - If Right colours another vertex u in G, Left makes the same move in -G(v blue), where it is legal. With K = G(u
//     red), K - K(v blue) + * remains. Star holds for K and v by induction: Left may still colour v, because u is red.
//   - If Right moves in -G(v blue), this is a move of Left in G(v blue), which colours some u blue. So no arc leads from
//     u to the blue v. If no arc leads from v to u either, Left answers by colouring u in G, where there is less blue.
//     With K = G(u blue), K - K(v blue) + * remains. Star holds for K and v, because Left may still colour v.
//   - If Right makes such a move and an arc leads from v to u, Left answers by colouring v in G. With K = G(v blue), K -
//     K(u blue) + * remains. Star holds for K and u, because Left may colour u in K.
//
// Numbers: every value is x or x + *, where x is a number. Call x the number of this value. Proof: by induction all
// options have such values. By Star, every Left option is <= G + *, and every Right option is >= G + *. So no Left
// option is greater than a Right option, or confused with it.
//
// If the greatest number of a Left option is less than the least number of a Right option, or one side has no options,
// G is the simplest number that is neither <= a Left option nor >= a Right option.
//
// Otherwise the greatest number of a Left option and the least number of a Right option are the same number x. Then the
// options that are not dominated are all x or all x + *, because x and x + * are confused. If they are x, {x|x} = x +
// *. If they are x + *, {x + *|x + *} = x: in the difference {x + *|x + *} - x, the side that begins loses. A move to x
// + * leaves *, which the other side takes. A move in the number x only does harm, and is answered by a move to x + *.
//
// Root: if no arc leads to v, and no arc leads from v to a coloured vertex, then G = H + *, where H is G without v;
// this is {H|H}. Proof: nothing depends on the colour of v, so H = G(v blue) = G(v red), and by Star H <= G + * <= H.
//
// Root proves a conjecture of the paper: a tree whose root and all of whose children are uncoloured has the value {G1 +
// G2|G1 + G2}, where G1 and G2 are the subtrees below the root. So every acyclic digraph of n uncoloured vertices has
// the value n·*, and the next player wins on it if and only if n is odd.
//
// # What holds on trees with at most two children
//
// The value of a position is the sum of what its vertices add, and what a vertex adds depends only on the kinds of its
// subtrees, of which there are seven (proof in package kinds). So a position is solved in linear time, which the paper
// leaves open. All values are multiples of 1/4, with or without a star. On paths the sum is the paper's a·* + b - c,
// where a counts the uncoloured vertices whose child is uncoloured or missing, b those with a red child, and c those
// with a blue child.
//
// Tests (statements_test.go) check these statements on all games up to a size, and the four theorems on all digraphs of
// up to 4 vertices.
//
// For vertices with more children no formula is known: o(o,o,o,B) is -1/8, so multiples of 1/4 are not enough. Whether
// trees with any number of children can be solved in polynomial time is open. Digraphs cannot, unless P = PSPACE,
// because with arcs in both directions the game is Col.
//
// # Two methods
//
// The walk finds the value of one game of every class by trying all moves, and needs no theorem. The method formula
// counts the trees of a size by their kind and value, from all smaller trees. They share no code.
//
// The walk of all 24,631 classes of 16 uncoloured vertices examines 8 million trees in 13 seconds of one core. The
// formula takes 3 seconds for the 785,471,889,841,589,496,484,662,481,296 games of 30 vertices that may all be
// coloured.
//
// # Example
//
// In o(B,o) Left may colour only the second child, which leaves o(B,B) = -1. Right may colour this child, which leaves
// o(B,R) = 0, or the root, which leaves R(B,o) = *. The value is {-1|0, *} = -1/2.
package col
