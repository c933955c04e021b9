package enum_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/enum"
)

func walk(t testing.TB, s enum.Space, p enum.Plan) *enum.Tally {
	t.Helper()
	sum := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(context.Background(), s, p, func(r enum.Result) error {
		sum.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestRunCountsEveryClassOnce(t *testing.T) {
	for n := necklaces(3); n <= 12; n++ {
		for _, workers := range []int{1, 2, 5} {
			_, checks, err := enum.Prove(n, walk(t, n, enum.Plan{Workers: workers}))
			if err != nil || checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
				t.Errorf("n=%d, %d workers: Prove = %v, %v", n, workers, checks, err)
			}
		}
	}
}

// staged is a space with two stages: first the shards with odd numbers, in descending order, then the others.
type staged struct {
	necklaces
	walking *sync.Map // the shards that are under way
	mixed   *atomic.Bool
}

func (s staged) Stages() iter.Seq[iter.Seq[enum.Shard]] {
	return func(yield func(iter.Seq[enum.Shard]) bool) {
		for _, odd := range []uint64{1, 0} {
			stage := func(yield func(enum.Shard) bool) {
				for _, shard := range slices.Backward(slices.Collect(s.Shards())) {
					if shard.ID%2 == odd && !yield(shard) {
						return
					}
				}
			}
			if !yield(stage) {
				return
			}
		}
	}
}

func (s staged) Walker() enum.Walker { return stagedWalker{s, s.necklaces.Walker()} }

// A stagedWalker notes in mixed whether shards of both stages are under way at the same time.
type stagedWalker struct {
	space staged
	enum.Walker
}

func (w stagedWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.space.walking.Store(shard.ID, true)
	defer w.space.walking.Delete(shard.ID)
	w.space.walking.Range(func(id, _ any) bool {
		if id.(uint64)%2 != shard.ID%2 {
			w.space.mixed.Store(true)
		}
		return true
	})
	return w.Walker.Walk(ctx, shard, tally)
}

func TestRunDoesStagesOneAfterTheOther(t *testing.T) {
	if enum.Stages(necklaces(8)) != nil {
		t.Error("a space without stages has some")
	}
	for _, workers := range []int{1, 2, 5} {
		s := staged{8, new(sync.Map), new(atomic.Bool)}
		var asked []uint64
		plan := enum.Plan{Workers: workers, Skip: func(id uint64) bool {
			asked = append(asked, id)
			return false
		}}
		_, checks, err := enum.Prove(s, walk(t, s, plan))
		if err != nil || checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
			t.Errorf("%d workers: Prove = %v, %v", workers, checks, err)
		}
		if want := []uint64{7, 5, 3, 1, 6, 4, 2, 0}; !slices.Equal(asked, want) {
			t.Errorf("%d workers: it asks for the shards %v, want %v", workers, asked, want)
		}
		if s.mixed.Load() {
			t.Errorf("%d workers: shards of two stages are under way together", workers)
		}
	}
}

func TestAStagedRunEndsWithItsContext(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		s := staged{8, new(sync.Map), new(atomic.Bool)}
		reports := 0
		err := enum.Run(ctx, s, enum.Plan{Workers: workers}, func(enum.Result) error {
			reports++
			cancel()
			return nil
		})
		if err != context.Canceled || reports > 1+workers {
			t.Errorf("%d workers: Run = %v after %d reports, want %v", workers, err, reports, context.Canceled)
		}
	}
}

func TestListFindsTheClassesThatRunCounts(t *testing.T) {
	for n := necklaces(3); n <= 10; n++ {
		for _, part := range []enum.Part{{}, {Res: 1, Mod: 3}} {
			listed := enum.NewTally(3)
			err := enum.List(context.Background(), n, beadWalker(n).List, part, enum.AnyVerdict, func(c enum.Class) bool {
				listed.Add(c.Verdict, c.Automorphisms, 1)
				return true
			})
			if want := walk(t, n, enum.Plan{Workers: 2, Part: part}); err != nil || !listed.Equal(want) {
				t.Errorf("n=%d part %v: List counts %v classes, Run %v, err %v", n, part, listed.SumAll(), want.SumAll(), err)
			}
		}
	}
}

