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

	"enumerate/enum"
	"enumerate/internal/golden"
	"enumerate/internal/pace"
)

// known are the numbers of valid labelled boards and of their classes. Up to n = 11 others had found them before. For
// larger n the walk and the count agree on them.
var known = func() (list []boardsOfSize) {
	for n := 1; n <= 16; n++ {
		list = append(list, boardsOfSize{n, golden.Total("spies", n, "valid-games"), golden.Total("spies", n, "valid-classes")})
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
	// The number of invalid boards is found by subtracting the valid boards from all, so it proves nothing.
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

func listerOf(t testing.TB, n int) enum.Lister {
	t.Helper()
	list, err := newLister(n)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

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

// TestWalkAndListAgreeWithAllBoards compares the walk and the list with all boards, judged by definition, and with
// classes made of all images of each board.
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

// listOf lists the classes of a verdict as "verdict automorphisms board".
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

// TestListOfValidClassesHasAsManyAsTheWalk takes sizes of which the list skips most boards.
func TestListOfValidClassesHasAsManyAsTheWalk(t *testing.T) {
	for _, n := range []int{10, 12, 13} {
		_, totals := tallyOf(t, space{n})
		list := listOf(t, n, valid)
		if got := int64(len(list)); totals[valid].Classes.Int64() != got {
			t.Errorf("n = %d: %d valid classes are listed, want %v", n, got, totals[valid].Classes)
		}
	}
}

func TestListStopsEarly(t *testing.T) {
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

// TestEveryShardCoversItsBoards examines each shard, because the number for the whole walk would also be right if one
// shard lost a prefix and another one counted a prefix twice.
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
			if totals, err := s.Totals(tally); err != nil || totals.Coverage.Cmp(want) != 0 {
				t.Errorf("n = %d: shard %d covers %v boards, %v, want %v", n, shard.ID, totals.Coverage, err, want)
			}
		}
	}
}

// TestCellsLeftFollowFromTheRules checks, cell by cell and by the rules, which cells the walk leaves free for the next
// queen. It does so after each queen of a path, and then after each queen that is placed in a tail, the compact form in
// which the walk has the free cells for the last queens.
func TestCellsLeftFollowFromTheRules(t *testing.T) {
	walkers := make(map[int]*walker)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{4, 9, 14, 16, 17, maxWalked}).Draw(t, "n")
		if walkers[n] == nil {
			walkers[n] = newWalker(n)
		}
		w := walkers[n]
		var queens []cell
		compare := func(got []cell) {
			t.Helper()
			var want []cell
			for i := range n * n {
				if c := (cell{i / n, i % n}); mayStand(queens, n, c) {
					want = append(want, c)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d queens at %v leave %v, want %v", n, queens, got, want)
			}
		}

		d := 0
		for {
			next := w.choose(d)
			compare(w.freeCells[d])
			if len(next) == 0 {
				return
			}
			if d > 0 && len(w.freeCells[d]) <= maxTail {
				break
			}
			c := rapid.SampledFrom(next).Draw(t, "cell")
			w.place(d, c)
			queens = append(queens, c)
			d++
		}
		free := w.newTail(d)
		for {
			var left []cell
			var numbers []int
			for rest := free; rest != (set{}); rest = rest.without(w.tail.one[rest.first()]) {
				numbers = append(numbers, rest.first())
				left = append(left, w.tail.cells[rest.first()])
			}
			compare(left)
			if free.len() != len(left) {
				t.Fatalf("%v has %d cells, want %d", free, free.len(), len(left))
			}
			if len(left) == 0 {
				return
			}
			i := rapid.SampledFrom(numbers).Draw(t, "number")
			free = w.tail.place(d, i, free)
			w.findThird(i)
			queens = append(queens, w.tail.cells[i])
			d++
		}
	})
}

