package partizan

import "slices"

// A wall of a thermograph says where play stops if every move costs t: its points run
// from t = 0 up, the wall is straight between two of them, with slope 0 or 1 or -1 in
// t, and constant after the last one, the mast.
type wall []point

type point struct{ t, x dyadic }

// A thermograph has for Left's wall what Left gets by moving first, and for Right's what
// Left gets if Right does. The walls meet in the mast: x is the mean, t the temperature.
type thermograph [2]wall

// Mean returns the mean of v, the number that n·v differs from n times it by at most the
// temperature, for every n. Temperature returns what it costs to move in v before
// nobody wants to: 1 for ±1, 0 for an infinitesimal, -1/2^e for a number in lowest terms.
// The first time they take time once for every follower, and grow with the number of
// its options and of the corners of their walls. Both panic if a corner is out of range (see
// MaxExponent).
func (a *Arena) Mean(v Value) Value { return a.number(a.mast(v).x) }

// Temperature returns the temperature of v. See Mean.
func (a *Arena) Temperature(v Value) Value {
	if f := &a.forms[v]; f.isNumber() {
		return a.number(-one >> f.plain.number.exponent())
	}
	return a.number(a.mast(v).t)
}

func (a *Arena) mast(v Value) point {
	w := a.thermograph(v)[left]
	return w[len(w)-1]
}

func (a *Arena) thermograph(v Value) thermograph {
	if g, ok := a.thermographs[v]; ok {
		return g
	}
	a.step()
	f := a.forms[v]
	var g thermograph
	if f.isNumber() {
		w := wall{{0, f.plain.number}}
		g = thermograph{w, w}
	} else {
		// What the moves lead to, before they are paid for.
		var best [2]wall
		for side := range best {
			for i, o := range f.options[side] {
				w := a.thermograph(o)[1-side]
				if i == 0 {
					best[side] = w
				} else {
					best[side] = outer(best[side], w, sign(side))
				}
			}
		}
		g = meet(best)
	}
	a.thermographs[v] = g
	return g
}

// sign is 1 for the side that wants much and -1 for the other.
func sign(side int) dyadic { return dyadic(1 - 2*side) }

// at returns where a wall is at t >= 0.
func (w wall) at(t dyadic) dyadic {
	i := 0
	for i+1 < len(w) && w[i+1].t <= t {
		i++
	}
	x := w[i].x
	switch run := t - w[i].t; {
	case i+1 == len(w) || w[i+1].x == x:
		return x
	case w[i+1].x > x:
		return x + run
	default:
		return x - run
	}
}

// outer returns the greater of two walls at every t, or the smaller one if sign is -1. Both
// are Right's walls, with slopes 0 and 1, or both Left's, with 0 and -1: so where they
// cross, their distance shrinks by 1 for each 1 of t.
func outer(v, w wall, sign dyadic) wall {
	var result wall
	times := corners(v, w)
	for i, t := range times {
		x, y := sign*v.at(t), sign*w.at(t)
		result = append(result, point{t, sign * max(x, y)})
		if i+1 == len(times) {
			break
		}
		next := sign * (v.at(times[i+1]) - w.at(times[i+1]))
		if distance := x - y; distance > 0 && next < 0 || distance < 0 && next > 0 {
			t += distance.magnitude()
			result = append(result, point{t, v.at(t)})
		}
	}
	return result
}

// corners returns the times of the points of both walls, sorted.
func corners(v, w wall) []dyadic {
	var times []dyadic
	for _, p := range v {
		times = append(times, p.t)
	}
	for _, p := range w {
		times = append(times, p.t)
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// meet returns the thermograph of a game from what the best moves of both sides lead to:
// each pays t for its move, until neither gains by one.
func meet(best [2]wall) thermograph {
	var g thermograph
	times := corners(best[left], best[right])
	gap := func(t dyadic) dyadic { return best[left].at(t) - best[right].at(t) - 2*t }
	for i, t := range times {
		for side := range g {
			g[side] = append(g[side], point{t, best[side].at(t) - sign(side)*t})
		}
		// From here to the next corner the gap closes with a slope of 0, 1 or 2, behind
		// the last one with 2.
		here := gap(t)
		slope := dyadic(2)
		if i+1 < len(times) {
			if gap(times[i+1]) > 0 {
				continue
			}
			slope = (here - gap(times[i+1])) / (times[i+1] - t)
		}
		if here == 0 {
			return g
		}
		if here%slope != 0 {
			panic(interruption{ErrRange})
		}
		t += here / slope
		for side := range g {
			g[side] = append(g[side], point{t, best[side].at(t) - sign(side)*t})
		}
		return g
	}
	panic("partizan: the walls of a thermograph do not meet")
}
