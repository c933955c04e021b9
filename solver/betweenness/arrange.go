package betweenness

import (
	"context"
	"math"
	"math/rand/v2"

	"enumerate/internal/bounded"
)

// An arrangement is a line of all players that satisfies most triples, from which the search for a solution starts. It
// is built greedily, one player after the other, without backtracking.
//
// The last player to be placed is one that the fewest triples name. It is set aside with its triples, the last but one
// is chosen from the rest, and so on. So when a player is placed, usually at most two triples name it whose other
// players are in the line already, and one place satisfies both. In large random games the line leaves 4 % of the
// triples unsatisfied.
type arrangement struct {
	line
	in          incidence
	triples     []triple
	unsatisfied []int32 // the triples that the line does not satisfy
	gaps        []gap   // of the player to be placed
	elimination degeneracy
	random      rand.PCG
}

// A gap is the part of the line in which a player satisfies a triple: between lo and hi, each a player or an end of the
// line.
type gap struct{ lo, hi int32 }

// build puts all players in the line, in linear time: 10 µs for each of a million players, mostly cache misses. The
// error is that of the context.
func (a *arrangement) build(ctx context.Context, players int, triples []triple) error {
	const pace = 256 // steps of the budget for each player
	budget := bounded.Steps{Context: ctx, UntilCheck: bounded.Between}

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
			a.insertAfter(v, order[i+1+a.below(len(order)-1-i)]) // after one of the players placed so far
		}
	}

	a.unsatisfied = a.unsatisfied[:0]
	for i, t := range triples {
		if !a.satisfies(t) {
			a.unsatisfied = append(a.unsatisfied, int32(i))
		}
	}
	return nil
}

// below returns a random number from 0 to n-1. It is not quite uniform: the error is about n in 2^32.
func (a *arrangement) below(n int) int {
	return int(a.random.Uint64() >> 32 * uint64(n) >> 32)
}

// findGaps stores in a.gaps, for each triple that names v and whose two other players are in the line, its gap: the
// part of the line where v satisfies it.
func (a *arrangement) findGaps(v int32) {
	a.gaps = a.gaps[:0]
	for _, i := range a.in.of(v) { // the triples that name v
		t := a.triples[i]
		othersInLine := (t.end == v || a.holds(t.end)) && (t.middle == v || a.holds(t.middle)) && (t.other == v || a.holds(t.other))
		if othersInLine {
			a.gaps = append(a.gaps, a.gap(t, v))
		}
	}
}

// manyGaps limits the number of gaps (parts of the line where a player satisfies a triple) whose ends are tried as
// places for the player. Otherwise a player whom very many triples name would take quadratic time.
const manyGaps = 16

// bestPlace returns a place where the next player satisfies the most triples, or a random one of several. A place is
// named by the player that it comes right after, or by the left end of the line. Along the line the number of satisfied
// triples changes only where a gap, the part where the player satisfies a triple, begins or ends. So it is enough to
// try the first and the last place of each gap.
func (a *arrangement) bestPlace() int32 {
	best, most, ties := a.left(), -1, 0
	tried := min(len(a.gaps), manyGaps)
	for k := range tried {
		g := a.gaps[k*len(a.gaps)/tried]                     // spread evenly over all gaps if not all are tried
		for _, place := range [2]int32{g.lo, a.prev[g.hi]} { // the first and the last place in the gap
			switch satisfied := a.gapsAt(place); {
			case satisfied > most:
				best, most, ties = place, satisfied, 1
			case satisfied == most:
				ties++
				if a.below(ties) == 0 { // so that each of the best places has the same chance
					best = place
				}
			}
		}
	}
	return best
}

// gapsAt returns how many triples the next player satisfies right after the player `place`: the number of gaps that
// contain this place.
func (a *arrangement) gapsAt(place int32) (count int) {
	lo, hi := a.label[place], a.label[a.next[place]]
	for _, g := range a.gaps {
		if a.label[g.lo] <= lo && hi <= a.label[g.hi] {
			count++
		}
	}
	return count
}

// A degeneracy repeatedly removes a player that the fewest remaining triples name, with these triples (Matula and Beck,
// Smallest-last ordering, 1983).
type degeneracy struct {
	degree   []int32   // of each player; none once it is removed
	removed  []bool    // by triple: whether it was removed
	waiting  [][]int32 // players by degree; entries may be out of date
	removals []int32   // the players in order of removal
}

// order removes all players, each time one that the fewest remaining triples name, and returns them in the order of
// removal, in linear time. The slice is valid until the next call. The error is that of the budget's context.
func (f *degeneracy) order(budget *bounded.Steps, players int, triples []triple, in *incidence) ([]int32, error) {
	f.degree = resize(f.degree, players)
	f.removed = resize(f.removed, len(triples))
	clear(f.removed)
	for degree := range f.waiting {
		f.waiting[degree] = f.waiting[degree][:0]
	}
	for v := range int32(players) {
		f.put(v, int32(in.degree(v)))
	}

	// Remove a player of the least degree (the number of remaining triples that name it), and its triples, which lowers
	// the degrees of others.
	f.removals = f.removals[:0]
	for least := int32(0); len(f.removals) < players; {
		last := len(f.waiting[least]) - 1
		if last < 0 {
			least++
			continue
		}
		v := f.waiting[least][last]
		f.waiting[least] = f.waiting[least][:last]
		if f.degree[v] != least { // an outdated entry
			continue
		}

		if err := budget.Spend(64); err != nil {
			return nil, err
		}
		f.degree[v] = none
		f.removals = append(f.removals, v)
		for _, i := range in.of(v) {
			if f.removed[i] {
				continue
			}
			f.removed[i] = true
			for _, u := range triples[i].players() {
				if f.degree[u] != none {
					f.put(u, f.degree[u]-1)
					least = min(least, f.degree[u])
				}
			}
		}
	}
	return f.removals, nil
}

