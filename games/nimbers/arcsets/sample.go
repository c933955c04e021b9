package arcsets

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

// A sampler draws sets of arcs of a DAG.
type sampler struct {
	dag    *dag.DAG
	order  []int // the vertices that a chip can come to; arcs lead to earlier ones
	nimber []int
	seen   []int // seen[g] is the last vertex in the order, from 1, with an arc to nimber g
}

func newSampler(d *dag.DAG) *sampler {
	s := &sampler{dag: d, nimber: make([]int, d.Vertices()), seen: make([]int, d.Vertices()+1)}
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
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	clear(s.seen)
	toss := chip.Coins{Random: random}
	for i, v := range s.order {
		for _, w := range s.dag.Out(v) {
			if toss.Toss() {
				s.seen[s.nimber[w]] = i + 1
			}
		}
		g := 0
		for s.seen[g] == i+1 {
			g++
		}
		s.nimber[v] = g
	}
	return chip.Verdict(s.nimber[0], s.nimber[1]), enum.Work{}, ctx.Err()
}
