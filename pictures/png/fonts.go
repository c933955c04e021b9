package png

import (
	"bytes"
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
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
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
