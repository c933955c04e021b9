package walk

import "math/bits"

// The walk of core games cuts each prefix that begins no solvable core game. A player is *wanted* if the
// choices so far do not name it: in a core game the other choices must. docs/papers/walk.md has the proofs.

// A coring1 has the tables of a walk of core games.
type coring1 struct {
	naming  [256]uint16    // the two players that a choice of p names
	covers  []mask1        // by a set of players: the choices of q that name the whole set
	apart   [places1]mask1 // by a choice of p: the choices of q that are solvable with it if no other choice names p or q
	fitted  solved1        // the solvable pairs with the present choices of the others
	anyPair solved1        // the table in which all pairs are solvable
}

// newCoring1 returns what a walk of core games needs.
func newCoring1(t *bulk1) *coring1 {
	l := t.layout
	p, q := l.players-2, l.players-1
	c := &coring1{covers: make([]mask1, 1<<l.players)}
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		chosen := l.choices[1][x]
		c.naming[x] = 1<<chosen.wonderwall | 1<<chosen.ninja
	}
	c.covers[0] = t.q
	for ys := t.q; !ys.empty(); ys = ys.rest() {
		y := ys.first()
		chosen := l.choices[2][y]
		first, second := uint16(1)<<chosen.wonderwall, uint16(1)<<chosen.ninja
		for _, set := range []uint16{first, second, first | second} {
			c.covers[set] = c.covers[set].with(y)
		}
	}
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		if c.naming[x]>>q&1 == 0 {
			continue
		}
		for ys := c.covers[1<<p]; !ys.empty(); ys = ys.rest() {
			y := ys.first()
			if standApart(l.choices[1][x], l.choices[2][y], p, q) {
				c.apart[x] = c.apart[x].with(y)
			}
		}
	}
	c.anyPair.whole = t.every
	return c
}

// standApart reports whether p and q can be put into any order of the others, if each names the other and a
// third player, and if no other choice names p or q.
func standApart(x, y choice, p, q int) bool {
	if int(x.ninja) == q && int(y.ninja) == p {
		return true // p first, q last
	}
	third := x.wonderwall ^ x.ninja ^ uint8(q)
	fourth := y.wonderwall ^ y.ninja ^ uint8(p)
	return third != fourth
}

// completing returns, for each wonderwall of player i, the ninjas that leave a closure, and few enough
// wanted players for the choices after it.
func (t *bulk1) completing(i int) (ninjas [16]uint16) {
	l := t.layout
	for k := range t.frontiers[i&15] {
		c := &t.frontiers[i&15][k]
		to, from := c.upTo(l, i), c.upFrom(l, i)
		for w := range l.players {
			if to>>w&1 == 0 {
				ninjas[w&15] |= l.all &^ (to | c.upTo(l, w))
			}
			if from>>w&1 == 0 {
				ninjas[w&15] |= l.all &^ (from | c.upFrom(l, w))
			}
		}
	}
	wanted := l.all &^ t.w.named[i&15]
	left := l.players - 1 - i // who choose after i
	switch least := bits.OnesCount16(wanted) - 2*left; {
	case least > 2:
		return [16]uint16{}
	case least > 0:
		for w := range l.players {
			switch {
			case least == 2 && wanted>>w&1 == 0:
				ninjas[w&15] = 0
			case least == 2 || wanted>>w&1 == 0:
				ninjas[w&15] &= wanted
			}
		}
	}
	return ninjas
}

// barren reports whether no solvable core game begins with the first i choices.
func (t *bulk1) barren(i int) bool {
	wanted := t.all &^ t.w.named[i&15]
	return len(t.frontiers[i&15]) == 0 || bits.OnesCount16(wanted) > 2*(t.players-i)
}

// completingLast returns the choices of o that completing allows.
func (t *bulk1) completingLast() (zs mask1) {
	o := t.players - 3
	for w, ninjas := range t.completing(o) {
		if ninjas != 0 {
			zs = zs.or(mask1{}.outer(t.layout, without(1<<w, o), without(ninjas, o)))
		}
	}
	return zs
}

// narrow drops the choices of p and q after which a wanted player stays unnamed, and returns the wanted players.
func (t *bulk1) narrow(c choice) (wanted uint16) {
	l := t.layout
	o, p, q := l.players-3, l.players-2, l.players-1
	wanted = l.all &^ (t.w.named[o&15] | 1<<c.wonderwall | 1<<c.ninja)
	if wanted>>q&1 != 0 {
		t.p = t.p.and(mask1{}.outer(l, 1<<p, l.line).or(mask1{}.outer(l, l.line, 1<<p))) // q has column p there
	}
	if wanted>>p&1 != 0 {
		t.q = t.q.and(t.coring.covers[1<<p])
	}
	forP, forQ := without(wanted, p), without(wanted, q)
	switch bits.OnesCount16(wanted) {
	case 3:
		t.p = t.p.and(mask1{}.outer(l, forP, l.line).or(mask1{}.outer(l, l.line, forP)))
		t.q = t.q.and(mask1{}.outer(l, forQ, l.line).or(mask1{}.outer(l, l.line, forQ)))
	case 4:
		t.p = t.p.and(mask1{}.outer(l, forP, forP))
		t.q = t.q.and(mask1{}.outer(l, forQ, forQ))
	}
	return wanted
}

