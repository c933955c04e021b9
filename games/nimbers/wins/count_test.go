package wins

import (
	"context"
	"errors"
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/games/nimbers/dag"
	"enumerate/internal/pace"
)

// exact returns the number W(d) of sets of arcs with which the first player wins, found by the given method.
func exact(t interface{ Fatalf(string, ...any) }, d *dag.DAG, m Method) *big.Int {
	first, used, err := Count(context.Background(), d, Options{Method: m, Workers: 2})
	if err != nil {
		t.Fatalf("Count(%v, %s): %v", d, m, err)
	}
	if m != Auto && used != m {
		t.Fatalf("Count(%v, %s) used %s", d, m, used)
	}
	return first
}

func TestKnownCounts(t *testing.T) {
	for _, test := range []struct {
		name string
		dag  *dag.DAG
		want int64
	}{
		{"sample 1", fromEnds([][]int{{1}, nil}), 1},
		{"sample 2", fromEnds([][]int{{1, 2}, {2}, nil}), 6},
		{"sample 3", fromEnds([][]int{{2}, {3}, nil, nil}), 2},
		{"no arcs", fromEnds([][]int{nil, nil}), 0},
		{"arcs that do not matter", fromEnds([][]int{nil, nil, {0, 3}, {4, 1}, nil}), 0},
		{"the lower chip in the middle", fromEnds([][]int{{2}, nil, {1}}), 1},
		{"the same, chips exchanged", fromEnds([][]int{nil, {2}, {0}}), 1},
		{"complete, 5", complete(5), 816},
		{"complete, 6", complete(6), 26_744},
		{"complete, 7", complete(7), 1_737_456},
		{"complete, 8", complete(8), 226_198_640},
	} {
		for _, m := range []Method{Auto, Subsets, Frontier} {
			if got := exact(t, test.dag, m); got.Cmp(big.NewInt(test.want)) != 0 {
				t.Errorf("%s: W by %s = %v, want %d", test.name, m, got, test.want)
			}
		}
	}
}

func TestCountsAgreeWithTheDefinition(t *testing.T) {
	arcs := 12
	if testing.Short() {
		arcs = 7
	}
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 8, arcs)
		want := byDefinition(d)
		for _, m := range []Method{Subsets, Frontier, Auto} {
			if got := exact(t, d, m); got.Cmp(want) != 0 {
				t.Fatalf("W(%v) by %s = %v, want %v", d, m, got, want)
			}
		}
	})
}

// TestLargerCountsAgreeWithTheDefinition counts for one DAG of each kind, with up to 2^20 sets.
func TestLargerCountsAgreeWithTheDefinition(t *testing.T) {
	if testing.Short() {
		return
	}
	random := rand.New(rand.NewSource(5))
	for _, d := range []*dag.DAG{complete(6), window(random, 9, 2, 3), window(random, 7, 4, 6)} {
		want := byDefinition(d)
		for _, m := range []Method{Subsets, Frontier} {
			if got := exact(t, d, m); got.Cmp(want) != 0 {
				t.Errorf("W(%v) by %s = %v, want %v", d, m, got, want)
			}
		}
	}
}

func TestMethodsAgree(t *testing.T) {
	vertices := 14
	if testing.Short() {
		vertices = 10
	}
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, vertices, vertices*vertices)
		if subsets, frontier := exact(t, d, Subsets), exact(t, d, Frontier); subsets.Cmp(frontier) != 0 {
			t.Fatalf("W(%v) by subsets = %v, by frontier %v", d, subsets, frontier)
		}
	})
}

func TestSizesAgreesWithTheOtherMethods(t *testing.T) {
	most := 17
	if testing.Short() {
		most = 13
	}
	for n := 2; n <= most; n++ {
		want := exact(t, complete(n), Sizes)
		if got := exact(t, complete(n), Subsets); got.Cmp(want) != 0 {
			t.Errorf("W of the complete DAG on %d vertices by subsets = %v, by sizes %v", n, got, want)
		}
		if got := exact(t, complete(n), Frontier); got.Cmp(want) != 0 {
			t.Errorf("W of the complete DAG on %d vertices by frontier = %v, by sizes %v", n, got, want)
		}
	}
}

func TestCountsAgreeWithTheContest(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	dags := []*dag.DAG{complete(9), window(random, 10, 3, 10), window(random, 10, 5, 10), window(random, 10, 2, 4)}
	if !testing.Short() {
		dags = append(dags, complete(13), window(random, 13, 6, 13))
	}
	for _, d := range dags {
		want := byContest(d)
		for _, m := range []Method{Auto, Subsets, Frontier} {
			first := exact(t, d, m)
			if got := first.Mod(first, big.NewInt(contestModulus)); got.Uint64() != want {
				t.Errorf("W(%v) by %s = %v modulo %d, want %d", d, m, got, contestModulus, want)
			}
		}
	}
}

