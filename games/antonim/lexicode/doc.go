// Package lexicode finds P-positions of Antonim by methods that share no code with package
// marking, and goes further with four heaps; a test proves how these repeat themselves. It does not
// depend on the engine. The rules are in the documentation of package marking.
//
// # A greedy code
//
// Call a set of heaps closed if it is a P-position, or if a P-position that was found is this set
// and one heap more. Moves make a set smaller in its order of numbers (Σ 2^x), and of any two
// sets T, T+x or T+x, T+y, one has a move to the other. So in that order
//
//	a set is a P-position iff no set that lacks one of its heaps is closed
//
// when it has its turn: the P-positions are found greedily, as the words of a lexicode are (Conway and
// Sloane, "Lexicographic codes: error-correcting codes from game theory", IEEE Trans. Inform.
// Theory 32, 1986). They are none: {} and {1,2} are P, and differ as little as {1,2} and {1,3}. [Sets] does that with all subsets of {1..n}, a bit for each;
// [Four] with those of four heaps, a bit for each three, whose P-positions are known.
//
// # Periods
//
// Theorem. Let S be a set of k-2 heaps, k >= 3. There are a period p >= 1 and a c0 so that for
// all c >= c0 and d > c, S ∪ {c, d} is P iff S ∪ {c+p, d+p} is. And d-c is bounded over all
// these P-positions with c > max S.
//
// Proof, by induction on k and then on S, in the order of numbers. Consider c > max S in turn, and
// d > c. Now S ∪ {c, d} is P iff none of these is closed at its turn:
//
//	(1) S ∪ {c}     (2) S ∪ {d}     (3) (S - s) ∪ {c, d} for s in S.
//
// A set of (3) is closed iff it is P, a position of k-1 heaps, or if (S - s + x) ∪ {c, d} is P for an
// x < s not in S, a set before S. For each c that forbids at most one d for each of these sets, of
// which there are finitely many. By induction the d-c that it forbids are periodic in c from some c
// on. (For k = 3 the k-1 heaps are c and d: P iff c is odd and d = c+1.) A set S ∪ {d} is closed if
// it is P or if S ∪ {x, d} is P for an x < max S, which are finitely many d for all c together; and
// if d is taken: S ∪ {e, d} was found to be P for an e with max S < e < c. So a c that is not taken
// nor one of the finitely many takes the least d > c that is neither taken nor forbidden to it. Let
// K be the most d that are forbidden to one c in any way but by being taken, over all c > max S.
//
// Let e take d, D = d - e. Of the D-1 numbers between at most K are forbidden, the others are taken,
// by different numbers below e: let F be the set of these, at least D-1-K. If it is empty, D <= K+1. If
// not, let f be the least of F. It took a number above e, so it passed by all other members of F, which
// are between f and e. None of these was ever taken, as each of them takes; so all were forbidden
// to f: |F|-1 <= K. Hence D <= 2K+2.
//
// So the state at c is which of c, …, c+2K+1 are taken: finitely many
// states, and input that becomes periodic. ∎
//
// For four heaps a < b < c < d, K <= (b-2) + (a-1) + 2 + (b-1): the bound is 2K+2. The
// proof is an algorithm, and periods_test.go is that: when inputs have a common period and the state at
// two of its beginnings is the same, the period is proved.
//
// # What it finds
//
// Of four heaps the periods for a < b <= 8 divide 16. The first that is no power of 2 is 10, for
// 1 and 9; from there on most are 5 times a power of 2, and from b = 20 on 15 times, up to b = 34.
// For b-1, b it is 2 for even b. The greatest
// d-c is about b, far below the bound.
package lexicode
