package betweenness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/internal/golden"
)

// The oracles in this file share no code with the solver or with each other.

// eachOrder visits the orders of the players until visit returns false.
func eachOrder(players int, visit func(order []int) bool) {
	order := make([]int, 0, players)
	used := make([]bool, players)
	var place func() bool
	place = func() bool {
		if len(order) == players {
			return visit(order)
		}
		for p := range players {
			if used[p] {
				continue
			}
			used[p] = true
			order = append(order, p)
			on := place()
			order = order[:len(order)-1]
			used[p] = false
			if !on {
				return false
			}
		}
		return true
	}
	place()
}

// solvableByOrders tries all n! orders.
func solvableByOrders(g Game) bool {
	found := false
	eachOrder(len(g), func(order []int) bool {
		place := make([]int, len(g))
		for i, p := range order {
			place[p] = i
		}
		for p, c := range g {
			w, a, b := place[c.Wonderwall], place[p], place[c.Ninja]
			if w < min(a, b) || w > max(a, b) {
				return true
			}
		}
		found = true
		return false
	})
	return found
}

// solvableByPrefixes finds the sets of players with which some order can begin: when a player x is placed, then for
// each player p whose wonderwall is x, exactly one of p and p's ninja must have been placed before.
func solvableByPrefixes(g Game) bool {
	n := len(g)
	can := make([]bool, 1<<n)
	can[0] = true
	for set := range can {
		if !can[set] {
			continue
		}
		for x := range n {
			if set>>x&1 != 0 {
				continue
			}
			fits := true
			for p, c := range g {
				if c.Wonderwall == x && set>>p&1 == set>>c.Ninja&1 {
					fits = false
				}
			}
			if fits {
				can[set|1<<x] = true
			}
		}
	}
	return can[1<<n-1]
}

func eachGame(n int, visit func(g Game)) {
	g := make(Game, n)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for b := range n {
				if w != p && b != p && w != b {
					g[p] = Choice{w, b}
					choose(p + 1)
				}
			}
		}
	}
	choose(0)
}

// eachGameThatBegins visits the games of n players whose first player has chosen the second and the third. Every other
// game is a relabeling of one of these; each represents (n-1)(n-2) games.
func eachGameThatBegins(n int, visit func(g Game)) {
	eachGame(n, func(g Game) {
		if g[0] == (Choice{1, 2}) {
			visit(g)
		}
	})
}

func randomGame(n int, random *rand.Rand) Game {
	g := make(Game, n)
	for p := range g {
		for {
			c := Choice{random.IntN(n), random.IntN(n)}
			if c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja {
				g[p] = c
				break
			}
		}
	}
	return g
}

func TestVerdictOfEveryGameUpToFivePlayers(t *testing.T) {
	limit := 5
	if testing.Short() {
		limit = 4
	}
	for n := 3; n <= limit; n++ {
		solvable := 0
		eachGame(n, func(g Game) {
			c := Solve(g)
			if err := c.Check(g); err != nil {
				t.Fatalf("%v: proof %v: %v", g, c, err)
			}
			if got, want := c.Solvable(), solvableByPrefixes(g); got != want {
				t.Fatalf("%v: solvable = %v, want %v", g, got, want)
			}
			if got, want := c.Solvable(), solvableByOrders(g); got != want {
				t.Fatalf("%v: solvable = %v, by all orders %v", g, got, want)
			}
			if c.Solvable() {
				solvable++
			}
		})
		if want := golden.Total("wonderwall", n, "solvable-games"); strconv.Itoa(solvable) != want {
			t.Errorf("n=%d: %d solvable games, want %s", n, solvable, want)
		}
	}
}

func TestVerdictOfRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct {
		players, games int
		solvable       func(Game) bool
	}{
		{6, 300, solvableByOrders},
		{7, 100, solvableByOrders},
		{8, 10, solvableByOrders},
		{9, 300, solvableByPrefixes},
		{12, 100, solvableByPrefixes},
		{16, 6, solvableByPrefixes},
		{20, 1, solvableByPrefixes},
	} {
		if testing.Short() {
			c.games = c.games/20 + 1
		}
		for range c.games {
			g := randomGame(c.players, random)
			proof := Solve(g)
			if err := proof.Check(g); err != nil {
				t.Fatalf("%v: proof %v: %v", g, proof, err)
			}
			if got, want := proof.Solvable(), c.solvable(g); got != want {
				t.Fatalf("%v: solvable = %v, want %v", g, got, want)
			}
			if got, _, err := NewSearcher().Solvable(context.Background(), g); got != proof.Solvable() || err != nil {
				t.Fatalf("%v: Solvable = %v, %v, Solve = %v", g, got, err, proof.Solvable())
			}
		}
	}
}

