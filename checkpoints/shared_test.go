package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bits-and-blooms/bitset"
	"pgregory.net/rapid"

	"enumerate/db"
	"enumerate/enum"
)

// slow is a space that takes 20 milliseconds for each shard, and counts the shards that are done.
type slow struct {
	enum.Space
	done *atomic.Int64
}

func (s slow) Walker() enum.Walker { return slowWalker{s.Space.Walker(), s.done} }

type slowWalker struct {
	enum.Walker
	done *atomic.Int64
}

func (w slowWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
		return ctx.Err()
	}
	w.done.Add(1)
	return w.Walker.Walk(ctx, shard, tally)
}

// In the tests of this file, several Stores stand for several processes that use one database: each has opened the file
// itself, and when one locks the file, the others must wait.

func TestWalksOfOneRunShareTheWork(t *testing.T) {
	synctest.Test(t, walkTogether) // the walks take time for each shard
}

func walkTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	want := walkPart(t, newStore(t).NewRun(key, space(t)), enum.Part{})
	var done, results, remarks atomic.Int64
	began := time.Now()
	var all sync.WaitGroup
	for range 3 {
		s := openStore(t, path)
		s.every /= 5
		r := resume(t, s, slow{space(t), &done})
		r.remark = func(string) { remarks.Add(1) }
		all.Go(func() {
			if err := r.Walk(context.Background(), enum.Plan{Workers: 1}, func(enum.Result) { results.Add(1) }); err != nil {
				t.Error(err)
				return
			}
			got, err := r.Finish(enum.Part{})
			if err != nil || !got.Tally.Equal(want.Tally) || got.Shards != want.Shards {
				t.Errorf("Finish = %d shards, %v, want %d and the same tally", got.Shards, err, want.Shards)
			}
		})
	}
	all.Wait()
	t.Logf("%d shards done, %d told of, in %v", done.Load(), results.Load(), time.Since(began))
	// Each process alone would compute 62 shards. They begin with the same ones, and later sometimes compute a shard
	// twice.
	if n := done.Load(); n < 62 || n >= 3*62 {
		t.Errorf("%d shards were done by three, want 62 and some, and fewer than three alone would do", n)
	}
	if n := results.Load(); n < 3*62 || remarks.Load() == 0 {
		t.Errorf("%d shards were told of, with %d remarks, want all to each", n, remarks.Load())
	}
	s := openStore(t, path)
	if all := runs(t, s); len(all) != 1 || !all[0].Finished || all[0].Shards != 62 {
		t.Errorf("runs = %+v, want one, finished", all)
	}
}

// TestAJoinedRunContinuesInTheOther walks a run twice, and lets another process delete the run in between. If the other
// process has begun a new run with the same shards, the second walk must continue in it; otherwise it must end with
// ErrReplaced.
func TestAJoinedRunContinuesInTheOther(t *testing.T) {
	for _, c := range []struct {
		claim     string
		meanwhile func(s *Store)
		want      error
	}{
		{"taken over", func(s *Store) {
			walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 3, Mod: 8})
			resume(t, s, space(t))
		}, nil},
		{"replaced", func(s *Store) { walkPart(t, s.NewRun(key, space(t)), enum.Part{}) }, nil},
		{"outdated", func(s *Store) { walkPart(t, s.NewRun(key, renamed{space(t)}), enum.Part{}) }, db.ErrReplaced},
		{"gone", func(s *Store) { inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) }) }, db.ErrReplaced},
	} {
		path := filepath.Join(t.TempDir(), "test.db")
		s := openStore(t, path)
		r := s.NewRun(key, space(t))
		if err := r.Walk(context.Background(), enum.Plan{Workers: 1, Part: enum.Part{Res: 0, Mod: 2}}, nil); err != nil {
			t.Fatal(err)
		}
		c.meanwhile(openStore(t, path))
		err := r.Walk(context.Background(), enum.Plan{Workers: 1}, nil)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: Walk = %v, want %v", c.claim, err, c.want)
		}
		if c.want != nil {
			if err == nil || strings.Count(err.Error(), path) != 1 || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %q is not one line that names the file once", c.claim, err)
			}
			continue
		}
		if result, err := r.Finish(enum.Part{}); err != nil || result.Shards != 62 {
			t.Errorf("%s: Finish = %d shards, %v", c.claim, result.Shards, err)
		}
		if all := runs(t, s); len(all) != 1 || all[0].ID != 2 || !all[0].Finished {
			t.Errorf("%s: runs = %+v, want the second, finished", c.claim, all)
		}
	}
}

