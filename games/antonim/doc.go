// Package antonim is the rules of Antonim: the heaps are a set. A move takes sticks from
// any heap, and if what is left is as large as another one, only that stays. Package heaps
// does the rest.
//
// # What is known
//
// No heap is P and one heap is N. Two heaps a < b are P if and only if a is odd and b =
// a+1. Three heaps a, b, c are P if and only if (a+1) xor (b+1) xor (c+1) = 0; two are as
// three one of which has no sticks: (a+1) xor (b+1) = 1. For let each heap have a stick
// more, as in Nim. The moves of Nim that are none here make two heaps equal or take the
// additional stick, and leave a third heap or two unequal ones, which is N: nobody misses
// them. A formula for four heaps and more is an open problem (Bovee, Burke, Tennenhouse,
// arXiv 1605.06327). Package marking counts their P-positions, and decides single positions
// of few heaps.
//
// # Example
//
// Of the 8 sets of heaps of up to 3 sticks two are P, the empty one and {1, 2}: what moves
// leave of the latter, {1} or {2}, is N.
package antonim
