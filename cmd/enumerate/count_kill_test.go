//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

// A count that is killed or interrupted and resumed must print the same totals as a count that runs through. The test
// ends a count at random moments and resumes it. In its first half second the count makes layers (files of intermediate
// results), and then it computes shards, so it is ended in both phases.
func TestKilledCountsResumeWithTheSameTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; go test runs it")
	}
	t.Parallel()
	const seed = 5
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	killed := filepath.Join(dir, "killed.db")
	count := func(db string, workers string) *exec.Cmd {
		return command(t, "count", "--n", "9", "--shard", "3/4", "--resume", "--quiet", "--workers", workers, "--format", "csv", "--memory", "64MiB", "--db", db)
	}
	want, err := count(filepath.Join(dir, "whole.db"), "2").Output()
	if err != nil {
		t.Fatal(err)
	}

	ends := 0
	for ; ; ends++ {
		before := shards(t, killed)
		cmd := count(killed, "1")
		ignoreEarlySignals(t, cmd)
		var out, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		signal := []os.Signal{os.Kill, os.Interrupt}[random.IntN(2)]
		life := time.Duration(random.Int64N(int64(1500 * time.Millisecond))) // processor time
		err := endAfter(t, cmd, signal, life)
		if err == nil {
			if out.String() != string(want) {
				t.Errorf("seed %d: after %d ends it prints\n%swant\n%s", seed, ends, out.String(), want)
			}
			break
		}
		if code := cmd.ProcessState.ExitCode(); code >= 0 && code != verb.ExitInterrupted || out.Len() > 0 || stderr.Len() > 0 {
			t.Errorf("seed %d: %v after %v: exit code %d, it prints %q and says %q", seed, signal, life, code, out.String(), stderr.String())
		}
		if after := shards(t, killed); after < before {
			t.Errorf("seed %d: %v after %v with %d shards stored, %d before", seed, signal, life, after, before)
		}
	}
	if ends == 0 {
		t.Errorf("seed %d: it always came through", seed)
	}
	wantNoLayers(t, killed)
}

func wantNoLayers(t *testing.T, db string) {
	t.Helper()
	if _, err := os.Stat(db + ".layers"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s.layers is still there: %v", db, err)
	}
}

// interrupt starts a command, sends it a signal as soon as underWay returns true, and returns its standard output and
// standard error. The test fails if the command does not exit soon.
func interrupt(t *testing.T, cmd *exec.Cmd, signal os.Signal, underWay func(printed, stderr string) bool) (printed, stderr string) {
	t.Helper()
	ignoreEarlySignals(t, cmd)
	var out, errors heard
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	took := interruptOnce(t, cmd, signal, func() bool { return underWay(out.String(), errors.String()) })
	if took > 5*time.Second {
		t.Errorf("%v: it took %v to exit", signal, took)
	}
	if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted {
		t.Errorf("%v: exit code %d, want %d", signal, got, verb.ExitInterrupted)
	}
	return out.String(), errors.String()
}

// A count that is interrupted before its first shard, while it makes layers, must also print how to resume it.
func TestInterruptedCountPrintsHowToResume(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "a b.db")
	count := command(t, "count", "--n", "10", "--workers", "1", "--db", db)
	printed, stderr := interrupt(t, count, os.Interrupt, func(_, stderr string) bool {
		return strings.Contains(stderr, "this will take about ")
	})
	if want := "interrupted; finished shards are stored. Resume with: enumerate count --n 10 --workers 1 --db '" + db + "' --resume\n"; printed != "" || !strings.HasSuffix(stderr, want) {
		t.Errorf("it prints %q and says %q, want %q", printed, stderr, want)
	}
	growth := command(t, "count", "--n", "10", "--layers", "--format", "csv")
	printed, stderr = interrupt(t, growth, syscall.SIGTERM, func(printed, _ string) bool {
		return strings.Count(printed, "\n") > 2
	})
	if want := "ruleset,n,layer,states,"; !strings.HasPrefix(printed, want) || stderr != "" {
		t.Errorf("it prints %q and says %q, want %q and nothing", printed, stderr, want)
	}
}

