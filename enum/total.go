package enum

import (
	"fmt"
	"math/big"
)

// A Total is what a tally comes to for one verdict.
// A number that the tally does not say is nil.
type Total struct {
	Games   *big.Int // labelled
	Classes *big.Int
	// GamesLeft and ClassesLeft say that the number is what the other verdicts
	// leave of all games or classes. So it proves nothing that they add up.
	GamesLeft, ClassesLeft bool
}

// Overall returns what all verdicts together come to, as far as it is known of each, and
// whether something of it is left over.
func Overall(totals []Total) Total {
	all := Total{Games: new(big.Int), Classes: new(big.Int)}
	for _, t := range totals {
		all.Games, all.Classes = sum(all.Games, t.Games), sum(all.Classes, t.Classes)
		all.GamesLeft, all.ClassesLeft = all.GamesLeft || t.GamesLeft, all.ClassesLeft || t.ClassesLeft
	}
	return all
}

// sum adds to a sum of numbers; it is nil once one of them is.
func sum(s, x *big.Int) *big.Int {
	if s == nil || x == nil {
		return nil
	}
	return s.Add(s, x)
}

// OrbitTotals returns what a walk's tally comes to, which counts classes by number of
// automorphisms, under a group of the given order. A class with |Aut| automorphisms
// stands for |group| / |Aut| labelled games, its orbit. Automorphisms form a subgroup,
// so a number of them that does not divide the order is an error.
func OrbitTotals(t *Tally, group *big.Int) ([]Total, error) {
	totals := make([]Total, t.Verdicts())
	for v := range totals {
		games := new(big.Int)
		for automorphisms, classes := range t.counts[v] {
			orbit, rest := new(big.Int).DivMod(group, new(big.Int).SetUint64(max(automorphisms, 1)), new(big.Int))
			if automorphisms == 0 || rest.Sign() != 0 {
				return nil, fmt.Errorf("%v classes with %d automorphisms: that does not divide the order of the group, %v", classes, automorphisms, group)
			}
			games.Add(games, orbit.Mul(orbit, classes))
		}
		totals[v] = Total{Games: games, Classes: t.Sum(v)}
	}
	return totals, nil
}

// GamesCoverage is the Coverage of a space whose shards have labelled games of their
// own: the unit is one of these.
func GamesCoverage(s Space, t *Tally) (covered, whole *big.Int, err error) {
	totals, err := s.Totals(t)
	if err != nil {
		return nil, nil, err
	}
	return Overall(totals).Games, s.Games(), nil
}
