package fleet

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

var spaceOf = checkpoints.Spaces([]*enum.Ruleset{wonderwall.New()}, nil)

// TestMain has eight of these tests run at once, on however few cores: they wait more than they
// compute.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// classes are how many solvable and unsolvable ones there are of n players, by three methods.
func classes(n int) [2]string {
	return [2]string{data.Golden("wonderwall", n, "solvable-classes"), data.Golden("wonderwall", n, "unsolvable-classes")}
}

// A served run of a test.
type served struct {
	path  string
	store *checkpoints.Store
	key   checkpoints.Key
	url   JoinURL
	ended chan error

	mu   sync.Mutex
	last Status
	said []string
}

// serve serves a walk of n players.
func serve(t *testing.T, ctx context.Context, n int, check float64) *served {
	t.Helper()
	return serveOn(t, ctx, n, check, nil)
}

// serveOn serves it on a cluster.
func serveOn(t *testing.T, ctx context.Context, n int, check float64, cluster *Cluster) *served {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
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
	s := &served{path: path, store: store, key: key, ended: make(chan error, 1)}
	ready := make(chan JoinURL, 1)
	go func() {
		s.ended <- Serve(ctx, Service{
			Store: store, Key: key, Space: space, Listen: "127.0.0.1:0", Cluster: cluster, Files: path, Check: check, Lease: 2 * time.Second,
			Ready: func(u JoinURL, _ string) { ready <- u },
			Status: func(st Status) {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.last = st
			},
			Remark: func(text string) {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.said = append(s.said, text)
			},
		})
	}()
	select {
	case s.url = <-ready:
	case err := <-s.ended:
		t.Fatal(err)
	}
	return s
}

// remarks returns what the coordinator has remarked.
func (s *served) remarks() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.said, "\n")
}

// work starts a worker, whose space may lie, and returns what it ends with.
func (s *served) work(ctx context.Context, lie func(enum.Space) enum.Space) chan error {
	return workAt(ctx, s.url, 1, lie)
}

// workAt starts one that does a number of shards at once. It is more patient than a cluster takes to
// choose a leader.
func workAt(ctx context.Context, url JoinURL, workers int, lie func(enum.Space) enum.Space) chan error {
	ended := make(chan error, 1)
	go func() {
		ended <- Worker{URL: url, Workers: workers, Host: "test", Version: "test", GiveUp: 20 * time.Second, Space: func(k checkpoints.Key) (enum.Space, error) {
			space, err := spaceOf(k)
			if err == nil && lie != nil {
				space = lie(space)
			}
			return space, err
		}}.Work(ctx)
	}()
	return ended
}

