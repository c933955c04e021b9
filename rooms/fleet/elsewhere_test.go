package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
)

// part stores results in a new database, as another machine does with --shard.
func part(t testing.TB, n int, results []enum.Result) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "part.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	space, err := spaceOf(walkOf(n))
	if err != nil {
		t.Fatal(err)
	}
	contributor, err := checkpoints.Contributor{Host: "stranger", Version: "1", Started: time.Unix(0, 0).UTC()}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	run := store.NewRun(walkOf(n), space)
	err = run.Edit(func(tx *db.Tx, run uint64) error {
		number, err := tx.AddContributor(run, contributor)
		for _, r := range results {
			e, failed := checkpoints.NewEntry(r.Shard.ID, r.Tally, encodeTally(r.Tally), r.Took)
			e.Provenance.Contributor = uint32(number)
			err = errors.Join(err, failed, tx.ReplaceShard(run, r.Shard.ID, e.Encode()))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// merge merges the runs of another database into a store.
func merge(t testing.TB, into *checkpoints.Store, path string) {
	t.Helper()
	from, err := checkpoints.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	offer, err := from.Offer()
	if err == nil {
		err = offer.Validate(spaceOf, func(remark string) { t.Error(remark) })
	}
	if err == nil {
		_, err = into.Merge(spaceOf, offer)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A part of a run is merged whose results are forged: games were moved from one verdict to the other, so that the
// numbers of games stay right. The coordinator verifies every shard, and must replace the wrong results.
func TestMergedForgeriesAreFound(t *testing.T) {
	for _, n := range []int{6, 7} {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 6 && testing.Short() {
				t.Skip("takes seconds; go test runs it")
			}
			inVirtualTime(t, func(t *testing.T) {
				space, err := spaceOf(walkOf(n))
				if err != nil {
					t.Fatal(err)
				}
				_, wrong := tallies(t, space)
				half := wrong[:len(wrong)/2]
				s := serveInMemory(t, n, 1, 10*time.Second, func(of *Service) {
					merge(t, of.Store, part(t, n, half))
				})
				for range 2 {
					s.work(t.Context(), func(s enum.Space) enum.Space { return slow{Space: s, time: time.Second} })
				}
				s.right(t)
				if remarks := s.remarks(); !strings.Contains(remarks, fmt.Sprintf("%d shards are from elsewhere (%[1]d of stranger)", len(half))) ||
					!strings.Contains(remarks, "the results of stranger that were already in the database are discarded") || !strings.Contains(remarks, "100% of the shards are confirmed") {
					t.Errorf("the remarks are %s", remarks)
				}
			})
		})
	}
}

// The record that names the worker of all shards is damaged. With --verify 100%, a new coordinator verifies every shard
// that it has not computed itself. It must not take these shards for its own: each must be recomputed.
func TestADamagedContributorIsNotTheCoordinator(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 1, 10*time.Second, func(of *Service) {
			before := newTestRegister(t, of.Store, 6)
			right, _ := tallies(t, before.space)
			before.delivers("ann", right...)
			damage(t, of.Store.Path(), `"key":"ann"`)
		})
		s.work(t.Context(), nil)
		s.right(t)
		if st := s.status(); st.Confirmations < 62 || st.StoredResults != 0 {
			t.Errorf("%d results confirm one, and %d are new; expected at least 62 and none", st.Confirmations, st.StoredResults)
		}
		if remarks := s.remarks(); !strings.Contains(remarks, "the coordinator with 0 of 62 shards; 62 shards are from elsewhere (62 of an unknown contributor); 100% of the shards are confirmed") {
			t.Errorf("the remarks are %s", remarks)
		}
	})
}

// damage changes a byte of each record in a database that has a text.
func damage(t testing.TB, path, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !bytes.Contains(data, []byte(text)) {
		t.Fatalf("no record has %s", text)
	}
	for at := 0; ; at++ {
		i := bytes.Index(data[at:], []byte(text))
		if i < 0 {
			return
		}
		at += i
		if _, err := f.WriteAt([]byte{data[at] ^ 1}, int64(at)); err != nil {
			t.Fatal(err)
		}
	}
}