func TestModuloIsTheRemainder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 10, 50)
		if rapid.Bool().Draw(t, "complete") {
			d = complete(d.Vertices())
		}
		modulus := new(big.Int).SetUint64(rapid.Uint64Min(1).Draw(t, "modulus"))
		modulus.Lsh(modulus, rapid.UintRange(0, 70).Draw(t, "shift"))
		modulus.Rsh(modulus, rapid.UintRange(0, uint(modulus.BitLen()-1)).Draw(t, "back"))
		for _, m := range []Method{Auto, Subsets, Frontier, Sizes} {
			if m == Sizes && !trim(d).complete() {
				continue
			}
			want := exact(t, d, m)
			want.Mod(want, modulus)
			got, _, err := Count(context.Background(), d, Options{Method: m, Modulus: modulus})
			if err != nil || got.Cmp(want) != 0 {
				t.Fatalf("W(%v) modulo %v by %s = %v, %v, want %v", d, modulus, m, got, err, want)
			}
		}
	})
}

// TestModuloOfManyArcsIsTheRemainder counts the arc sets with which the first player wins, in DAGs with more than 64
// arcs and modulo various numbers. The result must be the remainder of the exact count. For an odd modulus below 2^63
// the method Subsets counts modulo this number, and otherwise modulo several primes.
func TestModuloOfManyArcsIsTheRemainder(t *testing.T) {
	const seed = 11
	random := rand.New(rand.NewSource(seed))
	dags := []*dag.DAG{complete(13), window(random, 14, 12, 14), window(random, 15, 11, 15)}
	if testing.Short() {
		dags = dags[:1]
	}
	power := func(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }
	moduli := []*big.Int{
		big.NewInt(1), big.NewInt(2), big.NewInt(3), big.NewInt(6), big.NewInt(96), big.NewInt(contestModulus),
		new(big.Int).Mul(big.NewInt(contestModulus), power(20)), power(70), new(big.Int).Mul(big.NewInt(15), power(61)),
	}
	for bits := uint(61); bits <= 65; bits++ {
		for off := int64(-2); off <= 2; off++ {
			moduli = append(moduli, new(big.Int).Add(power(bits), big.NewInt(off)))
		}
	}
	for _, d := range dags {
		if d.Arcs() <= 64 {
			t.Fatalf("seed %d: %d arcs, want more than 64", seed, d.Arcs())
		}
		exact := exact(t, d, Frontier)
		for _, modulus := range moduli {
			want := new(big.Int).Mod(exact, modulus)
			got, _, err := Count(context.Background(), d, Options{Method: Subsets, Modulus: modulus})
			if err != nil || got.Cmp(want) != 0 {
				t.Errorf("seed %d: W(%v) modulo %v = %v, %v, want %v", seed, d, modulus, got, err, want)
			}
		}
	}
}

func TestNumberOfWorkersMakesNoDifference(t *testing.T) {
	d := complete(14)
	want := exact(t, d, Sizes)
	for _, workers := range []int{-1, 0, 1, 2, 3, 16} {
		got, _, err := Count(context.Background(), d, Options{Method: Subsets, Workers: workers})
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("W with %d workers = %v, %v, want %v", workers, got, err, want)
		}
	}
}

func TestNumberingMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 9, 36)
		number := append([]int{0, 1}, rapid.Permutation(ascending(d.Vertices())[2:]).Draw(t, "others")...)
		if rapid.Bool().Draw(t, "exchange the chips") {
			number[0], number[1] = 1, 0
		}
		out := make([][]int, d.Vertices())
		for _, arc := range arcList(d) {
			v, u := number[arc[0]], number[arc[1]]
			out[v] = append(out[v], u)
		}
		e := fromEnds(out)
		if got, want := exact(t, e, Auto), exact(t, d, Auto); got.Cmp(want) != 0 {
			t.Fatalf("W(%v) = %v, W(%v) = %v, want the same", e, got, d, want)
		}
	})
}

func TestArcsOutOfReachDouble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 8, 20)
		want := exact(t, d, Auto)
		ends := rapid.SliceOfNDistinct(rapid.IntRange(0, d.Vertices()-1), 0, d.Vertices(), rapid.ID[int]).Draw(t, "ends")
		var out [][]int
		for v := range d.Vertices() {
			out = append(out, d.Out(v))
		}
		e := fromEnds(append(out, ends))
		if got := exact(t, e, Auto); got.Cmp(want.Lsh(want, uint(len(ends)))) != 0 {
			t.Fatalf("W(%v) = %v, want %v", e, got, want)
		}
	})
}

