package heaps

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"

	"enumerate/enum"
)

// A sampler draws games of a space. It implements enum.Sampler.
type sampler struct {
	space *Space
	// upTo[i] is the number of labelled games with at most Least+i heaps; nil if all have
	// as many.
	upTo []*big.Int
	p    Position
}

// Sampler returns a sampler of the space.
func (s *Space) Sampler() enum.Sampler { return s.newSampler() }

func (s *Space) newSampler() *sampler {
	d := &sampler{space: s, p: make(Position, 0, s.span.Most)}
	if s.span.Least < s.span.Most {
		sum := new(big.Int)
		for heaps := s.span.Least; heaps <= s.span.Most; heaps++ {
			sum.Add(sum, s.ruleset.rules.Kind().games(Span{Least: heaps, Most: heaps}, s.size))
			d.upTo = append(d.upTo, new(big.Int).Set(sum))
		}
	}
	return d
}

// Sample draws a position and solves it. It takes no decisions. Where no formula is known
// it looks into the table of all positions, which the first one fills.
func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	solver, err := d.space.sampled.get(func() (*solver, error) {
		r := d.space.ruleset
		if there := r.solved(); !there.Contains(int(d.space.size)) {
			return nil, fmt.Errorf("%s can be sampled %s, not %d", r.Name(), sticksIn(there), d.space.size)
		}
		if r.covered() {
			return &solver{verdict: r.formula()}, nil
		}
		if _, ok := r.rules.(Bulk); ok {
			return inBulk(ctx, d.space)
		}
		return byTable(ctx, d.space)
	})
	if err != nil {
		return 0, enum.Work{}, err
	}
	d.draw(random)
	return solver.verdict(d.p), enum.Work{}, ctx.Err()
}

// draw draws a labelled game uniformly at random: the number of heaps by how many
// games have it, then the heaps.
func (d *sampler) draw(random *rand.Rand) {
	heaps := d.space.span.Least
	if d.upTo != nil {
		chosen := below(d.upTo[len(d.upTo)-1], random)
		heaps += sort.Search(len(d.upTo), func(i int) bool { return d.upTo[i].Cmp(chosen) > 0 })
	}
	d.p = d.p[:0]
	kind := d.space.ruleset.rules.Kind()
	for i := range uint64(heaps) {
		if kind != Set {
			d.p = append(d.p, 1+random.Uint64N(d.space.size))
			continue
		}
		// One of a set of numbers, all sets alike: the heap is drawn from those up to a
		// limit that grows by one with each, and is the limit if that heap is there already
		// (Bentley and Floyd, A sample of brilliance, 1987).
		limit := d.space.size - uint64(heaps) + i + 1
		heap := 1 + random.Uint64N(limit)
		if slices.Contains(d.p, heap) {
			heap = limit
		}
		d.p = append(d.p, heap)
	}
	if kind.sorted() {
		slices.Sort(d.p)
	}
}

// below returns a random number from 0 to end-1, all alike.
func below(end *big.Int, random *rand.Rand) *big.Int {
	if end.IsUint64() {
		return new(big.Int).SetUint64(random.Uint64N(end.Uint64()))
	}
	spare := uint(-end.BitLen() & 63)
	words := (end.BitLen() + 63) / 64
	for {
		number := new(big.Int)
		for range words {
			number.Lsh(number, 64)
			number.Or(number, new(big.Int).SetUint64(random.Uint64()))
		}
		if number.Rsh(number, spare); number.Cmp(end) < 0 {
			return number
		}
	}
}
