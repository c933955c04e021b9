package db

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// roles are what the test binary does, instead of testing, when it is run with
// a role in the environment: with the path in os.Args[1] it prints a line for
// every step and returns an exit code.
var roles = map[string]func(path string) int{
	"holder": func(path string) int {
		db, err := Open(path, Options{ReadOnly: len(os.Args) > 2})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		defer db.Close()
		fmt.Println("held")
		io.Copy(io.Discard, os.Stdin) // until the test closes it or dies
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

// line returns the next line that the child prints, "" if it ended.
func (c *child) line() string {
	c.out.Scan()
	return c.out.Text()
}

// A file that another process has open to write cannot be opened, and the error
// says which process that is. Readers hold it only against writers.
func TestHeld(t *testing.T) {
	path, _ := sample(t)
	writer := start(t, "holder", nil, path)
	if s := writer.line(); s != "held" {
		t.Fatal(s)
	}
	for _, o := range []Options{{Timeout: -1}, {Timeout: 30 * time.Millisecond}, {Timeout: -1, ReadOnly: true}} {
		begin := time.Now()
		_, err := Open(path, o)
		want(t, path, err, ErrHeld)
		if wait := time.Since(begin); wait < o.Timeout || wait > o.Timeout+5*time.Second {
			t.Errorf("waited %v, want %v", wait, o.Timeout)
		}
		if process := fmt.Sprintf("process %d;", writer.Process.Pid); runtime.GOOS == "linux" && !strings.Contains(err.Error(), process) {
			t.Errorf("%q does not say %q", err, process)
		}
	}
	// It is waited for.
	go func() {
		time.Sleep(20 * time.Millisecond)
		writer.in.Close()
	}()
	db, err := Open(path, Options{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		_, err = Open(path, Options{Timeout: -1})
		want(t, path, err, ErrHeld)
		if err != nil && !strings.Contains(err.Error(), "which is this one") {
			t.Errorf("%q does not say that the process is this one", err)
		}
	}
	mustClose(t, db)

	reader := start(t, "holder", nil, path, "read")
	if s := reader.line(); s != "held" {
		t.Fatal(s)
	}
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
	_, err = Open(path, Options{Timeout: -1})
	want(t, path, err, ErrHeld)
}

// A process that is killed leaves behind all that it stored, and a sound file.
func TestKilled(t *testing.T) {
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

// Several goroutines create, write and read one file at once.
func TestConcurrent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { // each creates it, one wins
			db, err := Open(path, Options{Timeout: 10 * time.Second})
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
