package betweenness

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
)

// A sweep decides triples one after the other. Of those taken so far it keeps the
// minimal closures, as a frontier does, but only on the live players: those whom a triple
// taken names and also one still to be taken. How long that takes depends on the width, the most
// players who are live at once, and only linearly on how many there are in all. docs/papers/betweenness.md,
// "Games of small width", has the proofs.
type sweep struct {
	triples []triple
	plan    plan
	tables  []table // before the first step of the plan, and after each so far
	words   int     // of four bytes, in the tables
	in      incidence
	minimal minimizer
	work    Work // the closures made, and those that contradict the triple
}

// maxWords is about the most words that the tables of a sweep may have.
const maxWords = 1 << 27

// sweepOrder is the algorithm sweep.
func sweepOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	s := NewSearcher()
	s.take(g, nil)
	var w sweep
	solvable, ok, err := s.runSweep(ctx, &w)
	switch {
	case err != nil:
		return nil, w.work, err
	case !ok:
		return nil, w.work, errTooWide
	case !solvable:
		return nil, w.work, nil
	}
	return s.order(), w.work, nil
}

// errTooWide is the error of a game for which a sweep gives up.
var errTooWide = fmt.Errorf("the game is too wide for the algorithm sweep: it takes up to %d players at once, and %d MB", maxWidth, maxWords*4>>20)

// runSweep decides the triples by a sweep, once they are peeled.
func (s *Searcher) runSweep(ctx context.Context, w *sweep) (solvable, ok bool, err error) {
	s.peel()
	s.found = s.found[:0]
	if len(s.inner) == 0 {
		return true, true, nil
	}
	if !w.begin(len(s.names), s.inner) {
		return false, false, nil
	}
	solvable, ok, err = w.run(ctx, maxWords)
	if solvable {
		s.found = w.order(len(s.names), s.found)
	}
	return solvable, ok, err
}

// A table is what a sweep keeps after a step: closures of which none lies within another.
// A live player has a place of its own.
type table struct {
	width int      // places
	rows  []uint32 // of all closures, one after the other
	// covers has two numbers for each closure of the table before. With the new triple
	// oriented forward, and backward, that closure says all that this one of the table
	// says. none means that it contradicts the triple, or that the table before
	// says nothing and the other orientation is enough.
	covers  []int32
	minimal bool // whether no closure lies within another
}

func (t table) count() int { return len(t.rows) / t.width }

func (t table) closure(i int) narrow { return t.rows[i*t.width : (i+1)*t.width] }

// saysNothing reports whether all orders extend the only closure of the table.
func (t table) saysNothing() bool {
	return t.count() == 1 && !slices.ContainsFunc(t.rows, func(row uint32) bool { return row != 0 })
}

// begin plans a sweep of triples, at least one, or reports that it needs more than
// maxWidth places.
func (s *sweep) begin(players int, triples []triple) (ok bool) {
	s.triples, s.tables, s.words, s.work = triples, nil, 0, Work{}
	s.in.fill(players, triples)
	if s.plan, ok = newPlan(players, triples, &s.in); ok {
		s.tables = append(s.tables, table{width: s.plan.width, rows: make([]uint32, s.plan.width)})
	}
	return ok
}

// run continues the sweep until it is known whether an order meets all triples, and reports that. If
// the tables get more than the given number of words before, ok is false, and it may be called again
// with more words. When the context ends it returns the context's error.
func (s *sweep) run(ctx context.Context, words int) (solvable, ok bool, err error) {
	s.minimal.budget = bounded.Steps{Context: ctx}
	for {
		t := s.tables[len(s.tables)-1]
		switch {
		case t.count() == 0:
			return false, true, nil
		case len(s.tables) > len(s.plan.steps):
			return true, true, nil
		case s.words > words:
			return false, false, nil
		}
		if t, err = s.take(t, s.plan.steps[len(s.tables)-1]); err != nil {
			return false, false, err
		}
		s.tables = append(s.tables, t)
		s.words += len(t.rows) + len(t.covers)
	}
}

// take returns the table after one more step. Where nobody stops being live it would hardly
// be smaller without the closures that others lie within; so they stay, once.
func (s *sweep) take(t table, step sweepStep) (table, error) {
	covers := make([]int32, 2*t.count())
	rows := make([]uint32, 0, 2*len(t.rows))
	for k := range covers {
		covers[k] = none
		if k == 1 && t.saysNothing() {
			break // the reverse of the other
		}
		from := len(rows)
		rows = append(rows, t.closure(k/2)...)
		if c := narrow(rows[from:]); c.order(step.line(k)) {
			c.forget(step.last)
			covers[k] = int32(from / t.width)
			s.work.Decisions++
		} else {
			rows = rows[:from]
			s.work.Conflicts++
		}
	}
	if step.last == 0 && t.minimal {
		return table{t.width, rows, covers, false}, s.minimal.budget.Spend(len(rows))
	}
	kept, numbers, err := s.minimal.keep(t.width, rows)
	for k, child := range covers {
		if child != none {
			covers[k] = numbers[child]
		}
	}
	return table{t.width, kept, covers, true}, err
}

