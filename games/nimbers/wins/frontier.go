package wins

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"enumerate/internal/ints"
)

// byFrontier returns the number of sets of arcs of a trimmed DAG that give the vertices of the two chips the same
// nimber. It returns an error if it would need more than o.Memory bytes.
//
// Each step gives one vertex its nimber. A vertex is live while a later vertex may have an arc to it. A state has the
// nimbers of the live vertices. The count of a state is the number of sets of arcs from the vertices so far that lead
// to this state. Two rules keep the number of states small. All nimbers of a vertex that make no difference any more
// count as one. The nimbers of twins, live vertices to which the same later vertices have an arc, are sorted.
func byFrontier(ctx context.Context, steps []step, o Options) (*big.Int, error) {
	now := newLayer()
	now.add(nil, big.NewInt(1))

	all := 1.0 // an upper bound of the work: each state is added and expanded
	for _, s := range steps {
		all += 2 * float64(s.states)
	}

	done, before, arcs := 0.0, 1.0, 0
	for _, s := range steps {
		arcs += s.arcs

		next := newLayer()
		e := &expander{ends: make([]int, int(s.void)+1), key: make([]byte, len(s.from))}
		work := before + float64(s.states)
		each := int64(stateBytes + len(s.from) + arcs/8)

		for i, key := range now.keys {
			if i%1024 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if o.Share != nil {
					o.Share((done + work*float64(i)/float64(len(now.keys))) / all)
				}
			}
			e.expand(s, key, now.counts[i], next)
			if int64(len(now.keys)+len(next.keys))*each > o.Memory {
				return nil, fmt.Errorf("frontier: more than %d states at a time do not fit into %d MiB", len(next.keys), o.Memory>>20)
			}
		}

		done, before = done+work, float64(s.states)
		now = next
	}

	if len(now.counts) == 0 {
		return new(big.Int), nil // the chips never have the same nimber
	}
	return now.counts[0], nil
}

// An expander has the buffers for one step.
type expander struct {
	ends          []int // ends[g] is the number of arcs from the vertex to vertices of nimber g
	key           []byte
	ways, product big.Int
}

// expand makes one step from one state: it gives the vertex of step s each nimber that it may get, and adds the states
// that follow to the layer `next`. The argument count is the number of sets of arcs, from the vertices so far, that
// lead to the given state.
//
// Let a[g] be the number of possible arcs from the vertex to vertices of nimber g (e.ends[g]). The vertex gets the
// nimber g if it has at least one arc to a vertex of each smaller nimber, which are (2^a[0] - 1) … (2^a[g-1] - 1) ways,
// and none to a vertex of nimber g; its arcs to vertices of greater nimbers are free.
func (e *expander) expand(s step, state string, count *big.Int, next *layer) {
	// Nimbers from s.void on make no difference to the vertex.
	clear(e.ends)
	e.ends[0] = s.sinks
	for _, place := range s.ends {
		if g := state[place]; g < s.void {
			e.ends[g]++
		}
	}

	e.ways.Set(count) // the count times the product (2^a[0] - 1) … (2^a[g-1] - 1)
	free := s.arcs    // becomes the number of arcs to vertices of greater nimbers than g
	for g := 0; ; g++ {
		free -= e.ends[g]
		if e.wanted(s, state, g) {
			next.add(e.after(s, state, g), e.product.Lsh(&e.ways, uint(free)))
		}
		if e.ends[g] == 0 {
			return // a larger nimber than g would need an arc to a vertex of nimber g
		}
		e.product.Lsh(&e.ways, uint(e.ends[g]))
		e.ways.Sub(&e.product, &e.ways)
	}
}

// wanted reports whether the vertex of step s may get nimber g after the given state. Both chips must get the same
// nimber. So vertex 0, that of the upper chip, which comes last, may only get the nimber of the lower chip's vertex,
// which is 0 if that vertex has no arcs.
func (e *expander) wanted(s step, state string, g int) bool {
	if s.vertex != 0 {
		return true
	}
	if s.lower < 0 {
		return g == 0
	}
	return g == int(state[s.lower])
}

// after returns the state after step s, in which the vertex of the step gets nimber g. The parameter state is the state
// before the step. A state has a byte for each vertex whose nimber still matters: this nimber. In the state before, the
// byte i was at s.from[i]. Nimbers of s.most[i] or more all have the same effect on later vertices, so they become
// s.most[i]. The nimbers of twins, to which the same later vertices have an arc, are sorted. The result is valid until
// the next call.
func (e *expander) after(s step, state string, g int) []byte {
	for i, from := range s.from {
		nimber := uint8(g) // of the vertex of the step, for which from is -1
		if from >= 0 {
			nimber = state[from]
		}
		e.key[i] = min(nimber, s.most[i])
	}
	for _, t := range s.twins {
		slices.Sort(e.key[t.first:t.end])
	}
	return e.key
}

// A layer is a map from states to counts in the order in which they were added.
type layer struct {
	at     map[string]int
	keys   []string
	counts []*big.Int
}

// stateBytes is about the number of bytes that a state of a layer takes, besides the state itself and its count.
const stateBytes = 160

func newLayer() *layer { return &layer{at: make(map[string]int)} }

// add adds a number to the count of a state.
func (l *layer) add(state []byte, count *big.Int) {
	i, known := l.at[string(state)]
	if !known {
		i = len(l.keys)
		l.keys, l.counts = append(l.keys, string(state)), append(l.counts, new(big.Int))
		l.at[l.keys[i]] = i
	}
	l.counts[i].Add(l.counts[i], count)
}

// mostLive is the largest number of vertices that may be live at a time, feasible only if they hardly differ.
const mostLive = 1 << 10

