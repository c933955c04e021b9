package svg

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
)

// fonts turns text into the glyphs of a PNG. Latin, Greek, Cyrillic and Hebrew letters are
// those of Liberation Sans, which is part of the program; others are those of the fonts of
// the machine. A character that no font has is a box.
type fonts struct {
	plain, bold *font.Face
	machine     *fontscan.FontMap // nil until a glyph is missing, or if there are no fonts
	asked       bool              // whether the machine was asked for its fonts

	segmenter shaping.Segmenter
	shaper    shaping.HarfbuzzShaper
	wrapper   shaping.LineWrapper
}

func newFonts() (*fonts, error) {
	plain, err := font.ParseTTF(bytes.NewReader(liberationsansregular.TTF))
	if err != nil {
		return nil, err
	}
	bold, err := font.ParseTTF(bytes.NewReader(liberationsansbold.TTF))
	if err != nil {
		return nil, err
	}
	return &fonts{plain: plain, bold: bold}, nil
}

// A choice of fonts is plain or bold ones.
type choice struct {
	*fonts
	bold bool
}

// ResolveFace returns a font that has a character; our own if none has.
func (c choice) ResolveFace(r rune) *font.Face {
	own := c.plain
	if c.bold {
		own = c.fonts.bold
	}
	if _, ok := own.NominalGlyph(r); ok || invisible(r) {
		return own
	}
	if !c.asked {
		c.asked, c.machine = true, fontsOfMachine()
	}
	if c.machine == nil {
		return own
	}
	query := fontscan.Query{Families: []string{"sans-serif"}}
	if c.bold {
		query.Aspect.Weight = font.WeightBold
	}
	c.machine.SetQuery(query)
	c.machine.SetScript(language.LookupScript(r))
	if face := c.machine.ResolveFace(r); face != nil {
		if _, ok := face.NominalGlyph(r); ok {
			return face
		}
	}
	return own
}

// invisible reports whether a character has no glyph of its own, or an empty one.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector)
}

// fontsOfMachine returns the fonts that are installed, or nil. Reading them takes up to a
// second, so a list of them is kept in the user's cache.
func fontsOfMachine() *fontscan.FontMap {
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "enumerate")
		err = os.MkdirAll(cache, 0o777)
	}
	if err != nil { // then the list is not kept
		if cache, err = os.MkdirTemp("", "enumerate-fonts-"); err != nil {
			return nil
		}
		defer os.RemoveAll(cache)
	}
	machine := fontscan.NewFontMap(log.New(io.Discard, "", 0))
	if machine.UseSystemFonts(cache) != nil {
		return nil
	}
	return machine
}

