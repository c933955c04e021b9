package fleet

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

var rulesets = []*enum.Ruleset{wonderwall.New()}

var spaceOf = checkpoints.Spaces(rulesets, nil)

// A served run.
type served struct {
	store *checkpoints.Store
	key   checkpoints.Key
	url   JoinURL
	ended chan error
	last  Status
	said  []string
}

func serve(t *testing.T, ctx context.Context, path string, n int, check float64) *served {
	t.Helper()
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	key := checkpoints.Key{Ruleset: "wonderwall", Size: n, Method: enum.Walk}
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{store: store, key: key, ended: make(chan error, 1)}
	ready := make(chan JoinURL, 1)
	go func() {
		s.ended <- Serve(ctx, Service{
			Store: store, Key: key, Space: space, Listen: "127.0.0.1:0", Identity: path + ".serve", Check: check, Lease: 3 * time.Second,
			Ready: func(u JoinURL) error { ready <- u; return nil }, Status: func(st Status) { s.last = st }, Remark: func(text string) { s.said = append(s.said, text) },
		})
	}()
	select {
	case s.url = <-ready:
	case err := <-s.ended:
		t.Fatal(err)
	}
	return s
}

func TestTwoWorkersReachTheTotalsOfAWalk(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s := serve(t, ctx, filepath.Join(t.TempDir(), "test.db"), 7, 0.02)
	began := time.Now()
	done := make(chan error, 2)
	for range 2 {
		go func() {
			done <- Worker{URL: s.url, Space: spaceOf, Workers: 1, Host: "test", Version: "test"}.Work(ctx)
		}()
	}
	if err := <-s.ended; err != nil {
		t.Fatal(err, s.said)
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	t.Log(time.Since(began), s.last.Stored, s.last.Double, s.last.Confirmed, s.said)
	runs, err := s.store.Runs()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		t.Log(r.ID, r.Key, r.Worker, r.Shards, r.Tally.SumAll())
	}
}
