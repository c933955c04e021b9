package simulate

import (
	"math"
	"math/rand/v2"

	"enumerate/solver/betweenness"
)

// A Point is a place. On a line Y is 0; on a circle X is how far round it is, from 0 to 1,
// and Y is 0.
type Point struct{ X, Y float64 }

// A Simulation is players who move. It is not safe for use by several goroutines.
type Simulation struct {
	rule   Rule
	ground ground
	wants  betweenness.Game
	random *rand.Rand
	// Whoever is this near to its aim stays; squared.
	near float64
	// trail holds the places after the last steps: now at index now, those seen at the index
	// delay before, and after it room for the next. It is used in a circle.
	trail [][]Point
	now   int
	steps uint64
	quiet uint64 // steps since a player moved last
	turns []int  // the order of a step
	gaps  []float64
}

// New returns players at random places. It draws from random these places, the gap that each
// player keeps and, later, whatever is left to chance. There is at least one player; wants name players that there are.
func New(wants betweenness.Game, rule Rule, random *rand.Rand) *Simulation {
	start := make([]Point, len(wants))
	for p := range start {
		start[p].X = random.Float64()
		if rule.Ground == Plane || rule.Ground == Field {
			start[p].Y = random.Float64()
		}
	}
	return From(start, wants, rule, random)
}

// From is New with players at places of their own.
func From(start []Point, wants betweenness.Game, rule Rule, random *rand.Rand) *Simulation {
	s := &Simulation{
		rule: rule, ground: grounds[rule.Ground], wants: wants, random: random,
		near:  rule.tolerance() * rule.tolerance(),
		trail: make([][]Point, rule.Delay+2),
		turns: make([]int, len(wants)),
		gaps:  make([]float64, len(wants)),
	}
	for p := range s.turns {
		s.turns[p] = p
		s.gaps[p] = rule.Gap + float64(rule.Gap*random.Float64())
	}
	for i := range s.trail {
		s.trail[i] = make([]Point, len(wants))
		copy(s.trail[i], start)
	}
	return s
}

// Steps returns how many steps were made.
func (s *Simulation) Steps() uint64 { return s.steps }

// Places returns where the players are, until the next step.
func (s *Simulation) Places() []Point { return s.trail[s.now] }

// Rule returns how they move.
func (s *Simulation) Rule() Rule { return s.rule }

// Rest reports whether the players are at rest.
func (s *Simulation) Rest() bool { return s.quiet > uint64(s.rule.Delay) }

// Rested returns after how many steps they came to rest, if they are at rest.
func (s *Simulation) Rested() uint64 { return s.steps - s.quiet }

// Safe reports whether a player is on its safe ray, but for the tolerance of the rule.
func (s *Simulation) Safe(player int) bool {
	now, want := s.Places(), s.wants[player]
	me, wonderwall, ninja := now[player], now[want.Wonderwall], now[want.Ninja]
	g := s.ground
	if g == field {
		g = plane // where the fence does not lead those somewhere whose ray is all outside
	}
	return g.far(me, g.aim(me, wonderwall, ninja, s.gaps[player], false)) <= s.near
}

// Step moves every player once.
func (s *Simulation) Step() {
	next := s.now + 1
	if next == len(s.trail) {
		next = 0
	}
	from, to := s.trail[s.now], s.trail[next]
	seen := s.trail[(next+1)%len(s.trail)]
	if s.rule.Delay == 0 {
		seen = from
	}
	var moved bool
	if s.rule.Order == Random && s.rule.Delay == 0 {
		s.random.Shuffle(len(s.turns), func(i, j int) { s.turns[i], s.turns[j] = s.turns[j], s.turns[i] })
		copy(to, from)
		moved = s.move(to, to, to)
	} else {
		moved = s.move(from, seen, to)
	}
	s.now = next
	s.steps++
	s.quiet++
	if moved {
		s.quiet = 0
	}
}

// move moves the players from places to others, each of whom sees the others where they were
// seen, and reports whether any of them moved.
func (s *Simulation) move(from, seen, to []Point) (moved bool) {
	speed, exactly := s.rule.Speed, s.rule.Name == Distance
	for _, p := range s.turns {
		me, want := from[p], s.wants[p]
		aim := s.ground.aim(me, seen[want.Wonderwall], seen[want.Ninja], s.gaps[p], exactly)
		way := Point{aim.X - me.X, aim.Y - me.Y}
		if s.ground == circle {
			way.X = shorter(way.X)
		}
		far := float64(way.X*way.X) + float64(way.Y*way.Y)
		if far <= s.near {
			to[p] = me
			continue
		}
		moved = true
		if s.rule.Noise > 0 {
			to[p] = s.stray(me, way, far)
			continue
		}
		if far <= speed*speed {
			to[p] = aim
			continue
		}
		share := speed / math.Sqrt(far)
		me.X += float64(way.X * share)
		me.Y += float64(way.Y * share)
		if s.ground == circle {
			me.X = round(me.X)
		}
		to[p] = me
	}
	return moved
}

// stray returns where a player comes to that runs by its way, the square of whose length is
// far, or as far as its speed allows, and goes astray.
func (s *Simulation) stray(me, way Point, far float64) Point {
	share, off := 1.0, 0.0
	if length := math.Sqrt(far); length > s.rule.Speed {
		share, off = s.rule.Speed/length, s.rule.Speed*s.rule.Noise
	} else {
		off = length * s.rule.Noise
	}
	chance := s.random.Uint64() // a half for each coordinate
	me.X += float64(way.X*share) + float64(off*astray(chance>>32))
	switch s.ground {
	case circle:
		me.X = round(me.X)
	case plane, field:
		me.Y += float64(way.Y*share) + float64(off*astray(chance))
		if s.ground == field {
			me = Point{min(max(me.X, 0), 1), min(max(me.Y, 0), 1)}
		}
	}
	return me
}

// astray returns a number from -1 to 1 for the lowest 32 bits of a random one.
func astray(chance uint64) float64 { return float64(int32(uint32(chance))) / (1 << 31) }
