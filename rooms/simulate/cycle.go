package simulate

import (
	"math"
	"slices"
)

// same is how near to an earlier place a player has to come for it to be the same.
const same = 1e-9

// A cycle finds out that players move the same way again and again. It compares their
// places, with all that they can still see of earlier ones, with those after 1, 2, 4, 8, ... steps (R. P. Brent,
// An improved Monte Carlo factorization algorithm, 1980), so a period is found when it has gone
// by once after a time of its own length. In the plane and on a line players also repeat if
// all have been moved alike; on a circle, turned.
//
// It is of use where nothing is left to chance; then players who repeat never rest, but for
// differences that are smaller than the comparison sees.
type cycle struct {
	saved [][]Point
	at    uint64 // steps when it was saved
}

// period returns after how many steps the players are again where they were, 0 if they are
// not. It is called after each step.
func (c *cycle) period(s *Simulation) uint64 {
	if c.saved != nil && c.matches(s) {
		return s.steps - c.at
	}
	if s.steps&(s.steps-1) == 0 {
		c.saved = nil
		for i := range s.rule.Delay + 1 {
			c.saved = append(c.saved, slices.Clone(s.before(i)))
		}
		c.at = s.steps
	}
	return 0
}

// before returns the places some steps ago, up to the delay.
func (s *Simulation) before(steps int) []Point {
	return s.trail[(s.now-steps+len(s.trail))%len(s.trail)]
}

// matches reports whether the players are where they were when their places were saved.
func (c *cycle) matches(s *Simulation) bool {
	var off Point // by which all have been moved
	if s.ground != field {
		off = Point{s.Places()[0].X - c.saved[0][0].X, s.Places()[0].Y - c.saved[0][0].Y}
	}
	for i, saved := range c.saved {
		for p, now := range s.before(i) {
			x := now.X - saved[p].X - off.X
			if s.ground == circle {
				x = math.Abs(x - math.Round(x))
			}
			if math.Abs(x) > same || math.Abs(now.Y-saved[p].Y-off.Y) > same {
				return false
			}
		}
	}
	return true
}
