package betweenness

import (
	"context"
	"fmt"
	"slices"
)

// Tables prove that choices contradict each other. They take the choices of some players one after the other. After
// each choice there is a table of relations "stands before" between players. The relations name the players by places,
// numbered slots that hold one player after another. An order that satisfies the choices so far, or its reverse, must
// agree with at least one relation of the table. The last table has no relation.
type Tables struct {
	Places int // up to 32
	Steps  []TableStep
}

// A TableStep takes one choice.
type TableStep struct {
	Player int
	Places [3]int // of the player, its wonderwall and its ninja
	// Table has the relations after the step, one word for each place: bit v of word u says that the player in place u
	// stands before the player in place v.
	Table []uint32
	// Covers has two numbers for each relation of the previous table: one for the order player, wonderwall, ninja of
	// the step's choice, and one for the reverse. Each is the number of a relation of this table that follows from the
	// previous relation and this order. If they contradict each other, the number is ignored.
	Covers []int32
}

// Refute proves that the choices of some players contradict each other. The proof is either ends or tables, the record
// of a sweep. Ends, which it tries first, are a set of players. Every player in their choices, as chooser, wonderwall
// or ninja, is the wonderwall of one of these choices, with at most one exception. A wonderwall stands between two
// players, so only the exception could stand at an end of the line, but a line has two ends. It is an error if the
// choices do not contradict each other, or are too wide for a sweep.
func Refute(ctx context.Context, g Game, players []int) (ends []int, tables *Tables, err error) {
	s := NewSearcher()
	s.take(g, players)
	s.peel()
	s.arrangement.in.fill(len(s.names), s.inner)
	for exception := int32(none); int(exception) < min(len(s.names), maxEnds); exception++ {
		if triples := s.ends.contradiction(len(s.names), s.inner, &s.arrangement.in, exception); triples != nil {
			return s.playersOf(triples), nil, nil
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}

	var w sweep
	switch solvable, err := s.runSweep(ctx, &w); {
	case err != nil:
		return nil, nil, err
	case solvable:
		return nil, nil, errNoCore
	}
	return nil, w.proof(s.player), nil
}

// check returns an error unless the tables prove that the choices of a core contradict each other. Each step must take
// a choice of the core. Its table has relations "stands before": every order that is still possible agrees with one of
// them. This table must follow from the previous one. The last table must be empty, so that no order is possible. check
// takes linear time and shares no code with the sweep.
func (p Tables) check(g Game, core []int) error {
	inCore := make([]bool, len(g)) // by player
	for _, q := range core {
		inCore[q] = true
	}

	if p.Places < 1 || p.Places > 32 {
		return fmt.Errorf("the proof has %d places, expected 1 to 32", p.Places)
	}
	playerIn := slices.Repeat([]int{none}, p.Places) // the player in each place

	before := make([]uint32, p.Places) // the relations before the step, at first only the empty one
	for k, step := range p.Steps {
		if step.Player < 0 || step.Player >= len(g) || !inCore[step.Player] {
			return fmt.Errorf("step %d: player %d is not in the core", k, step.Player)
		}
		if err := step.seat(g[step.Player], playerIn, before); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if err := step.follows(before, p.Places); err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		before = step.Table
	}
	if len(before) > 0 {
		return fmt.Errorf("the proof is not complete: its last table must be empty, but has %d relations", len(before)/p.Places)
	}
	return nil
}

// seat puts the three players of a choice in the places that the step gives them, and updates playerIn, the player in
// each place. A place can be reused only when no relation mentions its former player, so otherwise seat returns an
// error. The words of all relations follow one another in `relations`, a word for each place: bit v of word u says that
// the player in place u stands before the player in place v.
func (s TableStep) seat(c Choice, playerIn []int, relations []uint32) error {
	places := len(playerIn)
	players := [3]int{s.Player, c.Wonderwall, c.Ninja}
	for j, at := range s.Places {
		if at < 0 || at >= places {
			return fmt.Errorf("place %d does not exist; the proof has %d places", at, places)
		}
		if playerIn[at] == players[j] {
			continue
		}

		playerIn[at] = players[j]
		for i, word := range relations { // each relation has `places` words, so word i is about place i%places
			somePlayerBefore := word>>at&1 != 0
			somePlayerAfter := i%places == at && word != 0
			if somePlayerBefore || somePlayerAfter {
				return fmt.Errorf("player %d cannot take place %d: a relation before this step still names the former player of the place", players[j], at)
			}
		}
	}

	for j, at := range s.Places {
		if playerIn[at] != players[j] {
			return fmt.Errorf("place %d is given to two players of the choice", at)
		}
	}
	return nil
}

// follows returns an error unless the relations of the step's table follow from those of the previous table, `before`.
// A relation is a set of pairs of players, the first before the second. follows extends each previous relation by each
// of the two orientations of the step's choice. The extended relation must be contradictory, or contain a relation of
// this table, the one that Covers names. Then every order that agrees with the extended relation also agrees with that
// relation of this table.
func (s TableStep) follows(before []uint32, places int) error {
	count := len(before) / places
	if len(s.Covers) != 2*count || len(s.Table)%places != 0 {
		return fmt.Errorf("%d covers and a table of %d words; expected %d covers and a multiple of %d words", len(s.Covers), len(s.Table), 2*count, places)
	}
	onlyEmpty := !slices.ContainsFunc(before, func(word uint32) bool { return word != 0 })

	relation := make([]uint32, places) // the relation being checked, extended by an orientation of the choice
	isBefore := func(u, v int) bool { return relation[u]>>v&1 != 0 }
	// put puts u, and all players before u, before v and all players after v, so that the relation stays transitive.
	put := func(u, v int) {
		after := relation[v] | 1<<v
		for x := range relation {
			if x == u || isBefore(x, u) {
				relation[x] |= after
			}
		}
	}

	for k, cover := range s.Covers { // relation k/2 with the first orientation, and then with the second
		x, y, z := s.Places[0], s.Places[1], s.Places[2]
		if k%2 == 1 {
			x, z = z, x
			if onlyEmpty {
				break // an order or its reverse has the first orientation
			}
		}

		copy(relation, before[k/2*places:])
		contradictory := isBefore(y, x) || isBefore(z, y) || isBefore(z, x)
		if contradictory {
			continue
		}
		put(x, y)
		put(y, z)

		if cover < 0 || int(cover) >= len(s.Table)/places {
			return fmt.Errorf("the proof is wrong: it says that relation %d before this step implies relation %d after it, which does not exist", k/2, cover)
		}
		for u, word := range s.Table[int(cover)*places:][:places] {
			if word&^relation[u] != 0 {
				return fmt.Errorf("the proof is wrong: relation %d after this step does not follow from relation %d before it and the choice of player %d", cover, k/2, s.Player)
			}
		}
	}
	return nil
}
