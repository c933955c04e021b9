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

// A CoreKind says which core of an unsolvable game to find.
type CoreKind string

const (
	// UsualCore is the best core that can be found in about half a second. This is a smallest core
	// in games of up to 16 players and in most games of up to 64, and an irreducible core in larger
	// games. If half a second is not enough for that, it is the smallest core found so far.
	UsualCore CoreKind = ""
	// NoCore finds no core.
	NoCore CoreKind = "none"
	// AnyCore is the core from the proof of the verdict.
	AnyCore CoreKind = "any"
	// IrreducibleCore is a core without a smaller core inside it.
	IrreducibleCore CoreKind = "irreducible"
	// SmallestCore is a core of the fewest players. It is available if peeling leaves at most
	// 64 players.
	SmallestCore CoreKind = "smallest"
)

// CoreKinds returns the kinds that have a name.
func CoreKinds() []CoreKind {
	return []CoreKind{NoCore, AnyCore, IrreducibleCore, SmallestCore}
}

// shrinkEffort limits the search for a usual core to about half a second; a unit is about a
// microsecond.
const shrinkEffort = 500_000

// shrink returns a certificate with a core of the kind s.Core, given one with any core. If it fails, it
// returns the best core found so far with the error.
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

	if len(c.Core) == 2 { // it is smallest, because no choice contradicts itself
		c.Irreducible, c.Smallest = true, true
	}
	return c, nil
}

// bounded calls run, which decides about the triples that were taken, with the remaining effort as its
// limit, and subtracts the effort that run has used.
func (s *Searcher) bounded(ctx context.Context, proving bool, effort *int) (outcome, []int, error) {
	steps := math.MaxInt
	if *effort < steps/searchSteps {
		steps = max(*effort, 1) * searchSteps
	}
	o, core, err := s.run(ctx, proving, steps)
	*effort -= len(s.all) + s.steps/searchSteps
	return o, core, err
}

// Among decides whether one order satisfies the choices of some players; nil stands for all players. It
// returns an order of all players that does or, if there is none and prove is true, a core. It takes no
// more than the remaining effort, and subtracts from it what it has used; a unit is about a microsecond.
// If the effort does not suffice, known is false.
func (s *Searcher) Among(ctx context.Context, g Game, players []int, prove bool, effort *int) (c Certificate, known bool, err error) {
	s.take(g, players)
	o, core, err := s.bounded(ctx, prove, effort)
	c.Core = core
	if o == satisfied {
		c.Order = s.order()
	}
	return c, o != undecided, err
}

// A reduction makes a core irreducible: it removes players from a set of players whose choices
// contradict each other, until no smaller set within it does. A player of the core is needed if some
// order satisfies all choices of the core except that player's. A core whose players are all needed
// is irreducible.
type reduction struct {
	game    Game
	core    []int
	needed  []bool   // by player: whether it is known to be needed
	triples []triple // of the core
	in      incidence
	gaps    []gap
}

// Reduce removes players from a core one after the other, until the effort is used up. If the choices of
// the other players still contradict each other, the search returns a core among them, and Reduce
// continues with this core. Otherwise the removed player is needed, and the order that the search has
// found often shows that others are needed, too.
func (s *Searcher) Reduce(ctx context.Context, g Game, c Certificate, effort *int) (Certificate, error) {
	r := reduction{game: g, needed: make([]bool, len(g))}
	r.use(c.Core)

	for i := 0; i < len(r.core) && *effort > 0; {
		if r.needed[r.core[i]] {
			i++
			continue
		}

		// Decide whether the other players of the core are a core, too.
		s.take(g, slices.Delete(slices.Clone(r.core), i, i+1))
		o, fewer, err := s.bounded(ctx, true, effort)
		if err != nil {
			c.Core = r.core
			return c, err
		}
		switch o {
		case satisfied:
			s.order() // sets s.outer, the order as a line
			*effort -= r.rotate(&s.outer, int32(i))
		case contradictory:
			// The players known to be needed stay so: they are in every core within this one.
			r.use(fewer)
		}
	}

	c.Core = r.core
	c.Irreducible = !slices.ContainsFunc(r.core, func(p int) bool { return !r.needed[p] })
	return c, nil
}

// use replaces the core by a core within it.
func (r *reduction) use(core []int) {
	r.core = core
	r.triples = r.triples[:0]
	for _, p := range core {
		r.triples = append(r.triples, tripleOf(r.game, p))
	}
	r.in.fill(len(r.game), r.triples)
}

