package checkpoints

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// commitEvery is how long a finished shard waits at most before it is stored.
// Storing takes a few syncs, some milliseconds on most disks, well under 2% of
// that; workers do not wait for it.
const commitEvery = time.Second

// A Run is a run that is stored, or begins.
type Run struct {
	store  *Store
	space  enum.Space // what Fresh or Resume was given
	id     uint64     // 0 before anything is stored
	header Header
	stored *stored // nil if it is not loaded

	mu      sync.Mutex // of what follows
	pending []enum.Result
}

// Resume returns the newest stored run of the key that the space can resume, or a
// new one if there is none. If that run is unfinished it takes over the shards of the
// other unfinished ones. If all runs there are were made by another enumeration the
// error is ErrFingerprint.
func (s *Store) Resume(k Key, space enum.Space) (*Run, error) {
	fresh := s.Fresh(k, space)
	var run, other *Run
	for _, r := range s.runs {
		switch {
		case r.header.same(fresh.header):
			run = r
		case r.header.Key == k:
			other = r
		}
	}
	switch {
	case run == nil && other != nil:
		way := "without --resume a fresh run starts beside it, or use another --db"
		if k.Method == enum.Sample {
			way = wayOut
		}
		return nil, fmt.Errorf("%s: run %d, a %v, was %w (%q, this program's is %q); %s",
			s.Path(), other.id, k, ErrFingerprint, other.header.Fingerprint, space.Fingerprint(), way)
	case run == nil:
		return fresh, nil
	case !slices.Equal(run.header.Verdicts, space.Verdicts()):
		return nil, fmt.Errorf("%s: run %d, a %v: %w: its verdicts are %q, want %q", s.Path(), run.id, k, ErrProof, run.header.Verdicts, space.Verdicts())
	}
	if err := run.load(); err != nil {
		return nil, err
	}
	run.space = space
	return run, run.gather()
}

// gather takes over the shards of the other unfinished runs with the same shards, if
// there are any: whatever they were interrupted at need not be walked again.
func (r *Run) gather() error {
	if r.stored.total != nil || r.stored.damage != nil {
		return nil
	}
	others, err := r.store.match(func(o *Run) bool { return o != r && o.header.same(r.header) })
	if err != nil || len(others) == 0 {
		return err
	}
	err = r.store.change(func(c *change) error {
		_, err := c.takeOver(others, r)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", r.store.Path(), err)
	}
	return nil
}

// Walk does the shards of the plan's part that are not stored yet, and stores each
// within two seconds of being finished. Whatever ends it, the context or an error, the
// shards finished by then are stored; an error of storing comes before any other.
// observe, if not nil, is told of each shard, from one goroutine at a time.
func (r *Run) Walk(ctx context.Context, p enum.Plan, observe func(enum.Result)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	stop := make(chan struct{})
	var failed error // of storing; the run is over then
	var committer sync.WaitGroup
	committer.Go(func() {
		tick := time.NewTicker(commitEvery)
		defer tick.Stop()
		for failed == nil {
			select {
			case <-tick.C:
				failed = r.commit()
			case <-stop:
				return
			}
		}
		cancel()
	})

	done := r.stored.shards // before; no shard is asked for twice
	p.Done = func(id uint64) bool {
		_, found := slices.BinarySearchFunc(done, id, shard.compare)
		return found
	}
	err := enum.Run(ctx, r.space, p, func(result enum.Result) error {
		r.mu.Lock()
		r.pending = append(r.pending, result)
		r.mu.Unlock()
		if observe != nil {
			observe(result)
		}
		return nil
	})
	close(stop)
	committer.Wait()
	if failed == nil {
		failed = r.commit()
	}
	slices.SortFunc(r.stored.shards, func(a, b shard) int { return a.compare(b.id) })
	if failed != nil {
		return failed
	}
	return err
}

func (s shard) compare(id uint64) int { return cmp.Compare(s.id, id) }

// commit stores the pending shards, all or none of them. It is called from one
// goroutine at a time.
func (r *Run) commit() error {
	r.mu.Lock()
	pending := r.pending
	r.pending = nil
	r.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	added := make([]shard, len(pending))
	for i, result := range pending {
		p, err := encodeTally(result.Tally, result.Took)
		if err != nil {
			return err
		}
		added[i] = shard{result.Shard.ID, p}
	}
	id := r.id
	err := r.store.db.Update(func(tx *db.Tx) (err error) {
		if id == 0 {
			if id, err = createRun(tx, r.header); err != nil {
				return err
			}
		}
		return putShards(tx, id, added)
	})
	if err != nil {
		return err
	}
	if r.id == 0 {
		r.id = id
		r.store.runs = append(r.store.runs, r)
	}
	r.stored.shards = append(r.stored.shards, added...) // Walk sorts them
	for _, result := range pending {
		r.stored.sum.add(result.Tally, result.Took)
	}
	return nil
}

// Sum returns what the stored shards of a part sum to.
func (r *Run) Sum(part enum.Part) (Sum, error) {
	sum, err := r.sum(part.Whole(), part.Contains)
	if err != nil {
		err = fmt.Errorf("%w; without --resume a fresh run takes its place", err)
	}
	return sum, err
}

// sum returns what the stored shards sum to that are to be counted, all of them if whole
// says so. The error is that of a damaged run.
func (r *Run) sum(whole bool, counts func(shard uint64) bool) (Sum, error) {
	sum := newSum(len(r.header.Verdicts))
	if err := r.stored.damage; err != nil {
		return sum, err
	}
	if whole {
		sum.Tally.Merge(r.stored.sum.Tally) // a copy
		sum.Shards, sum.Took = r.stored.sum.Shards, r.stored.sum.Took
		return sum, nil
	}
	for _, s := range r.stored.shards {
		if !counts(s.id) {
			continue
		}
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err != nil {
			return sum, err
		}
		sum.add(tally, took)
	}
	return sum, nil
}

// missing returns how many shards of the space are not stored.
func (r *Run) missing() (missing uint64) {
	for s := range r.space.Shards() {
		if _, found := slices.BinarySearchFunc(r.stored.shards, s.ID, shard.compare); !found {
			missing++
		}
	}
	return missing
}
