package wins

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"enumerate/data"
	"enumerate/internal/golden"
	"enumerate/internal/pace"
)

func TestKnownLabelledCounts(t *testing.T) {
	for n := 2; n <= 5; n++ {
		all, _ := new(big.Int).SetString(golden.Total("nimbers", n, "games"), 10)
		first, err := Labelled(context.Background(), n, all, Options{Workers: 1})
		if err != nil || first.String() != golden.Total("nimbers", n, "first-games") {
			t.Errorf("Labelled(%d, %v) = %v, %v, want %v", n, all, first, err, data.Totals("nimbers").Of(n))
		}
	}
}

func TestLabelledCountsAgreeWithAllDAGs(t *testing.T) {
	most := 6
	if testing.Short() {
		most = 5
	}
	for n := 2; n <= most; n++ {
		want, all := allDAGs(n)
		first, err := Labelled(context.Background(), n, big.NewInt(all), Options{Workers: 2})
		if err != nil || first.Int64() != want {
			t.Errorf("Labelled(%d, %d) = %v, %v, want %d", n, all, first, err, want)
		}
		if _, err := Labelled(context.Background(), n, big.NewInt(all-1), Options{Workers: 2}); err == nil {
			t.Errorf("Labelled(%d, %d): no error, but there are %d DAGs", n, all-1, all)
		}
	}
}

// allDAGs visits all DAGs on n vertices. It returns the number of DAGs on which the first player wins, with the chips
// on vertices 0 and 1, and the number of all DAGs.
func allDAGs(n int) (first, all int64) {
	out := make([]uint, n)
	var visit func(v, u int)
	visit = func(v, u int) {
		switch {
		case v == n:
			all++
			if nimberOf(out, 0) != nimberOf(out, 1) {
				first++
			}
		case u == n:
			visit(v+1, v+2)
		default:
			visit(v, u+1)
			for _, arc := range [][2]int{{v, u}, {u, v}} {
				if !leads(out, arc[1], arc[0]) {
					out[arc[0]] |= 1 << arc[1]
					visit(v, u+1)
					out[arc[0]] &^= 1 << arc[1]
				}
			}
		}
	}
	visit(0, 1)
	return first, all
}

func nimberOf(out []uint, v int) int {
	seen := uint(0)
	for u := range out {
		if out[v]>>u&1 == 1 {
			seen |= 1 << nimberOf(out, u)
		}
	}
	g := 0
	for seen>>g&1 == 1 {
		g++
	}
	return g
}

// leads reports whether a path leads from v to u.
func leads(out []uint, v, u int) bool {
	if v == u {
		return true
	}
	for w := range out {
		if out[v]>>w&1 == 1 && leads(out, w, u) {
			return true
		}
	}
	return false
}

func TestLabelledCountsAgreeWithLevels(t *testing.T) {
	most := 8
	if testing.Short() {
		most = 5
	}
	for n := 2; n <= most; n++ {
		want, all := byLevels(n)
		first, err := Labelled(context.Background(), n, all, Options{Workers: 2})
		if err != nil || first.Cmp(want) != 0 {
			t.Errorf("Labelled(%d, %v) = %v, %v, want %v", n, all, first, err, want)
		}
	}
}

const levelNimbers = 8

// A levelState is what byLevels keeps of a DAG that it builds level by level, beginning with the vertices without arcs.
// Each vertex of a later level has an arc to the level before, and may have arcs to earlier levels.
type levelState struct {
	below [levelNimbers]int // below[g] is the number of vertices of nimber g in all levels
	last  [levelNimbers]int // last[g] is the number of vertices of nimber g in the last level
	chips [2]int            // the nimbers of the chips, -1 if a chip is not placed yet
}

// byLevels counts all DAGs on n vertices, and those on which the first player wins.
func byLevels(n int) (first, all *big.Int) {
	first, all = new(big.Int), new(big.Int)
	now := map[levelState]*big.Int{{chips: [2]int{-1, -1}}: big.NewInt(1)}
	for len(now) > 0 {
		next := make(map[levelState]*big.Int)
		for s, count := range now {
			placed := 0
			for _, c := range s.below {
				placed += c
			}
			if placed == n {
				all.Add(all, count)
				if s.chips[0] != s.chips[1] {
					first.Add(first, count)
				}
				continue
			}
			addLevel(s, n, 0, count, levelState{below: s.below, chips: s.chips}, next)
		}
		now = next
	}
	return first, all
}

// addLevel adds vertices of the nimbers from g on to the new level, in all possible ways.
func addLevel(s levelState, n, g int, count *big.Int, to levelState, next map[levelState]*big.Int) {
	if g == levelNimbers {
		if to.last != [levelNimbers]int{} {
			if next[to] == nil {
				next[to] = new(big.Int)
			}
			next[to].Add(next[to], count)
		}
		return
	}
	// The arcs of a vertex must include one to the last level.
	ways := nimberWays(s.below, g)
	if s.below != [levelNimbers]int{} {
		older := s.below
		for i := range older {
			older[i] -= s.last[i]
		}
		ways.Sub(ways, nimberWays(older, g))
	}
	others := n
	for _, chip := range to.chips {
		if chip < 0 {
			others--
		}
	}
	for _, c := range to.below {
		others -= c
	}
	for set := range 4 { // the set of chips to place on vertices of nimber g
		then, chips := to, 0
		fits := true
		for chip := range 2 {
			if set>>chip&1 == 1 {
				fits = fits && to.chips[chip] < 0
				then.chips[chip] = g
				chips++
			}
		}
		for k := 0; fits && k <= others; k++ {
			with := then
			with.below[g] += k + chips
			with.last[g] += k + chips
			term := new(big.Int).Exp(ways, big.NewInt(int64(k+chips)), nil)
			term.Mul(term, new(big.Int).Binomial(int64(others), int64(k)))
			if term.Mul(term, count); term.Sign() != 0 {
				addLevel(s, n, g+1, term, with, next)
			}
		}
	}
}

// nimberWays returns how many sets of arcs from a new vertex to other vertices give it the nimber g. Of the other
// vertices, vertices[i] have the nimber i. An arc must lead to each nimber below g, and none to the nimber g.
func nimberWays(vertices [levelNimbers]int, g int) *big.Int {
	ways := big.NewInt(1)
	for i, c := range vertices {
		all := new(big.Int).Lsh(big.NewInt(1), uint(c))
		switch {
		case i < g:
			ways.Mul(ways, all.Sub(all, big.NewInt(1)))
		case i > g:
			ways.Mul(ways, all)
		}
	}
	return ways
}

func TestLabelledLimitsAreNamed(t *testing.T) {
	for _, n := range []int{-1, 0, 1, MostLabelled + 1, 1 << 40} {
		if _, err := Labelled(context.Background(), n, big.NewInt(1), Options{Workers: 1}); err == nil {
			t.Errorf("Labelled(%d): no error, want one", n)
		}
	}
}

func TestLabelledStopsSoon(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	watch := pace.Start(t)
	_, err := Labelled(ctx, MostLabelled, new(big.Int).Lsh(big.NewInt(1), 300), Options{Workers: 2})
	late := watch.Stop() - 20*time.Millisecond
	if !errors.Is(err, context.DeadlineExceeded) || late > time.Second {
		t.Errorf("Labelled(%d) = %v, %v after the context, want its error within 1 s", MostLabelled, err, late)
	}
}
