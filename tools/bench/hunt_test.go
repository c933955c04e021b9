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
	lasts = flag.Duration("for", 0, "how long to hunt; by default 0.1 s, for the smallest size only")
	turn  = flag.Duration("turn", 20*time.Second, "how long the hunt works on a size before the next size")
	dir   = flag.String("to", "", "directory for the games that the hunt finds; by default a temporary one")
	seed  = flag.Uint64("seed", 1, "seed of the hunt's random numbers")
)

// TestHunt looks for small games that are hard for the search, i.e. that cause it many conflicts. It changes a game at
// random, and keeps a change unless it causes fewer conflicts. data/hard has games that it found.
//
//	go test -c -o hunt ./tools/bench && chrt --idle 0 nice -n 19 ./hunt -test.run Hunt -test.v -for 1h -to DIR
//
// It writes each game that is harder than all earlier ones of its size to DIR/hunt-PLAYERS.txt, with the number of
// conflicts in a comment, and checks these numbers at the end.
//
// A game may be hard only because of the order of its rows. Therefore each game is searched twice, the second time with
// its rows in a random order, and the smaller number of conflicts counts.
//
// A hunt begins with a game in which nearly every player is a wonderwall once and a ninja once, because random games
// are easy. The sizes take turns. If a turn of a size finds no harder game, its next turn begins with a new game.
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

// A climb is the search for hard games of one size.
type climb struct {
	players   int
	random    *rand.Rand
	game      betweenness.Game // the present game, nil to begin with a new one
	conflicts uint64           // how many the search of the present game has
	hardest   uint64           // how many the search of the hardest game so far has
}

// climb changes the present game until its turn ends, and keeps each change that does not make the game easier for the
// search. It writes the hardest game so far to a file in dir.
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

// check reads the hardest game from its file, and tests its number of players and of conflicts.
func (c *climb) check(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Open(c.path(dir))
	if os.IsNotExist(err) && c.hardest == 0 {
		return // the time was over before the first turn of this size
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

// begin draws the first game of a hunt. First every player becomes the wonderwall of one player and the ninja of one
// player: half of the time by two random permutations, and otherwise in a circle, in which each player chooses the
// players a and b places further. Then two players choose another wonderwall. Without this change the game would be
// easy: a player at an end of the line is no one's wonderwall, and if every player is a wonderwall, the search soon
// ends.
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

// changed returns the present game with one to three random changes: a player gets another wonderwall or ninja, or
// swaps the two, or two players exchange their wonderwalls or their ninjas.
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

// score returns how hard a game is: the smaller number of conflicts of two searches, one with the players in a random
// order. If the first search already has fewer conflicts than the present game, the second is left out. If ctx (the
// time for this size) ends before a search does, score returns 0, so that the hunt does not keep the game.
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
