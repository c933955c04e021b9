// Package rotisserie is the rules of Rotisserie Nim: heaps are queued, a move takes sticks
// from the front one, and what is left of it goes to the back. Package heaps does the
// rest.
//
// # What is known
//
// Two heaps a,b are N if and only if a > b. If every heap has at least 2 sticks, an odd
// number of heaps is N, and an even number is N if and only if the first of the least
// heaps is at an even place, counted from 1. A front heap of 1 can only be removed, so it
// turns the outcome of the others around; in particular 1,b,c is P if and only if b > c.
// With a >= 2, a,b,c is P if and only if c = 1 and b > c. A formula for four heaps and
// more with a 1 behind a larger one is an open problem (Bovee, Burke, Tennenhouse, arXiv
// 1605.06327). Package counts has a law that decides few heaps of any size.
//
// A winning move of at least four heaps of at least 2 sticks, if there is one, leaves all
// but a stick of the front if the heaps are even in number. If they are odd in number it
// takes all of the front, or all but a stick.
//
// # Example
//
// Of the 4 queues of two heaps of up to 2 sticks only 2,1 is N: who leaves 1,1 wins. 1,1
// and 1,2 can only lose the front heap, and a single heap is N; 2,2 has 2 and 2,1 as
// options, both N.
package rotisserie
