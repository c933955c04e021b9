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

// classify returns the canonical form of the table's game, with default names. For at most walk.Most players it is the
// game that the walk lists for the class. For more players package canon finds it.
func (t Table) classify(ctx context.Context) (single.Form, error) {
	n := len(t.Game)
	relabeling := make(canon.Relabeling, n)
	var automorphisms *big.Int
	var want func(betweenness.Game) bool // reports whether a game is the canonical form
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
		return single.Form{}, fmt.Errorf("wonderwall: the relabeling to the canonical form of %d players: %w", n, err)
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
			c, err := canonical.Proof(ctx, single.How{})
			return canonical.Solution(c), err
		},
	}, nil
}

func relabeled(g betweenness.Game, r canon.Relabeling) betweenness.Game {
	h := make(betweenness.Game, len(g))
	for p, c := range g {
		h[r[p]] = betweenness.Choice{Wonderwall: r[c.Wonderwall], Ninja: r[c.Ninja]}
	}
	return h
}

func graphOf(g betweenness.Game) canon.Graph {
	arcs := make([]canon.Arc, 0, 2*len(g))
	for p, c := range g {
		arcs = append(arcs, canon.Arc{From: p, To: c.Wonderwall, Kind: 0}, canon.Arc{From: p, To: c.Ninja, Kind: 1})
	}
	return canon.Graph{Points: len(g), Arcs: arcs}
}

// A choice is a wonderwall and a ninja, as players or as labels.
type choice struct{ wonderwall, ninja uint8 }

// A leastStart finds the canonical string of a game (docs/papers/walk.md). A numbering gives the players labels from 0
// up, and its string is the list of the players' choices, written in labels. Only numberings of this form count: the
// first label goes to any player; then the choices are read in the order of the labels, and each new player in them
// gets the next label. If the players with labels chose only each other, the next label goes to any other player. So a
// numbering is determined by its start, the players who get a label without being chosen by a player before.
//
// The canonical string is the least string of these numberings. A leastStart follows all starts whose strings do not
// exceed the least string so far. The number of starts with this string is the number of automorphisms.
//
// Twins are players whom no player chose and who made the same choice. Their order makes no difference, so leastStart
// follows only starts with one order of twins, and multiplies the number of automorphisms by the number of orders.
// Without twins few starts have the same string, at most a few thousand for walk.Most players.
type leastStart struct {
	n      int
	choice [16]choice // of each player
	twin   [16]uint16 // by player: the set of its twins with smaller numbers

	least         [16]choice // the least string so far
	length        int        // the number of its choices that are known
	label         [16]uint8  // of the players in the first start with this string
	automorphisms uint64     // the number of starts with this string
}

// canonicalString finds the least string (the list of choices, written in labels) of a game of at most walk.Most
// players, a numbering of the players that gives it, and the number of automorphisms. Twins are players whom no player
// chose and who made the same choice. Exchanging twins is an automorphism, so the search follows only one order of
// twins, and the number of automorphisms that it finds is multiplied by the number of orders.
func canonicalString(g betweenness.Game) *leastStart {
	s := &leastStart{n: len(g)}
	var chosen uint16 // the players who were chosen
	for p, c := range g {
		s.choice[p] = choice{uint8(c.Wonderwall), uint8(c.Ninja)}
		chosen |= 1<<c.Wonderwall | 1<<c.Ninja
	}

	twins := uint64(1) // the number of orders of the twins
	for p := range g {
		if chosen>>p&1 != 0 {
			continue
		}
		alike := uint64(1) // p and its twins with smaller numbers
		for q := range p {
			if chosen>>q&1 == 0 && s.choice[q] == s.choice[p] {
				s.twin[p] |= 1 << q
				alike++
			}
		}
		twins *= alike
	}

	s.branch([16]uint8{}, [16]uint8{}, 0, 0) // at first no player has a label
	s.automorphisms *= twins
	return s
}

// is reports whether g is the game whose choices are the least string.
func (s *leastStart) is(g betweenness.Game) bool {
	for p, c := range g {
		if int(s.least[p].wonderwall) != c.Wonderwall || int(s.least[p].ninja) != c.Ninja {
			return false
		}
	}
	return true
}

// branch continues a numbering of the players in which the players in the set `done` have the labels below k, and their
// choices are all in done. It tries each player outside done for label k. The argument `label` has the label of each
// player in done, and `player` has the player with each label. Twins (players whom no player chose and who made the
// same choice) are interchangeable, so branch tries only one order of twins, that of their numbers.
func (s *leastStart) branch(label, player [16]uint8, done uint16, k int) {
	for p := range s.n {
		if done>>p&1 == 0 && s.twin[p]&^done == 0 {
			label[p], player[k] = uint8(k), uint8(p)
			s.follow(label, player, done|1<<p, k)
		}
	}
}

// follow continues a numbering of the players after one of them got label k. It reads the choices of the players in the
// order of their labels, and gives the next label to each player that it finds for the first time. The choices, written
// in labels, are the string of the numbering. If the string exceeds the least string so far, follow gives up. If the
// string is less, it becomes the least string.
func (s *leastStart) follow(label, player [16]uint8, done uint16, k int) {
	for labelCount := k + 1; k < labelCount; k++ {
		var read [2]uint8
		theirs := s.choice[player[k&15]&15]
		for i, v := range [2]uint8{theirs.wonderwall, theirs.ninja} {
			if done>>v&1 == 0 {
				label[v&15], player[labelCount&15] = uint8(labelCount), v
				done |= 1 << v
				labelCount++
			}
			read[i] = label[v&15]
		}

		if k < s.length {
			least := s.least[k&15]
			if read[0] > least.wonderwall || read[0] == least.wonderwall && read[1] > least.ninja {
				return
			}
			if read[0] == least.wonderwall && read[1] == least.ninja {
				continue
			}
		}

		s.least[k&15] = choice{read[0], read[1]}
		s.length = k + 1
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
