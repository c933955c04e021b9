package wonderwall

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/games/wonderwall/families/reduction"
	"enumerate/solver/betweenness"
)

// The tests in this file check docs/papers/np-complete.md. A linkage digraph has two sinks, the vertices 0 and 1, and
// asks for two disjoint paths: from From to sink 1, and from Other to sink 0.

// A linkage is a linkage digraph that is examined by brute force, without the code that turns it into games.
type linkage struct{ reduction.Linkage }

func newLinkage(n int) linkage {
	l := linkage{reduction.Linkage{Out: make([][2]int, n), From: 2, Other: 3}}
	l.Names = []string{"s", "t", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}[:n]
	return l
}

// reaches reports whether a path from v to a wanted vertex avoids the closed vertices.
func (l linkage) reaches(v int, wanted func(int) bool, closed []bool) bool {
	seen := slices.Clone(closed)
	var visit func(v int) bool
	visit = func(v int) bool {
		if seen[v] || wanted(v) {
			return !seen[v]
		}
		seen[v] = true
		return v > 1 && (visit(l.Out[v][0]) || visit(l.Out[v][1]))
	}
	return visit(v)
}

// linked tries all paths from From to sink 1, and looks for a path from Other to sink 0 that avoids their vertices.
func (l linkage) linked() bool {
	closed := make([]bool, len(l.Out))
	var walk func(v int) bool
	walk = func(v int) bool {
		closed[v] = true
		defer func() { closed[v] = false }()
		if !l.reaches(l.Other, func(u int) bool { return u == 0 }, closed) {
			return false
		}
		return v == 1 || v > 1 && slices.ContainsFunc(l.Out[v][:], func(u int) bool { return !closed[u] && walk(u) })
	}
	return walk(l.From)
}

// fans reports whether every vertex v except the sinks has a fan: one path to each sink, such that the two paths share
// only v. By Menger's theorem, this means that after the removal of any other vertex, v still reaches a sink.
func (l linkage) fans() bool {
	for y := range l.Out {
		closed := make([]bool, len(l.Out))
		closed[y] = true
		for v := 2; v < len(l.Out); v++ {
			if v != y && !l.reaches(v, func(u int) bool { return u < 2 }, closed) {
				return false
			}
		}
	}
	return true
}

// triples returns the triples of the game of a linkage digraph, before players are split so that each chooses once. The
// second player of a triple must stand between the other two.
func (l linkage) triples() (list []triple) {
	for v := 2; v < len(l.Out); v++ {
		list = append(list, triple{l.Out[v][0], v, l.Out[v][1]})
	}
	return append(list, triple{l.Other, l.From, 1})
}

// eachLinkage visits all linkage digraphs of n vertices, or, if drawn is not 0, this number of random ones.
func eachLinkage(n, drawn int, random *rand.Rand, visit func(l linkage)) {
	l := newLinkage(n)
	var choose func(v int)
	choose = func(v int) {
		if v == n {
			visit(l)
			return
		}
		for p := range n {
			for a := range p {
				if p != v && a != v {
					l.Out[v] = [2]int{p, a}
					choose(v + 1)
				}
			}
		}
	}
	if drawn == 0 {
		choose(2)
	}
	for range drawn {
		for v := 2; v < n; v++ {
			for ok := false; !ok; {
				l.Out[v] = [2]int{random.IntN(n), random.IntN(n)}
				ok = l.Out[v][0] != v && l.Out[v][1] != v && l.Out[v][0] != l.Out[v][1]
			}
		}
		visit(l)
	}
}

// excess returns the largest excess of a nonempty set of triples: their number minus the number of players that they
// mention.
func excess(triples []triple) int {
	most := math.MinInt
	for set := 1; set < 1<<len(triples); set++ {
		var mentioned uint
		for rest := set; rest != 0; rest &= rest - 1 {
			t := triples[bits.TrailingZeros(uint(rest))]
			mentioned |= 1<<t[0] | 1<<t[1] | 1<<t[2]
		}
		most = max(most, bits.OnesCount(uint(set))-bits.OnesCount(mentioned))
	}
	return most
}

// The remark of Theorem 2 says that triples can always be satisfied if their excess is at most -2, i.e. if any set of
// them mentions at least two players more than it has triples.
func TestTriplesOfExcessMinusTwoCanBeMet(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 14))
	seen := make(map[int]int) // by excess: the number of sets of triples that cannot be satisfied
	tried := 0
	for range 3000 {
		players := 5 + random.IntN(3)
		triples := randomTriples(players, players-2+random.IntN(2), random)
		of := excess(triples)
		if of <= -2 {
			tried++
		}
		if !canBeSatisfied(players, triples) {
			seen[of]++
		}
	}
	if seen[-3]+seen[-2] > 0 || seen[-1] == 0 || tried < 500 {
		t.Errorf("%d have an excess of at most -2; by excess these cannot be satisfied: %v", tried, seen)
	}
}

