package dag

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyDAG draws a DAG with at most the given numbers of vertices and arcs, in any numbering.
func anyDAG(t *rapid.T, vertices, arcs int) *DAG {
	n := rapid.IntRange(2, vertices).Draw(t, "vertices")
	label := make([]int, n)
	for v := range label {
		label[v] = v
	}
	label = rapid.Permutation(label).Draw(t, "label")
	var list []Arc
	for range rapid.IntRange(0, arcs).Draw(t, "arcs") {
		v := rapid.IntRange(0, n-2).Draw(t, "from")
		a := Arc{label[v], label[rapid.IntRange(v+1, n-1).Draw(t, "to")]}
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	d, err := New(n, list)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOrderHasEachVertexAfterItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 12, 40)
		place := make(map[int]int)
		for i, v := range d.Order() {
			place[v] = i
		}
		if len(d.Order()) != d.Vertices() || len(place) != d.Vertices() {
			t.Fatalf("%v: order %v, want every vertex once", d, d.Order())
		}
		for a := range d.All() {
			if place[a.To] > place[a.From] {
				t.Fatalf("%v: order %v has %d before %d", d, d.Order(), a.From, a.To)
			}
		}
	})
}

// mex returns the nimber of a vertex by the definition, with recursion.
func mex(d *DAG, v int) int {
	seen := make(map[int]bool)
	for _, w := range d.Out(v) {
		seen[mex(d, w)] = true
	}
	g := 0
	for seen[g] {
		g++
	}
	return g
}

func TestNimbersAgreeWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 9, 20)
		for v, got := range d.Nimbers() {
			if want := mex(d, v); got != want {
				t.Fatalf("%v: vertex %d has the nimber %d, want %d", d, v+1, got, want)
			}
		}
	})
}

// The arc that the error names must close a cycle together with the arcs before it, and these alone must close none.
func TestNewNamesTheFirstArcThatClosesACycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "n")
		arcs := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) Arc {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			return Arc{from, (from + rapid.IntRange(1, n-1).Draw(t, "ahead")) % n}
		}), 0, n*(n-1)/2, rapid.ID[Arc]).Draw(t, "arcs")
		_, err := New(n, arcs)
		if err == nil {
			return
		}
		cycle, ok := err.(cycleError)
		if !ok {
			t.Fatalf("New(%d, %v): %v, want a cycle", n, arcs, err)
		}
		index := slices.Index(arcs, cycle.arc)
		if index < 0 {
			t.Fatalf("New(%d, %v): %v, which is none of its arcs", n, arcs, cycle)
		}
		before, err := New(n, arcs[:index])
		if err != nil {
			t.Fatalf("New(%d, %v): %v, but %v", n, arcs, cycle, err)
		}
		if cycle.cycle[0] != cycle.arc.To || cycle.cycle[len(cycle.cycle)-1] != cycle.arc.From {
			t.Fatalf("New(%d, %v): the cycle %v does not go on from %v", n, arcs, cycle.cycle, cycle.arc)
		}
		for i, w := range cycle.cycle[1:] {
			if v := cycle.cycle[i]; !slices.Contains(before.Out(v), w) {
				t.Fatalf("New(%d, %v): there is no arc from %d to %d", n, arcs, v, w)
			}
		}
	})
}

func TestCompleteDAGsHaveAllArcs(t *testing.T) {
	for _, n := range []int{2, 3, 5, 40} {
		d := Complete(n)
		for v := range n {
			for w := range n {
				if got, want := slices.Contains(d.Out(v), w), v < w; got != want {
					t.Errorf("Complete(%d): an arc from %d to %d: %t, want %t", n, v, w, got, want)
				}
			}
		}
		if got, want := d.Arcs(), n*(n-1)/2; got != want {
			t.Errorf("Complete(%d) has %d arcs, want %d", n, got, want)
		}
	}
	for _, n := range []int{-1, 1, 1415} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Complete(%d): no panic", n)
				}
			}()
			Complete(n)
		}()
	}
}
