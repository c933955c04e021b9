package betweenness

import (
	"errors"
	"fmt"
)

// A proof shows that choices contradict each other. It takes some players' choices one
// after the other, and after each keeps a table of relations between players in some
// places: at least one relation of the table holds in every order, or in its reverse,
// that meets the choices so far. The last table is empty.
type proof struct {
	places int // up to 32
	steps  []proofStep
}

// A proofStep takes one choice.
type proofStep struct {
	player int
	places [3]int // of the player, its wonderwall and its ninja
	// The relations of the table after the step, one word for each place: bit v of word
	// u says that who is in place u stands before who is in place v.
	table []uint32
	// For each relation of the table before, and for each orientation of the choice (the
	// player first, or its ninja), the number of a relation of the table after that
	// follows from these two. It is not read if they contradict each other.
	covers []int32
}

// check accepts a proof that the choices of a core contradict each other, and says
// what is wrong with any other. It shares no code with the sweep that makes proofs.
// It takes linear time.
func (p proof) check(g Game, core []int) error {
	inCore := make([]bool, len(g))
	for _, q := range core {
		inCore[q] = true
	}
	if p.places < 1 || p.places > 32 {
		return fmt.Errorf("the proof has %d places", p.places)
	}
	who := make([]int, p.places) // in each place
	for i := range who {
		who[i] = none
	}
	before := make([]uint32, p.places) // one relation, which says nothing
	for k, step := range p.steps {
		if step.player < 0 || step.player >= len(g) || !inCore[step.player] {
			return fmt.Errorf("step %d: player %d is not in the core", k, step.player)
		}
		if err := step.seat(g[step.player], who, before); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if err := step.follows(before, p.places); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		before = step.table
	}
	if len(before) > 0 {
		return errors.New("the last table of the proof is not empty")
	}
	return nil
}

// seat puts the three players of a choice in their places. A place is given to
// another player only if no relation says anything of the one who had it.
func (s proofStep) seat(c Choice, who []int, relations []uint32) error {
	places := len(who)
	players := [3]int{s.player, c.Wonderwall, c.Ninja}
	for j, at := range s.places {
		if at < 0 || at >= places {
			return fmt.Errorf("there is no place %d", at)
		}
		if who[at] == players[j] {
			continue
		}
		who[at] = players[j]
		for i, word := range relations {
			if word>>at&1 != 0 || i%places == at && word != 0 {
				return fmt.Errorf("place %d is not free for player %d", at, players[j])
			}
		}
	}
	for j, at := range s.places {
		if who[at] != players[j] {
			return fmt.Errorf("two players in place %d", at)
		}
	}
	return nil
}

// follows accepts a step whose table covers what the two orientations of the choice
// make of the relations before.
func (s proofStep) follows(before []uint32, places int) error {
	count := len(before) / places
	if len(s.covers) != 2*count || len(s.table)%places != 0 {
		return errors.New("the table has another size")
	}
	nothing := true
	for _, word := range before {
		nothing = nothing && word == 0
	}
	relation := make([]uint32, places)
	stands := func(u, v int) bool { return relation[u]>>v&1 != 0 }
	put := func(u, v int) { // and whoever stands before u, before v and whoever stands after v
		after := relation[v] | 1<<v
		for x := range relation {
			if x == u || stands(x, u) {
				relation[x] |= after
			}
		}
	}
	for k, cover := range s.covers {
		x, y, z := s.places[0], s.places[1], s.places[2]
		if k%2 == 1 {
			if x, z = z, x; nothing {
				break // an order or its reverse has the first orientation
			}
		}
		copy(relation, before[k/2*places:])
		if stands(y, x) || stands(z, y) || stands(z, x) {
			continue
		}
		put(x, y)
		put(y, z)
		if cover < 0 || int(cover) >= len(s.table)/places {
			return fmt.Errorf("relation %d is not covered", k/2)
		}
		for u, word := range s.table[int(cover)*places:][:places] {
			if word&^relation[u] != 0 {
				return fmt.Errorf("relation %d does not say all that its cover %d says", k/2, cover)
			}
		}
	}
	return nil
}
