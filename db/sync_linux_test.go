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

// TestWhatIsStoredIsSyncedInOrder holds what the tests of power cuts assume: pages reach the disk
// before the meta page that leads to them, and that before Update returns. The sharer stores 51 times.
func TestWhatIsStoredIsSyncedInOrder(t *testing.T) {
	path, log := filepath.Join(t.TempDir(), "run.db"), filepath.Join(t.TempDir(), "calls")
	db, err := Open(path, Options{})
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
	traced := exec.Command(strace, "-f", "-o", log, "-e", "trace=pwrite64,fsync,fdatasync", self, path, "header")
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
	// A p is a page that is written, an m a meta page, an s a sync.
	var order strings.Builder
	call := regexp.MustCompile(`(pwrite64|fsync|fdatasync)\(`)
	offset := regexp.MustCompile(`, (\d+)(\)| <unfinished)`)
	for line := range strings.Lines(string(calls)) {
		found := call.FindStringSubmatch(line)
		switch {
		case found == nil:
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
	if got := order.String(); !regexp.MustCompile(`(p+s+ms+){51}$`).MatchString(got) {
		t.Errorf("the order of writes and syncs is %s, want 51 times pages, a sync, a meta page and a sync at the end", got)
	}
}