// On its probation, a new worker computes shards whose results are known from recent work. The coordinator must not
// compare them with results that were merged from another machine. Here the merged results are wrong. An honest worker
// contradicts them and must pass its probation; a dishonest worker agrees with them and must not pass.
func TestProbationsDoNotUseResultsFromElsewhere(t *testing.T) {
	t.Parallel()
	for _, honest := range []bool{true, false} {
		t.Run(fmt.Sprintf("honest: %v", honest), func(t *testing.T) {
			t.Parallel()
			c, out, now := newSlowCoordinator(t, 0.02)
			_, wrong := tallies(t, c.space)
			merge(t, c.register.ledger.(*storedRun).store, part(t, 6, wrong[:30]))
			if err := c.register.read(true); err != nil {
				t.Fatal(err)
			}
			for _, r := range wrong[:recently] {
				c.schedule.recent = append(c.schedule.recent, r.Shard)
			}
			say := bookOf(t, walkOf(6), nil)
			if !honest {
				say = bookOf(t, walkOf(6), exchanged)
			}
			out.say(t, c, now, enroller, &enrolment{"new"})
			out.say(t, c, now, "new", &hello{Protocol: protocol})
			probation := out.given(t, c, now, "new")
			out.say(t, c, now, "new", &delivery{Epoch: c.epoch, Number: 1, Shards: say.of(probation.Shards)})
			if w := c.roster.workers["new"]; w.admitted {
				t.Error("the worker passes its probation before the coordinator has computed a shard")
			}
			out.walkAll(t, c, now)
			if w := c.roster.workers["new"]; w.admitted != honest || w.ban == "" != honest {
				t.Errorf("the worker has passed its probation: %v; it is banned: %q", w.admitted, w.ban)
			}
		})
	}
}

// With --verify 100%, a coordinator verifies all results that it has not computed itself. All shards of the run are
// stored with wrong results (exchanged verdicts), each time with another record of who computed them, so that the
// coordinator must replace them all.
func TestResultsOfOtherContributorsAreVerified(t *testing.T) {
	here := newStore(t, filepath.Join(t.TempDir(), "test.db")).NewRun(walkOf(6), toy{1}).Self()
	for _, tt := range []struct {
		claim        string
		contributors []checkpoints.Contributor
		who          checkpoints.Provenance
		named        string
	}{
		{"without a contributor, as an older program stored them", nil, checkpoints.Provenance{}, "an unknown contributor"},
		{"by a contributor whose record is damaged", []checkpoints.Contributor{{}}, checkpoints.Provenance{Contributor: 1}, "an unknown contributor"},
		{"by a number out of range", nil, checkpoints.Provenance{Contributor: 7}, "an unknown contributor"},
		{"confirmed by a number out of range", nil, checkpoints.Provenance{Contributor: 7, Confirmer: 8}, "an unknown contributor"},
		{"by another machine", []checkpoints.Contributor{{Host: "lab", Version: "1"}}, checkpoints.Provenance{Contributor: 1}, "lab"},
		{"by another command on this machine", []checkpoints.Contributor{here}, checkpoints.Provenance{Contributor: 1}, here.Host},
		{"signed", []checkpoints.Contributor{{Host: "lab", Version: "1", SignedBy: "SHA256:x"}}, checkpoints.Provenance{Contributor: 1}, "lab, signed by SHA256:x"},
		{"by workers of another coordinator", []checkpoints.Contributor{{Host: "a", Key: "ANN"}, {Host: "b", Key: "BEN"}}, checkpoints.Provenance{Contributor: 1, Confirmer: 2}, "a/ANN"},
		{"by a coordinator with another identity", []checkpoints.Contributor{{Host: here.Host, Version: here.Version, Coordinator: "another"}}, checkpoints.Provenance{Contributor: 1}, here.Host},
		{"confirmed by a coordinator with another identity", []checkpoints.Contributor{{Host: "lab", Version: "1"}, {Host: here.Host, Version: here.Version, Coordinator: "another"}}, checkpoints.Provenance{Contributor: 1, Confirmer: 2}, "lab"},
		{"confirmed by its own contributor", []checkpoints.Contributor{{Host: "a", Key: "ANN", Coordinator: testSelf}}, checkpoints.Provenance{Contributor: 1, Confirmer: 1}, ""},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				space, err := spaceOf(walkOf(6))
				if err != nil {
					t.Fatal(err)
				}
				_, wrong := tallies(t, space)
				s := serveInMemory(t, 6, 1, 10*time.Second, func(of *Service) {
					run := of.Store.NewRun(of.Key, of.Space)
					err := run.Edit(func(tx *db.Tx, run uint64) (err error) {
						for _, m := range tt.contributors {
							data, failed := m.Encode()
							_, added := tx.AddContributor(run, data)
							err = errors.Join(err, failed, added)
						}
						for _, r := range wrong {
							e, failed := checkpoints.NewEntry(r.Shard.ID, r.Tally, encodeTally(r.Tally), r.Took)
							e.Provenance = tt.who
							err = errors.Join(err, failed, tx.ReplaceShard(run, r.Shard.ID, e.Encode()))
						}
						return err
					})
					if err != nil {
						t.Fatal(err)
					}
				})
				s.work(t.Context(), nil)
				s.right(t)
				want := fmt.Sprintf("62 shards are from elsewhere (62 of %s)", tt.named)
				if remarks := s.remarks(); tt.named != "" && !strings.Contains(remarks, want) {
					t.Errorf("the remarks are %s, want %s", remarks, want)
				}
			})
		})
	}
}
