package betweenness

import (
	"context"
	"slices"
)

// A reduction makes a core irreducible: every player whose choice it keeps has
// been shown to be needed, by an order that meets all other choices.
type reduction struct {
	game    Game
	core    []int
	needed  []bool   // players
	triples []triple // of the core
	in      incidence
	gaps    []gap
}

// reduce leaves out every player without whom the others still contradict each
// other. Whenever they do, the search says which of them are enough for that;
// whenever they do not, its solution shows who else is needed.
func (s *Searcher) reduce(ctx context.Context, g Game, core []int) ([]int, error) {
	r := reduction{game: g, needed: make([]bool, len(g))}
	r.keep(core)
	for i := 0; i < len(r.core); {
		if r.needed[r.core[i]] {
			i++
			continue
		}
		without := slices.Delete(slices.Clone(r.core), i, i+1)
		s.take(g, without)
		solved, fewer, err := s.run(ctx, true)
		if err != nil {
			return nil, err
		}
		if solved {
			s.order()
			r.rotate(&s.outer, int32(i))
		} else {
			// Who is needed in a core is needed in any core within it.
			r.keep(fewer)
		}
	}
	return r.core, nil
}

// keep goes on with a core within the one so far.
func (r *reduction) keep(core []int) {
	r.core = core
	r.triples = r.triples[:0]
	for _, p := range core {
		r.triples = append(r.triples, tripleOf(r.game, p))
	}
	r.in.fill(len(r.game), r.triples)
}

// rotate notes that triple i is needed, as the line meets all others. Then it
// moves one of its players so that the line meets it, and all others but one that
// is not known to be needed; and so on (Belov and Marques-Silva, Accelerating MUS
// extraction with recursive model rotation, 2011).
func (r *reduction) rotate(l *line, i int32) {
	for i != none {
		r.needed[r.core[i]] = true
		next := int32(none)
		for _, v := range r.triples[i].players() {
			if next == none {
				next = r.move(l, v, i)
			}
		}
		i = next
	}
}

// move looks for a place of player v where the line meets triple i and all others
// but one not known to be needed. If there is one v is moved there, and that
// triple returned; else none.
func (r *reduction) move(l *line, v, i int32) int32 {
	l.remove(v)
	r.gaps = r.gaps[:0]
	for _, j := range r.in.of(v) {
		lo, hi := l.gap(r.triples[j], v)
		r.gaps = append(r.gaps, gap{lo, hi})
	}
	for _, g := range r.gaps[:min(len(r.gaps), manyGaps)] {
		for _, place := range [2]int32{g.lo, l.prev[g.hi]} {
			if j := r.unmet(l, v, i, place); j != none {
				l.insertAfter(v, place)
				return j
			}
		}
	}
	l.back(v)
	return none
}

// unmet returns the one triple that is not met with player v after another one,
// if there is just one, which is neither i nor known to be needed; else none.
func (r *reduction) unmet(l *line, v, i, place int32) int32 {
	unmet := int32(none)
	lo, hi := l.label[place], l.label[l.next[place]]
	for k, j := range r.in.of(v) {
		if l.label[r.gaps[k].lo] <= lo && hi <= l.label[r.gaps[k].hi] {
			continue
		}
		if unmet != none || j == i || r.needed[r.core[j]] {
			return none
		}
		unmet = j
	}
	return unmet
}
