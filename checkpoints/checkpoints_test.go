package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

const players = 6 // 62 shards

var key = Key{Ruleset: "wonderwall", Size: players, Method: enum.Walk}

func space(t testing.TB) enum.Space {
	t.Helper()
	s, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var spaceOf = Spaces([]*enum.Ruleset{wonderwall.New()}, nil)

// inject changes the database of a store directly, as another process could.
func inject(t testing.TB, s *Store, f func(tx *db.Tx) error) {
	t.Helper()
	if err := s.db.Update(f); err != nil {
		t.Fatal(err)
	}
}

func openStore(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func newStore(t testing.TB) *Store {
	t.Helper()
	return openStore(t, filepath.Join(t.TempDir(), "test.db"))
}

func walkPart(t testing.TB, r *Run, part enum.Part) Result {
	t.Helper()
	if err := r.Walk(context.Background(), enum.Plan{Workers: 2, Part: part}, nil); err != nil {
		t.Fatal(err)
	}
	result, err := r.Finish(part)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func resume(t testing.TB, s *Store, space enum.Space) *Run {
	t.Helper()
	r, err := s.Resume(key, space)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func runs(t testing.TB, s *Store) []Summary {
	t.Helper()
	all, err := s.Runs()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func mergeAll(into, from *Store) ([]Merged, error) {
	offer, err := from.Offer()
	if err != nil {
		return nil, err
	}
	return into.Merge(spaceOf, offer)
}

// renamed is a space with another fingerprint, as of another version of the method.
type renamed struct{ enum.Space }

func (renamed) Fingerprint() string { return "another version" }

// lying is a space whose walker swaps the verdicts of the games in one shard. The numbers of games and classes remain
// right, so the proof of the totals does not notice the swap.
type lying struct {
	enum.Space
	shard uint64
}

func (l lying) Walker() enum.Walker { return lyingWalker{l.Space.Walker(), l.shard} }

type lyingWalker struct {
	enum.Walker
	shard uint64
}

func (l lyingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if shard.ID != l.shard {
		return l.Walker.Walk(ctx, shard, tally)
	}
	honest := enum.NewTally(2)
	err := l.Walker.Walk(ctx, shard, honest)
	for verdict := range 2 {
		for _, bar := range honest.Histogram(verdict) {
			tally.Add(1-verdict, bar.Key, bar.Count.Uint64())
		}
	}
	return err
}

func TestResumeContinuesWhereItStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStore(t, path)
	want := walkPart(t, newStore(t).NewRun(key, space(t)), enum.Part{})

	for stop := range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		before, err := resume(t, s, space(t)).Sum(enum.Part{})
		if err != nil {
			t.Fatal(err)
		}
		walked := 0
		r := resume(t, s, space(t))
		err = r.Walk(ctx, enum.Plan{Workers: 1}, func(enum.Result) {
			walked++
			if walked > stop {
				cancel()
			}
		})
		if err != context.Canceled {
			t.Fatalf("Walk = %v, want %v", err, context.Canceled)
		}
		after, err := r.Sum(enum.Part{})
		if err != nil {
			t.Fatal(err)
		}
		if got := after.Shards - before.Shards; got != uint64(walked) || walked == 0 {
			t.Errorf("%d shards were walked, %d stored", walked, got)
		}
		s.Close()
		s = openStore(t, path)
	}

	var walked int
	r := resume(t, s, space(t))
	stored, err := r.Sum(enum.Part{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Walk(context.Background(), enum.Plan{Workers: 2}, func(enum.Result) { walked++ }); err != nil {
		t.Fatal(err)
	}
	got, err := r.Finish(enum.Part{})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Tally.Equal(want.Tally) || got.Shards != want.Shards || uint64(walked)+stored.Shards != want.Shards {
		t.Errorf("resumed: %d shards, %d of them walked last; want %d and the same tally", got.Shards, walked, want.Shards)
	}
}

func TestResumeOfAFinishedRunWalksNothing(t *testing.T) {
	s := newStore(t)
	want := walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	r := resume(t, s, space(t))
	err := r.Walk(context.Background(), enum.Plan{Workers: 2}, func(result enum.Result) {
		t.Errorf("shard %d is recomputed", result.Shard.ID)
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Finish(enum.Part{})
	if err != nil || !got.Tally.Equal(want.Tally) || got.Checks != want.Checks {
		t.Errorf("Finish = %v, %v", got.Checks, err)
	}
}

func TestResumeRefusesAnotherEnumeration(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	_, err := s.Resume(key, renamed{space(t)})
	if !errors.Is(err, ErrFingerprint) || !strings.Contains(err.Error(), "without --resume") {
		t.Errorf("Resume = %v, want ErrFingerprint and what to do", err)
	}
}

func TestAFreshRunReplacesTheOldOneOnlyWhenFinished(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.NewRun(key, space(t)).Walk(ctx, enum.Plan{Workers: 1}, func(enum.Result) { cancel() }); err != context.Canceled {
		t.Fatal(err)
	}
	if all := runs(t, s); len(all) != 2 || !all[0].Finished || all[1].Finished {
		t.Fatalf("runs = %+v, want a finished one and an unfinished one", all)
	}
	result := walkPart(t, resume(t, s, space(t)), enum.Part{})
	if all := runs(t, s); len(all) != 1 || all[0].ID != 2 || !all[0].Finished {
		t.Errorf("runs = %+v, want the second, finished", all)
	}
	if len(result.Others) != 1 || result.Others[0].ID != 1 || result.Others[0].Fate != Replaced {
		t.Errorf("it met %+v, want run 1, replaced", result.Others)
	}
}

func TestPartsOfFreshRunsAddUp(t *testing.T) {
	s := newStore(t)
	for res := range uint64(3) {
		walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: res, Mod: 3})
	}
	all := runs(t, s)
	if len(all) != 1 || all[0].Shards != 62 || !all[0].Finished {
		t.Fatalf("%d runs, expected one of 62 shards, finished", len(all))
	}
	r := resume(t, s, space(t))
	if missing := all[0].Missing(space(t)); missing.Shards != 0 {
		t.Errorf("missing = %v", missing)
	}
	result := walkPart(t, r, enum.Part{})
	if result.Checks.Games != "ok" || !runs(t, s)[0].Finished {
		t.Errorf("the parts prove %+v", result.Checks)
	}
}

func TestAContradictionKeepsBothRuns(t *testing.T) {
	for _, c := range []struct {
		claim string
		space enum.Space
	}{
		{"of the same enumeration", lying{space(t), 3}},
		{"of another version of the method", renamed{lying{space(t), 3}}},
	} {
		s := newStore(t)
		walkPart(t, s.NewRun(key, space(t)), enum.Part{})
		r := s.NewRun(key, c.space)
		if err := r.Walk(context.Background(), enum.Plan{Workers: 2}, nil); err != nil {
			t.Fatal(err)
		}
		_, err := r.Finish(enum.Part{})
		if !errors.Is(err, ErrContradiction) {
			t.Errorf("%s: Finish = %v, want ErrContradiction", c.claim, err)
		}
		all := runs(t, s)
		if len(all) != 2 || all[0].Shards != 62 || all[1].Shards != 62 {
			t.Errorf("%s: runs = %+v, want both", c.claim, all)
		}
	}
}

func TestARunWithANewFingerprintReplacesTheOldOne(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	r := s.NewRun(key, renamed{space(t)})
	// Not before it is finished.
	if result := walkPart(t, r, enum.Part{Res: 0, Mod: 2}); len(result.Others) != 0 || len(runs(t, s)) != 2 {
		t.Errorf("half a run replaced %+v", result.Others)
	}
	if result := walkPart(t, r, enum.Part{}); len(result.Others) != 1 || result.Others[0].Fate != Replaced || len(runs(t, s)) != 1 {
		t.Errorf("the whole run met %+v", result.Others)
	}
}

func TestAWrongSumIsNotPrinted(t *testing.T) {
	s := newStore(t)
	r := s.NewRun(key, space(t))
	walkPart(t, r, enum.Part{})
	// With an invented shard the sum of the orbits is too large.
	extra := enum.NewTally(2)
	extra.Add(0, 1, 1)
	payload, err := encodeTally(extra, 0)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(r.id, 1000, payload) })
	if _, err := resume(t, s, space(t)).Finish(enum.Part{}); !errors.Is(err, ErrProof) {
		t.Errorf("Finish = %v, want ErrProof", err)
	}
}

func TestAPartThatAgreesWithAFinishedRunLeavesIt(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	part := enum.Part{Res: 1, Mod: 4}
	result := walkPart(t, s.NewRun(key, space(t)), part)
	if len(result.Others) != 1 || result.Others[0].Fate != Confirmed || result.Shards != 16 {
		t.Errorf("%d shards, met %+v, want 16 and a confirmed run", result.Shards, result.Others)
	}
	if all := runs(t, s); len(all) != 1 || all[0].ID != 1 || !all[0].Finished {
		t.Errorf("runs = %+v, want the first, finished", all)
	}
	r := s.NewRun(key, lying{space(t), 5})
	if err := r.Walk(context.Background(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Finish(part); !errors.Is(err, ErrContradiction) || len(runs(t, s)) != 2 {
		t.Errorf("Finish = %v, want ErrContradiction and both runs", err)
	}
}

func TestAFinishedRunTakesNothingFromAnOlderOne(t *testing.T) {
	s := newStore(t)
	r := s.NewRun(key, space(t))
	walkPart(t, r, enum.Part{Res: 0, Mod: 2})
	payload, err := encodeTally(enum.NewTally(2), 0) // a shard that does not exist
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(r.id, 1000, payload) })
	fresh := s.NewRun(key, space(t))
	if err := fresh.Walk(context.Background(), enum.Plan{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := fresh.Finish(enum.Part{}); !errors.Is(err, ErrContradiction) || len(runs(t, s)) != 2 {
		t.Errorf("Finish = %v, want ErrContradiction and both runs", err)
	}
}

func TestADamagedRunIsReplacedByAFreshOne(t *testing.T) {
	s := newStore(t)
	old := s.NewRun(key, space(t))
	walkPart(t, old, enum.Part{Res: 0, Mod: 2})
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(old.id, 61, []byte("rubbish")) })
	if _, err := resume(t, s, space(t)).Sum(enum.Part{}); err == nil || !strings.Contains(err.Error(), "without --resume") {
		t.Errorf("Sum = %v, want what to do", err)
	}
	if all := runs(t, s); len(all) != 1 || all[0].Damage == nil || all[0].Shards != 0 || all[0].Tally.SumAll().Sign() != 0 {
		t.Errorf("the damage is not seen")
	}
	result := walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	if len(result.Others) != 1 || result.Others[0].Fate != Damaged {
		t.Errorf("the fresh run met %+v, want a damaged one", result.Others)
	}
	if all := runs(t, s); len(all) != 1 || !all[0].Finished || all[0].Damage != nil {
		t.Errorf("the damaged run is still there")
	}
}

func TestResumeGathersInterruptedRuns(t *testing.T) {
	s := newStore(t)
	for range 3 { // three fresh runs, each interrupted
		ctx, cancel := context.WithCancel(context.Background())
		walked := 0
		err := s.NewRun(key, space(t)).Walk(ctx, enum.Plan{Workers: 1, Part: enum.Part{Res: uint64(len(runs(t, s))), Mod: 3}}, func(enum.Result) {
			if walked++; walked == 5 {
				cancel()
			}
		})
		if err != context.Canceled {
			t.Fatal(err)
		}
	}
	var stored uint64
	for _, r := range runs(t, s) {
		stored += r.Shards
	}
	sum, err := resume(t, s, space(t)).Sum(enum.Part{})
	if err != nil || sum.Shards != stored || stored < 15 || len(runs(t, s)) != 1 {
		t.Errorf("%d shards in %d runs, want %d in one", sum.Shards, len(runs(t, s)), stored)
	}
}

func TestAStoreThatFailsEndsTheWalkWithItsError(t *testing.T) {
	s := newStore(t)
	r := s.NewRun(key, space(t))
	err := r.Walk(context.Background(), enum.Plan{Workers: 1}, func(enum.Result) { s.Close() })
	if !errors.Is(err, db.ErrClosed) {
		t.Errorf("Walk = %v, want %v", err, db.ErrClosed)
	}
	s = newStore(t)
	ctx, cancel := context.WithCancel(context.Background())
	err = s.NewRun(key, space(t)).Walk(ctx, enum.Plan{Workers: 1}, func(enum.Result) { s.Close(); cancel() })
	if !errors.Is(err, db.ErrClosed) {
		t.Errorf("Walk = %v, want %v", err, db.ErrClosed)
	}
}

type endless struct{ enum.Space }

func (e endless) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for id := uint64(0); yield(enum.Shard{ID: id}); id++ {
		}
	}
}

func (endless) Walker() enum.Walker { return pause{} }

// A pause is a walker that takes some time for each shard and counts nothing.
type pause struct{}

func (pause) Walk(context.Context, enum.Shard, *enum.Tally) error {
	time.Sleep(10 * time.Millisecond)
	return nil
}

func TestAWalkEndsWhenItsShardsCannotBeStored(t *testing.T) {
	s := newStore(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*commitEvery)
		defer cancel()
		err := s.NewRun(key, endless{space(t)}).Walk(ctx, enum.Plan{Workers: 1}, func(enum.Result) { s.Close() })
		if !errors.Is(err, db.ErrClosed) || ctx.Err() != nil {
			t.Errorf("Walk = %v, then %v, want %v before the time is over", err, ctx.Err(), db.ErrClosed)
		}
	})
}

