package fleet

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

// before is a copy of the database of which TestADatabaseFromBeforeShardsHadContributors of package checkpoints says what is in it.
func before(t testing.TB) (path string) {
	t.Helper()
	packed, err := os.Open("../../checkpoints/testdata/before-shards-had-contributors.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	path = filepath.Join(t.TempDir(), "before.db")
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// rerunAll walks all shards again that are stored, and returns what is said of it.
func rerunAll(t testing.TB, path string) (said []string) {
	t.Helper()
	tell := func(text string) { said = append(said, strings.ReplaceAll(text, path, "")) }
	_, err := checkpoints.Audit{Space: spaceOf, Rerun: checkpoints.Rerun{Share: 1, Workers: 2}, Fault: func(err error) { tell(err.Error()) }, Remark: tell,
		Walked: func(run uint64, k checkpoints.Key, c checkpoints.Check) {
			tell(fmt.Sprintf("run %d, a %v: %d of %d", run, k, c.Shards, c.Of))
		},
	}.Check(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

func sequence(from, to uint64) (list []uint64) {
	for id := from; id < to; id++ {
		list = append(list, id)
	}
	return list
}

// TestServedRunsOfAnOlderProgramAreTakenOver serves a run of which an older program has stored what each worker did in a run of its own.
// These results are from elsewhere: they confirm nothing, and a ban stays.
func TestServedRunsOfAnOlderProgramAreTakenOver(t *testing.T) {
	t.Parallel()
	const signer = "SHA256:awgRZt3+xtmbLaPvNXNuY72L+Zun3XOQkc9638a0VDA"
	path := before(t)
	whole := rerunAll(t, path)
	s := newStore(t, path)
	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	for again := range 2 {
		remarks = nil
		c := newClerk(t, s, 6)
		if err := c.adopt(c.register.ledger.(*storedRun)); err != nil {
			t.Fatal(err)
		}
		want := "run 8, a walk of wonderwall n=6, takes over the shards of 3 workers, which an older program has stored in a run for each; they are verified like the results of a new worker"
		if said := len(remarks) == 1 && remarks[0] == want; said != (again == 0) {
			t.Errorf("it says %q", remarks)
		}
		if got := slices.Sorted(maps.Keys(c.register.disputed)); again == 0 && !slices.Equal(got, []uint64{20}) {
			t.Errorf("shards %v are disputed, want 20", got)
		}
		var done, confirmed []uint64
		for id := range uint64(62) {
			if c.register.done(id) {
				done = append(done, id)
			}
			if c.register.hasQuorum(id) {
				confirmed = append(confirmed, id)
			}
		}
		if want := slices.Concat(sequence(0, 20), sequence(21, 25), sequence(30, 40)); !slices.Equal(done, want) {
			t.Errorf("shards %v are done, want %v", done, want)
		}
		if len(confirmed) > 0 {
			t.Errorf("shards %v are confirmed, want none", confirmed)
		}
		if got, want := c.members(), "cleo 0 0 for a test; "; got != want {
			t.Errorf("members %s, want %s", got, want)
		}
		if got, want := c.register.describeElsewhere(), "34 shards are from elsewhere (12 of alpha/ann, 12 of an unknown contributor, 10 of beta/ben)"; got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	runs := func() (list []checkpoints.Summary) {
		list, err := s.Runs()
		if err != nil || len(list) != 5 {
			t.Fatalf("%d runs, %v; want 5", len(list), err)
		}
		return list
	}
	made := func(r checkpoints.Summary) map[string]uint64 {
		list := map[string]uint64{"nobody": r.Unknown(r.Shards)}
		for _, m := range r.Contributors {
			list[m.Host] += m.Shards
		}
		return list
	}
	if got, want := made(runs()[4]), map[string]uint64{"vm": 12, "alpha": 12, "beta": 10, "nobody": 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("it is made by %v, want %v", got, want)
	}

	// What was not changed is as it was, and signed; what was is right.
	after := rerunAll(t, path)
	if want := append(slices.Clone(whole[:4]), "run 8, a walk of wonderwall n=6: 34 of 34"); !slices.Equal(after, want) {
		t.Errorf("the audit says %q, want %q", after, want)
	}
	if key, err := runs()[0].SignedBy(); err != nil || key != signer {
		t.Errorf("run 1 is signed by %q, %v", key, err)
	}
	ruleset := wonderwall.New()
	method, err := ruleset.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Run(t.Context(), checkpoints.Request{Ruleset: ruleset, Method: method, Size: 6, Resume: true, Workers: 1}, checkpoints.Observer{})
	if err != nil || result.Checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
		t.Errorf("Checks = %+v, %v", result.Checks, err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{"vm": 12, "alpha": 12, "beta": 10, "nobody": 0}
	want[host] += 28
	if got := made(runs()[4]); !reflect.DeepEqual(got, want) || !runs()[4].Finished {
		t.Errorf("resumed, it is made by %v, want %v", got, want)
	}

	// It merges into a new one, and contributors go along.
	into := newStore(t, filepath.Join(t.TempDir(), "into.db"))
	offer, err := s.Offer()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := into.Merge(spaceOf, offer); err != nil {
		t.Fatal(err)
	}
	all, err := into.Runs()
	if err != nil || len(all) != 5 || !reflect.DeepEqual(made(all[4]), want) {
		t.Errorf("%d runs are merged, %v, the last made by %v, want %v", len(all), err, made(all[4]), want)
	}
}

// TestServeTakesOverBeforeItServes, also if it is ended at once.
func TestServeTakesOverBeforeItServes(t *testing.T) {
	t.Parallel()
	path := before(t)
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	s := newStore(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	ready := func(JoinURL, string) { cancel() }
	err = Serve(ctx, Service{Store: s, Key: walkOf(6), Space: space, Listen: "127.0.0.1:0", Files: path, Lease: time.Second, Ready: ready})
	if all, failed := s.Runs(); !errors.Is(err, context.Canceled) || failed != nil || len(all) != 5 {
		t.Errorf("Serve = %v; %d runs are left, %v; want 5", err, len(all), failed)
	}
}
