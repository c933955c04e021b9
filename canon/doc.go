// Package canon recognizes structures that differ only in the names of their points, and
// counts them.
//
// A structure is a [Graph]: points, each with a colour, and a set of arcs, each with a
// kind. A game in which every player chooses a wonderwall and a ninja is a graph with an
// arc of kind 0 and an arc of kind 1 from every point. A [Relabeling] renames the points.
// The graphs that relabelings turn into each other form a class. The package answers three
// questions about classes.
//
// Which class is this? [Canonical] returns one graph of the class, its canonical form,
// which is the same for all graphs of the class:
//
//	Canonical(a).Graph equals Canonical(b).Graph  if and only if
//	some relabeling takes a to b.
//
// How large is it? A relabeling that takes a graph to itself is an automorphism; |Aut| is
// the number of automorphisms of a graph. A graph with n points has n! relabelings, and
// each graph of the class results from |Aut| relabelings. So the class has n!/|Aut| members. This number is its
// orbit.
//
// How many classes are there? [Burnside] counts them without listing them.
//
// The smallest example is two points and one arc, which can be drawn in two ways:
//
//	f, err := canon.Canonical(ctx, canon.Graph{
//		Points: 2,
//		Arcs:   []canon.Arc{{From: 1, To: 0}},
//	})
//	// f.Graph.Arcs is the one arc, the same for both drawings;
//	// f.Automorphisms is 1, so the orbit is 2!/1 = 2.
//
// The method divides the points into cells: points that no arc distinguishes so far.
// Refinement splits cells: points with different arcs to or from some cell cannot be
// exchanged. If cells of several points remain, a search individualizes one point after
// another, which makes it a separate cell, and refines again.
//
// Families of relations on up to 16 points are small structures that must be recognized by
// the million. For these a [Relabeler] finds labels in about a microsecond. These labels
// are usually, but not always, canonical.
//
// All other results are exact. Hash collisions cost time but cannot change a result. The
// canonical form is a function of the class and of this package's source: a change of the
// method may choose another member of the class, so store forms together with the version
// that made them.
package canon