func TestMergeKeepsTotals(t *testing.T) {
	make := func(s enum.Space) *Store {
		store := newStore(t)
		walkPart(t, store.NewRun(key, s), enum.Part{})
		return store
	}
	s, good := newStore(t), make(space(t))
	for _, from := range []*Store{good, make(renamed{space(t)}), good} {
		if _, err := mergeAll(s, from); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := mergeAll(s, make(renamed{lying{space(t), 3}})); !errors.Is(err, ErrContradiction) {
		t.Errorf("Merge of a run of another version of the method with other totals = %v, want %v", err, ErrContradiction)
	}
	if all := runs(t, s); len(all) != 2 || !all[0].Finished || !all[1].Finished {
		t.Fatalf("runs = %+v, want two, finished", all)
	}
	payload, err := encodeTally(enum.NewTally(2), 0)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, good, func(tx *db.Tx) error { return tx.PutShard(1, 1000, payload) })
	if _, err := mergeAll(s, good); !errors.Is(err, ErrContradiction) {
		t.Errorf("Merge = %v, want ErrContradiction", err)
	}
}

func TestMergeAddsNewShardsAndRefusesContradictions(t *testing.T) {
	dir := t.TempDir()
	part := func(name string, s enum.Space, p enum.Part) string {
		path := filepath.Join(dir, name)
		store := openStore(t, path)
		walkPart(t, store.NewRun(key, s), p)
		store.Close()
		return path
	}
	half0 := part("0.db", space(t), enum.Part{Res: 0, Mod: 2})
	half1 := part("1.db", space(t), enum.Part{Res: 1, Mod: 2})
	quarter := part("q.db", space(t), enum.Part{Res: 1, Mod: 4})
	lie := part("lie.db", lying{space(t), 5}, enum.Part{Res: 1, Mod: 4})
	other := part("other.db", renamed{space(t)}, enum.Part{Res: 1, Mod: 4})

	s := newStore(t)
	for _, c := range []struct {
		path          string
		added, double uint64
		fails         error
		runs          int
	}{
		{half0, 31, 0, nil, 1},
		{quarter, 16, 0, nil, 1},
		{half1, 15, 16, nil, 1},
		{half1, 0, 31, nil, 1},
		{lie, 0, 0, ErrContradiction, 1},
		{other, 16, 0, nil, 2},
	} {
		from, err := OpenReadOnly(c.path)
		if err != nil {
			t.Fatal(err)
		}
		merged, err := mergeAll(s, from)
		from.Close()
		if !errors.Is(err, c.fails) {
			t.Errorf("Merge(%s) = %v, want %v", filepath.Base(c.path), err, c.fails)
		}
		if err == nil && (len(merged) != 1 || merged[0].Additions != c.added || merged[0].Duplicates != c.double) {
			t.Errorf("Merge(%s) = %+v, want %d added, %d double", filepath.Base(c.path), merged, c.added, c.double)
		}
		if all := runs(t, s); len(all) != c.runs || all[0].Shards > 62 {
			t.Errorf("after %s: %d runs, want %d", filepath.Base(c.path), len(all), c.runs)
		}
	}
	if _, err := resume(t, s, space(t)).Finish(enum.Part{}); err != nil {
		t.Errorf("the merged run: %v", err)
	}
}

