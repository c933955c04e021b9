// Package marking finds P-positions of Antonim: those with heaps up to n and any number of heaps, or those with few
// heaps. The package does not depend on the engine.
//
// A position is a set of positive integers, the heaps. A move removes a heap x, or replaces it by a smaller y; if the
// set already has y, the two become one. So a move from a set S leads to
//
//	S - x, or
//	S - x + y    with y < x not in S.
//
// A player who cannot move loses. A P-position, where the player to move loses, has no move to a P-position. The
// smallest are
//
//	{}   {1,2}   {3,4}   {1,2,3,4}
//
// and there are 1, 1, 2, 2, 4, 6, 12, 16, 28, 48, 91 such sets among the subsets of {1..n}, n = 0..10. No set of one
// heap is a P-position; {a < b} is one iff a is odd and b = a + 1; {a, b, c} is one iff (a+1) xor (b+1) xor (c+1) = 0
// (Bovee, Burke and Tennenhouse, "Games on data structures", arXiv:1605.06327). For four heaps no such rule is known.
//
// # One P-position for each set
//
// Let x and y be different heaps that are not in a set S. Of any two of the sets S, S + x and S + y, one has a move to
// the other. So
//
//	invariant: for each set S, at most one of S and all S + x is a P-position.
//
// In any order in which a set comes after all sets to which it has a move, a set is a P-position iff it does not break
// the invariant together with a P-position before it. So the P-positions are a greedy code, and those of k heaps are a
// greedy code of words of constant weight (Conway and Sloane, "Lexicographic codes: error-correcting codes from game
// theory", IEEE Trans. Inform. Theory 32, 1986).
//
// # All subsets of {1..n}
//
// [Mark] has a bit for each subset, 2^(n-3) bytes; bit x-1 of a subset's number stands for x. It works on a word of 64
// subsets at a time, which agree on all elements above 6. Every move makes the number smaller, so words are solved in
// ascending order. For each word, Mark first marks the sets from which a move of an element above 6 leads to a
// P-position: it unites the words to which such moves lead. On average, the sets of a word have half of the t = n - 6
// elements above 6. So Mark unites about t/2 words for the moves that remove an element, and t²/8 words for those that
// replace an element by a smaller one. Then it decides the sets of the word by the other moves.
//
// # Few heaps
//
// [MarkFew] finds the P-positions of k heaps in colexicographic order, for k = 2, 3, …. A set of k-1 heaps is closed if
// it is a P-position, or a part of a P-position of k heaps found before; MarkFew has a bit for each set, which says
// whether it is closed. By the invariant, a set of k heaps is a P-position iff none of its parts of k-1 heaps is closed
// in its turn. MarkFew takes the sets W of k-1 heaps in colexicographic order, except P-positions. For each W, it looks
// for the least heap a, smaller than all heaps of W, such that no part W - w + a, with a heap w of W replaced by a, is
// closed. Then W + a is a P-position. This closes W, so there is no other such a for W. The search reads about k words
// for each W.
//
// # Cost
//
// Measured on one core (Intel Xeon, 2.3 GHz, Go 1.26):
//
//	                                  CPU s   memory
//	Mark       n = 28                  0.54    32 MB
//	           n = 32                    11   512 MB
//	MarkFew    4 heaps of at most 200  0.02     3 MB
//	           4 heaps of at most 500   0.3    47 MB
//	           4 heaps of at most 1000  4.2   378 MB
//	           5 heaps of at most 60  0.006     1 MB
//	           5 heaps of at most 200   0.8   166 MB
//	           6 heaps of at most 100   1.1   211 MB
//
// Each table also has the counts of all smaller tables.
package marking
