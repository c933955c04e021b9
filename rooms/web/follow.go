//go:build !js

package web

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/meter"
)

// An unfinished is a stored run that is not finished.
type unfinished struct {
	checkpoints.Summary
	// Share is the share of the space that the run's shards cover, from 0 to 1. It is -1 if this program
	// does not know the space, and for random trials, which have no end.
	Share    float64
	Trials   *big.Int       // how many trials a sample or a simulation has; nil for any other run
	Progress meter.Progress // measured while the run was watched
	Idle     bool           // it began long ago, and nothing was added to it while it was watched
}

// idleAfter is how long after its beginning a run to which nothing is added is idle.
const idleAfter = time.Hour

// Called returns a short name of the run: the plain name of its ruleset, the size, and the method. For a ruleset with a
// judge it also names the judge's program.
func (u unfinished) Called() string {
	plain, set, _ := strings.Cut(u.Ruleset, ":")
	if _, program, judged := strings.Cut(set, "@"); judged {
		if end := strings.LastIndex(program, "-"); end > 0 { // a hash of the program follows
			program = program[:end]
		}
		plain += " judged by " + program
	}
	return fmt.Sprintf("%s, n = %d: %s", capital(plain), u.Size, u.Method)
}

// A follower reads repeatedly how far the unfinished runs of a database are. Only one goroutine may use it.
type follower struct {
	store   *checkpoints.Store
	spaceOf func(checkpoints.Key) (enum.Space, error)
	spaces  map[checkpoints.Key]enum.Space
	at      uint64 // the last transaction of the database when runs were read
	runs    []unfinished
}

// newFollower returns a follower of a store, which no one else may use any more.
func newFollower(s *checkpoints.Store, spaceOf func(checkpoints.Key) (enum.Space, error)) *follower {
	return &follower{store: s, spaceOf: spaceOf, spaces: make(map[checkpoints.Key]enum.Space)}
}

// read returns the runs that are not finished, oldest first. If the database has not changed, it returns the same
// slice as before.
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

// unfinished returns a run with how far it is. If this program does not know the run's space, or the run has other
// verdicts than the space, the share stays -1.
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

// space returns the space of a run, or nil if this program does not know the run's ruleset or method. It keeps each space, so
// that it is made once.
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