func TestAuditNamesTheFaultOfARun(t *testing.T) {
	for _, c := range []struct {
		claim string
		make  func(t *testing.T, s *Store)
		rerun float64
		want  string // in the only fault
	}{
		{"a good run", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, space(t)), enum.Part{}) }, .1, ""},
		{"half a run", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 1, Mod: 2}) }, 1, ""},
		{"a wrong shard", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, lying{space(t), 7}), enum.Part{}) }, 1, "shard 7"},
		{"a wrong shard, not recomputed", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, lying{space(t), 7}), enum.Part{}) }, 0, ""},
		{"another version of the method", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, renamed{space(t)}), enum.Part{}) }, 1, "another version of the method"},
		{"a shard too many", func(t *testing.T, s *Store) {
			r := s.NewRun(key, space(t))
			walkPart(t, r, enum.Part{Res: 0, Mod: 2})
			payload, err := encodeTally(enum.NewTally(2), 0)
			if err != nil {
				t.Fatal(err)
			}
			inject(t, s, func(tx *db.Tx) error { return tx.PutShard(r.id, 62, payload) })
		}, 1, "1 of its shards do not exist, such as shard "},
		{"automorphisms that there cannot be", func(t *testing.T, s *Store) {
			walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
			wrong := enum.NewTally(2)
			wrong.Add(0, 7, 1)
			putShard(t, s, 1, 61, encodeBars(t, wrong))
		}, 0, "a result proves itself wrong: 1 classes with 7 automorphisms"},
		{"a shard that is no tally", func(t *testing.T, s *Store) {
			r := s.NewRun(key, space(t))
			walkPart(t, r, enum.Part{Res: 0, Mod: 2})
			inject(t, s, func(tx *db.Tx) error { return tx.PutShard(r.id, 61, []byte("rubbish")) })
		}, 0, "shard 61"},
		{"a header that says nothing", func(t *testing.T, s *Store) {
			inject(t, s, func(tx *db.Tx) error {
				_, err := tx.CreateRun([]byte("{}"))
				return err
			})
		}, 0, "does not identify a run"},
		{"two runs that contradict each other", func(t *testing.T, s *Store) {
			walkPart(t, s.NewRun(key, space(t)), enum.Part{})
			r := s.NewRun(key, lying{space(t), 7})
			if err := r.Walk(context.Background(), enum.Plan{Workers: 1}, nil); err != nil {
				t.Fatal(err)
			}
		}, 0, "classes in one"},
		{"a total that is not the sum", func(t *testing.T, s *Store) {
			r := s.NewRun(key, space(t))
			sum := walkPart(t, r, enum.Part{}).Sum
			sum.Tally.Add(0, 1, 1)
			payload, err := encodeTally(sum.Tally, 0)
			if err != nil {
				t.Fatal(err)
			}
			inject(t, s, func(tx *db.Tx) error { return tx.PutTotal(r.id, payload) })
		}, 0, "do not sum"},
	} {
		s := newStore(t)
		c.make(t, s)
		s.Close()
		var faults []string
		audit := Audit{Space: spaceOf, Rerun: Rerun{Share: c.rerun, Seed: 1, Workers: 2},
			Fault:  func(err error) { faults = append(faults, err.Error()) },
			Remark: func(text string) { t.Errorf("%s: %s", c.claim, text) }}
		audited, err := audit.Check(context.Background(), s.Path())
		if err != nil {
			t.Errorf("%s: Audit = %v", c.claim, err)
		}
		if uint64(len(faults)) != audited.Faults {
			t.Errorf("%s: %d faults reported, %d counted", c.claim, len(faults), audited.Faults)
		}
		if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)) {
			t.Errorf("%s: faults %q, want one with %q", c.claim, faults, c.want)
		}
		if c.rerun == 1 && c.want == "" && audited.Rerun != audited.Shards {
			t.Errorf("%s: %d of %d shards recomputed", c.claim, audited.Rerun, audited.Shards)
		}
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("ENUMERATE_DB", "")
	t.Setenv("HOME", "/home/a")
	t.Setenv("XDG_STATE_HOME", "")
	for _, c := range []struct{ variable, value, want string }{
		{"HOME", "/home/a", "/home/a/.local/state/enumerate/enumerate.db"},
		{"XDG_STATE_HOME", "relative", "/home/a/.local/state/enumerate/enumerate.db"},
		{"XDG_STATE_HOME", "/state", "/state/enumerate/enumerate.db"},
		{"ENUMERATE_DB", "here.db", "here.db"},
	} {
		t.Setenv(c.variable, c.value)
		if got, err := DefaultPath(); got != c.want || err != nil {
			t.Errorf("with %s=%s: DefaultPath = %q, %v, want %q", c.variable, c.value, got, err, c.want)
		}
	}
}

