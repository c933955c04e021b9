package positions

import (
	"math/big"

	"enumerate/pictures/svg"
	"enumerate/solver/partizan"
)

// thermograph draws the thermograph of a value, as the books have it: the temperature goes up, and
// what is good for Left is on the left.
func thermograph(title string, g partizan.Thermograph) *svg.Canvas {
	const width, height, room = 420, 300, 36
	left, right := svg.Style{Stroke: svg.Blue, Width: 2}, svg.Style{Stroke: svg.Vermillion, Width: 2, Dashed: true}
	mast := svg.Style{Stroke: svg.Ink, Width: 2}
	c := &svg.Canvas{Title: "Thermograph of " + title}
	entry := func(text string, s svg.Style) svg.Entry {
		return svg.Mark(text, func(at svg.Point) { c.Line(at.Right(-8), at.Right(8), s) })
	}
	corner := c.Head(entry("Left wall", left), entry("Right wall", right), entry("mast: mean "+g.Mean.RatString()+", temperature "+g.Temperature.RatString(), mast)).Plus(svg.At(room, 0))

	// The ticks are where a wall bends.
	var xs, ts []*big.Rat
	most, least, top := g.Mean, g.Mean, new(big.Rat)
	for _, p := range append(append([]partizan.Point(nil), g.Left...), g.Right...) {
		xs, ts = append(xs, p.X), append(ts, p.T)
		if p.X.Cmp(most) > 0 {
			most = p.X
		}
		if p.X.Cmp(least) < 0 {
			least = p.X
		}
		if p.T.Cmp(top) > 0 {
			top = p.T
		}
	}
	share := func(x, from, to *big.Rat) float64 {
		span := new(big.Rat).Sub(to, from)
		if span.Sign() == 0 {
			return 0.5
		}
		part, _ := span.Quo(new(big.Rat).Sub(x, from), span).Float64()
		return part
	}
	place := func(x, t *big.Rat) svg.Point {
		up := 0.0 // the mast stands on the axis if there is no bend above it
		if top.Sign() > 0 {
			up = share(t, new(big.Rat), top) * 0.75
		}
		return corner.Plus(svg.At(room+share(x, most, least)*(width-2*room), (1-up)*height))
	}
	axis := svg.Style{Stroke: svg.Gray}
	c.Line(corner.Down(height), corner.Plus(svg.At(width, height)), axis)
	c.Line(corner, corner.Down(height), axis)
	for _, t := range distinct(append(ts, new(big.Rat))) {
		at := svg.At(corner.X, place(g.Mean, t).Y)
		c.Line(at, at.Right(width), svg.Style{Stroke: svg.Pale})
		c.Write(svg.Text{Text: t.RatString(), At: at.Right(-8), Anchor: "end"})
	}
	for _, x := range distinct(append(xs, g.Mean)) {
		at := place(x, new(big.Rat))
		c.Line(at, at.Down(5), axis)
		c.Write(svg.Text{Text: x.RatString(), At: at.Down(18), Anchor: "middle"})
	}
	c.Write(svg.Text{Text: "temperature", At: corner.Plus(svg.At(-room-4, height/2)), Anchor: "middle", Turn: -90})
	c.Write(svg.Text{Text: "← better for Left", At: corner.Plus(svg.At(room, height+42))})
	for _, wall := range []struct {
		points []partizan.Point
		style  svg.Style
	}{{g.Left, left}, {g.Right, right}} {
		line := []svg.Point{place(wall.points[0].X, wall.points[0].T)}
		for _, p := range wall.points[1:] {
			line = append(line, place(p.X, p.T))
		}
		// Beyond its last bend a wall goes straight up, at the mean.
		if g.Temperature.Sign() > 0 {
			line = append(line, place(g.Mean, g.Temperature))
		}
		c.Polyline(line, wall.style)
	}
	foot := new(big.Rat)
	if g.Temperature.Sign() > 0 {
		foot = g.Temperature
	}
	c.Line(place(g.Mean, foot), svg.At(place(g.Mean, foot).X, corner.Y), mast)
	return c
}

// distinct returns numbers without their repetitions.
func distinct(numbers []*big.Rat) (once []*big.Rat) {
	seen := make(map[string]bool)
	for _, x := range numbers {
		if !seen[x.RatString()] {
			seen[x.RatString()] = true
			once = append(once, x)
		}
	}
	return once
}
