package png

import (
	"image"
	"image/color"
	"math"

	"enumerate/pictures/svg"
)

// stroke draws lines of a width, with butt ends and round joins.
//
// A line is a rectangle for each of its pieces and a sector of a circle at each turn, all wound the
// same way: where two of them touch their sides cancel, and where they lie over one another the
// rasterizer counts them once. They are drawn tile by tile, since between the ends of a long line
// most of the picture is empty.
func (p *painter) stroke(lines []contour, width float64, color color.Color) {
	tiles := make(map[image.Point][][]svg.Point)
	add := func(corners ...svg.Point) {
		area := bounds(corners).Intersect(p.Rect)
		for y := area.Min.Y / band; y*band < area.Max.Y; y++ {
			for x := area.Min.X / band; x*band < area.Max.X; x++ {
				tile := image.Pt(x, y)
				tiles[tile] = append(tiles[tile], corners)
			}
		}
	}
	for _, c := range lines {
		outline(c, width/2, add)
	}
	for tile, pieces := range tiles {
		corner := tile.Mul(band)
		p.cover(image.Rectangle{corner, corner.Add(image.Pt(band, band))}, pieces, color)
	}
}

// outline calls add with the rectangles and the sectors of a line, clockwise.
func outline(c contour, half float64, add func(corners ...svg.Point)) {
	points := c.ring()
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		side := from.Towards(to).QuarterTurn().Times(half)
		// In pieces no longer than a tile, so that each touches few of them.
		pieces := math.Ceil(to.Minus(from).Length() / band)
		at := from
		for piece := 1.0; piece <= pieces; piece++ {
			next := from.Plus(to.Minus(from).Times(piece / pieces))
			add(at.Minus(side), next.Minus(side), next.Plus(side), at.Plus(side))
			at = next
		}
		if i+1 < len(points) {
			turn(to, side, to.Towards(points[i+1]).QuarterTurn().Times(half), add)
		} else if c.closed {
			turn(to, side, to.Towards(points[1]).QuarterTurn().Times(half), add)
		}
	}
}

// turn adds the sector on the outer side of a turn, between the right sides of a line before and
// after it.
func turn(at, before, after svg.Point, add func(corners ...svg.Point)) {
	angle := math.Atan2(before.X*after.Y-before.Y*after.X, before.Dot(after))
	if angle > 0 { // clockwise: the left side is the outer one
		before = before.Times(-1)
	}
	from := math.Atan2(before.Y, before.X)
	add(append(arc(at, before.Length(), from+min(angle, 0), from+max(angle, 0)), at)...)
}

// ring returns the points of a contour without such as follow one at the same place, and the first
// one again at the end if it is closed.
func (c contour) ring() (points []svg.Point) {
	for _, at := range c.points {
		if len(points) == 0 || at != points[len(points)-1] {
			points = append(points, at)
		}
	}
	if c.closed && len(points) > 0 && points[0] != points[len(points)-1] {
		points = append(points, points[0])
	}
	return points
}

// dashes returns the dashes of a line.
func dashes(c contour, scale float64) (dashes []contour) {
	drawn, left := true, svg.Dash*scale // whether a dash is drawn, and how far it or the gap goes on
	var dash []svg.Point
	points := c.ring()
	for i, to := range points {
		if i > 0 {
			at := points[i-1]
			for length := to.Minus(at).Length(); length > left; length = to.Minus(at).Length() {
				at = at.Plus(at.Towards(to).Times(left))
				if drawn {
					dashes = append(dashes, contour{points: append(dash, at)})
				}
				drawn, left, dash = !drawn, svg.Gap*scale, nil
				if drawn {
					left, dash = svg.Dash*scale, []svg.Point{at}
				}
			}
			left -= to.Minus(at).Length()
		}
		if drawn {
			dash = append(dash, to)
		}
	}
	if !drawn {
		return dashes
	}
	return append(dashes, contour{points: dash})
}
