// Package png writes the pictures of package svg as PNG, on white, with the colours of light
// pages.
//
//	c := &svg.Canvas{Title: "A player"}
//	c.Disk(svg.At(30, 30), 5, svg.Style{})
//	err := png.Encode(ctx, w, c)
//
// The same canvas gives the same bytes on a machine with the same fonts. The files: png.go (how
// large, and how long), shapes.go (from shapes to contours), stroke.go (from lines to areas),
// text.go (the contours of text), fonts.go (which font has a character).
package png

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"

	"enumerate/pictures/svg"
)

const (
	// A PNG has sharp pixels for each pixel of the picture, in both directions, unless it
	// would have more than manyPixels.
	sharp      = 2
	manyPixels = 1 << 25
	// maxPixels is the most pixels of a PNG; while it is made, each takes four bytes.
	maxPixels = 1 << 26
)

// Encode writes the picture with two pixels for each of its own in both directions; a picture of
// more than 8 million has one. It has at most 2^26. Encode writes nothing if the picture is too
// large, or if the context ends first.
func Encode(ctx context.Context, w io.Writer, c *svg.Canvas) error {
	width, height := c.Size()
	if width*height > maxPixels {
		return fmt.Errorf("a PNG has at most %d pixels, this picture has %.0f x %.0f; draw it as SVG", maxPixels, width, height)
	}
	scale := 1.0
	if width*height*sharp*sharp <= manyPixels {
		scale = sharp
	}
	p, err := newPainter(int(width*scale), int(height*scale), scale)
	if err != nil {
		return err
	}
	for shape, style := range c.Shapes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.shape(shape, style)
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if len(p.Pix)/4 <= manyPixels/4 {
		encoder.CompressionLevel = png.DefaultCompression
	}
	if err := encoder.Encode(untilDone{ctx, &b}, p.RGBA); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
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
