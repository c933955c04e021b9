package betweenness

import (
	"math"
	"math/bits"
	"slices"
)

// maxWidth is the largest number of live players (named by both an earlier and a later triple) in a sweep.
const maxWidth = 32

// A plan says in which order a sweep takes triples, and in which place of its closures it keeps each live player: a
// player whom both an earlier and a later triple name.
type plan struct {
	steps []sweepStep
	width int // the number of places
}

type sweepStep struct {
	triple int32
	places [3]int // of the triple's end, middle and other end
	// Sets of places, as bits: of the triple's players whom no earlier triple names, and of those whom no later triple
	// names.
	first, last uint32
}

// line returns the places of the triple's players in the order of an orientation: forward for an even number, backward
// for an odd one.
func (s sweepStep) line(orientation int) (x, y, z int) {
	if orientation%2 == 0 {
		return s.places[0], s.places[1], s.places[2]
	}
	return s.places[2], s.places[1], s.places[0]
}

// A planner plans in which order a sweep takes the triples. Few players should be live at any time, because the time of
// the sweep grows exponentially with their number. A player is named once a triple that names it is taken, finished
// when all its triples are taken, and live in between. The planner finishes one player after the other: next the live
// player with the fewest unnamed neighbours, and among equals the one named last. The first player matters, so several
// are tried.
//
// Some triples come in pairs of partners, which are taken together; see pair. They share a player that no other triple
// names, their twin, which the planner ignores. Two other players are neighbours if a triple, or a pair of partners,
// names both.
type planner struct {
	neighbours        [][]int32
	partner           []int32 // by triple: its partner, or none; see pair
	unnamedNeighbours []int32 // by player: the number of its unnamed neighbours
	named             []bool  // by player
	live              []int32 // live players, in the order in which they were named
	order             []int32 // players, in the order in which they were finished
}

const maxStarts = 500

// newPlan plans a sweep, or returns false if more than maxWidth players would be live (named by an earlier and a later
// triple) at some time. In each connected component of players it tries several first players, each in linear time, and
// takes the one with the least cost.
func newPlan(players int, triples []triple, in *incidence) (plan, bool) {
	p := newPlanner(players, triples, in)
	var order []int32
	for v := range int32(players) {
		if p.unnamedNeighbours[v] == 0 {
			continue // in an earlier component, or in no triple
		}

		best, least := []int32(nil), math.Inf(1)
		component := p.component(v)
		starts := min(len(component), maxStarts)
		for k := range starts {
			if cost := p.walk(component[k*len(component)/starts], least); cost < least {
				best, least = slices.Clone(p.order), cost
			}
			for _, u := range component { // undo what walk has named
				p.named[u], p.unnamedNeighbours[u] = false, int32(len(p.neighbours[u]))
			}
		}
		if best == nil {
			return plan{}, false
		}

		order = append(order, best...)
		for _, u := range component { // mark the component as planned
			p.unnamedNeighbours[u] = 0
		}
	}
	return placed(order, triples, in, p.partner), true
}

// newPlanner finds the pairs of partner triples, their twins (players whom no other triple names), and the neighbours
// of all other players.
func newPlanner(players int, triples []triple, in *incidence) *planner {
	p := planner{
		neighbours:        make([][]int32, players),
		partner:           slices.Repeat([]int32{none}, len(triples)),
		unnamedNeighbours: make([]int32, players),
		named:             make([]bool, players),
	}
	twin := p.pair(triples, in)

	for v := range p.neighbours {
		if twin[v] {
			continue
		}

		for _, i := range in.of(int32(v)) {
			for _, j := range []int32{i, p.partner[i]} {
				if j == none {
					continue
				}
				for _, u := range triples[j].players() {
					if u != int32(v) && !twin[u] {
						p.neighbours[v] = append(p.neighbours[v], u)
					}
				}
			}
		}

		slices.Sort(p.neighbours[v])
		p.neighbours[v] = slices.Compact(p.neighbours[v])
		p.unnamedNeighbours[v] = int32(len(p.neighbours[v]))
	}
	return &p
}

