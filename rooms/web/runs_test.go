package web

import (
	"bufio"
	"context"
	"io"
	"math/big"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/eventually"
	"enumerate/internal/rows"
	"enumerate/rooms/fleet"
)

// TestRunsAreLinkedOnlyWithADatabase looks for the link to the page Runs in the navigation. The page Runs itself always
// has the link.
func TestRunsAreLinkedOnlyWithADatabase(t *testing.T) {
	for _, s := range []*site{testSite(t), withRuns(t, 3, enum.Walk)} {
		for _, at := range []string{"/", "/lookup", "/runs"} {
			_, err := os.Stat(s.Database)
			if got := strings.Contains(ask(s.handler(), at, nil).Body.String(), `href="/runs"`); got != (err == nil || at == "/runs") {
				t.Errorf("%s: whether there is such a room is %t", at, got)
			}
		}
	}
}

// TestAServedRunIsWatched opens the page of a run while the server still prepares it, and while workers compute it.
// Names and messages from workers must be shown as text and not as markup.
func TestAServedRunIsWatched(t *testing.T) {
	board := new(fleet.Board)
	s := newSite(Site{Rulesets: games.All(), Board: board, Remark: func(text string) { t.Error(text) }}, "")
	h := s.handler()
	page := func() string {
		s.runs.validUntil = time.Time{}
		return ask(h, "/runs", nil).Body.String()
	}
	board.ShowLayer(enum.LayerProgress{Of: "games with <b>", Layer: 2, Layers: 9, Share: 0.256, States: 1234, Children: 5678, Bytes: 1 << 20})
	if text := textOf(page()); !strings.Contains(text, "has not been opened to workers yet: its layers are being made") || !strings.Contains(text, "games with <b> 2 of 9 25.6 % 1,234 5,678 1.0 MiB") {
		t.Errorf("before workers can come it says %q", text)
	}
	board.ShowLayer(enum.LayerProgress{Of: "games with <b>", Layer: 2, Layers: 9, Share: 1, States: 2000, Children: 6000, Bytes: 1 << 21, Done: true, Alive: new(big.Int), Dead: new(big.Int)})
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	status := fleet.Status{
		At: now, Key: checkpoints.Key{Ruleset: "wonderwall", Size: 9, Method: enum.Walk}, Shards: 1000, Missing: 1000, ToVerify: 7,
		Workers: []fleet.WorkerStatus{
			{Name: "one/ABCDEF", ComputedShards: 1234, ConfirmedShards: 20, Connected: true, Cores: 8, LastSeen: now},
			{Name: "two/GHIJKL", BanReason: "its shard 7 is <script>", LastSeen: now},
			{Name: "three/MNOPQR", ComputedShards: 5, LastSeen: now.Add(-2 * time.Minute)},
		},
	}
	board.Show(status)
	for second := 1; second <= 10; second++ {
		status.At, status.Missing, status.Share = status.At.Add(time.Second), status.Missing-20, float64(second)/100
		board.Show(status)
	}
	body := page()
	noMarkupOf(t, "/runs", body)
	text := textOf(body)
	for _, want := range []string{
		"walk of wonderwall n=9", "share 10.0 %", "shards 200 of 1,000", "rate 20 shards/s", "time left 2 minutes", "to be verified 7 shards", "workers 1 at work",
		"one/ABCDEF 1,234 20 8 at work", "banned: its shard 7 is <script>", "three/MNOPQR 5 0 silent for 2 minutes", "2 of 9 made 2,000 6,000 2.0 MiB",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q: %q", want, text)
		}
	}
	if !strings.Contains(body, `<progress class="bar" max="1" value="0.1`) {
		t.Error("there is no bar of the share")
	}
	if !strings.Contains(body, `<noscript><meta http-equiv="refresh"`) {
		t.Error("without script it is not loaded again")
	}
}