func TestListVisitsOneVerdict(t *testing.T) {
	n := necklaces(8)
	want := walk(t, n, enum.Plan{Workers: 1})
	for verdict := range n.Verdicts() {
		listed := enum.NewTally(3)
		err := enum.List(context.Background(), n, beadWalker(n).List, enum.Part{}, verdict, func(c enum.Class) bool {
			listed.Add(c.Verdict, c.Automorphisms, 1)
			return true
		})
		if err != nil || listed.SumAll().Cmp(want.Sum(verdict)) != 0 || listed.Sum(verdict).Cmp(want.Sum(verdict)) != 0 {
			t.Errorf("List of verdict %d = %v with %v classes, %v of the verdict, want %v", verdict, err, listed.SumAll(), listed.Sum(verdict), want.Sum(verdict))
		}
	}
}

func TestListStopsAfterFalse(t *testing.T) {
	seen := 0
	err := enum.List(context.Background(), necklaces(10), beadWalker(10).List, enum.Part{}, enum.AnyVerdict, func(enum.Class) bool {
		seen++
		return seen < 5
	})
	if err != nil || seen != 5 {
		t.Errorf("List = %v after %d classes, want 5", err, seen)
	}
}

func TestPartsAreDisjointAndNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mod := rapid.Uint64Range(1, 200).Draw(t, "mod")
		times := rapid.Uint64Range(1, 50).Draw(t, "times")
		id := rapid.Uint64().Draw(t, "id")
		whole, inner := 0, 0
		for res := range mod {
			if (enum.Part{Res: res, Mod: mod}).Contains(id) {
				whole++
				for k := range times {
					if (enum.Part{Res: res + k*mod, Mod: mod * times}).Contains(id) {
						inner++
					}
				}
			}
		}
		if whole != 1 || inner != 1 {
			t.Fatalf("shard %d is in %d parts modulo %d, and in %d of the %d times smaller ones", id, whole, mod, inner, times)
		}
	})
}

func TestParsePart(t *testing.T) {
	for _, c := range []struct {
		text string
		want enum.Part
		ok   bool
	}{
		{"0/1", enum.Part{Res: 0, Mod: 1}, true},
		{"3/4", enum.Part{Res: 3, Mod: 4}, true},
		{"4/4", enum.Part{}, false},
		{"0/0", enum.Part{}, false},
		{"-1/4", enum.Part{}, false},
		{"1", enum.Part{}, false},
		{"1/4/2", enum.Part{}, false},
		{"", enum.Part{}, false},
	} {
		got, err := enum.ParsePart(c.text)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("ParsePart(%q) = %v, %v, want %v", c.text, got, err, c.want)
		}
		if err == nil && got.Mod > 1 && got.String() != c.text {
			t.Errorf("ParsePart(%q).String() = %q", c.text, got)
		}
	}
}

