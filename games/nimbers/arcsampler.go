package nimbers

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// An arcSampler draws sets of arcs of a DAG. It implements enum.Sampler.
type arcSampler struct {
	dag    *dag.DAG
	order  []int // the vertices that a chip can come to; arcs lead to earlier ones
	nimber []int
	seen   []int // seen[g] is the last vertex in the order, from 1, with an arc to nimber g
}

func newArcSampler(d *dag.DAG) *arcSampler {
	s := &arcSampler{dag: d, nimber: make([]int, d.Vertices()), seen: make([]int, d.Vertices()+1)}
	matter := d.Reached()
	for _, v := range d.Order() {
		if matter[v] {
			s.order = append(s.order, v)
		}
	}
	return s
}

// Sample draws each arc with a fair coin, but for arcs where no chip comes, and finds who
// wins.
func (s *arcSampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	clear(s.seen)
	toss := coins{random: random}
	for i, v := range s.order {
		for _, w := range s.dag.Out(v) {
			if toss.toss() {
				s.seen[s.nimber[w]] = i + 1
			}
		}
		g := 0
		for s.seen[g] == i+1 {
			g++
		}
		s.nimber[v] = g
	}
	return verdictOf(s.nimber[0], s.nimber[1]), enum.Work{}, ctx.Err()
}
