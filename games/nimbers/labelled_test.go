package nimbers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// short returns a size for short test runs and one for others.
func short(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

func TestWalkOfLabelledDAGsIsBruteForce(t *testing.T) {
	for n := 2; n <= short(4, 5); n++ {
		for _, unordered := range []bool{false, true} {
			s := newLabelled(n, unordered)
			want, order := bruteForce(n, allArcs(n), permutations(n, unordered))
			if got := s.Group(); !got.IsInt64() || got.Int64() != int64(order) {
				t.Errorf("%s: Group() = %v, want %d", s.Fingerprint(), got, order)
			}
			if got := walk(t, s); !got.Equal(want) {
				t.Errorf("%s: walked %v, want %v", s.Fingerprint(), histograms(got), histograms(want))
			}
		}
	}
}

func TestListOfLabelledDAGsIsTheirWalk(t *testing.T) {
	for n := 2; n <= short(4, 6); n++ {
		s := newLabelled(n, n%2 == 0)
		list(t, s, s.lister())
		if n < 6 {
			s = newLabelled(n, n%2 != 0)
			list(t, s, s.lister())
		}
	}
}

// labelledTotals are the totals of labelled DAGs that data/results has of walks. Brute force finds
// them up to 5 vertices. Games and classes are proved by Robinson's recurrence and Burnside's lemma,
// and the count agrees on the games of each verdict. The walk of 9 vertices took 42 CPU seconds, once.
var labelledTotals = func() (list []labelledTotal) {
	for n := 2; n <= 9; n++ {
		list = append(list, labelledTotal{
			n, data.Golden("nimbers", n, "games"), data.Golden("nimbers", n, "classes"),
			data.Golden("nimbers", n, "first-games"), data.Golden("nimbers", n, "first-classes"), data.Golden("nimbers:chips=unordered", n, "classes"),
		})
	}
	return list
}()

type labelledTotal struct {
	vertices                                       int
	games, classes, first, firstClasses, unordered string
}

func TestTotalsOfLabelledDAGs(t *testing.T) {
	for _, want := range labelledTotals {
		if want.vertices > short(6, 8) {
			continue
		}
		s := newLabelled(want.vertices, false)
		totals := count(t, s)
		all := totals.All()
		got := fmt.Sprint(all.Games, all.Classes, totals.Verdicts[first].Games, totals.Verdicts[first].Classes)
		if got != fmt.Sprint(want.games, " ", want.classes, " ", want.first, " ", want.firstClasses) {
			t.Errorf("n=%d: games, classes, won by the first player: %s, want %v", want.vertices, got, want)
		}
		if want.vertices == 8 {
			continue
		}
		s = newLabelled(want.vertices, true)
		totals = count(t, s)
		all = totals.All()
		if got := fmt.Sprint(all.Classes, totals.Verdicts[first].Games); got != fmt.Sprint(want.unordered, " ", want.first) {
			t.Errorf("n=%d, unordered: classes, won by the first player: %s, want %v", want.vertices, got, want)
		}
	}
}

func TestLabelledDAGsAreCountedAsWalked(t *testing.T) {
	for _, want := range labelledTotals {
		counted, err := settings{}.labelledCount().Space(want.vertices, enum.Means{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		totals := count(t, counted)
		ordered, unordered := newLabelled(want.vertices, false).Classes(), newLabelled(want.vertices, true).Classes()
		got := fmt.Sprint(totals.All().Games, ordered, totals.Verdicts[first].Games, unordered)
		if got != fmt.Sprint(want.games, " ", want.classes, " ", want.first, " ", want.unordered) {
			t.Errorf("n=%d: games, classes, won by the first player, classes of unordered chips: %s, want %v", want.vertices, got, want)
		}
	}
}

func TestDescentsOfLabelledDAGsAreUnbiased(t *testing.T) {
	s := newLabelled(5, false)
	walker := s.walker()
	random := rand.New(rand.NewPCG(1, 1))
	const descents = 10_000
	estimate := 0.0
	for range descents {
		tally := enum.NewTally(2)
		weight, err := walker.descent(context.Background(), random, tally)
		if err != nil {
			t.Fatal(err)
		}
		classes, _ := tally.SumAll().Float64()
		estimate += weight * classes / descents
	}
	if want := 5160.0; estimate < 0.97*want || estimate > 1.03*want {
		t.Errorf("%d descents with seed 1, 1 estimate %.0f classes, want about %.0f", descents, estimate, want)
	}
}

func TestWalkEndsSoonAfterItsContext(t *testing.T) {
	complete := dag.Complete(16)
	for _, s := range []enum.Space{newLabelled(9, true), newArcSets("", complete, false)} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := enum.Run(ctx, s, enum.Plan{Workers: 2}, func(enum.Result) error { return nil })
		if took := time.Since(began); err != context.DeadlineExceeded || took > time.Second {
			t.Errorf("%s: a walk of 20 ms returned %v after %v", s.Fingerprint(), err, took)
		}
	}
}

func TestRandomLabelledDAGsAreUniform(t *testing.T) {
	for n, dags := range map[int]int{3: 25, 4: 543} {
		layers := newLayering(newSourceCounts(n))
		random := rand.New(rand.NewPCG(1, uint64(n)))
		found := make(map[string]int)
		each := short(20, 100)
		for range each * dags {
			found[layers.randomDAG(random).Word()]++
		}
		if len(found) != dags {
			t.Errorf("n=%d: %d DAGs were drawn, want %d", n, len(found), dags)
		}
		chi := 0.0
		for _, times := range found {
			chi += float64((times-each)*(times-each)) / float64(each)
		}
		// Chi squared has the mean dags-1 and about the variance twice that.
		if d := chi - float64(dags-1); d*d > 25*2*float64(dags-1) {
			t.Errorf("n=%d, seed 1, %d: chi squared is %.0f, want about %d", n, n, chi, dags-1)
		}
	}
}

func TestSamplesOfLabelledDAGsAreUniform(t *testing.T) {
	sampler := newLabelled(5, true).sampler()
	random := rand.New(rand.NewPCG(1, 1))
	const trials = 10_000
	wins := 0
	for range trials {
		verdict, _, err := sampler.Sample(context.Background(), random)
		if err != nil {
			t.Fatal(err)
		}
		if verdict == first {
			wins++
		}
	}
	// 22518 of 29281; five standard deviations are 211.
	if want := trials * 22518 / 29281; wins < want-211 || wins > want+211 {
		t.Errorf("seed 1, 1: the first player wins %d of %d labelled DAGs, want about %d", wins, trials, want)
	}
}

func TestSourceCountsSumToTheNumberOfDAGs(t *testing.T) {
	counts := newSourceCounts(20)
	census := newCensus()
	for n := 1; n <= 20; n++ {
		sum := census.labelled(n)
		for _, a := range counts.a[n][1:] {
			sum = sum.Sub(sum, a)
		}
		if sum.Sign() != 0 {
			t.Errorf("n=%d: the numbers by sources miss the number of DAGs by %v", n, sum)
		}
	}
}

func TestKernelsAreTheUnlabelledDAGs(t *testing.T) {
	for size, want := range []int{1, 1, 2, 6, 31, 302, 5984} { // OEIS A003087
		var k kernel
		got := 0
		k.grow(size, func() bool {
			got++
			return true
		})
		if got != want {
			t.Errorf("there are %d kernels of %d vertices, want %d", got, size, want)
		}
	}
}

func BenchmarkWalkLabelled(b *testing.B) {
	for n := 6; n <= 8; n++ {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := newLabelled(n, false)
			for b.Loop() {
				walk(b, s)
			}
			classes, _ := s.Classes().Float64()
			b.ReportMetric(classes*float64(b.N)/b.Elapsed().Seconds(), "classes/s")
		})
	}
}

func BenchmarkSampleLabelled(b *testing.B) {
	for _, n := range []int{10, 60, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := newLabelled(n, false).sampler()
			random := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, _, err := s.Sample(context.Background(), random); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