// BenchmarkCommit measures the time in which a walk stores (commits) the shards that two workers compute in a second
// for games of 9 players, and reports it as a share of the second.
func BenchmarkCommit(b *testing.B) {
	w := newWalk(newStore(b).NewRun(key, space(b)))
	tally := enum.NewTally(2)
	for automorphisms := range uint64(6) {
		tally.Add(0, automorphisms+1, 1e6)
		tally.Add(1, automorphisms+1, 1e6)
	}
	var id uint64
	for b.Loop() {
		for range 250 {
			w.pending = append(w.pending, enum.Result{Shard: enum.Shard{ID: id}, Tally: tally, Took: time.Millisecond})
			id++
		}
		if err := w.commit(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(100*b.Elapsed().Seconds()/float64(b.N)/commitEvery.Seconds(), "%of_a_run")
}

func ExampleStore_Resume() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := Open(filepath.Join(dir, "example.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	key := Key{Ruleset: "wonderwall", Size: 5, Method: enum.Walk}
	space, err := Spaces([]*enum.Ruleset{wonderwall.New()}, nil)(key)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, part := range []enum.Part{{Res: 0, Mod: 2}, {}} { // half of the run, then the rest
		run, err := store.Resume(key, space)
		if err != nil {
			fmt.Println(err)
			return
		}
		walked := 0
		err = run.Walk(context.Background(), enum.Plan{Workers: 2, Part: part}, func(enum.Result) { walked++ })
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := run.Finish(part)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d shards walked, %d stored, checked: %t\n", walked, result.Shards, result.Checks.Classes == "ok")
	}
	// Output:
	// 4 shards walked, 4 stored, checked: false
	// 3 shards walked, 7 stored, checked: true
}

func TestAFinishedRunLeavesYoungerOnesAlone(t *testing.T) {
	s := newStore(t)
	old, young := s.NewRun(key, space(t)), s.NewRun(key, space(t))
	for _, r := range []*Run{old, young} {
		if err := r.Walk(t.Context(), enum.Plan{Workers: 1, Part: enum.Part{Res: 0, Mod: 4}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if result := walkPart(t, old, enum.Part{}); len(result.Others) > 0 {
		t.Errorf("it met %+v", result.Others)
	}
	if all := runs(t, s); len(all) != 2 || !all[0].Finished || all[1].Finished || all[1].Shards != 16 {
		t.Errorf("runs = %+v, want the first, finished, and 16 shards of the second", all)
	}
}

// TestFinishRefusesPartsWithAWrongSum computes the two halves of a run, the first with a wrong shard. Each
// shard is in only one of the halves, so a comparison cannot find the wrong one.
func TestFinishRefusesPartsWithAWrongSum(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	nothing, err := encodeTally(enum.NewTally(2), 0)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error { return tx.ReplaceShard(1, 4, nothing) })
	other := enum.Part{Res: 1, Mod: 2}
	r := s.NewRun(key, space(t))
	if err := r.Walk(t.Context(), enum.Plan{Workers: 1, Part: other}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Finish(other); !errors.Is(err, ErrProof) {
		t.Errorf("Finish = %v, want ErrProof", err)
	}
	if all := runs(t, s); len(all) != 2 || all[0].Finished || all[1].Finished {
		t.Errorf("runs = %+v, want both, unfinished", all)
	}
}

func TestAPartConfirmsNoDamagedRun(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(1, 62, []byte("rubbish")) })
	if result := walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2}); len(result.Others) > 0 || len(runs(t, s)) != 2 {
		t.Errorf("it met %+v", result.Others)
	}
}

// TestCompleteIgnoresRunsWithOtherFingerprints stores a run with another fingerprint and as many shards as this
// program's run would have. Shards with equal numbers contain other games.
func TestCompleteIgnoresRunsWithOtherFingerprints(t *testing.T) {
	s := newStore(t)
	if err := s.NewRun(key, renamed{space(t)}).Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Complete(spaceOf); len(list) > 0 || err != nil || runs(t, s)[0].Finished {
		t.Errorf("Complete = %+v, %v", list, err)
	}
}

func TestAPartWithoutShardsIsNotStored(t *testing.T) {
	s := newStore(t)
	if result := walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 98, Mod: 100}); result.Shards > 0 || len(runs(t, s)) > 0 {
		t.Errorf("%d shards, %+v", result.Shards, runs(t, s))
	}
}
