package bench

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

var (
	lasts = flag.Duration("for", 0, "how long to hunt; by default one turn of the smallest size")
	turn  = flag.Duration("turn", 20*time.Second, "how long a size has its turn in a hunt")
	dir   = flag.String("to", "", "where the hunt writes its games; by default nowhere that stays")
	seed  = flag.Uint64("seed", 1, "of the random numbers of the hunt")
)

// TestHunt looks for small games that are hard for the search: it changes choices at random and keeps
// changes that cause more conflicts. data/hard has its results.
//
//	go test -c -o hunt ./tools/bench && chrt --idle 0 nice -n 19 ./hunt -test.run Hunt -test.v -for 1h -to DIR
//
// Whenever it finds a harder game of a size, it writes the game to DIR/hunt-PLAYERS.txt, a table with
// the number of conflicts in a comment. At the end it reads these games again and checks the numbers.
//
// A game may be hard only because of the order of its rows, so its number of conflicts is the lesser
// of two labelings, its own and a random one.
//
// A hunt begins with a game in which nearly every player is a wonderwall once and a ninja once,
// because random games are easy. The sizes take turns; a size that finds nothing harder in its turn
// starts again.
func TestHunt(t *testing.T) {
	sizes := []int{20, 30, 40, 50, 60, 80, 100, 120, 400, 500, 700}
	if *lasts == 0 {
		*lasts, sizes = 100*time.Millisecond, sizes[:1]
	}
	if *dir == "" {
		*dir = t.TempDir()
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	var climbs []*climb
	for _, players := range sizes {
		climbs = append(climbs, &climb{players: players, random: random})
	}
	ctx, cancel := context.WithTimeout(t.Context(), *lasts)
	defer cancel()
	for ctx.Err() == nil {
		for _, c := range climbs {
			c.climb(ctx, t, *turn, *dir)
		}
	}
	for _, c := range climbs {
		c.check(t, *dir)
	}
}

// A climb is the hunt for one size.
type climb struct {
	players   int
	random    *rand.Rand
	game      betweenness.Game // at hand, nil to begin anew
	conflicts uint64           // of game
	hardest   uint64           // conflicts of the hardest so far
}

// climb makes the game harder for a turn.
func (c *climb) climb(ctx context.Context, t *testing.T, turn time.Duration, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, turn)
	defer cancel()
	if c.game == nil {
		c.game, c.conflicts = c.begin(), 0
	}
	tried, better := 0, 0
	for ; ctx.Err() == nil; tried++ {
		next := c.changed()
		conflicts := c.score(ctx, next)
		if conflicts < c.conflicts {
			continue
		}
		if conflicts > c.conflicts {
			better++
		}
		c.game, c.conflicts = next, conflicts
		if conflicts > c.hardest {
			c.hardest = conflicts
			if err := c.write(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d players: %d conflicts, the hardest %d; %d of %d games were harder", c.players, c.conflicts, c.hardest, better, tried)
	if better == 0 {
		c.game = nil
	}
}

// check reads the hardest game again.
func (c *climb) check(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Open(c.path(dir))
	if os.IsNotExist(err) && c.hardest == 0 {
		return // its first turn did not come
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for table, err := range text.ReadTables(file) {
		if err != nil {
			t.Fatal(err)
		}
		_, work, err := betweenness.NewSearcher().Solvable(t.Context(), table.Game)
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Game) != c.players || work.Conflicts < c.hardest {
			t.Errorf("%s: %d players, %d conflicts, want %d and %d", file.Name(), len(table.Game), work.Conflicts, c.players, c.hardest)
		}
	}
}

func (c *climb) path(dir string) string {
	return filepath.Join(dir, fmt.Sprintf("hunt-%d.txt", c.players))
}

// begin draws a game in which every player is once a wonderwall and once a ninja, a circulant one
// or any, and then two players choose other wonderwalls: a player at an end is the wonderwall of
// no one, so the search soon ends otherwise.
func (c *climb) begin() betweenness.Game {
	wonderwalls, ninjas := c.random.Perm(c.players), c.random.Perm(c.players)
	if c.random.IntN(2) == 0 {
		a, b := 1+c.random.IntN(c.players-1), 1+c.random.IntN(c.players-1)
		for p := range c.players {
			wonderwalls[p], ninjas[p] = (p+a)%c.players, (p+b)%c.players
		}
	}
	for range 2 {
		wonderwalls[c.random.IntN(c.players)] = c.random.IntN(c.players)
	}
	game := make(betweenness.Game, c.players)
	for p := range game {
		game[p] = betweenness.Choice{Wonderwall: wonderwalls[p], Ninja: ninjas[p]}
	}
	if game.Validate() != nil {
		return c.begin()
	}
	return game
}

// changed returns the game with a few changes: one of a player's choices is another, or the
// two swap, or two players exchange their wonderwalls or their ninjas.
func (c *climb) changed() betweenness.Game {
	game := append(betweenness.Game(nil), c.game...)
	for left := 1 + c.random.IntN(3); left > 0; {
		p, q := c.random.IntN(c.players), c.random.IntN(c.players)
		before := [2]betweenness.Choice{game[p], game[q]}
		switch c.random.IntN(5) {
		case 0:
			game[p].Wonderwall = q
		case 1:
			game[p].Ninja = q
		case 2:
			game[p].Wonderwall, game[p].Ninja = game[p].Ninja, game[p].Wonderwall
		case 3:
			game[p].Wonderwall, game[q].Wonderwall = game[q].Wonderwall, game[p].Wonderwall
		case 4:
			game[p].Ninja, game[q].Ninja = game[q].Ninja, game[p].Ninja
		}
		if !valid(p, game[p]) || !valid(q, game[q]) {
			game[p], game[q] = before[0], before[1]
			continue
		}
		left--
	}
	return game
}

func valid(p int, c betweenness.Choice) bool {
	return c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja
}

// score returns the conflicts of a game: the fewest of two labelings. It stops after the
// first if it has fewer than the game at hand. A search that the turn's end cuts short does
// not count.
func (c *climb) score(ctx context.Context, game betweenness.Game) uint64 {
	fewest := ^uint64(0)
	for range 2 {
		_, work, err := betweenness.NewSearcher().Solvable(ctx, game)
		if err != nil {
			return 0
		}
		if fewest = min(fewest, work.Conflicts); fewest < c.conflicts {
			break
		}
		to := c.random.Perm(len(game))
		other := make(betweenness.Game, len(game))
		for p, choice := range game {
			other[to[p]] = betweenness.Choice{Wonderwall: to[choice.Wonderwall], Ninja: to[choice.Ninja]}
		}
		game = other
	}
	return fewest
}

// write writes the game at hand to its file.
func (c *climb) write(dir string) error {
	names := make([]string, c.players)
	for p := range names {
		names[p] = fmt.Sprint("P", p+1)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %d players, found by tools/bench/hunt: %d conflicts or more in two labelings\n", c.players, c.conflicts)
	var table single.Answer = text.Table{Names: names, Game: c.game}
	if err := single.Write(&b, table, "table"); err != nil {
		return err
	}
	return os.WriteFile(c.path(dir), b.Bytes(), 0o644)
}
