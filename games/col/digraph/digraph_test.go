package digraph

import (
	"context"
	"errors"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// define finds a value by the rules alone. Colours are letters, and no value is cached.
func define(a *partizan.Arena, colours []byte, arcs [][2]int) partizan.Value {
	var options [2][]partizan.Value
	for side, own := range []byte("BR") {
		for v := range colours {
			legal := colours[v] == 'o'
			for _, arc := range arcs {
				legal = legal && !(arc[0] == v && colours[arc[1]] == own)
			}
			if legal {
				colours[v] = own
				options[side] = append(options[side], define(a, colours, arcs))
				colours[v] = 'o'
			}
		}
	}
	return a.Make(options[0], options[1])
}

func drawn(t *rapid.T, most int) (p Position, colours []byte, arcs [][2]int) {
	n := rapid.IntRange(0, most).Draw(t, "vertices")
	p.Out = make([]uint64, n)
	for v := range n {
		for w := range n {
			if v != w && rapid.IntRange(0, 2).Draw(t, "arc") == 0 {
				p.Out[v] |= 1 << w
				arcs = append(arcs, [2]int{v, w})
			}
		}
		colour := rapid.SampledFrom([]byte("oooBR")).Draw(t, "colour")
		colours = append(colours, colour)
		switch colour {
		case 'B':
			p.ColourClasses[Left] |= 1 << v
		case 'R':
			p.ColourClasses[Right] |= 1 << v
		}
	}
	return p, colours, arcs
}

func TestValuesAgreeWithTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, colours, arcs := drawn(t, 6)
		a := partizan.NewArena()
		want := a.String(define(a, colours, arcs))
		for name, s := range map[string]*Solver{"exhaustive": NewExhaustive(p.Out), "reducing": NewReducing(p.Out)} {
			got, err := s.Value(context.Background(), p)
			if err != nil || s.Arena().String(got) != want {
				t.Fatalf("%s: the value of %s with arcs %v is %s, %v, want %s", name, colours, arcs, s.Arena().String(got), err, want)
			}
		}
	})
}

// TestReducingIsExhaustive compares the reducing solver with the exhaustive one on digraphs that are too large for
// `define`, which finds values by the rules alone.
func TestReducingIsExhaustive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, colours, arcs := drawn(t, 9)
		all, few := NewExhaustive(p.Out), NewReducing(p.Out)
		want, err1 := all.Value(context.Background(), p)
		got, err2 := few.Value(context.Background(), p)
		if err1 != nil || err2 != nil || few.Arena().String(got) != all.Arena().String(want) {
			t.Fatalf("the value of %s with arcs %v is %s, %v, want %s, %v", colours, arcs, few.Arena().String(got), err2, all.Arena().String(want), err1)
		}
	})
}

// TestTreesAgreeWithTheSearch compares the values of trees with those that package search finds.
func TestTreesAgreeWithTheSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 11).Draw(t, "vertices")
		tree := make([]search.Vertex, n)
		p := Position{Out: make([]uint64, n)}
		open := []int{} // the vertices that still need a child; a vertex is listed once for each
		for v := range n {
			if v > 0 {
				parent := open[len(open)-1]
				open = open[:len(open)-1]
				p.Out[parent] |= 1 << v
			}
			tree[v].Colour = search.Colour(rapid.IntRange(0, 2).Draw(t, "colour"))
			if c := tree[v].Colour; c != search.Uncoloured {
				p.ColourClasses[c-search.Blue] |= 1 << v
			}
			least := 0
			if len(open) == 0 {
				least = 1
			}
			most := min(search.MaxChildren, n-1-v-len(open))
			if least <= most {
				tree[v].Children = uint8(rapid.IntRange(least, most).Draw(t, "children"))
			}
			for range tree[v].Children {
				open = append(open, v)
			}
		}
		trees, graphs := search.NewSolver(), NewReducing(p.Out)
		want, err1 := trees.Value(context.Background(), tree)
		got, err2 := graphs.Value(context.Background(), p)
		if err1 != nil || err2 != nil || graphs.Arena().String(got) != trees.Arena().String(want) {
			t.Fatalf("the value of %v is %s, %v, want %s, %v", tree, graphs.Arena().String(got), err2, trees.Arena().String(want), err1)
		}
	})
}

func TestSearchEndsWithItsContext(t *testing.T) {
	const n = 40
	p := Position{Out: make([]uint64, n)}
	for v := range n {
		p.Out[v] = 1<<((v+1)%n) | 1<<((v+7)%n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewReducing(p.Out).Value(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("Value = %v, want %v", err, context.Canceled)
	}
	if bits.OnesCount64(p.Legal(Left)) != n {
		t.Errorf("Left may colour %b", p.Legal(Left))
	}
}