// mostNimber is the largest nimber that a vertex may have. A byte can also hold the next number.
const mostNimber = 253

// A step of the method Frontier gives one vertex its nimber. A state has a byte for each live vertex, one whose nimber
// still matters: this nimber. The index of the byte is called the vertex's place.
type step struct {
	vertex int
	arcs   int   // the number of arcs from the vertex
	ends   []int // the places of those ends of its arcs that are live
	sinks  int   // the number of its other ends, which have nimber 0
	void   uint8 // the nimbers of ends from this one on make no difference
	lower  int   // the place of the lower chip, or -1

	from   []int   // from[i] is the place before the step of what is at place i after it, or -1 for the vertex
	most   []uint8 // most[i] stands for all nimbers above it at place i
	twins  []span  // the places of each group of twins
	states uint64  // an upper bound of the number of states after the step
}

// A span is the places from first to end-1.
type span struct{ first, end int }

// A layout has the data known before a step while the steps of an order are made.
type layout struct {
	t       trimmed
	largest []int   // the largest nimber of each vertex; see largestNimbers
	later   [][]int // later[u] has the vertices with an arc to u that have no nimber yet, the next one last
	live    []int   // live[i] is the live vertex at place i
	place   []int   // place[u] is the place of u, or -1 if u is not live
}

// layOut returns the steps of a count that gives the vertices of the trimmed DAG t their nimbers in the given order. If
// more than mostLive vertices are live at a time, whose nimbers are given and still matter, the count is not feasible,
// and layOut returns nil. The argument largest has the largest nimber of each vertex.
func layOut(ctx context.Context, t trimmed, order, largest []int) ([]step, error) {
	l := newLayout(t, order, largest)
	all := make([]step, 0, len(order))
	for _, v := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := l.newStep(v)
		l.updateLive(v)
		if len(l.live) > mostLive {
			return nil, nil
		}
		l.arrange(&s)
		all = append(all, s)
	}
	return all, nil
}

// newLayout returns the layout before the first step of an order. The list later[u] has the vertices with an arc to u,
// in the reverse of the order, so that a vertex that gets its nimber is at the end and can be cut off.
func newLayout(t trimmed, order, largest []int) *layout {
	n := len(t.out)
	l := &layout{t: t, largest: largest, later: make([][]int, n), place: slices.Repeat([]int{-1}, n)}
	for _, v := range slices.Backward(order) {
		for _, u := range t.out[v] {
			l.later[u] = append(l.later[u], v)
		}
	}
	return l
}

// newStep begins the step that gives vertex v its nimber. It sets the fields that do not depend on the places after the
// step; the method arrange sets the others. Ends without arcs always have nimber 0 and are only counted.
func (l *layout) newStep(v int) step {
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

// updateLive updates l.live, the vertices whose nimbers still matter, after vertex v gets its nimber: it adds v, and
// removes the vertices to which no later vertex has an arc. The lower chip's vertex stays until vertex 0, that of the
// upper chip, has its nimber, because the two are compared.
func (l *layout) updateLive(v int) {
	for _, u := range l.t.out[v] {
		l.later[u] = l.later[u][:len(l.later[u])-1]
	}
	l.live = append(l.live, v)
	l.live = slices.DeleteFunc(l.live, func(u int) bool {
		return len(l.later[u]) == 0 && (u != l.t.lower || v == 0)
	})
}

// arrange completes step s, after which l.live are the live vertices, those whose nimbers still matter. It sorts them
// such that twins, to which the same later vertices have an arc, are side by side, gives each the index in this order
// as its new place in the states, and sets s.from, s.most, s.twins and s.states.
func (l *layout) arrange(s *step) {
	slices.SortFunc(l.live, func(a, b int) int { return cmp.Or(l.compare(a, b), cmp.Compare(a, b)) })
	s.states = 1
	for first := 0; first < len(l.live); { // each group of twins, or a single vertex
		u, end, most := l.live[first], first, 0 // the twins of u are at the places from first to end-1
		for ; end < len(l.live) && l.compare(u, l.live[end]) == 0; end++ {
			most = max(most, l.largest[l.live[end]])
		}
		most = min(most, voidFor(l.t, u, l.later[u], l.largest))
		s.most = append(s.most, slices.Repeat([]uint8{uint8(most)}, end-first)...)
		if end-first > 1 {
			s.twins = append(s.twins, span{first, end})
		}
		// The nimbers of a group of twins are a multiset of end-first numbers from 0 to most.
		s.states = ints.SaturatingMul(s.states, ints.SaturatingBinomial(uint64(end-first+most), uint64(most)))
		first = end
	}

	for _, u := range l.live {
		s.from = append(s.from, l.place[u])
	}
	for _, u := range l.t.out[s.vertex] {
		l.place[u] = -1 // a vertex that is still live gets its place below
	}
	for i, u := range l.live {
		l.place[u] = i
	}
}

// compare is the order in which live vertices have their places in a state. Any order will do in which vertices are
// equal iff they are the same or twins: the same later vertices have an arc to both, and neither has the lower chip.
func (l *layout) compare(a, b int) int {
	switch {
	case a == b:
		return 0
	case a == l.t.lower:
		return -1
	case b == l.t.lower:
		return 1
	}
	return slices.Compare(l.later[a], l.later[b])
}

// voidFor returns a bound for a vertex u: all its nimbers from the bound on have the same effect. The nimber of u
// matters to the vertices v in later, which have an arc to u and no nimber yet. If it is at least largest[v], the
// largest nimber that v can have, it does not change the nimber of v (see largestNimbers).
//
// If u is the vertex of the lower chip, its nimber is compared with that of the upper chip, on vertex 0, so the bound
// must be larger than any nimber of the upper chip.
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
