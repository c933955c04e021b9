package formula

import (
	"context"
	"math/bits"
	"slices"

	"enumerate/solver/betweenness"
)

// A sweeping turns the tables of a sweep into lemmas. The sweep takes one choice in each step. A choice has two
// orientations: player, wonderwall, ninja, or the reverse. The table after the step has relations; each is a set of
// pairs of players, of which the first stands before the second. Each of these players has a numbered place, and every
// table has equally many places. sweeping works from the last table to the first, and proves for each relation of a
// table that it contradicts the choices of the later steps: each orientation of the next step's choice either forms a
// cycle with the relation, or implies with it a relation of the next table. So a lemma names no more players than a
// table has places.
type sweeping struct {
	*deduction
	ctx     context.Context
	steps   []betweenness.TableStep
	seating [][]int    // by step: the player in each place
	nogoods [][]nogood // by step: the nogoods proved so far
}

// A nogood is a relation "stands before" that contradicts the choices from some step on.
type nogood struct {
	relation []uint32
	lemma    int // the index of the lemma which says that at least one pair of the relation is reversed
}

// within reports whether a relation contains the nogood's relation.
func (n nogood) within(relation []uint32) bool {
	for u, row := range n.relation {
		if row&^relation[u] != 0 {
			return false
		}
	}
	return true
}

// To refute a relation at a step is to prove that it contradicts the choices from this step on. The proof refutes it
// together with each of the two orientations of the step's choice. A branch is the refutation with one orientation.
type branch struct {
	orientation int         // the literal of the orientation
	cyclic      bool        // the orientation forms a cycle with the relation
	nogood      nogood      // otherwise: what the relation and the orientation imply, which contradicts later choices
	neededPart  []uint32    // the part of the relation that the refutation needs
	close       func() bool // propagates until there is a contradiction, see deduction.use
}

// sweep proves that choices contradict each other, from the tables of a search that is also called a sweep. This search
// took one choice in each step. After each step it had a table of relations "stands before" between players: at least
// one of them agrees with every solution of the choices so far, or with its reverse. The last table is empty. The
// players are in numbered places; a place holds one player after another. The method adds lemmas, which are clauses
// that follow from the choices; the last lemma is the empty clause.
func (d *deduction) sweep(ctx context.Context, t *betweenness.Tables) error {
	s := sweeping{deduction: d, ctx: ctx, steps: t.Steps, nogoods: make([][]nogood, len(t.Steps))}

	// s.seating[k] has the player in each place after the choice of step k has taken its places.
	seats := make([]int, t.Places)
	for _, step := range t.Steps {
		c := d.game[step.Player]
		for j, player := range []int{step.Player, c.Wonderwall, c.Ninja} {
			seats[step.Places[j]] = player
		}
		s.seating = append(s.seating, slices.Clone(seats))
	}

	// Refute the first orientation of the first choice. first.nogood is a relation that this orientation implies, and
	// that contradicts the later choices. The reversed proof refutes the second orientation.
	first := s.branch(0, make([]uint32, t.Places), 0, 0)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(d.clause(first.nogood.lemma)) == 0 {
		return nil // the later choices contradict each other without the first one
	}
	s.lemma(0, first.neededPart, []int{-first.orientation}, first.close)
	d.reverse()
	return nil
}

// refute proves that a relation "stands before", the one with the given number in the table after step k-1 of a sweep,
// contradicts the choices from step k on. It returns a nogood: a part of the relation that alone contradicts these
// choices. It adds to the proof the lemma that says so, unless an earlier nogood lies within the relation.
func (s *sweeping) refute(k, number int) nogood {
	places := len(s.seating[k])
	relation := s.steps[k-1].Table[number*places:][:places]
	for _, n := range s.nogoods[k] {
		if n.within(relation) {
			return n
		}
	}
	if s.ctx.Err() != nil {
		return nogood{}
	}

	// If the refutation with one orientation does not need this orientation, it refutes the relation alone.
	var branches []branch
	for orientation := range 2 {
		b := s.branch(k, relation, number, orientation)
		if !b.cyclic && b.nogood.within(relation) {
			s.nogoods[k] = append(s.nogoods[k], b.nogood)
			return b.nogood
		}
		branches = append(branches, b)
	}

	n := nogood{relation: make([]uint32, places)}
	for u := range n.relation {
		n.relation[u] = branches[0].neededPart[u] | branches[1].neededPart[u]
	}

	// An orientation that forms a cycle comes first.
	switch b := branches[0]; {
	case branches[1].cyclic:
		slices.Reverse(branches)
	case !b.cyclic: // neither forms a cycle: the first refutation becomes a separate lemma, which the other one uses
		place := s.lemma(k, b.neededPart, []int{-b.orientation}, b.close)
		branches[0].close = func() bool { return s.use(place) }
	}
	n.lemma = s.lemma(k, n.relation, nil, branches[0].close, branches[1].close)
	s.nogoods[k] = append(s.nogoods[k], n)
	return n
}

