package nimbers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/nimbers/arcsets"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

func parse(t rapid.TB, word string) *dag.DAG {
	t.Helper()
	d, err := dag.Parse(word)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// arcsOf returns the arcs of a DAG.
func arcsOf(d *dag.DAG) []dag.Arc {
	var arcs []dag.Arc
	for a := range d.All() {
		arcs = append(arcs, a)
	}
	return arcs
}

// compareWithBruteForce compares all that is known of the sets of arcs of a DAG with brute
// force.
func compareWithBruteForce(t rapid.TB, d *dag.DAG, unordered bool) {
	t.Helper()
	s := arcsets.New(fmt.Sprint(d, " ", unordered), d, unordered)
	want, order := bruteForce(d.Vertices(), arcsOf(d), permutations(d.Vertices(), unordered))
	if got := s.Group(); !got.IsInt64() || got.Int64() != int64(order) {
		t.Errorf("%s: Group() = %v, want %d", s.Fingerprint(), got, order)
	}
	if got := s.Classes(); got == nil || got.Cmp(want.SumAll()) != 0 {
		t.Errorf("%s: Classes() = %v, want %v", s.Fingerprint(), got, want.SumAll())
	}
	if got := walk(t, s); !got.Equal(want) {
		t.Errorf("%s: walked %v, want %v", s.Fingerprint(), histograms(got), histograms(want))
	}
	list(t, s, s.Lister())
}

func TestWalkOfArcSetsIsBruteForce(t *testing.T) {
	for _, word := range []string{
		"2", "2.1-2", "2.2-1", "3", "4", "6",
		"4.1-3.2-4", "4.1-3.1-4.2-3.2-4", "4.3-1.4-1.3-2.4-2", "4.3-1.4-2", "5.1-3.3-4.4-5.5-2",
		"5.1-3.1-4.1-5.2-3.2-4.2-5", "6.1-3.1-4.2-5.2-6", "6.1-3.3-5.2-4.4-6", "6.1-3.2-3.3-4.3-5.3-6",
		"6.3-4.4-5.5-6", "6.3-1.3-2.4-1.4-2.5-1.5-2.6-1.6-2", "6.1-2.2-3.3-4.4-5.5-6.1-3.2-4.3-5",
		"5.1-2.1-3.1-4.1-5.2-3.2-4.2-5.3-4.3-5.4-5",
	} {
		if d := parse(t, word); d.Arcs() <= short(7, 10) {
			compareWithBruteForce(t, d, false)
			compareWithBruteForce(t, d, true)
		}
	}
}

func TestWalkOfArcSetsIsBruteForceOnRandomDAGs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDAG(t, 6, 9)
		compareWithBruteForce(t, d, rapid.Bool().Draw(t, "unordered"))
	})
}

