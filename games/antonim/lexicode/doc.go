// Package lexicode finds P-positions of Antonim by methods that share no code with package marking. With four heaps it
// goes further, and a test proves how the P-positions of four heaps repeat themselves. The package does not depend on
// the engine. The rules are in the documentation of package marking.
//
// # A greedy code
//
// Call a set of heaps closed if it is a P-position, or if a P-position that was found consists of this set and one more
// heap. The number of a set is Σ 2^x over its heaps x. Moves make this number smaller, and of any two sets T, T+x or
// T+x, T+y, one has a move to the other. So, if sets have their turn in the order of their numbers,
//
//	a set is a P-position iff no set that lacks one of its heaps is closed
//
// at its turn. The P-positions are therefore found greedily, like the words of a lexicode (Conway and Sloane,
// "Lexicographic codes: error-correcting codes from game theory", IEEE Trans. Inform. Theory 32, 1986). They are not a
// lexicode, because {} and {1,2} are P, and differ as little as {1,2} and {1,3}. [Sets] finds them among all subsets of
// {1..n}, with a bit for each subset. [Four] finds those of four heaps, with a bit for each set of three heaps, whose
// P-positions are known.
//
// # Periods
//
// Theorem. Let S be a set of k-2 heaps, k >= 3. There are a period p >= 1 and a c0 so that for all c >= c0 and d > c, S
// ∪ {c, d} is P iff S ∪ {c+p, d+p} is P. Also, d-c is bounded over all P-positions S ∪ {c, d} with max S < c < d.
//
// Proof, by induction on k and then on S, in the order of numbers. Consider all c > max S in ascending order, and d >
// c. Now S ∪ {c, d} is P iff none of the following sets is closed at its turn:
//
//	(1) S ∪ {c}     (2) S ∪ {d}     (3) (S - s) ∪ {c, d} for s in S.
//
// A set of (3) is closed iff it is P, which is a position of k-1 heaps, or if (S - s + x) ∪ {c, d} is P for an x < s
// not in S, where S - s + x is a set before S. For each c, each of these finitely many sets forbids at most one d. By
// induction the differences d-c that are forbidden are periodic in c from some c on. (For k = 3 the k-1 heaps are c and
// d: P iff c is odd and d = c+1.)
//
// A set S ∪ {d} is closed if it is P, or if S ∪ {x, d} is P for an x < max S; for all c together these are finitely
// many d. It is also closed if d is taken: S ∪ {e, d} was found to be P for an e with max S < e < c. So a c that is
// neither taken nor one of the finitely many takes the least d > c that is neither taken nor forbidden to it. Let K be
// the largest number of d that are forbidden to one c in any way except by being taken, over all c > max S.
//
// Let e take d, and let D = d - e. Of the D-1 numbers between e and d at most K are forbidden to e. The others are
// taken, by different numbers below e. Let F be the set of these numbers below e; it has at least D-1-K members. If F
// is empty, D <= K+1. Otherwise let f be the least member of F. It took a number above e, so it passed by all other
// members of F, which are between f and e. None of these was ever taken, because each member of F takes; so they all
// were forbidden to f, and |F|-1 <= K. Hence D <= 2K+2.
//
// So the state at c is which of c, …, c+2K+1 are taken. There are finitely many states, and the input becomes periodic.
// ∎
//
// For four heaps a < b < c < d, K <= (b-2) + (a-1) + 2 + (b-1), and d-c is at most 2K+2. The proof is an algorithm,
// which periods_test.go runs: when the inputs have a common period, and the state at the beginning of two of these
// periods is the same, the period is proved.
//
// # What it finds
//
// For four heaps the periods for a < b <= 8 divide 16. The first period that is not a power of 2 is 10, for 1 and 9.
// From there on most periods are 5 times a power of 2, and from b = 20 to b = 34 they are 15 times a power of 2. For
// b-1, b the period is 2 if b is even. The greatest d-c is about b, far below the bound.
package lexicode
