package layers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// interrupted builds a layer from another one, whose states are the parents, and cancels the build after the given
// number of parents, unless it ends before. It returns the layer, and the number of parents expanded.
func interrupted(t *testing.T, c Config, from *Layer, m *maze, after int64) (*Layer, int64) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var expanded atomic.Int64
	l, err := Build(ctx, c, "x", "label", from, func() Expander {
		return &counting{m, func() {
			if expanded.Add(1) == after {
				cancel()
			}
		}}
	}, nil)
	if err != nil && (!errors.Is(err, context.Canceled) || err.Error() != "context canceled") {
		t.Fatal(err)
	}
	return l, expanded.Load()
}

// left fails the test unless a directory has exactly the files `want`.
func left(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the directory holds %q, want %q", got, want)
	}
}

// After an interruption, the next build must expand every parent once and make a layer with the same bytes. The build
// after that must find it.
func TestInterruptedBuildsLeaveNothing(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	m := &maze{children: 12, states: 3000, length: 20}
	rounds := 40
	if testing.Short() {
		rounds = 5
	}
	for round := range rounds {
		from := parentsOf(t, 1+random.IntN(2000))
		whole, err := Build(context.Background(), Config{Workers: 2}, "x", "label", from, func() Expander { return m }, nil)
		if err != nil {
			t.Fatal(err)
		}
		dir := temporary(t)
		config := func() Config {
			return Config{
				Dir:     dir,
				Workers: 1 + random.IntN(4),
				Memory:  1 + random.Int64N(1<<17),
				Remark:  func(s string) { t.Errorf("seed %d, round %d: %s", seed, round, s) },
			}
		}
		for range 4 {
			l, n := interrupted(t, config(), from, m, 1+random.Int64N(int64(from.States())))
			if l == nil {
				left(t, dir)
				continue
			}
			if n != int64(from.States()) {
				t.Errorf("seed %d, round %d: %d expansions of %d parents", seed, round, n, from.States())
			}
			if err := errors.Join(l.Close(), Remove(dir)); err != nil {
				t.Fatal(err)
			}
			dir = temporary(t)
		}
		c := config()
		c.Memory = 1 // so that the layer goes to a file
		l, n := interrupted(t, c, from, m, -1)
		if n != int64(from.States()) || !bytes.Equal(dump(t, l), dump(t, whole)) {
			t.Errorf("seed %d, round %d: %d expansions of %d parents, or the layer is another", seed, round, n, from.States())
		}
		l.Close()
		left(t, dir, "x.layer")
		l, n = interrupted(t, config(), from, m, -1)
		if n != 0 || !bytes.Equal(dump(t, l), dump(t, whole)) {
			t.Errorf("seed %d, round %d: %d parents expanded although the layer is there", seed, round, n)
		}
		l.Close()
	}
}

// Neither a layer without a directory nor one that took little time may write files.
func TestNoFilesWithoutNeed(t *testing.T) {
	m := &maze{children: 12, states: 3000, length: 20}
	dir := filepath.Join(temporary(t), "new")
	from := parentsOf(t, 100)
	l, n := interrupted(t, Config{Dir: dir, Workers: 2, Memory: 1 << 22}, from, m, -1)
	if n != 100 || l.path != "" {
		t.Errorf("%d parents expanded into %q, want 100 into memory", n, l.path)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("%s was made", dir)
	}
	if l, _ := interrupted(t, Config{Workers: 2, Memory: 1}, from, m, -1); l.path != "" {
		t.Errorf("a layer of no directory is in %q", l.path)
	}
}

// A small layer stays in memory. It must keep the time at which the unstored work began, even if that work was on an
// earlier layer. If this time is too long ago, the next layer must go to a file.
func TestLayersInMemoryKeepTheTimeOfUnstoredWork(t *testing.T) {
	m := &maze{children: 12, states: 3000, length: 20}
	dir := temporary(t)
	c := Config{Dir: dir}
	first, _ := interrupted(t, c, parentsOf(t, 10), m, -1)
	if first.path != "" || time.Since(first.since) > patience {
		t.Fatalf("the first layer is in %q, since %v", first.path, first.since)
	}
	second, _ := interrupted(t, c, first, m, -1)
	if second.path != "" || second.since != first.since {
		t.Fatalf("the second layer is in %q, since %v, want %v", second.path, second.since, first.since)
	}
	second.since = second.since.Add(-patience)
	third, _ := interrupted(t, c, second, m, -1)
	defer third.Close()
	if want := filepath.Join(dir, "x.layer"); third.path != want {
		t.Errorf("the third layer is in %q, want %q", third.path, want)
	}
	left(t, dir, "x.layer")
}

