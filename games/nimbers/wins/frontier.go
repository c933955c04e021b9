package wins

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"math/big"
	"math/bits"
	"slices"

	"enumerate/internal/wide"
)

// byFrontier returns the number of sets of arcs that give the chips the same nimber, of
// a trimmed DAG, and needs no more than o.Memory bytes, or returns an error.
//
// Vertices get their nimbers one after the other. A state is the nimbers of the live
// ones, those that still matter; its count is how many sets of the arcs so far lead to
// it. A vertex with r arcs, a[j] of them to vertices of nimber j, gets nimber g from
//
//	(2^a[0] - 1) … (2^a[g-1] - 1) 2^(r - a[0] - … - a[g])
//
// sets of its arcs. Nimbers that make no difference any more count as one, and those of
// twins, live vertices to which the same vertices will have an arc, are sorted.
func byFrontier(ctx context.Context, steps []step, o Options) (*big.Int, error) {
	now, next := new(layer), new(layer)
	now.reset(0, 1)
	now.at(nil)[0] = 1
	arcs := 0
	var e expander
	all := 1.0 // states that there can be, each of which is added and expanded
	for _, s := range steps {
		all += 2 * float64(s.states)
	}
	done, before := 0.0, 1.0
	for _, s := range steps {
		arcs += s.arcs
		next.reset(len(s.from), arcs/64+1)
		e.prepare(s)
		work := before + float64(s.states)
		for i := range now.states {
			if i%1024 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if o.Share != nil {
					o.Share((done + work*float64(i)/float64(now.states)) / all)
				}
			}
			e.expand(s, now.key(i), now.count(i), next)
			if used := now.bytes() + next.bytes(); used > o.Memory {
				return nil, fmt.Errorf("frontier: more than %d states at a time, want at most what fits into %d MiB", next.states, o.Memory>>20)
			}
		}
		done, before = done+work, float64(s.states)
		now, next = next, now
	}
	equal := new(big.Int)
	if now.states == 0 {
		return equal, nil // the chips never have the same nimber
	}
	count := now.count(0)
	for i := len(count) - 1; i >= 0; i-- {
		equal.Lsh(equal, 64).Or(equal, new(big.Int).SetUint64(count[i]))
	}
	return equal, nil
}

// An expander has the buffers of a step.
type expander struct {
	ends   []int // by nimber: how many ends have it
	key    []byte
	ways   []uint64 // the product (2^a[0] - 1) … (2^a[g-1] - 1)
	weight []uint64 // that times the power of two
}

// prepare makes the buffers large enough for a step.
func (e *expander) prepare(s step) {
	e.ends = make([]int, int(s.void)+1)
	e.key = make([]byte, len(s.from))
	e.ways = make([]uint64, s.arcs/64+1)
	e.weight = make([]uint64, s.arcs/64+1)
}

// expand adds what becomes of a state to the next layer.
func (e *expander) expand(s step, state []byte, count []uint64, next *layer) {
	clear(e.ends)
	e.ends[0] = s.sinks
	for _, place := range s.ends {
		if g := state[place]; g < s.void {
			e.ends[g]++
		}
	}
	clear(e.ways)
	e.ways[0] = 1
	free := s.arcs
	for g := 0; ; g++ {
		free -= e.ends[g]
		if e.wanted(s, state, g) {
			shiftLeft(e.weight, e.ways, free)
			addProduct(next.at(e.after(s, state, g)), count, e.weight)
		}
		if e.ends[g] == 0 {
			return // a larger nimber would need an arc to a vertex of nimber g
		}
		shiftLeft(e.weight, e.ways, e.ends[g])
		subtract(e.weight, e.ways)
		e.ways, e.weight = e.weight, e.ways
	}
}

// wanted says whether the vertex may have nimber g: the upper chip only that of the lower
// one, which is 0 if the lower one has no arcs.
func (e *expander) wanted(s step, state []byte, g int) bool {
	if s.vertex != 0 {
		return true
	}
	if s.lower < 0 {
		return g == 0
	}
	return g == int(state[s.lower])
}

