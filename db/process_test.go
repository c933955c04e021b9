package db

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/internal/pace"
)

// roles are programs that the test binary runs instead of tests if a role is set in its environment. A role works on
// the file at the path in os.Args[1], prints a line for every step, and returns an exit code.
var roles = map[string]func(path string) int{
	"holder": func(path string) int {
		db, err := Open(path, Options{ReadOnly: len(os.Args) > 2})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		defer db.Close()
		transaction := db.Update
		if len(os.Args) > 2 {
			transaction = db.View
		}
		err = transaction(func(*Tx) error {
			fmt.Println("held")
			io.Copy(io.Discard, os.Stdin) // until the test closes it or dies
			return nil
		})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		return 0
	},
	// The sharer creates a run and stores fifty shards in it and in run 1.
	"sharer": func(path string) int {
		db, err := Open(path, Options{})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		var run uint64
		err = db.Update(func(tx *Tx) (err error) { run, err = tx.CreateRun([]byte(os.Args[2])); return err })
		for shard := uint64(0); shard < 50 && err == nil; shard++ {
			err = db.Update(func(tx *Tx) error {
				return errors.Join(tx.PutShard(run, shard, payloadOf(shard)), tx.PutShard(1, run<<32|shard, payloadOf(shard)))
			})
		}
		if err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println("stored", run)
		return 0
	},
	"locker": func(path string) int {
		if _, err := Lock(path, time.Millisecond); err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println("locked")
		io.Copy(io.Discard, os.Stdin)
		return 0
	},
	"writer": func(path string) int {
		db, err := Open(path, Options{})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		for shard := uint64(0); ; shard++ {
			err := db.Update(func(tx *Tx) error { return tx.PutShard(1, shard, payloadOf(shard)) })
			if err != nil {
				fmt.Println(err)
				return 1
			}
			fmt.Println(shard)
		}
	},
}

func payloadOf(shard uint64) []byte { return []byte(strings.Repeat(fmt.Sprint(shard, " "), 100)) }

const roleVariable = "ENUMERATE_DB_TEST_ROLE"

func TestMain(m *testing.M) {
	patience = time.Hour // so that no test depends on how fast another process releases a lock
	if role := os.Getenv(roleVariable); role != "" {
		os.Exit(roles[role](os.Args[1]))
	}
	os.Exit(m.Run())
}

// A child is this test binary in a role.
type child struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// start starts the test binary in a role.
func start(t *testing.T, role string, change func(*exec.Cmd), args ...string) *child {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{Cmd: exec.Command(exe, args...)}
	c.Env = append(os.Environ(), roleVariable+"="+role)
	c.Stderr = os.Stderr
	if change != nil {
		change(c.Cmd)
	}
	if c.in, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewScanner(out)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	return c
}

func (c *child) line() string {
	c.out.Scan()
	return c.out.Text()
}

