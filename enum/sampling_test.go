package enum_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/meter"
	"enumerate/enum/sampling"
)

func rings(seed, trials uint64) sampling.Sampling {
	return samplingOf("necklaces", 10, necklaces(10), func() enum.Sampler { return necklaces(10) }, seed, trials)
}

func draw(t testing.TB, s sampling.Sampling, workers int) *enum.Tally {
	t.Helper()
	tally, err := sampling.Draw(context.Background(), s, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

func TestASampleDoesNotDependOnWorkers(t *testing.T) {
	want := draw(t, rings(1, 2345), 1)
	if _, _, err := enum.Prove(rings(1, 2345), want); err != nil {
		t.Error(err)
	}
	if want.Work() != (enum.Work{Decisions: 2345}) {
		t.Errorf("Work = %v, want one decision a trial", want.Work())
	}
	for _, workers := range []int{2, 7} {
		if got := draw(t, rings(1, 2345), workers); !got.Equal(want) {
			t.Errorf("%d workers draw %v and %v rings of the first two verdicts, one draws %v and %v",
				workers, got.Sum(0), got.Sum(1), want.Sum(0), want.Sum(1))
		}
	}
	if draw(t, rings(2, 2345), 1).Equal(want) {
		t.Error("seeds 1 and 2 draw the same sample")
	}
}

func TestASampleHasEveryTrial(t *testing.T) {
	s := rings(1, 2345)
	last := enum.Shard{ID: s.Batches() - 1}
	trials := func(most uint64, more ...uint64) *enum.Tally {
		tally := enum.NewTally(len(s.Verdicts()))
		for _, count := range append(more, most) {
			tally.Add(0, 1, count)
		}
		return tally
	}
	if err := s.Check(trials(2345)); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		claim string
		err   error
	}{
		{"a sample has a trial less", s.Check(trials(2344))},
		{"a sample has a trial more", s.Check(trials(2346))},
		{"a batch has a trial less", s.Fits(enum.Shard{}, trials(s.Batch()-1))},
		{"a batch has a trial more", s.Fits(enum.Shard{}, trials(s.Batch()+1))},
		{"the last batch has as many as others", s.Fits(last, trials(s.Batch()))},
		{"a batch has 2^64 more", s.Fits(enum.Shard{}, trials(s.Batch(), math.MaxUint64, 1))},
	} {
		if c.err == nil {
			t.Errorf("%s, and passes", c.claim)
		}
	}
	for id, want := range map[uint64]uint64{0: s.Batch(), last.ID: 2345 % s.Batch()} {
		if err := s.Fits(enum.Shard{ID: id}, trials(want)); err != nil {
			t.Errorf("batch %d with %d trials: %v", id, want, err)
		}
	}
}

func TestASampleIsUniform(t *testing.T) {
	const trials = 20_000
	sample := draw(t, rings(1, trials), 2)
	walked := totals(t, necklaces(10), walk(t, necklaces(10), enum.Plan{Workers: 2}))
	for verdict, name := range necklaces(10).Verdicts() {
		p := float64(walked[verdict].Games.Int64()) / 1024
		want, sd := trials*p, math.Sqrt(trials*p*(1-p))
		if got := float64(sample.Sum(verdict).Int64()); math.Abs(got-want) > 4*sd {
			t.Errorf("%v of %d trials are %s, want %.0f with a deviation of %.0f", got, trials, name, want, sd)
		}
	}
}

// recorded is a sampler that records the first two random numbers of each trial. It works with one worker only.
type recorded struct{ firsts, seconds *[]uint64 }

func (r recorded) Sample(_ context.Context, random *rand.Rand) (int, enum.Work, error) {
	*r.firsts = append(*r.firsts, random.Uint64())
	*r.seconds = append(*r.seconds, random.Uint64())
	return 0, enum.Work{}, nil
}

// streams returns the first two random numbers of each trial.
func streams(t *testing.T, size int, seed, trials uint64) (firsts, seconds []uint64) {
	sampler := func() enum.Sampler { return recorded{&firsts, &seconds} }
	draw(t, samplingOf("recorded", size, necklaces(3), sampler, seed, trials), 1)
	return firsts, seconds
}

func TestASampleBeginsWithASmallerOne(t *testing.T) {
	few, _ := streams(t, 4, 1, 250)
	many, _ := streams(t, 4, 1, 1000)
	for trial, want := range few {
		if many[trial] != want {
			t.Errorf("trial %d begins with %x of 250 trials, with %x of 1000", trial, want, many[trial])
		}
	}
}

// TestTrialsAreTheSameForEver compares the random numbers of some trials of a sample with recorded ones, on which
// stored samples and printed figures depend.
func TestTrialsAreTheSameForEver(t *testing.T) {
	firsts, _ := streams(t, 10, 1, 3)
	want := "[90780aa5c6edfa9f 7935cc8eab6bcfbf 5a3929f3f847568]"
	if got := fmt.Sprintf("%x", firsts); got != want {
		t.Errorf("the trials of seed 1 begin with %s, want %s", got, want)
	}
	key := "\x01\x00\x00\x00\x00\x00\x00\x00" + "\x0a\x00\x00\x00\x00\x00\x00\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" + "sampling"
	if want := rand.NewChaCha8([32]byte([]byte(key))).Uint64(); firsts[2] != want {
		t.Errorf("trial 2 begins with %x, ChaCha8 under its key with %x", firsts[2], want)
	}
}

func TestTrialsDoNotResembleEachOther(t *testing.T) {
	const trials = 2000
	seen := make(map[uint64]string)
	var all [][]uint64
	for _, s := range []struct {
		size int
		seed uint64
	}{{10, 1}, {10, 2}, {10, 1 << 32}, {11, 1}, {1, 10}, {1 << 16, 1}} {
		firsts, seconds := streams(t, s.size, s.seed, trials)
		for i := range firsts {
			for place, x := range []uint64{firsts[i], seconds[i]} {
				name := fmt.Sprintf("n=%d seed=%d trial %d place %d", s.size, s.seed, i, place)
				if other, ok := seen[x]; ok {
					t.Errorf("%s and %s are both %x", name, other, x)
				}
				seen[x] = name
			}
		}
		all = append(all, firsts, seconds)
	}
	// Related random numbers must agree in about half of their bits, like independent numbers: the two numbers of a
	// trial, those of a trial and of the next one, and those of the same trial under neighbouring seeds and sizes.
	for i, a := range all {
		for j, b := range all {
			for step := range 3 {
				if i == j && step == 0 {
					continue
				}
				agree := 0
				for k := range trials - step {
					agree += 64 - bits.OnesCount64(a[k]^b[k+step])
				}
				n := float64(64 * (trials - step))
				if z := (float64(agree) - n/2) / math.Sqrt(n/4); math.Abs(z) > 5 {
					t.Errorf("streams %d and %d, %d trials apart, agree in %d of %.0f bits: z = %.1f", i, j, step, agree, n, z)
				}
			}
		}
	}
}

func TestBatchesShortenAsGamesGrow(t *testing.T) {
	for _, c := range []struct {
		size  int
		batch uint64
	}{{1, 100}, {100, 100}, {101, 99}, {3333, 3}, {10_000, 1}, {10_000_000, 1}} {
		s := samplingOf("necklaces", c.size, necklaces(3), func() enum.Sampler { return necklaces(3) }, 0, 250)
		if got := s.Batch(); got != c.batch {
			t.Errorf("n=%d: Batch = %d, want %d", c.size, got, c.batch)
		}
		var trials, batches uint64
		err := enum.Run(context.Background(), s, enum.Plan{Workers: 1}, func(r enum.Result) error {
			games := r.Tally.SumAll().Uint64()
			if last := r.Shard.ID == s.Batches()-1; games != c.batch && !last || games > c.batch {
				t.Errorf("n=%d: batch %d has %d trials, want %d", c.size, r.Shard.ID, games, c.batch)
			}
			trials += games
			batches++
			return nil
		})
		if err != nil || trials != 250 || batches != s.Batches() {
			t.Errorf("n=%d: %d trials in %d batches, %v, want 250 in %d", c.size, trials, batches, err, s.Batches())
		}
		if whole := s.Whole(); whole.Trials%c.batch != 0 || s.Trials-whole.Trials >= c.batch {
			t.Errorf("n=%d: Whole has %d trials, in batches of %d", c.size, whole.Trials, c.batch)
		}
	}
}

func TestStoredBatchesDoNotDependOnTheNumberOfTrials(t *testing.T) {
	if a, b := rings(1, 100), rings(1, 200); a.Fingerprint() != b.Fingerprint() {
		t.Errorf("Fingerprint = %q and %q, want one", a.Fingerprint(), b.Fingerprint())
	}
	if a, b := rings(1, 100), rings(2, 100); a.Fingerprint() == b.Fingerprint() {
		t.Errorf("seeds 1 and 2 have the same fingerprint, %q", a.Fingerprint())
	}
}

func TestASampleIsMeasuredInTrials(t *testing.T) {
	coverage := meter.NewCoverage(rings(1, 1000), enum.Part{})
	for range 2 {
		if err := coverage.Add(draw(t, rings(1, 250), 1), 3); err != nil {
			t.Fatal(err)
		}
	}
	if got := coverage.Amount(); got.Share != .5 || got.Shards != 6 || got.Games.Int64() != 500 || got.Classes != nil {
		t.Errorf("Amount = %+v, want half, of 500 games", got)
	}
}

func TestASampleHasTrialsAndNoClasses(t *testing.T) {
	tally := draw(t, rings(1, 1000), 1)
	for verdict, total := range totals(t, rings(1, 1000), tally) {
		if total.Games.Cmp(tally.Sum(verdict)) != 0 || total.Classes != nil {
			t.Errorf("verdict %d: %v games in %v classes, want %v in none", verdict, total.Games, total.Classes, tally.Sum(verdict))
		}
	}
	tally.Add(0, 2, 1) // a key that a sample never uses, as of a class with two automorphisms
	if got, err := rings(1, 1000).Totals(tally); err == nil || !strings.Contains(err.Error(), "1 of ") {
		t.Errorf("Totals = %v, %v, want an error", got, err)
	}
}

func TestAnInterruptedBatchHasNoResult(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reported := 0
	_, err := sampling.Draw(ctx, rings(1, 100_000), 2, func(r enum.Result) {
		if got := r.Tally.SumAll().Uint64(); got != 100 {
			t.Errorf("batch %d has %d trials, want 100", r.Shard.ID, got)
		}
		if reported++; reported == 3 {
			cancel()
		}
	})
	if err != context.Canceled || reported >= 1000 {
		t.Errorf("Draw = %v after %d batches, want %v before 1000", err, reported, context.Canceled)
	}
}

type idle struct{}

func newIdle() enum.Sampler { return idle{} }

func (i idle) Sample(context.Context, *rand.Rand) (int, enum.Work, error) {
	return 0, enum.Work{Decisions: 1}, nil
}

func TestATrialAllocatesNothing(t *testing.T) {
	allocations := func(size int) float64 {
		s := samplingOf("idle", size, necklaces(3), newIdle, 0, 1000)
		walker, tally := s.Walker(), enum.NewTally(3)
		return testing.AllocsPerRun(100, func() {
			if err := walker.Walk(context.Background(), enum.Shard{}, tally); err != nil {
				t.Error(err)
			}
		})
	}
	if one, hundred := allocations(10_000), allocations(100); hundred > one {
		t.Errorf("a batch of a hundred trials allocates %v times, one of a single trial %v times", hundred, one)
	}
}

func BenchmarkDraw(b *testing.B) {
	const trials = 10_000
	s := samplingOf("idle", 100, necklaces(3), newIdle, 1, trials)
	b.ReportAllocs()
	for b.Loop() {
		draw(b, s, 2)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/trials, "ns/trial")
}

func ExampleDraw() {
	rings := &enum.Ruleset{
		Name:  "necklaces",
		Space: func(size int) (enum.Space, error) { return necklaces(size), nil },
		Sampler: func(size int) (func() enum.Sampler, error) {
			return func() enum.Sampler { return necklaces(size) }, nil
		},
	}
	sample, err := sampling.Of(rings, 10, 1, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	tally, err := sampling.Draw(context.Background(), sample, 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for verdict, name := range sample.Verdicts() {
		fmt.Println(name, tally.Sum(verdict))
	}
	// Output:
	// black 373
	// white 375
	// even 252
}

func chacha(key string) uint64 { return rand.NewChaCha8([32]byte([]byte(key))).Uint64() }

func TestTrialsOfAnotherMethodKeepTheirKeysAndHaveOtherRandomNumbers(t *testing.T) {
	var drawn []uint64
	s := sampling.Trials(sampling.Sampling{Ruleset: "walkers", Method: "simulate:radius=2", Size: 10, Seed: 1, Trials: 5}, 7, []string{"found", "lost"}, func() sampling.Trial {
		return func(_ context.Context, number uint64, random *rand.Rand) (int, uint64, enum.Work, error) {
			drawn = append(drawn, random.Uint64())
			return int(number % 2), number / 2, enum.Work{Decisions: number}, nil
		}
	})
	tally := draw(t, s, 1)
	want := enum.NewTally(2) // trials 0 to 4
	for number := range uint64(5) {
		want.Add(int(number%2), number/2, 1)
	}
	want.AddWork(enum.Work{Decisions: 10})
	if !tally.Equal(want) {
		t.Errorf("the tally has %v and %v, want %v and %v", tally.Histogram(0), tally.Histogram(1), want.Histogram(0), want.Histogram(1))
	}
	if got := totals(t, s, tally); got[0].Games.Int64() != 3 || got[1].Games.Int64() != 2 {
		t.Errorf("Totals = %v, want 3 and 2 trials", got)
	}
	key := "\x01\x00\x00\x00\x00\x00\x00\x00" + "\x0a\x00\x00\x00\x00\x00\x00\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" + "simulate"
	if drawn[2] != chacha(key) {
		t.Errorf("the random numbers of trial 2 begin with %x, want %x as ChaCha8 gives for the key", drawn[2], chacha(key))
	}
	if got, want := s.Fingerprint(), "walkers n=10 simulate:radius=2=7 seed=1"; got != want {
		t.Errorf("Fingerprint = %q, want %q", got, want)
	}
	if got := s.Group(); got.Int64() != 1 {
		t.Errorf("Group = %v, want 1", got)
	}
}

func TestAFailedTrialEndsTheSample(t *testing.T) {
	failure := errors.New("out of memory")
	s := sampling.Trials(sampling.Sampling{Method: enum.Sample, Size: 3, Trials: 10}, 0, []string{"found"}, func() sampling.Trial {
		return func(_ context.Context, number uint64, _ *rand.Rand) (int, uint64, enum.Work, error) {
			if number == 4 {
				return 0, 0, enum.Work{}, failure
			}
			return 0, 1, enum.Work{}, nil
		}
	})
	if tally, err := sampling.Draw(context.Background(), s, 1, nil); !errors.Is(err, failure) || tally != nil {
		t.Errorf("Draw = %v, %v, want %v", tally, err, failure)
	}
}

func TestASampleWithTrialsUnderAnotherKeyIsRefused(t *testing.T) {
	tally := enum.NewTally(3)
	tally.Add(0, 1, 4)
	tally.Add(0, 2, 3)
	const want = "3 of 7 trials do not have the key 1, which all trials must have"
	for claim, err := range map[string]error{
		"Check":  rings(1, 7).Check(tally),
		"Totals": func() error { _, err := rings(1, 7).Totals(tally); return err }(),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s = %v, want %s", claim, err, want)
		}
	}
}

func TestAFingerprintNamesTheVersionOfTheTrials(t *testing.T) {
	if got, want := rings(5, 100).Fingerprint(), "necklaces n=10 sample=1 seed=5"; got != want {
		t.Errorf("Fingerprint = %q, want %q", got, want)
	}
}

func TestBatchesAreRoundedUp(t *testing.T) {
	for trials, want := range map[uint64]uint64{0: 0, 1: 1, 99: 1, 100: 1, 101: 2, 200: 2, 201: 3} {
		if got := rings(1, trials).Batches(); got != want {
			t.Errorf("%d trials make %d batches, want %d", trials, got, want)
		}
	}
}

func TestABatchEndsWithItsContextThoughItsTrialsIgnoreIt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	trials := 0
	s := sampling.Trials(sampling.Sampling{Method: enum.Sample, Size: 3, Trials: 100}, 0, []string{"found"}, func() sampling.Trial {
		return func(context.Context, uint64, *rand.Rand) (int, uint64, enum.Work, error) {
			if trials++; trials == 3 {
				cancel()
			}
			return 0, 1, enum.Work{}, nil
		}
	})
	if err := s.Walker().Walk(ctx, enum.Shard{}, enum.NewTally(1)); !errors.Is(err, context.Canceled) || trials != 3 {
		t.Errorf("Walk = %v after %d trials, want %v after 3", err, trials, context.Canceled)
	}
}

type failing struct{ err error }

func (f failing) Sample(context.Context, *rand.Rand) (int, enum.Work, error) {
	return 0, enum.Work{}, f.err
}

func TestASampleEndsWithTheErrorOfItsSampler(t *testing.T) {
	failure := errors.New("out of memory")
	s := samplingOf("necklaces", 3, necklaces(3), func() enum.Sampler { return failing{failure} }, 1, 10)
	if _, err := sampling.Draw(context.Background(), s, 1, nil); !errors.Is(err, failure) {
		t.Errorf("Draw = %v, want %v", err, failure)
	}
}

func TestASampleThatIsDrawnIsChecked(t *testing.T) {
	s := sampling.Trials(sampling.Sampling{Method: enum.Sample, Size: 3, Trials: 10}, 0, []string{"found"}, func() sampling.Trial {
		return func(context.Context, uint64, *rand.Rand) (int, uint64, enum.Work, error) {
			return 0, 2, enum.Work{}, nil // the wrong key: a sample counts all trials under the key 1
		}
	})
	if _, err := sampling.Draw(context.Background(), s, 1, nil); err == nil {
		t.Error("Draw of trials under another key succeeds, want an error")
	}
}

func TestCoverageRefusesATallyThatItsSpaceRefuses(t *testing.T) {
	coverage := meter.NewCoverage(necklaces(4), enum.Part{})
	foreign := enum.NewTally(3)
	foreign.Add(0, 3, 1) // 3 does not divide the order of the group
	if err := coverage.Add(foreign, 1); err == nil {
		t.Error("Add succeeds, want an error")
	}
	if got := coverage.Amount().Shards; got != 0 {
		t.Errorf("after a refused tally %d shards are done, want 0", got)
	}
}

// parity is a sampler that draws a number; the verdict is even or odd.
type parity struct{}

func (parity) Sample(_ context.Context, random *rand.Rand) (int, enum.Work, error) {
	return int(random.Uint64() % 2), enum.Work{}, nil
}

type parities struct {
	parity
	drawn []int
}

func (p *parities) Draw(random *rand.Rand) { p.drawn = append(p.drawn, int(random.Uint64()%2)) }

func (p *parities) Decide(context.Context) ([]int, error) {
	drawn := p.drawn
	p.drawn = nil
	return drawn, nil
}

func TestABatchSamplerHasTheTrialsOfASampler(t *testing.T) {
	one := draw(t, samplingOf("parity", 4, necklaces(3), func() enum.Sampler { return parity{} }, 1, 250), 2)
	all := draw(t, samplingOf("parity", 4, necklaces(3), func() enum.Sampler { return new(parities) }, 1, 250), 2)
	if !one.Equal(all) {
		t.Errorf("one by one %v and %v trials have the verdicts, in batches %v and %v", one.Sum(0), one.Sum(1), all.Sum(0), all.Sum(1))
	}
}
