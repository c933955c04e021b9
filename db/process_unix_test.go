//go:build unix

package db

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

func init() {
	roles["opener"] = func(path string) int {
		db, err := Open(path, Options{ReadOnly: len(os.Args) > 2})
		switch {
		case err == nil:
			db.Close()
			fmt.Println("opened")
		case errors.Is(err, ErrReadOnly):
			fmt.Println("read-only:", err)
		default:
			fmt.Println("else:", err)
		}
		return 0
	}
	roles["filler"] = func(path string) int {
		limit, err := strconv.ParseUint(os.Args[2], 10, 64)
		if err != nil {
			panic(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			panic(err)
		}
		if err := fillUp(path); err != nil {
			fmt.Println(err)
			return 0
		}
		fmt.Println("ok")
		return 0
	}
}

// fillUp stores shards in the file at path until it is full. It returns an error unless everything that was stored can
// still be read then.
func fillUp(path string) error {
	db, err := Open(path, Options{})
	if err != nil {
		if !errors.Is(err, ErrFull) {
			return fmt.Errorf("open: %w", err)
		}
		if _, err := os.Lstat(path); err == nil {
			return errors.New("a part of a file was left")
		}
		if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) > 0 {
			return fmt.Errorf("a file was left beside it: %v, %v", entries, err)
		}
		return errors.New("full")
	}
	defer db.Close()
	if err := db.Update(func(tx *Tx) error { _, err := tx.CreateRun(nil); return err }); err != nil {
		return err
	}
	stored := content{"run 1 header": ""}
	for shard := uint64(0); ; shard++ {
		// The shards have different lengths, so that the file is full at different points of a commit.
		payload := make([]byte, 1000+shard*977%30000)
		err := db.Update(func(tx *Tx) error { return tx.PutShard(1, shard, payload) })
		if errors.Is(err, ErrFull) {
			if found, err := read(db); err != nil || !maps.Equal(found, stored) {
				return fmt.Errorf("after that %d entries are there, %d were stored, %w", len(found), len(stored), err)
			}
			break
		}
		if err != nil {
			return fmt.Errorf("shard %d: %w", shard, err)
		}
		stored[fmt.Sprintf("run 1 shard %d", shard)] = string(payload)
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := Check(path, nil); err != nil {
		return err
	}
	if db, err = Open(path, Options{}); err != nil {
		return err
	}
	defer db.Close()
	found, err := read(db)
	if err != nil {
		return err
	}
	if !maps.Equal(found, stored) {
		return fmt.Errorf("%d entries were stored, %d are there", len(stored), len(found))
	}
	return nil
}

// TestAFullFileKeepsWhatIsStored sets several limits on the size of a file. Everything that was stored must be kept. At
// the limit the system sends a signal, which must not kill the process.
func TestAFullFileKeepsWhatIsStored(t *testing.T) {
	for limit, w := range map[int]string{
		0:       "full",
		5000:    "full",
		20000:   "full", // a database without runs takes 32 KiB
		70000:   "ok",
		300000:  "ok",
		1 << 20: "ok",
	} {
		path := filepath.Join(t.TempDir(), "run.db")
		c := start(t, "filler", nil, path, strconv.Itoa(limit))
		if s := c.line(); s != w {
			t.Errorf("%d bytes: got %q, want %q", limit, s, w)
		}
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	dir := t.TempDir()
	var drop func(*exec.Cmd)
	if os.Getuid() == 0 {
		// Root may write to read-only files, so the child process runs as another user, who may have no access to the
		// directory of the test binary.
		binary := filepath.Join(t.TempDir(), "test")
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(exe)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(binary, data, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, d := range []string{dir, filepath.Dir(dir), filepath.Dir(binary)} {
			if err := os.Chmod(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		drop = func(c *exec.Cmd) {
			c.Path = binary
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o755)
	there := filepath.Join(dir, "there.db")
	mustClose(t, mustOpen(t, there))
	if err := os.Chmod(there, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{there}, "read-only: " + there + ": read-only: permission denied; make the file and its directory writable, or work on a copy"},
		{[]string{there, "read"}, "opened"},
		{[]string{filepath.Join(closed, "any.db")}, "else: " + filepath.Join(closed, "any.db") + ": cannot open it: permission denied; make the file and its directory accessible"},
		{[]string{filepath.Join(closed, "any.db"), "read"}, "else: " + filepath.Join(closed, "any.db") + ": cannot open it: permission denied; make the file and its directory accessible"},
		{[]string{filepath.Join(dir, "new.db")}, "read-only: " + filepath.Join(dir, "new.db") + ": read-only: permission denied; make the file and its directory writable, or work on a copy"},
		{[]string{filepath.Join(dir, "sub", "new.db")}, "read-only: " + filepath.Join(dir, "sub", "new.db") + ": read-only: permission denied; make the file and its directory writable, or work on a copy"},
	} {
		c := start(t, "opener", drop, test.args...)
		if s := c.line(); s != test.want {
			t.Errorf("%q: got %q, want %q", test.args, s, test.want)
		}
	}
}

// TestANamedPipeIsRefused: opening the pipe would wait for its other end, so it must be refused unopened.
func TestANamedPipeIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no pipe can be made here:", err)
	}
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err := Open(path, o) // if it waits for the other end, go test's -timeout ends the test
		want(t, path, err, ErrForeign)
	}
}
