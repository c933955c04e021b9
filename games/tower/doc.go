// Package tower is the rules of Tower Nim: heaps are stacked, and a move takes sticks from
// the top one; the one below is within reach once that is gone. Package heaps does the
// rest.
//
// # Grundy values
//
// Let g be the value of a stack, and put a heap of a sticks on it. The options are the
// stack itself, of the value g, and the same with 1, ..., a-1 sticks on top. So the heap of
// 1, 2, 3, ... sticks gets the least numbers in turn, but for g: the value is a-1 as long
// as that is less than g, and a beyond,
//
//	a - [a <= g].
//
// From the bottom up, beginning with 0 for no heaps, this takes time linear in the number
// of heaps.
//
// # Outcomes
//
// A heap of one stick on a stack exchanges 0 for 1 and anything else for 0; a larger heap
// makes any value positive. So with n heaps of one stick on the last larger one a stack is
// N if and only if n is even; without a larger one, if and only if n is odd.
//
// # Example
//
// 3 has the value 3; 3,1 has 1 - [1 <= 3] = 0 and 3,1,1 has 1 - [1 <= 0] = 1. The paper
// that introduced the game (Bovee, Burke, Tennenhouse, arXiv 1605.06327) says in a
// corollary that they have 1 and 0.
package tower
