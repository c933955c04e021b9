// Package canon recognizes structures that differ only in the names of their points, and
// counts them.
//
// A structure is a [Graph]: points, each with a colour, and a set of arcs, each with a kind. A game in which every
// player chooses a wonderwall and a ninja has an arc of kind 0 and an arc of kind 1 from every point. A [Relabeling]
// renames the points. The graphs that relabelings turn into each other form a class.
//
// Which class is this? [Canonical] returns one graph of the class, its canonical form:
//
//	Canonical(a).Graph equals Canonical(b).Graph  if and only if
//	some relabeling takes a to b.
//
// How large is it? A relabeling that takes a graph to itself is an automorphism; |Aut| is the number of automorphisms.
// Of the n! relabelings of n points, |Aut| lead to each graph of the class. So the class has n!/|Aut| members, which is
// its orbit.
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
// The method divides the points into cells of points that no arc distinguishes so far. Refinement splits cells whose
// points have different arcs to or from some cell. If cells of several points remain, a search individualizes one point
// after another, which makes it a separate cell, and refines again.
//
// For families of relations on up to 16 points that must be recognized by the million, a [Relabeler] finds labels in
// about a microsecond. These labels are usually, but not always, canonical.
//
// All other results are exact; hash collisions only cost time. A change of this package may choose another member of
// the class as its canonical form, so store forms together with the version that made them.
package canon
