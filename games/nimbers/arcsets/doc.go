// Package arcsets is one of the two rulesets of package nimbers, where two players push two chips along the arcs of a
// DAG, a directed graph without cycles. The complete DAG on n vertices has an arc from every vertex to every later
// vertex. A game of size n is a set of its arcs, with chips on the first two vertices. The complete DAG has no
// automorphism except the identity, so each of the 2^(n(n-1)/2) sets is a class.
//
// The nimber of a vertex is the least number from 0 up that is not the nimber of an end of its arcs. The first player
// wins if the chips' vertices have different nimbers.
//
// The walk goes through the possible nimbers of all vertices and counts the sets that give them; the list visits the
// sets one by one (walk.go). Package wins counts the sets with which the first player wins by three other methods.
//
// # Example
//
// The complete DAG on two vertices has one arc. Of its 2 sets of arcs, the first player wins with the set that has the
// arc.
package arcsets
