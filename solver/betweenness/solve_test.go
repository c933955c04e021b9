package betweenness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestVerdictOfEveryGameUpToFivePlayers(t *testing.T) {
	limit := 5
	if testing.Short() {
		limit = 4
	}
	want := map[int]int{3: 0, 4: 108, 5: 30480}
	for n := 3; n <= limit; n++ {
		solvable := 0
		eachGame(n, func(g Game) {
			c := Solve(g)
			if err := c.Check(g); err != nil {
				t.Fatalf("%v: certificate %v: %v", g, c, err)
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
		if solvable != want[n] {
			t.Errorf("n=%d: %d solvable games, want %d", n, solvable, want[n])
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
			certificate := Solve(g)
			if err := certificate.Check(g); err != nil {
				t.Fatalf("%v: certificate %v: %v", g, certificate, err)
			}
			if got, want := certificate.Solvable(), c.solvable(g); got != want {
				t.Fatalf("%v: solvable = %v, want %v", g, got, want)
			}
			if got := Solvable(g); got != certificate.Solvable() {
				t.Fatalf("%v: Solvable = %v, Solve = %v", g, got, certificate.Solvable())
			}
		}
	}
}

func TestCheckRejectsWhatProvesNothing(t *testing.T) {
	solvable := Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}}
	unsolvable := Game{{1, 2}, {3, 0}, {1, 0}, {1, 0}}
	for _, c := range []struct {
		claim       string
		game        Game
		certificate Certificate
		want        string // in the error, "" for none
	}{
		{"a solution", solvable, Certificate{Order: []int{0, 1, 2, 3}}, ""},
		{"its reverse", solvable, Certificate{Order: []int{3, 2, 1, 0}}, ""},
		{"not a solution", solvable, Certificate{Order: []int{1, 0, 2, 3}}, "does not stand between"},
		{"a player missing", solvable, Certificate{Order: []int{0, 1, 2}}, "3 of 4"},
		{"a player twice", solvable, Certificate{Order: []int{0, 1, 2, 2}}, "twice"},
		{"no such player", solvable, Certificate{Order: []int{0, 1, 2, 4}}, "no such player"},
		{"nothing", solvable, Certificate{}, "either"},
		{"both", solvable, Certificate{Order: []int{0, 1, 2, 3}, Core: []int{0}}, "either"},
		{"a core", unsolvable, Certificate{Core: []int{0, 1, 3}}, ""},
		{"an order of an unsolvable game", unsolvable, Certificate{Order: []int{0, 1, 2, 3}}, "does not stand between"},
		{"too few for a core", unsolvable, Certificate{Core: []int{0, 1}}, "do not contradict"},
		{"a core of a solvable game", solvable, Certificate{Core: []int{0, 1, 2, 3}}, "do not contradict"},
		{"an empty core", unsolvable, Certificate{Core: []int{}}, "empty"},
		{"a core with a player twice", unsolvable, Certificate{Core: []int{1, 1}}, "twice"},
	} {
		err := c.certificate.Check(c.game)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Check(%v) = %v, want %q", c.claim, c.certificate, err, c.want)
		}
	}
}

func TestPlayersNobodyChoseDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "players")
		seed := rapid.Uint64().Draw(t, "seed")
		g := randomGame(n, rand.New(rand.NewPCG(seed, 0)))
		w := rapid.IntRange(0, n-1).Draw(t, "wonderwall")
		b := rapid.IntRange(0, n-2).Draw(t, "ninja")
		if b >= w {
			b++
		}
		if got, want := Solvable(append(slices.Clone(g), Choice{w, b})), Solvable(g); got != want {
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
		{Game{{1, 0}, {0, 1}}, "at least 3 players"},
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
