package wonderwall

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

func randomly(t testing.TB, players int, random *rand.Rand) betweenness.Game {
	t.Helper()
	g, err := RandomGame(players, random)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRandomGamesAreUniform(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const players, draws = 4, 60000
	counts := make(map[[2]int]int)
	for range draws {
		for p, c := range randomly(t, players, random) {
			counts[[2]int{p, c.Wonderwall*players + c.Ninja}]++
		}
	}
	if want := players * (players - 1) * (players - 2); len(counts) != want {
		t.Errorf("%d different choices, want %d", len(counts), want)
	}
	for choice, count := range counts {
		if count < draws/6-600 || count > draws/6+600 { // more than six standard deviations away
			t.Errorf("choice %v was drawn %d times of %d, want about a sixth", choice, count, draws)
		}
	}
}

func TestSampleAgreesWithTheExactShare(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	const trials = 20000
	for _, g := range walkedTotals[:4] {
		newSampler, err := newSampler(g.players)
		if err != nil {
			t.Fatal(err)
		}
		s := newSampler()
		count := 0
		for range trials {
			verdict, _, err := s.Sample(t.Context(), random)
			if err != nil {
				t.Fatal(err)
			}
			if verdict == space.Solvable {
				count++
			}
		}
		games, _ := new(big.Float).SetString(g.games)
		solved, _ := new(big.Float).SetString(g.solvable)
		share, _ := new(big.Float).Quo(solved, games).Float64()
		if got := float64(count) / trials; got < share-.02 || got > share+.02 { // more than five standard deviations away
			t.Errorf("n=%d: %.4f of %d sampled games are solvable, exactly %.4f", g.players, got, trials, share)
		}
	}
}