// mayStand reports whether a board that is the least of its class may have a queen in the cell c together with the
// given queens. The first of these is in the first row, at some distance from the left corner. No other queen on the
// border may be nearer to a corner, because a symmetry would then give a lesser board.
func mayStand(queens []cell, n int, c cell) bool {
	if len(queens) == 0 {
		return c.row > 0 || c.column <= n-1-c.column
	}
	edge := min(c.row, c.column, n-1-c.row, n-1-c.column) // 0 on the border
	if corner := max(min(c.row, n-1-c.row), min(c.column, n-1-c.column)); c.row > 0 && edge == 0 && corner < queens[0].column {
		return false
	}
	for i, p := range queens {
		if x, y := c.column-p.column, c.row-p.row; x*y == 0 || x*x == y*y {
			return false
		}
		for _, q := range queens[:i] {
			if (p.row-q.row)*(c.column-q.column) == (c.row-q.row)*(p.column-q.column) {
				return false
			}
		}
	}
	return true
}

// TestWalkAgreesWithARowByRowSearch completes a prefix in two ways: by the walk, and row by row by the definition. The
// prefixes are taken from a valid board, and in each of them the last queen is also moved to every other column.
func TestWalkAgreesWithARowByRowSearch(t *testing.T) {
	for _, n := range []int{10, 17, 21, maxWalked} {
		first, _, err := firstBoard(t.Context(), n, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := newWalker(n)
		found := 0
		for length := max(1, n-11); length < n; length++ {
			for column := range n {
				queens, path := append(slices.Clone(first[:length-1]), column), []byte(nil)
				for _, c := range queens {
					path = append(path, byte(c))
				}
				var want []string
				completions(queens, n, func(b board) {
					if least, _ := b.least(make(board, n)); least {
						want = append(want, b.String())
					}
				})
				var got []string
				w.begin(t.Context())
				w.finish(path, func(uint64) bool {
					got = append(got, w.queens.String())
					return true
				})
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("n = %d: with %v there are %v, want %v", n, path, got, want)
				}
				found += len(got)
			}
		}
		if found < 2 {
			t.Errorf("n = %d: %d boards are found, want more", n, found)
		}
	}
}

// completions visits the valid boards that begin with the given queens.
func completions(queens board, n int, visit func(board)) {
	for i, c := range queens {
		for j := range i {
			if x, y := c-queens[j], i-j; x == 0 || x*x == y*y {
				return
			}
			for k := range j {
				if (i-j)*(c-queens[k]) == (i-k)*(c-queens[j]) {
					return
				}
			}
		}
	}
	if len(queens) == n {
		visit(queens)
		return
	}
	for c := range n {
		completions(append(slices.Clone(queens), c), n, visit)
	}
}

// TestDescentsEstimateTheWalk compares the means of many descents, each down one random path, with the totals of the
// walk.
func TestDescentsEstimateTheWalk(t *testing.T) {
	const n, descents = 14, 150
	s := space{n}
	_, totals := tallyOf(t, s)
	walker := newWalker(n)
	random := rand.New(rand.NewPCG(1, 2))
	var classes, covered, squares float64
	for range descents {
		tally := enum.NewTally(len(verdicts))
		weight, err := walker.descent(context.Background(), random, tally, func(float64) {})
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

// TestWalksEndWithTheirContext gives work for minutes, and a context that ends after some milliseconds.
func TestWalksEndWithTheirContext(t *testing.T) {
	large := space{maxWalked}
	counting, list := countingOf(t, maxCounted), listerOf(t, maxWalked)
	shard := enum.Shard{}
	for name, walk := range map[string]func(context.Context) error{
		"walk":  func(ctx context.Context) error { return large.Walker().Walk(ctx, shard, enum.NewTally(2)) },
		"count": func(ctx context.Context) error { return counting.Walker().Walk(ctx, shard, enum.NewTally(2)) },
		"descent": func(ctx context.Context) error {
			for random := rand.New(rand.NewPCG(1, 1)); ; {
				if _, err := newWalker(maxWalked).descent(ctx, random, enum.NewTally(2), func(float64) {}); err != nil {
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
		watch := pace.Start(t)
		err := walk(ctx)
		cancel()
		if took := watch.Stop(); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
			t.Errorf("%s: ends after %v with %v, want %v", name, took, err, context.DeadlineExceeded)
		}
	}
}

func TestImpossibleTalliesAreErrors(t *testing.T) {
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

func TestInvalidSizesAreErrors(t *testing.T) {
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
				followed += w.pathCount
			}
			b.ReportMetric(float64(followed)/b.Elapsed().Seconds(), "prefixes/s")
		})
	}
}
