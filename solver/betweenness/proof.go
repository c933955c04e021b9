package betweenness

import (
	"context"
	"errors"
	"fmt"
)

// Tables prove that choices contradict each other. They take the choices of some players one after the
// other. After each choice there is a table of relations between players in numbered places. If an order
// satisfies the choices so far, it or its reverse extends a relation of the table. The last table has no
// relation, so no order satisfies all choices.
type Tables struct {
	Places int // up to 32
	Steps  []TableStep
}

// A TableStep takes one choice.
type TableStep struct {
	Player int
	Places [3]int // of the player, its wonderwall and its ninja
	// The relations of the table after the step, one word for each place: bit v of word u says that the
	// player in place u stands before the player in place v.
	Table []uint32
	// Covers has two numbers for each relation of the previous table: one for the orientation of the choice
	// with the player first, one for the orientation with the ninja first. It is the number of a relation
	// of this table that follows from the previous relation and the orientation. If these contradict each
	// other, the number is ignored.
	Covers []int32
}

// Refute proves that the choices of some players contradict each other, by ends or by tables. Ends are
// players such that all players whom their choices name, except at most one, are wonderwalls of these
// choices. A wonderwall cannot stand at an end of the named players, so there are not enough players for
// the two ends. Refute returns an error if the choices do not contradict each other, if they are too wide
// for a sweep, or if the context ends.
func Refute(ctx context.Context, g Game, players []int) (ends []int, tables *Tables, err error) {
	// Look for ends without an exception, then with each player as the exception.
	s := NewSearcher()
	s.take(g, players)
	s.peel()
	s.arranged.in.fill(len(s.names), s.inner)
	for but := int32(none); int(but) < min(len(s.names), maxEnds); but++ {
		if triples := s.ends.contradiction(len(s.names), s.inner, &s.arranged.in, but); triples != nil {
			return s.playersOf(triples), nil, nil
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	var w sweep
	switch solvable, ok, err := s.runSweep(ctx, &w); {
	case err != nil:
		return nil, nil, err
	case !ok:
		return nil, nil, errTooWide
	case solvable:
		return nil, nil, errNoCore
	}
	return nil, w.proof(s.player), nil
}

// check returns an error unless the tables prove that the choices of a core contradict each other. It
// takes linear time and shares no code with the sweep that makes proofs.
func (p Tables) check(g Game, core []int) error {
	inCore := make([]bool, len(g))
	for _, q := range core {
		inCore[q] = true
	}
	if p.Places < 1 || p.Places > 32 {
		return fmt.Errorf("the proof has %d places", p.Places)
	}
	who := make([]int, p.Places) // the player in each place
	for i := range who {
		who[i] = none
	}
	before := make([]uint32, p.Places) // one relation, the empty one
	for k, step := range p.Steps {
		if step.Player < 0 || step.Player >= len(g) || !inCore[step.Player] {
			return fmt.Errorf("step %d: player %d is not in the core", k, step.Player)
		}
		if err := step.seat(g[step.Player], who, before); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if err := step.follows(before, p.Places); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		before = step.Table
	}
	if len(before) > 0 {
		return errors.New("the last table of the proof is not empty")
	}
	return nil
}

// seat puts the three players of a choice in their places. Another player may be in such a place before. This
// player may be replaced only if no relation mentions it.
func (s TableStep) seat(c Choice, who []int, relations []uint32) error {
	places := len(who)
	players := [3]int{s.Player, c.Wonderwall, c.Ninja}
	for j, at := range s.Places {
		if at < 0 || at >= places {
			return fmt.Errorf("place %d does not exist", at)
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
	for j, at := range s.Places {
		if who[at] != players[j] {
			return fmt.Errorf("two players in place %d", at)
		}
	}
	return nil
}

// follows checks that the relations of the step follow from the previous ones with each of the two
// orientations of the choice.
func (s TableStep) follows(before []uint32, places int) error {
	count := len(before) / places
	if len(s.Covers) != 2*count || len(s.Table)%places != 0 {
		return errors.New("the table has the wrong size")
	}
	nothing := true
	for _, word := range before {
		nothing = nothing && word == 0
	}
	relation := make([]uint32, places)
	stands := func(u, v int) bool { return relation[u]>>v&1 != 0 }
	put := func(u, v int) { // also for everyone before u and everyone after v
		after := relation[v] | 1<<v
		for x := range relation {
			if x == u || stands(x, u) {
				relation[x] |= after
			}
		}
	}
	for k, cover := range s.Covers {
		x, y, z := s.Places[0], s.Places[1], s.Places[2]
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
		if cover < 0 || int(cover) >= len(s.Table)/places {
			return fmt.Errorf("relation %d is not covered", k/2)
		}
		for u, word := range s.Table[int(cover)*places:][:places] {
			if word&^relation[u] != 0 {
				return fmt.Errorf("relation %d does not contain its cover %d", k/2, cover)
			}
		}
	}
	return nil
}
