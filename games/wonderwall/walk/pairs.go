package walk

import "math/bits"

// A closure1 says who stands before whom because of the choices so far, if each is satisfied in one of its two orders.
// Let q be the last player. For each other player, `forth` has the players after it, and `back` those before it, except
// q; `before` and `after` have the players before and after q. Packages partial and betweenness have other types for
// closures, because they and the walk check each other.
type closure1 struct {
	forth, back   mask1
	before, after uint16
}

// upTo returns u and the players that the closure puts before it.
func (c *closure1) upTo(l *layout, u int) uint16 {
	q := l.players - 1
	if u == q {
		return c.before | 1<<q
	}
	return c.back.row(l, u) | 1<<u | c.after>>u&1<<q
}

// upFrom returns u and the players that the closure puts after it.
func (c *closure1) upFrom(l *layout, u int) uint16 {
	q := l.players - 1
	if u == q {
		return c.after | 1<<q
	}
	return c.forth.row(l, u) | 1<<u | c.before>>u&1<<q
}

func (c *closure1) reversed() closure1 { return closure1{c.back, c.forth, c.after, c.before} }

// sides returns the results of upTo and upFrom for all players.
func (c *closure1) sides(l *layout) (s sides) {
	q := l.players - 1
	for u := range q {
		s.to[u&15] = c.back.row(l, u) | 1<<u | c.after>>u&1<<q
		s.from[u&15] = c.forth.row(l, u) | 1<<u | c.before>>u&1<<q
	}
	s.to[q&15], s.from[q&15] = c.before|1<<q, c.after|1<<q
	return s
}

// add puts all players of one set, front, before all players of another set, rear.
func (c *closure1) add(l *layout, front, rear uint16) {
	q := l.players - 1
	fronts, rears := front&l.line, rear&l.line
	c.forth = c.forth.or(mask1{}.outer(l, fronts, rears))
	c.back = c.back.or(mask1{}.outer(l, rears, fronts))
	c.after |= rears & -(front >> q & 1) // all of rears if q is in front
	c.before |= fronts & -(rear >> q & 1)
}

// order adds to a closure that player u stands before v and v before x, with all consequences: one of the two orders
// that a choice allows. order returns false, and leaves the closure unchanged, if the closure already puts v or x
// before u, or x before v. Statement (4) of docs/papers/count.md proves that this test finds every contradiction.
func (c *closure1) order(l *layout, u, v, x int) bool {
	toU, toV := c.upTo(l, u), c.upTo(l, v) // u and the players before it, v and the players before it
	if (toU>>v|toU>>x|toV>>x)&1 != 0 {
		return false
	}
	fromV, fromX := c.upFrom(l, v), c.upFrom(l, x)
	c.add(l, toU, fromV)
	c.add(l, toU|toV, fromX)
	return true
}

// allow adds to ninjas[w] each player n such that player v can choose the wonderwall w and the ninja n. The player can
// do so if at least one of the two orders v, w, n and n, w, v does not contradict the closure.
func (c *closure1) allow(l *layout, v int, ninjas *[16]uint16) {
	to, from := c.upTo(l, v), c.upFrom(l, v) // v and the players before it, v and the players after it
	for w := range l.players {
		if to>>w&1 == 0 { // the order v, w, n: n must not be v or w, nor stand before one of them
			ninjas[w&15] |= l.all &^ (to | c.upTo(l, w))
		}
		if from>>w&1 == 0 { // the order n, w, v
			ninjas[w&15] |= l.all &^ (from | c.upFrom(l, w))
		}
	}
}

// within reports whether d contains c: every player that stands before another in c also does in d.
func (c *closure1) within(d *closure1) bool {
	return c.forth.andNot(d.forth).empty() && c.before&^d.before|c.after&^d.after == 0
}

func (c *closure1) equal(d *closure1) bool {
	return c.forth == d.forth && c.before == d.before && c.after == d.after
}

