package svg

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strconv"

	"git.sr.ht/~sbinet/gg"
)

const (
	// A PNG has sharp pixels for each pixel of the picture, in both directions, unless it
	// would have more than manyPixels.
	sharp      = 2
	manyPixels = 1 << 25
	// maxPixels is the most pixels of a PNG; while it is made, each takes four bytes.
	maxPixels = 1 << 26
)

// PNG returns the picture as PNG, on white, with two pixels for each of its own in both
// directions; a picture of more than 8 million has one. It has at most 2^26. When the
// context ends, PNG returns its error.
func (c *Canvas) PNG(ctx context.Context) ([]byte, error) {
	width, height := c.Size()
	if width*height > maxPixels {
		return nil, fmt.Errorf("a PNG has at most %d pixels, this picture has %.0f x %.0f; draw it as SVG", maxPixels, width, height)
	}
	scale := 1.0
	if width*height*sharp*sharp <= manyPixels {
		scale = sharp
	}
	fonts, err := newFonts()
	if err != nil {
		return nil, err
	}
	r := raster{gg.NewContext(int(width*scale), int(height*scale)), scale, fonts}
	r.SetLineJoinRound()
	r.SetLineCapButt()
	r.SetHexColor(White)
	r.Clear()
	for _, s := range c.shapes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.shape(s)
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if r.Width()*r.Height() <= manyPixels/4 {
		encoder.CompressionLevel = png.DefaultCompression
	}
	if err := encoder.Encode(untilDone{ctx, &b}, r.Image()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// untilDone is a writer that fails once its context has ended.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}

// A raster draws shapes in pixels.
type raster struct {
	*gg.Context
	scale float64
	fonts *fonts
}

// shape draws a shape.
func (r *raster) shape(s styled) {
	switch shape := s.shape.(type) {
	case line:
		r.lines(shape.from, shape.to)
	case polyline:
		r.lines(shape...)
	case polygon:
		r.lines(shape...)
		r.ClosePath()
	case curve:
		from, leave, arrive, to := shape.from.Times(r.scale), shape.leave.Times(r.scale), shape.arrive.Times(r.scale), shape.to.Times(r.scale)
		r.MoveTo(from.X, from.Y)
		r.CubicTo(leave.X, leave.Y, arrive.X, arrive.Y, to.X, to.Y)
	case disk:
		center := shape.center.Times(r.scale)
		r.DrawCircle(center.X, center.Y, shape.radius.X*r.scale)
	case rectangle:
		r.rectangle(shape, s.style.Round)
	case chequers:
		r.chequers(shape, s.style)
		return
	case Text:
		r.text(shape)
		return
	default: // groups show nothing
		return
	}
	r.paint(s.style)
}

// lines adds lines from each point to the next one.
func (r *raster) lines(points ...Point) {
	for _, p := range points {
		p = p.Times(r.scale)
		r.LineTo(p.X, p.Y)
	}
}

func (r *raster) rectangle(q rectangle, round float64) {
	corner, size := q.corner.Times(r.scale), q.size.Times(r.scale)
	if round > 0 {
		r.DrawRoundedRectangle(corner.X, corner.Y, size.X, size.Y, round*r.scale)
	} else {
		r.DrawRectangle(corner.X, corner.Y, size.X, size.Y)
	}
}

// chequers fills the dark squares of a board one by one. As one path, as in SVG, those of
// 300 rows would take 20 seconds.
func (r *raster) chequers(q chequers, s Style) {
	dark := image.NewUniform(translucent(s.Fill, s.Opacity))
	at := func(row, column int) image.Point {
		p := q.corner.Plus(At(float64(column), float64(row)).Times(q.side)).Times(r.scale)
		return image.Pt(int(p.X+0.5), int(p.Y+0.5))
	}
	for row := range q.rows {
		for column := 1 - row%2; column < q.columns; column += 2 {
			square := image.Rectangle{Min: at(row, column), Max: at(row+1, column+1)}
			draw.Draw(r.Image().(draw.Image), square, dark, image.Point{}, draw.Over)
		}
	}
}

// paint fills what was drawn since the last time, and then its outline.
func (r *raster) paint(s Style) {
	fill := s.Fill
	if fill == "" && s.Stroke == "" {
		fill = Ink
	}
	if fill != "" {
		r.SetColor(translucent(fill, s.Opacity))
		r.FillPreserve()
	}
	if s.Stroke != "" {
		width := s.Width
		if width == 0 {
			width = 1
		}
		r.SetLineWidth(width * r.scale)
		r.SetDash()
		if s.Dashed {
			r.SetDash(dashes[0]*r.scale, dashes[1]*r.scale)
		}
		r.SetColor(translucent(s.Stroke, s.Opacity))
		r.StrokePreserve()
	}
	r.ClearPath()
}

// translucent returns a colour of the palette, such as "#0072b2", with an opacity.
func translucent(name string, opacity float64) color.Color {
	if opacity == 0 {
		opacity = 1
	}
	rgb, err := strconv.ParseUint(name[1:], 16, 24)
	if err != nil {
		panic("no colour: " + name)
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(opacity*255 + 0.5)}
}
