package simulate

import (
	"math"
	"math/rand/v2"

	"enumerate/solver/betweenness"
)

// A Point is a place. On a line and on a circle Y is 0; a circle has length 1, and X is from 0 to 1.
type Point struct{ X, Y float64 }

// A Simulation is the players of a game and their places. Only one goroutine may use it.
type Simulation struct {
	rule   Rule
	ground ground
	wants  betweenness.Game
	random *rand.Rand
	near   float64 // the square of the tolerance: a player whose squared distance from its aim is at most this stays
	// trail is a circular buffer of the places of all players after each of the last steps. The present places are
	// trail[now], and the places that players see are rule.Delay indices before. The next index is free.
	trail [][]Point
	now   int
	steps uint64
	quiet uint64    // steps since a player last moved
	turns []int     // the order in which players move
	gaps  []float64 // by player
}

// New returns a simulation with at least one player, at random places of the unit square or, on a line and a circle, of
// the unit interval. All random numbers, also those of later steps, come from `random`.
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

// From returns a simulation with players at the places `start`. Each player keeps a gap from its wonderwall. The gap is
// random, so that players do not want to stand in the same place.
func From(start []Point, wants betweenness.Game, rule Rule, random *rand.Rand) *Simulation {
	s := &Simulation{
		rule: rule, ground: grounds[rule.Ground], wants: wants, random: random,
		near:  rule.tolerance() * rule.tolerance(),
		trail: make([][]Point, rule.Delay+2),
		turns: make([]int, len(wants)),
		gaps:  make([]float64, len(wants)),
	}
	for p := range s.turns { // each gap is from rule.Gap to twice as much
		s.turns[p] = p
		s.gaps[p] = rule.Gap + float64(rule.Gap*random.Float64())
	}
	for i := range s.trail { // as if the players had always been there, for players who see the past
		s.trail[i] = make([]Point, len(wants))
		copy(s.trail[i], start)
	}
	return s
}

// Steps returns the number of steps.
func (s *Simulation) Steps() uint64 { return s.steps }

// Places returns the places of the players. The slice is valid until the next step.
func (s *Simulation) Places() []Point { return s.trail[s.now] }

// Rule returns the rule by which the players move.
func (s *Simulation) Rule() Rule { return s.rule }

// Rest reports whether the players are at rest: no player has moved in the last steps, and all see each other in the
// present places, so no player will move any more.
func (s *Simulation) Rest() bool { return s.quiet > uint64(s.rule.Delay) }

// StepsToRest returns the number of steps after which the players came to rest, if they are at rest.
func (s *Simulation) StepsToRest() uint64 { return s.steps - s.quiet }

// Safe reports whether a player is on its safe ray, or within the tolerance of the rule.
func (s *Simulation) Safe(player int) bool {
	now, want := s.Places(), s.wants[player]
	me, wonderwall, ninja := now[player], now[want.Wonderwall], now[want.Ninja]
	g := s.ground
	if g == field {
		g = plane // because in a field, a player whose ray is outside aims at a place that is not on its ray
	}
	return g.squaredDistance(me, g.aim(me, wonderwall, ninja, s.gaps[player], false)) <= s.near
}

// Step moves every player once.
func (s *Simulation) Step() {
	next := (s.now + 1) % len(s.trail)
	from, to := s.trail[s.now], s.trail[next]
	// Players see the places of Delay steps ago. The buffer has Delay+2 entries, so these places follow the next ones.
	seen := s.trail[(next+1)%len(s.trail)]

	var moved bool
	if s.rule.Order == Random && s.rule.Delay == 0 {
		s.random.Shuffle(len(s.turns), func(i, j int) { s.turns[i], s.turns[j] = s.turns[j], s.turns[i] })
		copy(to, from)
		moved = s.move(to, to, to) // in place, so that players see the moves of the players before them
	} else {
		moved = s.move(from, seen, to)
	}

	s.now = next
	s.steps++
	s.quiet++ // how many steps ago a player last moved
	if moved {
		s.quiet = 0
	}
}

// move moves every player once toward the place where it wants to be, and reports whether any player moved. The players
// are in the places `from`, see the others in the places `seen`, and go to the places `to`. If `seen` and `to` are the
// same slice, each player sees the moves of the players before it.
func (s *Simulation) move(from, seen, to []Point) (moved bool) {
	speed, atDistance := s.rule.Speed, s.rule.Name == Distance
	for _, p := range s.turns {
		me, want := from[p], s.wants[p]
		aim := s.ground.aim(me, seen[want.Wonderwall], seen[want.Ninja], s.gaps[p], atDistance)
		way := Point{aim.X - me.X, aim.Y - me.Y}
		if s.ground == circle {
			way.X = shorter(way.X)
		}

		square := float64(way.X*way.X) + float64(way.Y*way.Y) // the square of the distance
		if square <= s.near {
			to[p] = me
			continue
		}

		moved = true
		if s.rule.Noise > 0 {
			to[p] = s.noisyStep(me, way, square)
			continue
		}
		if square <= speed*speed {
			to[p] = aim
			continue
		}

		share := speed / math.Sqrt(square)
		me.X += float64(way.X * share)
		me.Y += float64(way.Y * share)
		if s.ground == circle {
			me.X = wrap(me.X)
		}
		to[p] = me
	}
	return moved
}

// noisyStep returns the place that a player at the place `me` reaches in a step with noise. The vector `way`, whose
// squared length is `square`, leads to where the player wants to be. The player runs along it as far as its speed
// allows, and each coordinate is off by a random amount, at most the rule's Noise times the length of the run.
func (s *Simulation) noisyStep(me, way Point, square float64) Point {
	length := math.Sqrt(square)
	share, off := 1.0, length*s.rule.Noise
	if length > s.rule.Speed {
		share, off = s.rule.Speed/length, s.rule.Speed*s.rule.Noise
	}
	chance := s.random.Uint64() // 32 bits for each coordinate
	me.X += float64(way.X*share) + float64(off*noise(chance>>32))
	switch s.ground {
	case circle:
		me.X = wrap(me.X)
	case plane, field:
		me.Y += float64(way.Y*share) + float64(off*noise(chance))
		if s.ground == field {
			me = Point{min(max(me.X, 0), 1), min(max(me.Y, 0), 1)}
		}
	}
	return me
}

// noise maps the lowest 32 bits of a random number to a number from -1 to 1.
func noise(chance uint64) float64 { return float64(int32(uint32(chance))) / (1 << 31) }
