package betweenness

import (
	"context"
	"slices"

	"enumerate/internal/bounded"
)

// A Rest is the part of a game that peeling leaves. Every order of its players, who are numbered from 0, can be
// extended to an order of all players that satisfies all removed choices as well.
type Rest struct {
	Players  int         // the number of players whom the remaining choices name
	Choices  [][3]int32  // a player, its wonderwall and its ninja
	searcher *Searcher   // knows what was peeled off
	line     arrangement // of the remaining players; see Arrange
}

// NewRest peels a valid game, and returns what is left. Peeling removes a player whom only one choice names, its own or
// another's, together with this choice, again and again.
func NewRest(g Game) *Rest {
	s := NewSearcher()
	s.take(g, nil)
	s.peel()
	r := &Rest{Players: len(s.names), searcher: s}
	for _, t := range s.inner {
		r.Choices = append(r.Choices, t.players())
	}
	return r
}

// Order extends an order of the rest to an order of all players that satisfies all choices that peeling removed.
func (r *Rest) Order(rest []int32) []int {
	r.searcher.solution = append(r.searcher.solution[:0], rest...)
	return r.searcher.order()
}

// Arrange returns an order of all players that satisfies most choices, built greedily; see arrangement. The error is
// that of a context that ends.
func (r *Rest) Arrange(ctx context.Context) ([]int, error) {
	if err := r.line.build(ctx, r.Players, r.searcher.inner); err != nil {
		return nil, err
	}
	return r.lined(), nil
}

// lined returns the line, with the players that peeling removed, as an order of all players.
func (r *Rest) lined() []int { return r.Order(r.line.players(nil)) }

// Improve changes the line made by Arrange: it takes a random player of an unsatisfied choice, and moves it to the
// place where it satisfies the most of the choices that name it, again and again. It returns the best order found, or
// nil if none is better than the line was. If the context ends, it returns the best order with the error.
func (r *Rest) Improve(ctx context.Context) (best []int, err error) {
	a := &r.line
	budget := bounded.Steps{Context: ctx}
	least := len(a.unsatisfied)
	at := slices.Repeat([]int32{none}, len(a.triples)) // by triple: its index in a.unsatisfied, or none
	for k, i := range a.unsatisfied {
		at[i] = int32(k)
	}

	for moves := 1000 + 20*len(a.triples); moves > 0 && len(a.unsatisfied) > 0; moves-- {
		if err := budget.Spend(100); err != nil {
			return best, err
		}

		t := a.triples[a.unsatisfied[a.below(len(a.unsatisfied))]]
		v := t.players()[a.below(3)]
		a.remove(v)
		a.findGaps(v)
		a.insertAfter(v, a.bestPlace())

		// Only triples that name the moved player may have changed. If a triple leaves the list, the last one of the
		// list takes its index.
		for _, i := range a.in.of(v) {
			switch satisfied := a.satisfies(a.triples[i]); {
			case satisfied && at[i] != none:
				last := a.unsatisfied[len(a.unsatisfied)-1]
				a.unsatisfied[at[i]], at[last] = last, at[i]
				a.unsatisfied, at[i] = a.unsatisfied[:len(a.unsatisfied)-1], none
			case !satisfied && at[i] == none:
				at[i] = int32(len(a.unsatisfied))
				a.unsatisfied = append(a.unsatisfied, i)
			}
		}

		if len(a.unsatisfied) < least {
			least = len(a.unsatisfied)
			best = r.lined()
		}
	}
	return best, nil
}
