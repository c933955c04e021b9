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

// interrupted builds a layer until so many parents are expanded, by all workers
// together, or it is finished. It returns how many were.
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

// left fails unless a directory holds just these files.
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

// A Build that is interrupted goes on where it was, again and again: every parent
// is expanded once, by one of them, and the layer has the same bytes.
func TestInterruptedBuildsExpandEveryParentOnce(t *testing.T) {
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
		var sum int64
		attempts := 0
		for {
			c := Config{
				Dir:     dir,
				Workers: 1 + random.IntN(4),
				Memory:  1 + random.Int64N(1<<17),
				Every:   time.Duration(1 + random.Int64N(1<<22)),
				Remark:  func(s string) { t.Errorf("seed %d, round %d: %s", seed, round, s) },
			}
			l, n := interrupted(t, c, from, m, 1+random.Int64N(1000))
			sum += n
			attempts++
			if l == nil {
				continue
			}
			if !bytes.Equal(dump(t, l), dump(t, whole)) {
				t.Errorf("seed %d, round %d: the layer is another", seed, round)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			break
		}
		if uint64(sum) != from.States() {
			t.Errorf("seed %d, round %d: %d expansions of %d parents in %d attempts", seed, round, sum, from.States(), attempts)
		}
		if l, n := interrupted(t, Config{Dir: dir}, from, m, 1); attempts > 1 && n != 0 || l == nil && attempts > 1 {
			t.Errorf("seed %d, round %d: %d parents expanded although the layer is there", seed, round, n)
		} else if l != nil {
			l.Close()
		}
	}
}

// Without a directory, and when all is young, there are no files.
func TestNoFilesWithoutNeed(t *testing.T) {
	m := &maze{children: 12, states: 3000, length: 20}
	dir := filepath.Join(temporary(t), "new")
	from := parentsOf(t, 100)
	l, n := interrupted(t, Config{Dir: dir, Workers: 2, Memory: 1 << 22}, from, m, -1)
	if n != 100 || l.Path() != "" {
		t.Errorf("%d parents expanded into %q, want 100 into memory", n, l.Path())
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("%s was made", dir)
	}
	if l, _ := interrupted(t, Config{Workers: 2, Memory: 1}, from, m, -1); l.Path() != "" {
		t.Errorf("a layer of no directory is in %q", l.Path())
	}
}

// A layer in memory remembers since when nothing was stored, and the layer made
// from it goes to a file if that is too long ago.
func TestNothingWaitsLongerThroughLayersInMemory(t *testing.T) {
	m := &maze{children: 12, states: 3000, length: 20}
	dir := temporary(t)
	c := Config{Dir: dir, Every: time.Hour}
	first, _ := interrupted(t, c, parentsOf(t, 10), m, -1)
	if first.Path() != "" || time.Since(first.since) > time.Minute {
		t.Fatalf("the first layer is in %q, since %v", first.Path(), first.since)
	}
	first.since = first.since.Add(-2 * time.Hour)
	second, _ := interrupted(t, c, first, m, -1)
	defer second.Close()
	if want := filepath.Join(dir, "x.layer"); second.Path() != want {
		t.Errorf("the second layer is in %q, want %q", second.Path(), want)
	}
	left(t, dir, "x.layer")
}

