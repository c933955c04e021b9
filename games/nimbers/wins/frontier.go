package wins

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"enumerate/internal/excess"
	"enumerate/internal/ints"
)

// byFrontier returns the number of sets of arcs of a trimmed DAG that give the chips the same nimber. It returns an
// error if it would need more than o.Memory bytes.
//
// Each step gives one vertex its nimber. A vertex is live while a later vertex may have an arc to it. A state has the
// nimbers of the live vertices; its count is the number of sets of arcs from the vertices so far that lead to it. Two
// rules keep the number of states small. All nimbers of a vertex that make no difference any more count as one. The
// nimbers of twins, live vertices to which the same later vertices have an arc, are sorted.
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
				return nil, excess.Memory(uint64(o.Memory), "frontier: more than %d states at a time are too many", len(next.keys))
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

// An expander makes the states after a step, in which one vertex gets its nimber.
type expander struct {
	ends          []int // ends[g] is the number of arcs from the vertex to vertices of nimber g
	key           []byte
	ways, product big.Int
}

// expand gives the vertex of step s each nimber that it may get, and adds the states that follow to the layer `next`. A
// state has the nimbers of the vertices that still matter.
//
// Let a[g] be the number of possible arcs from the vertex to vertices of nimber g (e.ends[g]). The vertex gets the
// nimber g if it has an arc to a vertex of each smaller nimber, which are (2^a[0] - 1) … (2^a[g-1] - 1) ways, and none
// to a vertex of nimber g; its arcs to vertices of greater nimbers are free.
func (e *expander) expand(s step, state string, count *big.Int, next *layer) {
	clear(e.ends)
	e.ends[0] = s.sinks
	for _, place := range s.ends {
		if g := state[place]; g < s.void { // nimbers from void on make no difference to the vertex
			e.ends[g]++
		}
	}

	e.ways.Set(count) // the count times the product (2^a[0] - 1) … (2^a[g-1] - 1)
	free := s.arcs    // becomes the number of arcs to vertices of greater nimbers than g
	for g := 0; ; g++ {
		free -= e.ends[g]
		if e.allowsNimber(s, state, g) {
			next.add(e.after(s, state, g), e.product.Lsh(&e.ways, uint(free)))
		}
		if e.ends[g] == 0 {
			return // a larger nimber than g would need an arc to a vertex of nimber g
		}
		e.product.Lsh(&e.ways, uint(e.ends[g]))
		e.ways.Sub(&e.product, &e.ways)
	}
}

// allowsNimber reports whether the vertex of step s may get nimber g. Only vertex 0, the upper chip's, is restricted.
// It comes last and must get the nimber of the lower chip's vertex, because sets of arcs that give both chips the same
// nimber are counted. If the lower chip's vertex has no arcs, its nimber is always 0, and the state does not store it
// (s.lower < 0).
func (e *expander) allowsNimber(s step, state string, g int) bool {
	if s.vertex != 0 {
		return true
	}
	if s.lower < 0 {
		return g == 0
	}
	return g == int(state[s.lower])
}

// after returns the state after step s, in which its vertex gets nimber g. Nimbers above s.most[i] have the same effect
// as s.most[i] from now on, and are replaced by it. The nimbers of twins, vertices to which the same later vertices
// have an arc, are sorted, because they are interchangeable. The result is valid until the next call.
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

// A layer is a map from states, the nimbers of the vertices that still matter, to counts. It keeps the order in which
// the states were added.
type layer struct {
	at     map[string]int
	keys   []string
	counts []*big.Int
}

// stateBytes is about the number of bytes that a state takes besides itself and its count.
const stateBytes = 160

func newLayer() *layer { return &layer{at: make(map[string]int)} }

func (l *layer) add(state []byte, count *big.Int) {
	i, found := l.at[string(state)]
	if !found {
		i = len(l.keys)
		l.keys, l.counts = append(l.keys, string(state)), append(l.counts, new(big.Int))
		l.at[l.keys[i]] = i
	}
	l.counts[i].Add(l.counts[i], count)
}

// mostLive is the largest number of live vertices: those to which a later vertex may have an arc. A state is a list of
// their nimbers. With so many, the number of states is feasible only if nearly all live vertices are twins, to which
// the same later vertices have an arc. Twins are interchangeable, so a state needs only the number of twins with each
// nimber.
const mostLive = 1 << 10

// mostNimber is the largest nimber that a vertex may have; a byte can hold it and the next number.
const mostNimber = 253

// A step of the method Frontier gives one vertex its nimber. A state has a byte for each live vertex: its nimber. The
// index of the byte is the vertex's place.
type step struct {
	vertex int
	arcs   int   // the number of arcs from the vertex
	ends   []int // the places of those ends of its arcs that are live
	sinks  int   // the number of its other ends, which have nimber 0
	void   uint8 // if an end has this nimber or a greater one, its exact nimber makes no difference
	lower  int   // the place of the lower chip's vertex, or -1 if it is not live

	from   []int   // from[i] is the place that the vertex at place i had before the step, or -1 for the step's vertex
	most   []uint8 // most[i] stands for all nimbers above it at place i
	twins  []span  // the places of each group of twins: the same later vertices have arcs to them
	states uint64  // an upper bound of the number of states after the step
}

