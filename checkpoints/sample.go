package checkpoints

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"enumerate/enum"
	"enumerate/enum/sampling"
)

// A SampleRun draws a sample, in batches of the same number of trials. It stores each finished batch except a smaller
// last one, so that a larger sample can use the batches of a smaller one.
type SampleRun struct {
	run    *Run // of the complete batches
	sample sampling.Sampling
	tally  *enum.Tally // of the stored batches, before Draw
}

// wayOut is the advice if a stored sample cannot be resumed.
const wayOut = "use another --seed or another --db"

// KeyOf returns the key of a sampling's runs.
func KeyOf(s sampling.Sampling) Key {
	return Key{Ruleset: s.Ruleset, Size: s.Size, Method: s.Method, Seed: s.Seed}
}

// samplingOf returns the space of a key's random trials, with every batch that a stored sample could have. It cannot
// draw trials.
func samplingOf(k Key) sampling.Sampling {
	return sampling.Sampling{Ruleset: k.Ruleset, Method: k.Method, Size: k.Size, Seed: k.Seed, Trials: math.MaxUint64}
}

// Sample prepares a sample for Draw: it resumes the stored run of the same seed, which may have more batches than the
// sample, or begins a new one. The errors are those of Resume.
func (s *Store) Sample(sample sampling.Sampling) (*SampleRun, error) {
	run, err := s.Resume(KeyOf(sample), sample.Whole())
	if err != nil {
		return nil, err
	}
	r := &SampleRun{run: run, sample: sample}
	r.tally, err = r.stored()
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Found returns the sum of the batches that were stored before.
func (r *SampleRun) Found() *enum.Tally { return r.tally }

// Draw draws the trials of the sample that are not stored, and stores complete batches as Run.Walk stores shards. It
// returns the tally of all trials of the sample. It calls observe, if not nil, for each batch that was drawn; the calls
// do not overlap.
func (r *SampleRun) Draw(ctx context.Context, workers int, observe func(enum.Result)) (*enum.Tally, error) {
	plan := enum.Plan{Workers: workers}
	if err := r.run.Walk(ctx, plan, observe); err != nil {
		return nil, err
	}
	tally, err := r.stored()
	if err != nil {
		return nil, err
	}
	// The trials after the last complete batch are not stored.
	whole := r.sample.Whole().Batches()
	plan.Skip = func(batch uint64) bool { return batch < whole }
	err = enum.Run(ctx, r.sample, plan, func(result enum.Result) error {
		tally.Merge(result.Tally)
		if observe != nil {
			observe(result)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := r.sample.Check(tally); err != nil {
		return nil, fmt.Errorf("%s: run %d, a %v: %w: %w; %s", r.run.store.Path(), r.run.id, r.run.header.Key, ErrProof, err, wayOut)
	}
	return tally, nil
}

// stored returns the sum of the stored batches that belong to the sample.
func (r *SampleRun) stored() (*enum.Tally, error) {
	whole := r.sample.Whole().Batches()
	sum, err := r.run.sum(false, func(batch uint64) bool { return batch < whole })
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, wayOut)
	}
	return sum.Tally, nil
}

// A Pool is the sum of all stored trials of one size.
type Pool struct {
	Size     int
	Seeds    []uint64 // in ascending order
	Verdicts []string
	Tally    *enum.Tally
}

// Pools returns a pool for each size, with the stored trials of all seeds. Of each seed it takes only the batches
// before the first missing one, so that the pool has the first trials of the seed. It leaves out samples that cannot be
// used, with a remark for each.
func (s *Store) Pools(ruleset string, remark func(string)) ([]Pool, error) {
	runs, err := s.match(func(h Header) bool { return h.Ruleset == ruleset && h.Method == enum.Sample && h.Worker == "" })
	if err != nil {
		return nil, err
	}

	// Use only the newest run of a seed.
	newest := make(map[Key]*snapshot)
	for _, r := range runs {
		h := r.header
		if own := samplingOf(h.Key).Fingerprint(); h.Fingerprint != own {
			remark(fmt.Sprintf("run %d, a %v, is left out: it was %v (fingerprint %q, this program's is %q)", r.id, h.Key, ErrFingerprint, h.Fingerprint, own))
			continue
		}
		newest[h.Key] = r
	}

	pools := make(map[int]*Pool)
	for _, r := range runs {
		h := r.header
		if newest[h.Key] != r {
			continue
		}
		if err := r.contents.damage; err != nil {
			remark(fmt.Sprintf("run %d, a %v, is left out: %v", r.id, h.Key, err))
			continue
		}

		tally, err := r.leading()
		if err != nil {
			return nil, err
		}

		pool := pools[h.Size]
		if pool == nil {
			pool = &Pool{Size: h.Size, Verdicts: h.Verdicts, Tally: enum.NewTally(len(h.Verdicts))}
			pools[h.Size] = pool
		}
		if !slices.Equal(pool.Verdicts, h.Verdicts) {
			remark(fmt.Sprintf("run %d, a %v, is left out: its verdicts are %q, those of another seed %q", r.id, h.Key, h.Verdicts, pool.Verdicts))
			continue
		}

		pool.Seeds = append(pool.Seeds, h.Seed)
		pool.Tally.Merge(tally)
	}

	var all []Pool
	for _, size := range slices.Sorted(maps.Keys(pools)) {
		slices.Sort(pools[size].Seeds)
		all = append(all, *pools[size])
	}
	return all, nil
}

// leading adds up the batches of a sample before the first missing one, and checks that they have all their trials.
func (r *snapshot) leading() (*enum.Tally, error) {
	var batches uint64
	for batches < uint64(len(r.contents.shards)) && r.contents.shards[batches].id == batches {
		batches++
	}
	sum, err := r.sum(false, func(batch uint64) bool { return batch < batches })
	if err != nil {
		return nil, err
	}

	sample := samplingOf(r.header.Key)
	sample.Trials = batches * sample.Batch()
	if err := sample.Check(sum.Tally); err != nil {
		return nil, fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err)
	}
	return sum.Tally, nil
}
