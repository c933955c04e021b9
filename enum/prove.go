package enum

import "fmt"

// Checks says how a tally of a whole space was compared with what is known of
// the space without counting.
type Checks struct {
	// Games and Classes are "ok", or "not checked" where no formula is known, where
	// the tally does not say, or where a number was found as what others leave.
	Games, Classes string
}

const (
	checked   = "ok"
	unchecked = "not checked"
)

// A Prover is a Space that knows more of a tally of the whole space than Prove does
// by itself.
type Prover interface {
	Space
	// Prove returns an error that says which of the space's own rules the tally
	// breaks.
	Prove(t *Tally) error
}

// Prove checks of a tally of a whole space that it obeys the space's own rules, if it
// has any (see [Prover]), that its labelled games sum to the number there are, that
// it covers the whole space, and that its classes, if it says how many, are as many as
// the formula says. A mismatch is an error that names both numbers.
func Prove(s Space, t *Tally) (Checks, error) {
	if got, want := t.Verdicts(), len(s.Verdicts()); got != want {
		return Checks{}, fmt.Errorf("%d verdicts were counted, there are %d", got, want)
	}
	if p, ok := s.(Prover); ok {
		if err := p.Prove(t); err != nil {
			return Checks{}, err
		}
	}
	totals, err := s.Totals(t)
	if err != nil {
		return Checks{}, err
	}
	all := Overall(totals)
	want := s.Games()
	if all.Games != nil && all.Games.Cmp(want) != 0 {
		return Checks{}, fmt.Errorf("the verdicts sum to %v labelled games, there are %v", all.Games, want)
	}
	covered, whole, err := s.Coverage(t)
	if err != nil {
		return Checks{}, err
	}
	if covered.Cmp(whole) != 0 {
		return Checks{}, fmt.Errorf("the shards cover %v of %v", covered, whole)
	}
	if all.Games == nil {
		return Checks{}, fmt.Errorf("the shards cover everything but do not say how many labelled games there are, which are %v", want)
	}
	checks := Checks{Games: checked, Classes: unchecked}
	if all.GamesLeft {
		checks.Games = unchecked
	}
	if want := s.Classes(); want != nil && all.Classes != nil {
		if all.Classes.Cmp(want) != 0 {
			return Checks{}, fmt.Errorf("%v classes were counted, there are %v", all.Classes, want)
		}
		if !all.ClassesLeft {
			checks.Classes = checked
		}
	}
	return checks, nil
}
