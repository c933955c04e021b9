package labelled

import (
	"fmt"
	"math/big"
	"testing"

	"enumerate/canon"
	"enumerate/internal/golden"
)

// A layers counts the DAGs that a permutation of their vertices fixes, height by height. It is an oracle for the type
// census, which counts the same DAGs by their sources: layers subtracts no DAGs and shares no code with census.
//
// A vertex of height 0 has no arc. A vertex of height h+1 has arcs to vertices of height at most h, and at least one
// arc to a vertex of height h. A permutation that fixes the DAG preserves heights, so the vertices of one height are
// whole cycles of the permutation. A cycle of a vertices has gcd(a, b) orbits of arcs to a cycle of b vertices. If one
// vertex of a cycle has an arc to a height, all have.
type layers struct{ known map[string]*big.Int }

// above returns the number of ways to complete a DAG that a permutation fixes. top, lower and rest are the cycle types
// of the permutation on the vertices of the greatest height so far, of smaller heights, and of no height yet.
func (l *layers) above(rest, top, lower canon.CycleType) *big.Int {
	if rest.Points() == 0 {
		return big.NewInt(1)
	}
	key := fmt.Sprint([]int(rest), []int(top), []int(lower))
	if stored := l.known[key]; stored != nil {
		return stored
	}
	sum := new(big.Int)
	below := func(length int, of canon.CycleType) (orbits uint) {
		for b, count := range of {
			if count > 0 {
				orbits += uint(gcdByTrial(length, b) * count)
			}
		}
		return orbits
	}
	var choose func(length int, next canon.CycleType, ways *big.Int)
	choose = func(length int, next canon.CycleType, ways *big.Int) {
		if length == len(rest) {
			if next.Points() == 0 {
				return
			}
			left, under := make(canon.CycleType, len(rest)), make(canon.CycleType, len(rest))
			for i := range rest {
				left[i], under[i] = rest[i]-next[i], top[i]+lower[i]
			}
			sum.Add(sum, new(big.Int).Mul(ways, l.above(left, next, under)))
			return
		}
		// The height of a vertex is the length of the longest path from it. Count the ways to choose the arcs from the
		// vertices of one cycle of the permutation, of this length, if these vertices get the next height. Then each of
		// them has an arc to top, the vertices of the greatest height so far, if there are any, and may have arcs to
		// lower ones.
		each := big.NewInt(1)
		if top.Points() > 0 {
			each.Lsh(each, below(length, top))
			each.Sub(each, big.NewInt(1))
			each.Lsh(each, below(length, lower))
		}
		for chosen := 0; chosen <= rest[length]; chosen++ {
			next[length] = chosen
			term := new(big.Int).Exp(each, big.NewInt(int64(chosen)), nil)
			term.Mul(term, new(big.Int).Binomial(int64(rest[length]), int64(chosen)))
			choose(length+1, next, term.Mul(term, ways))
		}
		next[length] = 0
	}
	choose(1, make(canon.CycleType, len(rest)), big.NewInt(1))
	l.known[key] = sum
	return sum
}

func gcdByTrial(a, b int) int {
	for d := min(a, b); ; d-- {
		if a%d == 0 && b%d == 0 {
			return d
		}
	}
}

func (l *layers) classes(n int, unordered bool) *big.Int {
	sum, group := new(big.Int), new(big.Int)
	for _, t := range canon.CycleTypes(n - 2) {
		chips := [][]int{{1, 1}}
		if unordered {
			chips = append(chips, []int{2})
		}
		for _, cycles := range chips {
			whole := make(canon.CycleType, n+1)
			copy(whole, t)
			for _, length := range cycles {
				whole[length]++
			}
			none := make(canon.CycleType, n+1)
			sum.Add(sum, new(big.Int).Mul(t.Permutations(), l.above(whole, none, none)))
			group.Add(group, t.Permutations())
		}
	}
	mean, rest := sum.QuoRem(sum, group, new(big.Int))
	if rest.Sign() != 0 {
		panic("the mean is no integer")
	}
	return mean
}

// Up to 9 vertices, other tests find the same numbers by a walk over the classes.
func TestClassesByHeightsAndBySourcesAgree(t *testing.T) {
	for n := 2; n <= short(9, 12); n++ {
		l := &layers{make(map[string]*big.Int)}
		for _, unordered := range []bool{false, true} {
			got, want := New("", n, unordered).Classes(), l.classes(n, unordered)
			if got.Cmp(want) != 0 {
				t.Errorf("n=%d, unordered %t: %v classes by sources, %v by heights", n, unordered, got, want)
			}
		}
	}
	if got := New("", 10, false).Classes().String(); got != golden.Total("nimbers", 10, "classes") {
		t.Errorf("%s classes of 10 vertices", got)
	}
}