// keep1 adds the closure c to a frontier, a list of closures (who stands before whom), and returns the new frontier.
// Only minimal closures stay, because an order of the players that satisfies a closure also satisfies every closure
// contained in this one.
func keep1(frontier []closure1, c closure1) []closure1 {
	for i := 0; i < len(frontier); i++ {
		if frontier[i].within(&c) {
			return frontier
		}
		if c.within(&frontier[i]) {
			last := len(frontier) - 1
			frontier[i] = frontier[last]
			frontier = frontier[:last]
			i-- // look at the closure that has moved here
		}
	}
	return append(frontier, c)
}

// push computes the frontier, the minimal closures, after the choice c of player i.
func (t *bulk1) push(i int, c choice) {
	t.frontiers[i+1] = t.choose(t.frontiers[i+1][:0], t.frontiers[i], i, c)
	if t.coring != nil {
		t.narrowLast(i + 1)
	}
}

// choose adds to the frontier `to` what becomes of the frontier `from` when player i makes the choice c: at most two
// closures (who stands before whom) for each, because a choice allows two orders. The first choice is taken in only one
// order, because the reverse of a solution is a solution.
func (t *bulk1) choose(to, from []closure1, i int, c choice) []closure1 {
	for _, old := range from {
		next := old
		if next.order(t.layout, i, int(c.wonderwall), int(c.ninja)) {
			to = keep1(to, next)
		}
		if i == 0 {
			break
		}
		next = old
		if next.order(t.layout, int(c.ninja), int(c.wonderwall), i) {
			to = keep1(to, next)
		}
	}
	return to
}

// cacheSize is the number of tables of solvable pairs in a walker's cache. About half of the lookups find their table
// there; a larger cache was not faster.
const cacheSize = 256

// A solved1 is a table of the pairs of choices of the last two players, p and q, with which a game is solvable, for one
// closure of the other choices (who stands before whom because of them). Let x be a choice of p. If x is in `whole`,
// the game is solvable with x and every choice of q. If x is in `partly`, it is solvable with x and the choices of q in
// solves[x]. Otherwise it is not solvable with x.
type solved1 struct {
	closure       closure1
	used          bool
	whole, partly mask1
	solves        [places1]mask1
}

// solve sets t.table to the pairs of choices of p and q, the last two players, with which the game is solvable. The
// player before them, o, has chosen last. A closure says who stands before whom because of the choices of all players
// except p and q; the frontier is the list of the minimal closures. A pair is solvable if at least one of them allows
// it, so solve unites their tables. If a choice x of p is in the set `whole` of a table, every choice of q makes the
// game solvable; if x is in `partly`, those in solves[x] do. solve returns false if the frontier is empty.
func (t *bulk1) solve() bool {
	o := t.players - 3
	if len(t.frontiers[o]) == 0 {
		return false
	}

	// Add the choice of o to the frontier of the choices before.
	t.frontier = t.choose(t.frontier[:0], t.frontiers[o], o, t.w.choice[o])
	for i := range t.frontier {
		table := t.solvedBy(&t.frontier[i])
		switch {
		case i > 0: // add this table to the union
			t.union.whole = t.union.whole.or(table.whole)
			t.union.partly = t.union.partly.or(table.partly)
			for xs := table.partly; !xs.empty(); xs = xs.rest() {
				x := xs.first()
				t.union.solves[x] = t.union.solves[x].or(table.solves[x])
			}
		case len(t.frontier) == 1: // the only table needs no union
			t.table = table
		default: // begin the union with a copy of the first table
			t.table = &t.union
			t.union.whole, t.union.partly = table.whole, table.partly
			t.union.solves = table.solves
		}
	}
	return len(t.frontier) > 0
}

