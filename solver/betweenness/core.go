package betweenness

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
	"enumerate/solver/internal/hitting"
)

// A CoreKind is what to look for in an unsolvable game.
type CoreKind string

const (
	// UsualCore is what half a second allows, whatever the size: in games of up to 16
	// players, and in most of up to 64, a smallest core; in larger ones an irreducible
	// core, or, if that takes too long, the smallest found.
	UsualCore CoreKind = ""
	// NoCore is the verdict alone.
	NoCore CoreKind = "none"
	// AnyCore is the core that the proof of the verdict gives.
	AnyCore CoreKind = "any"
	// IrreducibleCore is a core that needs all its players: without any of them the others
	// do not contradict each other.
	IrreducibleCore CoreKind = "irreducible"
	// SmallestCore is a core of the fewest players. Games of which more than 64 players
	// are left after peeling are too large for that.
	SmallestCore CoreKind = "smallest"
)

// CoreKinds returns the kinds of cores that have a name.
func CoreKinds() []CoreKind {
	return []CoreKind{NoCore, AnyCore, IrreducibleCore, SmallestCore}
}

// shrinkEffort bounds the search for a usual core, to about half a second. A unit is about a
// microsecond.
const shrinkEffort = 500_000

// shrink makes a core that was just found one of the kind asked for. With an error it returns
// the best one found.
func (s *Searcher) shrink(ctx context.Context, g Game, c Certificate) (Certificate, error) {
	left := s.playersOf(firstTriples(len(s.inner)))
	if s.Core == SmallestCore && len(left) > hittingPlayers {
		return c, fmt.Errorf("%w for a smallest core: %d are left after peeling, at most %d may be", ErrTooLarge, len(left), hittingPlayers)
	}
	if s.Core != AnyCore {
		effort := math.MaxInt
		if s.Core == UsualCore && len(g) > smallestPlayers {
			effort = shrinkEffort
		}
		var err error
		if c, err = s.Reduce(ctx, g, c, &effort); err != nil {
			return c, err
		}
		if s.Core != IrreducibleCore && c.Irreducible {
			if c, err = s.smallest(ctx, g, left, c, &effort); err != nil {
				return c, err
			}
		}
	}
	if len(c.Core) == 2 { // no choice contradicts itself
		c.Irreducible, c.Smallest = true, true
	}
	return c, nil
}

// bounded is run within the effort that is left, from which it subtracts what it used.
func (s *Searcher) bounded(ctx context.Context, proving bool, effort *int) (outcome, []int, error) {
	steps := math.MaxInt
	if *effort < steps/searchSteps {
		steps = max(*effort, 1) * searchSteps
	}
	o, core, err := s.run(ctx, proving, steps)
	*effort -= len(s.all) + s.steps/searchSteps
	return o, core, err
}

// Among decides the choices of some players, nil for all, within the effort that is left,
// from which it subtracts what it used; a unit is about a microsecond. It returns an order
// of all players that meets these choices. If there is none it returns a core if it is
// asked to prove that. known is false if the effort was not enough.
func (s *Searcher) Among(ctx context.Context, g Game, players []int, prove bool, effort *int) (c Certificate, known bool, err error) {
	s.take(g, players)
	o, core, err := s.bounded(ctx, prove, effort)
	if c.Core = core; o == met {
		c.Order = s.order()
	}
	return c, o != undecided, err
}

// A reduction makes a core irreducible: for every player that it keeps, an order
// that meets all other choices has shown that the player is needed.
type reduction struct {
	game    Game
	core    []int
	needed  []bool   // players
	triples []triple // of the core
	in      incidence
	gaps    []gap
}

// Reduce leaves out every player without whom the others still contradict each
// other, until there is no effort left. Whenever they do, the search says which of them are
// enough for that. Whenever they do not, its solution shows which other players are needed.
func (s *Searcher) Reduce(ctx context.Context, g Game, c Certificate, effort *int) (Certificate, error) {
	r := reduction{game: g, needed: make([]bool, len(g))}
	r.use(c.Core)
	for i := 0; i < len(r.core) && *effort > 0; {
		if r.needed[r.core[i]] {
			i++
			continue
		}
		s.take(g, slices.Delete(slices.Clone(r.core), i, i+1))
		o, fewer, err := s.bounded(ctx, true, effort)
		if err != nil {
			c.Core = r.core
			return c, err
		}
		switch o {
		case met:
			s.order()
			*effort -= r.rotate(&s.outer, int32(i))
		case contrary:
			// A player needed in a core is needed in any core within it.
			r.use(fewer)
		}
	}
	c.Core = r.core
	c.Irreducible = !slices.ContainsFunc(r.core, func(p int) bool { return !r.needed[p] })
	return c, nil
}

