package fleet

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/eventually"
	"enumerate/internal/golden"
)

var spaceOf = checkpoints.Spaces(games.All(), nil)

func classes(n int) [2]string {
	return [2]string{golden.Total("wonderwall", n, "solvable-classes"), golden.Total("wonderwall", n, "unsolvable-classes")}
}

// testSelf names the coordinator of a test among the contributors, also after a restart.
const testSelf = "coordinator of a test"

type served struct {
	path   string
	store  *checkpoints.Store
	key    checkpoints.Key
	url    JoinURL
	memory *memoryNetwork // nil if it is served by a real server
	ended  chan error

	mu    sync.Mutex
	last  Status
	texts []string // remarks
}

const (
	// neverEnds is a lease that is longer than any test. Tests with a real server run in real time, and on a busy
	// machine even an honest worker may be silent for long.
	neverEnds = 24 * time.Hour
	// patient is how long a test waits for the other end of a real connection.
	patient = 24 * time.Hour
)

var patientTimeouts = timeouts{handshake: patient, enrolment: patient, silence: patient, write: patient}

// serve serves a walk of n players over a real server. Leases never end.
func serve(t *testing.T, n int, check float64) *served {
	t.Helper()
	return serveTo(t, n, check, neverEnds, nil)
}

func (s *served) remarks() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.texts, "\n")
}

// work starts a worker, and returns a channel for the error with which it ends. If the function `lie` is not nil, it
// changes the space of the worker.
func (s *served) work(ctx context.Context, lie func(enum.Space) enum.Space) chan error {
	w := Worker{URL: s.url, Workers: 1}
	if s.memory != nil {
		w.reach = s.memory.reach
	}
	return workAs(ctx, w, lie)
}

func workAt(ctx context.Context, url JoinURL, workers int, lie func(enum.Space) enum.Space) chan error {
	return workAs(ctx, Worker{URL: url, Workers: workers}, lie)
}

// workAs starts a worker with the settings of tests. See work.
func workAs(ctx context.Context, w Worker, lie func(enum.Space) enum.Space) chan error {
	w.Host, w.Version, w.GiveUp, w.waits = "test", "test", patient, patientTimeouts
	w.Space = func(k checkpoints.Key) (enum.Space, error) {
		space, err := spaceOf(k)
		if err == nil && lie != nil {
			space = lie(space)
		}
		return space, err
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Work(ctx) }()
	return ended
}

// await waits for a status that is as wanted, or for the end of the run.
func (s *served) await(t *testing.T, wanted func(Status) bool) {
	t.Helper()
	eventually.True(t, func() bool { return wanted(s.status()) || len(s.ended) > 0 })
}

// right fails the test unless the run ends without an error, and with the right totals.
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
		t.Errorf("%d runs are left, %v; expected one", len(all), err)
	}
}

// Two workers compute a walk over a real server. Both must end without an error, and the first shards of each must have
// been verified.
func TestTwoWorkersReachTheTotalsOfAWalk(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 7, 0.02)
	a, b := s.work(ctx, nil), s.work(ctx, nil)
	s.right(t)
	for _, ended := range []chan error{a, b} {
		if err := <-ended; err != nil {
			t.Error("a worker ends with", err)
		}
	}
	if s.last.Confirmations < proven {
		t.Errorf("%d shards were verified, want at least %d of each worker", s.last.Confirmations, proven)
	}
}

// A lying space has walkers whose results are always wrong.
type lying struct {
	enum.Space
	how   func(right, wrong *enum.Tally)
	count *atomic.Uint64
}

func (l lying) Walker() enum.Walker { return &lyingWalker{l, l.Space.Walker()} }

type lyingWalker struct {
	lying
	honest enum.Walker
}

func (l *lyingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	l.count.Add(1)
	right := enum.NewTally(2)
	err := l.honest.Walk(ctx, shard, right)
	l.how(right, tally)
	return err
}

// exchanged fills the tally `wrong` with the games of `right`, each under the other verdict. The numbers of games and
// classes stay right.
func exchanged(right, wrong *enum.Tally) {
	for verdict := range 2 {
		for _, bar := range right.Histogram(verdict) {
			wrong.AddBig(1-verdict, bar.Key, bar.Count)
		}
	}
}

func TestAWorkerThatIsAlwaysWrongIsBannedWithinTenShards(t *testing.T) {
	for _, tt := range []struct {
		claim         string
		before, after int // honest workers
	}{
		{"after an honest worker", 1, 0},
		{"before an honest worker", 0, 1},
		{"alone", 0, 0},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				ctx := t.Context()
				s, found := serveInMemory(t, 7, 0.02, 2*time.Second), make(chan struct{})
				if tt.before > 0 { // a worker that leaves shards for others
					s.work(ctx, func(s enum.Space) enum.Space { return slow{s, 5 * time.Millisecond, found} })
					s.await(t, func(s Status) bool { return s.StoredResults >= 20 })
				}
				wrong := new(atomic.Uint64)
				ended := s.work(ctx, func(s enum.Space) enum.Space { return lying{s, exchanged, wrong} })
				for range tt.after {
					s.work(ctx, nil)
				}
				if err := <-ended; !errors.Is(err, ErrBanned) {
					t.Errorf("the worker ends with %v, want %v", err, ErrBanned)
				}
				close(found)
				if did := wrong.Load(); did < 1 || did > 10 {
					t.Errorf("the worker was banned after %d shards, expected 1 to 10", did)
				}
				if tt.before+tt.after == 0 {
					s.work(ctx, nil)
				}
				s.right(t)
			})
		})
	}
}