// after returns the state after the step, when the vertex gets nimber g.
func (e *expander) after(s step, state []byte, g int) []byte {
	for i, from := range s.from {
		nimber := uint8(g)
		if from >= 0 {
			nimber = state[from]
		}
		e.key[i] = min(nimber, s.most[i])
	}
	for _, t := range s.twins {
		insertionSort(e.key[t.first:t.end])
	}
	return e.key
}

// insertionSort sorts nimbers, which are nearly sorted.
func insertionSort(a []byte) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

// shiftLeft makes z be x 2^by, which must fit. Both have the same number of words.
func shiftLeft(z, x []uint64, by int) {
	words, shift := by/64, by%64
	for i := len(z) - 1; i >= 0; i-- {
		z[i] = 0
		if j := i - words; j >= 0 {
			z[i] = x[j] << shift
			if j > 0 {
				z[i] |= x[j-1] >> (64 - shift)
			}
		}
	}
}

// subtract makes z be z - x, for x <= z.
func subtract(z, x []uint64) {
	var borrow uint64
	for i := range z {
		z[i], borrow = bits.Sub64(z[i], x[i], borrow)
	}
}

// A layer is a map from states to counts. A state is a given number of bytes, a count a
// given number of words, the lowest first. States stay in the order in which they came.
type layer struct {
	width  int // bytes of a state
	words  int // words of a count
	states int
	keys   []byte
	counts []uint64
	slots  []uint32 // 1 + which state, 0 if free: open addressing, at most half full
	seed   maphash.Seed
}

// reset makes l an empty layer of states and counts of a given size.
func (l *layer) reset(width, words int) {
	if l.slots == nil {
		l.seed = maphash.MakeSeed() // says where states are found, not in which order they are
		l.slots = make([]uint32, 64)
	}
	l.width, l.words, l.states = width, words, 0
	l.keys, l.counts = l.keys[:0], l.counts[:0]
	clear(l.slots)
}

// key returns the i-th state, count its count.
func (l *layer) key(i int) []byte     { return l.keys[i*l.width : (i+1)*l.width] }
func (l *layer) count(i int) []uint64 { return l.counts[i*l.words : (i+1)*l.words] }

// bytes returns how much memory the layer takes.
func (l *layer) bytes() int64 {
	return int64(cap(l.keys)) + 8*int64(cap(l.counts)) + 4*int64(cap(l.slots))
}

// at returns the count of a state, 0 if it is new.
func (l *layer) at(key []byte) []uint64 {
	for i := l.slot(key); ; i = (i + 1) & (len(l.slots) - 1) {
		s := l.slots[i]
		if s == 0 {
			return l.add(i, key)
		}
		if bytes.Equal(l.key(int(s)-1), key) {
			return l.count(int(s) - 1)
		}
	}
}

// slot returns where a state would be if no other were there.
func (l *layer) slot(key []byte) int {
	return int(maphash.Bytes(l.seed, key) & uint64(len(l.slots)-1))
}

// add puts a new state into a free slot.
func (l *layer) add(slot int, key []byte) []uint64 {
	l.keys = append(l.keys, key...)
	for range l.words {
		l.counts = append(l.counts, 0)
	}
	l.states++
	l.slots[slot] = uint32(l.states)
	if 2*l.states > len(l.slots) {
		l.grow()
	}
	return l.count(l.states - 1)
}

// grow doubles the slots.
func (l *layer) grow() {
	l.slots = make([]uint32, 2*len(l.slots))
	for s := range l.states {
		i := l.slot(l.key(s))
		for l.slots[i] != 0 {
			i = (i + 1) & (len(l.slots) - 1)
		}
		l.slots[i] = uint32(s + 1)
	}
}

// addProduct adds a times b to sum, which must have room for it.
func addProduct(sum, a, b []uint64) {
	for i, y := range b {
		if y == 0 {
			continue
		}
		var carry uint64
		for j, x := range a {
			if i+j == len(sum) {
				break // x and what follows is 0
			}
			hi, lo := bits.Mul64(x, y)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			sum[i+j], c = bits.Add64(sum[i+j], lo, 0)
			carry = hi + c
		}
		for j := i + len(a); carry != 0; j++ {
			sum[j], carry = bits.Add64(sum[j], carry, 0)
		}
	}
}

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
