package checkpoints

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// A SampleRun is a sample being drawn, whose whole batches are stored as they are
// finished. The trials left over at the end, fewer than a batch, are drawn again
// each time: so a batch means the same in every sample that has it, whatever
// number of trials somebody asked for first.
type SampleRun struct {
	run      *Run // of the whole batches
	sampling enum.Sampling
	found    *enum.Tally
}

// wayOut says what to do about a stored sample that cannot be gone on with.
const wayOut = "use another --seed or another --db"

// KeyOf returns the key of a sampling's runs.
func KeyOf(s enum.Sampling) Key {
	return Key{Ruleset: s.Ruleset, Size: s.Size, Method: Sample, Seed: s.Seed}
}

// SamplingOf returns the sampling of all trials that a stored sample could have, of
// the games of a space.
func SamplingOf(k Key, of enum.Sampled) enum.Sampling {
	return enum.Sampling{Ruleset: k.Ruleset, Size: k.Size, Of: of, Seed: k.Seed, Trials: math.MaxUint64}
}

// Sample returns the sampling's run, of which some batches may be stored already,
// fewer or more than it has. Its errors are those of Resume.
func (s *Store) Sample(sampling enum.Sampling) (*SampleRun, error) {
	run, err := s.Resume(KeyOf(sampling), sampling.Whole())
	if err != nil {
		return nil, err
	}
	r := &SampleRun{run: run, sampling: sampling}
	r.found, err = r.stored()
	return r, err
}

// Found returns what was stored of the sampling before.
func (r *SampleRun) Found() *enum.Tally { return r.found }

// Draw draws the trials that are not stored, stores whole batches as Run.Walk stores
// shards, and returns the tally of all trials of the sampling: the same as
// enum.Draw returns. observe, if not nil, is told of each batch drawn, from one
// goroutine at a time.
func (r *SampleRun) Draw(ctx context.Context, workers int, observe func(enum.Result)) (*enum.Tally, error) {
	plan := enum.Plan{Workers: workers}
	if err := r.run.Walk(ctx, plan, observe); err != nil {
		return nil, err
	}
	tally, err := r.stored()
	if err != nil {
		return nil, err
	}
	whole := r.sampling.Whole().Batches()
	plan.Done = func(batch uint64) (bool, error) { return batch < whole, nil }
	err = enum.Run(ctx, r.sampling, plan, func(result enum.Result) error {
		tally.Merge(result.Tally)
		if observe != nil {
			observe(result)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := r.sampling.Check(tally); err != nil {
		return nil, fmt.Errorf("%s: run %d, a %v: %w: %w; %s", r.run.store.Path(), r.run.id, r.run.header.Key, ErrProof, err, wayOut)
	}
	return tally, nil
}

// stored returns what the stored batches of the sampling come to.
func (r *SampleRun) stored() (*enum.Tally, error) {
	sum := newSum(len(r.run.header.Verdicts))
	if r.run.id == 0 {
		return sum.Tally, nil
	}
	whole := r.sampling.Whole().Batches()
	err := r.run.store.db.View(func(tx *db.Tx) (err error) {
		sum, err = sumShards(tx, r.run.id, r.run.header, func(batch uint64) bool { return batch < whole })
		return err
	})
	if damaged(err) {
		err = fmt.Errorf("%w; %s", err, wayOut)
	}
	return sum.Tally, err
}

// A Pool is all stored trials of one size.
type Pool struct {
	Size     int
	Seeds    []uint64 // in ascending order
	Verdicts []string
	Tally    *enum.Tally
}

// Pools returns the stored samples of a ruleset, with those of different seeds
// taken together, by size. Of each seed it takes the batches before the first that
// is missing: that many trials of the seed, as Draw returns them. Samples that
// cannot be used are left out, and remark is told why.
func (s *Store) Pools(ruleset string, remark func(string)) ([]Pool, error) {
	pools := make(map[int]*Pool)
	err := s.db.View(func(tx *db.Tx) error {
		newest := make(map[Key]uint64)
		headers := make(map[uint64]Header)
		err := eachRun(tx, func(id uint64, h Header) error {
			if h.Ruleset != ruleset || h.Method != Sample {
				return nil
			}
			if own := SamplingOf(h.Key, nil).Fingerprint(); h.Fingerprint != own {
				remark(fmt.Sprintf("run %d, a %v, is left out: it was %v (%q, this program's is %q)", id, h.Key, ErrFingerprint, h.Fingerprint, own))
				return nil
			}
			newest[h.Key] = id
			headers[id] = h
			return nil
		})
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Values(newest)) {
			h := headers[id]
			tally, err := leading(tx, id, h)
			if damaged(err) {
				remark(fmt.Sprintf("run %d, a %v, is left out: %v", id, h.Key, err))
				continue
			}
			if err != nil {
				return err
			}
			pool := pools[h.Size]
			if pool == nil {
				pool = &Pool{Size: h.Size, Verdicts: h.Verdicts, Tally: enum.NewTally(len(h.Verdicts))}
				pools[h.Size] = pool
			}
			if !slices.Equal(pool.Verdicts, h.Verdicts) {
				remark(fmt.Sprintf("run %d, a %v, is left out: its verdicts are %q, those of another seed %q", id, h.Key, h.Verdicts, pool.Verdicts))
				continue
			}
			pool.Seeds = append(pool.Seeds, h.Seed)
			pool.Tally.Merge(tally)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []Pool
	for _, size := range slices.Sorted(maps.Keys(pools)) {
		slices.Sort(pools[size].Seeds)
		all = append(all, *pools[size])
	}
	return all, nil
}

// leading returns what the batches of a sample come to before the first that is
// missing.
func leading(tx *db.Tx, run uint64, h Header) (*enum.Tally, error) {
	sum := newSum(len(h.Verdicts))
	err := eachShard(tx, run, h, func(batch uint64, tally *enum.Tally, took time.Duration) error {
		if batch == sum.Shards {
			sum.add(tally, took)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sampling := SamplingOf(h.Key, nil)
	sampling.Trials = sum.Shards * sampling.Batch()
	if err := sampling.Check(sum.Tally); err != nil {
		return nil, fmt.Errorf("run %d, a %v: %w: %w", run, h.Key, ErrProof, err)
	}
	return sum.Tally, nil
}
