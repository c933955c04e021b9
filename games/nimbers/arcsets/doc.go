// Package arcsets is one of the two rulesets of package nimbers. The games of a size are the sets of arcs of the
// complete DAG on n vertices, which has an arc from every vertex to every later one, with chips on the first two
// vertices. The complete DAG has no automorphism, so each of the 2^(n(n-1)/2) sets is a class.
//
// space.go has the space, its shards and the sampler. walk.go walks by assignments of nimbers, and lists set by set.
// Package wins counts the sets with which the first player wins, by three methods.
//
// # Example
//
// Of the complete DAG on two vertices, which has one arc, the first player wins 1 of the 2 sets
// of arcs: that with the arc.
package arcsets
