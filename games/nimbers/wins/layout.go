package wins

import (
	"cmp"
	"context"
	"slices"

	"enumerate/internal/wide"
)

// mostLive is how many vertices may be live at a time. So many are feasible only if they
// hardly differ.
const mostLive = 1 << 10

// mostNimber is the largest nimber of a vertex; one more fits into a byte as well.
const mostNimber = 253

// A step gives one vertex its nimber. What is known before it is one byte for each live
// vertex, its place, and the same after it.
type step struct {
	vertex int
	arcs   int   // from the vertex
	ends   []int // places of ends of its arcs
	sinks  int   // further ends, which have nimber 0
	void   uint8 // nimbers of ends from this one on make no difference
	lower  int   // the lower chip's place, or -1

	from   []int   // the places afterwards: which place was it, -1 for the vertex
	most   []uint8 // nimbers above count as this one
	twins  []span  // places of two and more vertices that can be exchanged
	states uint64  // how many there are afterwards, at most
}

// A span is places from first up to but not including end.
type span struct{ first, end int }

// A layout says what has to be known on the way through an order.
type layout struct {
	t       trimmed
	largest []int   // nimbers; see largestNimbers
	later   [][]int // of each vertex: those with an arc to it, the last one first
	left    []int   // how many of these have no nimber yet: that many, from the front
	live    []int   // by place
	place   []int   // of a live vertex; -1 of others
}

// layOut returns the steps of an order, nil if more than mostLive vertices are live.
func layOut(ctx context.Context, t trimmed, order, largest []int) ([]step, error) {
	l := newLayout(t, order, largest)
	all := make([]step, 0, len(order))
	for _, v := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := l.reads(v)
		l.gives(v)
		if len(l.live) > mostLive {
			return nil, nil
		}
		l.arrange(&s)
		all = append(all, s)
	}
	return all, nil
}

// newLayout returns the layout before the first step.
func newLayout(t trimmed, order, largest []int) *layout {
	n := len(t.out)
	l := &layout{t: t, largest: largest}
	l.later, l.left, l.place = make([][]int, n), make([]int, n), make([]int, n)
	for _, v := range slices.Backward(order) {
		for _, u := range t.out[v] {
			l.later[u] = append(l.later[u], v)
		}
	}
	for v := range n {
		l.left[v], l.place[v] = len(l.later[v]), -1
	}
	return l
}

// reads returns the step that gives v its nimber, with what it reads.
func (l *layout) reads(v int) step {
	s := step{vertex: v, arcs: len(l.t.out[v]), void: uint8(l.largest[v]), lower: l.place[l.t.lower]}
	for _, u := range l.t.out[v] {
		if len(l.t.out[u]) == 0 {
			s.sinks++
		} else {
			s.ends = append(s.ends, l.place[u])
		}
	}
	return s
}

// gives makes the live vertices those after v has its nimber. New ones have no place yet.
func (l *layout) gives(v int) {
	for _, u := range l.t.out[v] {
		l.left[u]--
	}
	l.live = append(l.live, v)
	l.live = slices.DeleteFunc(l.live, func(u int) bool {
		return l.left[u] == 0 && (u != l.t.lower || v == 0)
	})
}

// arrange sorts the live vertices, twins side by side, gives them places, and completes
// the step.
func (l *layout) arrange(s *step) {
	slices.SortFunc(l.live, func(a, b int) int { return cmp.Or(l.compare(a, b), cmp.Compare(a, b)) })
	s.states = 1
	for first := 0; first < len(l.live); {
		u, end, most := l.live[first], first, 0
		for ; end < len(l.live) && l.compare(u, l.live[end]) == 0; end++ {
			most = max(most, l.largest[l.live[end]])
		}
		most = min(most, voidFor(l.t, u, l.later[u][:l.left[u]], l.largest))
		for range end - first {
			s.most = append(s.most, uint8(most))
		}
		if end-first > 1 {
			s.twins = append(s.twins, span{first, end})
		}
		// Multisets of end-first nimbers up to most.
		s.states = wide.SaturatingMul(s.states, wide.SaturatingBinomial(uint64(end-first+most), uint64(most)))
		first = end
	}
	for _, u := range l.live {
		s.from = append(s.from, l.place[u])
	}
	for _, u := range l.t.out[s.vertex] {
		l.place[u] = -1 // if it is still live it gets its place again
	}
	for i, u := range l.live {
		l.place[u] = i
	}
}

// compare orders live vertices, the lower chip first. It returns 0 iff they are twins:
// the same vertices without a nimber have an arc to them, and neither is the lower chip.
func (l *layout) compare(a, b int) int {
	switch {
	case a == b:
		return 0
	case a == l.t.lower:
		return -1
	case b == l.t.lower:
		return 1
	}
	return slices.Compare(l.later[a][:l.left[a]], l.later[b][:l.left[b]])
}

// voidFor returns a number from which on the nimbers of u make no difference to the given
// vertices, which have an arc to it, and, if u is the lower chip, to the upper one.
func voidFor(t trimmed, u int, later, largest []int) int {
	least := 0
	for _, v := range later {
		least = max(least, largest[v])
	}
	if u == t.lower {
		least = max(least, largest[0]+1)
	}
	return least
}