// TestTotalMustBeTheSumOfTheShards merges a finished run whose total is not the sum of its shards, which must fail.
// Then it removes each shard of the run in turn. Only `fits(true)`, which expects all shards, must report that.
func TestTotalMustBeTheSumOfTheShards(t *testing.T) {
	from, into := newStore(t), newStore(t)
	walkPart(t, from.NewRun(key, space(t)), enum.Part{})
	wrong, err := encodeTally(enum.NewTally(2), 1)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, from, func(tx *db.Tx) error { return tx.PutTotal(1, wrong) })
	if _, err := mergeAll(into, from); !errors.Is(err, ErrContradiction) || len(runs(t, into)) != 0 {
		t.Errorf("Merge = %v, %d runs, want %v and none", err, len(runs(t, into)), ErrContradiction)
	}
	run := resume(t, from, space(t))
	all := run.contents.shards
	for id := range all {
		run.contents.shards = slices.Delete(slices.Clone(all), id, id+1)
		if err := run.fits(true); err == nil || err.Error() != fmt.Sprintf("1 of 62 shards are missing, the first is %d", id) {
			t.Errorf("without shard %d: %v", id, err)
		}
		if err := run.fits(false); err != nil {
			t.Errorf("without shard %d, unfinished: %v", id, err)
		}
	}
}

// TestAWalkTakesItsContributorsAlong deletes a stored run twice while a walk computes it. All shards of the walk must
// be stored again, with their contributor.
func TestAWalkTakesItsContributorsAlong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStore(t, path)
	s.contributor = Contributor{Host: "alpha", Version: "1"}
	r := s.NewRun(key, space(t))
	walk := func(part uint64) {
		if err := r.Walk(context.Background(), enum.Plan{Workers: 1, Part: enum.Part{Res: part, Mod: 31}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	walk(0)
	for i, host := range []string{"beta", "gamma"} {
		other := openStore(t, path)
		other.contributor = Contributor{Host: host, Version: "1"}
		run := other.NewRun(key, space(t))
		if err := run.Walk(context.Background(), enum.Plan{Workers: 1, Part: enum.Part{Res: uint64(10 + i), Mod: 31}}, nil); err != nil {
			t.Fatal(err)
		}
		inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(uint64(i + 1)) })
		walk(uint64(i + 1))
	}
	wantContributors(t, s, "gamma 2, alpha 6, unknown 0")
}

func TestConflictingShardOfAnotherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStore(t, path)
	part := enum.Part{Res: 3, Mod: 62}
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 4, Mod: 62})
	one, two := resume(t, s, space(t)), resume(t, openStore(t, path), lying{space(t), 3})
	walkPart(t, one, part)
	err := two.Walk(context.Background(), enum.Plan{Workers: 1, Part: part}, nil)
	if !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), "shard 3") {
		t.Errorf("Walk = %v, want %v at shard 3", err, ErrContradiction)
	}
}

