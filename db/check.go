package db

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A Fault is one thing that is wrong with a file.
type Fault struct {
	// Place is where: "page 7", "bucket runs", "meta version", "run 3",
	// "run 3 header", "run 3 shards", "run 3 shard 17", "run 3 total" or
	// "the file".
	Place string

	// Err is what is wrong, in one line that names the file and the place.
	// It wraps ErrChecksum for a damaged record, ErrCorrupt for a damaged
	// page or bucket, ErrTruncated for a page that is gone.
	Err error
}

func (f Fault) String() string { return f.Err.Error() }

// Check looks at all of the file at path, every page, bucket and record, and
// calls report for every fault, unless report is nil. It returns nil if and
// only if the file is sound, else an error that wraps the first fault. It
// fails without a report where there is nothing to walk through: with
// ErrForeign, ErrOlder, ErrNewer, ErrTruncated, ErrDirectory, ErrHeld,
// [fs.ErrNotExist], or ErrCorrupt if both meta pages are damaged.
//
// Check only reads. No other process can write to the file meanwhile.
func Check(path string, report func(Fault)) error {
	f, err := acquire(path, false, time.Now().Add(defaultTimeout))
	if err != nil {
		return err
	}
	defer f.Close()
	return check(path, f, report)
}

// Check is the function [Check] for an open DB: it looks at what the last
// finished Update stored. It waits for an Update to finish and lets none begin
// meanwhile, so it must not be called from inside one.
func (db *DB) Check(report func(Fault)) error {
	tx, err := db.begin(!db.readOnly)
	if err != nil {
		return err
	}
	defer tx.rollback()
	return check(db.path, db.file, report)
}

func check(path string, f *os.File, report func(Fault)) error {
	var first error
	count := 0
	s, err := newSurvey(path, f, func(place string, err error) {
		if count == 0 {
			first = err
		}
		count++
		if report != nil {
			report(Fault{place, err})
		}
	})
	if err != nil {
		return err
	}
	err = s.identify()
	if errors.Is(err, ErrForeign) || errors.Is(err, ErrOlder) || errors.Is(err, ErrNewer) {
		return err
	}
	s.verify = true
	s.walk()
	s.lost()
	switch count {
	case 0:
		return err
	case 1:
		return first
	default:
		return fmt.Errorf("%w (the first of %d faults)", first, count)
	}
}
