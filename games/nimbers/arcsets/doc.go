// Package arcsets is one of the two rulesets of package nimbers. The complete DAG on n vertices has an arc from every
// vertex to every later vertex. The games of size n are the sets of its arcs, with chips on the first two vertices. The
// complete DAG has no automorphism except the identity, so each of the 2^(n(n-1)/2) sets is a class. The nimber of a
// vertex is the Grundy value of a chip on it; package nimbers has the rules.
//
// In space.go are the space, its shards and the sampler. In walk.go are the walk, which branches over assignments of
// nimbers, and the list, which goes set by set. Package wins counts the sets with which the first player wins, by three
// methods.
//
// # Example
//
// The complete DAG on two vertices has one arc, and so 2 sets of arcs. The first player wins with 1 set: the set
// with the arc.
package arcsets
