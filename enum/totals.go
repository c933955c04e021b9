package enum

import (
	"fmt"
	"math"
	"math/big"
)

// A Total is the numbers of games and classes with one verdict. A number that the tally does not determine is nil.
type Total struct {
	Games   *big.Int // labelled
	Classes *big.Int
	// GamesLeft and ClassesLeft say that Games or Classes was found by subtracting the other verdicts from all games or
	// classes. Then the sum of the verdicts proves nothing.
	GamesLeft, ClassesLeft bool
}

// Totals are the numbers of games and classes that follow from a tally.
type Totals struct {
	Verdicts []Total // in the order of Space.Verdicts
	// Classes is the number of all classes from the space's formula, if the tally does not determine it; otherwise nil.
	Classes *big.Int
	// Coverage is the amount of the space that the tally's shards cover, and Whole, which is positive, is the amount of
	// the whole space, in a unit that the space chooses, such as labelled games. The amounts of disjoint sets of shards
	// add up. Coverage equals Whole if and only if every shard that counts something is covered.
	Coverage, Whole *big.Int
}

// Complete reports whether the tally covers the whole space.
func (t Totals) Complete() bool { return t.Coverage.Cmp(t.Whole) == 0 }

// All returns the numbers of games and classes of all verdicts together. A number that is unknown for some verdict
// is nil in the result. Only for the classes, All then returns t.Classes, the number from the space's formula, if there
// is one.
func (t Totals) All() Total {
	sum := func(s, x *big.Int) *big.Int { // s + x, or nil if one of them is unknown
		if s == nil || x == nil {
			return nil
		}
		return s.Add(s, x)
	}

	all := Total{Games: new(big.Int), Classes: new(big.Int)}
	for _, v := range t.Verdicts {
		all.Games, all.Classes = sum(all.Games, v.Games), sum(all.Classes, v.Classes)
		all.GamesLeft, all.ClassesLeft = all.GamesLeft || v.GamesLeft, all.ClassesLeft || v.ClassesLeft
	}
	if all.Classes == nil && t.Classes != nil {
		all.Classes = new(big.Int).Set(t.Classes)
	}
	return all
}

// Share returns the covered share of the space, from 0 to 1.
func (t Totals) Share() float64 {
	share, _ := new(big.Float).Quo(new(big.Float).SetInt(t.Coverage), new(big.Float).SetInt(t.Whole)).Float64()
	if share >= 1 && !t.Complete() {
		return math.Nextafter(1, 0) // an incomplete space must not round to 1
	}
	return share
}

// NewTotals returns totals whose unit of coverage is a labelled game.
func NewTotals(s Space, verdicts []Total) Totals {
	t := Totals{Verdicts: verdicts, Whole: s.Games()}
	t.Coverage = t.All().Games
	return t
}

// OrbitTotals returns the numbers of labelled games and classes of each verdict, from a tally that counts classes by
// their number of automorphisms. A class has |group| / |automorphisms| labelled games; if this is not an integer,
// OrbitTotals returns an error.
func OrbitTotals(s Space, t *Tally) (Totals, error) {
	group := s.Group()
	totals := make([]Total, t.Verdicts())
	for v := range totals {
		games := new(big.Int)
		for automorphisms, classes := range t.counts[v] {
			orbit, rest := new(big.Int).DivMod(group, new(big.Int).SetUint64(max(automorphisms, 1)), new(big.Int))
			if automorphisms == 0 || rest.Sign() != 0 {
				return Totals{}, fmt.Errorf("%v classes with %d automorphisms: that does not divide the order of the group, %v", classes, automorphisms, group)
			}
			games.Add(games, orbit.Mul(orbit, classes))
		}
		totals[v] = Total{Games: games, Classes: t.Sum(v)}
	}
	return NewTotals(s, totals), nil
}

// Checks say how the total numbers of games and classes were checked: [Checked] if the counted number is that of a
// formula; [ByFormula] if only the formula gives the number; or "not checked" if there is no formula, or if one
// verdict's number was found by subtracting the others from the formula's number.
type Checks struct {
	Games   string `json:"games"`
	Classes string `json:"classes"`
}

// The results of a check.
const (
	Checked   = "ok"
	ByFormula = "by formula"
	unchecked = "not checked"
)

// Prove returns the totals of a tally after checking that it covers the whole space, that the labelled games of all
// verdicts sum to Space.Games, and that the classes, if the tally determines them, sum to Space.Classes. A mismatch is
// an error that names both numbers.
func Prove(s Space, t *Tally) (Totals, Checks, error) {
	fail := func(format string, args ...any) (Totals, Checks, error) {
		return Totals{}, Checks{}, fmt.Errorf(format, args...)
	}
	if got, want := t.Verdicts(), len(s.Verdicts()); got != want {
		return fail("%d verdicts were counted, expected %d", got, want)
	}
	totals, err := s.Totals(t)
	if err != nil {
		return Totals{}, Checks{}, err
	}

	all, games := totals.All(), s.Games()
	switch {
	case all.Games != nil && all.Games.Cmp(games) != 0:
		return fail("the verdicts sum to %v labelled games, expected %v", all.Games, games)
	case !totals.Complete():
		return fail("the shards cover %v of %v", totals.Coverage, totals.Whole)
	case all.Games == nil:
		return fail("the shards cover everything, but the number of labelled games is missing; expected %v", games)
	}
	checks := Checks{Games: Checked, Classes: unchecked}
	if all.GamesLeft {
		checks.Games = unchecked
	}

	classes := s.Classes()
	switch {
	case classes == nil:
	case all.Classes == nil:
		totals.Classes, checks.Classes = classes, ByFormula
	default:
		if all.Classes.Cmp(classes) != 0 {
			return fail("%v classes were counted, expected %v", all.Classes, classes)
		}
		if !all.ClassesLeft {
			checks.Classes = Checked
		}
	}
	return totals, checks, nil
}