// drawDAG draws a DAG on at most some vertices, with at most some arcs. Small sets of ends
// make automorphisms frequent.
func drawDAG(t *rapid.T, vertices, arcs int) *dag.DAG {
	n := rapid.IntRange(2, vertices).Draw(t, "vertices")
	label := rapid.Permutation(allVertices(n)).Draw(t, "label")
	set := make(map[dag.Arc]bool)
	for range rapid.IntRange(0, arcs).Draw(t, "arcs") {
		v := rapid.IntRange(0, n-2).Draw(t, "from")
		w := rapid.IntRange(v+1, n-1).Draw(t, "to")
		set[dag.Arc{From: label[v], To: label[w]}] = true
	}
	var list []dag.Arc
	for a := range set {
		list = append(list, a)
	}
	d, err := dag.New(n, list)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func allVertices(n int) []int {
	vertices := make([]int, n)
	for v := range vertices {
		vertices[v] = v
	}
	return vertices
}

// TestWalkOfCompleteDAGs holds the walk against published and known numbers.
func TestWalkOfCompleteDAGs(t *testing.T) {
	for n := 2; n <= 8; n++ {
		want := data.Golden("nimbers:dag=complete", n, "first-games")
		d := dag.Complete(n)
		s := arcsets.New("", d, n%2 == 0)
		totals := count(t, s).Verdicts
		if totals[chip.First].Games.String() != want || totals[chip.First].Classes.String() != want {
			t.Errorf("complete DAG on %d vertices: the first player wins %v sets of arcs in %v classes, want %s",
				n, totals[chip.First].Games, totals[chip.First].Classes, want)
		}
	}
}

// TestLargeWalksProveThemselves walks DAGs beyond brute force, with and without
// automorphisms: their sets of arcs sum to 2^m, their classes to Burnside's number. The
// first player's wins are the same with any group, and what package wins counts.
func TestLargeWalksProveThemselves(t *testing.T) {
	for _, word := range []string{
		"8.1-3.1-4.1-5.1-6.1-7.1-8.2-3.2-4.2-5.2-6.2-7.2-8", // two chips above six sinks
		"8.1-3.2-3.1-4.2-4.3-5.3-6.3-7.4-5.4-6.4-7.5-8.6-8.7-8",
		"8.1-2.2-3.3-4.4-5.5-6.6-7.7-8.1-3.2-4.3-5.4-6.5-7.6-8.1-4.2-5.3-6.4-7.5-8",
		"10.3-4.5-6.7-8.9-10.1-3.2-3.1-5.2-5.1-7.2-7.1-9.2-9",                                  // four like pieces
		"10.7-9.7-10.8-9.8-10.6-7.6-8.5-6.5-7.5-8.4-5.4-6.3-4.3-5.2-3.2-4.1-3.1-5.1-6.2-7.2-8", // two pairs of twins at the end
		"12.1-3.2-3.2-4.5-3.5-4.6-3.6-4.7-3.7-4.8-3.8-4.9-3.10-3.12-1.12-3",                    // twins where no chip comes
		"9.3-1.4-1.3-2.4-2.1-5.1-6.2-5.2-6.5-7.6-8.9-3.9-4",
	} {
		d := parse(t, word)
		if d.Arcs() > short(17, 40) {
			continue
		}
		plain, err := game{d}.Solve(context.Background(), enum.How{})
		if err != nil {
			t.Fatal(err)
		}
		for _, unordered := range []bool{false, true} {
			s := arcsets.New(word, d, unordered)
			if s.Classes() == nil {
				t.Errorf("%s: no number of classes", word)
			}
			totals := count(t, s).Verdicts
			if want := plain.(answer).First; totals[chip.First].Games.String() != want {
				t.Errorf("%s, unordered %t: the first player wins %v sets of arcs, want %v", word, unordered, totals[chip.First].Games, want)
			}
		}
	}
}

func TestArcSetsThatAreTooManyAreRefused(t *testing.T) {
	star := make([]dag.Arc, 0, 60)
	for v := range 60 {
		star = append(star, dag.Arc{From: 0, To: v + 2})
	}
	many, err := dag.New(62, star)
	if err != nil {
		t.Fatal(err)
	}
	complete := dag.Complete(40)
	long := chance(100, farthest, nil)
	for name, d := range map[string]*dag.DAG{"a star of 60 arcs": many, "the complete DAG on 40 vertices": complete, "300 arcs": long} {
		s := arcsets.New(name, d, false)
		if err := s.Walkable(); err == nil {
			t.Errorf("%s: walkable() = nil, want an error", name)
		}
		for shard := range s.Shards() {
			t.Errorf("%s: shard %d, want none", name, shard.ID)
		}
		if s.Games().BitLen() != d.Arcs()+1 {
			t.Errorf("%s: Games() = %v, want 2^%d", name, s.Games(), d.Arcs())
		}
	}
	if classes := arcsets.New("", many, false).Classes(); classes != nil {
		t.Errorf("a star of 60 arcs: Classes() = %v, want nil", classes)
	}
}

// Of a DAG with automorphisms the walk goes arc by arc, and 2^41 sets would take days.
func TestSymmetricArcSetsAreWalkedUpTo40Arcs(t *testing.T) {
	for arcs, want := range map[int]string{
		40: "",
		41: "the sets of 41 arcs of a DAG with automorphisms; up to 40 arcs can be walked",
	} {
		// Two sinks under vertex 1, which change places, and a path from vertex 2.
		list := []dag.Arc{{From: 0, To: 2}, {From: 0, To: 3}, {From: 1, To: 4}}
		for v := 4; len(list) < arcs; v++ {
			list = append(list, dag.Arc{From: v, To: v + 1})
		}
		got := ""
		s := arcsets.New("", dag.Must(arcs+2, list), false)
		if err := s.Walkable(); err != nil {
			got = err.Error()
		}
		if got != want || s.Group().Int64() != 2 {
			t.Errorf("%d arcs and %v automorphisms: %q, want %q", arcs, s.Group(), got, want)
		}
	}
}

// TestWalkOfALongShardEndsSoonAfterItsContext walks a large shard: 36
// vertices have arcs to two of 11 sinks each, which leave them two nimbers, and the first
// 12 of these nimbers make a shard. All 2^24 others take seconds.
func TestWalkOfALongShardEndsSoonAfterItsContext(t *testing.T) {
	const sinks, vertices = 11, 36
	var arcs []dag.Arc
	random := rand.New(rand.NewPCG(1, 1))
	for _, pair := range random.Perm(sinks * sinks) {
		if a, b := pair/sinks, pair%sinks; a < b && len(arcs) < 3*vertices {
			v := 2 + sinks + len(arcs)/3
			arcs = append(arcs, dag.Arc{From: 0, To: v}, dag.Arc{From: v, To: 2 + a}, dag.Arc{From: v, To: 2 + b})
		}
	}
	s := arcsets.New("sinks", dag.Must(2+sinks+vertices, arcs), false)
	if err := s.Walkable(); err != nil {
		t.Fatalf("seed 1, 1: %v", err)
	}
	for shard := range s.Shards() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := s.Walker().Walk(ctx, shard, enum.NewTally(2))
		if took := time.Since(began); err != context.DeadlineExceeded || took > 500*time.Millisecond {
			t.Errorf("seed 1, 1: a walk of 20 ms of shard %d returned %v after %v", shard.ID, err, took)
		}
		break
	}
}