// A process that was killed may leave files it had begun, runs that were merged
// into another, and runs of a layer that is there.
func TestLeftoversAreRemoved(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	m := &maze{children: 12, states: 300, length: 20}
	from := parentsOf(t, 200)
	dir := temporary(t)
	c := Config{Dir: dir, Workers: 2, Every: 1, Remark: func(s string) { t.Error(s) }}
	copied := map[string][]byte{}
	read := func() {
		t.Helper()
		paths, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if copied[path], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func() {
		t.Helper()
		for path, p := range copied {
			if err := os.WriteFile(path, p, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+".tmp", p[:random.IntN(len(p))], 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}

	if _, n := interrupted(t, c, from, m, 50); n < 50 {
		t.Fatalf("%d expanded", n)
	}
	read()
	if len(copied) < 10 {
		t.Fatalf("%d files, want many", len(copied))
	}
	// Merged, and not yet removed.
	b := newBuilder(c, header{runKind, "x", "label", from.origin()}, from, nil)
	if l, err := b.store.resume(c.Remark); l != nil || err != nil {
		t.Fatal(l, err)
	}
	done := b.store.runs
	b.store.runs = nil
	b.store.onDisk.Store(true)
	if err := b.store.combine(context.Background(), done); err != nil {
		t.Fatal(err)
	}
	merged := b.store.runs[0]
	left(t, dir, filepath.Base(merged.path))
	write()
	b = newBuilder(c, header{runKind, "x", "label", from.origin()}, from, nil)
	if l, err := b.store.resume(c.Remark); l != nil || err != nil {
		t.Fatal(l, err)
	}
	left(t, dir, filepath.Base(merged.path))
	write()
	l, n := interrupted(t, c, from, m, -1)
	if want := int64(from.States() - merged.totals.cover.size()); n != want {
		t.Errorf("%d expanded, want %d", n, want)
	}
	left(t, dir, "x.layer")
	want := dump(t, l)
	l.Close()

	// All merged into the layer, and not yet removed. Those of another stay.
	write()
	other := filepath.Join(dir, "xx.000001.run")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	l, n = interrupted(t, c, from, m, -1)
	if n != 0 || !bytes.Equal(dump(t, l), want) {
		t.Errorf("%d expanded, want 0", n)
	}
	l.Close()
	left(t, dir, "x.layer", "xx.000001.run")
}

// oneByOne returns the builder of a layer with a run for every parent.
func oneByOne(t *testing.T, c Config, from *Layer, m *maze, onDisk bool) *builder {
	t.Helper()
	b := newBuilder(c, header{runKind, "x", "label", from.origin()}, from, nil)
	b.store.onDisk.Store(onDisk)
	w := &worker{builder: b, expander: m, table: newTable()}
	at := uint64(0)
	err := from.Each(0, from.States(), func(key []byte, weight Weight) error {
		if err := w.expand(at, key, weight); err != nil {
			return err
		}
		at++
		r, err := b.store.write(totals{w.table.weight, w.table.emitted, w.dead, slices.Clone(w.cover)}, func(out *writer) error {
			return w.table.sorted(out.add)
		})
		if err != nil {
			return err
		}
		b.store.runs = append(b.store.runs, r)
		w.table.reset(1)
		w.cover, w.dead = nil, Weight{}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// More runs than can be merged at once are merged in rounds.
func TestManyRunsAreMergedInRounds(t *testing.T) {
	m := &maze{children: 5, states: 300, length: 20}
	from := parentsOf(t, fanIn+100)
	want, _ := interrupted(t, Config{}, from, m, -1)
	for _, dir := range []string{"", temporary(t)} {
		b := oneByOne(t, Config{Dir: dir}, from, m, dir != "")
		l, err := b.store.finish(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(dump(t, l), dump(t, want)) {
			t.Errorf("merged in rounds in %q the layer is another", dir)
		}
		l.Close()
	}
	// And while they come.
	l, _ := interrupted(t, Config{Dir: temporary(t), Every: 1, Workers: 3}, from, m, -1)
	if !bytes.Equal(dump(t, l), dump(t, want)) {
		t.Error("merged while they come the layer is another")
	}
	l.Close()
}

// A dying context ends when it has been asked so many times.
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

// Whenever the final merge is interrupted, what it would have merged is in files.
func TestInterruptedMergesLoseNothing(t *testing.T) {
	m := &maze{children: 5, states: 300, length: 20}
	from := parentsOf(t, fanIn+20)
	finished := false
	for after := 0; !finished; after++ {
		b := oneByOne(t, Config{Dir: temporary(t)}, from, m, false)
		l, err := b.store.finish(&dying{context.Background(), after})
		if finished = err == nil; finished {
			l.Close()
			if after < 2 {
				t.Errorf("the context was asked %d times, want more", after)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := b.store.save(); err != nil {
			t.Fatal(err)
		}
		if l, n := interrupted(t, b.config, from, m, -1); n != 0 {
			t.Errorf("interrupted when asked for the %d. time: %d parents are expanded again", after+1, n)
		} else {
			l.Close()
		}
	}

	// In Build it is asked once before.
	dir := temporary(t)
	for after := range 2 {
		ctx := &dying{context.Background(), after}
		if _, err := Build(ctx, Config{Dir: dir}, "x", "label", from, func() Expander { return m }, nil); err != context.Canceled {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		l, n := interrupted(t, Config{Dir: dir}, from, m, -1)
		if n != 0 {
			t.Errorf("interrupted when asked for the %d. time: %d parents are expanded again", after+1, n)
		}
		if err := l.Remove(); err != nil {
			t.Error(err)
		}
	}
}

// While a layer is made, tables and runs in memory keep to their shares of it,
// and what is beyond goes to files, which keep to a few times the largest.
func TestMemoryIsKept(t *testing.T) {
	m := &maze{children: 20, states: 20000, length: 30}
	from := parentsOf(t, 2000)
	for _, memory := range []int64{3 << 14, 1 << 16, 1 << 17} {
		c := Config{Dir: temporary(t), Memory: memory + from.Size(), Workers: 1, Every: time.Hour}
		const parent = 20 * (30 + entryHead + unit) // what one may take beyond
		var b *builder
		inMemory := 0
		b = newBuilder(c, header{runKind, "x", "label", from.origin()}, from, func() Expander {
			return &counting{m, func() {
				all, largest := bytesOf(b.store.runs)
				runs, _ := bytesOf(b.store.inMemory())
				if tables := b.meter.bytes.Load() - all; tables > b.share()+parent || runs > memory/2 {
					t.Fatalf("of %d bytes the table has %d, runs have %d", memory, tables, runs)
				}
				if all > max(memory/2, crowded*largest) {
					t.Fatalf("the runs have %d bytes, the largest of them %d", all, largest)
				}
				inMemory = max(inMemory, len(b.store.inMemory()))
			}}
		})
		if err := b.expandAll(context.Background()); err != nil {
			t.Fatal(err)
		}
		if runs := len(b.store.runs); inMemory == 0 || runs < 2 || len(b.store.inMemory()) > 0 {
			t.Errorf("of %d bytes there are %d runs, %d were in memory once, want some and some more in files", memory, runs, inMemory)
		}
	}
}

// failing expands the first parents and fails at the next, after it has emitted
// something.
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

// An error says which parent it was. What a failed parent emitted is nowhere.
func TestFailuresAreTold(t *testing.T) {
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
		}, ErrTooLong, "layer x: parent 7: a key of 65536 bytes: too long: at most 65535"},
		{func(emit func([]byte, Weight) error) (Weight, error) {
			emit(make([]byte, MaxKey+1), Weight{}) // it is told all the same
			return Weight{}, nil
		}, ErrTooLong, "layer x: parent 7: a key of 65536 bytes: too long: at most 65535"},
		{func(emit func([]byte, Weight) error) (Weight, error) {
			return Weight{}, emit(nil, Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1})
		}, ErrOverflow, "layer x: parent 7: 8 + 340282366920938463463374607431768211455: weights take more than 128 bits"},
	} {
		dir := temporary(t)
		_, err := Build(context.Background(), Config{Dir: dir, Workers: 1, Every: time.Hour}, "x", "label", parentsOf(t, 20),
			func() Expander { return &failing{7, test.fail} }, nil)
		if !errors.Is(err, test.kind) || err.Error() != test.text {
			t.Errorf("got %v, want %s", err, test.text)
		}
		left(t, dir)
	}
}

// Sums that are too large together are found where they come together.
func TestSumsOverRunsOverflow(t *testing.T) {
	half := Weight{Hi: 1 << 63}
	for _, test := range []struct {
		name   string
		expand func(emit func([]byte, Weight) error) (Weight, error)
	}{
		{"equal keys", func(emit func([]byte, Weight) error) (Weight, error) { return Weight{}, emit([]byte("a"), half) }},
		{"dead", func(func([]byte, Weight) error) (Weight, error) { return half, nil }},
	} {
		for _, workers := range []int{1, 2} {
			_, err := Build(context.Background(), Config{Dir: temporary(t), Every: 1, Workers: workers}, "x", "", parentsOf(t, 2),
				func() Expander { return expandFunc(test.expand) }, nil)
			if !errors.Is(err, ErrOverflow) || !strings.HasPrefix(err.Error(), "x: ") {
				t.Errorf("%s, %d workers: got %v, want %v", test.name, workers, err, ErrOverflow)
			}
		}
	}
}

type expandFunc func(emit func([]byte, Weight) error) (Weight, error)

func (f expandFunc) Expand(_ []byte, _ Weight, emit func([]byte, Weight) error) (Weight, error) {
	return f(emit)
}

// What does not add up is no layer.
func TestLayersThatDoNotAddUpAreRefused(t *testing.T) {
	from := parentsOf(t, 10)
	h := header{runKind, "x", "label", from.origin()}
	part := func(key string, w uint64, c cover) *run {
		s := store{header: h, meter: new(meter)}
		r, err := s.write(totals{weight: Weight{Lo: w}, cover: c}, func(out *writer) error { return out.add([]byte(key), Weight{Lo: w}) })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		name string
		runs []*run
		text string // of the error, "" if there is none
	}{
		{"all parents", []*run{part("a", 1, cover{{0, 3}, {7, 10}}), part("b", 1, cover{{3, 7}})}, ""},
		{"a parent twice", []*run{part("a", 1, cover{{0, 5}}), part("b", 1, cover{{4, 10}})}, "x: does not add up: two runs have the same parents"},
		{"a parent never", []*run{part("a", 1, cover{{0, 4}}), part("b", 1, cover{{5, 10}})}, "x: does not add up: of 10 parents 9 were expanded, not the one at 4"},
		{"no run", nil, "x: does not add up: of 10 parents 0 were expanded, not the one at 0"},
	} {
		s := store{header: h, meter: new(meter), runs: test.runs}
		_, err := s.finish(context.Background())
		if test.text == "" && err != nil || test.text != "" && (!errors.Is(err, ErrMismatch) || err.Error() != test.text) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.text)
		}
	}
	s := store{header: h, meter: new(meter)}
	if _, err := s.write(totals{weight: Weight{Lo: 3}}, func(w *writer) error { return w.add([]byte("a"), Weight{Lo: 2}) }); !errors.Is(err, ErrMismatch) {
		t.Errorf("weight lost: got %v, want %v", err, ErrMismatch)
	}
}

// The order of the keys is asserted while they are written.
func TestOrderIsAsserted(t *testing.T) {
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
		w, err := newWriter(io.Discard, header{})
		for _, key := range test.keys {
			if err == nil {
				err = w.add([]byte(key), Weight{Lo: 1})
			}
		}
		if (err == nil) != test.ok || err != nil && !errors.Is(err, ErrMismatch) {
			t.Errorf("%q: got %v, want %t", test.keys, err, test.ok)
		}
	}
}

// A layer may be read from anywhere, by many at once, and while it is expanded.
func TestEachBeginsAnywhere(t *testing.T) {
	p, _ := large(t)
	l, err := read(bytes.NewReader(p), int64(len(p)))
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
					if string(key) != keys[at] || w != (Weight{Lo: 7}) {
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
	for _, s := range []span{{2, 1}, {0, l.States() + 1}} {
		if err := l.Each(s.from, s.to, func([]byte, Weight) error { return nil }); err == nil {
			t.Errorf("Each(%d, %d) of %d states is no error", s.from, s.to, l.States())
		}
	}
}
