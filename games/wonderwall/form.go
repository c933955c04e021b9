package wonderwall

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"enumerate/canon"
	"enumerate/enum/single"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/walk"
	"enumerate/solver/betweenness"
)

// classify returns which class the table's game is of. Up to walk.Most players the
// canonical form is the game with the canonical string, which the walk lists; beyond, that
// of package canon. It has default names.
func (t Table) classify(ctx context.Context) (single.Form, error) {
	n := len(t.Game)
	relabeling := make(canon.Relabeling, n)
	var automorphisms *big.Int
	var want func(betweenness.Game) bool
	if n <= walk.Most {
		least := canonicalString(t.Game)
		for p := range relabeling {
			relabeling[p] = int(least.label[p])
		}
		automorphisms, want = new(big.Int).SetUint64(least.automorphisms), least.is
	} else {
		form, err := canon.Canonical(ctx, graphOf(t.Game))
		if err != nil {
			return single.Form{}, err
		}
		relabeling, automorphisms = form.Relabeling, form.Automorphisms
		want = func(g betweenness.Game) bool { return slices.Equal(graphOf(g).Arcs, form.Graph.Arcs) }
	}
	if err := relabeling.Validate(); err != nil {
		return single.Form{}, fmt.Errorf("wonderwall: the way to the canonical form of %d players: %w", n, err)
	}
	canonical := fromGame(relabeled(t.Game, relabeling))
	if !want(canonical.Game) {
		return single.Form{}, fmt.Errorf("wonderwall: the relabeling %v of a game does not lead to its canonical form", relabeling)
	}
	text, err := canonical.Line()
	if err != nil {
		return single.Form{}, err
	}
	return single.Form{
		Size:          n,
		Game:          text,
		Automorphisms: automorphisms,
		Group:         space.Space{Players: n}.Group,
		Relabeling: func() []single.Renaming {
			renamings := make([]single.Renaming, n)
			for p, q := range relabeling {
				renamings[p] = single.Renaming{From: t.Names[p], To: canonical.Names[q]}
			}
			return renamings
		},
		Solution: func(ctx context.Context) (single.Solution, error) {
			c, err := canonical.Certificate(ctx, single.How{})
			return canonical.Solution(c), err
		},
	}, nil
}

// relabeled returns the game in which player r[p] is what p is in g.
func relabeled(g betweenness.Game, r canon.Relabeling) betweenness.Game {
	h := make(betweenness.Game, len(g))
	for p, c := range g {
		h[r[p]] = betweenness.Choice{Wonderwall: r[c.Wonderwall], Ninja: r[c.Ninja]}
	}
	return h
}

// graphOf returns a game as package canon sees it: an arc of each kind out of every player.
func graphOf(g betweenness.Game) canon.Graph {
	arcs := make([]canon.Arc, 0, 2*len(g))
	for p, c := range g {
		arcs = append(arcs, canon.Arc{From: p, To: c.Wonderwall, Kind: 0}, canon.Arc{From: p, To: c.Ninja, Kind: 1})
	}
	return canon.Graph{Points: len(g), Arcs: arcs}
}

// A choice is what a player chose: players, or their labels.
type choice struct{ wonderwall, ninja uint8 }

// A leastStart finds the canonical string of a game, the least one of all starts
// (docs/papers/walk.md), and how many starts tie with it to the end. It follows one start after
// the other, as far as it is not greater than the least string so far. When the reach of a
// start closes it follows every next one.
//
// Players whom no player chose and who chose alike are twins. It makes no difference in
// which order they are started from, so they are in one order only, and the ties are
// multiplied by the number of orders. Without twins few starts tie: the most are some
// thousands at walk.Most.
type leastStart struct {
	n      int
	choice [16]choice // of each player
	twin   [16]uint16 // of each player, the twins before it, as bits

	least         [16]choice // the least string so far
	known         int        // how many of its choices are known
	label         [16]uint8  // of each player, by the first start that gave it
	automorphisms uint64     // how many did
}

// canonicalString returns the least string of a game of at most walk.Most.
func canonicalString(g betweenness.Game) *leastStart {
	s := &leastStart{n: len(g)}
	var chosen uint16
	for p, c := range g {
		s.choice[p] = choice{uint8(c.Wonderwall), uint8(c.Ninja)}
		chosen |= 1<<c.Wonderwall | 1<<c.Ninja
	}
	twins := uint64(1) // in how many orders they can be
	for p := range g {
		if chosen>>p&1 != 0 {
			continue
		}
		alike := uint64(1)
		for q := range p {
			if chosen>>q&1 == 0 && s.choice[q] == s.choice[p] {
				s.twin[p] |= 1 << q
				alike++
			}
		}
		twins *= alike
	}
	s.branch([16]uint8{}, [16]uint8{}, 0, 0)
	s.automorphisms *= twins
	return s
}

// is reports whether the least string is that of a game whose players have their labels.
func (s *leastStart) is(g betweenness.Game) bool {
	for p, c := range g {
		if int(s.least[p].wonderwall) != c.Wonderwall || int(s.least[p].ninja) != c.Ninja {
			return false
		}
	}
	return true
}

// branch follows every player that may get label k next, when those of done have the labels
// before it: label has that of each player, player the other way round.
func (s *leastStart) branch(label, player [16]uint8, done uint16, k int) {
	for p := range s.n {
		if done>>p&1 == 0 && s.twin[p]&^done == 0 {
			label[p], player[k] = uint8(k), uint8(p)
			s.follow(label, player, done|1<<p, k)
		}
	}
}

// follow reads the choices from label k on, which the last player of done has.
func (s *leastStart) follow(label, player [16]uint8, done uint16, k int) {
	for given := k + 1; k < given; k++ {
		var read [2]uint8
		theirs := s.choice[player[k&15]&15]
		for i, v := range [2]uint8{theirs.wonderwall, theirs.ninja} {
			if done>>v&1 == 0 {
				label[v&15], player[given&15] = uint8(given), v
				done |= 1 << v
				given++
			}
			read[i] = label[v&15]
		}
		if k < s.known {
			least := s.least[k&15]
			if read[0] > least.wonderwall || read[0] == least.wonderwall && read[1] > least.ninja {
				return
			}
			if read[0] == least.wonderwall && read[1] == least.ninja {
				continue
			}
		}
		s.least[k&15] = choice{read[0], read[1]}
		s.known = k + 1
		s.automorphisms = 0
	}
	if k < s.n {
		s.branch(label, player, done, k)
		return
	}
	if s.automorphisms == 0 {
		s.label = label
	}
	s.automorphisms++
}
