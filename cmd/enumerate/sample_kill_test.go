//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"enumerate/cli/verb"
)

// A sample that is killed and resumed must have the same trials as one that runs through. The test kills an endless
// sample when something is stored, resumes it, and interrupts it when more is stored. Then it extends the sample by a
// few trials and compares it with one of this number that was not disturbed.
func TestKilledSamplesResumeWithTheSameTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "killed.db")
	const endless = "9000000000000000"
	for _, signal := range []os.Signal{os.Kill, syscall.SIGINT} {
		before := shards(t, db)
		cmd := command(t, "sample", "--n", "30", "--trials", endless, "--resume", "--workers", "1", "--db", db)
		ignoreEarlySignals(t, cmd)
		var out, errors heard
		cmd.Stdout, cmd.Stderr = &out, &errors
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var life time.Duration // how long the process lives, in processor time, so that it does not depend on the load
		took := interruptOnce(t, cmd, signal, func() bool {
			life = processorTime(cmd.Process.Pid)
			return shards(t, db) > before
		})
		if runtime.GOOS == "linux" && life > 2200*time.Millisecond {
			t.Errorf("%v: a batch was stored after %v of processor time, want two seconds", signal, life)
		}
		if out.String() != "" {
			t.Errorf("%v: it prints %q", signal, out.String())
		}
		if signal == os.Kill {
			continue
		}
		if took > time.Second {
			t.Errorf("%v: it took %v to exit", signal, took)
		}
		if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted {
			t.Errorf("%v: exit code %d, want %d", signal, got, verb.ExitInterrupted)
		}
		if want := "Resume with: enumerate sample --n 30 --trials " + endless + " --workers 1 --db " + db + " --resume\n"; !strings.HasSuffix(errors.String(), want) {
			t.Errorf("%v: it says %q, want %q", signal, errors.String(), want)
		}
	}
	trials := strconv.FormatUint(100*shards(t, db)+150, 10)
	want, err := command(t, "sample", "--n", "30", "--trials", trials, "--format", "csv").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := command(t, "sample", "--n", "30", "--trials", trials, "--format", "csv", "--resume", "--db", db).Output()
	if err != nil || string(got) != string(want) {
		t.Errorf("%s trials, killed, interrupted and resumed, print %s, %v, want %s", trials, got, err, want)
	}
}

// An interrupted sample that is not stored must print no result, and say that nothing is stored. On a slow machine it
// first says how far it is.
func TestAnInterruptedUnstoredSampleIsReported(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for a while; go test runs it")
	}
	t.Parallel()
	cmd := command(t, "sample", "--n", "30", "--trials", "9000000000000000")
	ignoreEarlySignals(t, cmd)
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	interruptOnce(t, cmd, os.Interrupt, func() bool { return processorTime(cmd.Process.Pid) >= 500*time.Millisecond })
	if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted || out.Len() > 0 || !strings.Contains(errors.String(), "interrupted; nothing is stored") {
		t.Errorf("exit code %d, it prints %q and says %q; want %d, nothing, and that nothing is stored", got, out.String(), errors.String(), verb.ExitInterrupted)
	}
}
