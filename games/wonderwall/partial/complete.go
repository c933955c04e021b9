package partial

import (
	"math/bits"

	"enumerate/canon"
)

//go:generate go run ./gen

// A pairCounter counts the choices of the last two players: those of p and q that
// leave a closure, and in core games choose all players wanted. It adds them up by
// p's choice, one bit for each choice of q; see addAllowed for the bits.
type pairCounter interface {
	count(f frontier, p, q int, all, wanted uint16) uint64
}

func newPairCounter(players int) pairCounter {
	switch {
	case players <= 8:
		return new(pairs2)
	case players <= 12:
		return new(pairs3)
	}
	return new(pairs4)
}

// covering returns the choices, a row for each wonderwall, that choose every player of
// a set, which has one or two players; none if it has more.
func covering(wanted uint16) (rows canon.Rows) {
	u := bits.TrailingZeros16(wanted)
	switch rest := wanted & (wanted - 1); {
	case rest == 0:
		for i := range rows {
			rows[i] = spread[wanted>>(4*i)&15] | uint64(wanted)*each
		}
	case rest&(rest-1) == 0:
		v := bits.TrailingZeros16(rest)
		rows[u>>2] |= 1 << (u&3*16 + v)
		rows[v>>2] |= 1 << (v&3*16 + u)
	}
	return rows
}

// A Completer counts the solvable games that complete partial games, in core
// games those in which everybody is chosen. It is not safe for use by several
// goroutines.
type Completer struct {
	games  Games
	pairs  pairCounter
	state  state
	levels []*generation // by how many cycles have still to choose
	work   uint64
}

// NewCompleter returns a completer.
func (g Games) NewCompleter() *Completer {
	c := &Completer{games: g, pairs: newPairCounter(g.players)}
	for range g.Layers() + 1 {
		c.levels = append(c.levels, new(generation))
	}
	return c
}

// Work returns a measure of the work done so far, in no unit but the same on all
// machines: for the last two players, closures times choices. It is what takes most
// of the time.
func (c *Completer) Work() uint64 { return c.work }

// Count returns how many solvable games complete the partial games of a state. The
// last two players are counted in bulk, the choices of all before them one by one: it
// is meant for three or four players. The number must fit in 64 bits; see
// Games.Completions.
func (c *Completer) Count(key []byte) (uint64, error) {
	if err := c.games.decode(key, &c.state); err != nil {
		return 0, err
	}
	return c.count(&c.state, 0), nil
}

func (c *Completer) count(s *state, depth int) uint64 {
	if s.choosers == 0 {
		return 1
	}
	p, among := c.games.chooser(s)
	if s.next[p] == uint8(p) { // and so it is with all who have still to choose
		switch rest := s.choosers &^ (1 << p); {
		case rest == 0:
			return last(s, p, among)
		case rest&(rest-1) == 0:
			c.work += uint64(len(s.frontier)) * c.games.Choices(0)
			return c.pairs.count(s.frontier, p, bits.TrailingZeros16(rest), among, s.wanted)
		}
	}
	gen := c.levels[depth]
	gen.beget(c.games, s, p, among)
	var sum uint64
	for i := range gen.children {
		child := &gen.children[i]
		sum += child.ways * c.count(&child.state, depth+1)
	}
	return sum
}

// last counts the choices of the last player.
func last(s *state, p int, among uint16) uint64 {
	var rows canon.Rows
	for i := range s.frontier {
		addAllowed(&rows, &s.frontier[i], p, among)
	}
	if s.wanted != 0 {
		all := covering(s.wanted)
		for i := range rows {
			rows[i] &= all[i]
		}
	}
	return uint64(count(&rows, p, among))
}
