package checkpoints

import (
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// An Unfinished is a run that is not finished, as it is stored.
type Unfinished struct {
	ID uint64
	Header
	Shards uint64
	Took   time.Duration // worker time
	// Share is how much of the whole space its shards cover, from 0 to 1; -1 where this program
	// does not know the space, and of random trials, which have no end.
	Share  float64
	Trials *big.Int // of a sample or a simulation
	Damage error    // see Summary
}

// A Follower reads again and again how far the runs of a database are. It is for one goroutine.
type Follower struct {
	store   *Store
	spaceOf func(Key) (enum.Space, error)
	spaces  map[Key]enum.Space
	at      uint64 // the transaction that runs are as of
	runs    []Unfinished
}

// Follow returns a follower of a store, which no one else may use any more.
func Follow(s *Store, spaceOf func(Key) (enum.Space, error)) *Follower {
	return &Follower{store: s, spaceOf: spaceOf, spaces: make(map[Key]enum.Space)}
}

// Close closes the store.
func (f *Follower) Close() error { return f.store.Close() }

// Read returns the runs that are not finished, oldest first. It reads their shards, and nothing
// if the database is as it was; in one short transaction. The list is not to be changed.
func (f *Follower) Read() ([]Unfinished, error) {
	var runs []*record
	at := f.at
	err := f.store.db.View(func(tx *db.Tx) error {
		if at = tx.ID(); at == f.at {
			return nil
		}
		all, err := f.store.headers(tx, nil)
		if err != nil {
			return err
		}
		for _, r := range all {
			if total, _, err := tx.Total(r.id); err == nil && total != nil {
				continue
			}
			if err := r.read(tx, nil); err != nil {
				return err
			}
			runs = append(runs, r)
		}
		return nil
	})
	if err != nil || at == f.at {
		return f.runs, f.store.named(err)
	}
	f.at, f.runs = at, nil
	for _, r := range runs {
		r.addUp()
		f.runs = append(f.runs, f.unfinished(r.summary()))
	}
	return f.runs, nil
}

func (f *Follower) unfinished(s Summary) Unfinished {
	u := Unfinished{ID: s.ID, Header: s.Header, Shards: s.Shards, Took: s.Took, Share: -1, Damage: s.Damage}
	switch {
	case s.Damage != nil:
		return u
	case enum.Drawn(s.Method):
		u.Trials = s.Tally.SumAll()
		return u
	}
	space, known := f.spaces[s.Key]
	if !known {
		var err error
		if space, err = f.spaceOf(s.Key); err != nil {
			space = nil
		}
		f.spaces[s.Key] = space
	}
	if space == nil || !slices.Equal(s.Verdicts, space.Verdicts()) {
		return u
	}
	if totals, err := space.Totals(s.Tally); err == nil {
		u.Share = totals.Share()
	}
	return u
}

// Layers says what a method keeps on disk beside a database while it makes its layers.
type Layers struct {
	Name   string // of the run, RULESET-SIZE-METHOD
	Files  int    // layers, and parts of one that is being made
	Bytes  int64
	Latest time.Time // when something was written
}

// LayersBeside returns what is kept beside the database at a path, by name.
func LayersBeside(path string) (list []Layers, err error) {
	root := path + layersSuffix
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(root, e.Name()))
		if err != nil {
			continue // it is gone, since the run has ended
		}
		l := Layers{Name: strings.ToValidUTF8(e.Name(), "?")}
		for _, file := range files {
			if info, err := file.Info(); err == nil {
				l.Files++
				l.Bytes += info.Size()
				if info.ModTime().After(l.Latest) {
					l.Latest = info.ModTime()
				}
			}
		}
		list = append(list, l)
	}
	return list, err
}
