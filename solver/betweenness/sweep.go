package betweenness

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
)

// A sweep takes triples one after the other, and orients each. The orientations so far force a relation "stands
// before", their closure. The sweep restricts the closures of all possible orientations to the live players, whom both
// an earlier and a later triple name. It keeps the minimal closures, which contain no other closure. The width is the
// largest number of live players. The time of a sweep is linear in the number of players and exponential in the width.
// Proofs: docs/papers/betweenness.md, "Games of small width".
type sweep struct {
	triples []triple
	plan    plan
	tables  []table // before the first step of the plan, and after each step so far
	words   int     // the memory of the tables, in words of four bytes
	in      incidence
	minimal minimizer
	work    Work // closures made, and closures that contradict the triple
}

// maxWords is the approximate limit on the words of all tables.
const maxWords = 1 << 27

// sweepOrder is [Algorithm.Decide] of the algorithm sweep.
func sweepOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	s := NewSearcher()
	s.take(g, nil)
	var w sweep
	solvable, err := s.runSweep(ctx, &w)
	if err != nil || !solvable {
		return nil, w.work, err
	}
	return s.order(), w.work, nil
}

var errTooWide = fmt.Errorf("the game is too wide for the algorithm sweep, which can keep at most %d players and %d MB at a time: choose another algorithm", maxWidth, maxWords*4>>20)

// runSweep decides whether one order satisfies all triples, by peeling and a sweep of the rest. If so, s.solution is
// afterwards an order of the remaining players. The error is errTooWide or that of the context.
func (s *Searcher) runSweep(ctx context.Context, w *sweep) (solvable bool, err error) {
	s.peel()
	s.solution = s.solution[:0]
	if len(s.inner) == 0 { // peeling has removed all triples
		return true, nil
	}
	if !w.begin(len(s.names), s.inner) {
		return false, errTooWide
	}

	solvable, ok, err := w.run(ctx, maxWords)
	switch {
	case err == nil && !ok:
		err = errTooWide
	case solvable:
		s.solution = w.order(len(s.names), s.solution)
	}
	return solvable, err
}

// A table holds the closures after a step of a sweep. A closure is a relation "stands before": a matrix of bits with a
// row for each place. Every live player (named by an earlier and a later triple) has a place.
type table struct {
	width int      // the number of places
	rows  []uint32 // the rows of all closures, one closure after the other
	// covers has two numbers for each closure of the previous table, one for each orientation of the step's triple: the
	// number of a closure of this table that follows from the previous closure and this orientation, or none if they
	// contradict each other. If the previous table has only the empty closure, the number for the backward orientation
	// is none, too: the reverse of a solution is a solution, so the forward orientation is enough.
	covers  []int32
	minimal bool // whether it is known that no closure contains another
}

func (t table) count() int { return len(t.rows) / t.width }

// closure returns closure i, in the memory of the table.
func (t table) closure(i int) narrow { return t.rows[i*t.width : (i+1)*t.width] }

// isTrivial reports whether the table has only the empty closure.
func (t table) isTrivial() bool {
	return t.count() == 1 && !slices.ContainsFunc(t.rows, func(row uint32) bool { return row != 0 })
}

// begin plans a sweep of at least one triple. It returns false if the sweep needs more than maxWidth places.
func (s *sweep) begin(players int, triples []triple) (ok bool) {
	s.triples, s.tables, s.words, s.work = triples, nil, 0, Work{}
	s.in.fill(players, triples)
	if s.plan, ok = newPlan(players, triples, &s.in); ok {
		s.tables = append(s.tables, table{width: s.plan.width, rows: make([]uint32, s.plan.width)})
	}
	return ok
}

