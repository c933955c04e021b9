package checkpoints

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

// flip inverts one bit in every copy of a record in a database file that is not open. bit is counted from the end of
// the record's key.
func flip(t *testing.T, path string, key, payload []byte, bit int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	record := append(bytes.Clone(key), payload...)
	found := false
	for at := 0; ; at++ {
		i := bytes.Index(data[at:], record)
		if i < 0 {
			break
		}
		found, at = true, at+i
		data[at+len(key)+bit/8] ^= 1 << (bit % 8)
	}
	if !found {
		t.Fatalf("there is no record of the key %x", key)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestResumeRecomputesOnlyDamagedShards damages records of a run. Resuming the run must compute exactly the damaged
// shards again, and name them in a remark.
func TestResumeRecomputesOnlyDamagedShards(t *testing.T) {
	for _, tt := range []struct {
		claim    string
		finished bool
		shards   []uint64 // the damaged shards
		total    bool     // the total is damaged
		says     string
	}{
		{"one of a finished run", true, []uint64{17}, false, "shard 17 is damaged; the lost shards are recomputed"},
		{"one of an unfinished run", false, []uint64{4}, false, "shard 4 is damaged"},
		{"the first, the last and the total", true, []uint64{0, 61}, true, "shard 0 and 1 more are damaged"},
		{"the total alone", true, nil, true, "its total is damaged"},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			s := openStore(t, path)
			whole := walkPart(t, s.NewRun(key, space(t)), enum.Part{})
			if !tt.finished {
				inject(t, s, func(tx *db.Tx) error { return tx.DeleteTotal(1) })
			}
			before := runs(t, s)[0]
			total := []byte(nil)
			if err := s.db.View(func(tx *db.Tx) (err error) { total, _, err = tx.Total(1); return err }); err != nil {
				t.Fatal(err)
			}
			s.Close()
			for _, id := range tt.shards {
				flip(t, path, binary.BigEndian.AppendUint64(nil, id), before.contents.shards[id].payload, 9)
			}
			if tt.total {
				flip(t, path, []byte("total"), total, 9)
			}

			s = openStore(t, path)
			if damage := runs(t, s)[0].Damage; damage == nil {
				t.Fatal("the damage is not seen")
			}
			var remarks []string
			s.Remark = func(text string) { remarks = append(remarks, text) }
			run := resume(t, s, space(t))
			done := 0
			if err := run.Walk(context.Background(), enum.Plan{Workers: 2}, func(enum.Result) { done++ }); err != nil {
				t.Fatal(err)
			}
			result, err := run.Finish(enum.Part{})
			if err != nil {
				t.Fatal(err)
			}
			if done != len(tt.shards) {
				t.Errorf("%d shards are done again, want %d", done, len(tt.shards))
			}
			if len(remarks) != 1 || !strings.Contains(remarks[0], tt.says) {
				t.Errorf("it says %q, want %q", remarks, tt.says)
			}
			if !result.Tally.Equal(whole.Tally) {
				t.Errorf("the tally is another one")
			}
			after := runs(t, s)
			if len(after) != 1 || !after[0].Finished || after[0].Damage != nil || after[0].Shards != before.Shards || sumShards(after[0].Contributors) != before.Shards {
				t.Errorf("%d runs are there, the first with the damage %v", len(after), after[0].Damage)
			}
		})
	}
}

// TestARunWithADamagedContributorStaysFinished damages one of the two contributors of a finished run. No shard is lost,
// so the run must still be listed as finished. Resuming must remove the damage.
func TestARunWithADamagedContributorStaysFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStore(t, path)
	right := tallies(t, space(t))
	serve(t, s, "ant", right[:40]...)
	serve(t, s, "bee", right[40:]...)
	if _, err := resume(t, s, space(t)).Finish(enum.Part{}); err != nil {
		t.Fatal(err)
	}
	before := runs(t, s)[0]
	ant := before.contents.contributors.get(1)
	record, err := ant.Encode()
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	flip(t, path, binary.BigEndian.AppendUint64(nil, 1), record, 9)

	s = openStore(t, path)
	list := runs(t, s)
	if r := list[0]; len(list) != 1 || r.Damage != nil || !errors.Is(r.ContributorDamage, db.ErrContributor) || !r.Finished || r.Shards != before.Shards || !r.Tally.Equal(before.Tally) {
		t.Errorf("%d runs, of %d shards, finished: %v, the damage %v and %v", len(list), r.Shards, r.Finished, r.Damage, r.ContributorDamage)
	}
	if unknown := list[0].Unknown(before.Shards); unknown != 40 {
		t.Errorf("%d shards are of an unknown contributor, want 40", unknown)
	}
	s.Close()

	var faults []error
	audited, err := Audit{
		Space: func(Key) (enum.Space, error) { return space(t), nil }, Rerun: Rerun{Share: 1, Workers: 2},
		Fault: func(err error) { faults = append(faults, err) }, Remark: func(text string) { t.Error(text) },
	}.Check(t.Context(), path)
	if want := (Audited{Runs: 1, Shards: before.Shards, Rerun: before.Shards, Faults: 1}); err != nil || audited != want || !errors.Is(faults[0], db.ErrContributor) {
		t.Errorf("audited, it is %+v, %v, with the faults %v; want %+v", audited, err, faults, want)
	}

	s = openStore(t, path)
	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	resume(t, s, space(t))
	if r := runs(t, s)[0]; r.ContributorDamage != nil || !r.Finished || r.Shards != before.Shards || len(remarks) != 1 || !strings.Contains(remarks[0], "contributor 1 is damaged") {
		t.Errorf("resumed, it is damaged: %v, finished: %v; it says %q", r.ContributorDamage, r.Finished, remarks)
	}
}