// If a count is interrupted, finished layers must stay in their files and not be made again, and the layer in progress,
// which takes about ten seconds, must leave nothing.
func TestInterruptedLayersAreKept(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "kept.db")
	dir := filepath.Join(db+".layers", "wonderwall-10-count")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	method, err := wonderwall.New().Method("count")
	if err != nil {
		t.Fatal(err)
	}
	means := enum.Means{
		Dir: dir, Memory: 64, Workers: 2, // too little for any layer
		Observe: func(p enum.LayerProgress) {
			if p.Layer == 7 {
				cancel()
			}
		},
	}
	if err := method.Layers(ctx, 10, means); err != context.Canceled {
		t.Fatalf("the layers are made: %v", err)
	}
	files := func() (all []fs.FileInfo) {
		paths, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, info)
		}
		return all
	}
	before := files()
	if len(before) != 6 || before[5].Name() != "all-10-layer-6.layer" {
		t.Fatalf("there are %d files, want 6 layers", len(before))
	}
	// The command has at most one shard to count, so that nearly all its time is spent on layers.
	cmd := command(t, "count", "--n", "10", "--shard", "500/5000", "--workers", "1", "--quiet", "--resume", "--db", db)
	worksAtTheLayer := func(_, _ string) bool { return processorTime(cmd.Process.Pid) >= 1200*time.Millisecond }
	if printed, stderr := interrupt(t, cmd, os.Interrupt, worksAtTheLayer); printed+stderr != "" {
		t.Errorf("it prints %q and says %q", printed, stderr)
	}
	same := func(a, b fs.FileInfo) bool { return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) }
	if after := files(); !slices.EqualFunc(before, after, same) {
		t.Errorf("there were the files %v, then %v", before, after)
	}
}

func TestLayersInFilesAreUsed(t *testing.T) {
	t.Parallel()
	want, err := command(t, "count", "--n", "5", "--db", filepath.Join(t.TempDir(), "whole.db")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim  string
		args   []string
		damage bool
		remark string // the end of every line
	}{
		{"sound, resumed", []string{"--resume"}, false, ""},
		{"damaged, resumed", []string{"--resume"}, true, "; it is made again"},
		{"damaged, resumed quietly", []string{"--resume", "--quiet"}, true, ""},
		{"damaged, begun again", nil, true, ""},
	} {
		db := filepath.Join(t.TempDir(), "left.db")
		dir := filepath.Join(db+".layers", "wonderwall-5-count")
		method, err := wonderwall.New().Method("count")
		if err != nil {
			t.Fatal(err)
		}
		means := enum.Means{Dir: dir, Memory: 64, Workers: 1} // too little for any layer
		if err := method.Layers(context.Background(), 5, means); err != nil {
			t.Fatal(err)
		}
		paths, err := filepath.Glob(filepath.Join(dir, "*.layer"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no layers in %s: %v", dir, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.damage {
				data[len(data)/2] ^= 1
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := command(t, append([]string{"count", "--n", "5", "--db", db}, c.args...)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		got, err := cmd.Output()
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: it prints %q, %v, want %q", c.claim, got, err, want)
		}
		lines := 0
		for line := range strings.Lines(stderr.String()) {
			lines++
			if c.remark == "" || !strings.HasPrefix(line, "n=5: "+dir) || !strings.HasSuffix(line, c.remark+"\n") {
				t.Errorf("%s: it says %q, want %q", c.claim, line, c.remark)
			}
		}
		if c.remark != "" && lines != len(paths) {
			t.Errorf("%s: it says %d lines, want one for each of %q", c.claim, lines, paths)
		}
		wantNoLayers(t, db)
	}
}
