package checkpoints

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

// tallies computes all shards of a space, and returns them in the order of their numbers.
func tallies(t testing.TB, s enum.Space) (list []enum.Result) {
	t.Helper()
	if err := enum.Run(t.Context(), s, enum.Plan{Workers: 2}, func(r enum.Result) error { list = append(list, r); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b enum.Result) int { return int(a.Shard.ID) - int(b.Shard.ID) })
	return list
}

// serve stores shards in the way of a coordinator. The given worker becomes their contributor, or the confirmer of a
// shard that is stored already; "" stands for the coordinator itself.
func serve(t testing.TB, s *Store, worker string, results ...enum.Result) {
	t.Helper()
	run, err := s.Served(key, space(t))
	if err != nil {
		t.Fatal(err)
	}
	m := Contributor{Host: "host of " + worker, Version: "1", Key: worker}
	if worker == "" {
		m = run.Self()
	}
	err = run.Edit(func(tx *db.Tx, id uint64) error {
		contributors, err := readRoster(tx, id, nil, nil)
		if err != nil {
			return err
		}
		number, err := contributors.enlist(tx, id, m)
		if err != nil {
			return err
		}
		for _, r := range results {
			encoded, err := r.Tally.MarshalBinary()
			if err != nil {
				return err
			}
			e, err := NewEntry(r.Shard.ID, r.Tally, encoded, r.Took)
			if err != nil {
				return err
			}
			e.Contributor = number
			stored, found, err := tx.Shard(id, r.Shard.ID)
			if found && err == nil {
				e, err = ReadEntry(r.Shard.ID, stored)
				e.Confirmer = number
			}
			if err = errors.Join(err, tx.ReplaceShard(id, r.Shard.ID, e.Encode())); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func workers(t testing.TB, s *Store) (names []string) {
	t.Helper()
	run, err := s.Served(key, space(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range run.Contributors() {
		if m.Key != "" {
			names = append(names, m.Key)
		}
	}
	slices.Sort(names)
	return names
}

// TestDeclareRefusesIncompleteRuns changes a run that has all its shards: it removes or empties a shard, or moves
// the counts of all shards into one. Declare must refuse the run, except if nothing was changed.
func TestDeclareRefusesIncompleteRuns(t *testing.T) {
	right := tallies(t, space(t))
	for claim, change := range map[string]func(tx *db.Tx) error{
		"a shard is gone": func(tx *db.Tx) error { return tx.DeleteShard(1, 7) },
		"one has all, and the others nothing": func(tx *db.Tx) error {
			for _, r := range right {
				tally := enum.NewTally(2)
				if r.Shard.ID == 7 {
					for _, all := range right {
						tally.Merge(all.Tally)
					}
				}
				data, err := encodeTally(tally, 1)
				if err = errors.Join(err, tx.ReplaceShard(1, r.Shard.ID, data)); err != nil {
					return err
				}
			}
			return nil
		},
		"a sum is another": func(tx *db.Tx) error {
			data, err := encodeTally(enum.NewTally(2), 1)
			return errors.Join(err, tx.ReplaceShard(1, 7, data))
		},
		"nothing": nil,
	} {
		s := newStore(t)
		serve(t, s, "ann", right...)
		run, err := s.Served(key, space(t))
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			inject(t, s, change)
		}
		if err := run.Declare(); errors.Is(err, ErrProof) != (change != nil) {
			t.Errorf("%s: Declare = %v", claim, err)
		}
		if runs(t, s)[0].Finished != (change == nil) {
			t.Errorf("%s: the run is finished: %v", claim, change != nil)
		}
	}
}

// TestRefreshAndEditFindChangesOfOtherProcesses has another process store shards of a served run, which Refresh must
// find. Then the other process moves the shards to a new run, which Refresh and Edit must report as ErrMoved.
func TestRefreshAndEditFindChangesOfOtherProcesses(t *testing.T) {
	right := tallies(t, space(t))
	s := newStore(t)
	serve(t, s, "ann", right[:10]...)
	run, err := s.Served(key, space(t))
	if err != nil {
		t.Fatal(err)
	}
	read := func() (ids []uint64) {
		for e := range run.Drain() {
			ids = append(ids, e.Shard)
		}
		return ids
	}
	if got := read(); len(got) != 10 {
		t.Errorf("it has shards %v", got)
	}
	other := openStore(t, s.Path())
	walkPart(t, resume(t, other, space(t)), enum.Part{Res: 11, Mod: 20})
	if err := run.Refresh(func(id uint64) bool { return id < 10 }); err != nil {
		t.Fatal(err)
	}
	if got := read(); !slices.Equal(got, []uint64{11, 31, 51}) || len(run.Contributors()) != 2 {
		t.Errorf("others have stored %v, of %d contributors", got, len(run.Contributors()))
	}
	walkPart(t, other.NewRun(key, space(t)), enum.Part{Res: 12, Mod: 20})
	nothing := func(*db.Tx, uint64) error { return nil }
	if err := errors.Join(run.Refresh(func(uint64) bool { return true })); !errors.Is(err, ErrMoved) {
		t.Errorf("Refresh = %v, want %v", err, ErrMoved)
	}
	if err := run.Edit(nothing); !errors.Is(err, ErrMoved) {
		t.Errorf("Edit = %v, want %v", err, ErrMoved)
	}
}

// TestContributorsOfAServedRunAreKept resumes, salvages, merges and damages a run whose shards several workers
// computed. Shards whose contributor is lost must not be attributed to anyone else.
func TestContributorsOfAServedRunAreKept(t *testing.T) {
	right := tallies(t, space(t))
	s := newStore(t)
	s.contributor = Contributor{Host: "here", Version: "1"}
	serve(t, s, "ann", right[:20]...)
	serve(t, s, "ben", right[15:40]...)
	serve(t, s, "", right[40:50]...)
	const want = "host of ann 20, host of ben 20, here 10, unknown 0"
	wantContributors(t, s, want)

	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	resume(t, s, space(t))
	if len(remarks) != 1 || !strings.HasPrefix(remarks[0], "run 1, a walk of wonderwall n=6, was served: 35 shards were computed by workers and not confirmed; ") {
		t.Errorf("resumed, it says %q", remarks)
	}

	into := filepath.Join(t.TempDir(), "salvaged.db")
	if _, err := Salvage(s.Path(), into, spaceOf, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	salvaged := openStore(t, into)
	wantContributors(t, salvaged, want)
	if got := workers(t, salvaged); !slices.Equal(got, []string{"ann", "ben"}) {
		t.Errorf("salvaged, the workers are %v", got)
	}

	merged := newStore(t)
	if _, err := mergeAll(merged, s); err != nil {
		t.Fatal(err)
	}
	wantContributors(t, merged, want)
	if got := workers(t, merged); got != nil { // workers of another fleet are no workers of this one
		t.Errorf("merged, the workers are %v", got)
	}

	s.Close()
	lost := filepath.Join(t.TempDir(), "lost.db")
	data, err := os.ReadFile(s.Path())
	if err == nil {
		err = os.WriteFile(lost, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	flip(t, lost, binary.BigEndian.AppendUint64(nil, 3), []byte(`{"host":"here"`), 40)
	again := filepath.Join(t.TempDir(), "again.db")
	if _, err := Salvage(lost, again, spaceOf, func(error) {}); err != nil {
		t.Fatal(err)
	}
	left := openStore(t, again)
	left.contributor = Contributor{Host: "new", Version: "1"}
	walkPart(t, resume(t, left, space(t)), enum.Part{})
	wantContributors(t, left, "host of ann 20, host of ben 20, new 12, unknown 10")

	salvaged.Close()
	flip(t, into, binary.BigEndian.AppendUint64(nil, 1), []byte(`{"host":"host of ann"`), 40)
	salvaged = openStore(t, into)
	remarks, salvaged.Remark = nil, func(text string) { remarks = append(remarks, text) }
	resume(t, salvaged, space(t))
	if len(remarks) != 2 || !strings.Contains(remarks[0], "contributor 1 is damaged") {
		t.Errorf("damaged, it says %q", remarks)
	}
	wantContributors(t, salvaged, "host of ben 20, here 10, unknown 20")
	salvaged.contributor = Contributor{Host: "new", Version: "1"}
	walkPart(t, resume(t, salvaged, space(t)), enum.Part{})
	wantContributors(t, salvaged, "host of ben 20, here 10, new 12, unknown 20")
}
