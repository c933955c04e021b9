package count

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/crc64"
	"io/fs"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/golden"
	"enumerate/internal/layers"
)

func countMethods() []string { return []string{countMethod, coreMethod} }

var large = flag.Bool("large", false, "also count n = 9 by cores (about ten seconds)")

func largest(short, full, withFlag int) int {
	switch {
	case testing.Short():
		return short
	case *large:
		return withFlag
	}
	return full
}

// open returns a counting that is closed when the test ends.
func open(t testing.TB, method string, players int, m enum.Means) *counting {
	t.Helper()
	c, err := newCounting(method, players, m)
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

// A counted has the tallies of shards by the shards' numbers.
type counted map[uint64]*enum.Tally

// countShards computes the tallies of the shards of a part that are missing in the map `all`, and adds them to the map.
func (all counted) countShards(ctx context.Context, c *counting, workers int, part enum.Part) error {
	done := func(id uint64) bool { return all[id] != nil }
	results := make(counted)
	err := enum.Run(ctx, c, enum.Plan{Workers: workers, Part: part, Skip: done}, func(r enum.Result) error {
		results[r.Shard.ID] = r.Tally
		return nil
	})
	for id, tally := range results {
		all[id] = tally
	}
	return err
}

func (all counted) sumWithout(id uint64) *enum.Tally {
	sum := enum.NewTally(len(space.Verdicts()))
	for shard, tally := range all {
		if shard != id {
			sum.Merge(tally)
		}
	}
	return sum
}

func (all counted) sum() *enum.Tally { return all.sumWithout(^uint64(0)) }

// differ returns the name of a shard whose tallies differ, or "".
func (all counted) differ(others counted) string {
	for id, tally := range all {
		if other, ok := others[id]; !ok || !tally.Equal(other) {
			return fmt.Sprintf("shard %d", id)
		}
	}
	if len(all) != len(others) {
		return fmt.Sprintf("the number of shards: %d, %d", len(all), len(others))
	}
	return ""
}

func countAll(t testing.TB, c *counting) counted {
	t.Helper()
	all := make(counted)
	if err := all.countShards(context.Background(), c, 2, enum.Part{}); err != nil {
		t.Fatal(err)
	}
	return all
}

func decimal(t testing.TB, digits string) *big.Int {
	t.Helper()
	x, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatalf("%q is not a number", digits)
	}
	return x
}

// totalOf returns a number from the tables in data/results.
func totalOf(players int, column string) string { return golden.Total("wonderwall", players, column) }