func TestCheckRejectsWrongProofs(t *testing.T) {
	solvable := Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}}
	unsolvable := Game{{1, 2}, {3, 0}, {1, 0}, {1, 0}}
	for _, c := range []struct {
		claim string
		game  Game
		proof Proof
		want  string // a part of the error, "" for none
	}{
		{"a solution", solvable, Proof{Order: []int{0, 1, 2, 3}}, ""},
		{"its reverse", solvable, Proof{Order: []int{3, 2, 1, 0}}, ""},
		{"not a solution", solvable, Proof{Order: []int{1, 0, 2, 3}}, "does not stand between"},
		{"a player missing", solvable, Proof{Order: []int{0, 1, 2}}, "3 of 4"},
		{"a player twice", solvable, Proof{Order: []int{0, 1, 2, 2}}, "twice"},
		{"no such player", solvable, Proof{Order: []int{0, 1, 2, 4}}, "the players are 0 to 3"},
		{"nothing", solvable, Proof{}, "either"},
		{"both", solvable, Proof{Order: []int{0, 1, 2, 3}, Core: []int{0}}, "either"},
		{"a core", unsolvable, Proof{Core: []int{0, 1, 3}}, ""},
		{"an order of an unsolvable game", unsolvable, Proof{Order: []int{0, 1, 2, 3}}, "does not stand between"},
		{"too few for a core", unsolvable, Proof{Core: []int{0, 1}}, "do not contradict"},
		{"a core of a solvable game", solvable, Proof{Core: []int{0, 1, 2, 3}}, "do not contradict"},
		{"an empty core", unsolvable, Proof{Core: []int{}}, "empty"},
		{"a core with a player twice", unsolvable, Proof{Core: []int{1, 1}}, "twice"},
	} {
		err := c.proof.Check(c.game)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Check(%v) = %v, want %q", c.claim, c.proof, err, c.want)
		}
	}
}

func TestUnchosenPlayerDoesNotChangeTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "players")
		seed := rapid.Uint64().Draw(t, "seed")
		g := randomGame(n, rand.New(rand.NewPCG(seed, 0)))
		w := rapid.IntRange(0, n-1).Draw(t, "wonderwall")
		b := rapid.IntRange(0, n-2).Draw(t, "ninja")
		if b >= w {
			b++
		}
		if got, want := Solve(append(slices.Clone(g), Choice{w, b})).Solvable(), Solve(g).Solvable(); got != want {
			t.Fatalf("%v: solvable = %v, with one more player %v", g, want, got)
		}
	})
}

func TestValidateFindsWhatBreaksTheRules(t *testing.T) {
	for _, c := range []struct {
		game Game
		want string
	}{
		{Game{{1, 2}, {0, 2}, {0, 1}}, ""},
		{Game{{1, 0}, {0, 1}}, "a game needs at least 3"},
		{Game{{1, 2}, {0, 3}, {0, 1}}, "not one of the players"},
		{Game{{1, 2}, {0, -1}, {0, 1}}, "not one of the players"},
		{Game{{1, 2}, {1, 2}, {0, 1}}, "chose itself"},
		{Game{{1, 2}, {0, 2}, {0, 0}}, "twice"},
	} {
		err := c.game.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate(%v) = %v, want %q", c.game, err, c.want)
		}
	}
}

func ExampleSolve() {
	game := Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}} // A: B C, B: C D, C: B A, D: B A
	fmt.Println(Solve(game).Order)
	game[1] = Choice{3, 0} // B: D A
	fmt.Println(Solve(game).Core)
	// Output:
	// [0 1 2 3]
	// [1 3]
}

// TestADeadlineLeavesTheVerdictAndACore solves a game whose verdict takes a millisecond, and shrinking the core
// seconds.
func TestADeadlineLeavesTheVerdictAndACore(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a second; go test runs it")
	}
	const players = 6000
	g := make(Game, players) // every player is a wonderwall, so none can stand at an end
	for p := range g {
		g[p] = Choice{(p + 1) % players, (p + 2466) % players}
	}
	solve := func(limit time.Duration) (Proof, error) {
		ctx, stop := context.WithTimeout(t.Context(), limit)
		defer stop()
		c, _, err := Algorithms()[0].Solve(ctx, g, How{Core: IrreducibleCore})
		return c, err
	}

	limit := 2 * time.Second
	c, err := solve(limit)
	for errors.Is(err, context.DeadlineExceeded) { // on a busy machine even the verdict may take longer: try again with more time
		limit *= 2
		c, err = solve(limit)
	}

	if err != nil || c.Solvable() || c.Irreducible || len(c.Core) == 0 {
		t.Fatalf("Solve = %d players of a core, irreducible %v, %v, want a core that may be reducible", len(c.Core), c.Irreducible, err)
	}
	if err := c.Check(g); err != nil {
		t.Error(err)
	}
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
