package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
)

// commitEvery is how long a finished shard waits at most before it is stored.
// Storing takes a few syncs, some milliseconds on most disks, well under 2% of
// that; workers do not wait for it.
const commitEvery = time.Second

// patience is how long a walk goes on while another process does not let it store, as one
// does that merges many millions of shards.
const patience = time.Minute

// A Run is a run that is stored, or begins.
type Run struct {
	store  *Store
	space  enum.Space // what Fresh or Resume was given
	id     uint64     // 0 before anything is stored
	header Header
	fresh  bool    // it begins beside others, and does not join them
	stored *stored // what the transaction at has left, but for what others have stored of it since
	at     uint64
	remark func(string) // is told once that others store shards of it, unless nil

	part    enum.Part  // that is walked
	shards  int        // of the part, at most a million; 0 if they have not been counted
	storing sync.Mutex // of what follows and of id, stored and at, while it is walked
	behind  bool       // others have stored something since at
	rest    time.Time  // what others store is not read before

	mu      sync.Mutex // of what follows
	pending []enum.Result
	others  map[uint64]bool // shards that other processes stored while it is walked
	leave   int             // so many shards are left for later
}

// Resume returns the newest stored run of the key that the space can resume, or a
// new one if there is none, which joins one that another process begins first. If that run is
// unfinished it takes over the shards of the other unfinished ones. Records of shards that the disk
// has damaged are deleted, and so is the total then, so that Walk does these shards again and no
// others. If all runs there are were made by another enumeration the
// error is ErrFingerprint.
func (s *Store) Resume(k Key, space enum.Space) (*Run, error) {
	fresh := s.Fresh(k, space)
	fresh.fresh = false
	ofKey := func(h Header) bool { return h.of(k) }
	runs, err := s.match(ofKey)
	if err != nil {
		return nil, err
	}
	run, others := newest(runs, fresh.header), 0
	for _, r := range runs {
		if r != run && r.header.same(fresh.header) {
			others++
		}
	}
	switch {
	case run == nil && len(runs) > 0:
		way := "without --resume a fresh run starts beside it, or use another --db"
		if enum.Drawn(k.Method) {
			way = wayOut
		}
		other := runs[len(runs)-1]
		return nil, fmt.Errorf("%s: run %d, a %v, was %w (%q, this program's is %q); %s",
			s.Path(), other.id, k, ErrFingerprint, other.header.Fingerprint, space.Fingerprint(), way)
	case run == nil:
		return fresh, nil
	case !slices.Equal(run.header.Verdicts, space.Verdicts()):
		return nil, fmt.Errorf("%s: run %d, a %v: %w: its verdicts are %q, want %q", s.Path(), run.id, k, ErrProof, run.header.Verdicts, space.Verdicts())
	}
	mends := run.stored.mendable()
	if mends || others > 0 && run.stored.total == nil && run.stored.damage == nil {
		// Whatever the others were interrupted at need not be walked again.
		var remarks []string
		err := s.change(ofKey, nil, func(c *change) (err error) {
			if remarks, run = nil, newest(c.runs, run.header); run.stored.mendable() {
				broken := run.stored.broken
				remarks = append(remarks, fmt.Sprintf("run %d, a %v: %s damaged; what is lost is found again, and nothing else", run.id, k, records(broken)))
				if err := c.mend(run); err != nil {
					return err
				}
			}
			if run.stored.total != nil || run.stored.damage != nil {
				return nil
			}
			taken, err := c.takeOver(slices.DeleteFunc(slices.Clone(c.runs), func(r *Run) bool { return r == run }), run)
			for _, o := range taken {
				remarks = append(remarks, fmt.Sprintf("run %d, of %s, was not finished; run %d takes over its shards", o.ID, o.Started.Format(time.DateTime), run.id))
			}
			return err
		})
		if err != nil {
			return nil, s.named(err)
		}
		for _, text := range remarks {
			if s.Remark != nil {
				s.Remark(text)
			}
		}
	}
	run.space = space
	return run, nil
}

// mendable reports whether all that is wrong with a run are records that the disk has damaged. One
// whose checksum is right and that makes no sense somebody has stored.
func (s *stored) mendable() bool { return errors.Is(s.damage, db.ErrChecksum) }

// records says which records of a run are damaged: those of these shards or, without, its total.
func records(broken []uint64) string {
	switch len(broken) {
	case 0:
		return "its total is"
	case 1:
		return fmt.Sprintf("shard %d is", broken[0])
	}
	return fmt.Sprintf("shard %d and %d more are", broken[0], len(broken)-1)
}

