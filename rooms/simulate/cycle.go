package simulate

import (
	"math"
	"slices"
)

// same is how far apart two coordinates may be to count as the same.
const same = 1e-9

// A Cycle finds players that repeat their moves, so that a simulation need not run to its last step. It saves the
// places of the players after 1, 2, 4, 8, ... steps, and compares the places after each step with the saved ones (R. P.
// Brent, An improved Monte Carlo factorization algorithm, 1980). Earlier places that players still see because of a
// delay are saved and compared too. In the plane and on a line, players also repeat their moves if all are shifted
// alike; on a circle, if all are turned alike.
//
// If nothing depends on chance, players that have once repeated their moves repeat them for ever. This is not quite
// certain, because places count as equal if they differ by very little.
//
// The zero Cycle has seen no steps. A caller that moves a player by hand begins with a new Cycle.
type Cycle struct {
	savedPlaces [][]Point // savedPlaces[i] has the places i steps before they were saved
	at          uint64    // the number of steps after which the places were saved
}

// Period is called after each step. It returns after how many steps the players are at the same places again, or 0 if
// no repetition is known. Any repetition is found, because Period saves the places again and again, and those saved
// after the repetition has begun are reached again.
func (c *Cycle) Period(s *Simulation) uint64 {
	if s.rule.chance() { // the same places may have different moves, so nothing follows from a repetition
		return 0
	}
	if c.savedPlaces != nil && c.matches(s) {
		return s.steps - c.at
	}

	isPowerOfTwo := s.steps&(s.steps-1) == 0
	if isPowerOfTwo {
		c.savedPlaces = nil // replace the saved places; with a delay, the moves also depend on earlier places
		for i := range s.rule.Delay + 1 {
			c.savedPlaces = append(c.savedPlaces, slices.Clone(s.before(i)))
		}
		c.at = s.steps
	}
	return 0
}

// before returns where the players were a number of steps ago, which must be at most the delay of the rule.
func (s *Simulation) before(steps int) []Point {
	return s.trail[(s.now-steps+len(s.trail))%len(s.trail)]
}

// matches reports whether all places differ from the saved ones by the same shift. This is enough, because the moves
// depend only on how the players stand to each other. On a field, they also depend on the fence, so no shift is
// allowed.
func (c *Cycle) matches(s *Simulation) bool {
	var shift Point // how far the first player is from its saved place; all others must be as far from theirs
	if s.ground != field {
		shift = Point{s.Places()[0].X - c.savedPlaces[0][0].X, s.Places()[0].Y - c.savedPlaces[0][0].Y}
	}

	// Compare the places of i steps ago with the places that were i steps old when they were saved.
	for i, saved := range c.savedPlaces {
		for p, now := range s.before(i) {
			x := now.X - saved[p].X - shift.X
			if s.ground == circle {
				x = math.Abs(x - math.Round(x)) // whole turns make no difference
			}
			if math.Abs(x) > same || math.Abs(now.Y-saved[p].Y-shift.Y) > same {
				return false
			}
		}
	}
	return true
}
