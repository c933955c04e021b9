// Package reduction makes games that say whether a formula is satisfiable, or a digraph has two
// disjoint paths: the reductions of docs/papers/np-complete.md, whose names it has.
//
//	formula ----> linkage digraph ----> game ----> order ----> assignment
//	 dimacs.go     formula.go            linkage.go (solve)     linkage.go
//
// And digraph.go contracts any digraph to a linkage digraph.
package reduction

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	wonderwall "enumerate/games/wonderwall/text"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
)

// The sinks of a linkage digraph are its first vertices.
const (
	sinkS = iota
	sinkT
	sinks // how many there are
)

// A Linkage is a linkage digraph: it asks for disjoint paths from From to the sink t, which is
// vertex 1, and from Other to the sink s, which is vertex 0.
type Linkage struct {
	Names       []string // of the vertices, without apostrophes behind their numbers
	Out         [][2]int // the two out-neighbours of each vertex but the sinks
	From, Other int
	number      map[string]int // of the vertices, by their names
}

// newLinkage returns a digraph of the sinks alone.
func newLinkage() Linkage {
	l := Linkage{number: make(map[string]int)}
	l.vertex("s")
	l.vertex("t")
	return l
}

// vertex returns the vertex of a name, a new one if there is none.
func (l *Linkage) vertex(name string) int {
	v, known := l.number[name]
	if !known {
		v = len(l.Names)
		l.number[name] = v
		l.Names, l.Out = append(l.Names, name), append(l.Out, [2]int{})
	}
	return v
}

// known returns a fixed digraph that has the two paths, or one that does not.
func known(linked bool) Linkage {
	l := newLinkage()
	l.From, l.Other = l.vertex("v1"), l.vertex("v2")
	l.Out[l.From], l.Out[l.Other] = [2]int{sinkS, sinkT}, [2]int{sinkS, sinkT}
	if !linked {
		l.Out[l.From][1] = l.Other // the only way from v1 to t
	}
	return l
}

// Game returns the game that is solvable if and only if there are such paths. Its players are the
// vertices, and after them the second players of all but the sinks.
func (l Linkage) Game() wonderwall.Table {
	game := wonderwall.Table{Names: slices.Clone(l.Names), Game: make(betweenness.Game, len(l.Out))}
	game.Game[sinkS] = betweenness.Choice{Wonderwall: l.From, Ninja: sinkT}
	game.Game[sinkT] = betweenness.Choice{Wonderwall: l.From, Ninja: l.Other}
	for v := sinks; v < len(l.Out); v++ {
		game.Game[v] = betweenness.Choice{Wonderwall: len(game.Game), Ninja: l.Out[v][0]}
		game.Game = append(game.Game, betweenness.Choice{Wonderwall: v, Ninja: l.Out[v][1]})
		game.Names = append(game.Names, l.Names[v]+"'")
	}
	return game
}

// Literals returns which literals an order makes true that solves the game of a formula's digraph: of
// each variable that of the branch which begins on the side of s.
func (l Linkage) Literals(order []int) map[int]bool {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	literals := make(map[int]bool)
	for v, name := range l.Names {
		if number, is := strings.CutPrefix(name, "u"); is {
			x, _ := strconv.Atoi(number) // as it was written
			if first := place[l.Out[v][0]] < place[l.Out[v][1]]; first == (place[sinkS] < place[sinkT]) {
				x = -x // the branch "false" is the first
			}
			literals[x] = true
		}
	}
	return literals
}

// readOrder reads an order of the players of a game, as solve prints it, and refuses one that does
// not solve the game.
func readOrder(in io.Reader, game wonderwall.Table) ([]int, error) {
	words, err := text.NewScanner(in).Words(1 << 24)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(words) > 1 && words[0].Text == "solvable" && words[1].Text == "order:" {
		words = words[2:]
	}
	left := make(map[string]int)
	for p, name := range game.Names {
		left[name] = p
	}
	var order []int
	for _, w := range words {
		p, is := left[w.Text]
		if !is {
			return nil, w.Errorf("%s is not a player of the game, or is repeated; expected each player once, in an order that solve prints", w.Quoted())
		}
		delete(left, w.Text)
		order = append(order, p)
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("the order has %d of %d players; expected each player once, in an order that solve prints", len(order), len(game.Names))
	}
	if unsatisfied := game.Game.Unsatisfied(order); unsatisfied != nil {
		p, c := unsatisfied[0], game.Game[unsatisfied[0]]
		return nil, single.Wrong{Err: fmt.Errorf("the order does not solve the game: %s does not stand between %s and %s",
			game.Names[c.Wonderwall], game.Names[p], game.Names[c.Ninja])}
	}
	return order, nil
}
