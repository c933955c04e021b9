package marking

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/internal/file"
)

const keptN = 19 // 16 blocks on 11 levels

// temporary returns an empty directory, where there is one in memory: these tests sync files
// by the hundreds.
func temporary(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "marking-test-")
	if err != nil {
		return t.TempDir() // any other is only slower
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// keep marks the table up to keptN in a directory, keeping every level as soon as it can, and
// stops after so many levels.
func keep(t testing.TB, dir string, levels int) (*Table, error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	return Mark(ctx, keptN, Options{Dir: dir, every: time.Nanosecond, progress: func(int) {
		if levels--; levels == 0 {
			cancel()
		}
	}})
}

// segments returns the names of the files in a directory.
func segments(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func same(a, b *Table) bool {
	return slices.Equal(a.words, b.words) && slices.Equal(a.census.count, b.census.count)
}

func TestCutMarkingGoesOnToTheSameTable(t *testing.T) {
	want := table(t, keptN)
	for cut := 1; cut < levelCount(headBits(keptN)); cut++ {
		dir := temporary(t)
		if _, err := keep(t, dir, cut); !errors.Is(err, context.Canceled) {
			t.Fatalf("Mark cut after level %d: %v, want %v", cut, err, context.Canceled)
		}
		before := segments(t, dir)
		got, err := keep(t, dir, -1)
		if err != nil {
			t.Fatal(err)
		}
		if !same(got, want) {
			t.Errorf("cut after level %d: another table", cut)
		}
		after := segments(t, dir)
		for _, name := range before {
			if !strings.HasSuffix(name, file.Aside) && !slices.Contains(after, name) {
				t.Errorf("cut after level %d: %s is gone", cut, name)
			}
		}
	}
}

func TestAnyMissingLevelsAreMarkedAgain(t *testing.T) {
	want := table(t, keptN)
	whole := temporary(t)
	if _, err := keep(t, whole, -1); err != nil {
		t.Fatal(err)
	}
	names := segments(t, whole)
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	for trial := range 8 {
		dir := temporary(t)
		var left []string
		for _, name := range names {
			if random.IntN(2) == 0 {
				left = append(left, name)
				if err := os.Link(filepath.Join(whole, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 2 { // the second time all is there
			got, err := keep(t, dir, -1)
			if err != nil {
				t.Fatal(err)
			}
			if !same(got, want) {
				t.Errorf("seed %d, trial %d: another table from %v", seed, trial, left)
			}
		}
	}
}

// A table that is kept is read, not marked: a table with another content under right
// checksums is taken for true.
func TestKeptLevelsAreNotMarkedAgain(t *testing.T) {
	dir := temporary(t)
	marked, err := keep(t, dir, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range segments(t, dir) {
		s, ok := segmentNamed(name, keptN)
		if !ok {
			t.Fatalf("segmentNamed(%q) is none", name)
		}
		var file bytes.Buffer
		order := newLevels(headBits(keptN))
		if err := s.write(t.Context(), &file, order, make([]uint64, len(marked.words))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	again, err := keep(t, dir, -1)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Census().Sets(keptN); got != 0 {
		t.Errorf("%d P-positions in a table kept empty, want 0", got)
	}
}

func TestFaultsOfFilesAreNamed(t *testing.T) {
	whole := temporary(t)
	if _, err := keep(t, whole, -1); err != nil {
		t.Fatal(err)
	}
	name := segments(t, whole)[3]
	file, err := os.ReadFile(filepath.Join(whole, name))
	if err != nil {
		t.Fatal(err)
	}
	flipped := func(at int) []byte {
		p := bytes.Clone(file)
		p[at] ^= 0x10
		return p
	}
	for _, test := range []struct {
		name    string
		content []byte
		kind    error
		want    string
	}{
		{"empty", nil, ErrDamaged, "it has 0 bytes"},
		{"cut in the header", file[:20], ErrDamaged, "it has 20 bytes"},
		{"without its last byte", file[:len(file)-1], ErrDamaged, "want"},
		{"with a byte more", append(bytes.Clone(file), 0), ErrDamaged, "want"},
		{"another program's", []byte("SQLite format 3\x00"), ErrForeign, `it begins with "SQLite f", want "antoMARK"`},
		{"another version's", flipped(11), ErrForeign, "its header is 00000011"},
		{"of another n", flipped(15), ErrForeign, "its header is"},
		{"of other levels", flipped(19), ErrForeign, "its header is"},
		{"of more blocks", flipped(31), ErrForeign, "its header is"},
		{"with a flipped block", flipped(headerSize + 7), ErrDamaged, "its checksum is"},
		{"with a flipped checksum", flipped(len(file) - 1), ErrDamaged, "its checksum is"},
	} {
		dir := temporary(t)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, test.content, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := keep(t, dir, -1)
		if !errors.Is(err, test.kind) || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), test.want) ||
			!strings.HasSuffix(err.Error(), "; remove it, and its levels are marked again") {
			t.Errorf("a file %s: %v, want %v that names %s with %q", test.name, err, test.kind, path, test.want)
		}
	}
}

func TestFilesOfOthersStay(t *testing.T) {
	dir := temporary(t)
	others := []string{"antonim-18-0-2.levels", "antonim-19-00-2.levels", "antonim-19-3-2.levels", "antonim-19-0-11.levels", "antonim-19-0-2", "notes.txt"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(dir, "antonim-19-0-2.levels.tmp") // by a process that was killed
	if err := os.WriteFile(left, []byte("anto"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := keep(t, dir, -1); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v, want it removed", left, err)
	}
	if err := Remove(dir, keptN); err != nil {
		t.Fatal(err)
	}
	slices.Sort(others)
	if got := segments(t, dir); !slices.Equal(got, others) {
		t.Errorf("Remove leaves %v, want %v", got, others)
	}
}

func TestRemoveRemovesAnEmptyDirectory(t *testing.T) {
	dir := filepath.Join(temporary(t), "made")
	if _, err := keep(t, dir, -1); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time nothing is there
		if err := Remove(dir, keptN); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("Remove leaves %s: %v", dir, err)
		}
	}
}

func TestFilesThatCannotBeWrittenAreNamed(t *testing.T) {
	file := filepath.Join(temporary(t), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := keep(t, file, -1)
	if err == nil || !strings.HasPrefix(err.Error(), file) {
		t.Errorf("Mark into a file: %v, want an error that names %s", err, file)
	}
}

// FuzzSegment reads any bytes as a file of levels: it must be refused unless it is what is
// written of the words that it holds.
func FuzzSegment(f *testing.F) {
	const n = 17
	order, s := newLevels(headBits(n)), segment{n, 1, 2}
	words := table(f, n).words
	var file bytes.Buffer
	if err := s.write(f.Context(), &file, order, words); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:100])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, p []byte) {
		words := make([]uint64, len(words))
		if err := s.read(t.Context(), bytes.NewReader(p), int64(len(p)), order, words); err != nil {
			return
		}
		var again bytes.Buffer
		if err := s.write(t.Context(), &again, order, words); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Bytes(), p) {
			t.Errorf("%d bytes are read, and written as other %d", len(p), again.Len())
		}
	})
}