// branch takes the relation "stands before" with the given number in the table before step k, and an orientation (0 or
// 1) of this step's choice. It finds a refutation, which shows that together they contradict the later choices. The
// result has the part of the relation that the refutation needs, and the function `close`, which carries the refutation
// out. The caller calls branch for both orientations, states a lemma from the needed parts of both, and then proves
// this lemma by calling `close` of both.
func (s *sweeping) branch(k int, relation []uint32, number, orientation int) branch {
	step, playerIn := s.steps[k], s.seating[k] // playerIn has the player in each place
	line := step.Places                        // the places of the choice's players, in the order of the orientation
	if orientation == 1 {
		line[0], line[2] = line[2], line[0]
	}
	b := branch{orientation: s.orientation(step.Player, orientation == 1), neededPart: make([]uint32, len(relation))}

	// If the relation has two players of the choice in the other order, there is a cycle.
	pairs := [][2]int{{line[0], line[1]}, {line[1], line[2]}, {line[0], line[2]}}
	for _, p := range pairs {
		if relation[p[1]]>>p[0]&1 != 0 {
			b.cyclic = true
			b.neededPart[p[1]] = 1 << p[0]
			b.close = func() bool { return s.follow(b.orientation, step.Player, playerIn[p[0]], playerIn[p[1]]) }
			return b
		}
	}

	b.nogood = s.refute(k+1, int(step.Covers[2*number+orientation]))

	// Each pair of the nogood, u before v, follows from the relation alone, or together with a pair p of the
	// orientation.
	var ways [][4]int // for each pair of the second kind: the players u, p[0], p[1] and v
	for u, row := range b.nogood.relation {
		b.neededPart[u] |= row & relation[u]
		for row &^= relation[u]; row != 0; row &= row - 1 {
			v := bits.TrailingZeros32(row)
			p := pairs[slices.IndexFunc(pairs, func(p [2]int) bool {
				uReachesFirst := (relation[u]|1<<u)>>p[0]&1 != 0
				secondReachesV := (relation[p[1]]|1<<p[1])>>v&1 != 0
				return uReachesFirst && secondReachesV
			})]
			b.neededPart[u] |= 1 << p[0] &^ (1 << u)    // unless u is p[0]
			b.neededPart[p[1]] |= 1 << v &^ (1 << p[1]) // unless v is p[1]
			ways = append(ways, [4]int{playerIn[u], playerIn[p[0]], playerIn[p[1]], playerIn[v]})
		}
	}

	b.close = func() bool {
		for _, way := range ways {
			u, from, to, v := way[0], way[1], way[2], way[3]
			contradiction := s.follow(b.orientation, step.Player, from, to) || // the orientation puts from before to
				u != from && s.cycle(u, from, to) || // u stands before from, so u stands before to
				to != v && s.cycle(u, to, v) // to stands before v, so u stands before v
			if contradiction {
				return true
			}
		}
		return s.use(b.nogood.lemma)
	}
	return b
}

// lemma adds a lemma and returns its index. The lemma is a clause: one of the given literals is true, or a pair of the
// relation "stands before" is reversed. To prove it, lemma supposes that all pairs of the relation hold and that all
// the literals are false, and calls the functions in `closes` until one reports a contradiction. The relation is
// between places; s.seating[k] has the player in each place at step k.
func (s *sweeping) lemma(k int, relation []uint32, literals []int, closes ...func() bool) int {
	// Bit v of row u says that the player in place u stands before the one in place v. The literal says the reverse.
	for u, row := range relation {
		for ; row != 0; row &= row - 1 {
			literals = append(literals, orderLiteral(s.seating[k][bits.TrailingZeros32(row)], s.seating[k][u]))
		}
	}

	s.begin(literals)
	for _, close := range closes {
		if close() {
			break
		}
	}
	return s.add(literals)
}
