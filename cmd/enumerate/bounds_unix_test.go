//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/rooms/simulate"
)

// A job is a command line that would take far longer than a test, or wait for ever.
type job struct {
	verb    string // the verb, "" for the program without a verb
	args    string
	input   func() string // makes the text of the file input.txt; if nil, there is no file, and standard input does not end
	held    bool          // another process has locked the database a.db, and the verb waits for it
	waits   bool          // the verb waits for others and computes nothing
	blocked bool          // the output is not read, so the verb waits to write
	late    string        // the --timeout that ends the verb; 300ms if "", none if "none"
	large   string        // the --memory that the verb exceeds; none if ""
}

// jobs returns at least one job for each verb. A verb that only prints a text needs no job.
func jobs() []job {
	return []job{
		{verb: "", args: "--n 13 --workers 2 --quiet --db a.db", large: "64MiB"},
		{verb: "", args: "--n 13 --shard 5/1000000007 --quiet --db a.db", late: "none"},
		{verb: "count", args: "--n 12 --quiet --db a.db"},
		{verb: "count", args: "--n 12 --layers", late: "none"},
		{verb: "classes", args: "--n 13 -o listed"},
		{verb: "class", args: "input.txt", input: func() string { return alike(20_000) }},
		{verb: "class", args: "-", waits: true, late: "none"},
		{verb: "solve", args: "input.txt --algorithm backtrack", input: trap},
		{verb: "solve", args: "input.txt --repair", late: "none", input: func() string { return alike(100_000) }},
		{verb: "solve", args: "input.txt --dimacs -o formula", input: func() string { return alike(1000) }},
		{verb: "solve", args: "--game nim 20,30,40,50,80 --algorithm exhaustive", large: "64MiB"},
		{verb: "solve", args: "--check - --game spies", waits: true, late: "none"},
		{verb: "draw", args: "- -o drawn.svg", waits: true},
		{verb: "generate", args: "random --n 10000000 -o made", large: "64MiB"},
		{verb: "generate", args: "random --n 9 --count 1000000000", blocked: true, late: "none"},
		{verb: "sample", args: "--n 1000000 --trials 100 --workers 2 --resume --quiet --db a.db", large: "64MiB"},
		{verb: "sample", args: "--n 10000000 --trials 1 --workers 1 --quiet"},
		{verb: "simulate", args: "--n 1000 --trials 100000 --max-steps 100000 --resume --quiet --db a.db"},
		{verb: "certificate", args: "/dev/zero"},
		{verb: "check", args: "--n 100 --trials 1000000000 --quiet --db a.db"},
		{verb: "play", args: "--game nim 3 5 7", waits: true, late: "none"},
		{verb: "values", args: "--game col --n 16 --format csv -o values.csv"},
		{verb: "expansion", args: "--terms 8"},
		{verb: "runs", args: "--db a.db", held: true},
		{verb: "results", args: "--db a.db", held: true},
		{verb: "plan", args: "--n 13 --cores 100"},
		{verb: "audit", args: "--rerun 100% --db a.db", held: true},
		{verb: "merge", args: "b.db a.db", held: true},
		{verb: "serve", args: "--n 13 --quiet --db a.db --listen 127.0.0.1:0"}, // lists shards for minutes
		{verb: "serve", args: "--n 10 --quiet --db a.db --listen 127.0.0.1:0", waits: true, late: "1s"},
		{verb: "web", args: "--db a.db", waits: true},
		{verb: "work", waits: true, args: "tls://token@" + silent() + "#" + strings.Repeat("A", 43)},
	}
}

var callers []net.Conn

// silent returns the address of a listener that never answers.
var silent = sync.OnceValue(func() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				panic(err)
			}
			callers = append(callers, conn)
		}
	}()
	return l.Addr().String()
})

// trap returns a game that backtracking does not solve.
func trap() string {
	var game bytes.Buffer
	program().Main([]string{"generate", "trap", "--copies", "40"}, nil, &game, io.Discard)
	return game.String()
}

// The list of jobs must be complete, so that a new verb is tested too, and each verb must have --timeout and --memory.
func TestEveryVerbHasAJobThatEnds(t *testing.T) {
	words := []string{"claims", "games", "version", "completion"}
	listed := jobs()
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		named := func(j job) bool { return j.verb == cmd.Name() || j.verb == "" && cmd == root }
		if has := slices.ContainsFunc(listed, named); has == slices.Contains(words, cmd.Name()) {
			t.Errorf("%s: jobs has one: %v", cmd.CommandPath(), has)
		}
		for _, flag := range []string{"timeout", "memory"} {
			if cmd.RunE != nil && cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no --%s", cmd.CommandPath(), flag)
			}
		}
	}
}

// Every verb must end within a second of Ctrl-C, of --timeout and of --memory, with the right exit code and message,
// and must leave its files in order.
func TestEveryVerbEndsInItsBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	for _, j := range jobs() {
		late := j.late
		if late == "" {
			late = "300ms"
		}
		name := strings.TrimSpace(j.verb + " " + j.args)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j.interrupted(t)
			if late != "none" {
				j.crosses(t, "--timeout", late)
			}
			if j.large != "" {
				j.crosses(t, "--memory", j.large)
			}
		})
	}
}

