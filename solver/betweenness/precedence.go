package betweenness

import "slices"

// A precedence is the digraph of who stands before whom, as the triples oriented
// so far say, with an order of all players that agrees with it. It keeps the
// order up to date while triples are oriented. When there is no such order it
// finds a cycle (Pearce and Kelly, A dynamic topological sort algorithm for
// directed acyclic graphs, 2007). It looks only at players between the two that a
// new arc joins against the order. Taking an orientation back costs nothing.
//
// Triple i has two edges: 2i joins the end and the middle, 2i+1 the middle and the
// other end. A forward triple directs both that way, a backward triple both the other
// way.
type precedence struct {
	triples []triple
	place   []int32 // of every player in the order
	arcs    []int8  // of every edge: 0 not directed, 1 forward, -1 backward

	start []int32 // the edges of player v are edges[start[v]:start[v+1]]
	edges []edgeEnd

	seen          []uint64 // the search that saw a player last
	searches      uint64
	by            []int32 // the edge by which it saw the player
	after, before []int32 // the players found by the two searches
	moved         []int32 // the players whose place has changed since the caller last looked
	pool          []int32
	cycle         []int32
	steps         int // edges looked at so far, and some for each player moved
}

// An edgeEnd is an edge as one of its two players sees it.
type edgeEnd struct {
	edge, to int32
	out      int8 // how the edge is directed if it leads away from the player
}

// reset starts with no triple oriented and the order of a line.
func (p *precedence) reset(players int, triples []triple, l *line) {
	p.triples = triples
	p.place = resize(p.place, players)
	p.pool = l.players(p.pool[:0])
	for place, v := range p.pool {
		p.place[v] = int32(place)
	}
	p.arcs = resize(p.arcs, 2*len(triples))
	clear(p.arcs)
	p.seen = resize(p.seen, players)
	clear(p.seen)
	p.searches, p.steps = 0, 0
	p.by = resize(p.by, players)
	p.moved = p.moved[:0]

	p.start = resize(p.start, players+1)
	clear(p.start)
	for _, t := range triples {
		p.start[t.end]++
		p.start[t.middle] += 2
		p.start[t.other]++
	}
	sum := int32(0)
	for v, n := range p.start {
		sum += n
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

// meets reports whether the order meets triple i.
func (p *precedence) meets(i int32) bool {
	t := p.triples[i]
	return (p.place[t.end] < p.place[t.middle]) == (p.place[t.middle] < p.place[t.other])
}

// nearer returns the orientation of triple i that agrees with the order of its ends.
func (p *precedence) nearer(i int32) int8 {
	if t := p.triples[i]; p.place[t.end] > p.place[t.other] {
		return -1
	}
	return 1
}

// orient directs the edges of triple i. If that makes a cycle it directs neither,
// and returns the triples whose edges are on the cycle, i among them. They are valid
// until the next call.
func (p *precedence) orient(i int32, orientation int8) (cycle []int32) {
	for edge := 2 * i; edge <= 2*i+1; edge++ {
		if cycle := p.direct(edge, orientation); cycle != nil {
			p.clear(i)
			return cycle
		}
	}
	return nil
}

// clear takes the orientation of triple i back.
func (p *precedence) clear(i int32) { p.arcs[2*i], p.arcs[2*i+1] = 0, 0 }

// players returns the players whom an edge joins, forward.
func (p *precedence) players(edge int32) (from, to int32) {
	t := p.triples[edge/2]
	if edge&1 == 0 {
		return t.end, t.middle
	}
	return t.middle, t.other
}

// direct directs an edge.
func (p *precedence) direct(edge int32, orientation int8) (cycle []int32) {
	from, to := p.players(edge)
	if orientation < 0 {
		from, to = to, from
	}
	if p.place[from] > p.place[to] {
		if !p.searchAfter(to, from) {
			return p.cycleOf(edge, from, to)
		}
		p.searchBefore(from, to)
		p.reorder()
	}
	p.arcs[edge] = orientation
	return nil
}

// searchAfter finds the players after start, no further than the place of end,
// nearest first, and reports whether end is not among them.
func (p *precedence) searchAfter(start, end int32) bool {
	p.searches++
	limit := p.place[end]
	p.after = append(p.after[:0], start)
	p.seen[start] = p.searches
	for k := 0; k < len(p.after); k++ {
		v := p.after[k]
		p.steps += int(p.start[v+1] - p.start[v])
		for _, e := range p.edges[p.start[v]:p.start[v+1]] {
			if p.arcs[e.edge] != e.out || p.place[e.to] > limit || p.seen[e.to] == p.searches {
				continue
			}
			p.seen[e.to] = p.searches
			p.by[e.to] = e.edge
			if e.to == end {
				return false
			}
			p.after = append(p.after, e.to)
		}
	}
	return true
}

// searchBefore finds the players before start, no further than the place of end,
// which is not among them.
func (p *precedence) searchBefore(start, end int32) {
	limit := p.place[end]
	p.before = append(p.before[:0], start)
	p.searches++
	p.seen[start] = p.searches
	for k := 0; k < len(p.before); k++ {
		v := p.before[k]
		p.steps += int(p.start[v+1] - p.start[v])
		for _, e := range p.edges[p.start[v]:p.start[v+1]] {
			if p.arcs[e.edge] != -e.out || p.place[e.to] < limit || p.seen[e.to] == p.searches {
				continue
			}
			p.seen[e.to] = p.searches
			p.before = append(p.before, e.to)
		}
	}
}

// reorder puts the players that searchBefore found in front of those that searchAfter
// found, in the places that they have together. Each side keeps its own order.
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
		p.moved = append(p.moved, side...)
	}
	slices.Sort(p.pool)
	for k, v := range p.before {
		p.place[v] = p.pool[k]
	}
	for k, v := range p.after {
		p.place[v] = p.pool[len(p.before)+k]
	}
}

// cycleOf returns the triples on the way back from end to start that searchAfter
// has found, and the triple of the edge that closes it. The two edges of a triple meet
// in its middle, and a cycle passes it once. So if both are on the cycle they follow
// each other.
func (p *precedence) cycleOf(edge, end, start int32) []int32 {
	p.cycle = append(p.cycle[:0], edge/2)
	for v := end; v != start; {
		e := p.by[v]
		if i := e / 2; i != p.cycle[0] && i != p.cycle[len(p.cycle)-1] {
			p.cycle = append(p.cycle, i)
		}
		from, to := p.players(e)
		v = from + to - v
	}
	return p.cycle
}

// order appends all players to a slice, in an order that agrees with all
// orientations.
func (p *precedence) order(to []int32) []int32 {
	start := len(to)
	to = append(to, p.place...)
	for v, place := range p.place {
		to[start+int(place)] = int32(v)
	}
	return to
}
