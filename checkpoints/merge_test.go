package checkpoints

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

// smallSum and smallGuess are keys of runs. Type summed implements the method of smallSum. The program does not have
// the method of smallGuess.
var (
	smallSum   = Key{Ruleset: small.Ruleset, Size: small.Size, Method: "sum"}
	smallGuess = Key{Ruleset: small.Ruleset, Size: small.Size, Method: "guess"}
)

// declare stores the sum of a run's shards as its total, although shards may be missing.
func declare(t testing.TB, s *Store, run uint64) {
	t.Helper()
	for _, r := range runs(t, s) {
		if r.ID == run {
			total, err := encodeTally(r.Tally, r.Took)
			if err != nil {
				t.Fatal(err)
			}
			inject(t, s, func(tx *db.Tx) error { return tx.PutTotal(run, total) })
		}
	}
}

// TestAMergedRunMustProveItselfAndAgree merges databases into a database with runs. A merged run that becomes complete
// must pass its proof, and agree with all complete runs of its size. The earlier runs need not pass their proof again.
func TestAMergedRunMustProveItselfAndAgree(t *testing.T) {
	honest := smallSpace(t)
	lie := lying{honest, 3}
	sum, wrongSum := summed{honest, true}, summed{lie, true}
	half, rest, all := enum.Part{Res: 0, Mod: 2}, enum.Part{Res: 1, Mod: 2}, enum.Part{}
	nothing := func(testing.TB, *Store) {}
	whole := func(k Key, space enum.Space) func(testing.TB, *Store) {
		return func(t testing.TB, s *Store) {
			walkAs(t, s, k, space, all)
			declare(t, s, runs(t, s)[len(runs(t, s))-1].ID)
		}
	}
	part := func(k Key, space enum.Space, p enum.Part) func(testing.TB, *Store) {
		return func(t testing.TB, s *Store) { walkAs(t, s, k, space, p) }
	}
	both := func(list ...func(testing.TB, *Store)) func(testing.TB, *Store) {
		return func(t testing.TB, s *Store) {
			for _, f := range list {
				f(t, s)
			}
		}
	}
	wrongShard := func(t testing.TB, s *Store) {
		walkAs(t, s, small, honest, all)
		more := enum.NewTally(2)
		more.Merge(runs(t, s)[0].Tally)
		data, err := encodeTally(more, 1)
		if err != nil {
			t.Fatal(err)
		}
		inject(t, s, func(tx *db.Tx) error { return tx.ReplaceShard(1, 3, data) })
	}
	worker := func(t testing.TB, s *Store) { // as an older program stored it
		r := s.NewRun(small, renamed{lie})
		r.header.Worker = "ann"
		if err := r.Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
			t.Fatal(err)
		}
		declare(t, s, 1)
	}
	broken := func(t testing.TB, s *Store) {
		whole(small, renamed{lie})(t, s)
		putShard(t, s, 1, 1000, []byte("rubbish"))
	}
	for _, c := range []struct {
		claim      string
		existing   func(testing.TB, *Store)
		from       []func(testing.TB, *Store)
		kind       error
		want       string // part of the error, in which A and B stand for the paths of the merged databases
		into, left int    // the number of runs after the merge if it succeeds, and if it fails
	}{
		{"a run of another method that agrees", whole(smallSum, sum), []func(testing.TB, *Store){whole(small, honest)}, nil, "", 2, 0},
		{"a run of another method that does not", whole(smallSum, wrongSum), []func(testing.TB, *Store){whole(small, honest)},
			ErrContradiction, "run 1, a sum of wonderwall n=5, and a walk of wonderwall n=5, merged from A: ", 0, 1},
		{"a part that completes an older run", both(part(small, honest, half), whole(smallSum, wrongSum)), []func(testing.TB, *Store){part(small, honest, rest)},
			ErrContradiction, "a walk of wonderwall n=5, merged from A, and run 2, a sum of wonderwall n=5: ", 0, 2},
		{"two parts that complete each other", whole(smallSum, wrongSum), []func(testing.TB, *Store){part(small, honest, half), part(small, honest, rest)},
			ErrContradiction, "and a walk of wonderwall n=5, merged from A, B: ", 0, 1},
		{"a part that is not complete", whole(smallSum, wrongSum), []func(testing.TB, *Store){part(small, honest, half)}, nil, "", 2, 0},
		{"a part of runs that differ already", both(whole(small, honest), whole(smallSum, wrongSum)), []func(testing.TB, *Store){part(small, renamed{honest}, half)}, nil, "", 3, 0},
		{"a run beside an unfinished one that differs", part(small, renamed{lie}, all), []func(testing.TB, *Store){whole(small, honest)}, nil, "", 2, 0},
		{"a run beside a worker's that differs", worker, []func(testing.TB, *Store){whole(small, honest)}, nil, "", 2, 0},
		{"a run beside a damaged one that differs", broken, []func(testing.TB, *Store){whole(small, honest)}, nil, "", 2, 0},
		{"a complete run that is not finished", whole(small, renamed{lie}), []func(testing.TB, *Store){part(small, honest, all)},
			ErrContradiction, "run 1, a walk of wonderwall n=5, and a walk of wonderwall n=5, merged from A: ", 0, 1},
		{"a run of an unknown method beside one of another method", whole(small, honest), []func(testing.TB, *Store){whole(smallGuess, lie)}, nil, "", 2, 0},
		{"a run of an unknown method that differs", whole(smallGuess, honest), []func(testing.TB, *Store){whole(smallGuess, renamed{lie})},
			ErrContradiction, "run 1, a guess of wonderwall n=5, and a guess of wonderwall n=5, merged from A: ", 0, 1},
		{"the same that is not finished", whole(smallGuess, honest), []func(testing.TB, *Store){part(smallGuess, renamed{lie}, all)}, nil, "", 2, 0},
		{"a run that sums to too much", nothing, []func(testing.TB, *Store){wrongShard}, ErrProof, "a walk of wonderwall n=5, merged from A: a result proves itself wrong: ", 0, 0},
		{"a finished run that does not cover all", nothing, []func(testing.TB, *Store){both(part(small, honest, half), func(t testing.TB, s *Store) { declare(t, s, 1) })},
			ErrProof, "a walk of wonderwall n=5, merged from A: a result proves itself wrong: ", 0, 0},
	} {
		t.Run(c.claim, func(t *testing.T) {
			s := newStore(t)
			c.existing(t, s)
			var offers []*Offer
			names := []string{}
			for i, make := range c.from {
				from := newStore(t)
				make(t, from)
				offer, err := from.Offer()
				if err != nil {
					t.Fatal(err)
				}
				offers = append(offers, offer, offer) // repeating an offer adds nothing, also in an error
				names = append(names, from.Path(), string(rune('A'+i)))
			}
			_, err := s.Merge(spacesByMethod(honest, sum), offers...)
			message := strings.NewReplacer(names...).Replace(fmt.Sprint(err))
			if !errors.Is(err, c.kind) || err != nil && (!strings.Contains(message, c.want) || strings.Count(message, s.Path()) != 1) {
				t.Errorf("Merge = %v, want %v with %q", message, c.kind, c.want)
			}
			want := c.into
			if c.kind != nil {
				want = c.left
			}
			if got := len(runs(t, s)); got != want {
				t.Errorf("%d runs are there after it, want %d", got, want)
			}
		})
	}
}

