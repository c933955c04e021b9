// Package sampling treats a sample of random games like a space of games, so that [enum.Run] can draw it on several
// cores. A game is a trial, and the shards are batches of trials.
package sampling

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"strings"

	"enumerate/enum"
)

// version, of the method enum.Sample, must change whenever the same seed gives other games, batches or work of the
// solver, because batches of different versions must not be joined.
const version = 1

// trialKey is the key under which a tally counts every trial of the method enum.Sample.
const trialKey = 1

// A Trial does one random trial, such as drawing and solving a game. It returns the verdict and key under which a tally
// counts the trial, and the work of a solver. All three depend only on the trial's number and the random numbers. When
// the context ends, it soon returns the context's error.
type Trial func(ctx context.Context, number uint64, random *rand.Rand) (verdict int, key uint64, work enum.Work, err error)

// A Sampling is a space of random trials: the trials 0 to Trials-1 of a seed. With the method enum.Sample, each trial
// draws one labelled game uniformly at random, solves it, and counts it under the key 1. Trials of other methods, such
// as simulations, use the key for what they measure.
//
// A trial depends only on the ruleset, the size, the seed and the trial's number, so neither the number of workers nor
// an interruption changes a sample, and a larger sample begins with a smaller one. Each trial has its own random
// source, ChaCha8 with a key of
//
//	8 bytes  the seed
//	8 bytes  the size
//	8 bytes  the trial's number, from 0
//	8 bytes  "sampling", or the name of another method up to its colon
//
// with the least significant byte of a number first. Streams of a cipher under different keys are unrelated.
type Sampling struct {
	Ruleset  string // its name
	Method   string // enum.Sample, or the name of another kind of trial: see enum.IsSampling
	Size     int    // at least 1
	Seed     uint64
	Trials   uint64
	verdicts []string
	version  int // of the method, unless this is enum.Sample
	trial    func() Trial
	sampler  func() enum.Sampler // for the method enum.Sample; it may return an enum.BatchSampler
}

// Of returns the random trials of a ruleset and size that draw and solve a game each. The ruleset must have a Sampler.
func Of(r *enum.Ruleset, size int, seed, trials uint64) (Sampling, error) {
	space, err := r.Space(size)
	if err != nil {
		return Sampling{}, err
	}
	newSampler, err := r.Sampler(size)
	if err != nil {
		return Sampling{}, err
	}

	s := Sampling{Ruleset: r.Name, Method: enum.Sample, Size: size, Seed: seed, Trials: trials, sampler: newSampler}
	return Trials(s, 0, space.Verdicts(), func() Trial {
		sampler := newSampler()
		return func(ctx context.Context, _ uint64, random *rand.Rand) (int, uint64, enum.Work, error) {
			verdict, work, err := sampler.Sample(ctx, random)
			return verdict, trialKey, work, err
		}
	}), nil
}

// Trials returns s with another kind of trials than random games, such as simulations; see [enum.IsSampling] for the
// name of its method. The function trial returns a Trial for one goroutine, and verdicts are the names of its verdicts.
// The version must change whenever the same seed means other trials.
func Trials(s Sampling, version int, verdicts []string, trial func() Trial) Sampling {
	s.version, s.verdicts, s.trial = version, verdicts, trial
	return s
}

// Batch returns the number of trials of a shard; the last shard may have fewer. Above size 100 shards have fewer
// trials, because larger games take longer, and an interruption loses unfinished shards.
func (s Sampling) Batch() uint64 { return uint64(min(max(10_000/s.Size, 1), 100)) }

// Whole returns the sampling without an incomplete last batch.
func (s Sampling) Whole() Sampling {
	s.Trials -= s.Trials % s.Batch()
	return s
}

// Games returns the number of trials.
func (s Sampling) Games() *big.Int { return new(big.Int).SetUint64(s.Trials) }

// Classes returns nil, because a sample has no classes.
func (s Sampling) Classes() *big.Int { return nil }

// Group returns 1, because a trial represents only itself.
func (s Sampling) Group() *big.Int { return big.NewInt(1) }

// Verdicts returns the names of the verdicts.
func (s Sampling) Verdicts() []string { return s.verdicts }

// Totals returns the number of trials of each verdict, as if trials were games. Other methods than enum.Sample, such as
// simulations, use the key for a measurement of the trial. With enum.Sample there is nothing to measure, so a tally is
// wrong if it counts a trial under another key than trialKey.
func (s Sampling) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		sum, trials := t.Sum(v), t.Count(v, trialKey) // under all keys, and under trialKey
		if s.Method != enum.Sample {
			trials = sum
		} else if sum.Cmp(trials) != 0 {
			return enum.Totals{}, fmt.Errorf("%v of %v trials do not have the key %d, which all trials must have", new(big.Int).Sub(sum, trials), sum, trialKey)
		}
		totals[v].Games = trials
	}
	return enum.NewTotals(s, totals), nil
}

