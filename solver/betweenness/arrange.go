package betweenness

import (
	"context"
	"math"
	"math/rand/v2"

	"enumerate/internal/bounded"
)

// An arrangement is a line of all players that meets most of some triples. It is
// made without ever looking back.
//
// The last player placed is one whom the fewest triples name. Without it and its
// triples, the one before is chosen in the same way among the players left, and so
// on. So nearly every player has at most one or two triples to meet when it is
// placed. More often than not one place meets both: in large random games the line
// leaves four triples in a hundred unmet.
type arrangement struct {
	line
	in          incidence
	triples     []triple
	unmet       []int32 // the triples that the line does not meet
	gaps        []gap   // of the player that is being placed
	elimination degeneracy
	random      rand.PCG
}

// A gap is where a triple lets a player stand: between two others.
type gap struct{ lo, hi int32 }

// build puts all players in the line. It takes linear time, in which caches matter: 10 µs for
// each of a million players. The same triples always give the same line. When the context ends
// it soon returns the context's error, but not in small games.
func (a *arrangement) build(ctx context.Context, players int, triples []triple) error {
	const pace = 256 // steps of the budget for a player
	budget := bounded.Steps{Context: ctx, Left: bounded.Between}
	a.triples = triples
	a.in.fill(players, triples)
	a.random.Seed(1, 2)
	a.reset(players)
	order, err := a.elimination.order(&budget, players, triples, &a.in)
	if err != nil {
		return err
	}
	for i := len(order) - 1; i >= 0; i-- {
		if err := budget.Spend(pace); err != nil {
			return err
		}
		v := order[i]
		a.findGaps(v)
		switch {
		case len(a.gaps) > 0:
			a.insertAfter(v, a.bestPlace())
		case i == len(order)-1:
			a.insertAfter(v, a.left())
		default:
			a.insertAfter(v, order[i+1+a.below(len(order)-1-i)])
		}
	}
	a.unmet = a.unmet[:0]
	for i, t := range triples {
		if !a.meets(t) {
			a.unmet = append(a.unmet, int32(i))
		}
	}
	return nil
}

// below returns a random number from 0 to n-1. It prefers some numbers by n in 2^32,
// which does no harm.
func (a *arrangement) below(n int) int {
	return int(a.random.Uint64() >> 32 * uint64(n) >> 32)
}

// findGaps finds the gaps for player v: those of its triples whose other players
// stand in the line already.
func (a *arrangement) findGaps(v int32) {
	a.gaps = a.gaps[:0]
	for _, i := range a.in.of(v) {
		t := a.triples[i]
		if (t.end == v || a.holds(t.end)) && (t.middle == v || a.holds(t.middle)) && (t.other == v || a.holds(t.other)) {
			lo, hi := a.gap(t, v)
			a.gaps = append(a.gaps, gap{lo, hi})
		}
	}
}

// manyGaps is the most gaps whose ends are tried as places, so that a player whom
// very many triples name takes linear time too.
const manyGaps = 16

// bestPlace returns the player after whom most gaps are met. One of the places
// inside a gap next to one of its ends is best; of equally good places it takes a
// random one.
func (a *arrangement) bestPlace() int32 {
	best, most, ties := a.left(), -1, 0
	try := func(place int32) {
		lo, hi := a.label[place], a.label[a.next[place]]
		met := 0
		for _, g := range a.gaps {
			if a.label[g.lo] <= lo && hi <= a.label[g.hi] {
				met++
			}
		}
		switch {
		case met > most:
			best, most, ties = place, met, 1
		case met == most:
			if ties++; a.below(ties) == 0 {
				best = place
			}
		}
	}
	for k := range min(len(a.gaps), manyGaps) {
		g := a.gaps[k*len(a.gaps)/min(len(a.gaps), manyGaps)]
		try(g.lo)
		try(a.prev[g.hi])
	}
	return best
}

// A degeneracy takes players away with their triples: always one of the players whom the
// fewest triples left name (Matula and Beck, Smallest-last ordering, 1983).
type degeneracy struct {
	degree  []int32   // of each player, none once it is taken
	gone    []bool    // triples
	waiting [][]int32 // by degree: players, some of whom have another degree by now
	taken   []int32   // players, in this order
}

// order returns the players in the order in which they are taken away. The slice
// is valid until the next call. It takes linear time. It ends with the context of the budget.
func (f *degeneracy) order(budget *bounded.Steps, players int, triples []triple, in *incidence) ([]int32, error) {
	f.degree = resize(f.degree, players)
	f.gone = resize(f.gone, len(triples))
	clear(f.gone)
	for d := range f.waiting {
		f.waiting[d] = f.waiting[d][:0]
	}
	for v := range int32(players) {
		f.put(v, int32(in.degree(v)))
	}
	f.taken = f.taken[:0]
	for d := int32(0); len(f.taken) < players; {
		last := len(f.waiting[d]) - 1
		if last < 0 {
			d++
			continue
		}
		v := f.waiting[d][last]
		f.waiting[d] = f.waiting[d][:last]
		if f.degree[v] != d {
			continue
		}
		if err := budget.Spend(64); err != nil {
			return nil, err
		}
		f.degree[v] = none
		f.taken = append(f.taken, v)
		for _, i := range in.of(v) {
			if f.gone[i] {
				continue
			}
			f.gone[i] = true
			for _, u := range triples[i].players() {
				if f.degree[u] != none {
					f.put(u, f.degree[u]-1)
					d = min(d, f.degree[u])
				}
			}
		}
	}
	return f.taken, nil
}