// choicesOf returns the choices of v, one of the last three players, whose ninja is in ninjas[wonderwall].
func (t *bulk1) choicesOf(v int, ninjas *[16]uint16) (set mask1) {
	for w, some := range ninjas {
		if some != 0 {
			set = set.or(mask1{}.outer(t.layout, without(1<<w, v), without(some, v)))
		}
	}
	return set
}

// solvedBy returns the table of the choices of p and q, the last two players, that are solvable with one closure of the
// other choices, from the cache if it is there. The next call may overwrite the table.
func (t *bulk1) solvedBy(c *closure1) *solved1 {
	hash := c.forth.hash(uint64(c.before)<<16 ^ uint64(c.after))
	kept := &t.cache[(hash^hash>>29)*hashFactor>>32%cacheSize]
	if kept.used && kept.closure.equal(c) {
		return kept
	}

	kept.closure, kept.used = *c, true
	kept.whole, kept.partly = mask1{}, mask1{}
	clear(kept.solves[:])

	// Take both orders of p's choice: the second is the first in the reverse of the closure.
	reverse := c.reversed()
	if c.before|c.after == 0 {
		t.orientFree(c, kept)
		t.orientFree(&reverse, kept)
		return kept
	}

	var ninjas [16]uint16
	c.allow(t.layout, t.players-2, &ninjas)
	kept.partly = t.choicesOf(t.players-2, &ninjas)
	sides := c.sides(t.layout)

	t.orient(c, &sides, &t.ninjas, kept)
	sides = sides.reversed()
	t.orient(&reverse, &sides, &t.ninjas, kept)
	return kept
}

// orientFree adds to a table the solvable pairs of choices of p and q, the last two players, in which p stands before
// its wonderwall. It is for a closure (who stands before whom because of the other choices) that says nothing about q.
// If p's choice does not name q, no choice does. Then q can be inserted last, so every choice of q makes the game
// solvable: p's choice goes into the set table.whole.
//
// If p's choice names q, it says which players stand before q and which after it. From these sets allowed1 computes the
// choices of q that make the game solvable. They go into table.solves[place], where place is the number of the bit of
// p's choice in masks, and p's choice goes into the set table.partly.
func (t *bulk1) orientFree(c *closure1, table *solved1) {
	l := t.layout
	p, q := t.players-2, t.players-1
	toP := c.upTo(l, p) // p and the players before it
	var none mask1
	for ws := l.line &^ toP; ws != 0; ws &= ws - 1 { // the wonderwalls of p that can stand after p
		w := bits.TrailingZeros16(ws)
		toW, fromW := c.back.row(l, w)|1<<w|toP, c.forth.row(l, w)|1<<w
		// The ninja is not q: it must not stand before w.
		table.whole = table.whole.or(mask1{}.outer(l, 1<<w, l.line&^toW))

		// p before w before q: the players in toW stand before q
		place := t.place[1][w<<4|q]
		m := &table.solves[place]
		*m = m.or(allowed1(l, toW, 0, c.forth.or(mask1{}.outer(l, toP, fromW)), none))
		table.partly = table.partly.with(place)

		// p before q before w: those in toP stand before q, and those in fromW after it
		place = t.place[1][q<<4|w]
		m = &table.solves[place]
		*m = m.or(allowed1(l, toP, fromW, c.forth, c.back))
		table.partly = table.partly.with(place)
	}
}