// A killed process has left files of sorted states (runs) and a part of the file of the layer. The next build of this
// layer must remove them, and keep the files of other layers.
func TestLeftoversAreRemoved(t *testing.T) {
	m := &maze{children: 12, states: 300, length: 20}
	from := parentsOf(t, 200)
	dir := temporary(t)
	c := Config{Dir: dir, Memory: 1, Remark: func(s string) { t.Error(s) }}
	want, _ := interrupted(t, Config{}, from, m, -1)
	for round, expanded := range []int64{200, 0} {
		for i, name := range []string{"x.000001.run", "x.123456.run", "x.layer.tmp", "xx.000001.run", "xx.layer.tmp"} {
			if err := os.WriteFile(filepath.Join(dir, name), dump(t, want)[:100*i], 0o666); err != nil {
				t.Fatal(err)
			}
		}
		l, n := interrupted(t, c, from, m, -1)
		if n != expanded || !bytes.Equal(dump(t, l), dump(t, want)) {
			t.Errorf("round %d: %d expanded, want %d, or the layer is another", round, n, expanded)
		}
		l.Close()
		left(t, dir, "x.layer", "xx.000001.run", "xx.layer.tmp")
	}
}

// More runs than can be merged together must be merged during the expansion.
func TestManyRunsAreMergedInRounds(t *testing.T) {
	m := &maze{children: 5, states: 300, length: 20}
	from := parentsOf(t, 3*fanIn)
	want, _ := interrupted(t, Config{}, from, m, -1)
	for _, dir := range []string{"", temporary(t)} {
		for _, limit := range []int64{0, 1 << 30} { // first merged because of their size, then because of their number
			b := newBuilder(Config{Dir: dir, Workers: 3}, "x", "label", from, func() Expander { return m })
			b.share, b.limit = 1, limit
			if err := b.expandAll(context.Background()); err != nil {
				t.Fatal(err)
			}
			if n := len(b.runs); n >= fanIn || limit > 0 && n < 10 {
				t.Errorf("%d runs are left", n)
			}
			l, err := b.finish(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(dump(t, l), dump(t, want)) {
				t.Errorf("merged in rounds in %q the layer is another", dir)
			}
			l.Close()
		}
	}
}

type dying struct {
	context.Context
	left int
}

func (d *dying) Err() error {
	if d.left--; d.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedMergesLeaveNoLayer interrupts the final merge at every check of the context.
func TestInterruptedMergesLeaveNoLayer(t *testing.T) {
	m := &maze{children: 50, states: 20000, length: 20}
	from := parentsOf(t, 500)
	finished := false
	for after := 0; !finished; after++ {
		dir := temporary(t)
		b := newBuilder(Config{Dir: dir, Memory: 1 << 16}, "x", "label", from, func() Expander { return m })
		if err := b.expandAll(context.Background()); err != nil {
			t.Fatal(err)
		}
		l, err := b.finish(&dying{context.Background(), after})
		for _, r := range b.runs {
			r.drop()
		}
		if finished = err == nil; finished {
			l.Close()
			if after < 2 {
				t.Errorf("the context was asked %d times, want more", after)
			}
			left(t, dir, "x.layer")
			break
		}
		if err != context.Canceled {
			t.Fatalf("interrupted when asked for the %d. time: %v", after+1, err)
		}
		left(t, dir)
	}
}

// The tables of unsorted states and the runs (sorted states) must each keep to their share of the memory limit.
// Everything else must go to files. Their total size must stay below a few times that of the largest file.
func TestABuildKeepsToItsMemoryLimit(t *testing.T) {
	m := &maze{children: 20, states: 20000, length: 30}
	from := parentsOf(t, 2000)
	for _, memory := range []int64{3 << 14, 1 << 16, 1 << 17} {
		c := Config{Dir: temporary(t), Memory: memory + from.Size(), Workers: 1}
		const parent = 20 * (30 + entryHead + unit) // the bytes that the children of one parent may take beyond the limit
		var b *builder
		most := 0
		b = newBuilder(c, "x", "label", from, func() Expander {
			return &counting{m, func() {
				var all, largest, held int64
				inMemory := 0
				for _, r := range b.runs {
					all += r.size
					largest = max(largest, r.size)
					if r.path == "" {
						held += r.size
						inMemory++
					}
				}
				if tables := b.meter.bytes.Load() - all; tables > b.share+parent || held > memory/2 || held != b.runBytes {
					t.Fatalf("of %d bytes the table has %d, runs have %d or %d", memory, tables, held, b.runBytes)
				}
				if all > max(memory/2, crowded*largest) {
					t.Fatalf("the runs have %d bytes, the largest of them %d", all, largest)
				}
				most = max(most, inMemory)
			}}
		})
		b.share /= 2 // as large as if there were two workers
		if err := b.expandAll(context.Background()); err != nil {
			t.Fatal(err)
		}
		inFiles := slices.ContainsFunc(b.runs, func(r *Layer) bool { return r.path != "" })
		if runs := len(b.runs); most == 0 || runs < 2 || !inFiles {
			t.Errorf("of %d bytes there are %d runs, in files %t, and %d were in memory once, want some and some in files", memory, runs, inFiles, most)
		}
	}
}

// failing is an Expander that expands the first parents. At the next parent it emits something and then fails.
type failing struct {
	parents int
	fail    func(emit func([]byte, Weight) error) (Weight, error)
}

func (f *failing) Expand(key []byte, w Weight, emit func([]byte, Weight) error) (Weight, error) {
	if f.parents--; f.parents >= 0 {
		return Weight{}, emit(key, w)
	}
	if err := emit([]byte("a part"), w); err != nil {
		return Weight{}, err
	}
	return f.fail(emit)
}

// The error of an expander must name the parent, and nothing that a failed parent emitted may be in a layer.
func TestFailuresAreReported(t *testing.T) {
	mine := errors.New("no children today")
	for _, test := range []struct {
		fail func(emit func([]byte, Weight) error) (Weight, error)
		kind error
		text string
	}{
		{func(func([]byte, Weight) error) (Weight, error) { return Weight{}, mine }, mine, "layer x: parent 7: no children today"},
		{func(func([]byte, Weight) error) (Weight, error) { return Weight{}, context.Canceled }, context.Canceled, "layer x: parent 7: context canceled"},
		{func(emit func([]byte, Weight) error) (Weight, error) {
			return Weight{}, emit(make([]byte, MaxKey+1), Weight{})
		}, errTooLong, "layer x: parent 7: a key of 65536 bytes: too long: at most 65535"},
		{func(emit func([]byte, Weight) error) (Weight, error) {
			emit(make([]byte, MaxKey+1), Weight{}) // Build must report this error although Expand ignores it
			return Weight{}, nil
		}, errTooLong, "layer x: parent 7: a key of 65536 bytes: too long: at most 65535"},
		{func(emit func([]byte, Weight) error) (Weight, error) {
			return Weight{}, emit(nil, Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1})
		}, ErrOverflow, "layer x: parent 7: 8 + 340282366920938463463374607431768211455: weights take more than 128 bits"},
	} {
		dir := temporary(t)
		_, err := Build(context.Background(), Config{Dir: dir, Workers: 1}, "x", "label", parentsOf(t, 20),
			func() Expander { return &failing{7, test.fail} }, nil)
		if !errors.Is(err, test.kind) || err.Error() != test.text {
			t.Errorf("got %v, want %s", err, test.text)
		}
		left(t, dir)
	}
}

// Two weights may fit into their 128 bits although their sum does not. This overflow must be an error wherever weights
// are added.
func TestSumsOverRunsOverflow(t *testing.T) {
	half := Weight{Hi: 1 << 63, Lo: 0}
	for _, test := range []struct {
		name   string
		expand func(emit func([]byte, Weight) error) (Weight, error)
	}{
		{"equal keys", func(emit func([]byte, Weight) error) (Weight, error) { return Weight{}, emit([]byte("a"), half) }},
		{"dead", func(func([]byte, Weight) error) (Weight, error) { return half, nil }},
	} {
		for _, workers := range []int{1, 2} {
			_, err := Build(context.Background(), Config{Dir: temporary(t), Memory: 1, Workers: workers}, "x", "", parentsOf(t, 2),
				func() Expander { return expandFunc(test.expand) }, nil)
			if !errors.Is(err, ErrOverflow) || !strings.HasPrefix(err.Error(), "layer x: ") {
				t.Errorf("%s, %d workers: got %v, want %v", test.name, workers, err, ErrOverflow)
			}
		}
	}
}

type expandFunc func(emit func([]byte, Weight) error) (Weight, error)

func (f expandFunc) Expand(_ []byte, _ Weight, emit func([]byte, Weight) error) (Weight, error) {
	return f(emit)
}

// TestLayersThatDoNotAddUpAreRefused gives the builder sums that differ from its runs.
func TestLayersThatDoNotAddUpAreRefused(t *testing.T) {
	part := func(key string, w uint64) *Layer {
		r, err := inMemory(footer{weight: Weight{Hi: 0, Lo: w}}, func(add func([]byte, Weight) error) error { return add([]byte(key), Weight{Hi: 0, Lo: w}) })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		name string
		sums totals
		runs []*Layer
		text string // the text of the error, "" if there is none
	}{
		{"all parents", totals{parents: 10, weight: Weight{Hi: 0, Lo: 3}}, []*Layer{part("a", 1), part("b", 2)}, ""},
		{"a parent twice", totals{parents: 11, weight: Weight{Hi: 0, Lo: 3}}, []*Layer{part("a", 1), part("b", 2)}, "layer x: does not add up: of 10 parents 11 were expanded"},
		{"a parent never", totals{parents: 9, weight: Weight{Hi: 0, Lo: 3}}, []*Layer{part("a", 1), part("b", 2)}, "layer x: does not add up: of 10 parents 9 were expanded"},
		{"a run lost", totals{parents: 10, weight: Weight{Hi: 0, Lo: 3}}, []*Layer{part("b", 2)}, "does not add up: states of weight 3 were emitted, 2 are stored"},
		{"a run twice", totals{parents: 10, weight: Weight{Hi: 0, Lo: 3}}, []*Layer{part("a", 1), part("b", 2), part("a", 1)}, "does not add up: states of weight 3 were emitted, 4 are stored"},
		{"no run", totals{}, nil, "layer x: does not add up: of 10 parents 0 were expanded"},
	} {
		for _, dir := range []string{"", temporary(t)} {
			b := newBuilder(Config{Dir: dir}, "x", "label", parentsOf(t, 10), nil)
			b.sums, b.runs, b.since = test.sums, test.runs, time.Time{}
			l, err := b.finish(context.Background())
			if test.text == "" && err != nil || test.text != "" && (!errors.Is(err, ErrMismatch) || err.Error() != test.text) {
				t.Errorf("%s: got %v, want %q", test.name, err, test.text)
			}
			if l != nil {
				l.Close()
			} else if dir != "" {
				left(t, dir)
			}
		}
	}
}

func TestKeysMustAscend(t *testing.T) {
	for _, test := range []struct {
		keys []string
		ok   bool
	}{
		{[]string{"", "a", "ab", "b", "b\x00"}, true},
		{[]string{"", ""}, false},
		{[]string{"a", ""}, false},
		{[]string{"ab", "a"}, false},
		{[]string{"b", "ab"}, false},
		{[]string{"abc", "abc"}, false},
	} {
		err := writeTo(io.Discard, footer{weight: Weight{Hi: 0, Lo: uint64(len(test.keys))}}, func(add func([]byte, Weight) error) error {
			for _, key := range test.keys {
				if err := add([]byte(key), Weight{Hi: 0, Lo: 1}); err != nil {
					return err
				}
			}
			return nil
		})
		if (err == nil) != test.ok || err != nil && !errors.Is(err, ErrMismatch) {
			t.Errorf("%q: got %v, want %t", test.keys, err, test.ok)
		}
	}
}

// TestEachBeginsAnywhere reads a layer from any state, in several goroutines, while the layer is expanded.
func TestEachBeginsAnywhere(t *testing.T) {
	l, err := read(large(t))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	if err := l.Each(0, l.States(), func(key []byte, _ Weight) error {
		keys = append(keys, string(key))
		return nil
	}); err != nil {
		t.Fatal(err)
	}

	done := make(chan string, 4)
	for g := range uint64(4) {
		go func() {
			for from := g; from <= l.States(); from += 4 {
				to := min(l.States(), from+from%70)
				at := from
				err := l.Each(from, to, func(key []byte, w Weight) error {
					if string(key) != keys[at] || w != (Weight{Hi: 0, Lo: 7}) {
						return fmt.Errorf("state %d is %q with weight %v", at, key, w)
					}
					at++
					return nil
				})
				if err != nil || at != to {
					done <- fmt.Sprintf("from %d to %d: ended at %d, %v", from, to, at, err)
					return
				}
			}
			done <- ""
		}()
	}
	for range 4 {
		if s := <-done; s != "" {
			t.Error(s)
		}
	}

	stop := errors.New("stop")
	if err := l.Each(3, 9, func([]byte, Weight) error { return stop }); err != stop {
		t.Errorf("got %v, want the error of visit", err)
	}
	for _, s := range [][2]uint64{{2, 1}, {0, l.States() + 1}} {
		if err := l.Each(s[0], s[1], func([]byte, Weight) error { return nil }); err == nil {
			t.Errorf("Each(%d, %d) of %d states is no error", s[0], s[1], l.States())
		}
	}
}
