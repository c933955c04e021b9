package orders

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/internal/pace"
	"enumerate/solver/betweenness"
)

func ordersOf(t *testing.T, g betweenness.Game) [][]int {
	t.Helper()
	var orders [][]int
	for order, err := range All(context.Background(), g) {
		if err != nil {
			t.Fatalf("All(%v): %v", g, err)
		}
		orders = append(orders, slices.Clone(order))
	}
	return orders
}

func TestOrdersAreAllSolutionsInOrder(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 1))
	games, several := 300, 0
	if testing.Short() {
		games = 40
	}
	for i := range games {
		n := 3 + random.IntN(5)
		g := randomGame(n, random)
		if i%10 == 0 {
			g = star(max(n, 4))
		}
		var want [][]int
		eachOrder(len(g), func(order []int) bool { // in lexicographic order
			if (betweenness.Proof{Order: order}).Check(g) == nil {
				want = append(want, slices.Clone(order))
			}
			return true
		})
		got := ordersOf(t, g)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d: All(%v) = %v, want %v", seed, g, got, want)
		}
		count, err := Count(context.Background(), g)
		if err != nil || count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("seed %d: Count(%v) = %v, %v, want %d", seed, g, count, err, len(want))
		}
		if len(want) > 2 {
			several++
		}
	}
	if several < games/20 {
		t.Errorf("seed %d: %d of %d games have more than two solutions", seed, several, games)
	}
}

func TestNumberOfOrdersAgreesWithTheCount(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 2))
	for _, c := range []struct{ players, games int }{{9, 60}, {12, 30}, {15, 20}, {18, 4}} {
		if testing.Short() {
			c.games = c.games/20 + 1
		}
		for range c.games {
			g := randomGame(c.players, random)
			count, err := Count(context.Background(), g)
			if err != nil {
				t.Fatalf("seed %d: Count(%v): %v", seed, g, err)
			}
			const most = 100_000
			listed := 0
			var last []int
			for order, err := range All(context.Background(), g) {
				if err == nil {
					err = (betweenness.Proof{Order: order}).Check(g)
				}
				if err != nil {
					t.Fatalf("seed %d: All(%v) yields %v: %v", seed, g, order, err)
				}
				if slices.Compare(last, order) >= 0 {
					t.Fatalf("seed %d: All(%v) yields %v after %v", seed, g, order, last)
				}
				last = append(last[:0], order...)
				if listed++; listed == most {
					break
				}
			}
			if want := big.NewInt(int64(listed)); listed < most && count.Cmp(want) != 0 || listed == most && count.Cmp(want) < 0 {
				t.Fatalf("seed %d: Count(%v) = %v, but %d are listed", seed, g, count, listed)
			}
			if count.Bit(0) != 0 {
				t.Fatalf("seed %d: Count(%v) = %v, which is odd: some order is its own reverse", seed, g, count)
			}
		}
	}
}

func TestStarsHaveAsManyOrdersAsTheFormulaSays(t *testing.T) {
	sizes := []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 23} // 21! > 2^64
	if testing.Short() {
		sizes = sizes[:len(sizes)-1]
	}
	for _, n := range sizes {
		got, err := Count(context.Background(), star(n))
		if want := new(big.Int).MulRange(1, int64(n-2)); err != nil || got.Cmp(want) != 0 {
			t.Errorf("Count(star of %d) = %v, %v, want %d! = %v", n, got, err, n-2, want)
		}
	}
}

func TestOrdersDoNotAllocateOneByOne(t *testing.T) {
	g := star(9) // 5040 solutions
	// Other goroutines allocate too, so take the least of several measurements.
	allocations := func(most int) float64 {
		least := math.Inf(1)
		for range 10 {
			least = min(least, testing.AllocsPerRun(1, func() {
				listed := 0
				for range All(context.Background(), g) {
					if listed++; listed == most {
						break
					}
				}
			}))
		}
		return least
	}
	if first, all := allocations(1), allocations(5040); all > first {
		t.Errorf("5040 orders take %v allocations, the first one %v", all, first)
	}
}

