package wins

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyDAG draws a DAG on at most most vertices in any numbering, sparse or dense, with
// arcs to near vertices only or to all.
func anyDAG(t *rapid.T, most, mostArcs int) DAG {
	n := rapid.IntRange(2, most).Draw(t, "n")
	span := rapid.IntRange(1, n).Draw(t, "span")
	density := rapid.IntRange(1, 8).Draw(t, "density")
	number := rapid.Permutation(ascending(n)).Draw(t, "numbers")
	d := DAG{N: n, Out: make([][]int, n)}
	arcs := 0
	for v := range n {
		for u := v + 1; u < min(n, v+1+span); u++ {
			if arcs < mostArcs && rapid.IntRange(1, 8).Draw(t, "arc") <= density {
				d.Out[number[v]] = append(d.Out[number[v]], number[u])
				arcs++
			}
		}
	}
	return d
}

// ascending returns 0..n-1.
func ascending(n int) []int {
	a := make([]int, n)
	for i := range a {
		a[i] = i
	}
	return a
}

func TestCheckNamesTheFault(t *testing.T) {
	for _, test := range []struct {
		name string
		dag  DAG
		want string // "" if there is none
	}{
		{"no arcs", DAG{2, [][]int{nil, nil}}, ""},
		{"arcs to smaller numbers", DAG{3, [][]int{nil, {0}, {1, 0}}}, ""},
		{"no room for the chips", DAG{1, [][]int{nil}}, "1 vertices, want at least 2"},
		{"a negative number of vertices", DAG{-1, nil}, "-1 vertices, want at least 2"},
		{"a list of arcs is missing", DAG{3, [][]int{nil, nil}}, "arcs from 2 vertices, want 3"},
		{"vertex too large", DAG{2, [][]int{{2}, nil}}, "arc 0 -> 2: want vertices 0..1"},
		{"vertex negative", DAG{2, [][]int{nil, {-1}}}, "arc 1 -> -1: want vertices 0..1"},
		{"loop", DAG{2, [][]int{nil, {1}}}, "arc 1 -> 1 is a loop"},
		{"arc twice", DAG{3, [][]int{{1, 2, 1}, nil, nil}}, "arc 0 -> 1 is given twice"},
		{"cycle of two", DAG{2, [][]int{{1}, {0}}}, "the arcs form a cycle: 0 -> 1 -> 0"},
		{"cycle off the way", DAG{5, [][]int{{1, 2}, nil, {3}, {4}, {1, 2}}}, "the arcs form a cycle: 2 -> 3 -> 4 -> 2"},
		{"long cycle", ring12(), "8 -> 9 -> … (12 vertices) -> 0"},
	} {
		err := test.dag.Check()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: Check() = %v, want %q", test.name, err, test.want)
		}
	}
}

// ring12 returns twelve vertices with arcs in a ring.
func ring12() DAG {
	d := DAG{N: 12, Out: make([][]int, 12)}
	for v := range 12 {
		d.Out[v] = []int{(v + 1) % 12}
	}
	return d
}

func TestCycleIsACycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		d := DAG{N: n, Out: make([][]int, n)}
		for v := range n {
			for u := range n {
				if u != v && rapid.IntRange(0, n).Draw(t, "arc") == 0 {
					d.Out[v] = append(d.Out[v], u)
				}
			}
		}
		var fault *CycleError
		if !errors.As(d.Check(), &fault) {
			return // a DAG: its numbering is tested with the counts
		}
		for i, v := range fault.Cycle {
			if next := fault.Cycle[(i+1)%len(fault.Cycle)]; !slices.Contains(d.Out[v], next) {
				t.Fatalf("%v: cycle %v, want an arc from %d to %d", d.Out, fault.Cycle, v, next)
			}
		}
	})
}

func TestNimbersAreThoseOfTheRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 12, 63)
		arcs := arcList(d)
		for v, got := range Nimbers(d.Out) {
			if want := grundy(d.N, arcs, 1<<len(arcs)-1, v); got != want {
				t.Fatalf("nimber of %d in %v = %d, want %d", v, d.Out, got, want)
			}
		}
	})
}
