package partial

import (
	"math/bits"

	"enumerate/canon"
)

// A Completer counts the solvable games that complete a partial game. It is not safe for use by several goroutines.
type Completer struct {
	games   Games
	points  Games // the games of the fixed points alone, which are the players on cycles of length 1; they choose last
	pairs   pairCounter
	choices uint64 // the number of choices of each fixed point
	state   state
	levels  []*generation // memory for the children, by the number of cycles that have chosen since Count was called
	naming
	compact state // the state with other numbers of players, made by rename
	work    uint64
}

// NewCompleter returns a Completer, which counts the ways to complete a partial game to a solvable game of g. It lets
// the players without a choice choose one by one. If g has the games that a permutation fixes, players on long cycles
// choose first, and its fixed points last. The choices of the last two players are not tried but counted by a pair
// counter.
func (g Games) NewCompleter() *Completer {
	fixed := 0 // the number of fixed points; all players if the permutation is the identity
	for _, length := range g.lengths {
		if length == 1 {
			fixed++
		}
	}
	points := Games{players: fixed, core: g.core} // for the states in which only fixed points are left
	for v := range fixed {
		points.next[v] = uint8(v)
		points.lengths = append(points.lengths, 1)
	}
	// The number of choices is that of the last cycle, which is a fixed point if there is one.
	c := &Completer{games: g, points: points, pairs: newPairCounter(fixed), choices: g.Choices(g.Layers() - 1)}
	for range g.Layers() + 1 { // one generation for each number of cycles that may have chosen
		c.levels = append(c.levels, new(generation))
	}
	return c
}

// Work returns a measure of the work so far that is the same on all machines, for forecasts: the number of closures in
// all states with two players left, which take most of the time, times the number of choices of a player.
func (c *Completer) Work() uint64 { return c.work }

// Count returns the number of solvable games that complete one partial game of a state, which is given by its key. It
// counts only the choices of the last two players in bulk, so it is meant for states with three or four players left.
// The caller must make sure that the number fits in 64 bits; Games.Completions is an upper bound.
func (c *Completer) Count(key []byte) (uint64, error) {
	if err := c.games.decode(key, &c.state); err != nil {
		return 0, err
	}
	return c.count(&c.state, 0), nil
}

// Dead returns the number of choices of the next player that lead to no state, because no solvable game has them.
func (c *Completer) Dead(key []byte) (uint64, error) {
	if err := c.games.decode(key, &c.state); err != nil {
		return 0, err
	}
	p, eligible := c.games.chooser(&c.state)
	gen := c.levels[0]
	gen.expand(c.games, &c.state, p, eligible)
	return gen.dead, nil
}

// count counts the completions of a state in which depth cycles have chosen since Count was called.
func (c *Completer) count(s *state, depth int) uint64 {
	if s.choosers == 0 {
		return 1
	}
	p, eligible := c.games.chooser(s)
	if s.next[p] == uint8(p) { // all players without a choice are fixed points, because longer cycles choose first
		rest := s.choosers &^ (1 << p)
		switch bits.OnesCount16(rest) {
		case 0:
			return last(s, p, eligible)
		case 1:
			c.rename(s, eligible, p, bits.TrailingZeros16(rest))
			return c.lastTwo(&c.compact)
		case 2: // of the other two, the player with the fewest choices chooses second
			second := fewest(s.frontier, rest, eligible)
			c.rename(s, eligible, p, second, bits.TrailingZeros16(rest&^(1<<second)))
			return c.lastThree(c.levels[depth])
		}
	}

	gen := c.levels[depth]
	gen.expand(c.games, s, p, eligible)
	var sum uint64
	for i := range gen.children {
		child := &gen.children[i]
		sum += child.ways * c.count(&child.state, depth+1)
	}
	return sum
}

// lastThree counts the solvable choices of the last three players, n-3 to n-1, in the state c.compact. gen is memory
// for the states after the choice of player n-3.
func (c *Completer) lastThree(gen *generation) (sum uint64) {
	n := c.points.players
	all := uint16(1)<<n - 1
	gen.expand(c.points, &c.compact, n-3, all)
	for i := range gen.children {
		child := &gen.children[i]
		sum += child.ways * c.lastTwo(&child.state) // child.ways choices lead to this state
	}
	return sum
}

// lastTwo counts the solvable choices of the last two players in a state, all together.
func (c *Completer) lastTwo(s *state) uint64 {
	c.work += uint64(len(s.frontier)) * c.choices
	return c.pairs.count(s.frontier, c.points.players, s.wanted)
}

// rename writes to c.compact the state s with other numbers for its players, because lastTwo and lastThree need the
// players who choose last to have the last numbers. The players in the list `last` get the highest numbers, and the
// other eligible players, who may still be chosen, the numbers from 0. All others are dropped.
func (c *Completer) rename(s *state, eligible uint16, last ...int) {
	others := eligible
	for _, v := range last {
		others &^= 1 << v
	}
	name := uint8(0)
	for ; others != 0; others &= others - 1 {
		c.name[bits.TrailingZeros16(others)] = name
		name++
	}
	for _, v := range last {
		c.name[v] = name
		name++
	}

	c.prepare() // tabulates the new numbers, for image and relabel
	c.compact.choosers, c.compact.wanted = c.image(s.choosers), c.image(s.wanted)
	c.compact.next = c.points.next // the permutation: the identity, because all eligible players are fixed points
	c.compact.frontier = c.compact.frontier[:0]
	for i := range s.frontier {
		from := &s.frontier[i]
		c.compact.frontier = append(c.compact.frontier, closure{Forth: c.relabel(&from.Forth, eligible), Back: c.relabel(&from.Back, eligible)})
	}
}

// choosingAll returns all choices of a player that name every player in the set wanted, which must not be empty. Each
// choice is a bit, in the row of its wonderwall and the column of its ninja. Word i has the rows 4i to 4i+3, 16 bits
// each.
func choosingAll(wanted uint16) (rows canon.Rows) {
	u := bits.TrailingZeros16(wanted)
	switch rest := wanted & (wanted - 1); {
	case rest == 0: // only u is wanted: the wonderwall or the ninja is u
		for i := range rows { // all bits of row u, and bit u of every row
			rows[i] = spread[wanted>>(4*i)&15] | uint64(wanted)*each
		}
	case rest&(rest-1) == 0: // u and v are wanted: one is the wonderwall, the other the ninja
		v := bits.TrailingZeros16(rest)
		rows[u>>2] |= 1 << (u&3*16 + v)
		rows[v>>2] |= 1 << (v&3*16 + u)
	}
	return rows
}

// last returns the number of choices with which player p, the last one to choose, completes a partial game to a
// solvable game. Such a choice names two players in the set eligible, and all wanted players, whom no one else names.
// It fits at least one closure (who stands before whom) of the state s.
func last(s *state, p int, eligible uint16) uint64 {
	var rows canon.Rows // the choices that fit some closure, as bits: a row for each wonderwall, a column for each ninja
	for i := range s.frontier {
		addAllowed(&rows, &s.frontier[i], p, eligible)
	}
	if s.wanted != 0 {
		all := choosingAll(s.wanted)
		for i := range rows {
			rows[i] &= all[i]
		}
	}
	return uint64(count(&rows, p, eligible))
}
