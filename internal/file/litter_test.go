package file

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const writerVariable = "ENUMERATE_FILE_TEST"

// TestMain runs the tests or, if the environment has writerVariable, is the process that writes a file and stops in the
// middle.
func TestMain(m *testing.M) {
	verb, path, found := strings.Cut(os.Getenv(writerVariable), " ")
	if !found {
		os.Exit(m.Run())
	}
	stop := func(f io.Writer) error {
		fmt.Fprintln(f, "half")
		fmt.Println("half")
		io.Copy(io.Discard, os.Stdin)
		return nil
	}
	if verb == "create" {
		fmt.Println(Create(path, func(f *os.File) error { return stop(f) }))
	} else if r, err := Begin(path); err != nil {
		fmt.Println(err)
	} else {
		stop(r)
	}
}

// startWriter returns when a new process has written half of a file, and waits.
func startWriter(t *testing.T, verb, path string) (kill func()) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe)
	c.Env = append(os.Environ(), writerVariable+"="+verb+" "+path)
	if _, err := c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() {
		c.Process.Kill()
		c.Wait()
	}
	t.Cleanup(kill)
	in := bufio.NewScanner(out)
	if in.Scan(); in.Text() != "half" {
		t.Fatalf("the writer says %q", in.Text())
	}
	return kill
}

func count(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// A killed process leaves a temporary file. The next write must remove it, but none that a live process is writing.
func TestUnlockedTemporaryFilesAreRemoved(t *testing.T) {
	for verb, next := range map[string]func(path string) error{
		"create": func(path string) error {
			Sweep(filepath.Dir(path))
			return nil
		},
		"replace": func(path string) error {
			r, err := Begin(path)
			if err == nil {
				r.Discard()
			}
			return err
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "x")
		first, second := startWriter(t, verb, path), startWriter(t, verb, path)
		for _, step := range []struct {
			kill func()
			left int
		}{{func() {}, 2}, {first, 1}, {func() {}, 1}, {second, 0}} {
			step.kill()
			if err := next(path); err != nil {
				t.Error(err)
			}
			if n := count(t, dir); n != step.left {
				t.Errorf("%s: %d files are left, want %d", verb, n, step.left)
			}
		}
	}
}

func TestSweepKeepsOtherFiles(t *testing.T) {
	dir := t.TempDir()
	names := []string{".enumerate-", ".enumerate-12.db", ".enumerate-x", "enumerate-12", "x.enumerate-12", "x.0123456789abcdef", "x.tmp"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".enumerate-12"), 0o700); err != nil {
		t.Fatal(err)
	}
	Sweep(dir)
	if n := count(t, dir); n != len(names)+1 {
		t.Errorf("%d of %d files are left", n, len(names)+1)
	}
	Sweep(filepath.Join(dir, "none"))
}

// No Create may fail while another goroutine sweeps the directory all the time.
func TestCreateRetriesWhenItsFileIsSwept(t *testing.T) {
	dir := t.TempDir()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				Sweep(dir)
			}
		}
	}()
	for i := range 200 {
		path := filepath.Join(dir, fmt.Sprint("x", i))
		err := Create(path, func(f *os.File) error {
			_, err := f.WriteString("whole")
			f.Close() // this ends the lock, as in bbolt
			return err
		})
		if data, readErr := os.ReadFile(path); err != nil || readErr != nil || string(data) != "whole" {
			t.Fatalf("%q, %v, %v", data, err, readErr)
		}
	}
	close(stop)
	<-stopped
	Sweep(dir)
	if n := count(t, dir); n != 200 {
		t.Errorf("%d files, want 200", n)
	}
}

func TestOnlyAMissingFileIsRebuilt(t *testing.T) {
	open := func() *os.File {
		f, err := os.Create(filepath.Join(t.TempDir(), "x"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	present, gone, broken := open(), open(), open()
	os.Remove(gone.Name())
	broken.Close() // so that every call on the file fails
	if err := hold(present); err != nil {
		t.Errorf("hold of a new file: %v", err)
	}
	if err := hold(gone); err != errSwept {
		t.Errorf("hold of a file that is gone: %v, want %v", err, errSwept)
	}
	if err := hold(broken); err == nil || err == errSwept {
		t.Errorf("hold of a file that cannot be asked: %v, want its error: else it is made again for ever", err)
	}
}