// contradiction returns triples that contradict each other, once run has found that they
// all do.
func (s *sweep) contradiction() []int32 {
	var triples []int32
	for k := s.free(); k < len(s.tables)-1; k++ {
		triples = append(triples, s.plan.steps[k].triple)
	}
	return triples
}

// proof returns a proof of the contradiction. owner returns the player whose choice a triple is.
func (s *sweep) proof(owner func(triple int32) int) *Tables {
	p := &Tables{Places: s.plan.width}
	for k := s.free(); k < len(s.tables)-1; k++ {
		step, after := s.plan.steps[k], s.tables[k+1]
		p.Steps = append(p.Steps, TableStep{owner(step.triple), step.places, after.rows, after.covers})
	}
	return p
}

// free returns the number of the last table that says nothing: the triples before it do
// not matter to those after.
func (s *sweep) free() int {
	k := len(s.tables) - 1
	for !s.tables[k].saysNothing() {
		k--
	}
	return k
}

// order appends the players whom the triples name to a slice, in an order that meets all
// triples, once run has found that there is one. It goes back from the last table to the
// first. There is an order of the live players that extends a closure of the table. So
// some closure of the table before, and an orientation of the triple, agree with that
// order; it takes in the players whom they name.
func (s *sweep) order(players int, to []int32) []int32 {
	var all line
	all.reset(players)
	var who [maxWidth]int32 // the player in a place
	var live []int          // places, in the order of their players
	for k := len(s.plan.steps) - 1; k >= 0; k-- {
		step := s.plan.steps[k]
		for j, v := range s.triples[step.triple].players() {
			who[step.places[j]] = v
		}
		c := s.agreeing(s.tables[k], step, live)
		for i, u := range live[:max(len(live), 1)-1] {
			c.add(u, live[i+1])
		}
		for last := step.last; last != 0; last &= last - 1 {
			live = append(live, bits.TrailingZeros32(last))
		}
		slices.SortFunc(live, func(u, v int) int { return cmp.Compare(c.before(u), c.before(v)) })
		at := all.left()
		for _, u := range live {
			if step.last>>u&1 != 0 {
				all.insertAfter(who[u], at)
			}
			at = who[u]
		}
		live = slices.DeleteFunc(live, func(u int) bool { return step.first>>u&1 != 0 })
	}
	return all.players(to)
}

// agreeing returns a closure of the table with the triple of the step oriented that does
// not contradict an order of some places.
func (s *sweep) agreeing(t table, step sweepStep, live []int) narrow {
	for k := range 2 * t.count() {
		c := narrow(slices.Clone(t.closure(k / 2)))
		if c.order(step.line(k)) && c.agrees(live) {
			return c
		}
	}
	panic("betweenness: a table of a sweep allows an order that the one before does not")
}

// A narrow is a closure on the players in some places: bit v of row u says that the
// player in place u stands before the one in place v.
type narrow []uint32

// order adds that the players in three places stand in this order, or reports that the
// closure contradicts that.
func (c narrow) order(x, y, z int) bool {
	if (c[y]>>x|c[z]>>y|c[z]>>x)&1 != 0 {
		return false
	}
	c.add(x, y)
	c.add(y, z)
	return true
}

// add adds u before v, which the closure does not contradict.
func (c narrow) add(u, v int) {
	up := c[v] | 1<<v
	c[u] |= up
	for x, row := range c {
		c[x] = row | up&-(row>>u&1)
	}
}

// forget forgets what is said of the players in a set of places.
func (c narrow) forget(places uint32) {
	if places == 0 {
		return
	}
	for u := range c {
		c[u] &^= places
		if places>>u&1 != 0 {
			c[u] = 0
		}
	}
}

// within reports whether d says all that c says.
func (c narrow) within(d narrow) bool {
	d = d[:len(c)]
	for u, row := range c {
		if row&^d[u] != 0 {
			return false
		}
	}
	return true
}

// agrees reports whether no player stands before one who comes earlier in an order of
// some places.
func (c narrow) agrees(order []int) bool {
	var earlier uint32
	for _, u := range order {
		if c[u]&earlier != 0 {
			return false
		}
		earlier |= 1 << u
	}
	return true
}

// before returns how many stand before the player in place v.
func (c narrow) before(v int) int {
	n := 0
	for _, row := range c {
		n += int(row >> v & 1)
	}
	return n
}
