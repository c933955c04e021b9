package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/internal/pace"
	"enumerate/solver/partizan"
)

// allTrees adds all trees of at most `size` vertices, with coloured leaves, to a table, and returns them by their
// number of vertices.
func allTrees(t *table, size int) [][]view {
	trees := make([][]view, size+1)
	trees[0] = []view{nothing}
	for n := 1; n <= size; n++ {
		for small := 0; 2*small <= n-1; small++ {
			large := n - 1 - small
			for i, a := range trees[small] {
				for j, b := range trees[large] {
					if small < large || i <= j {
						trees[n] = append(trees[n], t.over(a, b))
					}
				}
			}
		}
		if n >= 2 {
			for _, below := range trees[n-2] { // a coloured leaf and another child
				trees[n] = append(trees[n], t.over(view(Blue), below), t.over(view(Red), below))
			}
		}
	}
	return trees
}

func TestEveryTreeIsKeptOnce(t *testing.T) {
	want := []int{1, 1, 3, 6, 15, 39, 102, 285, 798, 2313, 6759}
	table := newTable()
	trees := allTrees(&table, len(want)-1)
	seen := make(map[view]bool)
	for n, list := range trees {
		if len(list) != want[n] {
			t.Errorf("there are %d trees of %d vertices, want %d", len(list), n, want[n])
		}
		for _, top := range list {
			if seen[top] {
				t.Errorf("two trees of at most %d vertices are number %d", n, top)
			}
			seen[top] = true
			if back := table.negatives[table.negatives[top]]; back != top {
				t.Errorf("the negative of the negative of %d is %d", top, back)
			}
		}
	}
	if got := len(table.nodes) - int(firstTree) + 1; got != len(seen) {
		t.Errorf("the table has %d trees, want %d", got, len(seen))
	}
}

// drawPosition draws a position of one or two trees.
func drawPosition(t *rapid.T, most int) []Vertex {
	var p []Vertex
	for range rapid.IntRange(1, 2).Draw(t, "trees") {
		p = drawTree(t, p, rapid.IntRange(1, most).Draw(t, "vertices"))
	}
	return p
}

func drawTree(t *rapid.T, p []Vertex, size int) []Vertex {
	colour := max(0, rapid.IntRange(-3, int(Red)).Draw(t, "colour"))
	root := len(p)
	p = append(p, Vertex{Colour: Colour(colour)})
	left := rapid.IntRange(0, size-1).Draw(t, "left")
	for _, child := range []int{left, size - 1 - left} {
		if child > 0 {
			p[root].Children++
			p = drawTree(t, p, child)
		}
	}
	return p
}

func swapped(p []Vertex) []Vertex {
	q := slices.Clone(p)
	for v := range q {
		q[v].Colour = [...]Colour{Uncoloured, Red, Blue}[q[v].Colour]
	}
	return q
}

func mustValue(t testing.TB, s *Solver, p []Vertex) partizan.Value {
	t.Helper()
	v, err := s.Value(context.Background(), p)
	if err != nil {
		t.Fatalf("Value(%v): %v", p, err)
	}
	return v
}

func TestSwappedColoursAreTheNegative(t *testing.T) {
	s := NewSolver()
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPosition(rt, 9)
		got, want := mustValue(t, s, swapped(p)), s.Arena().Negate(mustValue(t, s, p))
		if got != want {
			rt.Fatalf("Value of %v with colours swapped = %s, want %s", p, s.Arena().String(got), s.Arena().String(want))
		}
	})
}

// complete returns a complete tree without colours.
func complete(p []Vertex, vertex, vertices int) []Vertex {
	root := len(p)
	p = append(p, Vertex{})
	for child := 2 * vertex; child <= min(2*vertex+1, vertices); child++ {
		p[root].Children++
		p = complete(p, child, vertices)
	}
	return p
}

func TestSearchEndsWithItsContext(t *testing.T) {
	s := NewSolver()
	large, small := complete(nil, 1, 127), complete(nil, 1, 7)
	want := mustValue(t, s, small)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	watch := pace.Start(t)
	_, err := s.Value(ctx, large)
	if took := watch.Stop(); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
		t.Errorf("Value of a large tree returns %v after %v, want the context's error soon after 20 ms", err, took)
	}
	if got := mustValue(t, s, small); got != want {
		t.Errorf("after that, Value(%v) = %s, want %s", small, s.Arena().String(got), s.Arena().String(want))
	}
}

func TestLargePositionsAreRefused(t *testing.T) {
	p := make([]Vertex, MaxVertices+1)
	want := "a position of 4097 vertices is too large to be searched, expected at most 4,096"
	if _, err := NewSolver().Value(context.Background(), p); err == nil || err.Error() != want {
		t.Errorf("Value = %v, want %q", err, want)
	}
}

func TestASolverKeepsNoMoreTreesThanItMay(t *testing.T) {
	const most = 1 << 12
	tree := complete(nil, 1, 127)
	s := NewSolver()
	s.Most = most
	_, err := s.Value(context.Background(), tree)
	if want := "more than 4,096 positions can come up: choose a smaller position"; err == nil || err.Error() != want || s.Trees() > most+1<<12 {
		t.Errorf("a tree of %d vertices: %v, with %d trees, want that they are too many, and some %d", len(tree), err, s.Trees(), most)
	}
}

func BenchmarkTrees(b *testing.B) {
	for _, n := range []int{10, 12, 14} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			trees := 0
			for b.Loop() {
				s := NewSolver()
				for _, list := range allTrees(&s.table, n)[1:] {
					for _, top := range list {
						s.value(top)
					}
				}
				trees = s.Trees()
			}
			b.ReportMetric(float64(trees)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtrees/s")
		})
	}
}

func BenchmarkUncoloured(b *testing.B) {
	path := make([]Vertex, 100)
	for v := range path[1:] {
		path[v].Children = 1
	}
	for name, p := range map[string][]Vertex{"path/n=100": path, "complete/n=20": complete(nil, 1, 20)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustValue(b, NewSolver(), p)
			}
		})
	}
}