// pair finds twins: players v whom only two triples name, where one triple, a, says that a player m is between v and x,
// and the other, b, says that v is between m and y. Both triples together are equivalent to one triple without v, which
// says that m is between x and y, because v always fits next to m, on the side of y. The two triples are called
// partners; pair stores them. It returns for each player whether it is a twin. Proof: docs/papers/betweenness.md,
// "Games of small width".
func (p *planner) pair(triples []triple, in *incidence) (twin []bool) {
	twin = make([]bool, len(p.neighbours))
	for v := range twin {
		of := in.of(int32(v))
		if len(of) != 2 || p.partner[of[0]] != none || p.partner[of[1]] != none {
			continue
		}

		// The sweep takes the two triples of a twin one right after the other, so that the planner can ignore the twin.
		// v is a twin if it is an end of one of its triples, a, and the middle of the other, b, and the middle of a is
		// an end of b.
		a, b := triples[of[0]], triples[of[1]]
		if a.middle == int32(v) {
			a, b = b, a
		}
		endOfOneMiddleOfOther := a.middle != int32(v) && b.middle == int32(v)
		twin[v] = endOfOneMiddleOfOther && (a.middle == b.end || a.middle == b.other)
		if twin[v] {
			p.partner[of[0]], p.partner[of[1]] = of[1], of[0]
		}
	}
	return twin
}

// component returns the players whom a path of neighbours connects to player v.
func (p *planner) component(v int32) []int32 {
	found := []int32{v}
	p.named[v] = true
	for k := 0; k < len(found); k++ {
		for _, u := range p.neighbours[found[k]] {
			if !p.named[u] {
				p.named[u] = true
				found = append(found, u)
			}
		}
	}
	for _, u := range found {
		p.named[u] = false
	}
	return found
}

// walk finishes all players of a component (takes all their triples), beginning with `start`, and stores them in
// p.order in this order. It returns the cost of a sweep in this order, the sum of 2^(number of live players, named but
// not finished) over the finished players, or infinity if the cost reaches the limit or more than maxWidth players are
// live.
func (p *planner) walk(start int32, limit float64) (cost float64) {
	p.order, p.live = p.order[:0], p.live[:0]
	p.name(start)
	for len(p.live) > 0 { // finish the live player with the fewest unnamed neighbours
		next := 0
		for k, v := range p.live {
			if p.unnamedNeighbours[v] <= p.unnamedNeighbours[p.live[next]] {
				next = k
			}
		}

		v := p.live[next]
		for _, u := range p.neighbours[v] {
			if !p.named[u] {
				p.name(u)
			}
		}

		cost += math.Ldexp(1, len(p.live))
		if len(p.live) > maxWidth || cost >= limit {
			return math.Inf(1)
		}
		p.live = slices.Delete(p.live, next, next+1)
		p.order = append(p.order, v)
	}
	return cost
}

// name makes player v live, because a triple that names it is taken.
func (p *planner) name(v int32) {
	p.named[v] = true
	p.live = append(p.live, v)
	for _, u := range p.neighbours[v] {
		p.unnamedNeighbours[u]--
	}
}

// placed makes the plan of a sweep that finishes players (takes all their triples) in the given order. A player has the
// lowest free place (row in the matrix of a closure) from the first to the last triple that names it.
func placed(order []int32, triples []triple, in *incidence, partner []int32) plan {
	var p plan
	place := make([]int, len(in.start)-1) // by player: its place, or none before it has one
	left := make([]int, len(place))       // by player: how many of its triples remain
	for v := range left {
		place[v], left[v] = none, in.degree(int32(v))
	}
	free := ^uint64(0) // a bit for each place, 1 if no player is there
	taken := make([]bool, len(triples))

	// take appends to p.steps the step of triple i, unless it was taken before.
	take := func(i int32) {
		if i == none || taken[i] {
			return
		}
		taken[i] = true
		step := sweepStep{triple: i}
		for k, u := range triples[i].players() {
			if place[u] == none { // no earlier triple names u
				place[u] = bits.TrailingZeros64(free)
				free &^= 1 << place[u]
				step.first |= 1 << place[u]
				p.width = max(p.width, place[u]+1)
			}
			step.places[k] = place[u]
			left[u]--
			if left[u] == 0 { // no later triple names u
				step.last |= 1 << place[u]
			}
		}

		free |= uint64(step.last)
		p.steps = append(p.steps, step)
	}

	for _, v := range order {
		for _, i := range in.of(v) {
			take(i)
			take(partner[i])
		}
	}
	return p
}
