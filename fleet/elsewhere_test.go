package fleet

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
)

// The tests here put results into a database that its coordinator has neither computed nor accepted from a worker.

// part stores results in a database of its own, as another machine would with --shard.
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
	maker, err := checkpoints.Maker{Host: "stranger", Version: "1", Started: time.Unix(0, 0).UTC()}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	run := store.Fresh(walkOf(n), space)
	err = run.Edit(func(tx *db.Tx, run uint64) error {
		number, err := tx.AddMaker(run, maker)
		for _, r := range results {
			e, failed := checkpoints.NewEntry(r.Shard.ID, r.Tally, r.Took)
			e.Provenance.Maker = uint32(number)
			err = errors.Join(err, failed, tx.ReplaceShard(run, r.Shard.ID, e.Encode()))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// merge merges a database into another one.
func merge(t testing.TB, into *checkpoints.Store, path string) {
	t.Helper()
	from, err := checkpoints.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	offer, err := from.Offer()
	if err == nil {
		err = offer.Validate(spaceOf)
	}
	if err == nil {
		_, err = into.Merge(spaceOf, offer)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMergedForgeriesAreFound merges a part in which games are moved to the other verdict, and serves the rest with every shard checked.
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
				if said := s.remarks(); !strings.Contains(said, fmt.Sprintf("%d shards are from elsewhere (%[1]d of stranger)", len(half))) ||
					!strings.Contains(said, "the results from elsewhere of stranger are discarded") || !strings.Contains(said, "100% is confirmed") {
					t.Errorf("it says %s", said)
				}
			})
		})
	}
}

// TestOnlyTheCoordinatorsOwnResultsAreItsOwn stores all shards of a run as somebody else would have, most of them wrong, and expects a
// coordinator that checks every shard to find all of them out.
func TestOnlyTheCoordinatorsOwnResultsAreItsOwn(t *testing.T) {
	here := newStore(t, filepath.Join(t.TempDir(), "test.db")).Fresh(walkOf(6), toy{1}).Self()
	for _, tt := range []struct {
		claim  string
		makers []checkpoints.Maker
		who    checkpoints.Provenance
		named  string
	}{
		{"by nobody, as an older program stored them", nil, checkpoints.Provenance{}, "an unknown contributor"},
		{"by a contributor whose record is damaged", []checkpoints.Maker{{}}, checkpoints.Provenance{Maker: 1}, "an unknown contributor"},
		{"by a number out of range", nil, checkpoints.Provenance{Maker: 7}, "an unknown contributor"},
		{"confirmed by a number out of range", nil, checkpoints.Provenance{Maker: 7, Confirmer: 8}, "an unknown contributor"},
		{"by another machine", []checkpoints.Maker{{Host: "lab", Version: "1"}}, checkpoints.Provenance{Maker: 1}, "lab"},
		{"by this machine, with another command", []checkpoints.Maker{here}, checkpoints.Provenance{Maker: 1}, here.Host},
		{"signed by somebody", []checkpoints.Maker{{Host: "lab", Version: "1", SignedBy: "SHA256:x"}}, checkpoints.Provenance{Maker: 1}, "lab, signed by SHA256:x"},
		{"by workers of another coordinator", []checkpoints.Maker{{Host: "a", Key: "ANN"}, {Host: "b", Key: "BEN"}}, checkpoints.Provenance{Maker: 1, Confirmer: 2}, "a/ANN"},
		{"by a coordinator with another identity", []checkpoints.Maker{{Host: here.Host, Version: here.Version, Coordinator: "another"}}, checkpoints.Provenance{Maker: 1}, here.Host},
		{"confirmed by a coordinator with another identity", []checkpoints.Maker{{Host: "lab", Version: "1"}, {Host: here.Host, Version: here.Version, Coordinator: "another"}}, checkpoints.Provenance{Maker: 1, Confirmer: 2}, "lab"},
		{"confirmed by its own contributor", []checkpoints.Maker{{Host: "a", Key: "ANN", Coordinator: testSelf}}, checkpoints.Provenance{Maker: 1, Confirmer: 1}, ""},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				space, err := spaceOf(walkOf(6))
				if err != nil {
					t.Fatal(err)
				}
				_, wrong := tallies(t, space)
				s := serveInMemory(t, 6, 1, 10*time.Second, func(of *Service) {
					run := of.Store.Fresh(of.Key, of.Space)
					err := run.Edit(func(tx *db.Tx, run uint64) (err error) {
						for _, m := range tt.makers {
							data, failed := m.Encode()
							_, added := tx.AddMaker(run, data)
							err = errors.Join(err, failed, added)
						}
						for _, r := range wrong {
							e, failed := checkpoints.NewEntry(r.Shard.ID, r.Tally, r.Took)
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
				if said := s.remarks(); tt.named != "" && !strings.Contains(said, want) {
					t.Errorf("it says %s, want %s", said, want)
				}
			})
		})
	}
}