func TestFinishedShardsAreSkipped(t *testing.T) {
	var asked, walked []uint64
	plan := enum.Plan{Workers: 3, Skip: func(id uint64) bool {
		asked = append(asked, id)
		return id%2 == 0
	}}
	err := enum.Run(context.Background(), necklaces(8), plan, func(r enum.Result) error {
		walked = append(walked, r.Shard.ID)
		return nil
	})
	slices.Sort(walked)
	if want := []uint64{1, 3, 5, 7}; err != nil || !slices.Equal(walked, want) {
		t.Errorf("walked %v, %v, want %v", walked, err, want)
	}
	if want := []uint64{0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
}

type broken struct{ necklaces }

var errBroken = errors.New("broken")

func (b broken) Walker() enum.Walker { return brokenWalker{beadWalker(b.necklaces)} }

type brokenWalker struct{ beadWalker }

func (b brokenWalker) Walk(ctx context.Context, s enum.Shard, tally *enum.Tally) error {
	if s.ID == 5 {
		return errBroken
	}
	return b.beadWalker.Walk(ctx, s, tally)
}

func TestTheFirstErrorEndsTheRun(t *testing.T) {
	errReport := errors.New("report")
	report := func(enum.Result) error { return nil }
	for _, c := range []struct {
		claim  string
		space  enum.Space
		plan   enum.Plan
		report func(enum.Result) error
		want   error
	}{
		{"of a walker", broken{8}, enum.Plan{Workers: 2}, report, errBroken},
		{"of report", necklaces(8), enum.Plan{Workers: 2}, func(enum.Result) error { return errReport }, errReport},
		{"none", necklaces(8), enum.Plan{Workers: 2}, report, nil},
	} {
		if err := enum.Run(context.Background(), c.space, c.plan, c.report); !errors.Is(err, c.want) {
			t.Errorf("%s: Run = %v, want %v", c.claim, err, c.want)
		}
	}
}

// deaf is a space whose walkers ignore the context. It counts the shards that they finish.
type deaf struct {
	necklaces
	walked *atomic.Int64
}

func (d deaf) Walker() enum.Walker { return deafWalker{beadWalker(d.necklaces), d.walked} }

type deafWalker struct {
	beadWalker
	walked *atomic.Int64
}

func (d deafWalker) Walk(_ context.Context, s enum.Shard, tally *enum.Tally) error {
	d.walked.Add(1)
	return d.beadWalker.Walk(context.Background(), s, tally)
}

func TestFinishedShardsAreReportedWhenTheContextEnds(t *testing.T) {
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		space := deaf{8, new(atomic.Int64)}
		reported := int64(0)
		err := enum.Run(ctx, space, enum.Plan{Workers: 3}, func(enum.Result) error {
			reported++
			cancel(errors.New("someone pressed a key"))
			return nil
		})
		if walked := space.walked.Load(); reported != walked {
			t.Fatalf("%d shards were walked, %d reported", walked, reported)
		}
		if err != context.Canceled {
			t.Fatalf("Run = %v, want %v", err, context.Canceled)
		}
	}
}

func TestAReportThatFailsAfterTheContextEndsIsHeard(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	errReport := errors.New("report")
	err := enum.Run(ctx, necklaces(8), enum.Plan{Workers: 1}, func(enum.Result) error {
		cancel()
		return errReport
	})
	if err != errReport {
		t.Errorf("Run = %v, want %v", err, errReport)
	}
}

func TestProveFindsWhatIsWrong(t *testing.T) {
	good := walk(t, necklaces(6), enum.Plan{Workers: 1})
	for _, c := range []struct {
		claim string
		spoil func(*enum.Tally)
		want  string
	}{
		{"nothing", func(*enum.Tally) {}, ""},
		{"a class too many", func(t *enum.Tally) { t.Add(0, 1, 1) }, "labelled games, expected 64"},
		{"no subgroup", func(t *enum.Tally) { t.Add(0, 4, 1) }, "does not divide"},
		{"no automorphism", func(t *enum.Tally) { t.Add(0, 0, 1) }, "does not divide"},
	} {
		tally := enum.NewTally(3)
		tally.Merge(good)
		c.spoil(tally)
		_, _, err := enum.Prove(necklaces(6), tally)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Prove = %v, want %q", c.claim, err, c.want)
		}
	}
	// As many labelled games, but in fewer classes.
	tally := enum.NewTally(3)
	tally.Add(0, 1, 10)
	tally.Add(0, 3, 2)
	if _, _, err := enum.Prove(necklaces(6), tally); err == nil || !strings.Contains(err.Error(), "12 classes were counted, expected 14") {
		t.Errorf("Prove = %v", err)
	}
}

