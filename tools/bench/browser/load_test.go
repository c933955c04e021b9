package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	watchers   = 200
	perSecond  = 50
	loadFor    = 5 * time.Second
	longest    = 15 * time.Second // for an answer: what one may take, and a machine with other work
	mostMemory = 512 << 20
)

// While 200 visitors watch the run of a coordinator and 50 games a second are looked up, every answer must come in
// time, and the memory must stay within a limit. When the coordinator is killed, the database must be without faults,
// and have all shards that the status said were stored.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "served.db")
	serve := []string{"serve", "--n", "10", "--db", db, "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"}
	served, err := start(serve...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { served.kill() }()
	poll(func() bool {
		_, err := os.Stat(db + ".join")
		return err == nil
	})
	worker := exec.Command(lab.program, "work", "@"+db+".join", "--workers", "1", "--quiet")
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = worker.Process.Kill(); _ = worker.Wait() }()

	b := newTab(t, served.url)
	b.visit(served.url+"runs", 200)
	b.looks("runs-served")
	before := eval[string](b, "document.querySelector('main').innerText")

	var group sync.WaitGroup
	var events atomic.Int64
	for range watchers {
		group.Go(func() {
			r, err := http.Get(served.url + "runs/events")
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close()
			if r.StatusCode != http.StatusOK {
				t.Errorf("a watcher: %s", r.Status)
			}
			seen := 0
			for lines := bufio.NewScanner(r.Body); lines.Scan(); {
				if strings.HasPrefix(lines.Text(), "event: ") {
					if seen++; seen == 2 {
						events.Add(1)
					}
				}
			}
		})
	}
	var mu sync.Mutex
	var took []time.Duration
	statuses := make(map[int]int)
	var lookups sync.WaitGroup
	ticks := time.NewTicker(time.Second / perSecond)
	defer ticks.Stop()
	for i := range int(loadFor/time.Second) * perSecond {
		<-ticks.C
		lookups.Go(func() {
			begun := time.Now()
			r, err := client.Get(served.url + "lookup?" + url.Values{"ruleset": {"wonderwall"}, "game": {gameOf(i)}}.Encode())
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close()
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, time.Since(begun))
			statuses[r.StatusCode]++
		})
	}
	lookups.Wait()
	slices.Sort(took)
	t.Logf("%d look-ups in %v: median %v, longest %v, by status %v; %d of %d watchers saw it move; %d MiB at most",
		len(took), loadFor, took[len(took)/2], took[len(took)-1], statuses, events.Load(), watchers, served.peak(t)>>20)
	if worst := took[len(took)-1]; worst > longest {
		t.Errorf("a look-up took %v, expected at most %v", worst, longest)
	}
	if statuses[200] == 0 || statuses[200]+statuses[503] != len(took) {
		t.Errorf("look-ups by status: %v; expected 200, or 503 for too many at once", statuses)
	}
	if most := served.peak(t); most > mostMemory {
		t.Errorf("%d MiB held, expected at most %d", most>>20, mostMemory>>20)
	}
	poll(func() bool { return events.Load() >= watchers })
	if after := eval[string](b, "document.querySelector('main').innerText"); after == before {
		t.Errorf("the page has not moved: %q", after)
	}
	b.looks("runs-moving")

	select {
	case <-served.exited:
		t.Fatal("the run has ended before it could be killed")
	default:
	}
	stored := storedShards(t, served.url)
	b.expect("a server that is gone", true)
	served.kill()
	group.Wait()
	out, err := exec.Command(lab.program, "audit", "--db", db).CombinedOutput()
	if err != nil {
		t.Fatalf("audit of what was killed: %v\n%s", err, out)
	}
	found := auditLine.FindSubmatch(out)
	if found == nil {
		t.Fatalf("audit: %s", out)
	}
	if read, err := strconv.Atoi(strings.ReplaceAll(string(found[1]), ",", "")); err != nil || stored == 0 || read < stored {
		t.Errorf("%d shards were stored when it was killed, and audit found %d (%v)", stored, read, err)
	}
}

var auditLine = regexp.MustCompile(`([0-9,]+) shards read, [0-9,]+ recomputed, 0 faults`)

func storedShards(t *testing.T, at string) int {
	t.Helper()
	r, err := client.Get(at + "status")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var status struct{ Stored int }
	if err := json.NewDecoder(r.Body).Decode(&status); err != nil {
		t.Fatal(err)
	}
	return status.Stored
}

// gameOf returns a game of eight players, different ones for different numbers.
func gameOf(i int) string {
	var game strings.Builder
	for p := range 8 {
		a := (p + 1 + i%7) % 8
		b := (p + 1 + i/7%7) % 8
		if a == b {
			b = (p + 1 + (i/7+1)%7) % 8
		}
		fmt.Fprintf(&game, "%c: %c %c\n", 'A'+p, 'A'+a, 'A'+b)
	}
	return game.String()
}

var peakLine = regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`)

// peak returns the largest amount of memory that the process has taken.
func (p *process) peak(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	kib, err := strconv.ParseInt(string(peakLine.FindSubmatch(status)[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
