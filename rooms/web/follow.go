//go:build !js

package web

import (
	"math/big"
	"slices"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/meter"
)

// An unfinished is a stored run that is not finished.
type unfinished struct {
	checkpoints.Summary
	// Share is how much of the whole space its shards cover, from 0 to 1; -1 where this program
	// does not know the space, and of random trials, which have no end.
	Share    float64
	Trials   *big.Int       // of a sample or a simulation
	Progress meter.Progress // while it was watched
}

// A follower reads again and again how far the runs of a database are. It is for one goroutine.
type follower struct {
	store   *checkpoints.Store
	spaceOf func(checkpoints.Key) (enum.Space, error)
	spaces  map[checkpoints.Key]enum.Space
	at      uint64 // the transaction that runs are as of
	runs    []unfinished
}

// newFollower returns a follower of a store, which no one else may use any more.
func newFollower(s *checkpoints.Store, spaceOf func(checkpoints.Key) (enum.Space, error)) *follower {
	return &follower{store: s, spaceOf: spaceOf, spaces: make(map[checkpoints.Key]enum.Space)}
}

// read returns the runs that are not finished, oldest first, as they were returned before if nothing has
// changed.
func (f *follower) read() ([]unfinished, error) {
	runs, at, err := f.store.Underway(f.at)
	if err != nil {
		return nil, err
	}
	if at == f.at {
		return f.runs, nil
	}
	f.at, f.runs = at, nil
	for _, r := range runs {
		f.runs = append(f.runs, f.unfinished(r))
	}
	return f.runs, nil
}

// close closes the store.
func (f *follower) close() { _ = f.store.Close() } // it is read only, so nothing is lost

func (f *follower) unfinished(s checkpoints.Summary) unfinished {
	u := unfinished{Summary: s, Share: -1}
	switch {
	case s.Damage != nil:
		return u
	case enum.IsSampling(s.Method):
		u.Trials = s.Tally.SumAll()
		return u
	}
	space := f.space(s.Key)
	if space == nil || !slices.Equal(s.Verdicts, space.Verdicts()) {
		return u
	}
	if totals, err := space.Totals(s.Tally); err == nil {
		u.Share = totals.Share()
	}
	return u
}

// space returns the space of a run, nil if this program does not know it.
func (f *follower) space(key checkpoints.Key) enum.Space {
	space, known := f.spaces[key]
	if known {
		return space
	}
	space, err := f.spaceOf(key)
	if err != nil {
		space = nil
	}
	f.spaces[key] = space
	return space
}