func TestConcurrentMergesLoseNothing(t *testing.T) {
	const parts = 6
	into := filepath.Join(t.TempDir(), "into.db")
	var all sync.WaitGroup
	for res := range uint64(parts) {
		from := newStore(t)
		walkPart(t, from.NewRun(key, space(t)), enum.Part{Res: res, Mod: parts})
		s := openStore(t, into)
		all.Go(func() {
			if _, err := mergeAll(s, from); err != nil {
				t.Error(err)
			}
			if _, err := s.Complete(spaceOf); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if all := runs(t, openStore(t, into)); len(all) != 1 || all[0].Shards != 62 || !all[0].Finished {
		t.Errorf("runs = %+v, expected one of 62 shards, finished", all)
	}
}

// TestAChangeSeesAllThatIsStored makes changes while another process keeps storing shards. Each must see exactly the
// shards that are stored when it locks the file.
func TestAChangeSeesAllThatIsStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, other := openStore(t, path), openStore(t, path)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 62})
	payload, err := encodeTally(enum.NewTally(2), 0)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var storing sync.WaitGroup
	storing.Go(func() {
		for id := uint64(100); ; id++ {
			select {
			case <-stop:
				return
			default:
				if err := other.db.Update(func(tx *db.Tx) error { return tx.PutShard(1, id, payload) }); err != nil {
					t.Error(err)
				}
				time.Sleep(2 * time.Millisecond) // a process that waits for the lock polls it, and must get a chance
			}
		}
	})
	defer storing.Wait()
	defer close(stop)
	last := uint64(0)
	for last < 25 {
		err := s.change(func(Header) bool { return true }, nil, func(c *change) error {
			stored, seen := uint64(0), c.runs[0].contents
			err := c.tx.Shards(1, func(uint64, []byte) error { stored++; return nil })
			if uint64(len(seen.shards)) != stored || seen.sum.Shards != stored || stored < last {
				t.Errorf("a change sees %d shards that sum to %d, %d are stored", len(seen.shards), seen.sum.Shards, stored)
			}
			last = stored
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAWalkContinuesWhileItCannotStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := open(path, db.Options{Timeout: -1}) // it does not wait at all
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.every /= 20
	other := openStore(t, path)
	var done atomic.Int64
	held, half := make(chan struct{}), make(chan struct{}) // half is closed long after the walk first tries to store shards
	go other.db.Update(func(*db.Tx) error {
		close(held)
		<-half
		return nil
	})
	<-held
	r := s.NewRun(key, slow{space(t), &done})
	results := 0
	err = r.Walk(context.Background(), enum.Plan{Workers: 2}, func(enum.Result) {
		if results++; results == 31 {
			close(half)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := r.Sum(enum.Part{}); err != nil || sum.Shards != 62 || done.Load() != 62 {
		t.Errorf("%d shards stored, %d done, %v", sum.Shards, done.Load(), err)
	}
}

func TestLayersAreMadeByOneProcess(t *testing.T) {
	s := newStore(t)
	s.wait = 20 * time.Millisecond
	q := request(t, "count")
	dir := s.Path() + ".layers"
	release, err := lockLayers(Key{Ruleset: "wonderwall", Size: players, Method: "count"}, filepath.Join(dir, "wonderwall-6-count"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context(), q, Observer{}); !errors.Is(err, db.ErrHeld) || !strings.HasPrefix(err.Error(), "a count of wonderwall n=6 is under way: ") {
		t.Errorf("Run = %v, want ErrHeld", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	run(t, s, q)
	if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there still, %v", dir, err)
	}
}

func setOf(marked []bool) *bitset.BitSet {
	set := new(bitset.BitSet)
	for id, in := range marked {
		if in {
			set.Set(uint(id))
		}
	}
	return set
}

func TestMissingShardsAreListedAsParts(t *testing.T) {
	marked := func(shards int, parts ...enum.Part) []bool {
		m := make([]bool, shards)
		for id := range m {
			m[id] = slices.ContainsFunc(parts, func(p enum.Part) bool { return p.Contains(uint64(id)) })
		}
		return m
	}
	for _, c := range []struct {
		marked []bool
		want   []enum.Part
	}{
		{marked(62), nil},
		{marked(62, enum.Part{}), []enum.Part{{Res: 0, Mod: 1}}},
		{marked(62, enum.Part{Res: 3, Mod: 8}), []enum.Part{{Res: 3, Mod: 8}}},
		{marked(62, enum.Part{Res: 3, Mod: 8}, enum.Part{Res: 7, Mod: 8}), []enum.Part{{Res: 3, Mod: 4}}},
		{marked(62, enum.Part{Res: 3, Mod: 8}, enum.Part{Res: 5, Mod: 16}), []enum.Part{{Res: 3, Mod: 8}, {Res: 5, Mod: 16}}},
		{marked(300000, enum.Part{Res: 399, Mod: 1000}), []enum.Part{{Res: 399, Mod: 1000}}},
		{marked(largestMod, enum.Part{Res: 0, Mod: largestMod}), []enum.Part{{Res: 0, Mod: largestMod}}},
		{marked(largestMod+1, enum.Part{Res: 0, Mod: largestMod + 1}), nil},
		{marked(62, enum.Part{Res: 0, Mod: 7}, enum.Part{Res: 1, Mod: 7}, enum.Part{Res: 2, Mod: 7}, enum.Part{Res: 3, Mod: 7}, enum.Part{Res: 4, Mod: 7}), nil},
	} {
		if got := partsOf(setOf(c.marked), uint(len(c.marked))); !slices.Equal(got, c.want) {
			t.Errorf("partsOf = %v, want %v", got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SliceOfN(rapid.Bool(), 1, 12).Draw(t, "marked")
		if rapid.Bool().Draw(t, "parts") {
			mod := rapid.Uint64Range(1, 9).Draw(t, "mod")
			m = marked(rapid.IntRange(1, 99).Draw(t, "shards"), enum.Part{Res: rapid.Uint64Range(0, mod-1).Draw(t, "res"), Mod: mod})
		}
		parts := partsOf(setOf(m), uint(len(m)))
		for id := range m {
			in := 0
			for _, p := range parts {
				if p.Contains(uint64(id)) {
					in++
				}
			}
			if parts != nil && (in == 1) != m[id] || in > 1 {
				t.Fatalf("shard %d of %v is in %d of %v", id, m, in, parts)
			}
		}
		if parts == nil && slices.Contains(m, true) && len(m) <= 4 {
			t.Fatalf("no parts for %v", m)
		}
	})
	m := Missing{Shards: 5, First: []uint64{1, 2, 9}}
	if got, want := m.String(), "5 shards: 1, 2, 9, ..."; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
}

func TestTheClockDecidesNothing(t *testing.T) {
	s := newStore(t)
	whole := enum.Part{}
	var want *enum.Tally
	for i, year := range []int{2200, 1970, 2026} {
		run := s.NewRun(key, space(t))
		run.header.Started = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		walkPart(t, run, enum.Part{Res: uint64(i), Mod: 4})
	}
	run := resume(t, s, space(t)) // has the shards of all runs
	if got := run.contents.sum.Shards; got == 0 {
		t.Error("it resumes nothing")
	}
	result := walkPart(t, run, whole)
	if want = result.Tally; len(runs(t, s)) != 1 {
		t.Errorf("%d runs are left, want one", len(runs(t, s)))
	}
	late := s.NewRun(key, space(t))
	late.header.Started = time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC)
	if again := walkPart(t, late, whole); !again.Tally.Equal(want) || len(again.Others) != 1 || again.Others[0].Fate != Replaced {
		t.Errorf("a later run with an earlier time has %v classes and replaces %+v; want %v, and the run before", again.Tally.SumAll(), again.Others, want.SumAll())
	}
}