// put notes the degree of a player.
func (f *degeneracy) put(v, degree int32) {
	for int(degree) >= len(f.waiting) {
		f.waiting = append(f.waiting, nil)
	}
	f.degree[v] = degree
	f.waiting[degree] = append(f.waiting[degree], v)
}

// A line is an order of players into which others can be inserted. It is a linked
// list whose members carry ascending labels, so that two places are compared in one
// step. Where two neighbours have no label left between them, the players around them
// get new labels, enough of them to leave room for many insertions (Bender, Cole,
// Demaine, Farach-Colton and Zito, Two simplified algorithms for maintaining order in
// a list, 2002). So an insertion takes logarithmic time on average over any sequence
// of insertions.
type line struct {
	label      []uint64 // of the players, 0 for those not in the line, and the two ends
	next, prev []int32
}

// reset empties the line, for the given number of players.
func (l *line) reset(players int) {
	l.label = resize(l.label, players+2)
	l.next = resize(l.next, players+2)
	l.prev = resize(l.prev, players+2)
	clear(l.label)
	l.label[l.right()] = math.MaxUint64
	l.next[l.left()], l.prev[l.right()] = l.right(), l.left()
}

// left returns the left end of the line, which stands before all players, and
// right the right end.
func (l *line) left() int32  { return int32(len(l.label) - 2) }
func (l *line) right() int32 { return int32(len(l.label) - 1) }

// players appends the players of the line to a slice, in their order.
func (l *line) players(to []int32) []int32 {
	for v := l.next[l.left()]; v != l.right(); v = l.next[v] {
		to = append(to, v)
	}
	return to
}

// holds reports whether player v is in the line.
func (l *line) holds(v int32) bool { return l.label[v] != 0 }

// insertAfter puts player v, which is not in the line, right after u: a player in
// the line, or its left end.
func (l *line) insertAfter(v, u int32) {
	w := l.next[u]
	if l.label[w]-l.label[u] < 2 {
		l.spread(u)
	}
	l.label[v] = l.label[u] + (l.label[w]-l.label[u])/2
	l.next[u], l.prev[v] = v, u
	l.next[v], l.prev[w] = w, v
}

// remove takes player v out, to be put back or inserted again at once: its label
// stays until then.
func (l *line) remove(v int32) {
	l.next[l.prev[v]] = l.next[v]
	l.prev[l.next[v]] = l.prev[v]
}

// back puts the player removed last back into its place.
func (l *line) back(v int32) {
	l.next[l.prev[v]] = v
	l.prev[l.next[v]] = v
}

// spread gives new labels to the players around u, which is in the line or is its
// left end: to those whose labels have the same high bits. It takes the most high
// bits that leave these players sparse; the fewer high bits, the sparser they must be.
func (l *line) spread(u int32) {
	if u == l.left() {
		u = l.next[u] // a player, since the labels have run out
	}
	first, last, count := u, u, uint64(1)
	room := 4.0
	for bits := 2; ; bits++ {
		low := uint64(1)<<bits - 1
		base := l.label[u] &^ low
		for p := l.prev[first]; p != l.left() && l.label[p] >= base; p = l.prev[p] {
			first = p
			count++
		}
		for n := l.next[last]; n != l.right() && l.label[n] <= base|low; n = l.next[n] {
			last = n
			count++
		}
		room *= sparse
		if step := low / count; bits == 63 || step >= 4 && float64(count) < room {
			label := base + step/2
			for v := first; ; v = l.next[v] {
				l.label[v] = label
				label += step
				if v == last {
					return
				}
			}
		}
	}
}

// sparse is the factor by which more players may share the high bits when there is
// one high bit less. It is between 1 and 2; 1.5 to the power of 62 is more players
// than there can be.
const sparse = 1.5

// meets reports whether the line, which holds the players of a triple, meets it.
func (l *line) meets(t triple) bool {
	return (l.label[t.end] < l.label[t.middle]) == (l.label[t.middle] < l.label[t.other])
}

// gap returns the two places of the line between which player v meets a triple that
// names it.
func (l *line) gap(t triple, v int32) (lo, hi int32) {
	switch v {
	case t.middle:
		if l.label[t.end] < l.label[t.other] {
			return t.end, t.other
		}
		return t.other, t.end
	case t.end:
		if l.label[t.middle] < l.label[t.other] {
			return l.left(), t.middle
		}
	default:
		if l.label[t.middle] < l.label[t.end] {
			return l.left(), t.middle
		}
	}
	return t.middle, l.right()
}
