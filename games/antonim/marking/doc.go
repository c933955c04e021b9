// Package marking finds P-positions of Antonim: all positions with heaps up to n, or all positions with few heaps. It does not
// depend on the engine.
//
// A position is a set of positive integers, the heaps. A move removes a heap x, or replaces
// it by some y, 0 < y < x; if y is there already, the two become one. So from a set S a
// move makes
//
//	S - x, or
//	S - x + y    with y < x not in S.
//
// A player who cannot move loses. A P-position is one that the previous player wins: no move
// leads from it to a P-position. The smallest are
//
//	{}   {1,2}   {3,4}   {1,2,3,4}
//
// and there are 1, 1, 2, 2, 4, 6, 12, 16, 28, 48, 91 of them among the subsets of {1..n}, n =
// 0..10. No set of one heap is a P-position; {a < b} is one iff a is odd and b = a + 1;
// {a, b, c} is one iff (a+1) xor (b+1) xor (c+1) = 0 (Bovee, Burke and Tennenhouse, "Games
// on data structures", arXiv:1605.06327). Nothing of the kind is known for four heaps, so
// these are counted, by two methods that share no code.
//
// # One P-position for each set
//
// Of S, S + x and S + y, x and y not in S, each has a move to those with fewer or smaller
// heaps. So
//
//	invariant: for each set S, at most one of S and all S + x is a P-position.
//
// In any order in which sets come after their options, a set is a P-position iff no
// P-position before it breaks that: the P-positions are a greedy code, and those of k heaps
// a greedy code of words of constant weight (as in Conway and Sloane, "Lexicographic codes:
// error-correcting codes from game theory", IEEE Trans. Inform. Theory 32, 1986).
//
// # All subsets of {1..n}
//
// [Mark] has a bit for each subset, 2^(n-3) bytes, bit x-1 of its number for x, and works
// on 64 at a time, the sets that agree on all elements above 6. Every move makes the number
// smaller. A word is solved from the words that one move makes of its number, united, which are
// t/2 + t²/8 for t = n - 6 elements; then each of its sets by what is left (mark.go): the first
// bit that is not marked is a P-position, and marks those above it that have a move to it.
//
// # Few heaps
//
// [MarkFew] goes through the sets of k heaps up to a largest one in colexicographic order,
// k = 2, 3, …, and has a bit for each set of k-1 heaps: whether it is a P-position or a part
// of one (few.go). The least heap is found by the first clear bit of k-1 words. So for each
// set of k-1 heaps, not of k, some k words are read.
//
// # Cost
//
// On one core (Intel Xeon, 2.3 GHz, Go 1.26), in CPU seconds:
//
//	Mark       n = 28     32        MarkFew    4 heaps to 200   500  1000    5 to 60   200    6 to 100
//	CPU s        0.54     11        CPU s                0.02   0.3   4.2      0.006   0.8         1.1
//	memory     32 MB  512 MB        memory                3 MB    47   378       1 MB   166         211
//
// The numbers are exact. Each table has those of all smaller ones.
package marking
