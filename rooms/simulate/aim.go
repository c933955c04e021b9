package simulate

import "math"

// A ground is where players can be.
type ground int

const (
	plane ground = iota
	line
	circle
	field
)

var grounds = map[string]ground{Plane: plane, Line: line, Circle: circle, Field: field}

// aim returns the place to which a player at the place `me` wants to go, when it sees its wonderwall and its ninja at
// these places. The result is on the player's safe ray, where the wonderwall is between the player and the ninja: the
// nearest place of the ray or, if `exactly` is true, its beginning, a gap behind the wonderwall. If the wonderwall and
// the ninja are in the same place, there is no ray, and the player stays.
func (g ground) aim(me, wonderwall, ninja Point, gap float64, exactly bool) Point {
	switch g {
	case line:
		return aimOnLine(me, wonderwall, ninja, gap, exactly)
	case circle:
		return aimOnCircle(me, wonderwall, ninja, gap, exactly)
	}

	// On the plane and on a field (the unit square, with a fence around it), the vector v = (x, y) leads from the ninja
	// to the wonderwall. The safe ray begins at the distance `gap` behind the wonderwall: it has the places wonderwall
	// + t·v for t ≥ gap/|v|. The place of its line that is nearest to the player has t = (me - wonderwall)·v / |v|².
	x, y := wonderwall.X-ninja.X, wonderwall.Y-ninja.Y
	square := float64(x*x) + float64(y*y)
	if square == 0 {
		return me
	}
	length := math.Sqrt(square)

	// abreast is (me - wonderwall)·v, at least gap·|v|.
	abreast := float64((me.X-wonderwall.X)*x) + float64((me.Y-wonderwall.Y)*y)
	if exactly || abreast < gap*length {
		abreast = gap * length
	}
	at := abreast / square
	if g == field {
		return insideFence(wonderwall, x, y, at, gap/length)
	}
	return Point{wonderwall.X + float64(at*x), wonderwall.Y + float64(at*y)}
}

// insideFence returns the place to which a player runs on a field with a fence. The player's safe ray, where its
// wonderwall is between it and its ninja, has the places wonderwall + t·(x, y) with t ≥ `begin`. The player wants to be
// at t = `at`. If this place is outside, the player runs to where the ray meets the fence or, if the whole ray is
// outside, to the place in the field nearest to its beginning.
func insideFence(wonderwall Point, x, y, at, begin float64) Point {
	at = max(begin, min(at, reach(wonderwall.X, x), reach(wonderwall.Y, y)))
	return Point{min(max(wonderwall.X+float64(at*x), 0), 1), min(max(wonderwall.Y+float64(at*y), 0), 1)}
}

// reach returns how many steps of the length `step`, which may be negative, lead from a coordinate to the fence at 0
// and 1.
func reach(from, step float64) float64 {
	switch {
	case step > 0:
		return (1 - from) / step
	case step < 0:
		return from / -step
	}
	return math.Inf(1)
}

// aimOnLine returns where a player on a line wants to be (see aim). The safe ray, where the wonderwall is between the
// player and the ninja, begins at the distance `gap` behind the wonderwall. If `exactly` is true, the player wants to
// be at this beginning; otherwise any place of the ray will do, and it wants the nearest.
func aimOnLine(me, wonderwall, ninja Point, gap float64, exactly bool) Point {
	switch {
	case wonderwall.X > ninja.X:
		if begin := wonderwall.X + gap; exactly || me.X < begin {
			return Point{X: begin}
		}
	case wonderwall.X < ninja.X:
		if begin := wonderwall.X - gap; exactly || me.X > begin {
			return Point{X: begin}
		}
	}
	return me // on the safe ray, or there is none because the wonderwall and the ninja are in the same place
}

// aimOnCircle returns where a player on a circle of length 1 wants to be (see aim). On a circle, the wonderwall is
// between the player and the ninja if it is on the shorter way. So the player's safe ray, the places where this holds,
// is the arc from a gap behind the wonderwall to the place opposite the ninja. If the wonderwall is nearly opposite the
// ninja, the gap is reduced to the remaining room. If `exactly` is true, the player wants to be at the beginning of the
// arc; otherwise it wants the nearest place of the arc.
func aimOnCircle(me, wonderwall, ninja Point, gap float64, exactly bool) Point {
	way := shorter(wonderwall.X - ninja.X)
	if way == 0 { // they are in the same place, so nothing is behind the wonderwall
		return me
	}

	// Measure places as distances from the wonderwall, away from the ninja. The safe ray leads from `begin` to `room`.
	side := 1.0 // the direction away from the ninja
	if way < 0 {
		side = -1
	}
	room := 0.5 - float64(side*way)                      // the place opposite the ninja
	behind := float64(side * shorter(me.X-wonderwall.X)) // the place of the player, from -1/2 to 1/2
	begin := min(gap, room)

	at := begin
	if !exactly {
		if begin <= behind && behind <= room { // the player is on its safe ray
			return me
		}
		// Around the circle in the other direction, the end of the ray may be nearer than its beginning.
		if math.Abs(shorter(behind-begin)) > math.Abs(shorter(behind-room)) {
			at = room
		}
	}
	return Point{X: wrap(wonderwall.X + float64(side*at))}
}

// shorter returns the shorter way between two places on a circle of length 1 whose coordinates differ by x: x or x ± 1,
// for x from -1 to 1.
func shorter(x float64) float64 {
	switch {
	case x >= 0.5:
		return x - 1
	case x < -0.5:
		return x + 1
	}
	return x
}

// wrap returns the place, from 0 to 1, that a coordinate from -1 to 2 denotes on a circle of length 1.
func wrap(x float64) float64 {
	if x < 0 {
		x++
	}
	if x >= 1 {
		x--
	}
	return x
}

func (g ground) squaredDistance(a, b Point) float64 {
	x, y := b.X-a.X, b.Y-a.Y
	if g == circle {
		x = shorter(x)
	}
	return float64(x*x) + float64(y*y)
}
