//go:build linux

// Package soak disturbs the program at random for a given time, and checks that it never prints a wrong result.
//
//	go test ./tools/bench/soak -run Soak -v -timeout 0 -for 1h
//
// It runs jobs: walks, counts, samples, listings, parts in separate databases and their merge, several methods and the
// documents generated from them (job_test.go). Every step of a job first runs undisturbed. Then it runs a few times on
// a new database, each time with another fault (fault_test.go): a signal that kills, stops or interrupts it, a full
// disk, a damaged database, an error of a system call, few descriptors, little memory, a second process.
//
// After each attempt it checks (check_test.go) that
//   - a program that succeeds has printed the same bytes as the undisturbed one, and any other
//     program a prefix of these bytes;
//   - any other exit is explained by the fault, happens in time, and has a message;
//   - the database opens, and has every shard that it had before;
//   - files other than databases are unchanged or complete.
//
// Finally the step runs without a fault and must succeed. At the end of a job, enumerate audit must find no fault in
// any database, and no temporary file may be left. The first violation fails the test, which prints the seed, the job
// and the fault, and keeps the files. To repeat a job with the same faults, give -seed and -job.
//
// Errors of system calls need strace, and full disks need root, to mount them. Without these the soak uses the other
// faults.
package soak

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var (
	lasts   = flag.Duration("for", 0, "how long to disturb the program; without it TestSoak does nothing")
	seed    = flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the random numbers")
	only    = flag.Int64("job", 0, "run only the job with this number")
	program = flag.String("program", "", "the program to disturb; by default enumerate, built from this checkout")
	record  = flag.String("log", "", "file for a log of the faults; by default a file that is removed unless the test fails")
)

func TestSoak(t *testing.T) {
	if *lasts <= 0 && *only <= 0 {
		return
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "soak-") // stays if something is wrong
	if err != nil {
		t.Fatal(err)
	}
	if *program == "" {
		*program = filepath.Join(dir, "enumerate")
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", *program, "enumerate/cmd/enumerate")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // like the release
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	if *record == "" {
		*record = filepath.Join(dir, "faults.log")
	}
	s, err := newSoak(dir, *program, *seed, *record)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("seed %d, for %v; each fault is logged in %s", *seed, *lasts, s.log.Name())
	for _, missing := range s.missing {
		t.Log(missing)
	}
	if *only > 0 {
		err = s.job(ctx, *only)
	} else {
		err = s.jobs(ctx, time.Now().Add(*lasts))
	}
	s.report(t.Output())
	if err != nil && ctx.Err() == nil {
		t.Fatalf("seed %d, %v\nfiles in %s", *seed, err, dir)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Error(err)
	}
	if ctx.Err() != nil {
		t.Error("interrupted")
	}
}

// A soak is one call of TestSoak: its jobs, and what they have found so far.
type soak struct {
	dir      string
	program  string
	seed     uint64
	log      *os.File
	kinds    []kind   // the kinds of faults that are possible on this machine
	missing  []string // sentences about the other kinds
	mounts   bool     // whether disks can be mounted
	salvages bool     // whether the program's audit has --salvage
	until    time.Time

	lock    sync.Mutex // guards the fields below
	wants   map[string]*reference
	counts  map[string]int // faults that struck, by kind
	missed  int            // faults that came too late, or did not affect the program
	done    int            // jobs that are done
	slowest time.Duration  // the longest time from a signal to the exit
	began   time.Time
}

func newSoak(dir, program string, seed uint64, record string) (*soak, error) {
	file, err := os.Create(record)
	if err != nil {
		return nil, err
	}
	s := &soak{
		dir: dir, program: program, seed: seed, log: file, began: time.Now(),
		wants: map[string]*reference{}, counts: map[string]int{},
	}
	s.allow()
	return s, nil
}

// jobs runs jobs until the time is over, one for each processor at a time. The current job is then finished without
// further faults.
func (s *soak) jobs(ctx context.Context, until time.Time) error {
	s.until = until
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for ctx.Err() == nil && !s.over() {
				if err := s.job(ctx, next.Add(1)); err != nil {
					cancel(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

func (s *soak) over() bool { return !s.until.IsZero() && time.Now().After(s.until) }

// job does the job with a number. The job depends only on this number and on the seed.
func (s *soak) job(ctx context.Context, number int64) error {
	random := rand.New(rand.NewPCG(s.seed, uint64(number)))
	steps := draw(random)
	dir := filepath.Join(s.dir, fmt.Sprint(number))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	d := &disturbed{soak: s, number: number, random: random, dir: dir}
	if s.mounts && random.IntN(2) == 0 {
		if err := d.mount(); err != nil {
			return err
		}
	}
	err := d.steps(ctx, steps)
	if ctx.Err() != nil {
		err = nil // the soak was stopped, or another job has failed
	}
	if err != nil {
		err = fmt.Errorf("job %d: %w", number, err)
	}
	if e := d.unmount(err != nil); e != nil {
		return e
	}
	if err != nil {
		return err
	}
	s.lock.Lock()
	s.done++
	s.lock.Unlock()
	return os.RemoveAll(dir)
}

func (s *soak) report(w io.Writer) {
	s.lock.Lock()
	defer s.lock.Unlock()
	faults := 0
	for _, n := range s.counts {
		faults += n
	}
	fmt.Fprintf(w, "%d jobs in %v with %d faults; %d more came too late or did not matter\n", s.done, time.Since(s.began).Round(time.Second), faults, s.missed)
	for _, k := range kinds {
		if n := s.counts[k.name]; n > 0 {
			fmt.Fprintf(w, "  %-12s %6d  %s\n", k.name, n, k.summary)
		}
	}
	fmt.Fprintf(w, "from a signal to the end at most %v\n", s.slowest.Round(time.Millisecond))
}