func TestASampleIsMergedWithoutAProof(t *testing.T) {
	s, from := newStore(t), newStore(t)
	sample(t, from, throws(1, 100), 1)
	declare(t, from, 1)
	offer, err := from.Offer()
	if err != nil {
		t.Fatal(err)
	}
	if merged, err := s.Merge(diceOf, offer); err != nil || len(merged) != 1 || merged[0].Additions != 10 {
		t.Errorf("Merge = %+v, %v, want 10 batches", merged, err)
	}
}

// titled is a space with other names of the verdicts.
type titled struct{ enum.Space }

func (titled) Verdicts() []string { return []string{"yes", "no"} }

// TestAMergeReportsTheResultForEachRun merges three runs: a run of two shards, one of which the newest run already has;
// a run without shards; and a run that must become a new run.
func TestAMergeReportsTheResultForEachRun(t *testing.T) {
	s, from := newStore(t), newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 1, Mod: 7})
	walkAs(t, from, small, smallSpace(t), enum.Part{Res: 1, Mod: 3}) // shards 1 and 4
	inject(t, from, func(tx *db.Tx) error {                          // no program stores a run without shards
		_, err := createRun(tx, newHeader(small, smallSpace(t), now()))
		return err
	})
	walkAs(t, from, small, renamed{smallSpace(t)}, enum.Part{Res: 0, Mod: 2})
	check := Check{Host: "h", Version: "1", Time: now(), Shards: 1, Of: 2}
	offer, err := from.Offer()
	if err != nil {
		t.Fatal(err)
	}
	offer.checks[1] = check
	merged, err := s.Merge(spaceOf, offer)
	if err != nil {
		t.Fatal(err)
	}
	all := runs(t, from)
	want := []Merged{
		{Header: all[0].Header, Path: from.Path(), From: 1, Into: 2, Additions: 1, Duplicates: 1, Check: check},
		{Header: all[2].Header, Path: from.Path(), From: 3, Into: 3, Additions: 4},
	}
	if !reflect.DeepEqual(merged, want) {
		t.Errorf("Merge = %+v, want %+v", merged, want)
	}
	if into := runs(t, s); len(into) != 3 || !slices.Equal(into[1].Checks, []Check{check}) || into[0].Checks != nil || into[2].Checks != nil || into[2].Shards != 4 {
		t.Errorf("then there are %+v", into)
	}

	other := newStore(t)
	walkAs(t, other, small, titled{smallSpace(t)}, enum.Part{Res: 0, Mod: 7})
	_, err = mergeAll(s, other)
	want2 := fmt.Sprintf("run 1 of %s and run 2 of %s, a walk of wonderwall n=5: %v: the verdicts of one are %q, of the other %q",
		other.Path(), s.Path(), ErrContradiction, []string{"yes", "no"}, []string{"solvable", "unsolvable"})
	if !errors.Is(err, ErrContradiction) || err.Error() != want2 {
		t.Errorf("Merge = %v, want %s", err, want2)
	}
}

