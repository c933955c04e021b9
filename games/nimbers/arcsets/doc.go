// Package arcsets is one of the two rulesets of package nimbers: the games are the sets of
// arcs of one DAG with m arcs, 2^m of them, with chips on the first two vertices. They are
// relabeled by the automorphisms of the DAG that leave both chips where they are, or, if these are
// unordered, exchange them at most. A complete DAG, which has an arc from every vertex to every
// later one, has no automorphism.
//
// space.go has the space and its automorphisms, by which Burnside's lemma counts classes, and
// plans the walk. walk.go walks by assignments of nimbers, or where there are automorphisms by
// orderly sets, and lists set by set. form.go finds the class of one set, and sample.go draws
// one. Package wins counts who wins with them, in three ways.
//
// # Example
//
// Of the complete DAG on two vertices, which has one arc, the first player wins 1 of the 2 sets
// of arcs: that with the arc.
package arcsets