// shaped returns the runs of a text from left to right, and how wide they are, in a font of
// the given size in pixels.
func (f *fonts) shaped(text []rune, size float64, bold bool) (runs []shaping.Output, width float64) {
	input := shaping.Input{
		Text: text, RunEnd: len(text), Direction: di.DirectionLTR,
		Size: fixed.Int26_6(size * 64), Language: language.NewLanguage("en"),
	}
	for _, run := range f.segmenter.Split(input, choice{f, bold}) {
		runs = append(runs, f.shaper.Shape(run))
	}
	config := shaping.WrapConfig{DisableTrailingWhitespaceTrim: true}
	lines, _ := f.wrapper.WrapParagraph(config, math.MaxInt32>>6, text, shaping.NewSliceIterator(runs))
	runs = slices.Concat(lines...)
	slices.SortStableFunc(runs, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
	for _, run := range runs {
		width += pixels(run.Advance)
	}
	return runs, width
}

func pixels(x fixed.Int26_6) float64 { return float64(x) / 64 }

// text writes a line of text.
func (r *raster) text(t Text) {
	text := []rune(t.Text)
	runs, width := r.fonts.shaped(text, t.size()*r.scale, t.Bold)
	along, across := t.axes()
	pen := t.baseline().Times(r.scale)
	pen = pen.Minus(along.Times(width * map[string]float64{"middle": 0.5, "end": 1}[t.Anchor]))
	for _, run := range runs {
		for _, g := range run.Glyphs {
			at := pen.Plus(along.Times(pixels(g.XOffset))).Minus(across.Times(pixels(g.YOffset)))
			if !r.glyph(run, g, glyphAxes{at, along, across}) && !invisible(text[g.TextIndex()]) {
				r.box(glyphAxes{at, along, across}, pixels(g.Advance), pixels(run.Size))
			}
			pen = pen.Plus(along.Times(pixels(g.Advance)))
		}
	}
	color := t.Color
	if color == "" {
		color = Ink
	}
	r.paint(Style{Fill: color})
}

// glyphAxes say where a glyph stands: its origin, and the ways of length 1 along the text
// and across it, downwards.
type glyphAxes struct{ origin, along, across Point }

// at returns the place of a point of the glyph, y upwards.
func (a glyphAxes) at(x, y float64) Point {
	return a.origin.Plus(a.along.Times(x)).Minus(a.across.Times(y))
}

// glyph adds the outline of a glyph to the path, or draws its image. It reports false if
// the font has neither.
func (r *raster) glyph(run shaping.Output, g shaping.Glyph, axes glyphAxes) bool {
	if g.GlyphID == 0 {
		return false // the glyph of characters that the font does not have
	}
	if b, ok := run.Face.GlyphData(g.GlyphID).(font.GlyphBitmap); ok && b.Format == font.PNG {
		if picture, err := png.Decode(bytes.NewReader(b.Data)); err == nil {
			r.image(picture, g, axes)
			return true
		}
	}
	outline, ok := run.Face.GlyphDataOutline(g.GlyphID)
	if !ok || len(outline.Segments) == 0 {
		return false
	}
	unit := pixels(run.Size) / float64(run.Face.Upem())
	for _, s := range outline.Segments {
		var p [3]Point
		for i, arg := range s.Args {
			p[i] = axes.at(float64(arg.X)*unit, float64(arg.Y)*unit)
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(p[0].X, p[0].Y)
		case opentype.SegmentOpLineTo:
			r.LineTo(p[0].X, p[0].Y)
		case opentype.SegmentOpQuadTo:
			r.QuadraticTo(p[0].X, p[0].Y, p[1].X, p[1].Y)
		case opentype.SegmentOpCubeTo:
			r.CubicTo(p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y)
		}
	}
	r.ClosePath()
	return true
}

// image draws the image of a glyph, such as an emoji, into its bounds.
func (r *raster) image(picture image.Image, g shaping.Glyph, axes glyphAxes) {
	bounds := picture.Bounds()
	corner := axes.at(pixels(g.XBearing), pixels(g.YBearing))
	right := axes.along.Times(pixels(g.Width) / float64(bounds.Dx()))
	down := axes.across.Times(-pixels(g.Height) / float64(bounds.Dy()))
	matrix := f64.Aff3{right.X, down.X, corner.X, right.Y, down.Y, corner.Y}
	draw.ApproxBiLinear.Transform(r.Image().(draw.Image), matrix, picture, bounds, draw.Over, nil)
}

// box adds a box to the path in place of a glyph that is missing.
func (r *raster) box(axes glyphAxes, advance, size float64) {
	left, right, top, thick := 0.08*size, max(advance, 0.5*size)-0.08*size, 0.72*size, 0.06*size
	outer := []Point{axes.at(left, 0), axes.at(right, 0), axes.at(right, top), axes.at(left, top)}
	inner := []Point{axes.at(left+thick, thick), axes.at(left+thick, top-thick), axes.at(right-thick, top-thick), axes.at(right-thick, thick)}
	for _, corners := range [][]Point{outer, inner} {
		r.NewSubPath()
		for _, p := range corners {
			r.LineTo(p.X, p.Y)
		}
		r.ClosePath()
	}
}