// orient adds to a table the pairs of choices of p and q, the last two players, that are solvable with the closure c
// (who stands before whom because of the other choices): table.solves has the choices of q for each choice of p. orient
// takes only the order in which p stands before its wonderwall and the wonderwall before p's ninja. (The reverse of the
// closure gives the pairs for the reverse order.) ninjas has the ninjas that p may choose with each wonderwall.
// docs/papers/walk.md has the proofs.
func (t *bulk1) orient(c *closure1, s *sides, ninjas *[16]uint16, table *solved1) {
	l := t.layout
	p, q := t.players-2, t.players-1
	others := l.line
	toP := s.to[p&15]
	// Let p choose the wonderwall w. Suppose that neither q nor a player before q is in the set of w and the players
	// before w. Then for most ninjas of p, the choices that q may make do not depend on the ninja. They can depend on
	// it only if the ninja is in `related`: q, the players before and after q, and (added by the loop) the players
	// before a player after q.
	related := c.before | c.after | 1<<q
	for ys := c.after; ys != 0; ys &= ys - 1 {
		related |= s.to[bits.TrailingZeros16(ys)&15]
	}

	for ws := (others | 1<<q) &^ toP; ws != 0; ws &= ws - 1 {
		w := bits.TrailingZeros16(ws) & 15
		// p before w
		toW, fromW := s.to[w]|toP, s.from[w]
		bs := ninjas[w] &^ toW // the ninjas b that may stand after w
		if bs == 0 {
			continue
		}
		// x has the players that now stand before q, y those after q, and same the ninjas of p with which q may make
		// the choices in `allowed`, as without a ninja.
		x := (c.before | toP&-(fromW>>q&1)) & others
		y := (c.after | fromW&-(toP>>q&1)) & others
		forth := c.forth.or(mask1{}.outer(l, toP&others, fromW&others))
		back := c.back.or(mask1{}.outer(l, fromW&others, toP&others))
		allowed := allowed1(l, x, y, forth, back)
		same := fromW
		if toW&(x|1<<q) == 0 {
			same |= ^related
		}

		row := (*[16]uint8)(t.place[1][w<<4:])
		for set := bs & same; set != 0; set &= set - 1 {
			m := &table.solves[row[bits.TrailingZeros16(set)&15]]
			*m = m.or(allowed)
		}
		bs &^= same
		if toW>>q&1 == 0 {
			// If b does not stand before q, then q loses only choices among the players related to it.
			for set := bs &^ (c.before | 1<<q); set != 0; set &= set - 1 {
				b := bits.TrailingZeros16(set)
				fromB := s.from[b&15] & others
				lost := mask1{}.outer(l, x&toW, fromB).or(mask1{}.outer(l, y&fromB, toW))
				m := &table.solves[row[b&15]]
				*m = m.or(allowed.andNot(lost))
			}
			bs &= c.before | 1<<q
			if bs == 0 {
				continue
			}

			// If b stands before q, all players up to w stand before q as well.
			lost := mask1{}.outer(l, toW, others).and(forth).or(mask1{}.outer(l, y, toW))
			allowed = allowed.andNot(lost)
			for ; bs != 0; bs &= bs - 1 {
				b := bits.TrailingZeros16(bs)
				m := &table.solves[row[b&15]]
				*m = m.or(allowed.andNot(mask1{}.outer(l, toW, s.from[b&15]&others)))
			}
			continue
		}

		// If q is w or before it, b and all players after b stand after q.
		for ; bs != 0; bs &= bs - 1 {
			b := bits.TrailingZeros16(bs)
			fromB := s.from[b&15]
			lost := mask1{}.outer(l, fromB, others).and(back).or(mask1{}.outer(l, fromB, toW&others)).or(mask1{}.outer(l, x, fromB))
			m := &table.solves[row[b&15]]
			*m = m.or(allowed.andNot(lost))
		}
	}
}

// allowed1 returns the choices of q, the last player, with which the game is solvable, if the players in x stand before
// q and the players in y after q because of all other choices. forth and back have the players after and before each
// player. With a wonderwall in x, the ninja must not be in y or after the wonderwall. With one in y, it must not be in
// x or before the wonderwall. With any other wonderwall, every ninja is possible (docs/papers/walk.md).
func allowed1(l *layout, x, y uint16, forth, back mask1) mask1 {
	return mask1{}.outer(l, l.line&^x&^y, l.line).
		or(mask1{}.outer(l, x, l.line&^y).andNot(forth)).
		or(mask1{}.outer(l, y, l.line&^x).andNot(back))
}
