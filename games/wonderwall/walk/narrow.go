package walk

import "math/bits"

// This file makes the walk of core games faster: it drops choices that cannot become a solvable core game. A player
// whom no choice names so far is wanted. docs/papers/walk.md has the proofs.

// A coring1 has the tables of a walk of core games, in which every player is named. p and q are the last two players.
type coring1 struct {
	naming [256]uint16 // naming[x]: the two players that the choice x of p names
	covers []mask1     // covers[set]: the choices of q that name every player of a set
	// apart is for games in which no player except p and q names p or q, so that p and q name each other. apart[x] has
	// the choices of q with which the game is solvable if p makes the choice x.
	apart   [places1]mask1
	pairs   solved1 // the solvable pairs for the present choices of all other players
	anyPair solved1 // a table with all pairs, for countTies: patch excludes those that are not solvable
}

// newCoring1 computes the tables for a walk of core games, in which every player is named.
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

	// apart: the choice of p names q, and the choice of q names p.
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		if c.naming[x]>>q&1 == 0 {
			continue
		}
		for ys := c.covers[1<<p]; !ys.empty(); ys = ys.rest() {
			y := ys.first()
			if canInsertBoth(l.choices[1][x], l.choices[2][y], p, q) {
				c.apart[x] = c.apart[x].with(y)
			}
		}
	}
	c.anyPair.whole = t.every
	return c
}

// canInsertBoth reports whether the last two players, p and q, can be inserted into every order of the other players
// such that their choices x and y are satisfied. x names q and one other player, y names p and one other player, and no
// other choice names p or q.
func canInsertBoth(x, y choice, p, q int) bool {
	if int(x.ninja) == q && int(y.ninja) == p {
		return true // p first, q last
	}
	third := x.wonderwall ^ x.ninja ^ uint8(q)  // the player other than q that x names
	fourth := y.wonderwall ^ y.ninja ^ uint8(p) // the player other than p that y names
	return third != fourth
}

// completing returns the choices that player v can make after the first i players: for each wonderwall, the set of
// possible ninjas. The game must remain solvable, and v must name so many of the wanted players, whom nobody has named
// yet, that the other players without a choice can name the rest, two each.
func (t *bulk1) completing(i, v int) (ninjas [16]uint16) {
	l := t.layout
	for k := range t.frontiers[i&15] {
		t.frontiers[i&15][k].allow(l, v, &ninjas)
	}

	// The other players without a choice can name two players each, so v must name at least `needed` wanted players.
	wanted := l.all &^ t.w.targets[i&15]
	others := l.players - 1 - i
	switch needed := bits.OnesCount16(wanted) - 2*others; {
	case needed > 2:
		return [16]uint16{}
	case needed > 0:
		for w := range l.players {
			switch {
			case needed == 2 && wanted>>w&1 == 0:
				ninjas[w&15] = 0
			case needed == 2 || wanted>>w&1 == 0:
				ninjas[w&15] &= wanted
			}
		}
	}
	return ninjas
}

// completingSet returns the result of completing as a mask.
func (t *bulk1) completingSet(i, v int) mask1 {
	ninjas := t.completing(i, v)
	return t.choicesOf(v, &ninjas)
}

// narrowLast drops the choices of p and q, the last two players, that completing excludes. restore undoes this.
func (t *bulk1) narrowLast(i int) {
	t.p = t.p.and(t.completingSet(i, t.players-2))
	t.q = t.q.and(t.completingSet(i, t.players-1))
}

// excludesSolvableCore reports whether the first i choices of the string exclude a solvable core game (every player is
// named).
func (t *bulk1) excludesSolvableCore(i int) bool {
	wanted := t.all &^ t.w.targets[i&15]
	none := t.p.empty() || t.q.empty() || len(t.frontiers[i&15]) == 0
	return none || bits.OnesCount16(wanted) > 2*(t.players-i)
}

