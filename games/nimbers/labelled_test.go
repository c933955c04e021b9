package nimbers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/games/nimbers/arcsets"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/labelled"
	"enumerate/internal/golden"
	"enumerate/internal/pace"
)

func short(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

func newLabelled(vertices int, unordered bool) *labelled.Space {
	return labelled.New(settings{unordered: unordered}.name(), vertices, unordered)
}

func TestWalkOfLabelledDAGsAgreesWithBruteForce(t *testing.T) {
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

func TestListAndWalkOfLabelledDAGsAgree(t *testing.T) {
	for n := 2; n <= short(4, 6); n++ {
		s := newLabelled(n, n%2 == 0)
		list(t, s, lister(s))
		if n < 6 {
			s = newLabelled(n, n%2 != 0)
			list(t, s, lister(s))
		}
	}
}

// labelledTotals are the totals of labelled DAGs that walks found, from data/results. Brute force finds the same totals
// up to 5 vertices; Robinson's recurrence confirms the number of games, Burnside's lemma the number of classes, and the
// method count the number of games of each verdict. The walk of 9 vertices took 42 CPU seconds.
var labelledTotals = func() (list []labelledTotal) {
	for n := 2; n <= 9; n++ {
		list = append(list, labelledTotal{
			n, golden.Total("nimbers", n, "games"), golden.Total("nimbers", n, "classes"),
			golden.Total("nimbers", n, "first-games"), golden.Total("nimbers", n, "first-classes"), golden.Total("nimbers:chips=unordered", n, "classes"),
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
		got := fmt.Sprint(all.Games, all.Classes, totals.Verdicts[chip.First].Games, totals.Verdicts[chip.First].Classes)
		if got != fmt.Sprint(want.games, " ", want.classes, " ", want.first, " ", want.firstClasses) {
			t.Errorf("n=%d: games, classes, won by the first player: %s, want %v", want.vertices, got, want)
		}
		if want.vertices == 8 {
			continue
		}
		s = newLabelled(want.vertices, true)
		totals = count(t, s)
		all = totals.All()
		if got := fmt.Sprint(all.Classes, totals.Verdicts[chip.First].Games); got != fmt.Sprint(want.unordered, " ", want.first) {
			t.Errorf("n=%d, unordered: classes, won by the first player: %s, want %v", want.vertices, got, want)
		}
	}
}

func TestCountsOfLabelledDAGsAgreeWithWalks(t *testing.T) {
	for _, want := range labelledTotals {
		counted, err := settings{}.labelledCount().Space(want.vertices, enum.Means{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		totals := count(t, counted)
		ordered, unordered := newLabelled(want.vertices, false).Classes(), newLabelled(want.vertices, true).Classes()
		got := fmt.Sprint(totals.All().Games, ordered, totals.Verdicts[chip.First].Games, unordered)
		if got != fmt.Sprint(want.games, " ", want.classes, " ", want.first, " ", want.unordered) {
			t.Errorf("n=%d: games, classes, won by the first player, classes of unordered chips: %s, want %v", want.vertices, got, want)
		}
	}
}

func TestWalkEndsSoonAfterItsContext(t *testing.T) {
	for _, s := range []enum.Space{newLabelled(9, true), arcsets.New("", 16)} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		watch := pace.Start(t)
		err := enum.Run(ctx, s, enum.Plan{Workers: 2}, func(enum.Result) error { return nil })
		if took := watch.Stop(); err != context.DeadlineExceeded || took > time.Second {
			t.Errorf("%s: a walk of 20 ms returned %v after %v", s.Fingerprint(), err, took)
		}
	}
}

func TestSamplesOfLabelledDAGsAreUniform(t *testing.T) {
	sampler := newLabelled(5, true).Sampler()
	random := rand.New(rand.NewPCG(1, 1))
	const trials = 10_000
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
	// The first player wins on 22518 of 29281 DAGs. Five standard deviations are 211.
	if want := trials * 22518 / 29281; wins < want-211 || wins > want+211 {
		t.Errorf("seed 1, 1: the first player wins %d of %d labelled DAGs, want about %d", wins, trials, want)
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
			s := newLabelled(n, false).Sampler()
			random := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, _, err := s.Sample(context.Background(), random); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The method "count" finds the numbers of games, but not of classes. The number of classes in its totals comes from
// Burnside's lemma, and the checks that come with the totals must say so.
func TestCountsHaveTheClassesOfTheFormula(t *testing.T) {
	s, err := settings{}.labelledCount().Space(10, enum.Means{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	tally := enum.NewTally(2)
	err = enum.Run(t.Context(), s, enum.Plan{Workers: 2}, func(r enum.Result) error {
		tally.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	totals, checks, err := enum.Prove(s, tally)
	if err != nil {
		t.Fatal(err)
	}
	if got := totals.All().Classes; got == nil || got.String() != golden.Total("nimbers", 10, "classes") {
		t.Errorf("%v classes", got)
	}
	if totals.Verdicts[chip.First].Classes != nil || checks.Classes != enum.ByFormula {
		t.Errorf("%v classes are won by the first player, classes %s", totals.Verdicts[chip.First].Classes, checks.Classes)
	}
}
