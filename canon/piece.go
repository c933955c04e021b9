package canon

import (
	"context"
	"math/big"
	"slices"
)

// A piece is a part of a graph that can be solved separately.
type piece struct {
	points []int // in ascending order; points[i] is point i of graph
	graph  Graph // coloured by the cells of the whole graph
}

// A join is the kind of an arc and the cells of its two ends.
type join struct{ from, to, kind int }

// A division cuts a graph into pieces, given a stable partition.
//
// A join is the set of all arcs of one kind from the points of one cell to those of another or the same cell. It is
// complete if it has all such arcs between different points. Then the cells imply them, and they can be omitted;
// otherwise the join is partial. The pieces are the components that the arcs of the partial joins connect. They are
// independent: an automorphism maps pieces to pieces, and any automorphism of one piece extends to the whole graph by
// fixing all other points.
type division struct {
	graph      Graph
	p          *partition
	partial    map[join]int // the number of arcs of each partial join
	components unionFind
	largest    int // the number of points of the largest piece
	rest       int // the number of points of the other pieces, except single points
	target     int // the cell with the most partial joins; among equals, the smallest
}

// divide returns the division of a graph, given a stable partition, in time linear in the number of arcs.
func divide(g Graph, p *partition) *division {
	d := &division{graph: g, p: p, partial: make(map[join]int)}
	for _, a := range g.Arcs {
		j := d.join(a)
		if a.From != a.To && (p.size[j.from] > 1 || p.size[j.to] > 1) {
			d.partial[j]++
		}
	}
	joins := make([]int, g.Points) // by cell: the number of its partial joins
	for j, count := range d.partial {
		others := p.size[j.to] // how many arcs a point has if the join is complete
		if j.to == j.from {
			others--
		}
		if count == p.size[j.from]*others {
			delete(d.partial, j)
			continue
		}
		joins[j.from]++
		joins[j.to]++
	}

	// Among the cells of several points, the one with the most partial joins (some, but not all arcs to a cell) splits
	// the most other cells if a search individualizes its points.
	for c := 0; c < g.Points; c += p.size[c] {
		better := joins[c] > joins[d.target] || joins[c] == joins[d.target] && p.size[c] < p.size[d.target]
		if p.size[d.target] == 1 || p.size[c] > 1 && better {
			d.target = c
		}
	}

	for _, a := range g.Arcs {
		if d.mustKeep(a) {
			d.components.join(a.From, a.To, g.Points)
		}
	}
	sizes := make([]int, g.Points)
	for v := range g.Points {
		sizes[d.components.find(v)]++
	}
	for _, size := range sizes {
		d.largest = max(d.largest, size)
		if size > 1 {
			d.rest += size
		}
	}
	d.rest = max(d.rest-d.largest, 0)
	return d
}

// join returns the join of an arc: its kind and the cells of its ends.
func (d *division) join(a Arc) join {
	return join{d.p.start[a.From], d.p.start[a.To], a.Kind}
}

// mustKeep reports whether the arc a must be kept in its piece. The arcs of a complete join (all arcs of a kind between
// two cells) are dropped, because the cells imply them. Loops are kept: usually all points of a cell have the same
// loops, but not if two hashes were equal by chance in the refinement.
func (d *division) mustKeep(a Arc) bool {
	return a.From == a.To || d.partial[d.join(a)] > 0
}

// pieces returns the pieces, ordered by their least points, with the points renumbered from 0. Their arcs stay sorted.
func (d *division) pieces() []piece {
	var pieces []piece
	n := d.graph.Points
	at := make([]int, n)    // by least point: the index of the piece
	local := make([]int, n) // by point: its number in the piece
	for v := range n {
		root := d.components.find(v) // the least point
		if root == v {
			at[v] = len(pieces)
			pieces = append(pieces, piece{})
		}
		c := &pieces[at[root]]
		local[v] = len(c.points)
		c.points = append(c.points, v)
		c.graph.Points++
		c.graph.Colors = append(c.graph.Colors, d.p.start[v])
	}

	for _, a := range d.graph.Arcs {
		if d.mustKeep(a) {
			c := &pieces[at[d.components.find(a.From)]]
			c.graph.Arcs = append(c.graph.Arcs, Arc{local[a.From], local[a.To], a.Kind})
		}
	}
	return pieces
}

// solve solves the pieces one by one, and sorts them by their canonical forms. In the canonical relabeling, the points
// of a cell come in the order of their pieces. The number of automorphisms is the product of the pieces' numbers, times
// k! for each set of k equal pieces, which can be permuted.
func (d *division) solve(ctx context.Context) (solution, error) {
	n := d.graph.Points
	s := solution{relabeling: make(Relabeling, n), automorphisms: big.NewInt(1)}
	type solved struct {
		form   Graph
		points []int // of the piece, in the order of the form
	}

	pieces := d.pieces()
	parts := make([]solved, len(pieces))
	for i, c := range pieces {
		one, err := solve(ctx, c.graph)
		if err != nil {
			return solution{}, err
		}
		s.automorphisms.Mul(s.automorphisms, one.automorphisms)
		points := make([]int, len(c.points))
		for v, label := range one.relabeling {
			points[label] = c.points[v]
			if w := one.orbits.find(v); w != v {
				s.orbits.join(c.points[v], c.points[w], n)
			}
		}
		parts[i] = solved{c.graph.Relabel(one.relabeling), points}
	}
	slices.SortFunc(parts, func(a, b solved) int { return a.form.compare(b.form) })

	alike := 1 // the number of equal pieces up to this one
	next := make([]int, n)
	for i, c := range parts {
		if i > 0 && c.form.compare(parts[i-1].form) == 0 {
			alike++
			s.automorphisms.Mul(s.automorphisms, big.NewInt(int64(alike)))
			for k, v := range c.points {
				s.orbits.join(v, parts[i-1].points[k], n)
			}
		} else {
			alike = 1
		}
		for _, v := range c.points {
			cell := d.p.start[v]
			s.relabeling[v] = cell + next[cell]
			next[cell]++
		}
	}
	return s, nil
}
