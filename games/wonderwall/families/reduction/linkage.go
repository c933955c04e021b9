// Package reduction makes games that answer other questions: whether a formula is satisfiable, or whether a digraph has
// two disjoint paths between given vertices. The game is solvable if and only if the answer is yes, and its solution is
// translated back. docs/papers/np-complete.md has the proofs, and the code uses its names.
//
//	formula ----> linkage digraph ----> game ----> order ----> assignment
//	 dimacs.go     formula.go            linkage.go (solve)     linkage.go
//
// A linkage digraph has two sinks, and from every other vertex two arcs lead to two different vertices. digraph.go
// turns any digraph into such a digraph.
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

// The two sinks are the first vertices of a linkage digraph.
const (
	sinkS = iota
	sinkT
	sinks // the number of sinks
)

// A Linkage is a linkage digraph (two sinks, and two arcs from each other vertex) with a question: are there two
// disjoint paths, one from the vertex From to the sink t, vertex 1, and one from Other to the sink s, vertex 0?
type Linkage struct {
	Names       []string // none ends in an apostrophe, which marks the second player of a vertex (see Game)
	Out         [][2]int // the out-neighbours of each vertex except the sinks
	From, Other int
	number      map[string]int // the vertices by their names
}

func newLinkage() Linkage {
	l := Linkage{number: make(map[string]int)}
	l.vertex("s")
	l.vertex("t")
	return l
}

// vertex returns the vertex with a name, after adding it if it is new.
func (l *Linkage) vertex(name string) int {
	v, found := l.number[name]
	if !found {
		v = len(l.Names)
		l.number[name] = v
		l.Names, l.Out = append(l.Names, name), append(l.Out, [2]int{})
	}
	return v
}

// fixedLinkage returns a fixed digraph that has the two paths if and only if linked is set.
func fixedLinkage(linked bool) Linkage {
	l := newLinkage()
	l.From, l.Other = l.vertex("v1"), l.vertex("v2")
	l.Out[l.From], l.Out[l.Other] = [2]int{sinkS, sinkT}, [2]int{sinkS, sinkT}
	if !linked {
		l.Out[l.From][1] = l.Other // now the only way from v1 to t leads through v2
	}
	return l
}

// Game returns the game that is solvable if and only if the digraph has two disjoint paths, from v1 = l.From to the
// sink t and from v2 = l.Other to the sink s. The players are the vertices, followed by a second player v' for each
// vertex v except the sinks. The players v and v' choose each other as wonderwalls, and the two out-neighbours of v as
// ninjas, so v stands between its out-neighbours.
//
// In a solution, each player's wonderwall stands between the player and its ninja. The sink s has the wonderwall v1 and
// the ninja t, and t has the wonderwall v1 and the ninja v2. So if s stands before t, v1 stands between them, and v2
// before v1. From v1, always go to the later out-neighbour: this path ends in t. From v2, always go to the earlier
// out-neighbour: this path ends in s. All of the first path stands after all of the second, so they are disjoint.
// docs/papers/np-complete.md also proves that disjoint paths give a solution.
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

// Literals returns the literals that are true in an order of the players that solves the game of a formula. In the
// digraph of the formula, two branches begin at the vertex of a variable, "true" and "false". In the order, the
// variable's vertex stands between the first vertices of its two branches. If the sink s stands to the left of the sink
// t, the variable has the value whose branch begins on the left, and otherwise the value whose branch begins on the
// right.
func (l Linkage) Literals(order []int) map[int]bool {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	literals := make(map[int]bool)
	for v, name := range l.Names {
		if number, is := strings.CutPrefix(name, "u"); is { // u5 is the vertex of variable 5
			x, _ := strconv.Atoi(number) // cannot fail, because NewLinkage wrote the number

			falseIsFirst := place[l.Out[v][0]] < place[l.Out[v][1]] // the first arc is the branch "false"
			sIsFirst := place[sinkS] < place[sinkT]
			if falseIsFirst == sIsFirst {
				x = -x // the branch "false" begins on the side of s
			}
			literals[x] = true
		}
	}
	return literals
}

// readOrder reads an order of the players of a game, as the command solve prints it. It returns an error if the order
// does not solve the game.
func readOrder(in io.Reader, game wonderwall.Table) ([]int, error) {
	words, err := text.NewScanner(in).Words(1 << 24)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(words) > 1 && words[0].Text == "solvable" && words[1].Text == "order:" {
		words = words[2:]
	}
	left := make(map[string]int) // the players not yet read, by name
	for p, name := range game.Names {
		left[name] = p
	}
	var order []int
	for _, w := range words {
		p, is := left[w.Text]
		if !is {
			return nil, w.Errorf("%s is not a player of the game, or is repeated; expected every player once, as in the output of solve", w.Quoted())
		}
		delete(left, w.Text)
		order = append(order, p)
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("the order has %d of %d players; expected every player once, as in the output of solve", len(order), len(game.Names))
	}
	if unsatisfied := game.Game.Unsatisfied(order); unsatisfied != nil {
		p, c := unsatisfied[0], game.Game[unsatisfied[0]]
		return nil, single.Wrong{Err: fmt.Errorf("the order does not solve the game: %s does not stand between %s and %s",
			game.Names[c.Wonderwall], game.Names[p], game.Names[c.Ninja])}
	}
	return order, nil
}
