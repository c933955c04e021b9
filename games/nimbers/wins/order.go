package wins

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"enumerate/internal/wide"
)

// plan returns the steps of the best order among a few. The error of a DAG without one
// names the limit: mostLive live vertices, or nimbers up to mostNimber.
func plan(ctx context.Context, t trimmed) ([]step, error) {
	largest := largestNimbers(t.out)
	if most := slices.Max(largest); most > mostNimber {
		return nil, fmt.Errorf("frontier: a vertex may have the nimber %d, want at most %d", most, mostNimber)
	}
	nimbers := make([]int, len(t.out))
	for v := range nimbers {
		nimbers[v] = 1 + min(largest[v], voidFor(t, v, t.in[v], largest))
	}
	var best []step
	for _, look := range []int{1, 2, 4, 32} {
		order, err := newSearch(t, nimbers, look).order(ctx)
		if err != nil {
			return nil, err
		}
		steps, err := layOut(ctx, t, order, largest)
		if err != nil {
			return nil, err
		}
		if steps != nil && (best == nil || total(steps) < total(best)) {
			best = steps
		}
	}
	if best == nil {
		return nil, fmt.Errorf("frontier: want at most %d vertices that wait for others at a time", mostLive)
	}
	return best, nil
}

// total returns how many states there are in all steps, at most; most returns how many
// there are at a time.
func total(steps []step) uint64 {
	var sum uint64
	for _, s := range steps {
		sum = wide.SaturatingAdd(sum, s.states)
	}
	return sum
}

func most(steps []step) uint64 {
	var most uint64
	for _, s := range steps {
		most = max(most, s.states)
	}
	return most
}

// largestNimbers returns the largest nimber that each vertex can have in any set of arcs,
// or a number above it: a vertex has nimber g only if g different ends of its arcs can
// have the nimbers 0..g-1. Vertices are numbered so that arcs lead to larger ones.
//
// From that number on, L, it makes no difference to the vertex which nimber an end of its
// arcs has: the arc may be in the set or not. For an arc to a vertex of nimber x makes a
// difference only if the others give the vertex nimber x; with it the vertex has a larger
// one, so that x < L.
func largestNimbers(out [][]int) []int {
	largest := make([]int, len(out))
	var ends []int
	for v := len(out) - 1; v >= 0; v-- {
		ends = ends[:0]
		for _, u := range out[v] {
			ends = append(ends, largest[u])
		}
		slices.Sort(ends)
		for _, nimber := range ends {
			if nimber >= largest[v] {
				largest[v]++
			}
		}
	}
	return largest
}

// A live vertex has a nimber that still matters: a vertex with an arc to it has none yet,
// or it is the lower chip. An order in which to give nimbers has each vertex after the
// ends of its arcs, and the upper chip last; it leaves out vertices without arcs, which
// always have nimber 0. It is good if few vertices are live at a time: the problem of
// vertex separation, with a part of the order given. A count is the same in any.

// A search looks for a good order, vertex by vertex, keeping a few of the best
// beginnings (a beam search). Its measure may be a float: it decides how long a count
// takes, nothing else.
type search struct {
	t     trimmed
	bits  []float64 // log2 of how many nimbers a live vertex can have
	marks []uint64  // random, one for each vertex; two beginnings with one sum are of one set
	width int       // how many beginnings are kept
	look  int       // how many next vertices are tried for each, those of the largest numbers
}

// A beginning of an order.
type beginning struct {
	order []int
	ready []int   // vertices that can come next, in increasing order
	ends  []int32 // of each vertex: ends of arcs that have to come before it
	waits []int32 // of each vertex: those with an arc to it that have not come
	live  float64 // bits of all live vertices
	cost  float64 // how many states there are on the way, at most
	mark  uint64
}

// A candidate is a beginning and what comes next.
type candidate struct {
	from, next int
	live, cost float64
	mark       uint64
}

// newSearch returns a search that looks at so many next vertices, and is as wide as the
// number of vertices leaves time for: with 1000, a tenth of a second. Trying only the
// vertices of the largest numbers keeps a long DAG from being begun everywhere at once;
// trying one goes by number.
func newSearch(t trimmed, nimbers []int, look int) *search {
	n := len(t.out)
	s := &search{t: t, bits: make([]float64, n), marks: make([]uint64, n), look: look}
	for v := range s.bits {
		s.bits[v] = math.Log2(float64(nimbers[v]))
		s.marks[v] = scatter(uint64(v))
	}
	s.width = max(1, min(64, 20_000/n))
	return s
}

