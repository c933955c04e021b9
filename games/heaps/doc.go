// Package heaps is the common part of rulesets with heaps of sticks, such as Nim. The package of such a ruleset has
// only its [Rules], from which [New] makes the ruleset.
//
// # Rules
//
// A position is some heaps, each of at least one stick. Two players move in turn. A move takes at least one stick from
// a heap that may be reduced. Empty heaps are removed. The player who cannot move loses. The outcome of a position is N
// if the next player wins, and P if the previous player wins. The options of a position are the positions that one move
// leads to. Its Grundy value is the least number from 0 up that is not the Grundy value of an option; it is 0 if and
// only if the outcome is P.
//
// The [Kind] is the arrangement of the heaps: without order (Multiset); without order, where equal heaps become one
// (Set); stacked (Stack); or queued, where a reduced heap goes to the back (Queue).
//
// # Spaces
//
// A labelled game of size M is a position whose heaps have at most M sticks. The parameter heaps is the range K to L of
// the number of heaps. A class of a Multiset has the labelled games that differ only in the order of the heaps; in the
// other kinds every labelled game is a class. With k heaps there are
//
//	M^k labelled games in M^k classes            of a Stack or a Queue
//	M^k labelled games in C(M+k-1, k) classes    of a Multiset
//	C(M, k) labelled games in C(M, k) classes    of a Set
//
// In Nim, a Multiset, with 0 to 2 heaps of up to 2 sticks there are 1+2+4 = 7 labelled games in 1+2+3 = 6 classes: 0
// (no heaps); 1; 2; 1,1; 1,2; 2,2.
//
// For a Multiset, the enumeration needs one group order for all numbers k of heaps, and takes L!. So each of the k!
// permutations of k heaps counts L!/k! times. A class has L!/orbit automorphisms, where the orbit is its number of
// labelled games.
//
// # Methods
//
// The method walk solves every position by the definition of outcomes or of Grundy values, with a [Table] of all
// positions with at most L heaps of at most M sticks. The method formula uses the closed forms of the Rules instead.
// Both visit the classes in the order of their numbers (numbering.go). Rules may have further methods: a recurrence
// that fills the table faster, or counts of P-positions that do not examine each position.
//
// # Single positions
//
// To solve a single position, the algorithm auto chooses the first of these ways that applies:
//
//   - the formula, if it gives the outcome, the value and the winning moves;
//   - a table of the positions below, if they are few enough, or a search, if play can reach only few positions;
//   - a formula or a [Decider] for the outcome and the winning moves, without the value.
package heaps