func TestRunsThatAreJoinedAreNamed(t *testing.T) {
	s := newStore(t)
	for part := range uint64(2) {
		if err := s.NewRun(key, space(t)).Walk(context.Background(), enum.Plan{Workers: 1, Part: enum.Part{Res: part, Mod: 3}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	resume(t, s, space(t))
	if len(remarks) != 1 || !strings.HasPrefix(remarks[0], "run 1, of ") || !strings.HasSuffix(remarks[0], "was not finished; run 2 takes over its shards") {
		t.Errorf("it says %q", remarks)
	}
}

// TestTheFirstLostRecordIsNamed damages several records of a run, whose shards fill more than one page. The error must
// name the first lost shard or, if only the record of the total is lost, the total. A page that cannot be read must be
// an error too: otherwise the run would seem to have only the shards before that page.
func TestTheFirstLostRecordIsNamed(t *testing.T) {
	const shards = 10
	key := func(id int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(id)) }
	content := func(id int) []byte { return bytes.Repeat([]byte{byte(id + 1)}, 1000) }

	for _, c := range []struct {
		claim  string
		shards []int // whose records are damaged
		total  bool  // the record of the total is damaged
		page   bool  // the page that holds the last shard is damaged
		kind   error
		place  string // in the error
	}{
		{"nothing", nil, false, false, nil, ""},
		{"two shards", []int{5, 3}, false, false, db.ErrChecksum, "run 1 shard 3"},
		{"a shard and the total", []int{3}, true, false, db.ErrChecksum, "run 1 shard 3"},
		{"the total", nil, true, false, db.ErrChecksum, "run 1 total"},
		{"a page of shards", nil, false, true, db.ErrCorrupt, ""},
	} {
		s := newStore(t)
		inject(t, s, func(tx *db.Tx) error {
			run, err := createRun(tx, newHeader(small, smallSpace(t), now()))
			for id := range shards {
				err = cmp.Or(err, tx.PutShard(run, uint64(id), content(id)))
			}
			return cmp.Or(err, tx.PutTotal(run, []byte("content")))
		})
		s.Close()
		for _, id := range c.shards {
			flip(t, s.Path(), key(id), content(id), 9)
		}
		if c.total {
			flip(t, s.Path(), []byte("total"), []byte("content"), 9)
		}

		s = openStore(t, s.Path())
		if c.page {
			flipPage(t, s.Path(), append(key(shards-1), content(shards-1)...))
		}
		run := &snapshot{id: 1, header: newHeader(small, smallSpace(t), now())}
		if err := s.db.View(func(tx *db.Tx) error { return run.read(tx, nil) }); err != nil {
			t.Fatalf("%s: read = %v", c.claim, err)
		}
		lost := run.contents.loss
		if !errors.Is(lost, c.kind) || lost != nil && !strings.Contains(lost.Error(), c.place) || run.contents.damage != lost {
			t.Errorf("%s: lost = %v, damage = %v; want twice %v at %q", c.claim, lost, run.contents.damage, c.kind, c.place)
		}
	}
}

// flipPage damages the page of the file on which a record lies: it changes the kind of the page, so that bbolt cannot
// read it. The database must be open already, because opening it would report the page.
func flipPage(t *testing.T, path string, record []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, record); n != 1 {
		t.Fatalf("%d pages hold the record, want 1", n)
	}

	kind := bytes.Index(data, record)/diskPage*diskPage + 8 // a page begins with 8 bytes for its number, and 2 for its kind
	if _, err := file.WriteAt([]byte{0xFF}, int64(kind)); err != nil {
		t.Fatal(err)
	}
}