// use continues with a core within the one so far.
func (r *reduction) use(core []int) {
	r.core = core
	r.triples = r.triples[:0]
	for _, p := range core {
		r.triples = append(r.triples, tripleOf(r.game, p))
	}
	r.in.fill(len(r.game), r.triples)
}

// rotate notes that triple i is needed, as the line meets all others. Then it moves
// one of the triple's players so that the line meets the triple, and all others but
// one that is not known to be needed. It continues with that one (Belov and
// Marques-Silva, Accelerating MUS extraction with recursive model rotation, 2011). It returns
// how many it found, about a microsecond each.
func (r *reduction) rotate(l *line, i int32) (found int) {
	for ; i != none; found++ {
		r.needed[r.core[i]] = true
		next := int32(none)
		for _, v := range r.triples[i].players() {
			if next == none {
				next = r.move(l, v, i)
			}
		}
		i = next
	}
	return found
}

// move looks for a place of player v where the line meets triple i and all others
// but one that is not known to be needed. If there is such a place it moves v there
// and returns the one triple; otherwise it returns none.
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

// unmet returns the only triple that the line does not meet with player v after the
// given place. It returns none if there is not exactly one, or if that is i or known
// to be needed.
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

// Games of up to smallestPlayers players get a smallest core however long it
// takes. Those of which up to hittingPlayers are left after peeling get one unless
// the search looks at more than hittingSteps sets.
const (
	smallestPlayers = 16
	hittingPlayers  = 64
	hittingSteps    = 200_000
)

// smallest looks for a smallest core, given an irreducible one and players among whom
// all cores are.
//
// An order leaves some choices unmet; every core holds one of their players. So
// take a smallest set that holds a player of each set of players left out so far. It is
// no larger than a smallest core. If it is a core it is a smallest one. If not, an order
// meets its players' choices, and most others as well. Those that it leaves out
// are one more set. (Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS
// extraction with minimal hitting set dualization, 2015.)
func (s *Searcher) smallest(ctx context.Context, g Game, players []int, c Certificate, effort *int) (Certificate, error) {
	if len(players) > hittingPlayers {
		return c, nil
	}
	limited := s.Core != SmallestCore && len(g) > smallestPlayers
	hit := hitting.Search{Budget: bounded.Steps{Context: ctx}}
	for size := 2; size < len(c.Core); {
		set, ok, err := hit.Find(size)
		if err != nil {
			return c, err
		}
		if !ok {
			size++
			continue
		}
		chosen := make([]int, 0, len(players)) // not nil, which would be all
		for k, p := range players {
			if set>>k&1 != 0 {
				chosen = append(chosen, p)
			}
		}
		o, left, err := s.leftOut(ctx, g, players, chosen, effort)
		switch {
		case err != nil:
			return c, err
		case o == contrary:
			return Certificate{Core: chosen, Irreducible: true, Smallest: true}, nil
		case o == undecided || limited && hit.Steps > hittingSteps:
			return c, nil
		}
		hit.Sets = append(hit.Sets, left)
	}
	c.Smallest = true
	return c, nil
}

// leftOut adds to chosen players as many others as an order can meet together with them, and
// returns the players left out, bits of their places. If no order meets the choices of the
// chosen alone, they are contrary, and a core.
func (s *Searcher) leftOut(ctx context.Context, g Game, players, chosen []int, effort *int) (o outcome, left uint64, err error) {
	s.take(g, chosen)
	if o, _, err = s.bounded(ctx, true, effort); o != met {
		return o, 0, err
	}
	s.order()
	for k, p := range players {
		if !s.outer.meets(tripleOf(g, p)) {
			left |= 1 << k
		} else if !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}
	for rest := left; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		s.take(g, append(chosen, players[k]))
		o, _, err := s.bounded(ctx, false, effort)
		if err != nil || o == undecided {
			return undecided, 0, err
		}
		if o == met {
			chosen = append(chosen, players[k])
			left &^= 1 << k
		}
	}
	return met, left, nil
}
