package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/solver/partizan"
)

// allTrees enters all trees with so many vertices, coloured leaves among them, and
// returns them by their number.
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
			for _, below := range trees[n-2] { // a coloured leaf, and what else there is
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

// drawPosition draws a position.
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

// swapped returns a position with the colours swapped.
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
	s := NewExhaustive()
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPosition(rt, 9)
		got, want := mustValue(t, s, swapped(p)), s.Arena().Negate(mustValue(t, s, p))
		if got != want {
			rt.Fatalf("Value of %v with colours swapped = %s, want %s", p, s.Arena().String(got), s.Arena().String(want))
		}
	})
}

func TestReducingAgreesWithAllMoves(t *testing.T) {
	all, reducing := NewExhaustive(), NewReducing()
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPosition(rt, 12)
		got, want := reducing.Arena().String(mustValue(t, reducing, p)), all.Arena().String(mustValue(t, all, p))
		if got != want {
			rt.Fatalf("reducing, Value(%v) = %s, want %s", p, got, want)
		}
	})
}

func TestOptionsAreTheMoves(t *testing.T) {
	for name, s := range map[string]*Solver{"exhaustive": NewExhaustive(), "reducing": NewReducing()} {
		rapid.Check(t, func(rt *rapid.T) {
			p := drawPosition(rt, 8)
			for side := range Sides {
				options, err := s.Options(context.Background(), p, side)
				if err != nil {
					t.Fatal(err)
				}
				var got []partizan.Value
				for _, o := range options {
					q := slices.Clone(p)
					q[o.Vertex].Colour = Paint(side)
					if want := mustValue(t, s, q); o.Value != want || p[o.Vertex].Colour != Uncoloured {
						rt.Fatalf("%s: Options(%v, %d): vertex %d leads to %s, want %s", name, p, side, o.Vertex, s.Arena().String(o.Value), s.Arena().String(want))
					}
					got = append(got, o.Value)
				}
				// The moves that are left out lead to values that others lead to.
				want := movesOf(t, s, p, side)
				if slices.Sort(got); !slices.Equal(slices.Compact(got), want) {
					rt.Fatalf("%s: Options(%v, %d) lead to %v, want %v", name, p, side, got, want)
				}
			}
		})
	}
}

// movesOf returns the values that a side can move to, by the rules.
func movesOf(t testing.TB, s *Solver, p []Vertex, side int) []partizan.Value {
	children := make([][]int, len(p))
	var open []int
	for v := len(p) - 1; v >= 0; v-- {
		left := len(open) - int(p[v].Children)
		children[v] = slices.Clone(open[left:])
		open = append(open[:left], v)
	}
	var values []partizan.Value
	for v := range p {
		own := func(child int) bool { return p[child].Colour == Paint(side) }
		if p[v].Colour != Uncoloured || slices.ContainsFunc(children[v], own) {
			continue
		}
		q := slices.Clone(p)
		q[v].Colour = Paint(side)
		values = append(values, mustValue(t, s, q))
	}
	slices.Sort(values)
	return slices.Compact(values)
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
	s := NewExhaustive()
	large, small := complete(nil, 1, 127), complete(nil, 1, 7)
	want := mustValue(t, s, small)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := s.Value(ctx, large)
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
		t.Errorf("Value of a large tree returns %v after %v, want the context's error soon after 20 ms", err, took)
	}
	if _, err := s.Options(ctx, large, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Options = %v, want the context's error", err)
	}
	// What was under way leaves no trace.
	if got := mustValue(t, s, small); got != want {
		t.Errorf("after that, Value(%v) = %s, want %s", small, s.Arena().String(got), s.Arena().String(want))
	}
}

func TestLargePositionsAreRefused(t *testing.T) {
	p := make([]Vertex, MaxVertices+1)
	want := "a position of 4097 vertices is too large to be searched, want at most 4096"
	if _, err := NewReducing().Value(context.Background(), p); err == nil || err.Error() != want {
		t.Errorf("Value = %v, want %q", err, want)
	}
}

func TestASolverKeepsNoMoreTreesThanItMay(t *testing.T) {
	const most = 1 << 12
	tree := complete(nil, 1, 127)
	for _, s := range []*Solver{NewExhaustive(), NewReducing()} {
		s.Most = most
		_, err := s.Options(context.Background(), tree, 0)
		if !errors.As(err, new(TooManyError)) || s.Trees() > most+1<<12 {
			t.Errorf("the moves of a tree of %d vertices: %v, with %d trees, want a TooManyError and some %d", len(tree), err, s.Trees(), most)
		}
	}
}

func TestReducingTakesTreesWithoutColoursAtOnce(t *testing.T) {
	s := NewReducing()
	for _, n := range []int{1000, MaxVertices - 1} {
		want := s.Arena().Star(n % 2)
		if got := mustValue(t, s, complete(nil, 1, n)); got != want {
			t.Errorf("Value of a complete tree of %d vertices = %s, want %s", n, s.Arena().String(got), s.Arena().String(want))
		}
	}
}

// BenchmarkTrees finds the values of all trees of a number of vertices, coloured leaves
// among them, and of all that is smaller.
func BenchmarkTrees(b *testing.B) {
	for _, n := range []int{10, 12, 14} {
		for name, solver := range map[string]func() *Solver{"exhaustive": NewExhaustive, "reducing": NewReducing} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				trees := 0
				for b.Loop() {
					s := solver()
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
}

// BenchmarkUncoloured finds the value of a path and that of a complete tree without colours.
func BenchmarkUncoloured(b *testing.B) {
	path := make([]Vertex, 100)
	for v := range path[1:] {
		path[v].Children = 1
	}
	for name, p := range map[string][]Vertex{"path/n=100": path, "complete/n=20": complete(nil, 1, 20)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustValue(b, NewExhaustive(), p)
			}
		})
	}
}