// TestTwoHundredWatchAGrowingRun stores results of a run while 200 clients watch its progress. The server must read the
// database once for all clients. When they have left, nothing that belongs to them may remain.
func TestTwoHundredWatchAGrowingRun(t *testing.T) {
	const clients = 200
	s := withRuns(t, 4, enum.Walk)
	s.runs.interval = 100 * time.Millisecond
	at, _ := open(t, Site{Rulesets: s.Rulesets}, func(server *Server) { server.http.Handler = s.handler() })
	before := runtime.NumGoroutine()
	ctx, stop := context.WithCancel(t.Context())
	var heap runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&heap)
	begun := heap.HeapAlloc

	store, err := checkpoints.Open(s.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r := s.Rulesets[0]
	method, err := r.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	const steps = 5
	var seen [steps]atomic.Int64 // by number of distinct shard counts: the clients that have seen that many
	var different sync.WaitGroup
	var events atomic.Int64
	transport := &http.Transport{}
	client := &http.Client{Transport: transport}
	for range clients {
		different.Go(func() {
			request, err := http.NewRequestWithContext(ctx, "GET", at+"/runs/events", nil)
			if err != nil {
				t.Error(err)
				return
			}
			answer, err := client.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("a watcher is answered %s", answer.Status)
				return
			}
			lines := bufio.NewScanner(answer.Body)
			lines.Buffer(nil, 1<<20)
			shards := make(map[string]bool)
			for lines.Scan() {
				if strings.HasPrefix(lines.Text(), "event: now") {
					events.Add(1)
				}
				_, stored, ok := strings.Cut(lines.Text(), "<dt>shards stored</dt>")
				if ok && !shards[stored] && len(shards) < steps {
					shards[stored] = true
					seen[len(shards)-1].Add(1)
				}
			}
		})
	}
	began := time.Now()
	for step := range seen { // the run is not finished with them
		part := enum.Part{Res: uint64(step), Mod: steps + 1}
		if _, err := store.Run(t.Context(), checkpoints.Request{Ruleset: r, Size: 6, Method: method, Part: part, Resume: true, Workers: 1}, checkpoints.Observer{}); err != nil {
			t.Fatal(err)
		}
		eventually.True(t, func() bool { return seen[step].Load() >= clients })
	}
	if each, most := events.Load()/clients, int64(time.Since(began)/s.runs.interval)+3; each > most {
		t.Errorf("%d events for each, expected at most %d in %v", each, most, time.Since(began))
	}
	stacks := make([]byte, 8<<20)
	doing := func(function string) int {
		return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "web.(*runsPage)."+function+"(")
	}
	for range 20 {
		if n := doing("readStatus"); n > 1 {
			t.Errorf("%d goroutines read for %d who watch, want 1", n, clients)
		}
	}
	if n := runtime.NumGoroutine() - before; n > 6*clients { // two of the client, two of a connection, one of the test, and some
		t.Errorf("%d goroutines more for %d who watch", n, clients)
	}
	runtime.ReadMemStats(&heap)
	if grown := int64(heap.HeapAlloc) - int64(begun); grown > 200<<20 {
		t.Errorf("%d MiB more for %d who watch", grown>>20, clients)
	}
	stop()
	different.Wait()
	transport.CloseIdleConnections()
	eventually.True(t, func() bool { return doing("sendChanges") == 0 })
	if _, err := store.Runs(); err != nil {
		t.Errorf("after that the database is %v", err)
	}
}

// TestReloadsReadTheDatabaseOnceASecond loads the page of runs fifty times. The test closes the database after the
// first reading, so another one would fail.
func TestReloadsReadTheDatabaseOnceASecond(t *testing.T) {
	s := withRuns(t, 3, enum.Walk)
	h := s.handler()
	if w := ask(h, "/runs", nil); w.Code != 200 {
		t.Fatal(w.Code)
	}
	s.runs.follower.store.Close() // the next reading has an error
	began := time.Now()
	for range 50 {
		if page := textOf(ask(h, "/runs", nil).Body.String()); strings.Contains(page, "cannot be read") && time.Since(began) < watchEvery/2 {
			t.Fatal("it is read again at once")
		}
	}
}

func TestAWatchedDatabaseMayComeAndGo(t *testing.T) {
	s := withRuns(t, 3, enum.Walk)
	whole := s.Database
	s.Database = whole + ".none"
	seen := func() string {
		s.runs.validUntil = time.Time{}
		w := ask(s.handler(), "/runs", nil)
		text, _ := io.ReadAll(w.Body)
		return textOf(string(text))
	}
	if text := seen(); !strings.Contains(text, "does not exist yet") {
		t.Errorf("without one it says %q", text)
	}
	s.Database = whole
	if text := seen(); !strings.Contains(text, "All runs of "+whole+" are finished") {
		t.Errorf("once it is there it says %q", text)
	}
}

// TestAWatchedRunHasTheShareThatIsCovered looks at the progress that the page shows of a run. This must be the share of
// the games that the finished shards cover, and not the share of the shards. The test computes a part of a run with
// small shards, for which the two shares differ.
func TestAWatchedRunHasTheShareThatIsCovered(t *testing.T) {
	s := withRuns(t, 3, enum.Walk)
	store, err := checkpoints.Open(s.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r := s.Rulesets[0]
	method, err := r.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	result, err := store.Run(t.Context(), checkpoints.Request{Ruleset: r, Size: 6, Method: method, Part: enum.Part{Res: 0, Mod: 8}, Workers: 1}, checkpoints.Observer{})
	if err != nil {
		t.Fatal(err)
	}
	var shards uint64
	for range result.Space.Shards() {
		shards++
	}
	if covered, byShards := result.Totals.Share(), float64(result.Shards)/float64(shards); rows.Percent(covered) == rows.Percent(byShards) {
		t.Fatalf("the part is no example: it is %v of the games and %v of the shards", covered, byShards)
	}
	text := textOf(ask(s.handler(), "/runs", nil).Body.String())
	for _, want := range []string{"share " + rows.Percent(result.Totals.Share()) + " %", "are not finished. A run counts or samples the games of one ruleset and size"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q: %q", want, text)
		}
	}
}
