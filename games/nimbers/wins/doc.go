// Package wins counts wins in a game of two chips over all subsets of the arcs of a DAG.
//
// # Rules
//
// There is a chip on vertex 0 and one on vertex 1 of a DAG D with n vertices and m arcs.
// Two players move in turn; a move pushes a chip along an arc, also to where the other
// chip is; who cannot move loses. The nimber of a vertex is the least number that is not
// the nimber of an end of one of its arcs, and the first player wins iff the nimbers of
// vertices 0 and 1 differ (Sprague, Grundy). [Count] returns W(D), of how many of the 2^m
// sets S of arcs the first player wins if only the arcs of S are kept.
//
// The smallest example: two vertices and an arc from 0 to 1. Without the arc both chips
// have nimber 0 and the first player loses; with it the nimbers are 1 and 0. So W = 1.
// With three vertices and the arcs 0-1, 0-2, 1-2 the first player loses without arcs 0-1
// and with both or none of the others: W = 6 of 8.
//
// # What matters
//
// The methods count the sets that give both chips the same nimber. These have no arc
// between the chips. Vertices that neither chip reaches contribute a power of two
// (trim.go).
//
// # Subsets: by nimber
//
// Let R be the vertices without a nimber yet, at first all, and choose the set T of those
// with the smallest one. No arc within T is in S; each vertex v of the rest Q = R - T has
// an arc into T; arcs from T to Q may be in S or not. With e counting arcs of D,
//
//	weight(T, Q) = product over v in Q of (2^e(v,T) - 1) 2^e(T,v)
//
// sets of arcs between T and Q do that, and what is within Q is a problem of its own. So
//
//	Equal(R) = Both(R) + sum over T without the chips of weight(T, R - T) Equal(R - T)
//
// where Both counts the sets that give both chips nimber 0. These are at most 3^k / 2
// pairs, k = n - 2. For a given T the weight is a product over Q, which makes a pair cost
// two multiplications, whatever n is (subsets.go). Both takes k 2^k steps.
//
// The count has up to m bits. It is found modulo 2^64 and modulo primes below 2^63 (some
// 1.5 ns for each pair and modulus), and put together by the Chinese remainder theorem. One
// prime more than the theorem asks for must have the right remainder, too.
//
// # Sizes: the complete DAG
//
// If every two vertices are joined, Equal(R) depends on the size of R only, and so do the
// sums of weights over T of a given size: n^2 / 2 products in all (sizes.go).
//
// # Frontier: sparse DAGs
//
// Vertices get their nimbers one after the other, each after the ends of its arcs. Only
// those of vertices to which a later one has an arc must be known. For each way these can
// be there is a count (frontier.go). In a good order (order.go) they are few: DAGs with
// 1000 vertices are feasible if arcs are short.
//
// # Labelled
//
// [Labelled] solves another problem: the number of DAGs on n labelled vertices, instead
// of subsets of one, in which the first player wins (labelled.go).
//
// # Exactness
//
// The three methods of Count share only what comes before (the trimming), and
// the tests hold them against each other, against the definition, and against the method
// known from the contest (AtCoder Grand Contest 016, F). Orders and choices of a method
// rest on estimates; they change how long a count takes, not what it is.
package wins
