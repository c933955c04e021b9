package checkpoints

import (
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
)

// Resume returns the newest stored run of the key that the space can go on with,
// or a new one if there is none. If that run is unfinished it takes over the
// shards of the other unfinished ones. If all runs there are were made by another
// enumeration the error is ErrFingerprint.
func (s *Store) Resume(k Key, space enum.Space) (*Run, error) {
	run := s.Fresh(k, space)
	var other uint64
	var otherHeader Header
	err := s.db.View(func(tx *db.Tx) error {
		return eachRun(tx, func(id uint64, h Header) error {
			switch {
			case h.Key != k:
			case h.Fingerprint == space.Fingerprint():
				run.id, run.header = id, h
			default:
				other, otherHeader = id, h
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if run.id == 0 && other != 0 {
		way := "without --resume a fresh run starts beside it, or use another --db"
		if k.Method == Sample {
			way = wayOut
		}
		return nil, fmt.Errorf("%s: run %d, a %v, was %w (%q, this program's is %q); %s",
			s.Path(), other, k, ErrFingerprint, otherHeader.Fingerprint, space.Fingerprint(), way)
	}
	if run.id == 0 {
		return run, nil
	}
	if !slices.Equal(run.header.Verdicts, space.Verdicts()) {
		return nil, fmt.Errorf("%s: run %d, a %v: %w: its verdicts are %q, want %q", s.Path(), run.id, k, ErrProof, run.header.Verdicts, space.Verdicts())
	}
	return run, run.gather()
}

// gather takes over the shards of the other unfinished runs of the same key, if
// there are any: whatever they were interrupted at need not be walked again.
func (r *Run) gather() error {
	other := func(id uint64, h Header) bool {
		return id != r.id && h.Key == r.header.Key && h.Fingerprint == r.header.Fingerprint
	}
	alone := true
	err := r.store.db.View(func(tx *db.Tx) error {
		_, finished, err := tx.Total(r.id)
		if err != nil || finished {
			return err
		}
		return eachRun(tx, func(id uint64, h Header) error {
			if other(id, h) {
				alone = false
			}
			return nil
		})
	})
	if err != nil || alone {
		return err
	}
	err = r.store.db.Update(func(tx *db.Tx) error {
		others, err := summaries(tx, other)
		if err != nil {
			return err
		}
		_, err = takeOver(tx, others, r.id, r.header)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", r.store.Path(), err)
	}
	return nil
}
