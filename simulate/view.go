package simulate

import "math"

// View returns where the players are in a picture of the ground, until the next step: a circle is
// drawn around the middle of the unit square. What a picture shows may differ between machines
// in its last digits; places do not.
func (s *Simulation) View() []Point {
	if s.ground != circle {
		return s.Places()
	}
	view := make([]Point, len(s.wants))
	for p, at := range s.Places() {
		y, x := math.Sincos(2 * math.Pi * at.X)
		view[p] = Point{0.5 + x/2, 0.5 + y/2}
	}
	return view
}

// Drag puts a player somewhere else in the picture, at the nearest place of the ground.
// Coordinates that are not finite are taken for 0.
func (s *Simulation) Drag(player int, to Point) {
	for _, x := range []*float64{&to.X, &to.Y} {
		if math.IsNaN(*x) || math.IsInf(*x, 0) {
			*x = 0
		}
	}
	switch s.ground {
	case line:
		to.Y = 0
	case circle:
		to = Point{X: round(math.Atan2(to.Y-0.5, to.X-0.5) / (2 * math.Pi))}
	case field:
		to = Point{min(max(to.X, 0), 1), min(max(to.Y, 0), 1)}
	}
	s.trail[s.now][player] = to
	s.quiet = 0
}
