package png

import (
	"bytes"
	"image"
	"image/png"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"enumerate/pictures/svg"
)

// text writes a line of text.
func (p *painter) text(t svg.Text) {
	text := []rune(t.Text)
	runs, width := p.fonts.shaped(text, t.Em()*p.scale, t.Bold)
	along, across := t.Axes()
	pen := t.Baseline().Times(p.scale).Minus(along.Times(width * t.Before()))
	var outlines []contour
	for _, run := range runs {
		for _, g := range run.Glyphs {
			axes := glyphAxes{pen.Plus(along.Times(pixels(g.XOffset))).Minus(across.Times(pixels(g.YOffset))), along, across}
			outline, ok := p.glyph(run, g, axes)
			if !ok && !invisible(text[g.TextIndex()]) {
				outline = box(axes, pixels(g.Advance), pixels(run.Size))
			}
			outlines = append(outlines, outline...)
			pen = pen.Plus(along.Times(pixels(g.Advance)))
		}
	}
	color := t.Color
	if color == "" {
		color = svg.Ink
	}
	p.fill(outlines, translucent(color, 1))
}

// glyphAxes say where a glyph stands: its origin, and the ways of length 1 along the text
// and across it, downwards.
type glyphAxes struct{ origin, along, across svg.Point }

// at returns the place of a point of the glyph, y upwards.
func (a glyphAxes) at(x, y float64) svg.Point {
	return a.origin.Plus(a.along.Times(x)).Minus(a.across.Times(y))
}

// glyph returns the outline of a glyph, or draws its image. It reports false if the font has
// neither.
func (p *painter) glyph(run shaping.Output, g shaping.Glyph, axes glyphAxes) (outlines []contour, ok bool) {
	if g.GlyphID == 0 {
		return nil, false // the glyph of characters that the font does not have
	}
	if b, ok := run.Face.GlyphData(g.GlyphID).(font.GlyphBitmap); ok && b.Format == font.PNG {
		if picture, err := png.Decode(bytes.NewReader(b.Data)); err == nil {
			p.image(picture, g, axes)
			return nil, true
		}
	}
	outline, ok := run.Face.GlyphDataOutline(g.GlyphID)
	unit := pixels(run.Size) / float64(run.Face.Upem())
	var points []svg.Point // of the contour so far
	for _, s := range outline.Segments {
		var to []svg.Point
		for _, arg := range s.ArgsSlice() {
			to = append(to, axes.at(float64(arg.X)*unit, float64(arg.Y)*unit))
		}
		if s.Op == opentype.SegmentOpMoveTo {
			outlines = append(outlines, contour{points, true})
			points = to
			continue
		}
		points = append(points, bezier(append(points[len(points)-1:], to...))[1:]...)
	}
	return append(outlines, contour{points, true}), ok && len(outline.Segments) > 0
}

// image draws the image of a glyph, such as an emoji, into its bounds.
func (p *painter) image(picture image.Image, g shaping.Glyph, axes glyphAxes) {
	bounds := picture.Bounds()
	corner := axes.at(pixels(g.XBearing), pixels(g.YBearing))
	right := axes.along.Times(pixels(g.Width) / float64(bounds.Dx()))
	down := axes.across.Times(-pixels(g.Height) / float64(bounds.Dy()))
	matrix := f64.Aff3{right.X, down.X, corner.X, right.Y, down.Y, corner.Y}
	draw.ApproxBiLinear.Transform(p.RGBA, matrix, picture, bounds, draw.Over, nil)
}

// box returns a box in place of a glyph that is missing.
func box(axes glyphAxes, advance, size float64) []contour {
	left, right, top, thick := 0.08*size, max(advance, 0.5*size)-0.08*size, 0.72*size, 0.06*size
	return []contour{
		{[]svg.Point{axes.at(left, 0), axes.at(right, 0), axes.at(right, top), axes.at(left, top)}, true},
		{[]svg.Point{axes.at(left+thick, thick), axes.at(left+thick, top-thick), axes.at(right-thick, top-thick), axes.at(right-thick, thick)}, true},
	}
}
