package count

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// openInSlabs returns a counting that builds the last layer of the given number of players in parts, the slabs. The
// method core also counts core games (in which every player is chosen) of fewer players; it builds their last layers in
// one piece. The counting is closed when the test ends.
func openInSlabs(t testing.TB, method string, players int, slabs uint64, m enum.Means) *counting {
	t.Helper()
	c, err := newCountingInSlabs(method, players, m, func(n int) uint64 {
		if n == players {
			return slabs
		}
		return 1
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// TestSlabsSumToTheWholeLayer compares the tallies of a count that makes its last layer in slabs (parts) with those of
// a count that makes it as a whole. With -large it counts 10 players, in about eight minutes of processor time.
func TestSlabsSumToTheWholeLayer(t *testing.T) {
	n := largest(7, 9, 10)
	for _, c := range []struct {
		method  string
		players int
		slabs   uint64
	}{
		{countMethod, n, 8},
		{coreMethod, n - 1, 8},
		{countMethod, 6, 1},
		{countMethod, 6, 2},
	} {
		got := countAll(t, openInSlabs(t, c.method, c.players, c.slabs, enum.Means{Workers: 2})).sum()
		want := countAll(t, open(t, c.method, c.players, enum.Means{Workers: 2})).sum()
		if !got.Equal(want) {
			t.Errorf("%s, n=%d, %d slabs: %v games are counted, by the whole layer %v", c.method, c.players, c.slabs, got, want)
		}
	}
}

// TestSlabsDoNotDependOnTheMeans makes the last layer of a count in slabs (parts). The tallies of the shards must not
// depend on the number of workers, the memory, the files, and the parts in which the shards are counted.
func TestSlabsDoNotDependOnTheMeans(t *testing.T) {
	const least = 64 // bytes: every layer goes to files
	methods := countMethods()
	if testing.Short() {
		methods = methods[:1]
	}
	for _, method := range methods {
		want := countAll(t, openInSlabs(t, method, 8, 4, enum.Means{Workers: 1}))
		for _, w := range []struct {
			workers int
			memory  int64
			mod     uint64
		}{{3, 0, 1}, {2, least, 2}, {5, 0, 8}, {2, 0, 3}} {
			m := enum.Means{Workers: w.workers, Memory: w.memory, Remark: func(text string) { t.Error(text) }}
			if w.memory == least {
				m.Dir = t.TempDir()
			}
			all := make(counted)
			for res := range w.mod {
				c := openInSlabs(t, method, 8, 4, m)
				if err := all.countShards(context.Background(), c, w.workers, enum.Part{Res: res, Mod: w.mod}); err != nil {
					t.Fatal(err)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
			if differ := all.differ(want); differ != "" {
				t.Errorf("%s, %+v: it differs in %s", method, w, differ)
			}
		}
	}
}

// A part of a count must build only the slabs (parts of the last layer) that its shards need, each once. If slabs go to
// files, only the file of the last slab may be left.
func TestAPartMakesItsOwnSlabsOnce(t *testing.T) {
	for _, method := range countMethods() {
		for _, w := range []struct {
			part  string
			files bool
			want  []int
		}{
			{"0/1", false, []int{1, 2, 3, 4, 5, 6, 7, 8}},
			{"1/2", false, []int{2, 4, 6, 8}},
			{"3/4", true, []int{4, 8}},
			{"5/8", false, []int{6}},
			{"13/16", false, []int{6}},
		} {
			var made []int
			m := enum.Means{Workers: 3}
			if w.files {
				m.Memory, m.Dir = 64, t.TempDir()
			}
			m.Observe = func(p enum.LayerProgress) {
				if _, slab, in := strings.Cut(p.Of, ", slab "); in && p.Done {
					var number int
					if _, err := fmt.Sscanf(slab, "%d of 8", &number); err != nil {
						t.Errorf("%q: %v", p.Of, err)
					}
					made = append(made, number)
				}
			}
			part, err := enum.ParsePart(w.part)
			if err != nil {
				t.Fatal(err)
			}

			c := openInSlabs(t, method, 8, 8, m)
			if err := make(counted).countShards(context.Background(), c, 3, part); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(made, w.want) {
				t.Errorf("%s, part %s: it makes the slabs %v, want %v", method, w.part, made, w.want)
			}
			if !w.files {
				continue
			}
			files := slices.DeleteFunc(filesIn(t, m.Dir), func(name string) bool { return !strings.Contains(name, "-slab-") })
			want := fmt.Sprintf("%s-layer-5-slab-%d.layer", c.largest().file, w.want[len(w.want)-1]-1)
			if !slices.Equal(files, []string{want}) {
				t.Errorf("%s, part %s: it leaves the slabs %v, want %s", method, w.part, files, want)
			}
		}
	}
}

// TestTheStagesHaveEveryShardOnce checks that the stages of a count together have every shard once, and that they enter
// the slabs (parts of the last layer) one after another.
func TestTheStagesHaveEveryShardOnce(t *testing.T) {
	for _, method := range countMethods() {
		if enum.Stages(openInSlabs(t, method, 8, 1, enum.Means{})) != nil {
			t.Errorf("%s: it has stages although the last layer is made whole", method)
		}
		for _, slabs := range []uint64{2, 8, 16} {
			c := openInSlabs(t, method, 8, slabs, enum.Means{})
			last := c.largest()
			var ids, entered []uint64
			for stage := range enum.Stages(c) {
				for shard := range stage {
					ids = append(ids, shard.ID)
					if shard.ID < last.first {
						continue
					}
					slab, piece := last.slabOf(shard.ID - last.first)
					if slab != shard.ID%slabs || last.shardOf(slab, piece) != shard.ID-last.first {
						t.Errorf("%s: shard %d is piece %d of slab %d of %d", method, shard.ID, piece, slab, slabs)
					}
					if piece == 0 {
						entered = append(entered, slab)
					}
				}
			}
			if want := slices.Collect(count(slabs)); !slices.Equal(entered, want) {
				t.Errorf("%s, %d slabs: they are entered in the order %v", method, slabs, entered)
			}
			slices.Sort(ids)
			if want := slices.Collect(count(last.first + last.shards)); !slices.Equal(ids, want) {
				t.Errorf("%s, %d slabs: the stages have the shards %v, want all", method, slabs, ids)
			}
		}
	}
}

func count(below uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range below {
			if !yield(i) {
				return
			}
		}
	}
}

// TestACountInSlabsResumesWhereItEnded cancels a count while it works on the third slab, and resumes it. The resumed
// count must read this slab from its file, and give the same tallies.
func TestACountInSlabsResumesWhereItEnded(t *testing.T) {
	for _, method := range countMethods() {
		want := countAll(t, openInSlabs(t, method, 8, 4, enum.Means{Workers: 1}))
		var slabs atomic.Int64 // the number of slabs that were expanded
		m := enum.Means{Workers: 2, Memory: 64, Dir: t.TempDir(), Remark: func(text string) { t.Error(text) }}
		begin := func() *counting {
			c := openInSlabs(t, method, 8, 4, m)
			whole := c.largest().expander
			var counted [4]atomic.Bool
			c.largest().expander = func(s partial.Slab) layers.Expander {
				if s.Of > 1 && !counted[s.Number].Swap(true) {
					slabs.Add(1)
				}
				return whole(s)
			}
			return c
		}
		all := make(counted)
		ctx, cancel := context.WithCancel(context.Background())
		first := begin()
		err := enum.Run(ctx, first, enum.Plan{Workers: 2}, func(r enum.Result) error {
			all[r.Shard.ID] = r.Tally
			if last := first.largest(); r.Shard.ID >= last.first && r.Shard.ID%4 == 2 {
				cancel()
			}
			return nil
		})
		cancel()
		if err != context.Canceled || slabs.Load() != 3 {
			t.Fatalf("%s: Run = %v after %d slabs, want %v after 3", method, err, slabs.Load(), context.Canceled)
		}
		if err := first.Close(); err != nil {
			t.Error(err)
		}
		if err := all.countShards(context.Background(), begin(), 2, enum.Part{}); err != nil {
			t.Fatal(err)
		}
		if differ := all.differ(want); differ != "" {
			t.Errorf("%s: it differs in %s", method, differ)
		}
		if got := slabs.Load(); got != 4 {
			t.Errorf("%s: %d slabs were made in all, want 4", method, got)
		}
	}
}

func TestALostPartialGameOfASlabIsMissed(t *testing.T) {
	for _, method := range countMethods() {
		c := openInSlabs(t, method, 7, 2, enum.Means{})
		count := c.largest()
		count.expander = func(s partial.Slab) layers.Expander {
			if s.Of == 1 {
				return count.games.NewExpander()
			}
			return &forgetful{Expander: count.games.NewSlabExpander(s)}
		}
		err := c.Walker().Walk(context.Background(), enum.Shard{ID: count.first}, enum.NewTally(2))
		if err == nil || !strings.Contains(err.Error(), " became unsolvable or are in other parts of the layer; expected ") {
			t.Errorf("%s: Walk = %v, want an error that says what is missing", method, err)
		}
	}
}

func TestSlabsAreAboutEquallyLarge(t *testing.T) {
	const players, slabs = 8, 8
	for _, method := range countMethods() {
		var states []uint64
		c := openInSlabs(t, method, players, slabs, enum.Means{Workers: 2, Observe: func(p enum.LayerProgress) {
			if p.Done && strings.Contains(p.Of, "slab") {
				states = append(states, p.States)
			}
		}})
		countAll(t, c)
		var sum uint64
		for _, n := range states {
			sum += n
		}
		for i, n := range states {
			if n < sum/slabs*3/4 || n > sum/slabs*5/4 {
				t.Errorf("%s: slab %d has %d of %d states", method, i, n, sum)
			}
		}
	}
}
