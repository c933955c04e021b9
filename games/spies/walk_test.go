package spies

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/data"
	"enumerate/enum"
)

// known are the labelled boards and classes of valid ones. Up to n = 11 they were known
// before; from there on the walk and the count agree on them, up to n = 14 in these
// tests.
var known = func() (list []boardsOfSize) {
	for n := 1; n <= 16; n++ {
		list = append(list, boardsOfSize{n, data.Golden("spies", n, "valid-games"), data.Golden("spies", n, "valid-classes")})
	}
	return list
}()

type boardsOfSize struct {
	n               int
	boards, classes string
}

// tallyOf runs a space and proves its totals.
func tallyOf(t testing.TB, s enum.Space) (*enum.Tally, []enum.Total) {
	t.Helper()
	sum := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(context.Background(), s, enum.Plan{Workers: 1}, func(r enum.Result) error {
		sum.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// What the valid boards leave proves nothing of their number.
	want := enum.Checks{Games: "ok", Classes: "not checked"}
	if _, walk := s.(space); walk {
		want.Games = "not checked"
	}
	totals, checks, err := enum.Prove(s, sum)
	if err != nil || checks != want {
		t.Fatalf("%s: Prove() = %v, %v, want %v", s.Fingerprint(), checks, err, want)
	}
	return sum, totals.Verdicts
}

// listerOf returns a lister of a size.
func listerOf(t testing.TB, n int) enum.Lister {
	t.Helper()
	list, err := newLister(n)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestWalkFindsWhatIsKnown compares totals with the table.
func TestWalkFindsWhatIsKnown(t *testing.T) {
	for _, k := range known {
		if testing.Short() && k.n > 13 {
			break
		}
		_, totals := tallyOf(t, space{k.n})
		if got := totals[valid]; got.Games.String() != k.boards || got.Classes.String() != k.classes {
			t.Errorf("n = %d: %v valid boards, %v classes, want %s, %s", k.n, got.Games, got.Classes, k.boards, k.classes)
		}
	}
}

// TestWalkAndListAgreeWithAllBoards compares them with all boards, judged by definition,
// and all images of each.
func TestWalkAndListAgreeWithAllBoards(t *testing.T) {
	most := 9
	if testing.Short() {
		most = 7
	}
	for n := 1; n <= most; n++ {
		s, want := space{n}, takeCensus(n)
		tally, totals := tallyOf(t, s)
		for v := range verdicts {
			if got := totals[v].Games; got.Uint64() != want.boards[v] {
				t.Errorf("n = %d: %v boards are %s, want %d", n, got, verdicts[v], want.boards[v])
			}
		}
		for _, automorphisms := range []uint64{1, 2, 4, 8} {
			if got, want := tally.Count(valid, automorphisms), want.classes[valid][automorphisms]; got.Uint64() != want {
				t.Errorf("n = %d: %v valid classes have %d automorphisms, want %d", n, got, automorphisms, want)
			}
			if got, want := classesWith(n, automorphisms), want.classes[valid][automorphisms]+want.classes[invalid][automorphisms]; got.Uint64() != want {
				t.Errorf("classesWith(%d, %d) = %v, want %d", n, automorphisms, got, want)
			}
		}
		for _, verdict := range []int{enum.AnyVerdict, valid, invalid} {
			var wanted []string
			for _, c := range want.least {
				if verdict == enum.AnyVerdict || c[:3] == verdicts[verdict][:3] {
					wanted = append(wanted, c)
				}
			}
			if got := listOf(t, n, verdict); !slices.Equal(got, wanted) {
				t.Errorf("n = %d: the list of verdict %d has %d classes, want %d", n, verdict, len(got), len(wanted))
			}
		}
	}
}

// listOf lists classes as "verdict automorphisms board".
func listOf(t *testing.T, n, verdict int) []string {
	var list []string
	classes := listerOf(t, n)
	for shard := range (space{n}).Shards() {
		err := classes(context.Background(), shard, verdict, func(c enum.Class) bool {
			if got := c.Solution().Verdict; got != verdicts[c.Verdict] {
				t.Errorf("%v is listed as %s, and its solution is %s", c.Game(), verdicts[c.Verdict], got)
			}
			list = append(list, fmt.Sprintf("%s %d %v", verdicts[c.Verdict], c.Automorphisms, c.Game()))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestListOfValidClassesHasAsManyAsTheWalk goes to sizes where most boards are not met.
func TestListOfValidClassesHasAsManyAsTheWalk(t *testing.T) {
	for _, n := range []int{10, 12, 13} {
		_, totals := tallyOf(t, space{n})
		list := listOf(t, n, valid)
		if got := int64(len(list)); totals[valid].Classes.Int64() != got {
			t.Errorf("n = %d: %d valid classes are listed, want %v", n, got, totals[valid].Classes)
		}
	}
}

func TestListStopsWhenToldTo(t *testing.T) {
	s, list := space{8}, listerOf(t, 8)
	for _, verdict := range []int{enum.AnyVerdict, valid, invalid} {
		visits := 0
		err := enum.List(context.Background(), s, list, enum.Part{}, verdict, func(enum.Class) bool {
			visits++
			return false
		})
		if visits != 1 || err != nil {
			t.Errorf("verdict %d: %d classes are visited before the list ends with %v, want 1, <nil>", verdict, visits, err)
		}
	}
}

// TestEveryShardCoversItsBoards is sharper than the sum: no prefix is lost in one shard
// and counted twice in another.
func TestEveryShardCoversItsBoards(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 10, 17} {
		s := space{n}
		want := boards(n - depth(n))
		walker := s.Walker()
		for shard := range s.Shards() {
			if n == 17 && shard.ID%500 != 13 {
				continue
			}
			tally := enum.NewTally(len(verdicts))
			if err := walker.Walk(context.Background(), shard, tally); err != nil {
				t.Fatal(err)
			}
			if totals, err := s.Totals(tally); err != nil || totals.Covered.Cmp(want) != 0 {
				t.Errorf("n = %d: shard %d covers %v boards, %v, want %v", n, shard.ID, totals.Covered, err, want)
			}
		}
	}
}

// TestWhatQueensRuleOutFollowsFromTheRules compares the words of a path with the rules,
// cell by cell, in layouts of both kinds.
func TestWhatQueensRuleOutFollowsFromTheRules(t *testing.T) {
	walkers := make(map[int]*walker)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{4, 9, 16, 17, 21}).Draw(t, "n")
		if walkers[n] == nil {
			walkers[n] = newWalker(n)
		}
		w := walkers[n]
		for d := range n {
			columns := w.free(d)
			for c := range n {
				if got, want := columns>>c&1 != 0, mayStand(w.queens[:d], n, d, c); got != want {
					t.Fatalf("after %v: row %d, column %d is free: %t, want %t", w.queens[:d], d, c, got, want)
				}
			}
			if columns>>n != 0 {
				t.Fatalf("after %v: row %d has a column outside the board", w.queens[:d], d)
			}
			if columns == 0 {
				return
			}
			var choices []int
			for c := range n {
				if columns>>c&1 != 0 {
					choices = append(choices, c)
				}
			}
			c := rapid.SampledFrom(choices).Draw(t, "column")
			if got, want := w.place(d, c), hasRoom(append(slices.Clone(w.queens[:d]), c), n); got != want {
				t.Fatalf("place(%d, %d) after %v = %t, want %t", d, c, w.queens[:d], got, want)
			} else if !got {
				return
			}
		}
	})
}

// mayStand reports whether a least board may begin with some queens and have one in this
// cell below them.
func mayStand(queens board, n, row, column int) bool {
	if len(queens) == 0 {
		return row > 0 || column <= n-1-column
	}
	edge := func(x, y int) int { return min(x, y, n-1-x, n-1-y) } // 0 on the border
	if corner := max(min(row, n-1-row), min(column, n-1-column)); row > 0 && edge(row, column) == 0 && corner < queens[0] {
		return false
	}
	for i, ci := range queens {
		if x := column - ci; x == 0 || x*x == (row-i)*(row-i) {
			return false
		}
		for j := range i {
			if (i-j)*(column-queens[j]) == (row-j)*(ci-queens[j]) {
				return false
			}
		}
	}
	return true
}

// hasRoom reports whether some queens leave a cell in each other row and column.
func hasRoom(queens board, n int) bool {
	columns := make([]bool, n)
	for _, c := range queens {
		columns[c] = true
	}
	for r := len(queens); r < n; r++ {
		room := false
		for c := range n {
			if mayStand(queens, n, r, c) {
				room, columns[c] = true, true
			}
		}
		if !room {
			return false
		}
	}
	return !slices.Contains(columns, false)
}

// TestDescentsEstimateTheWalk compares means of many descents with what a walk finds.
func TestDescentsEstimateTheWalk(t *testing.T) {
	const n, descents = 14, 150
	s := space{n}
	_, totals := tallyOf(t, s)
	walker := newWalker(n)
	random := rand.New(rand.NewPCG(1, 2))
	var classes, covered, squares float64
	for range descents {
		tally := enum.NewTally(len(verdicts))
		weight, err := walker.descent(context.Background(), random, tally)
		if err != nil {
			t.Fatal(err)
		}
		classes += weight * float64(tally.Sum(valid).Int64())
		share, _ := new(big.Rat).SetFrac(tally.SumAll(), s.Games()).Float64()
		covered += weight * share
		squares += weight * share * weight * share
	}
	want := float64(totals[valid].Classes.Int64())
	if got := classes / descents; math.Abs(got-want) > want/4 {
		t.Errorf("descents estimate %.0f valid classes, want %.0f", got, want)
	}
	mean := covered / descents
	if error := math.Sqrt((squares/descents - mean*mean) / descents); math.Abs(mean-1) > 5*error {
		t.Errorf("descents estimate that the walk covers %.3f ± %.3f of all boards, want 1", mean, error)
	}
}

// TestWalksEndWithTheirContext gives work for minutes some milliseconds.
func TestWalksEndWithTheirContext(t *testing.T) {
	large := space{21}
	counting, list := countingOf(t, maxCounted), listerOf(t, 21)
	shard := enum.Shard{}
	for name, walk := range map[string]func(context.Context) error{
		"walk":  func(ctx context.Context) error { return large.Walker().Walk(ctx, shard, enum.NewTally(2)) },
		"count": func(ctx context.Context) error { return counting.Walker().Walk(ctx, shard, enum.NewTally(2)) },
		"descent": func(ctx context.Context) error {
			for random := rand.New(rand.NewPCG(1, 1)); ; {
				if _, err := newWalker(21).descent(ctx, random, enum.NewTally(2)); err != nil {
					return err
				}
			}
		},
		"list": func(ctx context.Context) error {
			return list(ctx, shard, valid, func(enum.Class) bool { return true })
		},
		"list of invalid ones": func(ctx context.Context) error {
			return list(ctx, shard, invalid, func(enum.Class) bool { return true })
		},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		began := time.Now()
		err := walk(ctx)
		cancel()
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
			t.Errorf("%s: ends after %v with %v, want %v", name, took, err, context.DeadlineExceeded)
		}
	}
}

func TestATallyThatNoWalkMakesIsAnError(t *testing.T) {
	s := space{4}
	for _, bar := range []struct {
		verdict      int
		key, classes uint64
	}{{valid, 0, 1}, {valid, 3, 1}, {valid, 8, 1}, {valid, 4, 5}, {invalid, 1, 1}} {
		tally := enum.NewTally(len(verdicts))
		tally.Add(bar.verdict, bar.key, bar.classes)
		if totals, err := s.Totals(tally); err == nil {
			t.Errorf("Totals of %d under %d of %s = %v, want an error", bar.classes, bar.key, verdicts[bar.verdict], totals)
		}
	}
	tally, _ := tallyOf(t, s)
	tally.Add(invalid, enum.NoClass, 1)
	if totals, _, err := enum.Prove(s, tally); err == nil {
		t.Errorf("Prove of a board too many = %v, want an error", totals)
	}
}

func TestSizesThatThereAreNotAreErrors(t *testing.T) {
	for _, n := range []int{-1, 0, maxSize + 1, math.MaxInt} {
		if s, err := New().Space(n); err == nil || s != nil {
			t.Errorf("Space(%d) = %v, %v, want an error", n, s, err)
		}
	}
	for _, n := range []int{-1, 0, maxCounted + 1} {
		if s, err := newCounting(n, enum.Means{}); err == nil || s != nil {
			t.Errorf("newCounting(%d) = %v, %v, want an error", n, s, err)
		}
	}
	for n, want := range map[int]bool{1: true, maxWalked: true, maxWalked + 1: false} {
		if s, err := walkable(n, enum.Means{}); (err == nil) != want || (s != nil) != want {
			t.Errorf("walkable(%d) = %v, %v, want an error: %t", n, s, err, !want)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	for n := 12; n <= 17; n++ {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			followed := uint64(0)
			for b.Loop() {
				w := newWalker(n)
				w.begin(context.Background())
				w.finish(nil, func(uint64) bool { return true })
				followed += w.followed
			}
			b.ReportMetric(float64(followed)/b.Elapsed().Seconds(), "prefixes/s")
		})
	}
}