// narrow returns the players who are wanted after the choice c of o, the third-last player: nobody has named them yet.
// In a core game every player is named, and only p and q, the last two players, are left to choose. A choice names two
// players, its wonderwall and its ninja. So narrow removes from t.p and t.q their choices that name too few wanted
// players.
func (t *bulk1) narrow(c choice) (wanted uint16) {
	l := t.layout
	o, p, q := l.players-3, l.players-2, l.players-1
	wanted = l.all &^ (t.w.targets[o&15] | 1<<c.wonderwall | 1<<c.ninja)

	// If q is wanted, no choice names it yet. Then p must name it, because no player names itself. A mask is a set of
	// choices, with a row for each wonderwall and a column for each ninja. The masks of p have no row and no column for
	// p itself, so those of q, the next player, move down to the number p. So keep the choices of p in row p or in
	// column p: they name q.
	if wanted>>q&1 != 0 {
		t.p = t.p.and(mask1{}.outer(l, 1<<p, l.line).or(mask1{}.outer(l, l.line, 1<<p)))
	}
	if wanted>>p&1 != 0 { // q must name p
		t.q = t.q.and(t.coring.covers[1<<p])
	}

	// Two choices name at most four players. Of three wanted players each must name at least one, of four exactly two.
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

// countCores adds to the census the solvable core games (every player is chosen) with the present choices of all
// players except p and q, the last two. It counts each pair of a choice x of p and a choice y of q with which the
// string, the list of all choices, is the least of its class. If exchangeable is set, a pair and its mirror image (y,
// x) are the same class.
func (t *bulk1) countCores(wanted uint16, exchangeable bool) {
	solves := t.solvesCores(wanted)
	// This function counts each pair as a game whose only automorphism is the identity. countTies then corrects the
	// pairs that have others. Let `tied` have the choices x of p in these pairs. patch[x] has the choices y of q that
	// countTies must skip. For each x in `tied`, add to it the choices y that are not counted here. `mirrors` has each
	// x whose pair (x, x) is counted: exchanging p and q is an automorphism of its game.
	var mirrors, tied mask1
	for _, tie := range t.ties {
		tied = tied.or(tie.xs)
	}
	count := 0

	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		left := t.left(x, exchangeable)
		good := left.and(t.coring.covers[wanted&^t.coring.naming[x]])
		if solves != nil {
			good = good.and(solves[x])
		} else {
			good = t.solvesLast(x, good)
		}
		count += good.count()
		if exchangeable && good.has(x) {
			mirrors = mirrors.with(x)
		}
		if tied.has(x) {
			t.patchRows(mask1{}.with(x), left.andNot(good)) // so that countTies does not count these pairs
		}
	}

	t.w.census.few[solvable][1] += uint64(count)
	if len(t.ties) > 0 || !mirrors.empty() {
		t.table = &t.coring.anyPair
		t.countTies(true, exchangeable, mirrors)
	}
}

// solvesCores returns, for each choice of p in t.p, the choices of q with which a core game (every player is chosen) is
// solvable. p and q are the last two players. The argument `wanted` has the players whom the choices of all other
// players do not name. There are three cases. If p is wanted, q is wanted too, and solvesCores returns a table that was
// made for this case (`apart`). If only q is wanted, it returns nil, and the caller must ask solvesLast for each choice
// of p. If neither is wanted, it makes a table from the closures, which say who stands before whom because of the other
// choices.
func (t *bulk1) solvesCores(wanted uint16) *[places1]mask1 {
	o, p, q := t.players-3, t.players-2, t.players-1
	c := t.coring
	if wanted>>p&1 != 0 {
		return &c.apart // no choice names q either: players get numbers when they are named, and q has the last number
	}

	t.frontier = t.choose(t.frontier[:0], t.frontiers[o], o, t.w.choice[o])
	if wanted>>q&1 != 0 {
		return nil
	}

	for xs := t.p; !xs.empty(); xs = xs.rest() {
		c.pairs.solves[xs.first()] = mask1{}
	}

	// Add the pairs that each closure allows. For the reverse order of p's choice, take the reverse of the closure.
	ninjas := t.ninjasOf(t.p)
	for i := range t.frontier {
		closure := &t.frontier[i]
		sides := closure.sides(t.layout)
		t.orient(closure, &sides, &ninjas, &c.pairs)
		reverse := closure.reversed()
		sides = sides.reversed()
		t.orient(&reverse, &sides, &ninjas, &c.pairs)
	}
	return &c.pairs.solves
}

// solvesLast is for the case that no player except p, the last player but one, names q, the last player. If p makes the
// choice x, solvesLast returns the candidates, choices of q, with which the game is solvable: those that at least one
// closure in t.frontier (who stands before whom because of the other players' choices) allows.
func (t *bulk1) solvesLast(x uint8, candidates mask1) (solves mask1) {
	if candidates.empty() {
		return candidates
	}
	q := t.players - 1
	chosen := t.choices[1][x]
	for i := range t.frontier {
		// q must stand beyond p's wonderwall if it is p's ninja, and otherwise between p and p's ninja.
		var lost mask1 // the choices of q that contradict this closure and p's choice
		if int(chosen.ninja) == q {
			lost = t.lostBeyond(&t.frontier[i], int(chosen.wonderwall))
		} else {
			lost = t.lostBetween(&t.frontier[i], int(chosen.ninja))
		}
		solves = solves.or(candidates.andNot(lost))
		if solves == candidates {
			break // no choice is left to find
		}
	}
	return solves
}

