package db

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWritesAreSyncedInOrder checks, with strace, the order of writes and syncs that the tests of power cuts
// assume. A new database must be synced before it gets its name, and its name before Open returns. A longer file and
// changed pages must be synced before the meta page that refers to them is written, and the meta page before Update
// returns.
func TestWritesAreSyncedInOrder(t *testing.T) {
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	db, err := Open(filepath.Join(dir, "here.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *Tx) error {
		if tx.store.NoSync || tx.store.NoGrowSync || tx.store.NoFreelistSync {
			t.Error("bbolt is told not to sync")
		}
		_, err := tx.CreateRun(nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed, with which the system calls are seen; what bbolt is told was looked at")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	traced := exec.Command(strace, "-f", "-o", log, "-e", "trace=pwrite64,fsync,fdatasync,ftruncate,linkat", self, filepath.Join(dir, "traced.db"), "header")
	traced.Env = append(os.Environ(), roleVariable+"=sharer")
	if out, err := traced.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "ptrace") {
			t.Skipf("no process may be traced here: %s", out)
		}
		t.Fatalf("%v: %s", err, out)
	}
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	// Write down one letter for each system call: p writes a page, m a meta page, g makes the file grow, n names it,
	// and s syncs it.
	var order strings.Builder
	call := regexp.MustCompile(`(pwrite64|fsync|fdatasync|ftruncate|linkat)\(`)
	offset := regexp.MustCompile(`, (\d+)(\)| <unfinished)`)
	for line := range strings.Lines(string(calls)) {
		found := call.FindStringSubmatch(line)
		switch {
		case found == nil:
		case found[1] == "ftruncate":
			order.WriteByte('g')
		case found[1] == "linkat":
			order.WriteByte('n')
		case found[1] != "pwrite64":
			order.WriteByte('s')
		default:
			at := offset.FindStringSubmatch(line)
			if at == nil {
				t.Fatalf("a line of strace is not understood: %s", line)
			}
			if at[1] == "0" || at[1] == fmt.Sprint(pageSize) {
				order.WriteByte('m')
			} else {
				order.WriteByte('p')
			}
		}
	}
	if got := order.String(); !regexp.MustCompile(`^ms+(gs+)?p+s+ms+ns+((gs+)?p+s+ms+){51}$`).MatchString(got) || strings.Count(got, "g") < 3 {
		t.Errorf("the order of writes and syncs is %s, want a file with a name, and 51 times pages, a sync, a meta page and a sync", got)
	}
}
