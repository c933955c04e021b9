package betweenness

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// A Certificate proves the verdict of one game: by an order or by a core.
type Certificate struct {
	// Order is a solution: all players, from one end of the line to the other.
	Order []int
	// Core is a set of players, ascending, whose choices contradict each other.
	Core []int
	// Smallest says that no smaller core exists. The certificate does not prove it.
	Smallest bool
}

// Solvable reports what the certificate proves.
func (c Certificate) Solvable() bool { return c.Order != nil }

// Check accepts a certificate that proves what it says of the game, and tells
// what is wrong with any other. It shares no code with the solver. An order takes
// linear time, a core exponential time in its size at worst; see CheckCore.
func (c Certificate) Check(g Game) error { return c.check(context.Background(), g) }

func (c Certificate) check(ctx context.Context, g Game) error {
	if (c.Order == nil) == (c.Core == nil) {
		return errors.New("a certificate is either an order or a core")
	}
	if c.Order != nil {
		return CheckOrder(g, c.Order)
	}
	return checkCore(ctx, g, c.Core)
}

// CheckOrder accepts an order of all players in which everybody's wonderwall
// stands between the player and its ninja.
func CheckOrder(g Game, order []int) error {
	place := make([]int, len(g))
	for i, p := range order {
		if p < 0 || p >= len(g) || place[p] != 0 {
			return fmt.Errorf("the order names player %d twice, or there is no such player", p)
		}
		place[p] = i + 1
	}
	if len(order) != len(g) {
		return fmt.Errorf("the order names %d of %d players", len(order), len(g))
	}
	for p, c := range g {
		if (place[p] < place[c.Wonderwall]) != (place[c.Wonderwall] < place[c.Ninja]) {
			return fmt.Errorf("player %d: its wonderwall %d does not stand between it and its ninja %d", p, c.Wonderwall, c.Ninja)
		}
	}
	return nil
}

// CheckCore accepts a set of players if no orientations of their choices agree.
// That is plain if of some players, two at least, all are wonderwalls among them,
// or all but one: for in any order the first and the last of them stand between
// no others. Else it tries the orientations of one player after the other, always
// one that has the fewest left which do not put somebody before himself.
func CheckCore(g Game, core []int) error { return checkCore(context.Background(), g, core) }

func checkCore(ctx context.Context, g Game, core []int) error {
	if len(core) == 0 {
		return errors.New("the core is empty")
	}
	seen := make([]bool, len(g))
	for _, p := range core {
		if p < 0 || p >= len(g) || seen[p] {
			return fmt.Errorf("the core names player %d twice, or there is no such player", p)
		}
		seen[p] = true
	}
	if walledIn(g, core) {
		return nil
	}
	number := make(map[int]int) // of the players the core speaks of
	choices := make([][3]int, len(core))
	for i, p := range core {
		for k, q := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
			if _, known := number[q]; !known {
				number[q] = len(number)
			}
			choices[i][k] = number[q]
		}
	}
	if newRanks(len(number)).agree(ctx, choices) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return errors.New("the choices of the core do not contradict each other")
	}
	return nil
}

// walledIn reports whether all players the core's choices speak of are
// wonderwalls among them, or all but one.
func walledIn(g Game, core []int) bool {
	spoken, walls := make(map[int]bool), make(map[int]bool)
	for _, p := range core {
		spoken[p], spoken[g[p].Wonderwall], spoken[g[p].Ninja] = true, true, true
		walls[g[p].Wonderwall] = true
	}
	return len(walls) >= len(spoken)-1
}

// Ranks say of some players who stands before whom, with all that follows from it:
// ranks[u] has bit v if u stands before v.
type ranks [][]uint64

func newRanks(players int) ranks {
	r := make(ranks, players)
	for u := range r {
		r[u] = make([]uint64, (players+63)/64)
	}
	return r
}

func (r ranks) clone() ranks {
	s := make(ranks, len(r))
	for u := range r {
		s[u] = slices.Clone(r[u])
	}
	return s
}

func (r ranks) before(u, v int) bool { return r[u][v/64]>>(v%64)&1 != 0 }

// put puts u before v, who does not stand before it.
func (r ranks) put(u, v int) {
	for x := range r {
		if x == u || r.before(x, u) {
			for k, word := range r[v] {
				r[x][k] |= word
			}
			r[x][v/64] |= 1 << (v % 64)
		}
	}
}

// agree reports whether choices (a player, its wonderwall, its ninja) can all be
// oriented so that nobody stands before himself, or whether the context has ended.
// It changes the ranks and the order of the choices.
func (r ranks) agree(ctx context.Context, choices [][3]int) bool {
	for len(choices) > 0 && ctx.Err() == nil {
		var fewest [][3]int
		for i, c := range choices {
			p, w, n := c[0], c[1], c[2]
			var open [][3]int
			if !r.before(w, p) && !r.before(n, w) && !r.before(n, p) {
				open = append(open, [3]int{p, w, n})
			}
			if !r.before(w, n) && !r.before(p, w) && !r.before(p, n) {
				open = append(open, [3]int{n, w, p})
			}
			if i == 0 || len(open) < len(fewest) {
				fewest = open
				choices[0], choices[i] = choices[i], choices[0]
			}
			if len(fewest) == 0 {
				return false
			}
		}
		choices = choices[1:]
		if len(fewest) == 2 {
			other := r.clone()
			other.put(fewest[1][0], fewest[1][1])
			other.put(fewest[1][1], fewest[1][2])
			if other.agree(ctx, slices.Clone(choices)) {
				return true
			}
		}
		r.put(fewest[0][0], fewest[0][1])
		r.put(fewest[0][1], fewest[0][2])
	}
	return true
}
