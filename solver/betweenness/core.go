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
	// UsualCore is the best core, a set of players whose choices contradict each other, that is found in about half a
	// second: usually a smallest core in games of up to 64 players (always up to 16), and usually an irreducible core
	// in larger games.
	UsualCore CoreKind = ""
	// NoCore finds no core.
	NoCore CoreKind = "none"
	// AnyCore is the core from the proof of the verdict.
	AnyCore CoreKind = "any"
	// IrreducibleCore is a core that has no smaller core inside it.
	IrreducibleCore CoreKind = "irreducible"
	// SmallestCore is a core of the fewest players. It can be found if at most 64 players are left after peeling.
	SmallestCore CoreKind = "smallest"
)

// CoreKinds returns the kinds that have a name.
func CoreKinds() []CoreKind {
	return []CoreKind{NoCore, AnyCore, IrreducibleCore, SmallestCore}
}

// shrinkEffort limits the search for a usual core to about half a second, in units of about a microsecond.
const shrinkEffort = 500_000

// shrink reduces a core to one of the kind s.Core, such as a smallest core, or returns an error with the best core
// found so far.
func (s *Searcher) shrink(ctx context.Context, g Game, c Proof) (Proof, error) {
	left := s.playersOf(firstTriples(len(s.inner)))
	if s.Core == SmallestCore && len(left) > hittingPlayers {
		return c, fmt.Errorf("%w for a smallest core: %d players remain after removing those that can be added to any solution of the others; the limit is %d", ErrTooLarge, len(left), hittingPlayers)
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

	// Two players are a smallest core, because one choice does not contradict itself.
	if len(c.Core) == 2 {
		c.Irreducible, c.Smallest = true, true
	}
	return c, nil
}

// bounded searches for an order that satisfies all triples. If there is none and `proving` is true, it returns a core.
// If the search would take more than the remaining effort, the outcome is undecided. bounded subtracts the effort used
// from the remaining effort. A unit of effort is searchSteps steps of the search.
func (s *Searcher) bounded(ctx context.Context, proving bool, effort *int) (outcome, []int, error) {
	steps := math.MaxInt
	if *effort < steps/searchSteps {
		steps = max(*effort, 1) * searchSteps
	}
	o, core, err := s.run(ctx, proving, steps)
	*effort -= len(s.all) + s.steps/searchSteps
	return o, core, err
}

// Among decides whether one order satisfies the choices of the given players; nil stands for all players. It returns
// such an order of all players, or, if `prove` is true, a core among the given ones. It subtracts what it uses from the
// effort, in units of about a microsecond. known is false if the effort is not enough.
func (s *Searcher) Among(ctx context.Context, g Game, players []int, prove bool, effort *int) (c Proof, known bool, err error) {
	s.take(g, players)
	o, core, err := s.bounded(ctx, prove, effort)
	c.Core = core
	if o == satisfied {
		c.Order = s.order()
	}
	return c, o != undecided, err
}

// A reduction makes a core irreducible. A player of the core is needed if some order satisfies all choices of the core
// except that player's. A core is irreducible if all its players are needed.
type reduction struct {
	game    Game
	core    []int
	needed  []bool   // by player: whether it is known to be needed
	triples []triple // of the core
	in      incidence
	gaps    []gap
}

// Reduce takes one player after the other out of a core, until it is irreducible or the effort is used up. If the
// choices of the others still contradict each other, Reduce continues with a core among them. Otherwise the player is
// needed for the contradiction, and the order that satisfies all others often shows that more players are needed.
func (s *Searcher) Reduce(ctx context.Context, g Game, c Proof, effort *int) (Proof, error) {
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
		case satisfied:
			s.order() // stores the order in s.outer, as a line in which players can be moved
			*effort -= r.rotate(&s.outer, int32(i))
		case contradictory:
			// Keep r.needed, because the players known to be needed are in every core within this one.
			r.use(fewer)
		}
	}

	c.Core = r.core
	c.Irreducible = !slices.ContainsFunc(r.core, func(p int) bool { return !r.needed[p] })
	return c, nil
}

// use makes the given core the one to be reduced.
func (r *reduction) use(core []int) {
	r.core = core
	r.triples = r.triples[:0]
	for _, p := range core {
		r.triples = append(r.triples, tripleOf(r.game, p))
	}
	r.in.fill(len(r.game), r.triples)
}