// Fingerprint names everything that a stored batch depends on. The number of trials is not part of it, so a stored
// sample can be extended.
func (s Sampling) Fingerprint() string {
	current := s.version // of the simulation; the version of enum.Sample is a constant of this package
	if s.Method == enum.Sample {
		current = version
	}
	return fmt.Sprintf("%s n=%d %s=%d seed=%d", s.Ruleset, s.Size, s.Method, current, s.Seed)
}

// Batches returns the number of batches.
func (s Sampling) Batches() uint64 {
	batches := s.Trials / s.Batch()
	if s.Trials%s.Batch() > 0 {
		batches++
	}
	return batches
}

// Shards yields the batches.
func (s Sampling) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.Batches()) }

// Fits returns an error if a tally does not have the number of trials of its batch.
func (s Sampling) Fits(batch enum.Shard, t *enum.Tally) error {
	trials := min(s.Batch(), s.Trials-batch.ID*s.Batch())
	counted := t.SumAll()
	switch {
	case !counted.IsUint64():
		return fmt.Errorf("the tally has 2^%d trials or more, not %d", counted.BitLen()-1, trials)
	case counted.Uint64() != trials:
		return fmt.Errorf("the tally has %v trials, not %d", counted, trials)
	}
	return nil
}

// Walker returns a walker for one goroutine. It solves the games of a batch together, which is faster, if the sampler
// can.
func (s Sampling) Walker() enum.Walker {
	source := rand.NewChaCha8([32]byte{}) // the walker sets its key before each trial
	var batches enum.BatchSampler         // nil if the sampler solves games one by one
	if s.sampler != nil {
		batches, _ = s.sampler().(enum.BatchSampler)
	}
	return &trialWalker{
		batches:  batches,
		sampling: s,
		trial:    s.trial(),
		source:   source,
		random:   rand.New(source),
		counts:   make([]uint64, len(s.Verdicts())),
	}
}

// A trialWalker does the batches of a sampling, without allocating anything for a trial.
type trialWalker struct {
	sampling Sampling
	trial    Trial
	batches  enum.BatchSampler // used in place of trial, unless nil
	source   *rand.ChaCha8
	random   *rand.Rand // of the source
	counts   []uint64   // by verdict: the trials of the batch with the key trialKey
}

func (w *trialWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	clear(w.counts)
	var work enum.Work
	batch := w.sampling.Batch()
	first := shard.ID * batch
	trials := min(batch, w.sampling.Trials-first)
	if w.batches != nil {
		return w.walkBatch(ctx, first, trials, tally)
	}

	for i := range trials {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.seed(first + i)
		verdict, key, done, err := w.trial(ctx, first+i, w.random)
		if err != nil {
			return err
		}
		if key == trialKey {
			w.counts[verdict]++
		} else {
			tally.Add(verdict, key, 1)
		}
		work.Add(done)
	}

	for verdict, trials := range w.counts {
		tally.Add(verdict, trialKey, trials)
	}
	tally.AddWork(work)
	return nil
}

// walkBatch does trials with a sampler that solves many games together.
func (w *trialWalker) walkBatch(ctx context.Context, first, trials uint64, tally *enum.Tally) error {
	for i := range trials {
		w.seed(first + i)
		w.batches.Draw(w.random)
	}
	verdicts, err := w.batches.Decide(ctx)
	if err != nil {
		return err
	}
	for _, verdict := range verdicts {
		tally.Add(verdict, trialKey, 1)
	}
	return nil
}

// seed sets the random source of the walker to that of a trial; see Sampling.
func (w *trialWalker) seed(trial uint64) {
	use := "sampling"
	if w.sampling.Method != enum.Sample {
		use, _, _ = strings.Cut(w.sampling.Method, ":")
	}
	w.source.Seed(sourceKey(w.sampling.Seed, w.sampling.Size, trial, use))
}

// Check returns an error if a tally does not have all trials.
func (s Sampling) Check(t *enum.Tally) error {
	totals, err := s.Totals(t)
	if err == nil && !totals.Complete() {
		err = fmt.Errorf("%v trials were counted, expected %v", totals.Coverage, totals.Whole)
	}
	return err
}

// Draw draws a sample without storing it, and returns its counts. It passes each batch to observe, if not nil, from one
// goroutine at a time.
func Draw(ctx context.Context, s Sampling, workers int, observe func(enum.Result)) (*enum.Tally, error) {
	tally := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(ctx, s, enum.Plan{Workers: workers}, func(r enum.Result) error {
		tally.Merge(r.Tally)
		if observe != nil {
			observe(r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return tally, s.Check(tally)
}