// countCores tallies the pairs of choices of p and q that make a canonical string of a solvable core game.
func (t *bulk1) countCores(wanted uint16, exchangeable bool) {
	fitting := t.fit(wanted)
	var mirrors mask1
	count := 0
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		left := t.left(x, exchangeable)
		good := left.and(fitting[x]).and(t.coring.covers[wanted&^t.coring.naming[x]])
		count += good.count()
		if exchangeable && good.has(x) {
			mirrors = mirrors.with(x)
		}
		if len(t.ties) > 0 {
			t.patchRows(mask1{}.with(x), left.andNot(good))
		}
	}
	t.w.census.few[solvable][1] += uint64(count)
	if len(t.ties) > 0 || !mirrors.empty() {
		t.table = &t.coring.anyPair
		t.countTies(true, exchangeable, mirrors)
	}
}

// fit returns, for each choice of p in t.p, the choices of q with which the game is solvable. It supposes
// that the choices of the others leave a closure.
func (t *bulk1) fit(wanted uint16) *[places1]mask1 {
	p, q := t.players-2, t.players-1
	c := t.coring
	if wanted>>p&1 != 0 {
		return &c.apart // and q is wanted, whose label is given later
	}
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		c.fitted.solves[xs.first()] = mask1{}
	}
	o := t.players - 3
	t.frontier = t.choose(t.frontier[:0], t.frontiers[o], o, t.w.choice[o])
	if wanted>>q&1 != 0 {
		for i := range t.frontier {
			t.fitLast(&t.frontier[i])
		}
		return &c.fitted.solves
	}
	ninjas := t.ninjasOf(t.p)
	for i := range t.frontier {
		closure := &t.frontier[i]
		sides := closure.sides(t.layout)
		t.orient(closure, &sides, &ninjas, &c.fitted)
		reverse := closure.reversed()
		sides = sides.reversed()
		t.orient(&reverse, &sides, &ninjas, &c.fitted)
	}
	return &c.fitted.solves
}

// ninjasOf returns the ninjas that go with each wonderwall in a set of choices of p.
func (t *bulk1) ninjasOf(xs mask1) (ninjas [16]uint16) {
	p, q := t.players-2, t.players-1
	for w := range p {
		ninjas[w&15] = withLast(xs.row(t.layout, w), p)
	}
	ninjas[q&15] = withLast(xs.row(t.layout, p), p)
	return ninjas
}

// withLast returns the players of columns of player p, the last but one.
func withLast(columns uint16, p int) uint16 { return columns + columns&(1<<p) }

// fitLast adds the pairs that a closure allows if only p names q, by every choice in t.p.
func (t *bulk1) fitLast(c *closure1) {
	l := t.layout
	p, q := l.players-2, l.players-1
	toP, fromP := c.upTo(l, p), c.upFrom(l, p)
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		fitting := &t.coring.fitted.solves[x]
		chosen := l.choices[1][x]
		if int(chosen.ninja) == q {
			*fitting = fitting.or(t.lastBeyond(c, p, int(chosen.wonderwall)))
		} else {
			*fitting = fitting.or(t.lastBetween(c, p, int(chosen.ninja), toP, fromP))
		}
	}
}

// lastBeyond returns the choices of q that leave an order if w stands between p and q.
func (t *bulk1) lastBeyond(c *closure1, p, w int) mask1 {
	l := t.layout
	every := t.coring.covers[0]
	toW, fromW := c.back.row(l, w)|1<<w, c.forth.row(l, w)|1<<w
	switch {
	case toW>>p&1 != 0:
		return every.andNot(mask1{}.outer(l, toW, l.line).and(c.forth))
	case fromW>>p&1 != 0:
		return every.andNot(mask1{}.outer(l, fromW, l.line).and(c.back))
	}
	return every.andNot(mask1{}.outer(l, 1<<p, 1<<w))
}

// lastBetween returns the choices of q that leave an order if q stands between p and b.
func (t *bulk1) lastBetween(c *closure1, p, b int, toP, fromP uint16) mask1 {
	l := t.layout
	toB, fromB := c.back.row(l, b)|1<<b, c.forth.row(l, b)|1<<b
	first, last := toP&toB, fromP&fromB // players before both, and after both, except for the ends
	ends := uint16(1)<<p | 1<<b
	lost := mask1{}.outer(l, first&^ends, l.line).and(c.forth).or(mask1{}.outer(l, last&^ends, l.line).and(c.back))
	lost = lost.or(mask1{}.outer(l, ends, l.line))
	var beyondP, beyondB uint16 // the ninjas that can stand beyond p from b, and beyond b from p
	if toB>>p&1 == 0 {          // b before p
		beyondP |= l.line &^ (toP | toB)
		beyondB |= l.line &^ (fromB | fromP)
	}
	if toP>>b&1 == 0 { // p before b
		beyondP |= l.line &^ (fromP | fromB)
		beyondB |= l.line &^ (toB | toP)
	}
	return t.coring.covers[0].andNot(lost).or(mask1{}.outer(l, 1<<p, beyondP)).or(mask1{}.outer(l, 1<<b, beyondB))
}
