//go:build unix

package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
)

// command returns a command that runs the program in a separate process. It runs the test binary under the name of the
// program.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "enumerate")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return exec.Command(path, args...)
}

// heard is the text that a process has printed so far. A test can read it while the process is running.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// shards returns the number of shards in the database at path, 0 if there is no file.
func shards(t *testing.T, path string) uint64 {
	t.Helper()
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return 0
	}
	store, err := checkpoints.OpenReadOnly(path)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer store.Close()
	runs, err := store.Runs()
	if err != nil {
		t.Error(err)
		return 0
	}
	var sum uint64
	for _, r := range runs {
		sum += r.Shards
	}
	return sum
}

// Two processes that walk the same run in one database must find the right totals, even if they are killed. The test
// kills each at random moments and begins it again, until both end. Stored shards must stay, and a walk that has lived
// for two seconds must have stored something.
func TestTwoKilledWalksOfOneRunHaveTheSameTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("needs ten seconds; go test runs it")
	}
	t.Parallel()
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	db, one := filepath.Join(t.TempDir(), "two.db"), filepath.Join(t.TempDir(), "one.db")
	walk := func(db string) *exec.Cmd {
		return command(t, "--n", "10", "--shard", "5/384", "--resume", "--quiet", "--workers", "1", "--format", "csv", "--db", db)
	}
	want, err := walk(one).Output()
	if err != nil {
		t.Fatal(err)
	}
	all := shards(t, one)
	var lives [2][]time.Duration // processor time
	for i := range lives {
		for range 12 {
			lives[i] = append(lives[i], time.Duration(random.Int64N(int64(2500*time.Millisecond))))
		}
		lives[i] = append(lives[i], math.MaxInt64) // and then it comes through
	}
	var both sync.WaitGroup
	for i := range lives {
		both.Go(func() {
			for _, life := range lives[i] {
				before := shards(t, db)
				cmd := walk(db)
				var out, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &stderr
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				err := endAfter(t, cmd, os.Kill, life)
				switch {
				case err == nil && out.String() != string(want):
					t.Errorf("seed %d: process %d prints\n%swant\n%s", seed, i, out.String(), want)
				case stderr.Len() > 0:
					t.Errorf("seed %d: process %d: %v, it says %q", seed, i, err, stderr.String())
				}
				if err == nil {
					return
				}
				if after := shards(t, db); after < before || life > 2*time.Second && after == before && after < all {
					t.Errorf("seed %d: process %d is killed after %v with %d shards stored, %d before", seed, i, life, after, before)
				}
			}
			t.Errorf("seed %d: process %d did not come through", seed, i)
		})
	}
	both.Wait()
	out, err := command(t, "audit", "--rerun", "1%", "--db", db).Output()
	if want := "\n" + db + ": 1 run, "; err != nil || !strings.Contains(string(out), want) || !strings.HasSuffix(string(out), " 0 faults\n") {
		t.Errorf("seed %d: the audit says %s%v, want one run without faults", seed, out, err)
	}
}

func TestInterruptedRunPrintsHowToResume(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		db := filepath.Join(t.TempDir(), "a b.db")
		cmd := command(t, "--n", "10", "--workers", "1", "--db", db)
		ignoreEarlySignals(t, cmd)
		var out, errors heard
		cmd.Stdout, cmd.Stderr = &out, &errors
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		took := interruptOnce(t, cmd, signal, func() bool {
			return strings.Contains(errors.String(), "this will take about ") && shards(t, db) > 0
		})
		if took > time.Second {
			t.Errorf("%v: it took %v to exit", signal, took)
		}
		if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted {
			t.Errorf("%v: exit code %d, want %d", signal, got, verb.ExitInterrupted)
		}
		if want := "Resume with: enumerate --n 10 --workers 1 --db '" + db + "' --resume\n"; !strings.HasSuffix(errors.String(), want) {
			t.Errorf("%v: it says %q, want %q", signal, errors.String(), want)
		}
		if want := "n=10: this will take about "; !strings.Contains(errors.String(), want) {
			t.Errorf("%v: it says %q, want %q first", signal, errors.String(), want)
		}
		if out.String() != "" {
			t.Errorf("%v: it prints %q", signal, out.String())
		}
	}
}
