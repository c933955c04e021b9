package cases

import "github.com/bits-and-blooms/bitset"

// Ranks are the relation "stands before" that orientations force: the row of player u has a bit for each player after
// u. They share no code with the searches whose results they explain.
type ranks []bitset.BitSet

func newRanks(players int) ranks {
	r := make(ranks, players)
	for u := range r {
		r[u] = *bitset.New(uint(players))
	}
	return r
}

func (r ranks) clone() ranks {
	s := make(ranks, len(r))
	for u := range r {
		s[u] = *r[u].Clone()
	}
	return s
}

func (r ranks) before(u, v int) bool { return r[u].Test(uint(v)) }

// put puts u before v, which must not stand before u. By transitivity, u and all players before u then stand before v
// and all players after v.
func (r ranks) put(u, v int) {
	for x := range r {
		if x == u || r.before(x, u) {
			r[x].InPlaceUnion(&r[v])
			r[x].Set(uint(v))
		}
	}
}

// allow reports whether three players can stand in the given order.
func (r ranks) allow(line [3]int) bool {
	return !r.before(line[1], line[0]) && !r.before(line[2], line[1]) && !r.before(line[2], line[0])
}

// orient puts three players in the given order, which allow must accept.
func (r ranks) orient(line [3]int) {
	r.put(line[0], line[1])
	r.put(line[1], line[2])
}
