package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/internal/eventually"
)

// TestReplacedWhileItWaits replaces a file while a transaction waits for its lock. The transaction must store nothing
// in either file. If the file is replaced while Open waits, Open must open the new file.
func TestReplacedWhileItWaits(t *testing.T) {
	path, _ := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db, other := mustOpen(t, path), mustOpen(t, path)
	stored, read := make(chan error), make(chan error)
	failed := errors.New("failed")
	err = other.Update(func(*Tx) error {
		held := timesOpened(t, path)
		go func() { stored <- db.Update(func(tx *Tx) error { return tx.PutShard(2, 1<<40, nil) }) }()
		go func() {
			later, err := Open(path, Options{ReadOnly: true})
			if err == nil {
				err = later.Close()
			}
			read <- err
		}()
		eventually.True(t, func() bool { return timesOpened(t, path) >= held+2 }) // both wait
		if err := os.Rename(path, path+".old"); err != nil {
			return err
		}
		return errors.Join(failed, os.WriteFile(path, sound, 0o600))
	})
	if !errors.Is(err, failed) {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Errorf("what is there now is not opened: %v", err)
	}
	want(t, path, <-stored, ErrReplaced)
	for _, path := range []string{path, path + ".old"} {
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, sound) {
			t.Errorf("%s is not as it was, %v", path, err)
		}
	}
}

func timesOpened(t *testing.T, path string) (number int) {
	t.Helper()
	fds, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && to == path {
			number++
		}
	}
	return number
}

func TestALockIsOnTheFileThatThePathLeadsTo(t *testing.T) {
	for _, c := range []struct {
		claim  string
		change func(path string) error // before the lock is released
		fails  string
	}{
		{"the file is removed, and a new one is locked", os.Remove, ""},
		{"another file is there, and is locked", func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600))
		}, ""},
		{"the path is a link to itself, and cannot be followed", func(path string) error {
			return errors.Join(os.Remove(path), os.Symlink(path, path))
		}, "cannot find it"},
	} {
		path := filepath.Join(t.TempDir(), "lock")
		first, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := lock(path, first, true, time.Now()); err != nil {
			t.Fatal(err)
		}

		type locked struct {
			release func() error
			err     error
		}
		second := make(chan locked)
		go func() {
			release, err := Lock(path, time.Hour)
			second <- locked{release, err}
		}()
		eventually.True(t, func() bool { return timesOpened(t, path) == 2 })
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}

		l := <-second
		if c.fails != "" {
			if l.err == nil || !strings.Contains(l.err.Error(), c.fails) {
				t.Errorf("%s: Lock = %v, want an error that says %q", c.claim, l.err, c.fails)
			}
			continue
		}
		if l.err != nil {
			t.Errorf("%s: Lock = %v", c.claim, l.err)
			continue
		}
		_, err = Lock(path, -time.Second)
		want(t, path, err, ErrHeld)
		if err := l.release(); err != nil {
			t.Errorf("%s: release = %v", c.claim, err)
		}
	}
}
