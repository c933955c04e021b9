package web

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/games/wonderwall"
)

// followed returns a store for writing runs, and a follower that reads the same database.
func followed(t *testing.T) (*checkpoints.Store, *follower) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	reader, err := checkpoints.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	f := newFollower(reader, checkpoints.Spaces([]*enum.Ruleset{wonderwall.New()}, nil))
	t.Cleanup(func() { f.store.Close() })
	return store, f
}

// TestAFollowerSeesUnfinishedRuns computes a run in four parts and reads the list after each. A sample, which has no
// end, must be listed with its number of trials and no share.
func TestAFollowerSeesUnfinishedRuns(t *testing.T) {
	s, f := followed(t)
	read := func() []unfinishedRun {
		t.Helper()
		list, err := f.read()
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if list := read(); len(list) != 0 {
		t.Errorf("in an empty database there are %v", list)
	}
	ruleset := wonderwall.New()
	walk, err := ruleset.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	covered := 0.0
	for part := range uint64(4) {
		q := checkpoints.Request{Ruleset: ruleset, Method: walk, Size: 6, Part: enum.Part{Res: part, Mod: 4}, Resume: true, Workers: 2}
		result, err := s.Run(t.Context(), q, checkpoints.Observer{})
		if err != nil {
			t.Fatal(err)
		}
		if part == 3 {
			break
		}
		list := read()
		if len(list) != 1 || list[0].Key != q.Key() || list[0].Share <= covered || list[0].Share >= 1 {
			t.Fatalf("after part %d it sees %+v", part, list)
		}
		share := float64(result.Totals.Coverage.Uint64()) / float64(result.Totals.Whole.Uint64())
		if got := list[0].Share - covered; math.Abs(got-share) > 1e-9 {
			t.Errorf("part %d is a share of %v, want %v", part, got, share)
		}
		covered = list[0].Share
		if again := read(); &again[0] != &list[0] {
			t.Error("what has not changed is read again")
		}
	}
	if list := read(); len(list) != 0 {
		t.Errorf("when it is finished it sees %+v", list)
	}
	drawn, err := sampling.Of(ruleset, 6, 3, 200)
	if err != nil {
		t.Fatal(err)
	}
	sample, err := s.Sample(drawn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sample.Draw(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	if list := read(); len(list) != 1 || list[0].Share != -1 || list[0].Trials.Uint64() != 200 {
		t.Errorf("of a sample it sees %+v", list)
	}
}

// TestAFollowerSeesDamageAndUnknownRulesets lists a run with a damaged result, and one of a ruleset that the program
// lacks, whose share is not known.
func TestAFollowerSeesDamageAndUnknownRulesets(t *testing.T) {
	s, f := followed(t)
	d, err := db.Open(s.Path(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Update(func(tx *db.Tx) error {
		for _, ruleset := range []string{"wonderwall", "chess"} {
			h := checkpoints.Header{Key: checkpoints.Key{Ruleset: ruleset, Size: 6, Method: enum.Walk}, Verdicts: []string{"solvable", "unsolvable"}}
			data, err := json.Marshal(h)
			if err != nil {
				return err
			}
			run, err := tx.CreateRun(data)
			if err != nil {
				return err
			}
			if ruleset == "wonderwall" {
				if err := tx.PutShard(run, 0, []byte("no tally")); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	list, err := f.read()
	if err != nil || len(list) != 2 || list[0].Damage == nil || list[1].Damage != nil || list[1].Share != -1 {
		t.Errorf("it sees %+v, %v", list, err)
	}
}

func TestARunIsCalledByPlainWords(t *testing.T) {
	for ruleset, want := range map[string]string{
		"wonderwall":                     "Wonderwall, n = 4, walk",
		"jump:rows=1,values=0..4":        "Jump, n = 4, walk",
		"choices:judge=a+b@my.py-0123ab": "Choices judged by my.py, n = 4, walk",
	} {
		u := unfinishedRun{Summary: checkpoints.Summary{Header: checkpoints.Header{Key: checkpoints.Key{Ruleset: ruleset, Size: 4, Method: enum.Walk}}}}
		if got := u.Called(); got != want {
			t.Errorf("a run of %s is called %q, want %q", ruleset, got, want)
		}
	}
}

// TestAKeyIsShownInFullIfTheHeadingOmitsAPart calls FullKey on runs with parameters of the ruleset, with a seed, and
// with neither. The heading of the last run says everything.
func TestAKeyIsShownInFullIfTheHeadingOmitsAPart(t *testing.T) {
	for key, want := range map[checkpoints.Key]string{
		{Ruleset: "wonderwall", Size: 5, Method: enum.Walk}:            "",
		{Ruleset: "jump:rows=1", Size: 4, Method: enum.Walk}:           "walk of jump:rows=1 n=4",
		{Ruleset: "wonderwall", Size: 5, Method: enum.Sample, Seed: 7}: enum.Sample + " of wonderwall n=5 seed 7",
	} {
		u := unfinishedRun{Summary: checkpoints.Summary{Header: checkpoints.Header{Key: key}}}
		if got := u.FullKey(); got != want {
			t.Errorf("FullKey() of %v = %q, want %q", key, got, want)
		}
	}
}