// put records the new degree of a player. The entry under its old degree stays in the list, because finding it would
// take time; order skips it.
func (f *degeneracy) put(v, degree int32) {
	for int(degree) >= len(f.waiting) {
		f.waiting = append(f.waiting, nil)
	}
	f.degree[v] = degree
	f.waiting[degree] = append(f.waiting[degree], v)
}

// A line is an order of players into which other players can be inserted. It is a linked list of players with labels,
// numbers that ascend along the line, so one comparison tells which of two players stands first. If no number is left
// between the labels of two neighbours, the players around them get new labels that leave room for many insertions
// (Bender, Cole, Demaine, Farach-Colton and Zito, Two simplified algorithms for maintaining order in a list, 2002). An
// insertion takes logarithmic amortized time.
type line struct {
	label      []uint64 // of each player and of the two ends; 0 for a player that is not in the line
	next, prev []int32
}

func (l *line) reset(players int) {
	l.label = resize(l.label, players+2)
	l.next = resize(l.next, players+2)
	l.prev = resize(l.prev, players+2)
	clear(l.label)
	l.label[l.right()] = math.MaxUint64
	l.next[l.left()], l.prev[l.right()] = l.right(), l.left()
}

// left and right return the two ends of the line, which have the numbers after those of the players.
func (l *line) left() int32  { return int32(len(l.label) - 2) }
func (l *line) right() int32 { return int32(len(l.label) - 1) }

// players appends the players to a slice, from left to right.
func (l *line) players(to []int32) []int32 {
	for v := l.next[l.left()]; v != l.right(); v = l.next[v] {
		to = append(to, v)
	}
	return to
}

func (l *line) holds(v int32) bool { return l.label[v] != 0 }

// insertAfter inserts player v after u, a player in the line or its left end.
func (l *line) insertAfter(v, u int32) {
	w := l.next[u]
	if l.label[w]-l.label[u] < 2 {
		l.spread(u) // there is no label between those of u and w
	}
	l.label[v] = l.label[u] + (l.label[w]-l.label[u])/2
	l.next[u], l.prev[v] = v, u
	l.next[v], l.prev[w] = w, v
}

// remove takes player v out of the line. The player keeps its label, and must be put back or inserted again.
func (l *line) remove(v int32) {
	l.next[l.prev[v]] = l.next[v]
	l.prev[l.next[v]] = l.prev[v]
}

// back undoes the last call of remove: it puts player v back into its place.
func (l *line) back(v int32) {
	l.next[l.prev[v]] = v
	l.prev[l.next[v]] = v
}

// spread gives new labels to the players around u, a player or the left end, because no number is left after the label
// of u. It looks at ranges of labels around that of u, each twice as long as the one before, until the players in a
// range are few in comparison with its length, and spaces their labels evenly. The longer the range, the sparser the
// players must be, so that the next insertions find room.
func (l *line) spread(u int32) {
	if u == l.left() {
		u = l.next[u] // the left end keeps its label
	}
	first, last, count := u, u, uint64(1) // the players around u that share the high bits of its label
	room := 4.0                           // fewer players than this are sparse
	for bits := 2; ; bits++ {
		// Find the players whose labels differ from that of u only in the low bits, from base to base|low.
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

// [line.spread] gives new labels to the smallest range of labels that has few enough players. sparse is the factor by
// which this number of players may grow whenever the range becomes twice as long. It must be between 1 and 2, so that
// long ranges are sparser. With 1.5, the longest range may have 1.5^62 players, more than fit in memory.
const sparse = 1.5

func (l *line) satisfies(t triple) bool {
	return (l.label[t.end] < l.label[t.middle]) == (l.label[t.middle] < l.label[t.other])
}

// gap returns the part of the line in which player v satisfies a triple that names it. A middle must stand between the
// ends, and an end beyond the middle, on the side away from the other end.
func (l *line) gap(t triple, v int32) gap {
	switch v {
	case t.middle:
		if l.label[t.end] < l.label[t.other] {
			return gap{t.end, t.other}
		}
		return gap{t.other, t.end}
	case t.end:
		if l.label[t.middle] < l.label[t.other] { // the other end is on the right, so v belongs on the left
			return gap{l.left(), t.middle}
		}
	default: // v is t.other, the other end
		if l.label[t.middle] < l.label[t.end] {
			return gap{l.left(), t.middle}
		}
	}
	return gap{t.middle, l.right()} // the other end of the triple is on the left of the middle
}
