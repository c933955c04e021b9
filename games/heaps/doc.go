// Package heaps has what rulesets played with heaps of sticks have in common. A package of
// such a ruleset says its [Rules] only: how the heaps are arranged, which of them may be
// reduced, and what is known of outcomes and Grundy values. [New] makes the ruleset.
//
// # Rules
//
// A position is some heaps, each of at least one stick. Two players move in turn. A move
// takes at least one stick from a heap that may be reduced; a heap without sticks is no
// heap any more. The player who cannot move loses. A position is N if the next player to move
// wins, and P if the previous one does. The Grundy value of a position is the least number
// that none of its options has; it is 0 exactly in P.
//
// The [Kind] says what becomes of a heap that is reduced. Heaps lie about (Multiset), or
// equal heaps are one (Set). Or they are stacked, the top last (Stack), or queued, the
// front first, and what is left of a heap goes to the back (Queue).
//
// # Spaces
//
// A game of size M is a position whose heaps have at most M sticks. The parameter heaps
// says how many heaps, K to L. Of k heaps there are
//
//	M^k          lists: stacks and queues, each a class of its own
//	M^k          lists of a Multiset, in C(M+k-1, k) classes
//	C(M, k)      sets, each a class of its own
//
// The games of a Multiset are lists, so that a class, which is a multiset, has a game for
// each of its arrangements. The k heaps of a list are permuted in k! ways. So that one
// order of the group serves all k, it is L!, where L!/k! elements each do the same: a
// class has L!/orbit automorphisms.
//
// # Methods
//
// The walk solves every position by the definition of outcomes, or of Grundy values, by a
// [Table] of all positions with no more heaps, and no larger ones. The method formula uses
// what is known in closed form of each, without the table. Both visit the same classes, in
// the order of their numbers (numbering.go). Rules may know a recurrence that fills the
// table faster, or ways to count P-positions without looking at each alone, as further
// methods.
//
// # Single positions
//
// Where the formula gives outcome, value and winning moves, it is used. Where all that a
// position depends on can be gone through quickly, this is done, in a table or, if only
// few of its positions can be reached, by a search. Otherwise a formula or a [Decider] may
// know the outcome and the winning moves, though not the value. A position that none of
// them reaches is an error that names the limit.
//
// # Example
//
// Nim, a Multiset every heap of which may be reduced, has with 0 to 2 heaps of up to 2
// sticks 1+2+4 = 7 games in 1+2+3 = 6 classes: 0 (no heaps); 1; 2; 1,1; 1,2; 2,2. P are 0,
// 1,1 and 2,2: 3 games in 3 classes.
package heaps
