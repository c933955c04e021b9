package simulate

import (
	"math"
	"slices"
)

// same is how far apart two coordinates may be to count as the same.
const same = 1e-9

// A cycle finds players that repeat their moves. After each step it compares the places, and the earlier places that players still see
// because of a delay, with those saved after the last power of two of steps (R. P. Brent, An improved Monte Carlo factorization algorithm,
// 1980). In the plane and on a line, players also repeat their moves if all are shifted alike; on a circle, if all are turned alike.
//
// If nothing depends on chance, players that repeat their moves go on for ever, unless they differ by less than the comparison sees.
type cycle struct {
	saved [][]Point
	at    uint64 // steps when the places were saved
}

// period returns the number of steps after which the players are where they were, 0 if they are not. It is called after each step.
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

// before returns the places some steps ago, at most the delay.
func (s *Simulation) before(steps int) []Point {
	return s.trail[(s.now-steps+len(s.trail))%len(s.trail)]
}

// matches reports whether the players are at the saved places, except for a shift of all.
func (c *cycle) matches(s *Simulation) bool {
	var shift Point // of the first player, and so of all
	if s.ground != field {
		shift = Point{s.Places()[0].X - c.saved[0][0].X, s.Places()[0].Y - c.saved[0][0].Y}
	}
	for i, saved := range c.saved {
		for p, now := range s.before(i) {
			x := now.X - saved[p].X - shift.X
			if s.ground == circle {
				x = math.Abs(x - math.Round(x))
			}
			if math.Abs(x) > same || math.Abs(now.Y-saved[p].Y-shift.Y) > same {
				return false
			}
		}
	}
	return true
}