// await waits until the status is as wanted, for the run to end, or for some seconds.
func (s *served) await(ctx context.Context, wanted func(Status) bool) {
	for range 250 {
		s.mu.Lock()
		last := s.last
		s.mu.Unlock()
		if wanted(last) || ctx.Err() != nil || len(s.ended) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// right fails the test unless the run ends well, and with the right totals.
func (s *served) right(t *testing.T) {
	t.Helper()
	if err := <-s.ended; err != nil {
		t.Fatalf("%v\n%s\n%s", err, s.remarks(), string(encode(s.last)))
	}
	space, err := spaceOf(s.key)
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.store.Resume(s.key, space)
	if err != nil {
		t.Fatal(err)
	}
	result, err := run.Finish(enum.Part{})
	if err != nil {
		t.Fatal(err)
	}
	if got := [2]string{result.Tally.Sum(0).String(), result.Tally.Sum(1).String()}; got != classes(s.key.Size) {
		t.Errorf("%v classes, want %v\n%s", got, classes(s.key.Size), s.remarks())
	}
	all, err := s.store.Runs()
	if err != nil || len(all) != 1 {
		t.Errorf("%d runs are left, %v; want one", len(all), err)
	}
}

// within is a context for a test.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestTwoWorkersReachTheTotalsOfAWalk(t *testing.T) {
	t.Parallel()
	ctx := within(t, time.Minute)
	s := serve(t, ctx, 7, 0.02)
	a, b := s.work(ctx, nil), s.work(ctx, nil)
	s.right(t)
	for _, ended := range []chan error{a, b} {
		if err := <-ended; err != nil {
			t.Error("a worker ends with", err)
		}
	}
	if s.last.Confirmed < proven {
		t.Errorf("%d shards were checked, want %d of each worker at least", s.last.Confirmed, proven)
	}
}

// A lying space has walkers of which every so-many-th shard is wrong.
type lying struct {
	enum.Space
	every uint64 // 0: a colluder, who is wrong wherever the other one is
	how   func(right, wrong *enum.Tally)
	met   *atomic.Uint64
}

func (l lying) Walker() enum.Walker { return &lyingWalker{l, l.Space.Walker()} }

type lyingWalker struct {
	lying
	honest enum.Walker
}

func (l *lyingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	lies := l.every == 0 && shard.ID%10 == 3
	if l.every > 0 {
		lies = l.met.Add(1)%l.every == 0
	}
	if !lies {
		return l.honest.Walk(ctx, shard, tally)
	}
	right := enum.NewTally(2)
	err := l.honest.Walk(ctx, shard, right)
	l.how(right, tally)
	return err
}

// exchanged takes one verdict for the other: the sums of games and classes still hold.
func exchanged(right, wrong *enum.Tally) {
	for verdict := range 2 {
		for _, bar := range right.Histogram(verdict) {
			wrong.AddBig(1-verdict, bar.Key, bar.Count)
		}
	}
}

// one class too many: the sums no longer hold.
func tooMany(right, wrong *enum.Tally) {
	wrong.Merge(right)
	wrong.Add(1, 1, 1)
}

func liar(every uint64, how func(right, wrong *enum.Tally)) func(enum.Space) enum.Space {
	return func(s enum.Space) enum.Space { return lying{s, every, how, new(atomic.Uint64)} }
}

// TestAWorkerThatIsAlwaysWrongIsBannedWithinTenShards counts what one does before it is found out,
// who joins a run that is under way, is the first of one, or is alone.
func TestAWorkerThatIsAlwaysWrongIsBannedWithinTenShards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		claim         string
		before, after int // honest workers
	}{
		{"under way", 1, 0},
		{"the first", 0, 1},
		{"alone", 0, 0},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			t.Parallel()
			ctx := within(t, 30*time.Second)
			s := serve(t, ctx, 7, 0.02)
			if tt.before > 0 { // one who leaves something to do
				s.work(ctx, func(s enum.Space) enum.Space { return slow{s, 10 * time.Millisecond} })
				s.await(ctx, func(s Status) bool { return s.Stored >= 100 })
			}
			wrong := new(atomic.Uint64)
			ended := s.work(ctx, func(s enum.Space) enum.Space { return lying{s, 1, exchanged, wrong} })
			for range tt.after {
				s.work(ctx, nil)
			}
			if err := <-ended; !errors.Is(err, ErrBanned) {
				t.Errorf("it ends with %v, want %v", err, ErrBanned)
			}
			if did := wrong.Load(); did < 1 || did > 10 {
				t.Errorf("it was banned after %d shards, want 1 to 10", did)
			}
			if tt.before+tt.after == 0 {
				s.work(ctx, nil)
			}
			s.right(t)
		})
	}
}

func TestLiarsSpoilNoTotal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		claim  string
		check  float64
		liars  []func(enum.Space) enum.Space
		honest int
		banned bool // for certain
	}{
		{"always wrong", 0.02, []func(enum.Space) enum.Space{liar(1, exchanged)}, 1, true},
		{"wrong one time in twenty", 0.5, []func(enum.Space) enum.Space{liar(20, exchanged)}, 1, true},
		{"wrong one time in twenty, so that the sums do not hold", 0.02, []func(enum.Space) enum.Space{liar(20, tooMany)}, 1, true},
		{"wrong one time in 200, so that the sums do not hold", 0.02, []func(enum.Space) enum.Space{liar(200, tooMany)}, 1, false},
		{"always wrong and never checked, but for the proof", 0, []func(enum.Space) enum.Space{liar(1, tooMany)}, 1, true},
		{"wrong one time in twenty and never checked", 0, []func(enum.Space) enum.Space{liar(20, tooMany)}, 1, true},
		{"wrong and alone", 0.02, []func(enum.Space) enum.Space{liar(1, exchanged)}, 0, true},
		{"two who agree on what is wrong", 1, []func(enum.Space) enum.Space{liar(0, tooMany), liar(0, tooMany)}, 0, true},
		{"all is checked", 1, []func(enum.Space) enum.Space{liar(50, exchanged)}, 1, false},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			t.Parallel()
			ctx := within(t, 30*time.Second)
			s := serve(t, ctx, 7, tt.check)
			var ended []chan error
			for _, lie := range tt.liars {
				ended = append(ended, s.work(ctx, lie))
			}
			s.await(ctx, func(s Status) bool { return s.Stored >= 60 }) // the liars have had their chance
			for range tt.honest {
				s.work(ctx, nil)
			}
			if tt.honest == 0 { // another worker has to do the rest once the liars are banned
				for _, e := range ended {
					go func() { <-e; s.work(ctx, nil) }()
				}
			}
			s.right(t)
			if tt.banned && !strings.Contains(s.remarks(), "is banned") {
				t.Errorf("nobody was banned:\n%s", s.remarks())
			}
			t.Log(s.remarks())
		})
	}
}
