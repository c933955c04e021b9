package checkpoints

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
)

// A Run is a run that this process goes on with, or begins: what is stored of it, as far as that is
// known here. While it is walked that changes; see walk.
type Run struct {
	record
	store  *Store
	fresh  bool         // it begins beside others, and does not join them
	remark func(string) // is told once that others store shards of it, unless nil
}

// Resume returns the newest stored run of the key that the space can resume, or a
// new one if there is none, which joins one that another process begins first. If that run is
// unfinished it takes over the shards of the other unfinished ones. Records of shards that the disk
// has damaged are deleted, and so is the total then, so that Walk does these shards again and no
// others. If all runs there are were made by another enumeration the
// error is ErrFingerprint.
func (s *Store) Resume(k Key, space enum.Space) (*Run, error) {
	run, err := s.resume(k, space)
	if err != nil || s.Remark == nil || run.stored.total != nil || enum.IsSampling(k.Method) {
		return run, err
	}
	if alone := run.stored.unconfirmed(); alone > 0 {
		s.Remark(fmt.Sprintf("run %d, a %v, was served: %d of its shards were made by workers, and confirmed by no other; serve, or an audit with --rerun, checks them", run.id, k, alone))
	}
	older := 0
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		for _, r := range runs {
			if r.header.Key == k && r.header.Worker != "" && r.header.Banned == "" {
				older++
			}
		}
		return err
	})
	if older > 0 {
		s.Remark(fmt.Sprintf("what %d workers have done of a %v is in a run for each, as an older program stored it, and not in this one; serve takes it over", older, k))
	}
	return run, s.named(err)
}

func (s *Store) resume(k Key, space enum.Space) (*Run, error) {
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
		if enum.IsSampling(k.Method) {
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
				then := "what is lost is found again, and nothing else"
				if run.stored.lost == nil {
					then = "who made its shards is not known any more"
				}
				remarks = append(remarks, fmt.Sprintf("run %d, a %v: %s damaged; %s", run.id, k, run.stored.records(), then))
				if err := c.mend(run); err != nil {
					return err
				}
			}
			if run.stored.total != nil || run.stored.damage != nil {
				return nil
			}
			taken, err := c.takeOver(slices.DeleteFunc(slices.Clone(c.runs), func(r *record) bool { return r == run }), run)
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
	return &Run{record: *run, store: s}, nil
}

// Sum returns what the stored shards of a part sum to.
func (r *Run) Sum(part enum.Part) (Sum, error) {
	sum, err := r.sum(part.Whole(), part.Contains)
	if err != nil {
		err = fmt.Errorf("%w; without --resume a fresh run takes its place", err)
	}
	return sum, err
}

// here returns the run that r is stored as, which is created if it is not there yet.
func (r *Run) here(tx *db.Tx) (own *record, created bool, err error) {
	runs, err := r.store.headers(tx, nil)
	if err == nil {
		own, err = r.locate(runs)
	}
	if created = err == nil && own == nil; created {
		own = &record{header: r.header}
		own.id, err = createRun(tx, own.header)
	}
	return own, created, err
}

// locate returns which of the stored runs holds what r stores, or is to hold it: r itself, or the
// newest with the same shards if another process has joined r with that. It is nil if r has
// still to be created.
func (r *Run) locate(runs []*record) (*record, error) {
	for _, o := range runs {
		if o.id == r.id && o.header.same(r.header) && o.header.Started.Equal(r.header.Started) {
			return o, nil
		}
	}
	same := newest(runs, r.header)
	switch {
	case r.id == 0 && (r.fresh || same == nil):
		return nil, nil
	case same != nil:
		return same, nil
	}
	// Whoever deletes a run keeps another one of its shards, or a finished one of another
	// enumeration, which this one cannot be joined with.
	return nil, &file.Error{Subject: r.store.Path(), Place: fmt.Sprintf("run %d, a %v", r.id, r.header.Key), Kind: db.ErrReplaced,
		Detail: "it is not there any more; put the file back, or begin again"}
}

// news returns the shards that others have stored, those that are not known, and reads the contributors again; and the number of the
// transaction. It fails with ErrMoved where they are not those of this run any more.
func (r *Run) news(known func(shard uint64) bool) (theirs []shard, at uint64, err error) {
	err = r.store.db.View(func(tx *db.Tx) error {
		runs, err := r.store.headers(tx, nil)
		if err != nil {
			return err
		}
		if own, err := r.locate(runs); err != nil || own == nil || own.id != r.id {
			return cmp.Or(err, ErrMoved)
		}
		if r.stored.contributors, err = readRoster(tx, r.id, nil, nil); err != nil {
			return err
		}
		at = tx.ID()
		return tx.OtherShards(r.id, known, func(id uint64, data []byte) error {
			theirs = append(theirs, shard{id, data})
			return nil
		})
	})
	return theirs, at, err
}
