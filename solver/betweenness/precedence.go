package betweenness

import "slices"

// A precedence is a digraph on the players, together with an order of all players that agrees with its arcs. An arc
// leads from a player to one that must stand after it. When a triple is oriented, the precedence updates the order, or
// finds a cycle (Pearce and Kelly, A dynamic topological sort algorithm for directed acyclic graphs, 2007). If a new
// arc goes against the order, only players between the two players of the arc are visited. Undoing an orientation costs
// nothing: the order still agrees with the other arcs.
//
// Triple i has the edge 2i, which joins the end and the middle, and the edge 2i+1, which joins the middle and the other
// end. A forward triple directs both edges in this sense, a backward triple in the opposite sense.
type precedence struct {
	triples []triple
	place   []int32 // by player: its place in the order
	arcs    []int8  // by edge: 0 not directed, 1 forward, -1 backward

	start []int32 // the edges of player v are edges[start[v]:start[v+1]]
	edges []edgeEnd

	lastVisit     []uint64 // by player: the last search that visited it
	searches      uint64
	by            []int32 // by player: the edge by which it was visited
	after, before []int32 // the players visited by searchAfter and by searchBefore
	movedPlayers  []int32 // the players moved since the caller last cleared this list
	pool          []int32 // a buffer for places
	cycle         []int32 // a buffer for the result of cycleOf
	steps         int     // edges visited, plus a few for each player moved
}

// An edgeEnd is an edge as seen from one of its players.
type edgeEnd struct {
	edge, to int32
	out      int8 // the value in precedence.arcs if the edge leaves the player
}

// reset takes the players in the order of a line, with no triple oriented.
func (p *precedence) reset(players int, triples []triple, l *line) {
	p.triples = triples
	p.place = resize(p.place, players)
	p.pool = l.players(p.pool[:0])
	for place, v := range p.pool {
		p.place[v] = int32(place)
	}
	p.arcs = resize(p.arcs, 2*len(triples))
	clear(p.arcs)
	p.lastVisit = resize(p.lastVisit, players)
	clear(p.lastVisit)
	p.searches, p.steps = 0, 0
	p.by = resize(p.by, players)
	p.movedPlayers = p.movedPlayers[:0]

	// Let start[v] be the end of the list of player v's edges, and then fill each list from its end.
	p.start = resize(p.start, players+1)
	clear(p.start)
	for _, t := range triples {
		p.start[t.end]++
		p.start[t.middle] += 2
		p.start[t.other]++
	}
	sum := int32(0)
	for v, count := range p.start {
		sum += count
		p.start[v] = sum
	}

	p.edges = resize(p.edges, 4*len(triples))
	add := func(v int32, e edgeEnd) {
		p.start[v]--
		p.edges[p.start[v]] = e
	}
	for i, t := range triples {
		first, second := int32(2*i), int32(2*i+1)
		add(t.end, edgeEnd{first, t.middle, 1})
		add(t.middle, edgeEnd{first, t.end, -1})
		add(t.middle, edgeEnd{second, t.other, 1})
		add(t.other, edgeEnd{second, t.middle, -1})
	}
}

func (p *precedence) satisfies(i int32) bool {
	t := p.triples[i]
	return (p.place[t.end] < p.place[t.middle]) == (p.place[t.middle] < p.place[t.other])
}

// nearer returns the orientation of triple i in which its ends stand as in the present order. For the other
// orientation, more players would have to move.
func (p *precedence) nearer(i int32) int8 {
	if t := p.triples[i]; p.place[t.end] > p.place[t.other] {
		return -1
	}
	return 1
}

// orient gives triple i an orientation, forward (1) or backward (-1), and changes the order so that it agrees. If that
// would make a cycle, orient instead returns the triples on the cycle, including i. The slice is valid until the next
// call.
func (p *precedence) orient(i int32, orientation int8) (cycle []int32) {
	for edge := 2 * i; edge <= 2*i+1; edge++ {
		if cycle := p.direct(edge, orientation); cycle != nil {
			p.clear(i)
			return cycle
		}
	}
	return nil
}

// clear takes back the orientation of triple i.
func (p *precedence) clear(i int32) { p.arcs[2*i], p.arcs[2*i+1] = 0, 0 }

// players returns the two players of an edge, in the order of the forward orientation.
func (p *precedence) players(edge int32) (from, to int32) {
	t := p.triples[edge/2]
	if edge&1 == 0 {
		return t.end, t.middle
	}
	return t.middle, t.other
}