// mend deletes the damaged records of a run, and its total. Who made the lost ones is not known.
func (c *change) mend(r *Run) error {
	for _, id := range r.stored.broken {
		if err := c.tx.DeleteShard(r.id, id); err != nil {
			return err
		}
	}
	if err := c.tx.DeleteTotal(r.id); err != nil {
		return err
	}
	left, before := uint64(len(r.stored.shards)), r.header
	r.header.Makers, r.header.Signature = nil, ""
	r.header.join(before, left+uint64(len(r.stored.broken)), left)
	if err := putHeader(c.tx, r.id, r.header); err != nil {
		return err
	}
	in := *r.stored
	in.total, in.damage, in.broken = nil, nil, nil
	r.stored = &in
	return nil
}

// newest returns the newest run with the same shards, nil if there is none.
func newest(runs []*Run, h Header) (newest *Run) {
	for _, r := range runs {
		if r.header.same(h) {
			newest = r
		}
	}
	return newest
}

// Walk does the shards of the plan's part that are not stored yet, and stores each
// within two seconds of being finished. Whatever ends it, the context or an error, the
// shards finished by then are stored; an error of storing comes before any other.
// observe, if not nil, is told of each shard, from one goroutine at a time; also of those that
// other processes store meanwhile, which are left out.
//
// If the file cannot be locked for a minute that is db.ErrHeld, if it is no longer the one that
// was opened, or the run is gone, db.ErrReplaced. What was stored before is kept.
func (r *Run) Walk(ctx context.Context, p enum.Plan, observe func(enum.Result)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.part, r.shards = p.Part, 0
	if observe == nil {
		observe = func(enum.Result) {}
	}
	var telling sync.Mutex
	tell := func(result enum.Result) {
		telling.Lock()
		defer telling.Unlock()
		observe(result)
	}

	stop := make(chan struct{})
	var failed error // of storing; the run is over then
	var committer sync.WaitGroup
	committer.Go(func() {
		tick := time.NewTicker(commitEvery)
		defer tick.Stop()
		stored := time.Now()
		for failed == nil {
			select {
			case <-tick.C:
				if failed = r.share(tell); failed == nil {
					stored = time.Now()
				} else if errors.Is(failed, db.ErrHeld) && time.Since(stored) < patience {
					failed = nil
				}
			case <-stop:
				return
			}
		}
		cancel()
	})

	var err error
	for again := true; again && err == nil; {
		again = false
		r.storing.Lock()
		done := r.ids()
		r.storing.Unlock()
		p.Done = func(id uint64) bool {
			if _, found := slices.BinarySearch(done, id); found {
				return true
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.others[id] {
				return true
			}
			if r.leave > 0 {
				r.leave--
				again = true
				return true
			}
			return false
		}
		err = enum.Run(ctx, r.space, p, func(result enum.Result) error {
			r.mu.Lock()
			r.pending = append(r.pending, result)
			r.mu.Unlock()
			tell(result)
			return nil
		})
		if again && err == nil {
			err = r.share(tell)
			r.mu.Lock()
			r.leave = 0
			r.mu.Unlock()
		}
	}
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

// ids returns the shards that are known to be stored, in ascending order.
func (r *Run) ids() []uint64 {
	ids := make([]uint64, len(r.stored.shards))
	for i, s := range r.stored.shards {
		ids[i] = s.id
	}
	slices.Sort(ids)
	return ids
}

// share commits, and reads what others have stored meanwhile.
func (r *Run) share(tell func(enum.Result)) error {
	if err := r.commit(); err != nil {
		return err
	}
	return r.refresh(tell)
}

// commit stores the pending shards, all or none of them. If the run is no longer there, because
// another process has joined it with another of the same shards, they are stored in that, and all
// that r has stored before.
//
// Where another process has stored the same shards before, its workers and ours are doing the
// same ones in the same order. Ours then leave some for later, of those that are missing, as
// many as chance says, and do the ones after them.
func (r *Run) commit() error {
	r.storing.Lock()
	defer r.storing.Unlock()
	r.mu.Lock()
	pending := r.pending
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
	var id, at uint64
	var header Header
	created, double := false, 0
	err := r.store.db.Update(func(tx *db.Tx) error {
		at = tx.ID()
		runs, err := r.store.headers(tx, nil)
		if err != nil {
			return err
		}
		if id, header, err = r.locate(runs); err != nil {
			return err
		}
		if id == 0 {
			created, header = true, r.header
			if id, err = createRun(tx, header); err != nil {
				return err
			}
		} else if id != r.id {
			moved, err := putShards(tx, id, header, r.stored.shards)
			if err != nil {
				return err
			}
			header.join(r.header, uint64(len(r.stored.shards)), uint64(len(moved)))
		}
		new, err := putShards(tx, id, header, added)
		if err != nil {
			return err
		}
		double = len(added) - len(new)
		maker := r.store.maker
		maker.Started = now()
		header.made(maker, uint64(len(new)))
		return putHeader(tx, id, header)
	})
	if err != nil {
		return r.store.named(err)
	}
	if r.behind = !created && (id != r.id || at != r.at+1); !r.behind {
		r.at = at
	}
	r.id, r.header = id, header
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending = r.pending[len(pending):]
	for i, result := range pending {
		if !r.others[result.Shard.ID] {
			r.stored.shards = append(r.stored.shards, added[i]) // Walk sorts them
			if err := r.stored.sum.add(result.Tally, result.Took); err != nil {
				return err
			}
		}
	}
	if double > 0 {
		r.leave = rand.IntN(1 + r.left())
	}
	return nil
}

// left returns how many shards of the part that is walked are not stored, of its first million.
func (r *Run) left() (left int) {
	if r.shards == 0 {
		for s := range r.space.Shards() {
			if r.part.Contains(s.ID) {
				r.shards++
			}
			if r.shards == 1e6 {
				break
			}
		}
	}
	left = r.shards
	for _, s := range r.stored.shards {
		if r.part.Contains(s.id) {
			left--
		}
	}
	return max(left, 0)
}

// locate returns which of the stored runs holds what r stores, or is to hold it: r itself, or the
// newest with the same shards if another process has joined r with that. It is 0 if r has
// still to be created. It returns that run's header too, as it is stored.
func (r *Run) locate(runs []*Run) (id uint64, header Header, err error) {
	for _, o := range runs {
		if o.id == r.id && o.header.same(r.header) && o.header.Started.Equal(r.header.Started) {
			return r.id, o.header, nil
		}
	}
	same := newest(runs, r.header)
	switch {
	case r.id == 0 && (r.fresh || same == nil):
		return 0, Header{}, nil
	case same != nil:
		return same.id, same.header, nil
	}
	// Whoever deletes a run keeps another one of its shards, or a finished one of another
	// enumeration, which this one cannot be joined with.
	return 0, Header{}, &file.Error{Subject: r.store.Path(), Place: fmt.Sprintf("run %d, a %v", r.id, r.header.Key), Kind: db.ErrReplaced,
		Detail: "it is not there any more; put the file back, or begin again"}
}

// refresh reads the shards that others have stored, if there are any. It takes little of
// the time: milliseconds for a hundred thousand shards, and then not soon again.
func (r *Run) refresh(tell func(enum.Result)) error {
	r.storing.Lock()
	began := time.Now()
	if !r.behind || began.Before(r.rest) {
		r.storing.Unlock()
		return nil
	}
	found, err := r.readOthers()
	if damaged(err) {
		err = nil // which Finish finds and says
	}
	if err == nil && len(found) > 0 && len(r.others) == 0 && r.remark != nil {
		r.remark("another process stores shards of this run too; they are left to it")
	}
	r.mu.Lock()
	if r.others == nil {
		r.others = make(map[uint64]bool)
	}
	for _, result := range found {
		r.others[result.Shard.ID] = true
	}
	told := make(map[uint64]bool)
	for _, result := range r.pending {
		told[result.Shard.ID] = true
	}
	r.mu.Unlock()
	r.rest = time.Now().Add(50 * time.Since(began))
	r.storing.Unlock()
	for _, result := range found {
		if !told[result.Shard.ID] {
			tell(result)
		}
	}
	return err
}

// readOthers adds the shards that others have stored to those that are known, and returns them.
func (r *Run) readOthers() (found []enum.Result, err error) {
	known := r.ids()
	var others []shard
	at := r.at
	err = r.store.db.View(func(tx *db.Tx) error {
		runs, err := r.store.headers(tx, nil)
		if err != nil {
			return err
		}
		if id, _, err := r.locate(runs); err != nil || id != r.id {
			return err // the next commit sees to it
		}
		at = tx.ID()
		left := known
		return tx.OtherShards(r.id, func(id uint64) bool {
			for len(left) > 0 && left[0] < id {
				left = left[1:]
			}
			return len(left) > 0 && left[0] == id
		}, func(id uint64, data []byte) error {
			others = append(others, shard{id, data})
			return nil
		})
	})
	if err != nil {
		return nil, r.store.named(err)
	}
	sum := newSum(len(r.header.Verdicts))
	for _, s := range others {
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err != nil {
			return nil, fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err)
		}
		if err := sum.add(tally, took); err != nil {
			return nil, fmt.Errorf("run %d: %w", r.id, err)
		}
		found = append(found, enum.Result{Shard: enum.Shard{ID: s.id}, Tally: tally, Took: took})
	}
	r.stored.shards = append(r.stored.shards, others...) // Walk sorts them
	r.stored.sum.Tally.Merge(sum.Tally)
	r.stored.sum.Shards, r.stored.sum.Took = r.stored.sum.Shards+sum.Shards, r.stored.sum.Took+sum.Took
	r.at, r.behind = at, false
	return found, nil
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
		if err := sum.add(tally, took); err != nil {
			return sum, fmt.Errorf("run %d: %w", r.id, err)
		}
	}
	return sum, nil
}