// TestAGameOfALinkageIsSolvableIfPathsAreDisjoint checks Lemmas 1 and 2 and Theorem 3 of docs/papers/np-complete.md on
// all small linkage digraphs (two sinks, and two arcs from each other vertex), and on random larger ones, with and
// without fans (separate paths to both sinks from every vertex). For up to three vertices besides the sinks it tries
// all orders; for larger digraphs it uses the search.
func TestAGameOfALinkageIsSolvableIfPathsAreDisjoint(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 10))
	type size struct{ n, drawn, digraphs int }
	sizes := []size{{4, 0, 9}, {5, 0, 216}, {6, 0, 10_000}, {8, 2000, 2000}, {12, 500, 500}}
	if testing.Short() {
		sizes = []size{{4, 0, 9}, {8, 200, 200}}
	}
	for _, s := range sizes {
		seen, digraphs := make(map[string]int), 0
		eachLinkage(s.n, s.drawn, random, func(l linkage) {
			digraphs++
			game, fans, linked := l.Game().Game, l.fans(), l.linked()
			proof := betweenness.Solve(game)
			if err := proof.Check(game); err != nil {
				t.Fatalf("%v: %v", l, err)
			}
			solvable := proof.Solvable()
			chosen := make([]triple, len(game))
			for p, c := range game {
				chosen[p] = triple{p, c.Wonderwall, c.Ninja}
			}

			if s.n <= 5 && canBeSatisfied(len(game), chosen) != solvable {
				t.Errorf("%v: the search and all orders differ", l)
			}
			if solvable != (fans && linked) {
				t.Errorf("%v: fans: %t, disjoint paths: %t, the game is solvable: %t", l, fans, linked, solvable)
			}
			if s.n <= 6 && fans && (excess(chosen[1:]) != -1 || excess(l.triples()) != -1) {
				t.Errorf("%v: the triples have the excess %d and %d, want -1", l, excess(chosen[1:]), excess(l.triples()))
			}
			if s.n <= 5 && fans && (canBeSatisfied(len(game), chosen[1:]) != solvable || canBeSatisfied(s.n, l.triples()) != solvable) {
				t.Errorf("%v: without the triple of s, or of vertices alone, all can be satisfied: %t; the game is solvable: %[2]t", l, !solvable)
			}

			// If every vertex reaches a sink, there are disjoint paths if and only if trees of both signs exist (see
			// treeSigns).
			none := make([]bool, s.n)
			reach := l.reaches(l.From, func(u int) bool { return u == 0 }, none)
			for v := 2; v < s.n; v++ {
				reach = reach && l.reaches(v, func(u int) bool { return u < 2 }, none)
			}
			if s.n <= 6 && reach {
				signs := treeSigns(l.triples())
				if (len(signs) > 1) != linked || len(signs) == 0 {
					t.Errorf("%v: disjoint paths: %t, signs of trees: %v", l, linked, signs)
				}
				seen[fmt.Sprint("signs ", len(signs))]++
			}
			seen[fmt.Sprint("fans ", fans, " linked ", linked)]++
		})
		if digraphs != s.digraphs {
			t.Errorf("%d digraphs of %d vertices, want %d", digraphs, s.n, s.digraphs)
		}
		if s.n <= 6 && (seen["signs 1"] == 0 || seen["signs 2"] == 0 || seen["fans true linked true"] == 0 || seen["fans false linked true"] == 0 && s.n > 4) {
			t.Errorf("%d vertices: %v", s.n, seen)
		}
	}
}

// Lemma 3 of docs/papers/np-complete.md contracts sets of vertices of a digraph to one vertex each. Then every vertex
// has paths to both sinks that share only this vertex, and the question for two disjoint paths keeps its answer. The
// test contracts random digraphs, and compares the sets and the answers with those found by trying all paths. In these
// digraphs, two arcs leave each vertex except the sinks, and both may lead to the same vertex.
func TestContractionKeepsTheAnswer(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	seen := make(map[string]int)
	for range 20_000 {
		n := 4 + random.IntN(6)
		l := newLinkage(n)
		out := make(map[int][]int)
		for v := 2; v < n; v++ {
			l.Out[v] = [2]int{random.IntN(n), random.IntN(n)}
			out[v] = l.Out[v][:]
		}
		guarded := func(v, y int) bool { // every path from v to a sink contains y
			closed := make([]bool, n+1)
			closed[y] = true
			return !l.reaches(v, func(u int) bool { return u < 2 }, closed)
		}
		contracted, guard := l.Contract(out)

		for v := range n {
			var of []int // v and its guards, except those that have a guard themselves
			for y := range n {
				alone := guarded(v, y) && !guarded(v, n)
				for z := range n {
					alone = alone && (z == y || !guarded(y, z))
				}
				if alone {
					of = append(of, y)
				}
			}
			if guarded(v, n) != (guard[v] < 0) || guard[v] >= 0 && !slices.Equal(of, guard[v:v+1]) {
				t.Fatalf("%v: %d is guarded by %v, want %d", l, v, of, guard[v])
			}
		}

		kind, small := "trivial", linkage{contracted}
		if f, o := guard[l.From], guard[l.Other]; f > 1 && o > 1 && f != o {
			kind = "linkage"
			for v := 2; v < len(small.Out); v++ {
				if p, a := small.Out[v][0], small.Out[v][1]; p == a || p == v || a == v {
					t.Fatalf("%v: %d leads to %d and %d when contracted", l, v, p, a)
				}
			}
			if !small.fans() {
				t.Fatalf("%v: no fans in %v", l, small)
			}
		}
		got := small.linked()
		if want := l.linked(); got != want {
			t.Errorf("%v: disjoint paths: %t, contracted to %v: %t", l, want, small, got)
		}
		seen[fmt.Sprint(kind, got)]++
	}
	if len(seen) != 4 || slices.Min(slices.Collect(maps.Values(seen))) < 100 {
		t.Errorf("kinds: %v", seen)
	}
}