// TestAChangeReadsTheRunsAgain has another process store a shard between the reading and the locking of a change, up to
// five times in a row. The change must read the runs again; after three attempts it must read them while it holds the
// lock. It must call its function once.
func TestAChangeReadsTheRunsAgain(t *testing.T) {
	plain := newStore(t)
	walkAs(t, plain, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
	walkAs(t, plain, key, space(t), enum.Part{Res: 0, Mod: 62})
	data, err := encodeTally(enum.NewTally(2), 0)
	if err != nil {
		t.Fatal(err)
	}
	for disturbed := range 6 { // how many times another process stores something
		var left, read, id int
		s, err := open(plain.Path(), db.Options{Fault: func(before string) error {
			switch {
			case before == "View":
				read++
			case before == "Update" && left > 0:
				left, id = left-1, id+1
				putShard(t, plain, 1, uint64(100+10*disturbed+id), data)
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		left, read = disturbed, 0
		called := 0
		err = s.change(func(h Header) bool { return h.Key == small }, nil, func(c *change) error {
			called++
			var stored uint64
			if err := c.tx.Shards(1, func(uint64, []byte) error { stored++; return nil }); err != nil {
				return err
			}
			if len(c.runs) != 1 || c.runs[0].at != c.tx.ID()-1 || c.runs[0].contents.sum.Shards != stored || uint64(len(c.runs[0].contents.shards)) != stored {
				t.Errorf("disturbed %d times, it has %d runs, the first at %d of %d shards; the transaction is %d, and %d are stored",
					disturbed, len(c.runs), c.runs[0].at, c.runs[0].contents.sum.Shards, c.tx.ID(), stored)
			}
			return nil
		})
		if want := min(disturbed+1, 4); err != nil || called != 1 || read != want {
			t.Errorf("disturbed %d times, it is made %d times, %v, and the runs are read %d times before it, want %d", disturbed, called, err, read, want)
		}
		s.Close()
	}

	for step := 1; ; step++ {
		left, locked := 0, 0
		s, err := open(plain.Path(), db.Options{Fault: func(before string) error {
			switch {
			case before == "Update" && left > 0:
				if left--; left == 0 {
					locked = 1
				}
				inject(t, plain, func(tx *db.Tx) error { return tx.ReplaceShard(1, uint64(200+left), fmt.Append(data, step)) })
			case before == "operation" && locked > 0:
				if locked++; locked == step+2 { // the first operation looks at the version
					return errFault
				}
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		left = 4
		called := false
		err = s.change(func(Header) bool { return true }, nil, func(*change) error { called = true; return nil })
		failed := locked == step+2
		s.Close()
		if (err == errFault) != failed || called == failed {
			t.Errorf("operation %d under the lock fails: %v, and the error is %v; the change is made: %v", step, failed, err, called)
		}
		if !failed {
			break
		}
	}
}
