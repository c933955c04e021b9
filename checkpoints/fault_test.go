package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
)

var small = Key{Ruleset: "wonderwall", Size: 5, Method: enum.Walk}

func smallSpace(t testing.TB) enum.Space {
	t.Helper()
	s, err := spaceOf(small)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var errFault = errors.New("fails on purpose")

// A faulty is a Store whose database fails in step number left; [db.Options] lists the steps. If left is 0, it never
// fails.
type faulty struct {
	*Store
	left       int
	failedStep string // the name of the step that failed
}

func openFaulty(t testing.TB, path string) *faulty {
	t.Helper()
	f := new(faulty)
	s, err := open(path, db.Options{Fault: func(before string) error {
		if f.left--; f.left != 0 {
			return nil
		}
		f.failedStep = before
		return &file.Error{Subject: path, Kind: errFault}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	s.every = time.Hour // a walk stores once, at its end
	f.Store = s
	return f
}

// TestAnErrorOfTheDatabaseIsReportedAndChangesNothing calls each method that uses the database many times: the first
// time the first step of the database fails, then the second step, and so on, until no step fails.
func TestAnErrorOfTheDatabaseIsReportedAndChangesNothing(t *testing.T) {
	half, rest := enum.Part{Res: 0, Mod: 2}, enum.Part{Res: 1, Mod: 2}
	all := enum.Part{}
	again := func(r *Run, s *Store) *Run { return &Run{snapshot: r.snapshot, store: s, fresh: r.fresh} }
	walked := func(t *testing.T, s *Store, space enum.Space, part enum.Part) *Run {
		r := s.NewRun(small, space)
		if err := r.Walk(t.Context(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		claim string
		// make prepares the database, and returns the call to be tested, which gets a database that fails.
		make func(t *testing.T, s *Store) (call func(s *Store) error)
	}{
		{"Runs", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, smallSpace(t)), all)
			return func(s *Store) error { _, err := s.Runs(); return err }
		}},
		{"Headers", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, err := s.Headers(); return err }
		}},
		{"Unfinished", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, smallSpace(t)), all)
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, _, err := s.Unfinished(0); return err }
		}},
		{"Delete", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, err := s.Delete(1); return err }
		}},
		{"Offer", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, err := s.Offer(); return err }
		}},
		{"Complete", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), all)
			return func(s *Store) error { _, err := s.Complete(spaceOf); return err }
		}},
		{"ExactRuns", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, smallSpace(t)), all)
			return func(s *Store) error { _, err := s.ExactRuns(ofRuleset("wonderwall"), spaceOf, unremarked); return err }
		}},
		{"Pools", func(t *testing.T, s *Store) func(*Store) error {
			sample(t, s, throws(1, 30), 1)
			return func(s *Store) error { _, err := s.Pools("dice", unremarked); return err }
		}},
		{"Sample", func(t *testing.T, s *Store) func(*Store) error {
			sample(t, s, throws(1, 20), 1)
			return func(s *Store) error {
				_, err := s.Sample(throws(1, 35))
				return err
			}
		}},
		{"Resume of runs that are joined", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			walked(t, s, smallSpace(t), rest)
			return func(s *Store) error { _, err := s.Resume(small, smallSpace(t)); return err }
		}},
		{"Resume of a run that is damaged", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, smallSpace(t)), all)
			shards := runs(t, s)[0].contents.shards
			contributor := []byte(`{"host":`)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			flip(t, s.Path(), binary.BigEndian.AppendUint64(nil, 3), shards[3].payload, 9)
			flip(t, s.Path(), binary.BigEndian.AppendUint64(nil, 1), contributor, 40)
			return func(s *Store) error { _, err := s.Resume(small, smallSpace(t)); return err }
		}},
		{"Resume, with remarks", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error {
				s.Remark = unremarked
				_, err := s.Resume(small, smallSpace(t))
				return err
			}
		}},
		{"Served", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, err := s.Served(small, smallSpace(t)); return err }
		}},
		{"Refresh", func(t *testing.T, s *Store) func(*Store) error {
			r := walked(t, s, smallSpace(t), half)
			return func(s *Store) error { return again(r, s).Refresh(func(id uint64) bool { return id == 0 }) }
		}},
		{"Edit", func(t *testing.T, s *Store) func(*Store) error {
			r := signedRun(t, s, walked(t, s, smallSpace(t), half))
			return func(s *Store) error {
				return again(r, s).Edit(func(tx *db.Tx, run uint64) error { return tx.DeleteShard(run, 0) })
			}
		}},
		{"Edit that enlists a contributor beside those of others", func(t *testing.T, s *Store) func(*Store) error {
			r := walked(t, s, smallSpace(t), half)
			return func(s *Store) error {
				return again(r, s).Edit(func(tx *db.Tx, run uint64) error {
					_, err := (&roster{numbers: make(map[Contributor]uint32)}).enlist(tx, run, Contributor{Host: "beta"})
					return err
				})
			}
		}},
		{"Edit of a run that is created", func(t *testing.T, s *Store) func(*Store) error {
			return func(s *Store) error {
				return s.NewRun(small, smallSpace(t)).Edit(func(tx *db.Tx, run uint64) error { return nil })
			}
		}},
		{"Declare", func(t *testing.T, s *Store) func(*Store) error {
			r := walked(t, s, smallSpace(t), all)
			return func(s *Store) error { return again(r, s).Declare() }
		}},
		{"Walk", func(t *testing.T, s *Store) func(*Store) error {
			return func(s *Store) error {
				return s.NewRun(small, smallSpace(t)).Walk(t.Context(), enum.Plan{Workers: 1, Part: half}, nil)
			}
		}},
		{"Walk of a run that is resumed", func(t *testing.T, s *Store) func(*Store) error {
			r := signedRun(t, s, walked(t, s, smallSpace(t), half))
			return func(s *Store) error { return again(r, s).Walk(t.Context(), enum.Plan{Workers: 1, Part: rest}, nil) }
		}},
		{"Walk of a run that has been merged into another", func(t *testing.T, s *Store) func(*Store) error {
			r := walked(t, s, smallSpace(t), half)
			walked(t, s, smallSpace(t), enum.Part{Res: 1, Mod: 7})
			inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) })
			return func(s *Store) error { return again(r, s).Walk(t.Context(), enum.Plan{Workers: 1, Part: rest}, nil) }
		}},
		{"Finish beside older runs", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, renamed{smallSpace(t)}), all)
			walked(t, s, renamed{renamed{smallSpace(t)}}, half)
			walked(t, s, smallSpace(t), half)
			r := walked(t, s, smallSpace(t), all)
			return func(s *Store) error { _, err := again(r, s).Finish(all); return err }
		}},
		{"Finish of a part of a finished run", func(t *testing.T, s *Store) func(*Store) error {
			walkPart(t, s.NewRun(small, smallSpace(t)), all)
			r := walked(t, s, smallSpace(t), half)
			return func(s *Store) error { _, err := again(r, s).Finish(half); return err }
		}},
		{"Finish of the last part", func(t *testing.T, s *Store) func(*Store) error {
			older := walked(t, s, smallSpace(t), half).header
			older.addChecks(Check{Host: "h", Version: "1", Shards: 1, Of: 4})
			inject(t, s, func(tx *db.Tx) error { return putHeader(tx, 1, older) })
			r := walked(t, s, smallSpace(t), rest)
			return func(s *Store) error { _, err := again(r, s).Finish(rest); return err }
		}},
		{"Merge", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			from := newStore(t)
			walkPart(t, from.NewRun(small, smallSpace(t)), all)
			walked(t, from, renamed{smallSpace(t)}, half)
			offer, err := from.Offer()
			if err != nil {
				t.Fatal(err)
			}
			offer.checks[1] = Check{Host: "h", Version: "1", Shards: 1, Of: 7}
			return func(s *Store) error { _, err := s.Merge(spaceOf, offer); return err }
		}},
		{"recording a check and a signature", func(t *testing.T, s *Store) func(*Store) error {
			walked(t, s, smallSpace(t), half)
			list, err := s.match(func(Header) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			signer := newSigner(t)
			return func(s *Store) error {
				_, err := s.storeChecks(list[0], []Check{{Host: "h", Version: "1", Shards: 1, Of: 4}}, signer)
				return err
			}
		}},
	} {
		t.Run(c.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			plain := openStore(t, path)
			call := c.make(t, plain)
			plain.Close()
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := openFaulty(t, path)
			for step := 1; ; step++ {
				s.left = step
				err := call(s.Store)
				if s.left > 0 { // there are no more steps
					if err != nil || step == 1 {
						t.Errorf("of %d steps none fails, and the error is %v", step-1, err)
					}
					return
				}
				if !errors.Is(err, errFault) || !strings.Contains(err.Error(), path+": ") || strings.Contains(err.Error(), path+": "+path) {
					t.Errorf("step %d, before an %s, fails, and the error is %v", step, s.failedStep, err)
				}
				after, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(after, before) {
					t.Fatalf("step %d, before an %s, fails, and the file is another one", step, s.failedStep)
				}
			}
		})
	}
}

// TestResumeStartsAFreshRunIfTheRunsAreDeleted deletes two runs after Resume has read them. Resume must return a run
// that is not stored.
func TestResumeStartsAFreshRunIfTheRunsAreDeleted(t *testing.T) {
	s := newStore(t)
	inject(t, s, func(tx *db.Tx) error {
		header := newHeader(small, smallSpace(t), now())
		_, err1 := createRun(tx, header)
		_, err2 := createRun(tx, header)
		return cmp.Or(err1, err2)
	})

	deleted := false
	other, err := open(s.Path(), db.Options{Fault: func(before string) error {
		if before == "Update" && !deleted {
			deleted = true
			inject(t, s, func(tx *db.Tx) error { return cmp.Or(tx.DeleteRun(1), tx.DeleteRun(2)) })
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()

	run, err := other.Resume(small, smallSpace(t))
	if err != nil || run.ID() != 0 || !deleted {
		t.Errorf("Resume = %+v, %v; the runs were deleted: %v", run, err, deleted)
	}
}
