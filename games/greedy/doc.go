// Package greedy is the rules of Greedy Nim: heaps lie about, and a move takes sticks from
// a largest one. Package heaps does the rest.
//
// # Outcomes
//
// A position is P if and only if the number of largest heaps is even (Albert and
// Nowakowski, Nim restrictions, 2004). For from an even number above 0 a move leads to an
// odd one; and from an odd number above 1 to an even one, however small the heap becomes. A
// single largest heap is made a further one of the next size if there is an odd number of
// these, and otherwise smaller.
//
// # Grundy values
//
// No formula is known. But let S be a multiset of heaps the largest of which has m sticks,
// 0 if there is none, and let f(y) be the value of S with another heap of y sticks. If y >=
// m, that heap is a largest one, and the options have the values f(0), ..., f(y-1). So
// f(m), f(m+1), ... are in ascending order the numbers that are not among f(0), ...,
// f(m-1), of which each is the value of a position whose largest heap is smaller, or which
// has fewer of them. This fills the table of all positions at the cost of a few look-ups
// for each; see Rules.FillBulk.
//
// # Example
//
// To 2 add a heap: f(0) = 2, f(1) = 2, since 1,2 has the options 1 and 1,1, of the
// values 1 and 0. So 2,2 has the value 0, 2,3 has 1, 2,4 has 3 and 2,5 has 4.
package greedy