// A trial is what a job has printed and left in its directory, after it has ended.
type trial struct {
	dir            string
	stdout, stderr string
	state          *os.ProcessState
	took           time.Duration // the time from the signal to the end, by a watch that runs slower on a busy machine
}

// underWay reports whether the process of the job has begun to compute, or to wait.
func (j job) underWay(pid int) bool {
	if j.waits || j.held || j.blocked {
		return asleep(pid)
	}
	return processorTime(pid) >= 200*time.Millisecond
}

// run runs a job in a new directory until it ends. If interrupted is set, it sends Ctrl-C when the job is under way.
func (j job) run(t *testing.T, interrupted bool, flags ...string) trial {
	t.Helper()
	dir := t.TempDir()
	if j.input != nil {
		if err := os.WriteFile(filepath.Join(dir, "input.txt"), []byte(j.input()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if j.held {
		defer hold(t, filepath.Join(dir, "a.db"))()
	}
	for _, name := range []string{"tmp", "state"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := command(t, append(strings.Fields(j.verb+" "+j.args), flags...)...)
	ignoreEarlySignals(t, cmd)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if j.blocked {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer read.Close()
		defer write.Close()
		cmd.Stdout = write
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var took time.Duration
	if interrupted {
		took = interruptOnce(t, cmd, os.Interrupt, func() bool { return j.underWay(cmd.Process.Pid) })
	} else {
		_ = cmd.Wait()
	}
	return trial{dir, stdout.String(), stderr.String(), cmd.ProcessState, took}
}

// hold locks the database at path until release is called.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	d, err := db.Open(path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	locked, done, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- d.Update(func(*db.Tx) error {
			close(locked)
			<-done
			return nil
		})
	}()
	<-locked
	return func() {
		close(done)
		if err := errors.Join(<-ended, d.Close()); err != nil {
			t.Error(err)
		}
	}
}

// interrupted checks that Ctrl-C ends the job in time.
func (j job) interrupted(t *testing.T) {
	t.Helper()
	run := j.run(t, true)
	t.Logf("ended %4d ms after Ctrl-C, %d ms of CPU in all", run.took.Milliseconds(), (run.state.UserTime() + run.state.SystemTime()).Milliseconds())
	if got := run.state.ExitCode(); got != verb.ExitInterrupted || run.took > 5*time.Second {
		t.Errorf("Ctrl-C: exit code %d after %v, want %d in a second; it says %q", got, run.took, verb.ExitInterrupted, run.stderr)
	}
	j.leavesOrder(t, run)
}

// crosses checks that the job ends when it exceeds a limit: the flag --timeout or --memory, with this value.
func (j job) crosses(t *testing.T, flag, bound string) {
	t.Helper()
	run := j.run(t, false, flag, bound)
	worked := run.state.UserTime() + run.state.SystemTime()
	t.Logf("ended after %4d ms of CPU with %s %s", worked.Milliseconds(), flag, bound)
	if got := run.state.ExitCode(); got != verb.ExitUnknown || worked > 20*time.Second {
		t.Errorf("%s %s: exit code %d after %v of CPU, want %d", flag, bound, got, worked, verb.ExitUnknown)
	}
	// A verb that prints its progress has such lines before the message.
	if last := lastLine(run.stderr); !strings.Contains(last, "the limit of "+bound+" ("+flag+") is exceeded") || strings.Count(run.stderr, "enumerate: ") > 2 {
		t.Errorf("%s %s: it says %q", flag, bound, run.stderr)
	}
	j.leavesOrder(t, run)
}

func lastLine(text string) string {
	text = strings.TrimSuffix(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// leavesOrder checks what a job has left: the output has whole lines only, there is no file except those that are to
// stay, and an audit finds no fault in the database.
func (j job) leavesOrder(t *testing.T, run trial) {
	t.Helper()
	if run.stdout != "" && !strings.HasSuffix(run.stdout, "\n") && j.verb != "play" { // which asks on a line
		t.Errorf("it prints a part of a line: %q", lastLine(run.stdout))
	}
	// On a busy machine, a command that is cancelled may take so long to stop that the program exits without waiting
	// for it. Then serve leaves its lock file, like a killed process. The file does not keep the next serve from
	// starting, so it is among the files that may stay.
	stays := []string{"a.db", "a.db.layers", "a.db.serve", "a.db.serving", "a.db.join", "input.txt", "state", "tmp"}
	var litter []string
	for _, pattern := range []string{"*", ".*", "tmp/*"} {
		found, err := filepath.Glob(filepath.Join(run.dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if !slices.Contains(stays, filepath.Base(path)) {
				litter = append(litter, path)
			}
		}
	}
	if litter != nil {
		t.Errorf("it leaves %q", litter)
	}
	path := filepath.Join(run.dir, "a.db")
	if _, err := os.Stat(path); err != nil {
		return
	}
	spaces := (&verb.Program{Rulesets: games.All(), ExtraSpace: simulate.Space}).Spaces(func(checkpoints.Key) enum.Means { return enum.Means{} })
	fault := func(err error) { t.Errorf("the database: %v", err) }
	if _, err := (checkpoints.Audit{Space: spaces, Rerun: checkpoints.Rerun{Workers: 1}, Fault: fault, Remark: func(string) {}}).Check(context.Background(), path); err != nil {
		t.Errorf("the database: %v", err)
	}
}
