package walk

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

var large = flag.Bool("large", false, "also list all of n = 8, and the core games of n = 9 (about 20 minutes of one core)")

func sized(players int) walkSpace { return walkSpace{space.Space{Players: players}} }

func walk(t testing.TB, s enum.Space, workers int, part enum.Part) *enum.Tally {
	t.Helper()
	sum := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(context.Background(), s, enum.Plan{Workers: workers, Part: part}, func(r enum.Result) error {
		sum.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func largest(short, full, withFlag int) int {
	switch {
	case testing.Short():
		return short
	case *large:
		return withFlag
	}
	return full
}

// bulks returns bulk walkers by the number of words in a mask, the set of choices of a player. The number is one, two
// or three, if so many words can hold a mask.
func bulks(players int) map[int]*walker {
	walkers := make(map[int]*walker)
	for words := 1; words <= 3; words++ {
		if rows := (players - 2 + words) / words; rows*(players-1) <= 64 {
			w := newBulkWalker(players)
			w.bulk = [...]bulk{newBulk1(w), newBulk2(w), newBulk3(w)}[words-1]
			walkers[words] = w
		}
	}
	return walkers
}

// TestListAndWalkAgree compares two ways to count the classes of each shard. Both grow canonical strings of choices,
// but the walk settles all choices of the last three players in bulk, and the list tries them one by one. For n = 8 the
// test compares every eighth shard, or all shards with -large.
func TestListAndWalkAgree(t *testing.T) {
	for n := 3; n <= largest(6, 8, 8); n++ {
		s := sized(n)
		list, walkers := lister(t, n), bulks(n)
		for shard := range s.Shards() {
			if n == 8 && shard.ID%8 != 3 && !*large {
				continue
			}
			single := enum.NewTally(2)
			err := list.List(t.Context(), shard, enum.AnyVerdict, func(verdict int, automorphisms uint64) bool {
				single.Add(verdict, automorphisms, 1)
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			for words, walker := range walkers {
				bulk := enum.NewTally(2)
				if err := walker.Walk(t.Context(), shard, bulk); err != nil {
					t.Fatal(err)
				}
				if !bulk.Equal(single) {
					t.Errorf("n=%d shard %d: the walk on %d words and the list differ: %v, %v classes", n, shard.ID, words, bulk.SumAll(), single.SumAll())
				}
			}
		}
	}
}

func lister(t testing.TB, n int) *Lister {
	t.Helper()
	list, err := NewLister(n)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestListAndWalkAgreeInLargeGames compares walk and list for the games that begin with a random prefix, the choices of
// the first players. The numbers of players are those whose masks (sets of choices) need two and three words. In one
// prefix nearly all players choose the same two players. Then many players are chosen by no one, and the list of
// choices stays the same however they are numbered. So this prefix also tests that the walk can compare very many such
// numberings with the list of choices.
func TestListAndWalkAgreeInLargeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; TestListAndWalkAgree has all shards of small sizes, go test runs both")
	}
	random := rand.New(rand.NewPCG(1, 1))
	for n := 8; n <= Most; n++ {
		single := newWalker(n)
		classes := new(big.Int)
		for trial := range largest(0, 4, 20) {
			path := randomPrefix(single, n-3, random)
			if trial == 0 && n <= largest(0, Most-1, Most) { // all players whom no one chose choose the same two players
				path = []byte{1 | 2<<4, 0 | 2<<4, 0 | 1<<4}
				for len(path) < n-3 {
					path = append(path, 0|1<<4)
				}
			}
			want := enum.NewTally(2)
			single.replay(path)
			single.descend(len(path), n, func() bool {
				want.Add(single.pathVerdict(), single.tieCount+1, 1)
				return true
			})
			for words, bulk := range bulks(n) {
				got := enum.NewTally(2)
				if bulk.replay(path) {
					bulk.settleBelow(len(path), got)
				}
				if !got.Equal(want) {
					t.Errorf("n=%d prefix %v: the walk on %d words and the list differ", n, path, words)
				}
			}
			classes.Add(classes, want.SumAll())
		}
		if classes.Cmp(big.NewInt(30000)) < 0 {
			t.Errorf("n=%d: only %v classes were compared", n, classes)
		}
	}
}

// randomPrefix returns a random prefix of depth choices that no start, another numbering of the players, makes smaller.
func randomPrefix(w *walker, depth int, random *rand.Rand) []byte {
	var path []byte
	for len(path) < depth {
		var paths [][]byte
		w.replay(path)
		w.descend(len(path), len(path)+1, func() bool {
			paths = append(paths, w.path(len(path)+1))
			return true
		})
		if len(paths) == 0 {
			path = nil
			continue
		}
		path = paths[random.IntN(len(paths))]
	}
	return path
}

func TestASecondWalkOfAShardFindsTheSameClasses(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for words, walker := range bulks(n) {
			for shard := range sized(n).Shards() {
				first, second := enum.NewTally(2), enum.NewTally(2)
				for _, tally := range []*enum.Tally{first, second} {
					if err := walker.Walk(t.Context(), shard, tally); err != nil {
						t.Fatal(err)
					}
				}
				if !first.Equal(second) {
					t.Errorf("n=%d shard %d: a walker on %d words finds %v classes, then %v", n, shard.ID, words, first.SumAll(), second.SumAll())
				}
			}
		}
	}
}

// TestFingerprintsStay checks the names under which the results of walks are stored. If they changed, the shards of an
// earlier, unfinished run would not be found.
func TestFingerprintsStay(t *testing.T) {
	for players, want := range map[int]string{
		5:  "wonderwall n=5 enumeration=1 depth=2",
		8:  "wonderwall n=8 enumeration=1 depth=4",
		9:  "wonderwall n=9 enumeration=1 depth=5",
		10: "wonderwall n=10 enumeration=1 depth=6",
		11: "wonderwall n=11 enumeration=1 depth=6",
		12: "wonderwall n=12 enumeration=1 depth=7",
	} {
		if got := sized(players).Fingerprint(); got != want {
			t.Errorf("n=%d: Fingerprint() = %q, want %q", players, got, want)
		}
	}
}

func TestPartsAndWorkersGiveTheSameTally(t *testing.T) {
	for n := 3; n <= 6; n++ {
		s := sized(n)
		want := walk(t, s, 1, enum.Part{})
		for _, workers := range []int{1, 2, 3} {
			for _, mod := range []uint64{1, 2, 3, 7, 64} {
				sum := enum.NewTally(2)
				for res := range mod {
					sum.Merge(walk(t, s, workers, enum.Part{Res: res, Mod: mod}))
				}
				if !sum.Equal(want) {
					t.Errorf("n=%d, %d workers: the parts modulo %d do not sum to the whole", n, workers, mod)
				}
			}
		}
		quarter := walk(t, s, 2, enum.Part{Res: 1, Mod: 4})
		eighths := walk(t, s, 2, enum.Part{Res: 1, Mod: 8})
		eighths.Merge(walk(t, s, 2, enum.Part{Res: 5, Mod: 8}))
		if !quarter.Equal(eighths) {
			t.Errorf("n=%d: part 1/4 is not parts 1/8 and 5/8", n)
		}
	}
}

// TestDescentsEstimateTheClasses compares the means of many descents with the numbers of the walk: those of the classes,
// and of the nodes of the tree at each depth d. These nodes are the lists of d choices that the walk does not drop.
func TestDescentsEstimateTheClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second; go test runs it")
	}
	for _, n := range []int{6, 7, 8} {
		s := sized(n)
		walker := newBulkWalker(n)
		random := rand.New(rand.NewPCG(7, uint64(n)))
		var sum float64
		nodes := make([]float64, n-4) // at each depth
		const descents = 2000
		for range descents {
			tally := enum.NewTally(2)
			depth := 0
			weight, err := walker.descent(context.Background(), random, tally, func(weight float64) {
				nodes[depth] += weight
				depth++
			})
			if err != nil {
				t.Fatal(err)
			}
			classes, _ := new(big.Float).SetInt(tally.SumAll()).Float64()
			sum += weight * classes
		}
		want, _ := new(big.Float).SetInt(s.Classes()).Float64()
		if got := sum / descents; got < 0.9*want || got > 1.1*want {
			t.Errorf("n=%d: %d descents estimate %.4g classes, there are %.4g", n, descents, got, want)
		}
		for depth, sum := range nodes {
			want := 0.0
			walker.replay(nil) // back to the root
			walker.descend(0, depth, func() bool {
				want++
				return true
			})
			if got := sum / descents; got < 0.9*want || got > 1.1*want {
				t.Errorf("n=%d: %d descents estimate %.4g nodes at depth %d, there are %v", n, descents, got, depth, want)
			}
		}
	}
}

func TestWalkStopsWhenTheContextEnds(t *testing.T) {
	s := sized(9)
	ctx, cancel := context.WithCancel(context.Background())
	shards := 0
	err := enum.Run(ctx, s, enum.Plan{Workers: 2}, func(enum.Result) error {
		shards++
		cancel()
		return nil
	})
	if err != context.Canceled || shards > 10 {
		t.Errorf("Run = %v after %d more shards, want %v soon", err, shards, context.Canceled)
	}
}

func TestWalkDoesNotAllocate(t *testing.T) {
	w := newBulkWalker(8)
	path := randomPrefix(newWalker(8), 5, rand.New(rand.NewPCG(9, 9)))
	tally := enum.NewTally(2)
	below := func() {
		w.replay(path)
		w.descend(len(path), w.n-3, func() bool { w.bulk.settle(); return true })
	}
	below()
	if allocs := testing.AllocsPerRun(10, below); allocs > 1 {
		t.Errorf("a walk below %v allocates %v times, expected at most the closure that visits", path, allocs)
	}
	w.census.flush(tally)
	if tally.SumAll().Sign() == 0 {
		t.Errorf("no classes below %v", path)
	}
}

func BenchmarkWalk(b *testing.B) {
	for _, c := range []struct{ n, workers int }{{6, 1}, {7, 1}, {8, 1}, {8, 2}} {
		b.Run(fmt.Sprintf("n=%d/workers=%d", c.n, c.workers), func(b *testing.B) {
			s := sized(c.n)
			for b.Loop() {
				walk(b, s, c.workers, enum.Part{})
			}
			classes, _ := new(big.Float).SetInt(s.Classes()).Float64()
			b.ReportMetric(classes*float64(b.N)/b.Elapsed().Seconds(), "classes/s")
		})
	}
	// Walking n = 9 or n = 10 takes minutes or hours, so measure a part.
	for _, c := range []struct{ n, mod int }{{9, 64}, {10, 4096}} {
		b.Run(fmt.Sprintf("n=%d/part=%d", c.n, c.mod), func(b *testing.B) {
			s := sized(c.n)
			var classes float64
			for b.Loop() {
				c, _ := new(big.Float).SetInt(walk(b, s, 1, enum.Part{Res: 1, Mod: uint64(c.mod)}).SumAll()).Float64()
				classes += c
			}
			b.ReportMetric(classes/b.Elapsed().Seconds(), "classes/s")
		})
	}
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{6, 7} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			classes := 0
			for b.Loop() {
				listed(b, n, func(betweenness.Game, int, uint64) { classes++ })
			}
			b.ReportMetric(float64(classes)/b.Elapsed().Seconds(), "classes/s")
		})
	}
}
