package partial

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"enumerate/internal/layers"
	"enumerate/solver/betweenness"
)

// A search is a slow oracle for the count. It completes a partial game choice by choice, with the frontiers of package
// betweenness, and merges no states and counts no choices together.
type search struct {
	players  int
	frontier *betweenness.Frontier
	all      uint64 // the solvable games found
	core     uint64 // the solvable core games found
}

// below adds the solvable games that begin with the present choices of players 0..p-1 to the counts of s. The argument
// `chosen` is the set of the players whom these choices name.
func (s *search) below(p int, chosen uint16) {
	everybody := uint16(1)<<s.players - 1
	if p == s.players {
		s.all++
		if chosen == everybody {
			s.core++
		}
		return
	}
	for w := range s.players {
		for b := range s.players {
			if w == p || b == p || w == b {
				continue
			}
			if s.frontier.Push(p, betweenness.Choice{Wonderwall: w, Ninja: b}) {
				s.below(p+1, chosen|1<<w|1<<b)
			}
			s.frontier.Pop()
		}
	}
}

func choose(players, p int, random *rand.Rand) betweenness.Choice {
	for {
		c := betweenness.Choice{Wonderwall: random.IntN(players), Ninja: random.IntN(players)}
		if c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja {
			return c
		}
	}
}

// TestAPrefixHasAsManyCompletionsAsASearchFinds lets the first players choose at random, and counts the solvable games
// that begin with these choices by layers of merged states and by a search.
func TestAPrefixHasAsManyCompletionsAsASearchFinds(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 4))
	trials := 8
	if testing.Short() {
		trials = 2
	}
	alive := 0
	for _, size := range []struct{ n, short, left int }{{5, 4, 5}, {6, 4, 4}, {7, 4, 4}, {8, 3, 4}, {9, 3, 3}, {10, 3, 3}, {12, 3, 3}} {
		n, left := size.n, size.left
		if testing.Short() {
			left = size.short
		}
		for range trials {
			// Make a random prefix, both for this package and for a search.
			plain := search{players: n, frontier: betweenness.NewFrontier()}
			everybody := uint16(1)<<n - 1
			prefix := state{choosers: everybody, wanted: everybody, next: All(n).next, frontier: make(frontier, 1)}
			var game betweenness.Game
			for p := range n - left {
				c := choose(n, p, random)
				game = append(game, c)
				prefix.frontier = push(nil, prefix.frontier, p, c.Wonderwall, c.Ninja, prefix.frontier.loose())
				prefix.choosers &^= 1 << p
				prefix.wanted &^= 1<<c.Wonderwall | 1<<c.Ninja
				if got := plain.frontier.Push(p, c); got != (len(prefix.frontier) > 0) {
					t.Fatalf("seed %d, n=%d: after %v there are %d closures, a search says %v", seed, n, game, len(prefix.frontier), got)
				}
			}

			if len(prefix.frontier) == 0 {
				continue
			}
			alive++

			plain.below(n-left, everybody&^prefix.wanted)
			all := prefix
			all.wanted = 0
			for _, c := range []struct {
				name  string
				games Games
				state state
				want  uint64
			}{{"all", All(n), all, plain.all}, {"core", Core(n), prefix, plain.core}} {
				layer := states{string((&encoder{games: c.games}).key(c.state)): layers.Weight{Lo: 1}}
				for k := n - left; ; k++ {
					if got := solvableFrom(t, c.games, layer); got.Cmp(new(big.Int).SetUint64(c.want)) != 0 {
						t.Errorf("seed %d, n=%d, %s games that begin with %v: from layer %d %v are solvable, a search finds %d", seed, n, c.name, game, k, got, c.want)
					}
					if k == n-2 { // the completer counts the last two players in bulk
						break
					}
					layer = expanded(t, c.games, layer)
				}
			}
		}
	}
	if alive < 10 {
		t.Errorf("seed %d: only %d partial games were alive", seed, alive)
	}
}

func expanded(t *testing.T, g Games, layer states) states {
	t.Helper()
	next := make(states)
	e := g.NewExpander()
	for _, key := range layer.keys() {
		if _, err := e.Expand([]byte(key), layer[key], next.emit); err != nil {
			t.Fatal(err)
		}
	}
	return next
}
