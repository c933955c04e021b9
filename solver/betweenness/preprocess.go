package betweenness

import "math/bits"

// A peeling repeatedly removes a player whom only one triple names, together with this triple. In a whole game it
// begins with the players whom no player chose. The removed player fits into any solution of the other triples: an end
// is put next to the middle, on the side away from the other end, and a middle is put next to an end, on the side of
// the other end. So all triples have a solution if and only if the remaining ones do.
type peeling struct {
	degree    []int32 // by player: the number of remaining triples that name it
	tripleXOR []int32 // by player: the exclusive or of these triples' numbers; if it is one triple, its number
	players   []int32 // the removed players, in the order of their removal
	last      []int32 // for each removed player: the triple that was removed with it
	removed   []bool  // by triple: whether it is removed
}

// run peels the triples of a game, in linear time.
func (p *peeling) run(players int, triples []triple) {
	p.degree = resize(p.degree, players)
	p.tripleXOR = resize(p.tripleXOR, players)
	p.removed = resize(p.removed, len(triples))
	clear(p.degree)
	clear(p.tripleXOR)
	clear(p.removed)

	for i, t := range triples {
		for _, v := range t.players() {
			p.degree[v]++
			p.tripleXOR[v] ^= int32(i)
		}
	}

	p.players, p.last = p.players[:0], p.last[:0]
	for v := range p.degree {
		p.take(int32(v), triples)
	}

	// The other two players of a removed triple may be left with one triple each. Then take appends that triple to
	// p.last.
	for i := 0; i < len(p.last); i++ {
		for _, v := range triples[p.last[i]].players() {
			p.take(v, triples)
		}
	}
}

// take removes player v if only one triple is left that names it, together with this triple.
func (p *peeling) take(v int32, triples []triple) {
	if p.degree[v] != 1 {
		return
	}
	last := p.tripleXOR[v]
	p.removed[last] = true
	p.players = append(p.players, v)
	p.last = append(p.last, last)
	for _, u := range triples[last].players() {
		p.degree[u]--
		p.tripleXOR[u] ^= last
	}
}

// undo inserts the removed players into a line of the others, the last removed first, so that their triples are
// satisfied, too.
func (p *peeling) undo(l *line, triples []triple) {
	for i := len(p.players) - 1; i >= 0; i-- {
		t, v := triples[p.last[i]], p.players[i] // player v was removed with triple t
		for _, u := range t.players() {
			if u != v && !l.holds(u) {
				l.insertAfter(u, l.left()) // no triple so far names u, so any place will do
			}
		}

		// v satisfies t anywhere between g.lo and g.hi. If v is an end of t, put it next to the middle of t. The middle
		// is g.lo if v belongs on its right. Otherwise g.lo is the left end of the line, and the middle is g.hi: then
		// put v after the player before the middle.
		g := l.gap(t, v)
		if v != t.middle && g.lo == l.left() {
			g.lo = l.prev[g.hi]
		}
		l.insertAfter(v, g.lo)
	}

	for v := range p.degree {
		if !l.holds(int32(v)) {
			l.insertAfter(int32(v), l.left())
		}
	}
}

// Two triples that name the same two players are tied: the orientation of one determines which of the two players comes
// first, and so the orientation of the other triple. The ties are a system of equations modulo 2, so whether they
// contradict each other is decided in linear time. In random games few triples are tied, but nearly all unsolvable
// large games are unsolvable because of ties.
type ties struct {
	table []tiePair
	first []int32 // by triple: its first tie, or none
	ties  []tie
	side  []int8  // by triple: 0 unknown, 1 as the first of its component, -1 reversed
	from  []int32 // by triple: the tie by which it was reached
	queue []int32
}

// A tie says whether two triples must have the same orientation or opposite ones. Each tie is stored twice, with the
// numbers 2k and 2k+1: from the first triple to the second, and back.
type tie struct {
	to, next int32 // the other triple; the next tie of the same triple, or none
	reversed bool
}

// A tiePair is a slot of a hash table of pairs of players, with the latest triple that names the pair.
type tiePair struct {
	pair     uint64 // 0 for an empty slot
	triple   int32
	reversed bool // a forward orientation puts the higher-numbered player first
}

// find makes the ties: for each pair of players, it links each triple that names both to the next such triple. It takes
// linear time on average.
func (ts *ties) find(triples []triple) {
	ts.first = resize(ts.first, len(triples))
	for i := range ts.first {
		ts.first[i] = none
	}
	ts.ties = ts.ties[:0]

	width := bits.Len(uint(6 * len(triples))) // at most half full
	ts.table = resize(ts.table, 1<<width)
	clear(ts.table)
	for i, t := range triples {
		ts.note(int32(i), t.end, t.middle, width)
		ts.note(int32(i), t.middle, t.other, width)
		ts.note(int32(i), t.end, t.other, width)
	}
}

// note records that triple i puts player u before player v if it is oriented forward. If an earlier triple names both
// players, note ties the two triples. The hash table of pairs has 2^width slots; if a slot has another pair, the next
// slot is tried.
func (ts *ties) note(i, u, v int32, width int) {
	reversed := u > v
	if reversed {
		u, v = v, u
	}

	pair := uint64(u)<<32 | uint64(v)                 // never 0, as u < v
	slot := pair * 0x9e3779b97f4a7c15 >> (64 - width) // the high bits of the product depend on all bits of the pair
	for ts.table[slot].pair != pair {
		if ts.table[slot].pair == 0 {
			ts.table[slot] = tiePair{pair, i, reversed}
			return
		}
		slot = (slot + 1) & (1<<width - 1)
	}

	// If two forward triples would put u and v in different orders, the triples need opposite orientations.
	latest, differ := ts.table[slot].triple, ts.table[slot].reversed != reversed
	ts.table[slot].triple, ts.table[slot].reversed = i, reversed
	ts.add(i, latest, differ)
	ts.add(latest, i, differ)
}

