package betweenness

import (
	"context"

	"enumerate/internal/bounded"
)

// A Rest is what peeling leaves of a game. An order of its players that leaves few of its
// choices unmet is one of all players that leaves no others unmet.
type Rest struct {
	Players int        // whom these choices name, numbered from 0
	Choices [][3]int32 // a player, its wonderwall and its ninja
	peeled  *Searcher
	line    arrangement
}

// NewRest returns what peeling leaves of a valid game.
func NewRest(g Game) *Rest {
	s := NewSearcher()
	s.take(g, nil)
	s.peel()
	r := &Rest{Players: len(s.names), peeled: s}
	for _, t := range s.inner {
		r.Choices = append(r.Choices, t.players())
	}
	return r
}

// Order returns an order of all players that agrees with one of the rest, and meets all
// choices that peeling took away.
func (r *Rest) Order(rest []int32) []int {
	r.peeled.found = append(r.peeled.found[:0], rest...)
	return r.peeled.order()
}

// Arrange returns an order of all players that was made without ever looking back. When the
// context ends it soon returns the context's error, but not in small games.
func (r *Rest) Arrange(ctx context.Context) ([]int, error) {
	if err := r.line.build(ctx, r.Players, r.peeled.inner); err != nil {
		return nil, err
	}
	return r.lined(), nil
}

// lined returns the order of the line, with all players.
func (r *Rest) lined() []int { return r.Order(r.line.players(nil)) }

// Improve moves players of unmet choices, at random, to the places where most of their
// choices are met, in the line that Arrange has made. It returns the best order that it
// finds, also with an error of the context, or nil if none is better.
func (r *Rest) Improve(ctx context.Context) (best []int, err error) {
	a := &r.line
	budget := bounded.Steps{Context: ctx}
	least := len(a.unmet)
	at := make([]int32, len(a.triples)) // of each triple, its place among the unmet, or none
	for i := range at {
		at[i] = none
	}
	for k, i := range a.unmet {
		at[i] = int32(k)
	}
	for moves := 1000 + 20*len(a.triples); moves > 0 && len(a.unmet) > 0; moves-- {
		if err := budget.Spend(100); err != nil {
			return best, err
		}
		v := a.triples[a.unmet[a.below(len(a.unmet))]].players()[a.below(3)]
		a.remove(v)
		a.findGaps(v)
		a.insertAfter(v, a.bestPlace())
		for _, i := range a.in.of(v) {
			switch met := a.meets(a.triples[i]); {
			case met && at[i] != none:
				last := a.unmet[len(a.unmet)-1]
				a.unmet[at[i]], at[last] = last, at[i]
				a.unmet, at[i] = a.unmet[:len(a.unmet)-1], none
			case !met && at[i] == none:
				at[i] = int32(len(a.unmet))
				a.unmet = append(a.unmet, i)
			}
		}
		if len(a.unmet) < least {
			least = len(a.unmet)
			best = r.lined()
		}
	}
	return best, nil
}
