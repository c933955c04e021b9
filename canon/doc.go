// Package canon recognises structures that differ only in the names of their
// points, and counts how many there are.
//
// A structure is a [Graph]: points, each of some colour, and a set of arcs,
// each of some kind. A game in which every player names a wonderwall and a
// ninja is a graph with an arc of kind 0 and an arc of kind 1 out of every
// point. A [Relabeling] renames the points and changes nothing else. The
// graphs that relabeling makes out of one another form a class, and the
// package answers three questions about classes.
//
// Which class is this? [Canonical] picks one graph of the class, its canonical
// form, by a choice that does not depend on the names it was given:
//
//	Canonical(a).Graph equals Canonical(b).Graph  if and only if
//	some relabeling takes a to b.
//
// How large is it? A relabeling that takes a graph to itself is an
// automorphism. A graph with n points has n! relabelings, and each result
// arises from |Aut| of them, the number of automorphisms. So the class has
// n!/|Aut| members: its orbit, see [Form.Orbit].
//
// How many classes are there? [Burnside] counts them without looking at any.
//
// The smallest example is two points and one arc, which can be drawn in two
// ways:
//
//	f, err := canon.Canonical(ctx, canon.Graph{
//		Points: 2,
//		Arcs:   []canon.Arc{{From: 1, To: 0}},
//	})
//	// f.Graph.Arcs is the one arc, the same for both drawings;
//	// f.Automorphisms is 1 and f.Orbit() is 2.
//
// Families of relations on up to 16 points are small structures that must be recognised
// by the million. For these a [Relabeler] finds labels in a microsecond or so. The
// labels are mostly canonical, and that is all it promises.
//
// All other results are exact. Hashing is used only where a collision costs time and
// cannot change an answer. The canonical form is a function of the class and
// of this package's source: a change to the method may choose another member
// of the class, so forms kept on disk should be kept together with the version
// that made them.
package canon