// direct makes an edge an arc, in the direction that the orientation of its triple gives it, and changes the order so
// that it agrees. If the arc would close a cycle, direct instead returns the triples of the cycle.
func (p *precedence) direct(edge int32, orientation int8) (cycle []int32) {
	from, to := p.players(edge)
	if orientation < 0 {
		from, to = to, from
	}
	if p.place[from] > p.place[to] { // the order does not agree with the arc
		if !p.searchAfter(to, from) { // a path of arcs leads back already, so the new arc would close a cycle
			return p.cycleOf(edge, from, to)
		}
		p.searchBefore(from, to)
		p.reorder()
	}
	p.arcs[edge] = orientation
	return nil
}

// searchAfter is the first half of adding the arc from `end` to `start`, where `start` comes before `end` in the order
// so far. It stores in p.after the players that a path of arcs from `start` reaches, except those behind `end` in the
// order, because they need not move. It returns false if it reaches `end`, because the new arc would then close a
// cycle. The search is breadth first.
func (p *precedence) searchAfter(start, end int32) bool {
	p.searches++
	limit := p.place[end]
	p.after = append(p.after[:0], start)
	p.lastVisit[start] = p.searches
	for k := 0; k < len(p.after); k++ {
		v := p.after[k]
		p.steps += int(p.start[v+1] - p.start[v])
		for _, e := range p.edges[p.start[v]:p.start[v+1]] {
			if p.arcs[e.edge] != e.out || p.place[e.to] > limit || p.lastVisit[e.to] == p.searches {
				continue
			}
			p.lastVisit[e.to] = p.searches
			p.by[e.to] = e.edge
			if e.to == end {
				return false
			}
			p.after = append(p.after, e.to)
		}
	}
	return true
}

// searchBefore is the second half of adding the arc from `start` to `end`. It stores in p.before the players from which
// a path of arcs leads to `start`, except those before `end` in the order.
func (p *precedence) searchBefore(start, end int32) {
	limit := p.place[end]
	p.before = append(p.before[:0], start)
	p.searches++
	p.lastVisit[start] = p.searches
	for k := 0; k < len(p.before); k++ {
		v := p.before[k]
		p.steps += int(p.start[v+1] - p.start[v])
		for _, e := range p.edges[p.start[v]:p.start[v+1]] {
			// Follow only edges that are arcs to v.
			if p.arcs[e.edge] != -e.out || p.place[e.to] < limit || p.lastVisit[e.to] == p.searches {
				continue
			}
			p.lastVisit[e.to] = p.searches
			p.before = append(p.before, e.to)
		}
	}
}

// reorder puts the players found by searchBefore before those found by searchAfter. Of the places of both groups, the
// first group gets the foremost, the second group the others. Within each group the players keep their sequence, so the
// order agrees with all arcs and the new one.
func (p *precedence) reorder() {
	p.steps += 16 * (len(p.before) + len(p.after))
	byPlace := func(u, v int32) int { return int(p.place[u] - p.place[v]) }
	slices.SortFunc(p.before, byPlace)
	slices.SortFunc(p.after, byPlace)

	p.pool = p.pool[:0]
	for _, side := range [2][]int32{p.before, p.after} {
		for _, v := range side {
			p.pool = append(p.pool, p.place[v])
		}
		p.movedPlayers = append(p.movedPlayers, side...)
	}
	slices.Sort(p.pool)

	for k, v := range p.before {
		p.place[v] = p.pool[k]
	}
	for k, v := range p.after {
		p.place[v] = p.pool[len(p.before)+k]
	}
}

// cycleOf returns the triples on a cycle of arcs, each once: the triple of the edge that closes the cycle, and those on
// the path that searchAfter has found from `start` to `end`. The two edges of a triple share its middle. If both are on
// the cycle, they are consecutive, because the cycle visits each player once. So it is enough to compare a triple with
// the first and the latest one in the list.
func (p *precedence) cycleOf(edge, end, start int32) []int32 {
	p.cycle = append(p.cycle[:0], edge/2) // triple i has the edges 2i and 2i+1
	for v := end; v != start; {
		reached := p.by[v]
		if i := reached / 2; i != p.cycle[0] && i != p.cycle[len(p.cycle)-1] {
			p.cycle = append(p.cycle, i)
		}
		from, to := p.players(reached)
		v = from + to - v // the other player of the edge
	}
	return p.cycle
}

// order appends the players to a slice, in the present order.
func (p *precedence) order(to []int32) []int32 {
	start := len(to)
	to = append(to, p.place...)
	for v, place := range p.place {
		to[start+int(place)] = int32(v)
	}
	return to
}