// scatter returns a random-looking word (the finalizer of SplitMix64).
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// order returns the best order that was found.
func (s *search) order(ctx context.Context) ([]int, error) {
	first := s.begin()
	all := []*beginning{first}
	todo := 0
	for v := 1; v < len(s.t.out); v++ {
		if len(s.t.out[v]) > 0 {
			todo++
		}
	}
	var candidates []candidate
	for range todo {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		candidates = candidates[:0]
		for i, b := range all {
			for _, v := range b.ready[max(0, len(b.ready)-s.look):] {
				candidates = append(candidates, s.candidate(i, b, v))
			}
		}
		slices.SortFunc(candidates, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.live, b.live),
				cmp.Compare(a.from, b.from), cmp.Compare(a.next, b.next))
		})
		all = s.advance(all, s.best(candidates))
	}
	return append(all[0].order, 0), nil
}

// begin returns the empty beginning.
func (s *search) begin() *beginning {
	n := len(s.t.out)
	b := &beginning{ends: make([]int32, n), waits: make([]int32, n)}
	for v := range n {
		b.waits[v] = int32(len(s.t.in[v]))
		for _, u := range s.t.out[v] {
			if len(s.t.out[u]) > 0 {
				b.ends[v]++
			}
		}
		if v > 0 && b.ends[v] == 0 && len(s.t.out[v]) > 0 {
			b.ready = append(b.ready, v)
		}
	}
	return b
}

// candidate returns what becomes of beginning b, the i-th, if v comes next.
func (s *search) candidate(i int, b *beginning, v int) candidate {
	live := b.live + s.bits[v]
	cost := b.cost + math.Exp2(live)
	for _, u := range s.t.out[v] {
		if b.waits[u] == 1 && u != s.t.lower && len(s.t.out[u]) > 0 {
			live -= s.bits[u]
		}
	}
	return candidate{i, v, live, cost + math.Exp2(live), b.mark + s.marks[v]}
}

// best returns the best candidates, one of each set of vertices. They must be sorted.
func (s *search) best(sorted []candidate) []candidate {
	seen := make(map[uint64]bool, s.width)
	best := make([]candidate, 0, s.width)
	for _, c := range sorted {
		if !seen[c.mark] {
			seen[c.mark] = true
			best = append(best, c)
		}
		if len(best) == s.width {
			break
		}
	}
	return best
}

// advance returns the beginnings that the candidates are. One that leads to a single
// candidate becomes it, others are copied, into those that lead to none.
func (s *search) advance(all []*beginning, chosen []candidate) []*beginning {
	uses := make([]int, len(all))
	for _, c := range chosen {
		uses[c.from]++
	}
	var spare []*beginning
	for i, b := range all {
		if uses[i] == 0 {
			spare = append(spare, b)
		}
	}
	next := make([]*beginning, 0, len(chosen))
	for _, c := range chosen {
		b := all[c.from]
		if uses[c.from]--; uses[c.from] > 0 {
			copied := new(beginning)
			if len(spare) > 0 {
				copied, spare = spare[len(spare)-1], spare[:len(spare)-1]
			}
			copied.become(b)
			b = copied
		}
		s.append(b, c)
		next = append(next, b)
	}
	return next
}

// become makes b a copy of another beginning, which shares nothing with it.
func (b *beginning) become(other *beginning) {
	old := *b
	*b = *other
	b.order = append(old.order[:0], other.order...)
	b.ready = append(old.ready[:0], other.ready...)
	b.ends = append(old.ends[:0], other.ends...)
	b.waits = append(old.waits[:0], other.waits...)
}

// append makes b the candidate c, which comes from it.
func (s *search) append(b *beginning, c candidate) {
	v := c.next
	b.order = append(b.order, v)
	b.live, b.mark = c.live, c.mark
	b.cost = c.cost - math.Exp2(c.live) // that was a look ahead
	at, _ := slices.BinarySearch(b.ready, v)
	b.ready = slices.Delete(b.ready, at, at+1)
	for _, u := range s.t.out[v] {
		b.waits[u]--
	}
	for _, w := range s.t.in[v] {
		if b.ends[w]--; b.ends[w] == 0 && w > 0 {
			at, _ := slices.BinarySearch(b.ready, w)
			b.ready = slices.Insert(b.ready, at, w)
		}
	}
}
