//go:build unix

package layers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"enumerate/internal/file"
)

// roles are what the test binary does instead of testing if its environment has a role. The arguments are a directory
// and a number.
var roles = map[string]func(dir string, number uint64) error{
	"builder": func(dir string, states uint64) error {
		_, err := buildIn(dir, states, say)
		return err
	},
	"filler": func(dir string, limit uint64) error {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
		_, err := buildIn(dir, filled, say)
		return err
	},
}

const filled = 500

func say(s string) { fmt.Println(s) }

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

const built = 3

// buildIn builds `built` layers in a directory, each from the one before; the first is made from a layer with the given
// number of states, and none has more. The builds may take so little memory that all layers go to files. buildIn calls
// say for each layer and returns the bytes of all layers.
func buildIn(dir string, states uint64, say func(string)) (all [][]byte, err error) {
	m := &maze{children: 30, states: int(states), length: 30}
	from, err := inMemory(footer{weight: Weight{Hi: 0, Lo: states}}, func(add func([]byte, Weight) error) error {
		for i := range states {
			if err := add(fmt.Appendf(nil, "parent %06d", i), Weight{Hi: 0, Lo: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c := Config{Dir: dir, Workers: 2, Memory: int64(states) * 8, Remark: say}
	for k := 1; k <= built; k++ {
		var begun sync.Once
		expander := func() Expander {
			return &counting{m, func() { begun.Do(func() { say(fmt.Sprint("makes ", k)) }) }}
		}
		to, err := Build(context.Background(), c, fmt.Sprint(k), "label", from, expander, nil)
		if err != nil {
			return nil, err
		}
		from.Close()
		from = to
		p, err := io.ReadAll(io.NewSectionReader(to.source, 0, to.size))
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, from.Close()
}

// files returns the names of the layers that have a finished file in a directory.
func files(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+layerSuffix))
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(filepath.Base(path), layerSuffix)
	}
	return paths
}

// wantAll fails the test unless a directory has the files of all layers, with these bytes, and no others.
func wantAll(t *testing.T, dir string, all [][]byte) {
	t.Helper()
	var names []string
	for i, want := range all {
		names = append(names, fmt.Sprint(i+1)+layerSuffix)
		if got, err := os.ReadFile(filepath.Join(dir, names[i])); err != nil || !bytes.Equal(got, want) {
			t.Errorf("layer %d is another: %v", i+1, err)
		}
	}
	left(t, dir, names...)
}

// TestKilledBuildsKeepFinishedLayers kills processes that build layers, each at a random time, until one has finished.
// No process may build a finished layer again.
func TestKilledBuildsKeepFinishedLayers(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	states, kills := uint64(20000), 8
	if testing.Short() {
		states, kills = 1500, 1
	}
	began := time.Now()
	want, err := buildIn("", states, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	each := time.Since(began) / built // the time for one layer
	dir := temporary(t)
	for life := range built*kills + 1 {
		finished := files(t, dir)
		c := process(t, "builder", dir, states)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			name, makes := strings.CutPrefix(lines.Text(), "makes ")
			if lines.Text() != "done" && (!makes || slices.Contains(finished, name)) {
				t.Errorf("seed %d, life %d, with the layers %q: %s", seed, life, finished, lines.Text())
			}
			if k, _ := strconv.Atoi(name); makes && k > life/kills {
				time.Sleep(time.Duration(random.Int64N(int64(each))))
				if life < built*kills {
					_ = c.Process.Kill()
				}
			}
		}
		if err := c.Wait(); err != nil && life == built*kills {
			t.Error(err)
		}
	}
	wantAll(t, dir, want)
}

// A limit on the size of files stands for a full disk. Earlier layers must be kept, and no incomplete file may be left.
// When there is more room, a new build must make the other layers.
func TestAFullDiskKeepsEarlierLayers(t *testing.T) {
	want, err := buildIn("", filled, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	first, second := uint64(len(want[0])), uint64(len(want[1]))
	if first >= second {
		t.Fatalf("layers of %d and %d bytes", first, second)
	}
	for _, test := range []struct {
		limit uint64
		want  string   // the end of what the process prints
		left  []string // the files that the process leaves
	}{
		{0, "full: ", nil},
		{100, "full: ", nil}, // less than a run with one state
		{first - 1, "full: ", nil},
		{second - 1, "full: ", []string{"1.layer"}},
		{second * 2, "done\n", []string{"1.layer", "2.layer", "3.layer"}},
	} {
		dir := temporary(t)
		out, err := process(t, "filler", dir, test.limit).Output()
		if err != nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%d bytes: got %q, %v, want %q", test.limit, out, err, test.want)
			continue
		}
		if test.want == "full: " && !strings.HasSuffix(string(out), ": disk full: file too large; make room and try again, all that was stored before is kept\n") {
			t.Errorf("%d bytes: got %q", test.limit, out)
		}
		left(t, dir, test.left...)
		var makes []string
		if _, err := buildIn(dir, filled, func(s string) { makes = append(makes, s) }); err != nil || len(makes) != built-len(test.left) {
			t.Errorf("%d bytes: then it says %q, %v", test.limit, makes, err)
		}
		wantAll(t, dir, want)
	}
}
