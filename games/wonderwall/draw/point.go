package draw

import "math"

// A point is a place on a canvas, or the way from one to another.
type point struct{ x, y float64 }

func (p point) plus(q point) point           { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point          { return point{p.x - q.x, p.y - q.y} }
func (p point) times(factor float64) point   { return point{p.x * factor, p.y * factor} }
func (p point) length() float64              { return math.Hypot(p.x, p.y) }
func (p point) towards(q point) point        { return q.minus(p).times(1 / q.minus(p).length()) }
func (p point) quarterTurn() point           { return point{-p.y, p.x} } // clockwise, as y goes down
func (p point) right(distance float64) point { return point{p.x + distance, p.y} }
func (p point) down(distance float64) point  { return point{p.x, p.y + distance} }
func (p point) String() string               { return number(p.x) + "," + number(p.y) }