// rotate finds players who are needed for the core's contradiction, and returns their number. At first the line
// satisfies all triples of the core except `current`, so the player of this triple is needed. By moving one player of
// this triple, the line may come to satisfy all triples except another one. Then the player of that triple is needed,
// too, and rotate continues with it (Belov and Marques-Silva, Accelerating MUS extraction with recursive model
// rotation, 2011). Each player found takes about a microsecond, a unit of effort.
func (r *reduction) rotate(l *line, current int32) (found int) {
	for ; current != none; found++ {
		r.needed[r.core[current]] = true

		next := int32(none)
		for _, v := range r.triples[current].players() {
			if next == none {
				next = r.move(l, v, current)
			}
		}
		current = next
	}
	return found
}

// move is called when the line leaves only the triple `current` of the core unsatisfied. It looks for a place of player
// v where the line leaves only one other triple unsatisfied. Such a line shows that the player of the other triple is
// needed for the contradiction, so a triple whose player is already known to be needed does not count. move puts v
// there and returns the triple, or leaves the line unchanged and returns none.
//
// Along the line, the set of satisfied triples changes only at the ends of gaps, the parts in which v satisfies a
// triple, so move tries only the places just inside them.
func (r *reduction) move(l *line, v, current int32) int32 {
	l.remove(v)
	r.gaps = r.gaps[:0]
	for _, j := range r.in.of(v) {
		r.gaps = append(r.gaps, l.gap(r.triples[j], v))
	}

	for _, g := range r.gaps[:min(len(r.gaps), manyGaps)] {
		for _, place := range [2]int32{g.lo, l.prev[g.hi]} {
			if only := r.unsatisfied(l, v, current, place); only != none {
				l.insertAfter(v, place)
				return only
			}
		}
	}
	l.back(v)
	return none
}

// unsatisfied returns the only triple of the core that the line leaves unsatisfied when player v is put right after the
// player `place`. The line then satisfies all others, so the player of this triple is needed for the contradiction.
// unsatisfied returns none if there are several such triples, or if the only one shows nothing new: it is the triple
// `current`, or its player is already known to be needed. Only triples that name v can be unsatisfied; r.gaps has the
// parts of the line where v satisfies them.
func (r *reduction) unsatisfied(l *line, v, current, place int32) int32 {
	only := int32(none)
	lo, hi := l.label[place], l.label[l.next[place]]
	for k, j := range r.in.of(v) {
		if l.label[r.gaps[k].lo] <= lo && hi <= l.label[r.gaps[k].hi] {
			continue // the place is in the gap, so triple j is satisfied
		}
		if only != none || j == current || r.needed[r.core[j]] {
			return none
		}
		only = j
	}
	return only
}

// Games of up to smallestPlayers players always get a smallest core (set of players whose choices contradict each
// other). Larger games get one on two conditions: at most hittingPlayers players are left after peeling, which removes
// choices that can always be satisfied, and the search visits at most hittingSteps sets of players.
const (
	smallestPlayers = 16
	hittingPlayers  = 64
	hittingSteps    = 200_000
)

// smallest looks for a smallest core. It is given an irreducible core and a set of players that contains all cores. If
// the effort is used up, or too many players are left, it returns the given core.
//
// For any order, every core contains a player whose choice the order does not satisfy: it hits the set of these
// players. So a smallest set of players that hits several such sets is no larger than a smallest core. If this hitting
// set is itself a core, it is a smallest one. If not, some order satisfies the choices of the hitting set, and of as
// many other players as possible; the remaining players are the next set to hit (Ignatiev, Previti, Liffiton and
// Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015).
func (s *Searcher) smallest(ctx context.Context, g Game, players []int, c Proof, effort *int) (Proof, error) {
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

		// If the hitting set is not a core, an order satisfies its choices. Every core hits the set of players whom
		// this order leaves unsatisfied; the hitting set does not.
		o, left, err := s.leftOut(ctx, g, players, chosen, effort)
		switch {
		case err != nil:
			return c, err
		case o == contradictory:
			return Proof{Core: chosen, Irreducible: true, Smallest: true}, nil
		case o == undecided || limited && hit.Steps > hittingSteps:
			return c, nil
		}
		hit.Sets = append(hit.Sets, left)
	}
	c.Smallest = true
	return c, nil
}

// leftOut looks for an order that satisfies the choices of the chosen players and of as many others as possible. It
// returns the players whose choices the order leaves unsatisfied, as bits by their index in players. Every core
// contains one of them, because the order satisfies all other choices together. If the outcome is contradictory, the
// chosen players are a core.
func (s *Searcher) leftOut(ctx context.Context, g Game, players, chosen []int, effort *int) (o outcome, left uint64, err error) {
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