// add puts a tie of triple i to the triple `to` at the beginning of the list of i.
func (ts *ties) add(i, to int32, reversed bool) {
	ts.ties = append(ts.ties, tie{to, ts.first[i], reversed})
	ts.first[i] = int32(len(ts.ties) - 1)
}

// contradiction returns triples whose ties contradict each other, or nil. Triples are tied if they share two players.
// In each component of tied triples, the first triple gets side 1 (an orientation), and the others the side that the
// first tie to reach them demands. If another tie demands the other side, the triples on a cycle of ties contradict
// each other.
func (ts *ties) contradiction() []int32 {
	ts.side = resize(ts.side, len(ts.first))
	ts.from = resize(ts.from, len(ts.first))
	clear(ts.side)
	for i := range ts.first {
		if ts.side[i] != 0 || ts.first[i] == none { // the triple has a side already, or no ties
			continue
		}

		ts.side[i], ts.from[i] = 1, none
		ts.queue = append(ts.queue[:0], int32(i))
		for k := 0; k < len(ts.queue); k++ {
			from := ts.queue[k]
			for tied := ts.first[from]; tied != none; tied = ts.ties[tied].next {
				to, side := ts.ties[tied].to, ts.side[from]
				if ts.ties[tied].reversed {
					side = -side
				}

				switch {
				case ts.side[to] == 0:
					ts.side[to], ts.from[to] = side, tied
					ts.queue = append(ts.queue, to)
				case ts.side[to] != side:
					return ts.loop(from, to) // this tie and the ties by which from and to were reached
				}
			}
		}
	}
	return nil
}

// loop returns the triples on a cycle of ties. The triples a and b are tied (the orientation of one determines that of
// the other). The ties in ts.from form a search tree, which begins at the first triple of the component. The cycle
// consists of the tie of a and b, and of the two tree paths from a and b to the first triple that both paths share.
func (ts *ties) loop(a, b int32) []int32 {
	// way returns the triples from i back to the first one of its component.
	way := func(i int32) (way []int32) {
		for {
			way = append(way, i)
			if ts.from[i] == none {
				return way
			}
			i = ts.ties[ts.from[i]^1].to // the tie in the other direction
		}
	}

	// Drop the common ends of both paths, except one triple.
	left, right := way(a), way(b)
	for len(left) > 1 && len(right) > 1 && left[len(left)-2] == right[len(right)-2] {
		left, right = left[:len(left)-1], right[:len(right)-1]
	}
	return append(left, right[:len(right)-1]...) // both end with the common triple
}

// The type ends finds triples that contradict each other because too many players must stand between two others. In a
// solution, take any set of two or more players: the leftmost and the rightmost player do not stand between two others
// of the set. So at least two players of the set are not the middle of a triple within the set. To find a set that
// violates this, ends repeatedly removes a player that is not the middle of a remaining triple, with all its triples.
// If players remain, they are all middles, a contradiction. A set with only one player that is no middle is a
// contradiction, too. To find such a set, ends can also try each player as one that is never removed. Each try takes
// linear time.
//
// The conflict-driven search alone does not notice such contradictions. In random games in which every player is a
// wonderwall and a ninja, it makes about 450 conflicts with 30 players, 4,100 with 40, and 72,000 with 50
// (BenchmarkOrientationsAlone).
type ends struct {
	middles        []int32 // by player: the number of remaining triples with this middle
	removedPlayers []bool  // by player: whether it was removed
	removedTriples []bool  // by triple: whether it was removed
	queue          []int32
}

// contradiction returns triples all of whose players, except possibly the player `exception`, are middles of these
// triples, or nil. Such triples contradict each other, because too few players can stand at the two ends. The exception
// may be none.
func (e *ends) contradiction(players int, triples []triple, in *incidence, exception int32) []int32 {
	e.middles, e.removedPlayers, e.removedTriples = resize(e.middles, players), resize(e.removedPlayers, players), resize(e.removedTriples, len(triples))
	clear(e.middles)
	clear(e.removedPlayers)
	clear(e.removedTriples)
	for _, t := range triples {
		e.middles[t.middle]++
	}

	e.queue = e.queue[:0]
	for v := range int32(players) {
		if e.middles[v] == 0 && v != exception {
			e.removedPlayers[v] = true
			e.queue = append(e.queue, v)
		}
	}

	// Remove the triples of the removed players. Then more players may be the middle of no remaining triple.
	for k := 0; k < len(e.queue); k++ {
		for _, i := range in.of(e.queue[k]) {
			if e.removedTriples[i] {
				continue
			}
			e.removedTriples[i] = true
			middle := triples[i].middle
			e.middles[middle]--
			if e.middles[middle] == 0 && middle != exception && !e.removedPlayers[middle] {
				e.removedPlayers[middle] = true
				e.queue = append(e.queue, middle)
			}
		}
	}

	var left []int32
	for i, t := range triples {
		if !e.removedTriples[i] && t.middle != exception && !e.removedPlayers[t.middle] {
			e.removedPlayers[t.middle] = true // one triple is enough
			left = append(left, int32(i))
		}
	}
	return left
}

// anyContradiction returns triples all of whose players except one are middles of these triples, or nil. It tries every
// player as the exception.
func (e *ends) anyContradiction(players int, triples []triple, in *incidence) []int32 {
	for v := range int32(players) {
		if left := e.contradiction(players, triples, in, v); left != nil {
			return left
		}
	}
	return nil
}
