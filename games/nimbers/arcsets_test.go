package nimbers

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/nimbers/arcsets"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/golden"
)

func parse(t rapid.TB, text string) *dag.DAG {
	t.Helper()
	for d, err := range dag.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%.80q: %v", text, err)
		}
		return d
	}
	t.Fatalf("%.80q is no DAG", text)
	return nil
}

func TestWalkOfArcSetsAgreesWithBruteForce(t *testing.T) {
	for n := 2; n <= short(4, 5); n++ {
		s := arcsets.New("complete", n)
		want, order := bruteForce(n, slices.Collect(dag.Complete(n).All()), permutations(n, true))
		if got := s.Group(); order != 1 || got.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("%s: Group() = %v, want %d", s.Fingerprint(), got, order)
		}
		if got := s.Classes(); got.Cmp(want.SumAll()) != 0 {
			t.Errorf("%s: Classes() = %v, want %v", s.Fingerprint(), got, want.SumAll())
		}
		if got := walk(t, s); !got.Equal(want) {
			t.Errorf("%s: walked %v, want %v", s.Fingerprint(), histograms(got), histograms(want))
		}
		list(t, s, lister(s))
	}
}

func TestWalkOfCompleteDAGs(t *testing.T) {
	for n := 2; n <= 8; n++ {
		want := golden.Total("nimbers:dag=complete", n, "first-games")
		totals := count(t, arcsets.New("", n)).Verdicts
		if totals[chip.First].Games.String() != want || totals[chip.First].Classes.String() != want {
			t.Errorf("complete DAG on %d vertices: the first player wins %v sets of arcs in %v classes, want %s",
				n, totals[chip.First].Games, totals[chip.First].Classes, want)
		}
	}
}

// There is one shard for each partition of the first seven vertices, or of all vertices but the last if these are
// fewer.
func TestShardsAreAssignments(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 5, 5: 15, 8: 877, 9: 877, 16: 877} { // Bell's numbers
		got := 0
		for shard := range arcsets.New("", n).Shards() {
			if shard.ID != uint64(got) || len(shard.Path) != min(n-1, 7) {
				t.Errorf("n = %d: shard %d is %v", n, got, shard)
			}
			got++
		}
		if got != want {
			t.Errorf("n = %d: %d shards, want %d", n, got, want)
		}
	}
}

func TestArcSetsThatAreTooManyAreRefused(t *testing.T) {
	s := arcsets.New("", 17)
	if err := s.Walkable(); err == nil || err.Error() != "n = 17 is too large to walk the sets of arcs of complete DAGs: expected 2 to 16 vertices" {
		t.Errorf("17 vertices: Walkable() = %v", err)
	}
	for shard := range s.Shards() {
		t.Errorf("17 vertices: shard %d, want none", shard.ID)
	}
}

func TestSamplesOfArcSetsAreUniform(t *testing.T) {
	sampler := arcsets.New("", 5).Sampler()
	random := rand.New(rand.NewPCG(1, 1))
	const trials = 40_000
	wins := 0
	for range trials {
		verdict, _, err := sampler.Sample(context.Background(), random)
		if err != nil {
			t.Fatal(err)
		}
		if verdict == chip.First {
			wins++
		}
	}
	// The first player wins with 816 of the 1024 sets. Five standard deviations are 400.
	if want := trials * 816 / 1024; wins < want-400 || wins > want+400 {
		t.Errorf("seed 1, 1: the first player wins %d of %d sets of arcs, want about %d", wins, trials, want)
	}
}

func BenchmarkWalkArcSets(b *testing.B) {
	for _, n := range []int{9, 10, 12} {
		b.Run(fmt.Sprintf("complete/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				walk(b, arcsets.New("", n))
			}
		})
	}
}
