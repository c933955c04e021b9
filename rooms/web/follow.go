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

// An unfinishedRun is a stored run that is not finished.
type unfinishedRun struct {
	checkpoints.Summary
	// Share is the share of the run's games that are counted so far, from 0 to 1. It is -1 if this program does not
	// know the games of the run, and for random trials, which have no end.
	Share    float64
	Trials   *big.Int       // how many trials a sample or a simulation has; nil for any other run
	Progress meter.Progress // measured while the run was watched
	Idle     bool           // it began long ago, and nothing was added to it while it was watched
}

// idleAfter is the age from which a run to which nothing is added counts as idle.
const idleAfter = time.Hour

// Called returns a short name of the run: its ruleset without parameters, the size, and the method, such as "Jump, n =
// 4, walk". If a judge, a program of the user, decides the games, its name follows: "choices:judge=a+b@my.py-0123ab",
// which ends with a hash of the program, becomes "Choices judged by my.py".
func (u unfinishedRun) Called() string {
	plain, set, _ := strings.Cut(u.Ruleset, ":")
	if _, program, judged := strings.Cut(set, "@"); judged {
		if end := strings.LastIndex(program, "-"); end > 0 {
			program = program[:end]
		}
		plain += " judged by " + program
	}
	return fmt.Sprintf("%s, n = %d, %s", capital(plain), u.Size, u.Method)
}

// FullKey returns the key of the run in words if [unfinishedRun.Called] omits a part of it, such as parameters of the
// ruleset or the seed of random trials, and "" otherwise.
func (u unfinishedRun) FullKey() string {
	if !strings.Contains(u.Ruleset, ":") && !enum.IsSampling(u.Method) {
		return ""
	}
	return u.Key.String()
}

// A follower reads repeatedly how far the unfinished runs of a database are. Only one goroutine may use it.
type follower struct {
	store   *checkpoints.Store
	spaceOf func(checkpoints.Key) (enum.Space, error)
	spaces  map[checkpoints.Key]enum.Space
	at      uint64 // the last transaction of the database when runs were read
	runs    []unfinishedRun
}

// newFollower returns a follower of a store, which no one else may use any more.
func newFollower(s *checkpoints.Store, spaceOf func(checkpoints.Key) (enum.Space, error)) *follower {
	return &follower{store: s, spaceOf: spaceOf, spaces: make(map[checkpoints.Key]enum.Space)}
}

// read returns the unfinished runs, the oldest first. If the database has had no transaction since the last call, read
// returns the same slice again.
func (f *follower) read() ([]unfinishedRun, error) {
	runs, at, err := f.store.Unfinished(f.at) // at is the number of the last transaction
	if err != nil {
		return nil, err
	}
	if at == f.at {
		return f.runs, nil
	}
	f.at, f.runs = at, nil
	for _, r := range runs {
		f.runs = append(f.runs, f.measure(r))
	}
	return f.runs, nil
}

func (f *follower) close() { _ = f.store.Close() } // it is read only, so nothing is lost

// measure returns a stored run with how far it is: for random trials their number, and otherwise the share of the
// games that are counted. If this program does not know the run's space, or the space has other verdicts than the run,
// the share stays -1, as for a damaged run.
func (f *follower) measure(s checkpoints.Summary) unfinishedRun {
	u := unfinishedRun{Summary: s, Share: -1}
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

// space returns the set of games that the run with a key counts; nil if this program does not know the run's ruleset or
// method. The follower keeps spaces, the nil ones too, because making one takes time.
func (f *follower) space(key checkpoints.Key) enum.Space {
	space, found := f.spaces[key]
	if found {
		return space
	}
	space, err := f.spaceOf(key)
	if err != nil {
		space = nil // it might be a value that is not complete
	}
	f.spaces[key] = space
	return space
}
