package betweenness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sweepProof decides a game by a sweep, which adds one choice after another and makes a table of the possible relations
// ("stands before") after each. It returns these tables as a proof, and all players as the core.
func sweepProof(g Game) (p Tables, core []int) {
	triples := make([]triple, len(g))
	for q := range g {
		core = append(core, q)
		triples[q] = tripleOf(g, q)
	}
	var w sweep
	if !w.begin(len(g), triples) {
		panic("the game is too wide")
	}
	if _, ok, err := w.run(context.Background(), maxWords); !ok || err != nil {
		panic("the sweep gives up")
	}
	p.Places = w.plan.width
	for k, after := range w.tables[1:] {
		step := w.plan.steps[k]
		p.Steps = append(p.Steps, TableStep{int(step.triple), step.places, slices.Clone(after.rows), slices.Clone(after.covers)})
	}
	return p, core
}

func TestNoProofOfASolvableGameIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 10).Draw(t, "players")
		g := narrowGame(n, 0, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "game"), 1)))
		p, core := sweepProof(g)
		at := rapid.IntRange(0, len(p.Steps)-1)
		for range rapid.IntRange(0, 6).Draw(t, "changes") {
			s := &p.Steps[at.Draw(t, "step")]
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0: // one relation fewer
				if len(s.Table) > 0 {
					s.Table = s.Table[p.Places:]
				}
			case 1: // a changed relation
				if len(s.Table) > 0 {
					s.Table[rapid.IntRange(0, len(s.Table)-1).Draw(t, "word")] ^= 1 << rapid.IntRange(0, p.Places).Draw(t, "bit")
				}
			case 2: // another cover
				if len(s.Covers) > 0 {
					s.Covers[rapid.IntRange(0, len(s.Covers)-1).Draw(t, "cover")] = int32(rapid.IntRange(-1, len(s.Table)/p.Places).Draw(t, "number"))
				}
			case 3: // another place
				s.Places[rapid.IntRange(0, 2).Draw(t, "which")] = rapid.IntRange(-1, p.Places).Draw(t, "place")
			case 4: // another player
				s.Player = rapid.IntRange(-1, n).Draw(t, "player")
			}
		}
		p.Steps[len(p.Steps)-1].Table = nil
		if err := p.check(g, core); err == nil {
			t.Fatalf("a proof of %v, which is solvable, is accepted: %+v", g, p)
		}
	})
}

// uncover spoils a proof by removing one cover. A step of a proof takes each relation ("stands before") of the previous
// table, and adds the step's choice in one of its two orientations. If the result does not contradict itself, it must
// contain a relation of the step's own table; the cover is the number of this relation. So Covers has two numbers for
// each relation of the previous table: one for each orientation. uncover removes the first cover of a first orientation
// if `odd` is 0, and of a second one if `odd` is 1. It skips the first relation of each table: in the first step, this
// is the empty relation, which needs no cover for the second orientation.
func uncover(p *Tables, odd int) {
	for _, s := range p.Steps {
		for i := 2 + odd; i < len(s.Covers); i += 2 {
			if s.Covers[i] != none {
				s.Covers[i] = none
				return
			}
		}
	}
}

func TestWrongProofsAreRefused(t *testing.T) {
	g := coronene(2, rand.New(rand.NewPCG(31, 1)))
	_, all := sweepProof(g)
	for _, c := range []struct {
		change func(p *Tables)
		want   string
	}{
		{func(p *Tables) {}, ""},
		{func(p *Tables) { p.Places = 33 }, "the proof has 33 places"},
		{func(p *Tables) { p.Steps = p.Steps[:len(p.Steps)-1] }, "the proof is not complete: its last table must be empty"},
		{func(p *Tables) { p.Steps[0].Player = len(g) }, "step 0: player 22 is not in the core"},
		{func(p *Tables) { p.Steps[0].Places[1] = p.Places }, "step 0: place 6 does not exist"},
		{func(p *Tables) { p.Steps[0].Places[1] = p.Steps[0].Places[0] }, "step 0: place 0 is given to two players of the choice"},
		{func(p *Tables) { p.Steps[3].Covers = nil }, "step 3: 0 covers and a table of"},
		{func(p *Tables) { p.Steps[3].Table = p.Steps[3].Table[1:] }, "covers and a multiple of 6 words"},
		{func(p *Tables) { uncover(p, 0) }, " after it, which does not exist"},
		{func(p *Tables) { uncover(p, 1) }, " after it, which does not exist"},
		{func(p *Tables) { p.Steps[0].Table[p.Steps[0].Places[1]] |= 1 << p.Steps[0].Places[0] }, "step 0: the proof is wrong: relation 0 after this step does not follow from relation 0 before it and the choice of player "},
	} {
		p, _ := sweepProof(g)
		c.change(&p)
		got := ""
		if err := p.check(g, all); err != nil {
			got = err.Error()
		}
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("check = %q, want %q", got, c.want)
		}
	}

	p, _ := sweepProof(g)
	if err := p.check(g, all[1:]); err == nil || !strings.HasSuffix(err.Error(), "player 0 is not in the core") {
		t.Errorf("check = %v, want that player 0 is not in the core", err)
	}

	// A proof names players by places, numbered slots that hold one player after another. After the first choice,
	// player 0 stands before 1, and 1 before 2. Player 3 must not take the place of player 0 or of player 2, because
	// the relation of the table still names these two players.
	small := Game{{1, 2}, {0, 2}, {0, 1}, {1, 2}}
	first := TableStep{Player: 0, Places: [3]int{0, 1, 2}, Table: []uint32{1<<1 | 1<<2, 1 << 2, 0}, Covers: []int32{0, none}}
	for _, taken := range []int{0, 2} {
		p := Tables{3, []TableStep{first, {Player: 3, Places: [3]int{taken, 1, 2 - taken}}}}
		want := fmt.Sprintf("step 1: player 3 cannot take place %d: a relation before this step still names the former player of the place", taken)
		if err := p.check(small, []int{0, 3}); err == nil || err.Error() != want {
			t.Errorf("check = %v, want %s", err, want)
		}
	}
}
