//go:build unix

package layers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"enumerate/internal/file"
)

// roles are what the test binary does, instead of testing, when it is run with a
// role in the environment. Its arguments are a directory and a number.
var roles = map[string]func(dir string, number uint64) error{
	// builder builds a layer of so many parents.
	"builder": buildIn,
	// filler builds a layer with a limit on the size of files.
	"filler": func(dir string, limit uint64) error {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
		return buildIn(dir, filled)
	},
}

// filled is of how many parents the layer of a filler is.
const filled = 500

const roleVariable = "ENUMERATE_LAYERS_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		number, err := strconv.ParseUint(os.Args[2], 10, 64)
		if err == nil {
			err = roles[role](os.Args[1], number)
		}
		switch {
		case errors.Is(err, file.ErrFull):
			fmt.Println("full:", err)
		case err != nil:
			fmt.Println("else:", err)
		default:
			fmt.Println("done")
		}
		return
	}
	os.Exit(m.Run())
}

// process returns a command that runs this test binary in a role.
func process(t *testing.T, role, dir string, number uint64) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe, dir, fmt.Sprint(number))
	c.Env = append(os.Environ(), roleVariable+"="+role)
	c.Stderr = os.Stderr
	return c
}

// plan returns the layer that all processes build in a directory, of so many
// parents, and how: storing what they have every millisecond.
func plan(dir string, parents uint64) (c Config, from *Layer, expander func() Expander) {
	m := &maze{children: 30, states: 20000, length: 30}
	s := store{meter: new(meter), header: header{kind: layerKind}}
	from, err := s.make("", s.header, totals{weight: Weight{Lo: parents}}, func(w *writer) error {
		for i := range parents {
			if err := w.add(fmt.Appendf(nil, "parent %06d", i), Weight{Lo: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	c = Config{Dir: dir, Workers: 2, Memory: 1 << 20, Every: time.Millisecond, Remark: func(s string) { fmt.Println("remark:", s) }}
	return c, from, func() Expander { return m }
}

func buildIn(dir string, parents uint64) error {
	c, from, expander := plan(dir, parents)
	l, err := Build(context.Background(), c, "x", "label", from, expander, nil)
	if err != nil {
		return err
	}
	return l.Close()
}

// wholeLayer returns the bytes of the layer that the processes build.
func wholeLayer(t *testing.T, parents uint64) []byte {
	t.Helper()
	c, from, expander := plan("", parents)
	l, err := Build(context.Background(), c, "x", "label", from, expander, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dump(t, l)
}

// stored returns how many parents the runs in a directory cover.
func stored(t *testing.T, dir string) uint64 {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.run"))
	if err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for _, path := range paths {
		l, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		sum += l.tail.cover.size()
		l.Close()
	}
	return sum
}

// A process that is killed again and again comes through in the end, with the
// same layer. Its files are sound whenever it dies, and what it stored once it
// does not lose.
func TestKilledBuildsGoOn(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	parents := uint64(60000)
	if testing.Short() {
		parents = 3000
	}
	began := time.Now()
	want := wholeLayer(t, parents)
	whole := time.Since(began)
	dir := temporary(t)
	kills := 0
	for ; ; kills++ {
		c := process(t, "builder", dir, parents)
		var out bytes.Buffer
		c.Stdout = &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		life := time.Duration(random.Int64N(int64(whole) / 4))
		if kills > 60 || testing.Short() && kills > 2 {
			life = time.Minute // a slow machine: let it come through
		}
		timer := time.AfterFunc(life, func() { _ = c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if out.Len() > 0 && out.String() != "done\n" {
			t.Fatalf("seed %d: after %d kills: %s", seed, kills, out.String())
		}
		if err == nil {
			break
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "x.layer"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("seed %d: after %d kills the layer is another: %v", seed, kills, err)
	}
	left(t, dir, "x.layer")
	if kills == 0 {
		t.Errorf("seed %d: it was never killed", seed)
	}
}

// A process that lives long enough to store something loses no more than what it
// did since.
func TestKilledBuildsHaveStoredWhatIsOld(t *testing.T) {
	dir := temporary(t)
	c := process(t, "builder", dir, 60000) // some 0.5 s
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		paths, err := filepath.Glob(filepath.Join(dir, "*.run"))
		if err != nil {
			t.Fatal(err)
		}
		if len(paths) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was stored")
		}
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	if _, err := os.Stat(filepath.Join(dir, "x.layer")); err == nil {
		return // it was faster than this
	}
	if stored(t, dir) == 0 {
		t.Error("the runs are of no parents")
	}
}

// When there is no room, that is the error. Nothing half-written is left, and
// with more room it goes on with what was stored. The limit on the size of a
// file stands for the disk; it kills no process.
func TestFull(t *testing.T) {
	want := wholeLayer(t, filled)
	for _, test := range []struct {
		limit uint64
		want  string // what the process prints begins with this
		some  bool   // whether it could store something
	}{
		{0, "full: ", false},
		{150, "full: ", false}, // less than a run of one state
		{uint64(len(want)) / 2, "full: ", true},
		{uint64(len(want)) - 1, "full: ", true},
		{uint64(len(want)) * 2, "done\n", false}, // runs have more spans
	} {
		dir := temporary(t)
		out, err := process(t, "filler", dir, test.limit).Output()
		if err != nil || !strings.HasPrefix(string(out), test.want) {
			t.Errorf("%d bytes: got %q, %v, want %q", test.limit, out, err, test.want)
			continue
		}
		if test.want != "full: " {
			continue
		}
		if !strings.Contains(string(out), ": disk full: file too large; make room and try again, all that was stored before is kept\n") {
			t.Errorf("%d bytes: got %q", test.limit, out)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".run") {
				t.Errorf("%d bytes: %s is left", test.limit, e.Name())
			}
		}
		if got := stored(t, dir) > 0; got != test.some {
			t.Errorf("%d bytes: stored something: %t, want %t", test.limit, got, test.some)
		}
		c, from, expander := plan(dir, filled)
		c.Remark = func(s string) { t.Errorf("%d bytes: %s", test.limit, s) }
		l, err := Build(context.Background(), c, "x", "label", from, expander, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(dump(t, l), want) {
			t.Errorf("%d bytes: then the layer is another", test.limit)
		}
		l.Close()
		left(t, dir, "x.layer")
	}
}