// TestTransactionsWaitForOtherProcesses opens a file that another process uses. While that process writes, no other
// transaction may begin. While it reads, this one may read but not write. While it only has the file open, this one may
// do both.
func TestTransactionsWaitForOtherProcesses(t *testing.T) {
	path, _ := sample(t)
	nothing := func(*Tx) error { return nil }
	db, err := Open(path, Options{Timeout: 30 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	writer := start(t, "holder", nil, path)
	if s := writer.line(); s != "held" {
		t.Fatal(s)
	}
	open := func(o Options) func() error {
		return func() error { _, err := Open(path, o); return err }
	}
	for _, c := range []struct {
		timeout time.Duration
		attempt func() error
	}{
		{-1, open(Options{Timeout: -1})},
		{-1, open(Options{Timeout: -1, ReadOnly: true})},
		{30 * time.Millisecond, open(Options{Timeout: 30 * time.Millisecond})},
		{30 * time.Millisecond, func() error { return db.View(nothing) }},
		{30 * time.Millisecond, func() error { return db.Update(nothing) }},
	} {
		begin, watch := time.Now(), pace.Start(t)
		err := c.attempt()
		want(t, path, err, ErrHeld)
		waited := time.Since(begin)
		if took := watch.Stop(); waited < c.timeout || took > c.timeout+5*time.Second {
			t.Errorf("waited %v, want %v", waited, c.timeout)
		}
		if process := fmt.Sprintf("process %d;", writer.Process.Pid); runtime.GOOS == "linux" && !strings.Contains(err.Error(), process) {
			t.Errorf("%q does not say %q", err, process)
		}
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		writer.in.Close()
	}()
	patient, err := Open(path, Options{Timeout: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	// A process that has the file open without a transaction does not block others.
	mustUpdate(t, db, nothing)
	mustUpdate(t, patient, func(*Tx) error {
		err := db.View(nothing)
		want(t, path, err, ErrHeld)
		if err != nil && runtime.GOOS == "linux" && !strings.Contains(err.Error(), "which is this one") {
			t.Errorf("%q does not say that the process is this one", err)
		}
		return nil
	})
	mustClose(t, patient)

	reader := start(t, "holder", nil, path, "read")
	if s := reader.line(); s != "held" {
		t.Fatal(s)
	}
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
	if err := db.View(nothing); err != nil {
		t.Error(err)
	}
	want(t, path, db.Update(nothing), ErrHeld)
}

func TestProcessesShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error { _, err := tx.CreateRun(nil); return err })
	const sharers = 4
	var all []*child
	for i := range sharers {
		all = append(all, start(t, "sharer", nil, path, fmt.Sprint(i)))
	}
	var stored []string
	for _, c := range all {
		stored = append(stored, c.line())
	}
	slices.Sort(stored)
	if w := []string{"stored 2", "stored 3", "stored 4", "stored 5"}; !slices.Equal(stored, w) {
		t.Errorf("got %q, want %q", stored, w)
	}
	for run := range uint64(1 + sharers) {
		shards, want := 0, 50
		if run == 0 {
			want *= sharers
		}
		err := db.View(func(tx *Tx) error {
			return tx.Shards(run+1, func(shard uint64, payload []byte) error {
				if string(payload) == string(payloadOf(shard&0xffffffff)) {
					shards++
				}
				return nil
			})
		})
		if err != nil || shards != want {
			t.Errorf("run %d has %d of %d shards, %v", run+1, shards, want, err)
		}
	}
	if err := db.check(nil); err != nil {
		t.Error(err)
	}
}

func TestAKilledProcessReleasesItsLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.lock")
	for range 2 {
		locker := start(t, "locker", nil, path)
		if s := locker.line(); s != "locked" {
			t.Fatal(s)
		}
		_, err := Lock(path, time.Millisecond)
		want(t, path, err, ErrHeld)
		locker.Process.Kill()
		locker.Wait()
		release, err := Lock(path, time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if s := start(t, "locker", nil, path).line(); !strings.Contains(s, "held by another process") {
			t.Errorf("another process gets %q", s)
		}
		if err := release(); err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the file is there still, %v", err)
		}
	}
}

// TestAKilledProcessKeepsReportedShards kills a process while it stores shards. The file must be sound and have every
// shard reported as stored.
func TestAKilledProcessKeepsReportedShards(t *testing.T) {
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "run.db")
		db := mustOpen(t, path)
		mustUpdate(t, db, func(tx *Tx) error { _, err := tx.CreateRun(nil); return err })
		mustClose(t, db)
		writer := start(t, "writer", nil, path)
		stored := uint64(0)
		for range 10 * (round + 1) {
			if _, err := fmt.Sscan(writer.line(), &stored); err != nil {
				t.Fatal(writer.out.Text())
			}
		}
		writer.Process.Kill()
		writer.Wait()
		db = mustOpen(t, path)
		if err := db.check(nil); err != nil {
			t.Error(err)
		}
		if err := db.View(func(tx *Tx) error {
			next := uint64(0)
			err := tx.Shards(1, func(shard uint64, payload []byte) error {
				if shard != next || string(payload) != string(payloadOf(shard)) {
					t.Errorf("shard %d is %q", shard, payload)
				}
				next++
				return nil
			})
			if next <= stored {
				t.Errorf("%d shards were stored, %d are there", stored+1, next)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}

func TestGoroutinesCreateAndShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { // each creates it, one wins
			db, err := Open(path, Options{Timeout: time.Hour})
			if err != nil {
				t.Error(err)
				return
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error { _, err := tx.CreateRun(nil); return err })
	for g := range uint64(4) {
		all.Go(func() {
			for i := range uint64(10) {
				shard := 10*g + i
				err := errors.Join(
					db.Update(func(tx *Tx) error { return tx.PutShard(1, shard, payloadOf(shard)) }),
					db.View(func(tx *Tx) error {
						if payload, ok, err := tx.Shard(1, shard); err != nil || !ok || string(payload) != string(payloadOf(shard)) {
							return fmt.Errorf("shard %d is %q, %t, %v", shard, payload, ok, err)
						}
						return nil
					}))
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if err := db.View(func(tx *Tx) error {
		n := 0
		err := tx.Shards(1, func(uint64, []byte) error { n++; return nil })
		if n != 40 {
			t.Errorf("got %d shards, want 40", n)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}
