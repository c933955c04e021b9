package betweenness

// A peeling takes away players of whom one triple alone speaks, with that
// triple, one after the other, until every player left is spoken of twice or
// not at all. Such a player fits into any solution of the rest: an end goes
// next to the middle, on the side away from the other end; a middle goes next to
// an end, on the side of the other one. So the triples can be met together if
// and only if those left can.
//
// In a whole game, where every player has a triple of its own, those taken away
// first are the players nobody chose.
type peeling struct {
	degree []int32 // how many triples left speak of a player
	mixed  []int32 // exclusive or of their numbers: the number, if it is one
	alone  []int32 // players taken away, in this order
	last   []int32 // the triples that went with them
	gone   []bool  // by triple
}

// run peels triples on the given number of players. It takes linear time.
func (p *peeling) run(players int, triples []triple) {
	p.degree = resize(p.degree, players)
	p.mixed = resize(p.mixed, players)
	p.gone = resize(p.gone, len(triples))
	clear(p.degree)
	clear(p.mixed)
	clear(p.gone)
	for i, t := range triples {
		for _, v := range t.players() {
			p.degree[v]++
			p.mixed[v] ^= int32(i)
		}
	}
	p.alone, p.last = p.alone[:0], p.last[:0]
	for v := range p.degree {
		p.take(int32(v), triples)
	}
	// Taking a triple away leaves others of its players alone.
	for i := 0; i < len(p.last); i++ {
		for _, v := range triples[p.last[i]].players() {
			p.take(v, triples)
		}
	}
}

// take takes player v away if one triple alone speaks of it.
func (p *peeling) take(v int32, triples []triple) {
	if p.degree[v] != 1 {
		return
	}
	t := p.mixed[v]
	p.gone[t] = true
	p.alone = append(p.alone, v)
	p.last = append(p.last, t)
	for _, u := range triples[t].players() {
		p.degree[u]--
		p.mixed[u] ^= t
	}
}

// undo puts the players taken away back into a line that holds all players left
// who are spoken of, and then all who were never spoken of.
func (p *peeling) undo(l *line, triples []triple) {
	for i := len(p.alone) - 1; i >= 0; i-- {
		t, v := triples[p.last[i]], p.alone[i]
		for _, u := range t.players() {
			if u != v && !l.holds(u) {
				l.insertAfter(u, l.left()) // no triple so far speaks of it
			}
		}
		lo, hi := l.gap(t, v)
		if v != t.middle && lo == l.left() {
			lo = l.prev[hi] // next to the middle, not at the end of the line
		}
		l.insertAfter(v, lo)
	}
	for v := range p.degree {
		if !l.holds(int32(v)) {
			l.insertAfter(int32(v), l.left())
		}
	}
}