// ninjasOf returns, for each wonderwall, the ninjas that go with it in a set of choices of p, the last player but one.
func (t *bulk1) ninjasOf(xs mask1) (ninjas [16]uint16) {
	p, q := t.players-2, t.players-1
	for w := range p {
		ninjas[w&15] = withLast(xs.row(t.layout, w), p)
	}
	ninjas[q&15] = withLast(xs.row(t.layout, p), p)
	return ninjas
}

// withLast converts columns of player p = n-2 to players. It is the inverse of without.
func withLast(columns uint16, p int) uint16 { return columns + columns&(1<<p) }

// lostBeyond returns the choices of the last player q that contradict the choice of p, the player before q. p has
// chosen the wonderwall w and the ninja q, so w must stand between p and q. The closure c says who stands before whom
// because of all other choices. docs/papers/walk.md has the proof of the three cases:
//
//   - c puts p before w. Then q stands after w and after all players before w. If q chooses one of these, v, as its
//     wonderwall, its ninja must not stand after v, because v must stand between q and the ninja.
//   - c puts p after w: the reverse.
//   - c says neither: only the wonderwall p with the ninja w is lost, because it needs p between q and w.
//
// A bit of the mask c.forth says that player b stands after player a. Read as a choice of q, the same bit is the
// wonderwall a and the ninja b. So in the first case the lost choices are the bits of c.forth whose player a is w or
// before w. c.back is the reverse of c.forth.
func (t *bulk1) lostBeyond(c *closure1, w int) mask1 {
	l := t.layout
	p := l.players - 2
	toW, fromW := c.back.row(l, w)|1<<w, c.forth.row(l, w)|1<<w // w and the players before it, w and those after it
	switch {
	case toW>>p&1 != 0:
		return mask1{}.outer(l, toW, l.line).and(c.forth)
	case fromW>>p&1 != 0:
		return mask1{}.outer(l, fromW, l.line).and(c.back)
	}
	return mask1{}.outer(l, 1<<p, 1<<w)
}

// lostBetween returns the choices of the last player q that contradict the choice of p, the player before q. p has
// chosen the wonderwall q and the ninja b, so q must stand between p and b, the two ends. The closure c says who stands
// before whom because of all other choices. A choice of q names a wonderwall and a ninja, and this wonderwall must
// stand between q and this ninja. docs/papers/walk.md has the proof.
func (t *bulk1) lostBetween(c *closure1, b int) mask1 {
	l := t.layout
	p := l.players - 2
	toP, fromP := c.back.row(l, p)|1<<p, c.forth.row(l, p)|1<<p // p and the players before it, p and those after it
	toB, fromB := c.back.row(l, b)|1<<b, c.forth.row(l, b)|1<<b
	ends := uint16(1)<<p | 1<<b

	// Because p has chosen q as its wonderwall and b as its ninja, q stands between the ends p and b. So the players in
	// `first`, whom the closure c puts before both ends, stand before q. If q chooses one of them, v, as its
	// wonderwall, its ninja must not stand after v, because v is between q and the ninja. The reverse holds for the
	// players in `last`, after both ends.
	first, last := toP&toB&^ends, fromP&fromB&^ends
	lost := mask1{}.outer(l, first, l.line).and(c.forth).or(mask1{}.outer(l, last, l.line).and(c.back))

	// The players p, q and b stand in the order b, q, p or p, q, b. If q chooses the end p as its wonderwall, p must
	// stand between q and q's ninja, so the ninja stands beyond p, as seen from q. Let shortOfP have the players that
	// cannot stand beyond p. It has all players at first. For each of the two orders that the closure c allows, remove
	// the players that can stand beyond p in this order. Let shortOfB have those that cannot stand beyond b.
	shortOfP, shortOfB := l.line, l.line
	if toB>>p&1 == 0 { // c allows b, q, p: no player before p or b can stand beyond p, and none after p or b beyond b
		shortOfP &= toP | toB
		shortOfB &= fromB | fromP
	}
	if toP>>b&1 == 0 { // c allows p, q, b: the reverse
		shortOfP &= fromP | fromB
		shortOfB &= toB | toP
	}
	return lost.or(mask1{}.outer(l, 1<<p, shortOfP)).or(mask1{}.outer(l, 1<<b, shortOfB))
}
