package wins

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOrdersHaveEachVertexAfterItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trimmed := trim(anyDAG(t, 20, 400))
		steps, err := plan(context.Background(), trimmed)
		if err != nil || steps == nil {
			t.Fatalf("plan(%v) = %v, %v, want steps", trimmed.out, steps, err)
		}
		done := make(map[int]bool)
		for _, s := range steps {
			for _, u := range trimmed.out[s.vertex] {
				if !done[u] && len(trimmed.out[u]) > 0 {
					t.Fatalf("%v: vertex %d comes before %d", trimmed.out, s.vertex, u)
				}
			}
			done[s.vertex] = true
		}
		if last := steps[len(steps)-1].vertex; last != 0 {
			t.Fatalf("%v: the last vertex is %d, want the upper chip, 0", trimmed.out, last)
		}
		for v, out := range trimmed.out {
			if len(out) > 0 && !done[v] {
				t.Fatalf("%v: vertex %d is missing", trimmed.out, v)
			}
		}
	})
}

// TestOrdersFollowPaths takes long paths that meet only at their first vertex, with vertices numbered across the paths.
// The order in which plan gives the vertices their nimbers must go along one path after the other, because then few
// vertices at a time matter, so there are few states.
func TestOrdersFollowPaths(t *testing.T) {
	const paths, length = 8, 20
	out := make([][]int, 2+paths*length)
	for p := range paths {
		out[0] = append(out[0], 2+p)
		for i := 1; i < length; i++ {
			v := 2 + (i-1)*paths + p
			out[v] = append(out[v], v+paths)
		}
	}
	steps, err := plan(context.Background(), trim(fromEnds(out)))
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.MaxFunc(steps, func(a, b step) int { return cmp.Compare(a.states, b.states) }).states; got > 2*(paths+1) {
		t.Errorf("%d paths: up to %d states, want at most %d", paths, got, 2*(paths+1))
	}
}

func TestLargestNimbersAreBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 7, 10)
		trimmed := trim(d)
		var arcs [][2]int
		for v, out := range trimmed.out {
			for _, u := range out {
				arcs = append(arcs, [2]int{v, u})
			}
		}
		largest := largestNimbers(trimmed.out)
		for v := range trimmed.out {
			got := 0
			for set := range uint(1) << len(arcs) {
				got = max(got, grundy(len(trimmed.out), arcs, set, v))
			}
			if got > largest[v] {
				t.Fatalf("%v: vertex %d can have nimber %d, bound %d", trimmed.out, v, got, largest[v])
			}
		}
	})
}