// run continues the sweep until it has decided whether an order satisfies all triples. ok is false if the tables exceed
// the given number of words before the end; then run may be called again with more words.
func (s *sweep) run(ctx context.Context, words int) (solvable, ok bool, err error) {
	s.minimal.budget = bounded.Steps{Context: ctx}
	for {
		t := s.tables[len(s.tables)-1]
		switch {
		case t.count() == 0: // no closure allows all triples so far
			return false, true, nil
		case len(s.tables) > len(s.plan.steps): // all triples were taken
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

// take extends each closure (a relation "stands before") of table t by each orientation of the step's triple, and
// removes the players that no later triple names. Then it removes closures that contain another closure. It keeps these
// closures if no player was removed and no closure of t contains another, because removing them would then hardly save
// time.
func (s *sweep) take(t table, step sweepStep) (table, error) {
	covers := make([]int32, 2*t.count())
	rows := make([]uint32, 0, 2*len(t.rows))
	for k := range covers { // closure k/2, forward for an even k and backward for an odd k
		covers[k] = none
		if k == 1 && t.isTrivial() {
			break // this orientation gives the reverses of the closures of the other one
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

// contradiction returns triples that contradict each other, if run has found that no order satisfies all: the triples
// after the last table that restricts nothing. A table has the closures that are possible after a step.
func (s *sweep) contradiction() []int32 {
	var triples []int32
	for k := s.free(); k < len(s.tables)-1; k++ {
		triples = append(triples, s.plan.steps[k].triple)
	}
	return triples
}

// proof returns a proof of the contradiction. owner returns the player that a triple belongs to.
func (s *sweep) proof(owner func(triple int32) int) *Tables {
	p := &Tables{Places: s.plan.width}
	for k := s.free(); k < len(s.tables)-1; k++ {
		step, after := s.plan.steps[k], s.tables[k+1]
		p.Steps = append(p.Steps, TableStep{owner(step.triple), step.places, after.rows, after.covers})
	}
	return p
}

// free returns the index of the last table (the possible closures after a step) that has only the empty closure. The
// triples up to this table restrict nothing, so a contradiction is among the later triples.
func (s *sweep) free() int {
	k := len(s.tables) - 1
	for !s.tables[k].isTrivial() {
		k--
	}
	return k
}

// order appends the players whom the triples name, in an order that satisfies all triples, once run has found that
// there is one.
//
// A table has the possible closures of the live players (named by an earlier and a later triple) after a step. The
// method goes back from the last table to the first, and keeps an order of the live players that is compatible with a
// closure of the current table. Then some closure of the previous table and some orientation of the step's triple are
// compatible with this order, too. The players who stopped being live in this step are inserted where these two allow
// it.
func (s *sweep) order(players int, to []int32) []int32 {
	var all line
	all.reset(players)
	var playerIn [maxWidth]int32 // by place: the player there
	var live []int               // occupied places, in the order of their players
	for k := len(s.plan.steps) - 1; k >= 0; k-- {
		step := s.plan.steps[k]
		for j, v := range s.triples[step.triple].players() {
			playerIn[step.places[j]] = v
		}

		relation := s.agreeing(s.tables[k], step, live)
		for i := 1; i < len(live); i++ {
			relation.add(live[i-1], live[i])
		}

		// Insert the players who stop being live in this step: sort all by the number of players before each, which
		// agrees with the relation.
		for last := step.last; last != 0; last &= last - 1 {
			live = append(live, bits.TrailingZeros32(last))
		}
		slices.SortFunc(live, func(u, v int) int { return cmp.Compare(relation.before(u), relation.before(v)) })
		at := all.left()
		for _, u := range live {
			if step.last>>u&1 != 0 {
				all.insertAfter(playerIn[u], at)
			}
			at = playerIn[u]
		}

		live = slices.DeleteFunc(live, func(u int) bool { return step.first>>u&1 != 0 })
	}
	return all.players(to)
}

// agreeing extends the closures (relations "stands before") of table t by the two orientations of the step's triple,
// and returns the first result that is compatible with the given order of the live players. Such a result exists: the
// order agrees with a closure of the next table, and each closure of the next table is a result, restricted to the
// players that are live after the step.
func (s *sweep) agreeing(t table, step sweepStep, live []int) narrow {
	for k := range 2 * t.count() {
		c := narrow(slices.Clone(t.closure(k / 2)))
		if c.order(step.line(k)) && c.agrees(live) {
			return c
		}
	}
	panic("betweenness: a table of the sweep allows an order that no closure of the previous table allows together with the choice of the step")
}

// A narrow is a closure on the players in up to 32 numbered places: bit v of row u says that the player in place u
// stands before the player in place v.
type narrow []uint32

// order puts the players in the places x, y and z in this order, or returns false if the closure contradicts it.
func (c narrow) order(x, y, z int) bool {
	if (c[y]>>x|c[z]>>y|c[z]>>x)&1 != 0 {
		return false
	}
	c.add(x, y)
	c.add(y, z)
	return true
}

// add puts the player in place u before the player in place v, which the closure must not contradict. By transitivity,
// u and all players before u then stand before v and all players after v.
func (c narrow) add(u, v int) {
	after := c[v] | 1<<v // v and all players after v
	c[u] |= after
	for x, row := range c {
		isBefore := row >> u & 1     // 1 if x stands before u
		c[x] = row | after&-isBefore // -1 has all bits set, so this needs no branch
	}
}

// forget removes the players in a set of places from the closure.
func (c narrow) forget(places uint32) {
	if places == 0 {
		return
	}
	for u := range c {
		c[u] &^= places       // no such player stands after u
		if places>>u&1 != 0 { // or before others
			c[u] = 0
		}
	}
}

// within reports whether d contains c.
func (c narrow) within(d narrow) bool {
	d = d[:len(c)]
	for u, row := range c {
		if row&^d[u] != 0 {
			return false
		}
	}
	return true
}

// agrees reports whether no two players are in opposite orders in the closure c and in the argument `order`, a list of
// players from first to last. The number of a player in the list is its place, i.e. its row in c; row c[u] has the
// players after player u.
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

// before returns the number of players that stand before the player in place v.
func (c narrow) before(v int) int {
	n := 0
	for _, row := range c {
		n += int(row >> v & 1)
	}
	return n
}
