//go:build unix

package main

import (
	"bytes"
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

// command returns a command that runs the program itself, in a process of its
// own: the test binary under the program's name.
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

// shards returns how many shards a database holds.
func shards(t *testing.T, path string) uint64 {
	t.Helper()
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return 0
	}
	store, err := checkpoints.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	runs, err := store.Runs()
	if err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for _, r := range runs {
		sum += r.Shards
	}
	return sum
}

// TestKilledRunsGoOnAndComeOutTheSame kills a walk of some seconds at random
// moments until one comes through, and compares what that prints with an
// uninterrupted walk. A walk that lived for two seconds has stored something.
func TestKilledRunsGoOnAndComeOutTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("needs ten seconds; go test -short has five for all packages, go test runs it")
	}
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	walk := func(db string, workers string) *exec.Cmd {
		return command(t, "--n", "10", "--shard", "3/384", "--resume", "--quiet", "--workers", workers, "--format", "csv", "--db", filepath.Join(dir, db))
	}
	want, err := walk("whole.db", "2").Output()
	if err != nil {
		t.Fatal(err)
	}

	kills := 0
	for ; ; kills++ {
		before := shards(t, filepath.Join(dir, "killed.db"))
		cmd := walk("killed.db", "1")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		life := time.Duration(random.Int64N(int64(2500 * time.Millisecond)))
		if kills > 40 {
			life = time.Minute // a slow machine: let it come through
		}
		timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			if out.String() != string(want) {
				t.Errorf("seed %d: after %d kills it prints\n%swant\n%s", seed, kills, out.String(), want)
			}
			break
		}
		if after := shards(t, filepath.Join(dir, "killed.db")); after < before || life > 2*time.Second && after == before {
			t.Errorf("seed %d: killed after %v with %d shards stored, %d before", seed, life, after, before)
		}
	}
	if kills == 0 {
		t.Errorf("seed %d: it was never killed", seed)
	}
}

// TestTwoWalksOfOneRunAreKilledAndComeOutTheSame has two processes walk one run at the same
// time, each killed at random moments and begun again until both have come through.
func TestTwoWalksOfOneRunAreKilledAndComeOutTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("needs ten seconds; go test -short has five for all packages, go test runs it")
	}
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	db := filepath.Join(t.TempDir(), "two.db")
	walk := func(db string) *exec.Cmd {
		return command(t, "--n", "10", "--shard", "5/384", "--resume", "--quiet", "--workers", "1", "--format", "csv", "--db", db)
	}
	want, err := walk(filepath.Join(t.TempDir(), "one.db")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var lives [2][]time.Duration
	for i := range lives {
		for range 12 {
			lives[i] = append(lives[i], time.Duration(random.Int64N(int64(2*time.Second))))
		}
		lives[i] = append(lives[i], time.Minute) // and then it comes through
	}
	var both sync.WaitGroup
	for i := range lives {
		both.Go(func() {
			for _, life := range lives[i] {
				cmd := walk(db)
				var out, said bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &said
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
				err := cmd.Wait()
				timer.Stop()
				switch {
				case err == nil && out.String() != string(want):
					t.Errorf("seed %d: process %d prints\n%swant\n%s", seed, i, out.String(), want)
				case said.Len() > 0:
					t.Errorf("seed %d: process %d: %v, it says %q", seed, i, err, said.String())
				}
				if err == nil {
					return
				}
			}
			t.Errorf("seed %d: process %d did not come through", seed, i)
		})
	}
	both.Wait()
	out, err := command(t, "audit", "--rerun", "1%", "--db", db).Output()
	if want := "\n" + db + ": 1 runs, "; err != nil || !strings.Contains(string(out), want) || !strings.HasSuffix(string(out), " 0 faults\n") {
		t.Errorf("seed %d: the audit says %s%v, want one run without faults", seed, out, err)
	}
}

// TestInterruptedRunSaysHowToGoOn sends the signals of Ctrl-C and of a shutdown.
func TestInterruptedRunSaysHowToGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test -short has five for all packages, go test runs it")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		db := filepath.Join(t.TempDir(), "a b.db")
		cmd := command(t, "--n", "10", "--workers", "1", "--db", db)
		var out, errors bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errors
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1200 * time.Millisecond) // the forecast takes a third of a second
		sent := time.Now()
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if took := time.Since(sent); took > time.Second {
			t.Errorf("%v: it took %v to exit", signal, took)
		}
		if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted {
			t.Errorf("%v: exit code %d, want %d", signal, got, verb.ExitInterrupted)
		}
		if want := "Resume with: enumerate --n 10 --workers 1 --db '" + db + "' --resume\n"; !strings.HasSuffix(errors.String(), want) {
			t.Errorf("%v: it says %q, want %q", signal, errors.String(), want)
		}
		if want := "n=10: this will take about "; !strings.HasPrefix(errors.String(), want) {
			t.Errorf("%v: it says %q, want %q first", signal, errors.String(), want)
		}
		if out.Len() > 0 {
			t.Errorf("%v: it prints %q", signal, out.String())
		}
		if shards(t, db) == 0 {
			t.Errorf("%v: nothing was stored", signal)
		}
	}
}
