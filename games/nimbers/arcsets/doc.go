// Package arcsets is one of the two rulesets of package nimbers, where two players push two chips along the arcs of a
// DAG, a directed graph without cycles. The complete DAG on n vertices has an arc from every vertex to every later
// vertex. A game of size n is a set of its arcs, with chips on the first two vertices. The complete DAG has no
// automorphism except the identity, so each of the 2^(n(n-1)/2) sets is a class. The nimber of a vertex is the least
// number that is not the nimber of an end of its arcs.
//
// The walk goes through the possible nimbers of all vertices and counts the sets that give them; the list visits the
// sets one by one (walk.go). Package wins counts the sets with which the first player wins by three other methods.
package arcsets
