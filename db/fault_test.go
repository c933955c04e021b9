package db

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// TestAFaultIsTheErrorOfItsStep injects an error into each step of a transaction in turn, which must leave the file as
// it was.
func TestAFaultIsTheErrorOfItsStep(t *testing.T) {
	path, _ := sample(t)
	sound := bytesOf(t, path)
	wrong := errors.New("wrong")
	var steps []string
	last := -1 // the step that fails, if it exists
	db, err := Open(path, Options{Fault: func(before string) error {
		if steps = append(steps, before); len(steps) == last {
			return wrong
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	create := func(tx *Tx) error { _, err := tx.CreateRun(nil); return err }
	// The three operations read the version, create the run, and read the version again.
	want := []string{"Update", "operation", "operation", "operation", "commit"}
	for last = 1; last <= len(want); last++ {
		steps = nil
		if err := db.Update(create); err != wrong || !slices.Equal(steps, want[:last]) {
			t.Errorf("step %d fails: %v, after %q, want %q", last, err, steps, want[:last])
		}
		if !bytes.Equal(bytesOf(t, path), sound) {
			t.Fatalf("step %d fails, and the file is another one", last)
		}
	}
	if steps = nil; db.Update(create) != nil || bytes.Equal(bytesOf(t, path), sound) {
		t.Errorf("no step fails, and after %q nothing is stored", steps)
	}
	steps, last = nil, 1
	if err := db.View(func(*Tx) error { return nil }); err != wrong || !slices.Equal(steps, []string{"View"}) {
		t.Errorf("View = %v, after %q", err, steps)
	}
}
