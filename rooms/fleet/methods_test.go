package fleet

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/sampling"
)

// layersOnce is a space whose layers only the coordinator may make: the walker of a worker fails without the states of
// a shard.
type layersOnce struct {
	enum.Space
	t *testing.T
}

func (l layersOnce) Walker() enum.Walker { return pathOnly{l.Space.Walker(), l.t} }

type pathOnly struct {
	enum.Walker
	t *testing.T
}

func (p pathOnly) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if shard.Path == nil {
		p.t.Errorf("shard %d comes without its states", shard.ID)
	}
	return p.Walker.Walk(ctx, shard, tally)
}

// For each method, the stored tally of a served run must equal that of the same run when it is not served.
func TestWalksCountsAndSamplesAreServed(t *testing.T) {
	sampled := checkpoints.Key{Ruleset: "wonderwall", Size: 9, Method: enum.Sample, Seed: 3}
	for name, key := range map[string]checkpoints.Key{
		"walk":   {Ruleset: "wonderwall", Size: 6, Method: enum.Walk},
		"count":  {Ruleset: "wonderwall", Size: 8, Method: "count"},
		"core":   {Ruleset: "wonderwall", Size: 8, Method: "core"},
		"cores":  {Ruleset: "wonderwall", Size: 6, Method: "core-walk"},
		"sample": sampled,
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "core" {
				t.Skip("waits for seconds, as the count does; go test runs it")
			}
			ctx := t.Context()
			space, err := spaceOf(key)
			if err != nil {
				t.Fatal(err)
			}
			if s, ok := space.(sampling.Sampling); ok {
				s.Trials = 5000
				space = s
			}
			want := enum.NewTally(len(space.Verdicts()))
			err = enum.Run(ctx, space, enum.Plan{Workers: 2}, func(r enum.Result) error { want.Merge(r.Tally); return nil })
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "test.db")
			store, err := checkpoints.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			ready := make(chan JoinURL, 1)
			ended := make(chan error, 1)
			go func() {
				ended <- Serve(ctx, Service{
					Store: store, Key: key, Space: space, Listen: "127.0.0.1:0", Files: path, Check: 0.02, Lease: neverEnds,
					Ready: func(u JoinURL, _ string) { ready <- u },
					waits: patientTimeouts,
				})
			}()
			url := <-ready
			worker := Worker{URL: url, Workers: 2, Host: "test", Version: "test", waits: patientTimeouts, Space: func(k checkpoints.Key) (enum.Space, error) {
				own, err := spaceOf(k)
				if _, portable := own.(enum.Portable); portable && err == nil {
					own = layersOnce{own, t}
				}
				return own, err
			}}
			if err := worker.Work(ctx); err != nil {
				t.Error(err)
			}
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			runs, err := store.Runs()
			if err != nil || len(runs) != 1 || !runs[0].Tally.Equal(want) {
				t.Errorf("%d runs are stored, %v; expected one, with the tally of a run that was not served", len(runs), err)
			}
			if s, ok := space.(sampling.Sampling); ok { // the stored sample also answers a shorter one
				s.Trials = s.Batch()
				c, err := newCoordinator(Service{Key: key, Space: s, Lease: time.Second}, &storedRun{store: store, key: key, space: s, self: testSelf}, ownSubjects, rand.New(rand.NewPCG(1, 1)), make(void))
				if err != nil || c.register.missingShards() > 0 {
					t.Fatalf("a shorter sample: %v", err)
				}
				if err := c.register.prove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
