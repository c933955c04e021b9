// Package reduction makes games that say whether a digraph has two disjoint paths, or a formula can
// be satisfied, and reads these from solutions: the reductions of docs/papers/np-complete.md.
//
//	formula ----> what is left of it ----> linkage digraph ----> game
//	 dimacs.go     simplify.go              switches.go           linkage.go
//
//	digraph ----> linkage digraph
//	 digraph.go    contract.go
//
// The names are the paper's: a player is a vertex or, with an apostrophe, its second player. A
// solution leads back the same way: from the order to two paths, and from these to the assignment.
package reduction

import (
	"fmt"
	"io"
	"slices"

	"enumerate/enum"
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
	Names       []string // of the vertices
	Out         [][2]int // the two out-neighbours of each vertex but the sinks
	From, Other int
}

// Game returns the game that is solvable if and only if there are such paths. Its players are the
// vertices, and after them the second players of all but the sinks.
func (l Linkage) Game() betweenness.Game {
	n := len(l.Out)
	game := make(betweenness.Game, n, 2*n-sinks)
	game[sinkS] = betweenness.Choice{Wonderwall: l.From, Ninja: sinkT}
	game[sinkT] = betweenness.Choice{Wonderwall: l.From, Ninja: l.Other}
	for v := sinks; v < n; v++ {
		game[v] = betweenness.Choice{Wonderwall: len(game), Ninja: l.Out[v][0]}
		game = append(game, betweenness.Choice{Wonderwall: v, Ninja: l.Out[v][1]})
	}
	return game
}

// table returns the game with names.
func (l Linkage) table() wonderwall.Table {
	names := slices.Clone(l.Names)
	for _, name := range l.Names[sinks:] {
		names = append(names, name+"'")
	}
	return wonderwall.Table{Names: names, Game: l.Game()}
}

// Paths reads the two paths from an order that solves the game: of the neighbours of a vertex that
// on the side of t goes on from From, and that on the side of s from Other.
func (l Linkage) Paths(order []int) (up, down []int) {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	path := func(v int, forward bool) (path []int) {
		for ; v >= sinks; path = append(path, v) {
			p, a := l.Out[v][0], l.Out[v][1]
			if v = p; (place[p] < place[a]) == forward {
				v = a
			}
		}
		return append(path, v)
	}
	forward := place[sinkS] < place[sinkT]
	return path(l.From, forward), path(l.Other, !forward)
}

// always returns a game whose answer is known.
func always(solvable bool) wonderwall.Table {
	if solvable {
		return wonderwall.FromGame(betweenness.Game{{Wonderwall: 3, Ninja: 1}, {Wonderwall: 3, Ninja: 2}, {Wonderwall: 0, Ninja: 3}, {Wonderwall: 0, Ninja: 2}})
	}
	return wonderwall.FromGame(betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 0, Ninja: 2}, {Wonderwall: 0, Ninja: 1}})
}

// derived returns a game, and what reads the answer that its solutions give.
func derived(game wonderwall.Table, remark string, answer func(order []int) (string, error)) enum.Derived {
	return enum.Derived{Game: game, Remark: remark, Answer: func(in io.Reader) (string, error) {
		order, err := readOrder(in, game)
		if err != nil {
			return "", err
		}
		return answer(order)
	}}
}

// readOrder reads an order of the players of a game as solve prints it, with the words in front of
// it or without, and refuses one that does not solve the game.
func readOrder(in io.Reader, game wonderwall.Table) (order []int, err error) {
	player := make(map[string]int, len(game.Names))
	for p, name := range game.Names {
		player[name] = p
	}
	words := text.NewScanner(in)
	for words.Begin() == nil {
		w := words.Word
		p, known := player[w.Text]
		switch before := len(order); {
		case before == 0 && (w.Text == "solvable" || w.Text == "order:"):
			continue
		case !known:
			err = w.Errorf("%s is no player of the game; want its players in their order, as solve prints them", w.Quoted())
		case p < 0:
			err = w.Errorf("%s is in the order twice; want every player once", w.Quoted())
		}
		if err != nil {
			break
		}
		order = append(order, p)
		player[w.Text] = -1
	}
	switch {
	case words.Err() != nil:
		return nil, words.Err()
	case err != nil:
		return nil, err
	case len(order) < len(game.Names):
		return nil, words.End().Errorf("the order has %d of %d players; want all, as solve prints them", len(order), len(game.Names))
	}
	if unmet := game.Game.Unmet(order); unmet != nil {
		c := game.Game[unmet[0]]
		return nil, enum.Wrong{Err: fmt.Errorf("the order does not solve the game: %s does not stand between %s and %s",
			game.Names[c.Wonderwall], game.Names[unmet[0]], game.Names[c.Ninja])}
	}
	return order, nil
}