// harmonic returns f(v) for each vertex: the probability that a token which starts at v ends in the sink 1. From v, the
// token moves to the first out-neighbour with the probability chance[v], and to the second otherwise.
func (l linkage) harmonic(chance []*big.Rat) []*big.Rat {
	n := len(l.Out)
	one := big.NewRat(1, 1)
	rows := make([][]*big.Rat, n) // the equations for f; the last entry is the right-hand side
	for v := range rows {
		for range n + 1 {
			rows[v] = append(rows[v], new(big.Rat))
		}
		rows[v][v].Set(one)
		if v > 1 {
			p, a := rows[v][l.Out[v][0]], rows[v][l.Out[v][1]]
			p.Sub(p, chance[v])
			a.Sub(a, new(big.Rat).Sub(one, chance[v]))
		}
	}
	rows[1][n].Set(one)
	for v := range rows {
		pivot := v + slices.IndexFunc(rows[v:], func(row []*big.Rat) bool { return row[v].Sign() != 0 })
		rows[v], rows[pivot] = rows[pivot], rows[v]
		for _, x := range slices.Backward(rows[v]) {
			x.Quo(x, rows[v][v])
		}
		for u, row := range rows {
			for k, times := n, new(big.Rat).Set(row[v]); u != v && k >= 0; k-- {
				row[k].Sub(row[k], new(big.Rat).Mul(times, rows[v][k]))
			}
		}
	}
	f := make([]*big.Rat, n)
	for v := range f {
		f[v] = rows[v][n]
	}
	return f
}

// TestAHarmonicFunctionOrdersTheGameOfALinkage repeats the construction in the proof of Lemma 1 of
// docs/papers/np-complete.md. It sorts the vertices of a digraph by the values of a harmonic function, computed exactly
// from random probabilities. The digraphs have two sinks and 2 or 3 other vertices. The test takes all digraphs that
// have disjoint paths from From to sink 1 and from Other to sink 0, if every vertex has a fan: separate paths to both
// sinks.
func TestAHarmonicFunctionOrdersTheGameOfALinkage(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	ordered := 0
	for n := 4; n <= 5; n++ {
		eachLinkage(n, 0, random, func(l linkage) {
			if !l.fans() || !l.linked() {
				return
			}
			for tries := 0; ; tries++ {
				chance := make([]*big.Rat, n)
				for v := range chance {
					chance[v] = big.NewRat([]int64{1, 1 + random.Int64N(99), 99}[random.IntN(3)], 100)
				}
				f := l.harmonic(chance)
				good := f[l.From].Cmp(f[l.Other]) > 0
				for v := 2; v < n; v++ {
					good = good && f[l.Out[v][0]].Cmp(f[l.Out[v][1]]) != 0
				}
				if !good && tries < 1000 {
					continue
				}
				// In the order of f, each vertex's second player stands next to it, on the side of its first
				// out-neighbour.
				vertices := []int{0, 1}
				for v := 2; v < n; v++ {
					vertices = append(vertices, v)
				}
				slices.SortStableFunc(vertices, func(u, v int) int { return f[u].Cmp(f[v]) })
				var order []int
				for _, v := range vertices {
					switch {
					case v < 2:
						order = append(order, v)
					case f[l.Out[v][0]].Cmp(f[v]) > 0:
						order = append(order, v, n+v-2)
					default:
						order = append(order, n+v-2, v)
					}
				}
				if unsatisfied := l.Game().Game.Unsatisfied(order); unsatisfied != nil {
					t.Errorf("%v: %v does not satisfy the choices of %v", l, order, unsatisfied)
				}
				ordered++
				return
			}
		})
	}
	if ordered == 0 {
		t.Error("no game has an order")
	}
}
