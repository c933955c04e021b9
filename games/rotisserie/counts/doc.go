// Package counts counts the queues of Rotisserie Nim with few heaps that the player who moves loses, and tests a law
// about outcomes. It does not depend on the engine.
//
// # Rules
//
// A position is a queue of heaps, each of at least 1, written with the front first. A move takes the front heap away,
// or reduces it to y, at least 1, and puts it at the back:
//
//	(a, b, c, …)  ->  (b, c, …)  or  (b, c, …, y),  1 <= y < a
//
// A queue is a P-position if the player who moves loses, and otherwise an N-position. The queue without heaps is P; (a)
// is N; (a, b) is P iff a <= b.
//
// # Thresholds
//
// A larger front heap can be reduced to every size that a smaller one can. So for each tuple r of heaps there is a
// threshold t(r), from 0 to infinity, such that (a, r), the queue of a and then r, is P iff a <= t(r). The outcomes of
// all queues of k heaps of 1 to M follow from the M^(k-1) thresholds of the tuples after the front, a byte each. For a
// tuple (b, s), with the heap b at its front,
//
//	t(b, s) = 0                              if b <= t(s), because then (b, s) itself is P,
//	        = the least y with t(s, y) >= b  otherwise; infinity if there is none.
//
// Tables are extended layer by layer. After layer m, each threshold of a tuple of heaps up to m is known, or it is
// open: at least m. Layer m first finds t(b, s) for the tuples with a heap of m, from t(s, y) for y < m. It takes the
// tuples by the place of their last heap of size m, the one farthest from the front: first the tuples in which this
// place is nearest to the front. Then t(s, y) is known when it is needed, because in (s, y) this heap is one place
// nearer to the front than in (b, s), or (s, y) has no heap of m. As b grows, t(b, s) is 0 up to b = t(s) and then does
// not fall. So one scan of the row t(s, 1), t(s, 2), … gives the whole column t(b, s) for all b. Then layer m sets to m
// each open t(b, s) with b <= t(s, m). A threshold is written at most twice, so a table takes O(M^(k-1)) steps.
//
// For M = 2, t(1) = 1 and t(2) = 2. So t(1, 1) = t(1, 2) = t(2, 2) = 0, and t(2, 1) is infinite. Of the 8 queues of
// three heaps, (1, 2, 1) and (2, 2, 1) are P.
//
// # The weak-order law
//
// Terms:
//
//   - anchors: the numbers 1, 2, …, c, with which the heaps are compared. "With c anchors" names c.
//   - weak order of a queue with c anchors: how its heaps compare (less, equal or greater) with one another and with
//     the anchors.
//   - ranked queue: the least queue of a weak order, as Rank returns it: k heaps of 1 to c+k.
//   - the law L(k, c): queues of k heaps with the same weak order with c anchors have the same outcome.
//     L(k, c) implies L(k, c+1).
//
// Theorem. If L(k-1, c) holds, and if L(k, c) holds for queues of heaps up to c+k+1, then L(k, c) holds for heaps of
// any size.
//
// Proof, by induction on the sum of a queue x = (a, r). The claim is that x has the outcome of its ranked queue x' =
// (a', r'). If both have the same sum, they are equal, so let the sum of x' be less. The option r of x has the same
// outcome as the option r' of x', by L(k-1, c). The other options of x are (r, y) with y < a.
//
// First let y be an anchor or a heap of r, and let y' be its rank in x. Then (r', y') is an option of x', and all
// options of x' of this kind arise in this way. The queues (r', y') and (r, y) have the same weak order, and the sum of
// each is less than that of x, so by induction both have the outcome of the same ranked queue. Hence if x' is N, x is
// N.
//
// Otherwise y lies in a gap between two neighbours among 0, the anchors and the heaps of x. Raise by 1 all heaps of x'
// above this gap. The result is a queue z = (a", r") of heaps up to c+k+1 with the weak order of x', so z has the
// outcome of x'. Because x has room for y in its gap, z is at most x heap by heap, and so sum(z) <= sum(x). One heap y"
// fits into the gap of z, and (r", y") is an option of z. The sums of (r", y") and of (r, y) are less than sum(x), so
// by induction both have the same outcome. Hence if x' is P, so is z, and all options of x are N, so x is P.
//
// The documentation of package rotisserie proves L(k, ⌊k/2⌋) for all k.
//
// If L(k, c) holds, the number of P-positions of k heaps of 1 to M is, for all M >= c,
//
//	D_0 C(M-c, 0) + D_1 C(M-c, 1) + … + D_k C(M-c, k)
//
// where D_j is the number of ranked P-positions with j different heaps above c. This is a polynomial in M of degree at
// most k.
//
// # What it finds
//
// By the theorem, whose finite part NewSolver tests, the following holds for heaps of any size. The least c with L(k,
// c) is 0 for up to two heaps, 1 for three, 2 for four to seven, and 3 for eight and nine. The first exception to L(8,
// 2) is that (4,1,2,1,4,2,1,4) is N and (3,1,2,1,3,2,1,3) is P. The counts as polynomials are in docs/papers/heaps.md;
// they hold from M = 1 on.
//
// The next rule is for four heaps, one equal to 1, with a >= 1 and b, c, d >= 2. Its weak orders have two anchors, so
// it holds for any heaps because it holds for heaps up to 6.
//
//	(a, 1, 1, 1)  P iff a = 1
//	(a, 1, 1, d)  P iff a <= d
//	(a, 1, c, 1)  N
//	(a, 1, c, d)  P iff a <= 2 and c <= d
//	(a, b, 1, 1)  P iff a <= b
//	(a, b, 1, d)  P iff b > 2 or a <= d
//	(a, b, c, 1)  N
//	(1, b, c, d)  P
//
// Bovee, Burke and Tennenhouse (arXiv 1605.06327) have rules for the other queues of four heaps and for three heaps;
// see package rotisserie.
package counts