func TestAutoTakesTheCheapest(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, test := range []struct {
		name string
		dag  *dag.DAG
		want Method
	}{
		{"complete", complete(60), Sizes},
		{"small", window(random, 12, 4, 12), Subsets},
		{"sparse", window(random, 60, 2, 5), Frontier},
		{"many vertices that wait alike", star(200), Frontier},
	} {
		_, used, err := Count(context.Background(), test.dag, Options{})
		if err != nil || used != test.want {
			t.Errorf("%s: method %s, %v, want %s", test.name, used, err, test.want)
		}
	}
}

// star returns a DAG of paths of two arcs from vertex 0. For a set of its arcs, vertex 0 has the nimber 0 iff each path
// has both its arcs in the set or lacks its first arc.
func star(paths int) *dag.DAG {
	out := make([][]int, 2+2*paths)
	for i := range paths {
		out[0] = append(out[0], 2+2*i)
		out[2+2*i] = []int{3 + 2*i}
	}
	return fromEnds(out)
}

func TestStarsHaveAClosedForm(t *testing.T) {
	for _, paths := range []int{1, 10, 63, 64, 130} {
		d := star(paths)
		equal := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(paths)), nil)
		want := new(big.Int).Lsh(big.NewInt(1), uint(2*paths))
		want.Sub(want, equal)
		if got := exact(t, d, Frontier); got.Cmp(want) != 0 {
			t.Errorf("W of %d paths from a chip = %v, want 4^%d - 3^%d = %v", paths, got, paths, paths, want)
		}
	}
}

// TestLongPathsHaveAClosedForm compares the count for paths with a recurrence. A vertex of a path has the nimber 0 if
// its arc is missing or leads to a vertex of nimber 1. Let zero(i) be the number of the all(i) = 2^i sets of the last i
// arcs that give the vertex before them the nimber 0. Then zero(i) = 2 all(i-1) - zero(i-1).
func TestLongPathsHaveAClosedForm(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 1_000
	}
	out := make([][]int, n)
	out[0] = []int{2}
	for v := 2; v < n-1; v++ {
		out[v] = []int{v + 1}
	}
	d := fromEnds(out)
	all, zero := big.NewInt(1), big.NewInt(1)
	for range n - 2 {
		zero.Sub(new(big.Int).Lsh(all, 1), zero)
		all.Lsh(all, 1)
	}
	want := all.Sub(all, zero)
	if got := exact(t, d, Auto); got.Cmp(want) != 0 {
		t.Errorf("W of a path of %d vertices is wrong", n-1)
	}
}

func TestLimitsAreNamed(t *testing.T) {
	dense := window(rand.New(rand.NewSource(1)), 40, 20, 40)
	for _, test := range []struct {
		name string
		dag  *dag.DAG
		o    Options
		want string
	}{
		{"not complete", star(2), Options{Method: Sizes}, "sizes: an arc is missing"},
		{"complete, too large", complete(501), Options{Method: Sizes}, "sizes: 501 vertices, expected at most 500"},
		{"too many for subsets", dense, Options{Method: Subsets}, " vertices without a chip; this method allows at most 30"},
		{"not enough memory", complete(22), Options{Method: Subsets, Memory: 1 << 20}, "take 80 MiB; the memory limit for tables is 1 MiB: raise --memory"},
		{"too many states", dense, Options{Method: Frontier, Memory: 1 << 20}, "the memory limit for tables is 1 MiB"},
		{"too many live vertices", star(1100), Options{Method: Frontier}, "frontier: the DAG is too wide for this method: in each order of the vertices that it tried, it must keep the nimbers of more than 1024 vertices at a time"},
		{"nimbers too large", complete(300), Options{Method: Frontier}, "frontier: a vertex may have the nimber 298, expected at most 253"},
		{"nothing reaches it", dense, Options{}, "no method can count for this DAG: sizes: an arc is missing"},
		{"no such method", dense, Options{Method: "magic"}, `method "magic": expected auto, subsets, frontier or sizes`},
	} {
		_, _, err := Count(context.Background(), test.dag, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	for _, modulus := range []int64{0, -5} {
		if _, _, err := Count(context.Background(), complete(3), Options{Modulus: big.NewInt(modulus)}); err == nil {
			t.Errorf("modulo %d: no error, want one", modulus)
		}
	}
}

func TestCountsStopSoon(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for _, test := range []struct {
		name string
		dag  *dag.DAG
		m    Method
	}{
		{"subsets", complete(24), Subsets},
		{"sizes", complete(500), Sizes},
		{"frontier", window(random, 40, 12, 30), Frontier},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		watch := pace.Start(t)
		_, _, err := Count(ctx, test.dag, Options{Method: test.m, Workers: 2, Memory: 8 << 30})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: error %v, want the context's", test.name, err)
		}
		if late := watch.Stop() - 20*time.Millisecond; late > time.Second {
			t.Errorf("%s: stopped %v after the context, expected at most 1 s", test.name, late)
		}
	}
}