type span struct{ first, end int }

// A layout has the data that layOut keeps between two steps while it makes the steps for an order of the vertices. A
// vertex is live while a later one may have an arc to it.
type layout struct {
	t       trimmedDAG
	largest []int   // the largest nimber of each vertex; see largestNimbers
	later   [][]int // later[u] has the vertices with an arc to u that have no nimber yet, the next one last
	live    []int   // live[i] is the live vertex at place i
	place   []int   // place[u] is the place of u, the index of its nimber in a state, or -1 if u is not live
}

// layOut returns the steps that give the vertices their nimbers in the given order, or nil if more than mostLive
// vertices are live (a later one may have an arc to them) at a time. The argument largest has the largest nimber of
// each vertex.
func layOut(ctx context.Context, t trimmedDAG, order, largest []int) ([]step, error) {
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

// newLayout returns the layout before the first step. The list later[u] has the vertices with an arc to u that have no
// nimber yet. Vertices get their nimbers in the argument's order, and the list has the reverse order: so the next
// vertex to get its nimber is last, and updateLive only cuts off the end of the list.
func newLayout(t trimmedDAG, order, largest []int) *layout {
	n := len(t.out)
	l := &layout{t: t, largest: largest, later: make([][]int, n), place: slices.Repeat([]int{-1}, n)}
	for _, v := range slices.Backward(order) {
		for _, u := range t.out[v] {
			l.later[u] = append(l.later[u], v)
		}
	}
	return l
}

// newStep returns the step that gives vertex v its nimber, without the fields about the state after the step, which
// arrange sets. Of the other fields:
//
//   - ends: the places of those ends of v's arcs that have arcs themselves. The place of a vertex is the index of its
//     nimber in a state.
//   - sinks: the number of ends without arcs. They always have nimber 0, so a state does not store it.
//   - void: a bound of the nimbers that v can get. An arc from v to a vertex with this nimber or a greater one makes no
//     difference to v's nimber (see largestNimbers).
//   - lower: the place of the vertex of the lower chip. Its nimber is compared with that of the upper chip's vertex.
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

// updateLive updates l.live, the vertices to which later ones may have an arc, after vertex v gets its nimber. The
// vertex of one chip, called lower, stays live until vertex 0, that of the other chip, has its nimber, because the two
// nimbers are compared.
func (l *layout) updateLive(v int) {
	for _, u := range l.t.out[v] {
		l.later[u] = l.later[u][:len(l.later[u])-1]
	}
	l.live = append(l.live, v)
	l.live = slices.DeleteFunc(l.live, func(u int) bool {
		return len(l.later[u]) == 0 && (u != l.t.lower || v == 0)
	})
}

// arrange completes step s. It sorts the vertices that are live after the step such that twins, to which the same later
// vertices have an arc, are side by side, and gives each the index in this order as its new place.
func (l *layout) arrange(s *step) {
	slices.SortFunc(l.live, func(a, b int) int { return cmp.Or(l.compare(a, b), cmp.Compare(a, b)) })
	s.states = 1
	for first := 0; first < len(l.live); { // each group of twins, or a single vertex
		u, end, most := l.live[first], first, 0 // the twins of u are at the places from first to end-1
		for ; end < len(l.live) && l.compare(u, l.live[end]) == 0; end++ {
			most = max(most, l.largest[l.live[end]])
		}
		most = min(most, relevanceBound(l.t, u, l.later[u], l.largest))
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

// compare fixes the order in which a state lists the nimbers of the live vertices, to which later ones may have an arc.
// Only twins may be equal in this order, because their nimbers may be exchanged: the same later vertices have an arc to
// both. The vertex on which the lower chip stands has no twin; compare puts it first.
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

// relevanceBound returns a bound for a vertex u: if the nimber of u is at least this bound, the exact nimber makes no
// difference. The bound is the maximum of these numbers:
//
//   - largest[v] for each vertex v in `later`. These vertices have an arc to u and no nimber yet. The nimber of v is at
//     most largest[v], and nimbers of u from largest[v] on have the same effect on it (see largestNimbers).
//   - largest[0]+1 if the lower chip stands on u. The nimber of u is also compared with that of vertex 0, on which the
//     upper chip stands. All nimbers of u above largest[0] differ from it.
func relevanceBound(t trimmedDAG, u int, later, largest []int) int {
	least := 0
	for _, v := range later {
		least = max(least, largest[v])
	}
	if u == t.lower {
		least = max(least, largest[0]+1)
	}
	return least
}