func TestEstimateIsOfTheWholeSpace(t *testing.T) {
	for _, c := range []struct {
		claim string
		space enum.Space
	}{
		{"by the number of classes", necklaces(8)},
		{"by the weights alone", uncounted{necklaces(8)}},
		{"by the weights alone, since no tally says classes", silent{necklaces(8)}},
	} {
		clock := new(virtual)
		f, err := enum.EstimateBy(context.Background(), c.space, clock.descend(func(int) time.Duration { return 5 * time.Millisecond }), clock.read, time.Second, 1)
		if err != nil || f.Seconds < .032 || f.Seconds > .05 || !(f.Low < .04 && .04 < f.High) {
			t.Errorf("%s: Estimate = %+v, %v, want about 0.04", c.claim, f, err)
		}
	}
}

// TestTheIntervalOfAnEstimateHasTheTime makes 200 estimates, with a virtual clock, of a space whose shards need very
// different times. At least nine of ten intervals must contain the true time, and be narrow after a minute of
// measuring.
func TestTheIntervalOfAnEstimateHasTheTime(t *testing.T) {
	took := func(shard int) time.Duration { return time.Duration(shard*shard) * 20 * time.Millisecond }
	want := 0.0
	for shard := range 8 {
		want += took(shard).Seconds()
	}
	const estimates = 200
	for _, during := range []time.Duration{500 * time.Millisecond, 5 * time.Second, time.Minute} {
		held, width := 0, 0.0
		for seed := range uint64(estimates) {
			clock := new(virtual)
			f, err := enum.EstimateBy(context.Background(), uncounted{necklaces(8)}, clock.descend(took), clock.read, during, seed)
			if err != nil {
				t.Fatal(err)
			}
			if f.Low <= want && want <= f.High {
				held++
			}
			width += f.High / f.Low / estimates
		}
		t.Logf("%v: %d of %d, High/Low %.3g on average", during, held, estimates, width)
		if held < estimates*9/10 {
			t.Errorf("%v: %d of %d intervals have the time, want nine in ten", during, held, estimates)
		}
		if during == time.Minute && width > 1.7 {
			t.Errorf("after a minute the ends of the interval are a factor %.3g apart", width)
		}
	}
}

// virtual is a clock that descents advance.
type virtual struct{ now time.Duration }

func (v *virtual) read() time.Duration { return v.now }

// descend returns a descent to a random shard of eight, for which the clock advances as `took` says.
func (v *virtual) descend(took func(shard int) time.Duration) enum.Descent {
	return func(ctx context.Context, random *rand.Rand, tally *enum.Tally, _ func(float64)) (float64, error) {
		shard := random.IntN(8)
		v.now += took(shard)
		return 8, beadWalker(8).Walk(ctx, enum.Shard{Path: []byte{byte(shard)}}, tally)
	}
}

// uncounted is a space with no formula for its classes.
type uncounted struct{ enum.Space }

func (uncounted) Classes() *big.Int { return nil }

func TestWithoutAFormulaClassesAreNotChecked(t *testing.T) {
	_, checks, err := enum.Prove(uncounted{necklaces(6)}, walk(t, necklaces(6), enum.Plan{Workers: 1}))
	if err != nil || checks != (enum.Checks{Games: "ok", Classes: "not checked"}) {
		t.Errorf("Prove = %v, %v", checks, err)
	}
}

func ExampleCount() {
	space := necklaces(5) // rings of five beads
	totals, err := enum.Count(context.Background(), space, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for v, name := range space.Verdicts()[:2] {
		fmt.Printf("mostly %s: %v rings in %v classes\n", name, totals.Verdicts[v].Games, totals.Verdicts[v].Classes)
	}
	// Output:
	// mostly black: 16 rings in 4 classes
	// mostly white: 16 rings in 4 classes
}

func TestCountProvesItsTotals(t *testing.T) {
	if totals, err := enum.Count(context.Background(), miscounted{turns{6}}, 2); err == nil {
		t.Errorf("Count of a space with a wrong number of classes = %v, want an error", totals)
	}
	if totals, err := enum.Count(context.Background(), broken{8}, 2); !errors.Is(err, errBroken) {
		t.Errorf("Count = %v, %v, want %v", totals, err, errBroken)
	}
}
