//go:build unix

package fleet

import (
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"enumerate/db"
)

type heldLedger struct{ ledger }

func (heldLedger) write(*transaction) error { return fmt.Errorf("%w: for a test", db.ErrHeld) }

// Every write of a coordinator fails, because another process holds the file or because the disk is full. What the
// coordinator knows of the stored results must not change. The same calls must succeed later.
func TestAFailedWriteLeavesTheRegisterUnchanged(t *testing.T) {
	const child = "ENUMERATE_TEST_WITHOUT_ROOM"
	if os.Getenv(child) == "" { // a child process, because go test itself writes files
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := tallies(t, space)
	seed := maphash.MakeSeed()
	discard := func(name string) func(testRegister) (string, error) {
		return func(c testRegister) (string, error) {
			c.roster.workers[name].ban = "for a test"
			again, err := c.register.discard(c.roster.workers[name])
			return fmt.Sprint(again), err
		}
	}
	deliver := func(name string, from, to int, lie bool) func(testRegister) (string, error) {
		return func(c testRegister) (string, error) {
			results := right[from:to]
			if lie {
				results = wrong[from:to]
			}
			if w := c.roster.workers[name]; w != nil || name != "" {
				outcomes, fault, err := c.deliver(name, results...)
				return fmt.Sprint(outcomes, fault), err
			}
			e, err := c.register.inspect(results[0], encodeTally(results[0].Tally))
			if err != nil {
				return "", err
			}
			err = c.register.commit(func(t *transaction) { err = c.register.decide(t, nil, e) })
			return fmt.Sprint(e.outcome), err
		}
	}
	for _, tt := range []struct {
		claim string
		do    func(testRegister) (string, error)
	}{
		{"the first delivery of all", deliver("cleo", 20, 40, false)},
		{"a first delivery", deliver("cleo", 20, 40, false)},
		{"a confirmation", deliver("cleo", 0, 5, false)},
		{"a dispute", deliver("cleo", 0, 5, true)},
		{"the end of a dispute", deliver("", 10, 11, false)},
		{"a different result of the coordinator", deliver("", 1, 2, true)},
		{"a ban", discard("ann")},
		{"a ban of a confirmer", discard("ben")},
	} {
		begin := func(path string) testRegister {
			c := newTestRegister(t, newStore(t, path), 6)
			c.register.seed = seed
			if tt.claim != "the first delivery of all" {
				c.delivers("ann", right[:12]...)
				c.delivers("ben", slices.Concat(right[:3], wrong[10:12])...)
			}
			return c
		}
		state := func(c testRegister) string {
			text := fmt.Sprintln(c.members(), c.register.missingShards(), len(c.contributors.list), c.contributors.own, c.register.shards, c.register.sum.Work())
			for v := range 2 {
				text += fmt.Sprint(c.register.sum.Histogram(v))
			}
			for id := range c.register.shards {
				for _, w := range c.roster.list {
					hash, claimed := c.register.disputes[uint64(id)].claims[w]
					text += fmt.Sprint(hash, claimed, " ")
				}
			}
			for _, w := range c.roster.list {
				text += fmt.Sprint(w.key, w.number, w.storedShards, w.confirmedShards, " ")
			}
			return text
		}
		c := begin(filepath.Join(t.TempDir(), "test.db"))
		if tt.claim == "a ban" || tt.claim == "a ban of a confirmer" { // the worker is banned before the ban is stored
			c.roster.workers["ann"].ban, c.roster.workers["ben"].ban = "for a test", "for a test"
		} else {
			c.roster.add("cleo").host = "host of cleo"
		}
		before, ledger := state(c), c.register.ledger
		failed := func(how string, want error) {
			t.Helper()
			if _, err := tt.do(c); !errors.Is(err, want) {
				t.Fatalf("%s, %s: %v, want %v", tt.claim, how, err, want)
			}
			if after := state(c); after != before {
				t.Errorf("%s, %s: the register was\n%s\nand is\n%s", tt.claim, how, before, after)
			}
		}
		c.register.ledger = heldLedger{ledger}
		failed("held", db.ErrHeld)
		c.register.ledger = ledger
		withoutRoom(t, func() { failed("full", db.ErrFull) })
		again, err := tt.do(c)
		if err != nil {
			t.Fatalf("%s, again: %v", tt.claim, err)
		}

		other := begin(filepath.Join(t.TempDir(), "test.db"))
		if tt.claim == "a ban" || tt.claim == "a ban of a confirmer" {
			other.roster.workers["ann"].ban, other.roster.workers["ben"].ban = "for a test", "for a test"
		} else {
			other.roster.add("cleo").host = "host of cleo"
		}
		if first, err := tt.do(other); err != nil || first != again || state(other) != state(c) {
			t.Errorf("%s: %s after failures, and the register is\n%s\nwithout %s, %v, and\n%s", tt.claim, again, state(c), first, err, state(other))
		}
	}
}

// withoutRoom calls f while no file can grow, as on a full disk.
func withoutRoom(t *testing.T, f func()) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 0, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	f()
}
