// Package lexicode finds P-positions of Antonim by methods that share no code with package marking, so that the two
// packages check each other. With four heaps it reaches larger heaps, and a test proves how these P-positions repeat
// themselves. The package does not depend on the engine.
//
// A position of Antonim is a set of heaps, which are positive integers. A move removes a heap, or replaces it by a
// smaller number; if the set has this number already, the two become one. A position is a P-position, or P, if the
// player to move loses: no move leads to a P-position.
//
// # A greedy code
//
// P-positions are found in the order of the numbers of sets, Σ 2^x over the heaps x of a set. A set is closed if it is
// a P-position, or if a P-position found so far consists of it and one more heap. Moves make the number smaller. Let x
// be a heap of a set, and T the set of the other heaps. The moves with x lead from T+x to T, and to every T+y with a
// smaller number. So
//
//	a set is a P-position iff no set that lacks one of its heaps is closed
//
// when the set has its turn, after all sets of smaller numbers. The P-positions are therefore found greedily, like the
// words of a lexicode (Conway and Sloane, "Lexicographic codes: error-correcting codes from game theory", IEEE Trans.
// Inform. Theory 32, 1986). They are not a lexicode, because {} and {1,2} are P, and differ as little as {1,2} and
// {1,3}. [Sets] has a bit for each subset of {1..n}, and [Four] for each set of three heaps.
//
// # Periods
//
// If all heaps except the two largest are fixed, the P-positions repeat themselves:
//
// Theorem. Let S be a set of k-2 heaps, k >= 3. There are a period p >= 1 and a c0 so that for all c >= c0 and d > c, S
// ∪ {c, d} is P iff S ∪ {c+p, d+p} is P. Also, d-c is bounded over all P-positions S ∪ {c, d} with max S < c < d.
//
// Proof, by induction on k and then on S, in the order of numbers. Consider all c > max S in ascending order, and d >
// c. Say that c takes d if S ∪ {c, d} is P, that is, iff none of these sets is closed when S ∪ {c, d} has its turn in
// the order of numbers:
//
//	(1) S ∪ {c}     (2) S ∪ {d}     (3) (S - s) ∪ {c, d} for s in S.
//
// Sets of kind (3): say that d is forbidden to c if one of these sets is closed. There are two kinds of reasons. Either
// (S - s) ∪ {c, d} is P, which is a position of k-1 heaps. Or (S - s + x) ∪ {c, d} is P for some x < s not in S, where
// S - s + x is a set before S. So the induction applies to both kinds: the differences d-c that a reason forbids are
// periodic in c from some c on. There are finitely many reasons. Each reason forbids at most one d to each c, because
// two P-positions that differ in one heap only would have a move from one to the other. (For k = 3 the k-1 heaps are c
// and d: P iff c is odd and d = c+1.)
//
// Sets of the kinds (1) and (2): call d excluded if S ∪ {d} is P, or if S ∪ {x, d} is P for some x < max S. Finitely
// many numbers are excluded. The set S ∪ {d} is closed iff d is excluded, or d was taken by an earlier number e with
// max S < e < c. The same holds for S ∪ {c}. So every c that is neither taken nor excluded takes the least d > c that
// is neither taken, nor excluded, nor forbidden to c. Let K be the largest number, for any c > max S, of those d that
// are excluded or forbidden to c.
//
// The differences d-c are bounded: let e take d, and let D = d - e. Of the D-1 numbers between e and d, at most K are
// excluded or forbidden to e. The others were taken, each by a different number below e. Let F be the set of these
// different numbers: it has at least D-1-K members. If F is empty, D <= K+1. Otherwise let f be the least member of F.
// The number f took only one number, which is above e. So it passed over the other members of F, which lie between f
// and e. No member of F is ever taken, because each takes a number itself. So the other members were excluded or
// forbidden to f, and |F|-1 <= K. Hence D-1-K <= |F| <= K+1, and D <= 2K+2.
//
// Now let the state at c be the set of the taken numbers among c, …, c+2K+1. The state at c, and what is excluded and
// forbidden to c, determine the state at c+1. There are finitely many states, and what is forbidden becomes periodic,
// so the states become periodic too. ∎
//
// For four heaps a < b < c < d, where S = {a, b}, K <= (b-1) + a + (b-1): at most b-1 numbers are excluded, one by S ∪
// {d} and one for each other x < b; s = a forbids at most a, and s = b at most b-1. periods_test.go runs the proof as
// an algorithm: it finds a common period of the forbidden differences. If the states at the beginning of two such
// periods are the same, the period of the P-positions is proved.
//
// # What it finds
//
// For four heaps with S = {a, b}, the periods for all a < b <= 8 divide 16. The first period that is not a power of 2
// is 10, for S = {1, 9}. For larger b most periods are 5 times a power of 2, and from b = 20 to b = 34 they are 15
// times a power of 2. For S = {b-1, b} the period is 2 if b is even. The greatest difference d-c is about b, far below
// the bound.
package lexicode