// coresOf computes the number of solvable core games, in which every player is chosen, by inclusion and exclusion over
// the players whom no one chose. For N players, let n be the number of those who may be chosen. They form one of S(n)
// solvable games of n players, and each of the N-n others can choose any two of them:
//
//	core(N) = sum over n of (-1)^(N-n) C(N,n) (n(n-1))^(N-n) S(n)
func coresOf(t testing.TB, players int) *big.Int {
	sum := new(big.Int)
	for n := space.Fewest; n <= players; n++ {
		rest, count := int64(n), int64(players-n)
		term := new(big.Int).Exp(big.NewInt(rest*(rest-1)), big.NewInt(count), nil)
		term.Mul(term, new(big.Int).Binomial(int64(players), count))
		term.Mul(term, decimal(t, totalOf(n, "solvable-games")))
		if count%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

// goldenCores has the numbers of solvable core games that follow from the totals of the walk (see coresOf). The method
// core counts them without these totals.
var goldenCores = map[int]string{
	3: "0", 4: "108", 5: "24000", 6: "7137360", 7: "2682207360",
	8: "1254998671920", 9: "715642317764640", 10: "488240924318179200",
}

// TestCoreGamesAndSolvableGamesFollowFromEachOther checks the numbers of solvable core games, in which every player is
// chosen, in three ways. coresOf must derive them from the numbers of all solvable games. fromCores must derive the
// numbers of all solvable games from them. The method core must count the same numbers of core games.
func TestCoreGamesAndSolvableGamesFollowFromEachOther(t *testing.T) {
	cores := make(map[int]*big.Int)
	for n := space.Fewest; n <= 10; n++ {
		cores[n] = decimal(t, goldenCores[n])
		if got := coresOf(t, n); got.Cmp(cores[n]) != 0 {
			t.Errorf("from the solvable games follow %v core games of %d players, want %v", got, n, cores[n])
		}
		if got, want := fromCores(n, cores), totalOf(n, "solvable-games"); got.String() != want {
			t.Errorf("fromCores(%d) = %v, want %s", n, got, want)
		}
	}
	n := largest(7, 8, 9)
	tally := countAll(t, open(t, coreMethod, n, enum.Means{Workers: 2})).sum()
	for k := 3; k <= n; k++ {
		if got := tally.Count(space.Solvable, coreKey+uint64(k)); got.Cmp(cores[k]) != 0 {
			t.Errorf("%v core games of %d players are counted, want %v", got, k, cores[k])
		}
	}
}

// TestAroundAgreesWithBruteForce compares the function around with a count that tries all choices. around(k, m) is the
// number of ways in which m players can choose so that they can be removed one after another, each when no remaining
// player chose it, with k other players who stay.
func TestAroundAgreesWithBruteForce(t *testing.T) {
	for players := range 6 {
		for k := range players + 1 {
			if got, want := around(k, players-k), aroundPlainly(k, players); got.Cmp(big.NewInt(want)) != 0 {
				t.Errorf("around(%d, %d) = %v, want %d", k, players-k, got, want)
			}
		}
	}
}

// aroundPlainly counts the ways in which the players k..players-1 can choose so that they can all be removed one after
// another: a player can be removed when no remaining one of these players chose it.
func aroundPlainly(k, players int) (count int64) {
	chosen := make([]uint8, players) // the set of the two players whom each player chose
	var choose func(p int)
	choose = func(p int) {
		if p == players {
			if takenAway(chosen, k) {
				count++
			}
			return
		}
		for w := range players {
			for b := range players {
				if w != p && b != p && w != b {
					chosen[p] = 1<<w | 1<<b
					choose(p + 1)
				}
			}
		}
	}
	choose(k)
	return count
}

// takenAway reports whether all players from number k on can be removed one after another, each when no remaining
// player chose it. The first k players are never removed.
func takenAway(chosen []uint8, k int) bool {
	remaining := uint8(1)<<len(chosen) - 1
	for again := true; again; {
		again = false
		for p := k; p < len(chosen); p++ {
			wanted := uint8(0)
			for q := k; q < len(chosen); q++ {
				if remaining>>q&1 == 1 {
					wanted |= chosen[q]
				}
			}
			if remaining>>p&1 == 1 && wanted>>p&1 == 0 {
				remaining &^= 1 << p
				again = true
			}
		}
	}
	return remaining>>k == 0
}

// TestClassesAreTheMeanOverPermutations checks that the number of classes is the mean, over all permutations of the
// players, of the number of games that the permutation fixes (Burnside's lemma). It does not use canon.Burnside.
func TestClassesAreTheMeanOverPermutations(t *testing.T) {
	for n := space.Fewest; n <= 7; n++ {
		c := open(t, countMethod, n, enum.Means{Workers: 2})
		tally := countAll(t, c).sum()
		for _, want := range []struct {
			name    string
			classes string
			of      func(count *cycleCount) *big.Int
		}{
			{"solvable classes", totalOf(n, "solvable-classes"), func(count *cycleCount) *big.Int { return tally.Count(space.Solvable, count.key) }},
			{"classes", totalOf(n, "classes"), func(count *cycleCount) *big.Int { return count.all }},
		} {
			sum := new(big.Int)
			for _, count := range c.counts {
				sum.Add(sum, new(big.Int).Mul(count.times, want.of(count)))
			}
			classes := decimal(t, want.classes)
			if classes.Mul(classes, c.Group()); sum.Cmp(classes) != 0 {
				t.Errorf("n=%d: all permutations leave %v games unchanged, want %d! times %s %s", n, sum, n, want.classes, want.name)
			}
		}
	}
}

// altered returns a copy of a tally in which one number has changed.
func altered(t *enum.Tally, verdict int, key uint64, by int64) *enum.Tally {
	to := enum.NewTally(t.Verdicts())
	for v := range t.Verdicts() {
		for _, bar := range t.Histogram(v) {
			if v != verdict || bar.Key != key {
				to.AddBig(v, bar.Key, bar.Count)
			}
		}
	}
	to.AddBig(verdict, key, new(big.Int).Add(t.Count(verdict, key), big.NewInt(by)))
	return to
}

func TestWrongTalliesAreRefused(t *testing.T) {
	for _, method := range countMethods() {
		c := open(t, method, 6, enum.Means{Workers: 2})
		right := countAll(t, c).sum()
		if _, _, err := enum.Prove(c, right); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		type wrong struct {
			claim string
			tally *enum.Tally
			want  string
		}
		const cover, sum = "the shards cover ", "the verdicts sum to "
		cases := []wrong{
			{"a key of no cycle type", altered(right, space.Unsolvable, 77, 5), "the tally has 5 games under the unknown key 77; it may be damaged, or of another size or method"},
			{"nothing", enum.NewTally(2), map[string]string{countMethod: sum, coreMethod: cover}[method]},
		}
		for _, count := range c.counts {
			if right.Count(space.Unsolvable, count.key).Sign() == 0 {
				t.Errorf("%s: no game of %s is unsolvable", method, count.name)
			}
			more := new(big.Int).Add(count.all, big.NewInt(1))
			missing := cover
			if count.key == identityKey {
				missing = sum
			}
			cases = append(cases,
				wrong{"a solvable game more", altered(right, space.Solvable, count.key, 1), fmt.Sprintf("the tally has %v %s; only %v exist", more, count.name, count.all)},
				wrong{"an unsolvable game fewer", altered(right, space.Unsolvable, count.key, -1), missing})
			// Prove cannot notice that a core game of 3 or 4 players is wrongly counted as solvable. The core stands
			// for all games of 6 players with this core: 114 * 6! or 7 * 6! games. So the number of solvable classes,
			// a quotient by 6!, remains whole.
			if count.core != 3 && count.core != 4 {
				swapped := altered(altered(right, space.Solvable, count.key, 1), space.Unsolvable, count.key, -1)
				cases = append(cases, wrong{"a game taken for solvable of " + count.name, swapped, "the solvable classes: "})
			}
		}
		for _, w := range cases {
			if _, _, err := enum.Prove(c, w.tally); err == nil || !strings.Contains(err.Error(), w.want) {
				t.Errorf("%s, %s: Prove = %v, want %q", method, w.claim, err, w.want)
			}
		}
	}
}

func TestMissingShardsAreMissed(t *testing.T) {
	n := largest(6, 8, 8)
	for _, method := range countMethods() {
		c := open(t, method, n, enum.Means{Workers: 2})
		all := countAll(t, c)
		for shard := range c.Shards() {
			sum := all.sumWithout(shard.ID)
			if _, _, err := enum.Prove(c, sum); err == nil {
				t.Errorf("%s, n=%d, without shard %d: Prove finds nothing", method, n, shard.ID)
			}
			totals, err := c.Totals(sum)
			if err != nil {
				t.Fatal(err)
			}
			if totals.Coverage.Cmp(totals.Whole) >= 0 {
				t.Errorf("%s, n=%d, without shard %d: %v of %v are covered", method, n, shard.ID, totals.Coverage, totals.Whole)
			}
			if totals.Verdicts[space.Solvable].Classes != nil || totals.Verdicts[space.Unsolvable].Classes != nil {
				t.Errorf("%s, n=%d, without shard %d: Totals = %v, want no classes", method, n, shard.ID, totals)
			}
		}
	}
}

// TestShardsDoNotDependOnTheMeans checks that the results of shards do not depend on the means: the workers, the memory
// and the files. A single `counting`, the object that holds the layers, counts all parts of the shards in turn, so that
// it has to release its layers and build them again.
func TestShardsDoNotDependOnTheMeans(t *testing.T) {
	const least = 64 // bytes: every layer goes to files
	small, middle := largest(5, 7, 8), largest(6, 8, 8)
	for _, w := range []struct {
		players, workers int
		memory           int64
		files            bool
		mod              uint64
	}{
		{3, 2, least, true, 1},
		{small, 1, 0, false, 1},
		{small, 3, 0, false, 3},
		{small, 1, least, true, 1},
		{small, 3, least, true, 2},
		{middle, 2, 64 << 10, true, 1},
		{middle, 5, 64 << 10, false, 7},
	} {
		for _, method := range countMethods() {
			want := countAll(t, open(t, method, w.players, enum.Means{Workers: 2}))
			m := enum.Means{Workers: w.workers, Memory: w.memory, Remark: func(text string) { t.Error(text) }}
			if w.files {
				m.Dir = filepath.Join(t.TempDir(), "layers")
			}

			// Together the parts must have every shard once, with the same tallies as a count of all shards at once.
			c := open(t, method, w.players, m)
			all := make(counted)
			for res := range w.mod {
				part := make(counted)
				if err := part.countShards(context.Background(), c, w.workers, enum.Part{Res: res, Mod: w.mod}); err != nil {
					t.Fatal(err)
				}
				for id, tally := range part {
					if id%w.mod != res || all[id] != nil {
						t.Errorf("%s, %+v: part %d has shard %d", method, w, res, id)
					}
					all[id] = tally
				}
			}
			if differ := all.differ(want); differ != "" {
				t.Errorf("%s, %+v: it differs in %s", method, w, differ)
			}

			// Files are needed only if the memory is small, and Discard removes them all.
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if files := filesIn(t, m.Dir); len(files) == 0 && w.memory == least && w.players > 3 {
				t.Errorf("%s, %+v: there are no files", method, w)
			}
			if err := methodOf(method, "").Discard(w.players, m.Dir); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(m.Dir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s, %+v: after Discard its directory is still there: %v", method, w, err)
			}
		}
	}
}

func TestLayersAreMadeOnce(t *testing.T) {
	for _, method := range countMethods() {
		n := largest(7, 8, 8)
		type layer struct {
			of     string
			number int
		}
		made := make(map[layer]int)
		c := open(t, method, n, enum.Means{Workers: 16, Observe: func(p enum.LayerProgress) {
			if p.Done {
				made[layer{p.Of, p.Layer}]++
			}
		}})
		if err := make(counted).countShards(context.Background(), c, 16, enum.Part{}); err != nil {
			t.Fatal(err)
		}
		for _, count := range c.counts {
			for k := 1; k <= count.last; k++ {
				if times := made[layer{count.name, k}]; times != 1 {
					t.Errorf("%s, n=%d: layer %d of %s is made %d times, want once", method, n, k, count.name, times)
				}
			}
		}
	}
}

// filesIn returns the names of the files in a directory, which need not exist.
func filesIn(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestLayersInFilesAreUsedOrRebuilt damages the files of a count, and counts again. The second count must use the files
// that are whole, and build the others again and say so in a remark.
func TestLayersInFilesAreUsedOrRebuilt(t *testing.T) {
	n := largest(4, 6, 6)
	want := countAll(t, open(t, countMethod, n, enum.Means{Workers: 2}))
	spoil := func(change func(data []byte) []byte) func(path string) error {
		return func(path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, change(data), 0o600)
		}
	}
	for _, c := range []struct {
		claim  string
		spoil  func(path string) error
		method string // the count that uses these files
		remark string // the remark on each file
	}{
		{"sound files", nil, countMethod, ""},
		{"a byte flipped", spoil(func(data []byte) []byte { data[len(data)/2] ^= 1; return data }), countMethod, "; it is made again"},
		{"of an older version", spoil(func(data []byte) []byte { data[11]--; return data }), countMethod, "version 1 of the format"},
		{"cut off", spoil(func(data []byte) []byte { return data[:len(data)-9] }), countMethod, "truncated"},
		{"empty", spoil(func([]byte) []byte { return nil }), countMethod, "truncated"},
		{"removed", os.Remove, countMethod, ""},
		{"those of the other method", nil, coreMethod, "not a file of this run"},
	} {
		dir := t.TempDir()
		first := open(t, countMethod, n, enum.Means{Workers: 1, Memory: 64, Dir: dir})
		countAll(t, first)
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		files := filesIn(t, dir)
		for _, name := range files {
			if c.spoil != nil {
				if err := c.spoil(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}

		// The same method must find the same tallies again. The other method has other tallies, which must be right.
		var remarks []string
		again := open(t, c.method, n, enum.Means{Workers: 2, Memory: 64, Dir: dir, Remark: func(text string) { remarks = append(remarks, text) }})
		all := countAll(t, again)
		if c.method == countMethod {
			if differ := all.differ(want); differ != "" {
				t.Errorf("%s: it differs in %s", c.claim, differ)
			}
		} else if _, _, err := enum.Prove(again, all.sum()); err != nil {
			t.Errorf("%s: %v", c.claim, err)
		}

		// There must be a remark on each file that cannot be used, and on no other.
		for _, name := range files {
			ofAll := strings.HasPrefix(name, "all-") // the method core has no such file
			about := slices.IndexFunc(remarks, func(text string) bool { return strings.Contains(text, name) })
			switch {
			case c.remark == "" || ofAll && c.method == coreMethod:
				if about >= 0 {
					t.Errorf("%s: it remarks %q", c.claim, remarks[about])
				}
			case about < 0 || !strings.Contains(remarks[about], c.remark) || strings.Contains(remarks[about], "\n"):
				t.Errorf("%s: it remarks %q, want one line with %q and %q", c.claim, remarks, name, c.remark)
			}
		}
	}
}

// A forgetful is an expander that loses the first child of its first parent, to test that a loss is noticed.
type forgetful struct {
	layers.Expander
	emitted int
}

func (f *forgetful) Expand(key []byte, w layers.Weight, emit func([]byte, layers.Weight) error) (layers.Weight, error) {
	return f.Expander.Expand(key, w, func(key []byte, w layers.Weight) error {
		f.emitted++
		if f.emitted == 1 {
			return nil
		}
		return emit(key, w)
	})
}

func TestLostPartialGamesAreMissed(t *testing.T) {
	for _, method := range countMethods() {
		c := open(t, method, 6, enum.Means{})
		for _, count := range c.counts {
			from := layers.Single(count.games.Start(), layers.Weight{Lo: 1})
			for k := 1; k <= count.last; k++ {
				build := func(e func() layers.Expander) *layers.Layer {
					layer, err := layers.Build(context.Background(), layers.Config{}, "x", "", from, e, nil)
					if err != nil {
						t.Fatal(err)
					}
					return layer
				}
				whole := build(func() layers.Expander { return count.games.NewExpander() })
				if err := count.conserved(k, from, whole); err != nil {
					t.Error(err)
				}
				if whole.States() > 1 {
					torn := build(func() layers.Expander { return &forgetful{Expander: count.games.NewExpander()} })
					want := fmt.Sprintf("%s: layer %d has %v partial games, ", count.name, k, torn.Weight())
					if err := count.conserved(k, from, torn); err == nil || !strings.HasPrefix(err.Error(), want) {
						t.Errorf("without one state: %v, want %q", err, want)
					}
				}
				from = whole
			}
		}
	}
}

func TestALostPartialGameEndsTheCount(t *testing.T) {
	for _, method := range countMethods() {
		c := open(t, method, 7, enum.Means{})
		count := c.largest()
		count.expander = func(s partial.Slab) layers.Expander { return &forgetful{Expander: count.games.NewSlabExpander(s)} }
		var shards uint64
		for range c.Shards() {
			shards++
		}
		err := c.Walker().Walk(context.Background(), enum.Shard{ID: shards - 1}, enum.NewTally(len(space.Verdicts())))
		if !errors.Is(err, layers.ErrMismatch) || !strings.Contains(err.Error(), " became unsolvable or are in other parts of the layer; expected ") {
			t.Errorf("%s: Walk = %v, want an error that says what is missing", method, err)
		}
	}
}

// TestShardsAreInterruptible walks a shard whose layers are built, with a context that has ended.
func TestShardsAreInterruptible(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, method := range countMethods() {
		c := open(t, method, 8, enum.Means{Workers: 2})
		if err := c.largest().enter(context.Background()); err != nil {
			t.Fatal(err)
		}
		var shards uint64
		for range c.Shards() {
			shards++
		}
		err := c.Walker().Walk(ended, enum.Shard{ID: shards - 1}, enum.NewTally(len(space.Verdicts())))
		if err != context.Canceled {
			t.Errorf("%s: Walk = %v, want %v", method, err, context.Canceled)
		}
	}
}

// A key must keep its meaning in all versions, because stored totals are compared by their keys.
func TestKeysOfTalliesStayTheSame(t *testing.T) {
	want := map[string]map[string]uint64{
		countMethod: {
			"games with the symmetry 2 1^4": 2,
			"games with the symmetry 3 1^3": 3,
			"games with the symmetry 2^3":   4,
			"games with the symmetry 3^2":   5,
			"games with the symmetry 6":     6,
			"games of 6 players":            1,
		},
		coreMethod: {
			"games with the symmetry 2 1^4":            2,
			"games with the symmetry 3 1^3":            3,
			"games with the symmetry 2^3":              4,
			"games with the symmetry 3^2":              5,
			"games with the symmetry 6":                6,
			"games of 3 players with everybody chosen": 1<<32 + 3,
			"games of 4 players with everybody chosen": 1<<32 + 4,
			"games of 5 players with everybody chosen": 1<<32 + 5,
			"games of 6 players with everybody chosen": 1<<32 + 6,
		},
	}
	for _, method := range countMethods() {
		got := make(map[string]uint64)
		for _, count := range open(t, method, 6, enum.Means{}).counts {
			got[count.name] = count.key
		}
		if !maps.Equal(got, want[method]) {
			t.Errorf("%s, n=6: the keys are %v, want %v", method, got, want[method])
		}
	}
}

func lastLayer(t testing.TB, method string, players int) *layers.Layer {
	t.Helper()
	c := open(t, method, players, enum.Means{Workers: 2})
	count := c.largest()
	if err := count.enter(context.Background()); err != nil {
		t.Fatal(err)
	}
	return count.layer
}

// TestLayersOfThisVersion checks that the last layers have not changed, because stored shards refer to a state by its
// number in a layer. If this test fails, raise countVersion and put the new digests here. A digest is the CRC-64 of all
// keys in ascending order, each after its length in four bytes.
func TestLayersOfThisVersion(t *testing.T) {
	for _, want := range []struct {
		method          string
		players         int
		states, emitted uint64
		weight          string
		digest          uint64
	}{
		{countMethod, 7, 244, 510, "544320", 0xded7692946ab8ec6},
		{coreMethod, 7, 255, 555, "544320", 0xe95f6f42af5523b1},
		{countMethod, 8, 3395, 8214, "82646760", 0x2f497267bb6b6d58},
		{coreMethod, 8, 3539, 8327, "82591320", 0xb98303a4c8a682cf},
	} {
		if want.players > largest(7, 8, 8) {
			continue
		}
		layer := lastLayer(t, want.method, want.players)
		digest := crc64.New(crc64.MakeTable(crc64.ECMA))
		err := layer.Each(0, layer.States(), func(key []byte, _ layers.Weight) error {
			n := len(key)
			digest.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
			digest.Write(key)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d states from %d children, weight %v, digest %#016x", layer.States(), layer.Emissions(), layer.Weight(), digest.Sum64())
		if want := fmt.Sprintf("%d states from %d children, weight %v, digest %#016x", want.states, want.emitted, want.weight, want.digest); got != want {
			t.Errorf("version %d: the last layer of %s, want %s", countVersion, got, want)
		}
	}
}

// TestTotalsAndShardsOfThisVersion compares the methods count and core with the totals of the walk in data/results. It
// also checks that the tallies of the shards have not changed, because another version of the program may finish a
// stored run. If a digest fails, raise countVersion. A digest is the CRC-64 of all tallies, in ascending order of the
// shards. Counting 9 players takes about 2 CPU seconds, and 4 with the method core.
func TestTotalsAndShardsOfThisVersion(t *testing.T) {
	digests := map[string]string{
		"wonderwall n=7 count=2": "8 shards, digest 0x21e27289d1304398",
		"wonderwall n=7 core=2":  "12 shards, digest 0xfd07cdf40b5aebbc",
		"wonderwall n=8 count=2": "27 shards, digest 0x03e81820b6a3ad63",
		"wonderwall n=8 core=2":  "32 shards, digest 0x057f93d3b92f9590",
		"wonderwall n=9 count=2": "80 shards, digest 0x91e7f091458a292c",
		"wonderwall n=9 core=2":  "101 shards, digest 0xf746e4ff00484a61",
	}
	for _, m := range []struct {
		method string
		limit  int
	}{{countMethod, largest(7, 9, 9)}, {coreMethod, largest(7, 9, 9)}} {
		for n := space.Fewest; n <= m.limit; n++ {
			c := open(t, m.method, n, enum.Means{Workers: 2})
			shards := countAll(t, c)
			totals, checks, err := enum.Prove(c, shards.sum())
			if want := (enum.Checks{Games: "ok", Classes: "ok"}); err != nil || checks != want {
				t.Fatalf("%s, n=%d: Prove = %v, %v, want %v", m.method, n, checks, err, want)
			}
			all, solvable := totals.All(), totals.Verdicts[space.Solvable]
			for column, got := range map[string]*big.Int{"games": all.Games, "classes": all.Classes, "solvable-games": solvable.Games, "solvable-classes": solvable.Classes} {
				if want := totalOf(n, column); got.String() != want {
					t.Errorf("%s, n=%d: %s = %v, want %s", m.method, n, column, got, want)
				}
			}
			digest := crc64.New(crc64.MakeTable(crc64.ECMA))
			for id := range uint64(len(shards)) {
				tally, err := shards[id].MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				digest.Write(tally)
			}
			got := fmt.Sprintf("%d shards, digest %#016x", len(shards), digest.Sum64())
			if want := digests[c.Fingerprint()]; got != want && n >= 7 {
				t.Errorf("%s: %s, want %s", c.Fingerprint(), got, want)
			}
		}
	}
}

// TestACountStopsWhenTheContextEnds cancels a count, once while it builds layers and once while it counts shards. A
// count consists of cycle counts. Each of them counts the games that one permutation fixes, the last one those of the
// identity. The test cancels during the last one. Each worker may then finish only its present shard.
func TestACountStopsWhenTheContextEnds(t *testing.T) {
	const workers = 2
	n := largest(7, 8, 8)
	for _, method := range countMethods() {
		for _, among := range []string{"layers", "shards"} {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			last := "games of " + fmt.Sprint(n) + " players"
			c := open(t, method, n, enum.Means{Workers: workers, Observe: func(p enum.LayerProgress) {
				if among == "layers" && strings.HasPrefix(p.Of, last) && p.Layer == 2 {
					cancel()
				}
			}})
			late := 0 // the number of shards of the last cycle count that end after the cancellation
			err := enum.Run(ctx, c, enum.Plan{Workers: workers}, func(r enum.Result) error {
				if count, _, err := c.countOf(r.Shard.ID); err != nil {
					return err
				} else if count == c.largest() {
					late++
				}
				if among == "shards" && late > 0 {
					cancel()
				}
				return nil
			})
			want := 0
			if among == "shards" {
				want = 1 + workers
			}
			if err != context.Canceled || late > want {
				t.Errorf("%s, n=%d, ended among the %s: Run = %v after %d shards, want %v after at most %d", method, n, among, err, late, context.Canceled, want)
			}
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		m := methodOf(method, "")
		if err := m.Layers(ended, n, enum.Means{}); err != context.Canceled {
			t.Errorf("%s: Layers = %v, want %v", method, err, context.Canceled)
		}
		if _, err := m.Estimate(ended, n, 0); err != context.Canceled {
			t.Errorf("%s: Estimate = %v, want %v", method, err, context.Canceled)
		}
	}
}

// TestACountResumesWhereItEnded cancels a count that keeps its layers in files, at random moments, and resumes it each
// time. The result must be that of a count without interruptions.
func TestACountResumesWhereItEnded(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 0))
	n, longest := largest(5, 8, 8), 100*time.Millisecond
	if testing.Short() {
		longest = 5 * time.Millisecond
	}
	for _, method := range countMethods() {
		want := countAll(t, open(t, method, n, enum.Means{Workers: 2}))
		dir := t.TempDir()
		all := make(counted)
		ends := 0
		for {
			life := time.Duration(random.Int64N(int64(longest)))
			switch {
			case ends == 0:
				life = 0 // end the first count at once, so that even a fast machine has to resume
			case ends > 30:
				life = time.Minute // let even a slow machine complete the count at last
			}
			ctx, cancel := context.WithTimeout(context.Background(), life)
			c := open(t, method, n, enum.Means{Workers: 2, Memory: 64, Dir: dir, Remark: func(text string) { t.Errorf("seed %d, %s: %s", seed, method, text) }})
			err := all.countShards(ctx, c, 2, enum.Part{})
			cancel()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if err == nil {
				break
			}
			if err != context.DeadlineExceeded {
				t.Fatalf("seed %d, %s: %v after %v, want %v", seed, method, err, life, context.DeadlineExceeded)
			}
			ends++
		}
		if differ := all.differ(want); differ != "" {
			t.Errorf("seed %d, %s, n=%d: after %d ends it differs in %q", seed, method, n, ends, differ)
		}
	}
}

// TestShardsOfAnotherLayerHaveAnotherFingerprint is about 12 and 13 players, for whom an earlier version made the
// shards from another layer. For 12 players this was the layer with four players left to choose (now three), for 13
// players the layer with three left (now four). Their fingerprints must differ from the earlier ones, so that old
// shards are not mixed with new ones.
func TestShardsOfAnotherLayerHaveAnotherFingerprint(t *testing.T) {
	for _, method := range countMethods() {
		for _, c := range []struct {
			players, left int
			version       string
		}{{11, 3, "2"}, {12, 3, "2 slabs=64"}, {13, 4, "3"}} {
			s := open(t, method, c.players, enum.Means{})
			left := c.players - s.largest().last
			want := fmt.Sprintf("wonderwall n=%d %s=%s", c.players, method, c.version)
			if got := s.Fingerprint(); left != c.left || got != want {
				t.Errorf("%s: %d players are left, %q, want %d, %q", method, left, got, c.left, want)
			}
		}
	}
}

// TestTheForecastOfACountIsKnown compares forecasts with measurements. For 7 to 11 players, the bytes of the last layer
// were measured (docs/papers/count.md, section 9). For 12 players, the bytes of the layer before the last one were
// measured, and those of one of the 64 slabs into which the last layer is divided (docs/papers/twelve.md). The test
// also forecasts the work for 9 players from the work for 6, 7 and 8, as the program does for 13 players from 7, 8 and
// 9.
func TestTheForecastOfACountIsKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second; go test runs it")
	}
	var p probes
	for n := 6; n <= lastProbe; n++ {
		var err error
		if p[n], err = measure(t.Context(), countMethod, n); err != nil {
			t.Fatal(err)
		}
	}
	before := 0.0
	for _, c := range []struct {
		players int
		bytes   float64
	}{{7, 4597}, {8, 85_154}, {9, 2_715_692}, {10, 102_135_043}, {11, 4.9 * (1 << 30)}, {12, 7.9e9 + 4.9e9}} {
		f := p.forecast(c.players)
		if !(f.Seconds > before) || !(f.Low < f.Seconds && f.Seconds < f.High) || f.By == "" {
			t.Errorf("n=%d: %+v", c.players, f)
		}
		before = f.Seconds
		within := 1.25
		if c.players < 9 {
			within = 3.5 // the layers are tiny, so the forecast is rough
		}
		if f.Files < c.bytes/within || f.Files > c.bytes*within || f.Making < f.Files {
			t.Errorf("n=%d: %.3g bytes, want %.3g", c.players, f.Files, c.bytes)
		}
	}
	growth, faster := growths(p[6].work, p[7].work, p[8].work)
	if got := p[8].work * grown(growth, faster, 1); got < p[9].work/1.44 || got > p[9].work*1.44 {
		t.Errorf("9 players are forecast %.3g steps of work, they take %.3g: %.2f times as many", got, p[9].work, got/p[9].work)
	}
}

func TestSizesOutOfRangeAreRefused(t *testing.T) {
	for _, c := range []struct {
		method  string
		players int
		want    string
	}{
		{countMethod, -1, "n = -1: for a count, expected 3 to 16 players"},
		{countMethod, 2, "n = 2: for a count, expected 3 to 16 players"},
		{coreMethod, 17, "n = 17: for a count, expected 3 to 16 players"},
	} {
		m := methodOf(c.method, "")
		space, err := m.Space(c.players, enum.Means{})
		if err == nil || space != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Space(%d) = %v, %v, want nil and %q", c.method, c.players, space, err, c.want)
		}
		if _, err := m.Estimate(t.Context(), c.players, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Estimate(%d) = %v, want %q", c.method, c.players, err, c.want)
		}
		if err := m.Layers(t.Context(), c.players, enum.Means{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Layers(%d) = %v, want %q", c.method, c.players, err, c.want)
		}
	}
	c := open(t, countMethod, 5, enum.Means{})
	w, tally := c.Walker(), enum.NewTally(2)
	shards := uint64(len(slices.Collect(c.Shards())))
	if err := w.Walk(context.Background(), enum.Shard{ID: shards}, tally); err == nil || err.Error() != fmt.Sprintf("shard %d does not exist; this count has %d shards", shards, shards) {
		t.Errorf("Walk of shard %d of %d = %v", shards, shards, err)
	}
}

func TestEveryCountHasOneKeyAndOneFile(t *testing.T) {
	for n := 3; n <= Most; n++ {
		for _, method := range countMethods() {
			keys, files := make(map[uint64]bool), make(map[string]bool)
			for _, count := range open(t, method, n, enum.Means{}).counts {
				if keys[count.key] || files[count.file] || count.last < 0 || count.last >= count.games.Layers() {
					t.Errorf("%s, n=%d: the count %s", method, n, count.name)
				}
				keys[count.key], files[count.file] = true, true
				var last uint64
				for shard := range min(count.shards, 100) {
					if to := cut(1234567, shard+1, count.shards); cut(1234567, shard, count.shards) != last || to < last {
						t.Errorf("n=%d: shard %d does not begin where the one before ends, at %d", n, shard, last)
					} else {
						last = to
					}
				}
				if cut(1234567, count.shards, count.shards) != 1234567 {
					t.Errorf("n=%d: the last shard ends at %d", n, cut(1234567, count.shards, count.shards))
				}
			}
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, method := range countMethods() {
		for _, n := range []int{7, 8} {
			b.Run(fmt.Sprintf("%s/n=%d", method, n), func(b *testing.B) {
				states := uint64(0)
				for b.Loop() {
					c := open(b, method, n, enum.Means{Workers: 1, Observe: func(p enum.LayerProgress) {
						if p.Done {
							states += p.States
						}
					}})
					countAll(b, c)
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			})
		}
	}
}
