package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"enumerate/internal/eventually"
)

// A file that is replaced while a transaction waits for its lock is not stored in, and neither is the other. One that is being
// opened meanwhile is the other.
func TestReplacedWhileItWaits(t *testing.T) {
	path, _ := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opened := func() (number int) { // how often this process has the file open
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
	db, other := mustOpen(t, path), mustOpen(t, path)
	stored, read := make(chan error), make(chan error)
	failed := errors.New("failed")
	err = other.Update(func(*Tx) error {
		held := opened()
		go func() { stored <- db.Update(func(tx *Tx) error { return tx.PutShard(2, 1<<40, nil) }) }()
		go func() {
			later, err := Open(path, Options{ReadOnly: true})
			if err == nil {
				err = later.Close()
			}
			read <- err
		}()
		eventually.True(t, func() bool { return opened() >= held+2 }) // both wait
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
