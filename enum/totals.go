package enum

import (
	"fmt"
	"math"
	"math/big"
)

// A Total is what a tally says of one verdict. A number that it does not say is nil.
type Total struct {
	Games   *big.Int // labelled
	Classes *big.Int
	// GamesLeft and ClassesLeft say that the number is what the other verdicts leave of
	// all games or classes. So it proves nothing that they add up.
	GamesLeft, ClassesLeft bool
}

// Totals are what a tally says of a space.
type Totals struct {
	Verdicts []Total // in the order of Space.Verdicts
	// Classes is how many there are of all verdicts together by the space's formula alone,
	// where the tally does not say; otherwise nil. See Prove.
	Classes *big.Int
	// Covered is how much of the space the tally's shards cover, and Whole how much there
	// is, more than nothing, in a unit of the space's own. What disjoint sets of shards
	// cover adds up, and is the whole if and only if no shard that counts anything is
	// missing.
	Covered, Whole *big.Int
}

// Complete reports whether the whole space is covered.
func (t Totals) Complete() bool { return t.Covered.Cmp(t.Whole) == 0 }

// All returns the sums over all verdicts, of what is known of each, and whether something of
// them is left over. Classes of which only the formula tells are those.
func (t Totals) All() Total {
	sum := func(s, x *big.Int) *big.Int { // nil once one of its terms is
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

// Share returns how much of the space is covered, from 0 to 1: what everyone shows who says how
// far a run is. Shards weigh by the labelled games of their classes, not alike.
func (t Totals) Share() float64 {
	share, _ := new(big.Float).Quo(new(big.Float).SetInt(t.Covered), new(big.Float).SetInt(t.Whole)).Float64()
	if share >= 1 && !t.Complete() {
		return math.Nextafter(1, 0) // what is not all does not round to it
	}
	return share
}

// NewTotals returns the totals of a space whose shards have labelled games of their own: the
// unit of coverage is one of these.
func NewTotals(s Space, verdicts []Total) Totals {
	t := Totals{Verdicts: verdicts, Whole: s.Games()}
	t.Covered = t.All().Games
	return t
}

// OrbitTotals returns what the tally of a walk says that counts classes by number of
// automorphisms. A class with |Aut| automorphisms stands for |group| / |Aut| labelled games,
// its orbit. Automorphisms form a subgroup, so a number of them that does not divide the
// order of the group is an error.
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

// Checks says how a tally of a whole space was compared with what is known of the space
// without counting.
type Checks struct {
	// Games and Classes are "ok", or "not checked" where no formula is known, where the
	// tally does not say, or where a number was found as what others leave. Classes are "by
	// formula" where the tally does not say, and a formula does.
	Games   string `json:"games"`
	Classes string `json:"classes"`
}

// What Checks say.
const (
	Checked   = "ok"
	ByFormula = "by formula"
	unchecked = "not checked"
)

// Prove returns the totals of a tally of a whole space once it has checked that it covers
// the space, that its labelled games sum to the number there are, and that its classes, if it
// says how many, are as many as the formula says. A mismatch is an error that names both
// numbers. Classes that the tally does not count are those of the formula.
func Prove(s Space, t *Tally) (Totals, Checks, error) {
	fail := func(format string, args ...any) (Totals, Checks, error) {
		return Totals{}, Checks{}, fmt.Errorf(format, args...)
	}
	if got, want := t.Verdicts(), len(s.Verdicts()); got != want {
		return fail("%d verdicts were counted, there are %d", got, want)
	}
	totals, err := s.Totals(t)
	if err != nil {
		return Totals{}, Checks{}, err
	}
	all, games := totals.All(), s.Games()
	switch {
	case all.Games != nil && all.Games.Cmp(games) != 0:
		return fail("the verdicts sum to %v labelled games, there are %v", all.Games, games)
	case !totals.Complete():
		return fail("the shards cover %v of %v", totals.Covered, totals.Whole)
	case all.Games == nil:
		return fail("the shards cover everything but do not say how many labelled games there are, which are %v", games)
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
			return fail("%v classes were counted, there are %v", all.Classes, classes)
		}
		if !all.ClassesLeft {
			checks.Classes = Checked
		}
	}
	return totals, checks, nil
}
