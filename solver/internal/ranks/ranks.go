// Package ranks says who of some players stands before whom, closed under transitivity.
// What frontiers, sweeps and searches find is checked by it: it shares no code with them, on
// purpose.
package ranks

import (
	"context"
	"slices"
)

// Ranks say who of some players stands before whom: bit v of the row of u, if u stands before v.
type Ranks [][]uint64

// New returns ranks that put no player before another.
func New(players int) Ranks {
	r := make(Ranks, players)
	for u := range r {
		r[u] = make([]uint64, (players+63)/64)
	}
	return r
}

func (r Ranks) Clone() Ranks {
	s := slices.Clone(r)
	for u := range s {
		s[u] = slices.Clone(s[u])
	}
	return s
}

func (r Ranks) before(u, v int) bool { return r[u][v/64]>>(v%64)&1 != 0 }

// put puts u before v, where v does not stand before u.
func (r Ranks) put(u, v int) {
	for x := range r {
		if x == u || r.before(x, u) {
			for k, word := range r[v] {
				r[x][k] |= word
			}
			r[x][v/64] |= 1 << (v % 64)
		}
	}
}

// Allow reports whether three players may stand in a line.
func (r Ranks) Allow(line [3]int) bool {
	return !r.before(line[1], line[0]) && !r.before(line[2], line[1]) && !r.before(line[2], line[0])
}

// Orient puts three players in a line.
func (r Ranks) Orient(line [3]int) {
	r.put(line[0], line[1])
	r.put(line[1], line[2])
}

// Agree reports whether all choices (a player, its wonderwall, its ninja) can be
// oriented so that no player stands before itself. It takes one try for every look at
// a choice. When there are none left, or the context has ended, it reports true. It
// changes the ranks and the order of the choices.
func (r Ranks) Agree(ctx context.Context, choices [][3]int, tries *int) bool {
	for len(choices) > 0 && ctx.Err() == nil {
		if *tries -= len(choices); *tries < 0 {
			return true
		}
		var fewest [][3]int // the orientations left of a choice that has the fewest
		for i, c := range choices {
			var left [][3]int
			for _, line := range [2][3]int{c, {c[2], c[1], c[0]}} {
				if r.Allow(line) {
					left = append(left, line)
				}
			}
			if i == 0 || len(left) < len(fewest) {
				fewest = left
				choices[0], choices[i] = choices[i], choices[0]
			}
			if len(fewest) == 0 {
				return false
			}
		}
		choices = choices[1:]
		if len(fewest) == 2 {
			other := r.Clone()
			other.Orient(fewest[1])
			if other.Agree(ctx, slices.Clone(choices), tries) {
				return true
			}
		}
		r.Orient(fewest[0])
	}
	return true
}
