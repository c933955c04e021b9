package col

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// A tree is a complete game tree, in which positions of equal value are not merged.
type tree struct{ options [2][]*tree }

// A figure is a position of the oracle: the colours of its vertices (o, B, R), and its arcs, each from tail to head.
type figure struct {
	colours string
	arcs    [][2]int
}

// figureOf reads a position. It shares no code with the ruleset.
func figureOf(t testing.TB, text string) figure {
	t.Helper()
	var g figure
	text, arcs, listed := strings.Cut(text, ":") // a colon only in the text of a digraph
	for arc := range strings.FieldsSeq(arcs) {
		var from, to int
		if _, err := fmt.Sscanf(arc, "%d-%d", &from, &to); err != nil {
			t.Fatal(err)
		}
		g.arcs = append(g.arcs, [2]int{from - 1, to - 1})
	}
	parents := []int{-1} // the parents of the next vertex, by open brackets
	for _, c := range text {
		last := len(parents) - 1
		switch c {
		case 'o', 'B', 'R':
			v := len(g.colours)
			g.colours += string(c)
			if parents[last] >= 0 && !listed {
				g.arcs = append(g.arcs, [2]int{parents[last], v})
			}
			parents[last] = v // the next letter is a child of this one
		case '(':
			parents = append(parents, parents[last])
		case ',':
			parents[last] = parents[last-1]
		case ')':
			parents = parents[:last]
		case '+':
			parents = []int{-1}
		case ' ', '0':
		default:
			t.Fatalf("%q is no part of a position", c)
		}
	}
	return g
}

func (g figure) movesOf(side int) []figure {
	var moves []figure
	colour := "BR"[side]
vertices:
	for v := range g.colours {
		if g.colours[v] != 'o' {
			continue
		}
		for _, arc := range g.arcs {
			if arc[0] == v && g.colours[arc[1]] == colour {
				continue vertices
			}
		}
		moves = append(moves, figure{g.colours[:v] + string(colour) + g.colours[v+1:], g.arcs})
	}
	return moves
}

func gameOf(g figure) *tree { return play(g, make(map[string]*tree)) }

// play returns the game tree of a position. Positions that were met before share their trees.
func play(g figure, known map[string]*tree) *tree {
	if t, ok := known[g.colours]; ok {
		return t
	}
	t := new(tree)
	for side := range t.options {
		for _, next := range g.movesOf(side) {
			t.options[side] = append(t.options[side], play(next, known))
		}
	}
	known[g.colours] = t
	return t
}

// A referee decides who wins the difference of two games.
type referee struct{ known map[[2]*tree][2]bool }

func newReferee() referee { return referee{make(map[[2]*tree][2]bool)} }

// moverWins reports, for each side, whether it wins g - h if it moves first.
func (r referee) moverWins(g, h *tree) [2]bool {
	key := [2]*tree{g, h}
	if stored, ok := r.known[key]; ok {
		return stored
	}
	var result [2]bool
	for side := range result {
		for _, option := range g.options[side] {
			if !r.moverWins(option, h)[1-side] {
				result[side] = true
			}
		}
		for _, option := range h.options[1-side] {
			if !r.moverWins(g, option)[1-side] {
				result[side] = true
			}
		}
	}
	r.known[key] = result
	return result
}

// outcomeByPlay returns the outcome of a position, found by trying all moves.
func outcomeByPlay(g figure) partizan.Outcome {
	wins := newReferee().moverWins(gameOf(g), new(tree))
	return map[[2]bool]partizan.Outcome{
		{true, true}: partizan.N, {true, false}: partizan.L, {false, true}: partizan.R, {false, false}: partizan.P,
	}[wins]
}

// treeOf returns the canonical form of a value as a game tree.
func treeOf(a *partizan.Arena, v partizan.Value, known map[partizan.Value]*tree) *tree {
	if t, ok := known[v]; ok {
		return t
	}
	t := new(tree)
	known[v] = t
	for _, o := range a.Left(v) {
		t.options[0] = append(t.options[0], treeOf(a, o, known))
	}
	for _, o := range a.Right(v) {
		t.options[1] = append(t.options[1], treeOf(a, o, known))
	}
	return t
}

// TestValuesEqualTheGames plays the game G - V for every position G and its value V: they are equal if and only if the
// second player wins.
func TestValuesEqualTheGames(t *testing.T) {
	solver := search.NewSolver()
	canonical := make(map[partizan.Value]*tree)
	for _, c := range []struct {
		values      given
		size, short int
	}{
		{given{}, 8, 6},
		{given{"colours": "leaves"}, 6, 5},
		{given{"colours": "all"}, 5, 4},
	} {
		size := c.size
		if testing.Short() {
			size = c.short
		}
		for n := 1; n <= size; n++ {
			each(t, set(t, c.values), n, func(p position) {
				value, err := solver.Value(context.Background(), p)
				if err != nil {
					t.Fatalf("Value(%v): %v", p, err)
				}
				v := treeOf(solver.Arena(), value, canonical)
				if wins := newReferee().moverWins(gameOf(figureOf(t, p.String())), v); wins != [2]bool{} {
					t.Errorf("Value(%v) = %s, but whoever begins wins the difference: Left %t, Right %t", p, solver.Arena().String(value), wins[0], wins[1])
				}
			})
		}
	}
}

func each(t testing.TB, r settings, size int, visit func(position)) {
	t.Helper()
	s, err := r.space(size)
	if err != nil {
		t.Fatal(err)
	}
	for number := range s.Classes().Int64() {
		p, _ := s.(*space).census.appendClass(nil, size, number)
		visit(p)
	}
}