func TestSamplesOfArcSetsAreUniform(t *testing.T) {
	d := parse(t, "5.1-2.1-3.1-4.1-5.2-3.2-4.2-5.3-4.3-5.4-5")
	s := arcsets.New("", d, false)
	sampler := s.Sampler()
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
	// 816 of 1024; five standard deviations are 400.
	if want := trials * 816 / 1024; wins < want-400 || wins > want+400 {
		t.Errorf("seed 1, 1: the first player wins %d of %d sets of arcs, want about %d", wins, trials, want)
	}
}

func BenchmarkWalkArcSets(b *testing.B) {
	for _, n := range []int{9, 10, 12} {
		b.Run(fmt.Sprintf("complete/n=%d", n), func(b *testing.B) {
			d := dag.Complete(n)
			s := arcsets.New("", d, false)
			for b.Loop() {
				walk(b, s)
			}
		})
	}
	// A DAG with 48 automorphisms, and 2^26 sets of arcs.
	b.Run("symmetric/m=26", func(b *testing.B) {
		d := parse(b, "10.1-3.1-4.1-5.1-6.2-3.2-4.2-5.2-6.3-7.3-8.3-9.4-7.4-8.4-9.5-7.5-8.5-9.6-7.6-8.6-9.7-10.8-10.9-10.1-7.1-8.1-9")
		s := arcsets.New("", d, false)
		for b.Loop() {
			walk(b, s)
		}
		classes, _ := s.Classes().Float64()
		b.ReportMetric(classes*float64(b.N)/b.Elapsed().Seconds(), "classes/s")
	})
}
