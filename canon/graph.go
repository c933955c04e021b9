package canon

import (
	"cmp"
	"fmt"
	"slices"
)

// An Arc leads from a point to a point, possibly the same. Kind distinguishes arcs of different meanings.
type Arc struct{ From, To, Kind int }

// compare orders arcs by origin, kind and end.
func (a Arc) compare(b Arc) int {
	if a.From != b.From {
		return cmp.Compare(a.From, b.From)
	}
	if a.Kind != b.Kind {
		return cmp.Compare(a.Kind, b.Kind)
	}
	return cmp.Compare(a.To, b.To)
}

// A Graph is a set of arcs over the points 0 to Points-1.
//
// The order and repetition of arcs have no meaning. Arcs of different kinds between the same points are different. A
// symmetric relation has two arcs for each pair of points.
//
// Colors, if not nil, has an integer for every point; nil means that every point has colour 0. Points of different
// colours are never exchanged.
type Graph struct {
	Points int
	Colors []int
	Arcs   []Arc
}

// Validate returns an error if the number of points is negative or differs from the number of colours, or if an end of
// an arc is not a point.
func (g Graph) Validate() error {
	if g.Points < 0 {
		return fmt.Errorf("canon: a graph cannot have %d points", g.Points)
	}
	if g.Colors != nil && len(g.Colors) != g.Points {
		return fmt.Errorf("canon: %d colors for %d points", len(g.Colors), g.Points)
	}
	for i, a := range g.Arcs {
		if min(a.From, a.To) < 0 || max(a.From, a.To) >= g.Points {
			return fmt.Errorf("canon: arc %d leads from %d to %d, outside the points 0 to %d",
				i, a.From, a.To, g.Points-1)
		}
	}
	return nil
}

// Relabel returns the graph in which point r[p] has the colour and the arcs that point p has in g. The result is in
// normal form: its arcs are sorted by From, Kind and To without repetition, and its colours are nil if all are 0. It
// shares no memory with g. Both g and r must be valid and have the same number of points.
func (g Graph) Relabel(r Relabeling) Graph {
	h := Graph{Points: g.Points, Arcs: make([]Arc, len(g.Arcs))}
	for i, a := range g.Arcs {
		h.Arcs[i] = Arc{From: r[a.From], To: r[a.To], Kind: a.Kind}
	}
	slices.SortFunc(h.Arcs, Arc.compare)
	h.Arcs = slices.Compact(h.Arcs)
	if slices.ContainsFunc(g.Colors, func(c int) bool { return c != 0 }) {
		h.Colors = make([]int, g.Points)
		for p, c := range g.Colors {
			h.Colors[r[p]] = c
		}
	}
	return h
}

// Equal reports whether g and h are the same graph, point for point. Both must be valid.
//
// Two graphs are in the same class if and only if their canonical forms are Equal.
func (g Graph) Equal(h Graph) bool { return g.normal().compare(h.normal()) == 0 }

// normal returns g in normal form. The result may share memory with g, but its arcs are a copy if they must be sorted.
func (g Graph) normal() Graph {
	for i := 1; i < len(g.Arcs); i++ {
		if g.Arcs[i-1].compare(g.Arcs[i]) >= 0 {
			g.Arcs = slices.Clone(g.Arcs)
			slices.SortFunc(g.Arcs, Arc.compare)
			g.Arcs = slices.Compact(g.Arcs)
			break
		}
	}
	if !slices.ContainsFunc(g.Colors, func(c int) bool { return c != 0 }) {
		g.Colors = nil
	}
	return g
}

// compare is a total order of graphs in normal form.
func (g Graph) compare(h Graph) int {
	if c := cmp.Compare(g.Points, h.Points); c != 0 {
		return c
	}
	if c := slices.Compare(g.Colors, h.Colors); c != 0 {
		return c
	}
	return slices.CompareFunc(g.Arcs, h.Arcs, Arc.compare)
}
