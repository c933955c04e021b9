// Package heaps is the common part of rulesets with heaps of sticks. The package of such a ruleset has only its [Rules]: how
// the heaps are arranged, which of them may be reduced, and formulas for outcomes and Grundy values. [New] makes the
// ruleset.
//
// # Rules
//
// A position is some heaps, each of at least one stick. Two players move in turn. A move
// takes at least one stick from a heap that may be reduced; a heap without sticks is no
// heap any more. The player who cannot move loses. A position is N if the next player to move
// wins, and P if the previous one does. The Grundy value of a position is the least number
// that none of its options has; it is 0 exactly in P.
//
// The [Kind] is the arrangement of the heaps: without order (Multiset); without order, where equal heaps become one (Set);
// stacked, with the top last (Stack); or queued, with the front first, where a reduced heap goes to the back (Queue).
//
// # Spaces
//
// A game of size M is a position whose heaps have at most M sticks. The parameter heaps
// says how many heaps, K to L. Of k heaps there are
//
//	M^k          lists: stacks and queues, in M^k classes
//	M^k          lists of a Multiset, in C(M+k-1, k) classes
//	C(M, k)      sets, in C(M, k) classes
//
// The games of a Multiset are lists, so that a class, which is a multiset, has a game for
// each of its arrangements. The k heaps of a list are permuted in k! ways. So that one
// order of the group serves all k, it is L!, where L!/k! elements each do the same: a
// class has L!/orbit automorphisms.
//
// # Methods
//
// The walk solves every position by the definition of outcomes or of Grundy values, with a [Table] of all positions with no
// more and no larger heaps. The method formula uses the closed forms of the Rules instead of the table. Both visit the same
// classes in the order of their numbers (numbering.go). Rules may have further methods: a recurrence that fills the table
// faster, or counts of P-positions that do not examine each position.
//
// # Single positions
//
// A single position is solved by the formula if it gives the outcome, the value and the winning moves. Otherwise, if the
// positions below it are few enough, it is solved by a table of them, or by a search if only few of them can be reached.
// Otherwise a formula or a [Decider] may find the outcome and the winning moves, without the value. If none of these
// applies, the error names the limit.
//
// # Example
//
// Nim, a Multiset every heap of which may be reduced, has with 0 to 2 heaps of up to 2
// sticks 1+2+4 = 7 games in 1+2+3 = 6 classes: 0 (no heaps); 1; 2; 1,1; 1,2; 2,2. P are 0,
// 1,1 and 2,2: 3 games in 3 classes.
package heaps