// rotate records that triple i is needed, because the line satisfies all triples of the core except i. Then
// it looks for a player of the triple that can be moved so that the line satisfies all triples except one
// other triple, which is not yet known to be needed. This other triple is needed, too, and rotate continues
// with it (Belov and Marques-Silva, Accelerating MUS extraction with recursive model rotation, 2011). It
// returns the number of needed triples found; each takes about a microsecond.
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

// move looks for a place of player v at which the line satisfies all triples except a single one, which
// is not i and not yet known to be needed. If it finds such a place, it moves v there and returns this
// triple; otherwise it leaves the line unchanged and returns none. A gap is the part of the line in which v satisfies
// a triple. move tries only places just inside the ends of gaps, because between two ends the satisfied triples do not
// change.
func (r *reduction) move(l *line, v, i int32) int32 {
	l.remove(v)
	r.gaps = r.gaps[:0]
	for _, j := range r.in.of(v) {
		r.gaps = append(r.gaps, l.gap(r.triples[j], v))
	}

	for _, g := range r.gaps[:min(len(r.gaps), manyGaps)] {
		for _, place := range [2]int32{g.lo, l.prev[g.hi]} {
			if j := r.unsatisfied(l, v, i, place); j != none {
				l.insertAfter(v, place)
				return j
			}
		}
	}
	l.back(v)
	return none
}

// unsatisfied returns the only triple that the line does not satisfy if player v stands right after the player
// place, but none if there is not exactly one such triple, or if it is i or known to be needed. Only triples that
// name v can be unsatisfied; r.gaps has a gap for each.
func (r *reduction) unsatisfied(l *line, v, i, place int32) int32 {
	unsatisfied := int32(none)
	lo, hi := l.label[place], l.label[l.next[place]]
	for k, j := range r.in.of(v) {
		if l.label[r.gaps[k].lo] <= lo && hi <= l.label[r.gaps[k].hi] {
			continue
		}
		if unsatisfied != none || j == i || r.needed[r.core[j]] {
			return none
		}
		unsatisfied = j
	}
	return unsatisfied
}

// Games of up to smallestPlayers players always get a smallest core. Peeling removes players whose choices can
// always be satisfied. Games that have up to hittingPlayers players after peeling get a smallest core unless the
// search for it visits more than hittingSteps sets.
const (
	smallestPlayers = 16
	hittingPlayers  = 64
	hittingSteps    = 200_000
)

// smallest looks for a smallest core, given an irreducible core and a set of players that
// contains all cores.
//
// Take any order, and the set of players whose choices it does not satisfy. Every core hits this
// set: it contains a player of the set. So a smallest set of players that hits several such sets
// is no larger than a smallest core. If the hitting set is itself a core, it is a smallest core.
// If not, some order satisfies the choices of the hitting set, and of as many other players as
// possible; the remaining players are the next set to hit (Ignatiev, Previti, Liffiton and
// Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015).
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
			size++ // every core has more players
			continue
		}

		chosen := make([]int, 0, len(players)) // not nil, which means all players
		for k, p := range players {
			if set>>k&1 != 0 {
				chosen = append(chosen, p)
			}
		}

		// Decide whether the hitting set is a core. If not, it misses a set that every core hits.
		o, left, err := s.leftOut(ctx, g, players, chosen, effort)
		switch {
		case err != nil:
			return c, err
		case o == contradictory:
			return Certificate{Core: chosen, Irreducible: true, Smallest: true}, nil
		case o == undecided || limited && hit.Steps > hittingSteps:
			return c, nil
		}
		hit.Sets = append(hit.Sets, left)
	}
	c.Smallest = true
	return c, nil
}

// leftOut looks for an order that satisfies the choices of the chosen players and of as many others as
// possible. It adds players to chosen as long as one order satisfies the choices of all players in chosen, and
// returns the others, as bits by their index in players. If no order satisfies the choices of the chosen
// players alone, the outcome is contradictory: they are a core.
func (s *Searcher) leftOut(ctx context.Context, g Game, players, chosen []int, effort *int) (o outcome, left uint64, err error) {
	// Find an order for the chosen players, and add the players whose choices it happens to satisfy.
	s.take(g, chosen)
	if o, _, err = s.bounded(ctx, true, effort); o != satisfied {
		return o, 0, err
	}
	s.order()
	for k, p := range players {
		if !s.outer.satisfies(tripleOf(g, p)) {
			left |= 1 << k
		} else if !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}

	// Try to add each of the others.
	for rest := left; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		s.take(g, append(chosen, players[k]))
		o, _, err := s.bounded(ctx, false, effort)
		if err != nil || o == undecided {
			return undecided, 0, err
		}
		if o == satisfied {
			chosen = append(chosen, players[k])
			left &^= 1 << k
		}
	}
	return satisfied, left, nil
}