func TestOrdersStopWhenAsked(t *testing.T) {
	listed := 0
	for range All(context.Background(), star(9)) {
		if listed++; listed == 3 {
			break
		}
	}
	if listed != 3 {
		t.Errorf("%d orders are listed, want 3", listed)
	}
}

func TestOrdersOfGamesThatAreTooLargeAreRefused(t *testing.T) {
	g := star(maxPrefixes + 1)
	want := fmt.Sprintf("too many players to count or list orders: the game has %d; choose a game of at most %d", maxPrefixes+1, maxPrefixes)
	if count, err := Count(context.Background(), g); !errors.Is(err, betweenness.ErrTooLarge) || err.Error() != want {
		t.Errorf("Count(%d players) = %v, %v, want %s", len(g), count, err, want)
	}
	listed := 0
	for order, err := range All(context.Background(), g) {
		if listed++; !errors.Is(err, betweenness.ErrTooLarge) || err.Error() != want {
			t.Errorf("All(%d players) yields %v, %v, want %s", len(g), order, err, want)
		}
	}
	if listed != 1 {
		t.Errorf("All(%d players) yields %d times, want one error", len(g), listed)
	}
}

func TestCountingAndListingEndWithTheContext(t *testing.T) {
	for _, c := range []struct {
		claim string
		run   func(ctx context.Context) error
	}{
		{"counting", func(ctx context.Context) error {
			_, err := Count(ctx, star(maxPrefixes))
			return err
		}},
		{"looking for sets", func(ctx context.Context) error {
			for _, err := range All(ctx, star(maxPrefixes)) {
				return err
			}
			return nil
		}},
		{"listing", func(ctx context.Context) error {
			for _, err := range All(ctx, star(14)) { // 12! orders
				if err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		watch := pace.Start(t)
		err := c.run(ctx)
		took := watch.Stop()
		cancel()
		if err != context.DeadlineExceeded || took > 500*time.Millisecond {
			t.Errorf("%s ends with %v after %v, want %v after 20ms", c.claim, err, took, context.DeadlineExceeded)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, n := range []int{12, 16, 20} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(4, uint64(n)))
			for b.Loop() {
				if _, err := Count(context.Background(), randomGame(n, random)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// TestAGameHasAnOrderIfItIsSolvable compares the number of solutions with the verdict of the search. Players choose
// players with near numbers, so that choices share pairs of players more often than in a random game.
func TestAGameHasAnOrderIfItIsSolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "players")
		g := make(betweenness.Game, n)
		for p := range g {
			w := rapid.IntRange(1, min(n-1, 4)).Draw(t, "to the wonderwall")
			b := rapid.IntRange(1, n-1).Filter(func(b int) bool { return b != w }).Draw(t, "to the ninja")
			g[p] = betweenness.Choice{Wonderwall: (p + w) % n, Ninja: (p + b) % n}
		}
		want := betweenness.Solve(g).Solvable()
		if count, err := Count(context.Background(), g); err != nil || (count.Sign() > 0) != want {
			t.Fatalf("Count(%v) = %v, %v, want solvable = %v", g, count, err, want)
		}
	})
}

func randomGame(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		for {
			w, b := random.IntN(n), random.IntN(n)
			if w != p && b != p && w != b {
				g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
				break
			}
		}
	}
	return g
}

// eachOrder visits the orders of the players, in lexicographic order, until visit returns false.
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

// star returns a game in which nearly every set of players can be the beginning of an order. Its (n-2)! solutions are 1
// 0, followed by the other players in any order with 2 before 3, and the reverses of these orders.
func star(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: 0, Ninja: 1}
	}
	g[0], g[1] = betweenness.Choice{Wonderwall: 2, Ninja: 3}, betweenness.Choice{Wonderwall: 0, Ninja: 2}
	return g
}
