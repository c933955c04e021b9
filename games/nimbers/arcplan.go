package nimbers

import (
	"fmt"
	"slices"

	"enumerate/canon"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/wide"
)

// Limits of a walk of arc sets.
const (
	maxTreeVertices = 64      // that chips can come to
	maxTreeArcs     = 127     // from these vertices: numbers of sets have 128 bits
	maxTree         = 1 << 40 // assignments of nimbers, as far as a bound tells
	maxOrderly      = 40      // arcs of a DAG with automorphisms
)

// An arcPlan is what the walkers of a DAG's arc sets share. It does not change.
//
// Vertices are taken in an order in which arcs lead to earlier ones: first those a chip
// can come to, the last of which is the vertex of a chip, then the others. Arcs are taken
// in the order of the vertices they leave. An arc's place is its number in this order.
//
// Without automorphisms the walk branches over the nimber of every vertex in turn, since
// all sets that give all vertices the same nimbers can be counted together: the number of
// sets of arcs out of a vertex that give it the nimber k is
//
//	product over h < k of (2^c(h) - 1) · product over h > k of 2^c(h)
//
// where c(h) is the number of its arcs to vertices of nimber h. This is the first idea of
// the source; there are at most as many assignments as partitions of the vertices, Bell's
// number, and the last vertex needs no branching.
//
// With automorphisms it branches over the arcs one by one, and keeps a set only if it is
// the least of its images, where sets are compared as strings of bits. An image ties as
// long as the bits of both that are known agree; one that is less ends the branch, one that
// is greater is forgotten. Once nothing ties, the rest of the walk is as without
// automorphisms.
type arcPlan struct {
	vertices []int     // in their order
	tree     int       // how many of them a chip can come to
	lower    int       // the place among the vertices of the chip that is not last
	ends     [][]int   // of each vertex in the order, the places of the ends of its arcs, ascending
	first    []int     // of each, the place of its first arc, and of one behind the last
	arcs     []dag.Arc // by place
	treeArcs int       // those from vertices that a chip can come to
	images   [][]uint8 // images[e][p] is the place whose bit an automorphism takes to p
	depth    int       // of shards, in vertices without automorphisms, in arcs with some
}

// newArcPlan returns the plan for a DAG, or an error that names the limits. It asks for the
// automorphisms only if the DAG is small enough.
func newArcPlan(d *dag.DAG, automorphisms func() ([]canon.Relabeling, error)) (*arcPlan, error) {
	p := &arcPlan{}
	matter := d.Reached()
	order := d.Order()
	for _, of := range []bool{true, false} {
		for _, v := range order {
			if matter[v] == of {
				p.vertices = append(p.vertices, v)
			}
		}
		if of {
			p.tree = len(p.vertices)
		}
	}
	for _, v := range p.vertices[:p.tree] {
		p.treeArcs += len(d.Out(v))
	}
	if p.tree > maxTreeVertices || p.treeArcs > maxTreeArcs {
		return nil, fmt.Errorf("the sets of arcs of a DAG of whose vertices the chips can come to %d, with %d arcs; up to %d vertices and %d arcs can be walked",
			p.tree, p.treeArcs, maxTreeVertices, maxTreeArcs)
	}
	members, err := automorphisms()
	if err != nil {
		return nil, err
	}
	if len(members) > 1 && d.Arcs() > maxOrderly {
		return nil, fmt.Errorf("the sets of %d arcs of a DAG with automorphisms; up to %d arcs can be walked", d.Arcs(), maxOrderly)
	}
	at := make([]int, len(p.vertices))
	for i, v := range p.vertices {
		at[v] = i
	}
	p.lower = min(at[0], at[1])
	for _, v := range p.vertices {
		ends := make([]int, len(d.Out(v)))
		for j, w := range d.Out(v) {
			ends[j] = at[w]
		}
		slices.Sort(ends)
		p.first = append(p.first, len(p.arcs))
		p.ends = append(p.ends, ends)
		for _, w := range ends {
			p.arcs = append(p.arcs, dag.Arc{From: v, To: p.vertices[w]})
		}
	}
	p.first = append(p.first, len(p.arcs))
	if most := p.bound(); len(members) == 1 && most > maxTree {
		return nil, fmt.Errorf("the sets of arcs of a DAG with perhaps %d assignments of nimbers; up to %d can be walked", most, uint64(maxTree))
	}
	place := placesOf(p.arcs)
	for _, r := range members[1:] {
		moved := place.moved(p.arcs, r)
		from := make([]uint8, len(moved))
		for a, b := range moved {
			from[b] = uint8(a)
		}
		p.images = append(p.images, from)
	}
	p.depth = p.shardDepth()
	return p, nil
}

// symmetric reports whether there are automorphisms but the identity.
func (p *arcPlan) symmetric() bool { return p.images != nil }

// bound returns a bound of the number of assignments of nimbers to all vertices of
// the tree but the last: the product of the numbers of nimbers that each can have, no more
// than its arcs or the vertices before it and one, or Bell's number.
func (p *arcPlan) bound() uint64 {
	height := make([]int, p.tree)
	product := uint64(1)
	for i := range p.tree - 1 {
		for _, w := range p.ends[i] {
			height[i] = max(height[i], height[w]+1)
		}
		product = wide.SaturatingMul(product, uint64(min(len(p.ends[i]), height[i])+1))
	}
	return min(product, bell(p.tree-1))
}

// bell returns the number of partitions of a set of n, by Bell's triangle, or the largest
// number there is if it is larger.
func bell(n int) uint64 {
	row := []uint64{1}
	for range n {
		next := []uint64{row[len(row)-1]}
		for _, x := range row {
			next = append(next, wide.SaturatingAdd(next[len(next)-1], x))
		}
		row = next
	}
	return row[0]
}

// places are the places of arcs.
type places map[dag.Arc]int

func placesOf(arcs []dag.Arc) places {
	p := make(places, len(arcs))
	for i, a := range arcs {
		p[a] = i
	}
	return p
}

// moved returns where an automorphism takes each place.
func (p places) moved(arcs []dag.Arc, r canon.Relabeling) []int {
	moved := make([]int, len(arcs))
	for i, a := range arcs {
		moved[i] = p[dag.Arc{From: r[a.From], To: r[a.To]}]
	}
	return moved
}

// shardDepth returns how long the beginning is that makes a shard, so that large walks
// have some thousand shards.
func (p *arcPlan) shardDepth() int {
	if p.symmetric() {
		return min(len(p.arcs), 12)
	}
	i, most := 0, 1
	for i < p.tree-1 && most < 4000 {
		most *= min(len(p.ends[i]), i) + 1
		i++
	}
	return i
}
