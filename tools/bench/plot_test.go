//go:build unix

package bench

import (
	"fmt"
	"math"

	"enumerate/internal/svg"
)

// A series is a set of points of a plot that have the same name in the legend and the same color.
type series struct {
	name   string
	color  string
	points [][2]float64
	line   bool // whether the points are drawn as a dashed line, not as marks
}

// A plot is a picture of several series of points. Its y axis is logarithmic, with a tick for each power of ten. Its x
// axis is logarithmic too if logX is set.
type plot struct {
	title, x, y string
	logX        bool
	series      []series
}

const (
	fieldWidth  = 680
	fieldHeight = 420
)

func (p plot) canvas() *svg.Canvas {
	c := &svg.Canvas{Title: p.title}
	var legend []svg.Entry
	for _, s := range p.series {
		legend = append(legend, svg.Mark(s.name, func(at svg.Point) { s.mark(c, at) }))
	}
	corner := c.Head(legend...).Plus(svg.At(66, 0))

	scaleX := func(x float64) float64 {
		if p.logX {
			return math.Log10(x)
		}
		return x
	}
	left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range p.series {
		for _, at := range s.points {
			left, right = min(left, scaleX(at[0])), max(right, scaleX(at[0]))
			low, high = min(low, math.Log10(at[1])), max(high, math.Log10(at[1]))
		}
	}
	room := (right - left) * 0.03
	left, right, low, high = left-room, right+room, math.Floor(low), math.Ceil(high)
	place := func(x, logY float64) svg.Point {
		return corner.Plus(svg.At((x-left)/(right-left)*fieldWidth, (high-logY)/(high-low)*fieldHeight))
	}

	grid := svg.Style{Stroke: svg.Pale}
	for power := low; power <= high; power++ {
		at := place(left, power)
		c.Line(at, place(right, power), grid)
		c.Write(svg.Text{Text: ten(power), At: at.Right(-8), Anchor: "end"})
	}
	step := 1.0
	if !p.logX {
		step = 5
	}
	for x := math.Ceil(left/step) * step; x <= right; x += step {
		c.Line(place(x, high), place(x, low), grid)
		text := fmt.Sprint(x)
		if p.logX {
			text = ten(x)
		}
		c.Write(svg.Text{Text: text, At: place(x, low).Down(16), Anchor: "middle"})
	}
	c.Rectangle(corner, fieldWidth, fieldHeight, svg.Style{Stroke: svg.Gray})
	c.Write(svg.Text{Text: p.x, At: place((left+right)/2, low).Down(38), Anchor: "middle"})
	c.Write(svg.Text{Text: p.y, At: svg.At(svg.Margin+8, place(left, (low+high)/2).Y), Anchor: "middle", Turn: -90})

	for _, s := range p.series {
		var points []svg.Point
		for _, at := range s.points {
			points = append(points, place(scaleX(at[0]), math.Log10(at[1])))
		}
		if s.line {
			c.Polyline(points, svg.Style{Stroke: s.color, Dashed: true})
			continue
		}
		for _, at := range points {
			s.mark(c, at)
		}
	}
	return c
}

func (s series) mark(c *svg.Canvas, at svg.Point) {
	if s.line {
		c.Line(at.Right(-7), at.Right(7), svg.Style{Stroke: s.color, Dashed: true})
		return
	}
	c.Disk(at, 3, svg.Style{Fill: s.color})
}

// ten writes a power of ten at a tick of an axis.
func ten(power float64) string {
	if -3 <= power && power <= 4 {
		return fmt.Sprint(math.Pow(10, power))
	}
	return fmt.Sprintf("1e%.0f", power)
}
