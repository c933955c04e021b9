package estimate

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Curve is proportions by size: sampled ones with their intervals, exact and
// published ones beside them. The same curve is drawn in the same bytes.
type Curve struct {
	Title     string
	Y         string // what the proportions are of
	Sampled   []Sample
	Exact     []Exact
	Published []Published
}

// CurveFormat returns the format of a file that a curve is to be drawn in, "svg" or
// "png", by its extension.
func CurveFormat(path string) (string, error) {
	switch extension := strings.ToLower(filepath.Ext(path)); extension {
	case ".svg", ".png":
		return extension[1:], nil
	}
	return "", fmt.Errorf("%q is no name for a plot: want one that ends in .svg or .png", path)
}

// The size of a plot, and how many pixels an inch of a PNG has.
const (
	curveWidth  = 8 * vg.Inch
	curveHeight = 5 * vg.Inch
	curveDPI    = 192
)

// Draw writes the curve, of at least one figure, in a format of CurveFormat.
func (c Curve) Draw(w io.Writer, format string) error {
	if len(c.Sampled)+len(c.Exact)+len(c.Published) == 0 {
		return errors.New("there is nothing to draw")
	}
	var canvas vg.CanvasWriterTo
	if format == "svg" {
		canvas = vgsvg.New(curveWidth, curveHeight)
	} else {
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(curveWidth, curveHeight), vgimg.UseDPI(curveDPI))}
	}
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	_, err := canvas.WriteTo(w)
	return err
}

// draw draws the curve on a canvas.
func (c Curve) draw(canvas draw.Canvas) error {
	p := plot.New()
	p.X.Label.Text = "size n"
	p.Y.Label.Text = c.Y
	p.X.Label.Padding, p.Y.Label.Padding = vg.Points(4), vg.Points(4)

	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	legends, err := c.addSeries(p)
	if err != nil {
		return err
	}
	// Room at either end, so that no mark is on the frame.
	margin := max((p.X.Max-p.X.Min)*0.02, 0.5)
	p.X.Tick.Marker = sizeTicks(p.X.Min, p.X.Max)
	p.X.Min, p.X.Max = p.X.Min-margin, p.X.Max+margin
	p.Y.Tick.Marker = shareTicks()
	p.Y.Min, p.Y.Max = -0.02, 1.02

	// The title and the legend have a strip of their own above the plot, where no
	// curve can meet them.
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Path())
	canvas = draw.Crop(canvas, vg.Points(8), -vg.Points(14), vg.Points(8), -vg.Points(10))
	title := p.Title.TextStyle
	title.XAlign = draw.XLeft
	left := canvas.Min.X + vg.Points(42)
	canvas.FillText(title, vg.Point{X: left, Y: canvas.Max.Y}, c.Title)
	strip := draw.Crop(canvas, vg.Points(42), 0, 0, -title.Rectangle(c.Title).Size().Y-vg.Points(10))
	for _, legend := range legends {
		legend.Top, legend.Left, legend.ThumbnailWidth = true, true, vg.Points(16)
		legend.Draw(strip)
		strip.Min.X += legend.Rectangle(strip).Size().X + vg.Points(18)
	}
	p.Draw(draw.Crop(canvas, 0, 0, 0, strip.Max.Y-canvas.Max.Y-vg.Points(22)))
	return nil
}

// addSeries adds what there is to a plot, and returns a legend of one entry for each
// series. Exact marks come last, on top of all others. The colours are some that
// those who do not see all colours can tell apart (Okabe and Ito).
func (c Curve) addSeries(p *plot.Plot) ([]plot.Legend, error) {
	blue, vermillion := color.RGBA{R: 0, G: 114, B: 178, A: 255}, color.RGBA{R: 213, G: 94, B: 0, A: 255}
	var legends []plot.Legend
	add := func(name string, points plotter.XYer, style draw.GlyphStyle, thumbs ...plot.Thumbnailer) error {
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		marks.GlyphStyle = style
		p.Add(marks)
		legend := plot.NewLegend()
		legend.Add(name, append(thumbs, marks)...)
		legends = append(legends, legend)
		return nil
	}
	if len(c.Published) > 0 {
		points := make(plotter.XYs, len(c.Published))
		for i, f := range c.Published {
			points[i] = plotter.XY{X: float64(f.Size), Y: f.Proportion}
		}
		if err := add("published", points, draw.GlyphStyle{Color: color.Gray{70}, Radius: vg.Points(2.6), Shape: draw.CrossGlyph{}}); err != nil {
			return nil, err
		}
	}
	if len(c.Sampled) > 0 {
		var points intervals
		for _, s := range c.Sampled {
			points.add(s)
		}
		bars, err := plotter.NewYErrorBars(points)
		if err != nil {
			return nil, err
		}
		bars.Color, bars.Width, bars.CapWidth = blue, vg.Points(0.8), vg.Points(4)
		p.Add(bars)
		name := fmt.Sprintf("sampled, with %.0f%% intervals", 100*Confidence)
		if err := add(name, points, draw.GlyphStyle{Color: blue, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}, barThumb{bars}); err != nil {
			return nil, err
		}
	}
	if len(c.Exact) > 0 {
		points := make(plotter.XYs, len(c.Exact))
		for i, e := range c.Exact {
			points[i] = plotter.XY{X: float64(e.Size), Y: e.Proportion}
		}
		if err := add("exact", points, draw.GlyphStyle{Color: vermillion, Radius: vg.Points(4.5), Shape: draw.RingGlyph{}}); err != nil {
			return nil, err
		}
	}
	return legends, nil
}

// intervals are sampled points with what is below and above them.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

func (i *intervals) add(s Sample) {
	y := s.Proportion()
	low, high := Wilson(s.Successes, s.Trials)
	i.XYs = append(i.XYs, plotter.XY{X: float64(s.Size), Y: y})
	i.YErrors = append(i.YErrors, struct{ Low, High float64 }{y - low, high - y})
}

// A barThumb draws an error bar into a legend.
type barThumb struct{ bars *plotter.YErrorBars }

func (b barThumb) Thumbnail(c *draw.Canvas) {
	x, cap := c.Center().X, b.bars.CapWidth/2
	c.StrokeLine2(b.bars.LineStyle, x, c.Min.Y, x, c.Max.Y)
	for _, y := range []vg.Length{c.Min.Y, c.Max.Y} {
		c.StrokeLine2(b.bars.LineStyle, x-cap, y, x+cap, y)
	}
}

// sizeTicks marks whole sizes: every one, second or fifth of a power of ten, so that
// there are at most a dozen.
func sizeTicks(first, last float64) plot.ConstantTicks {
	step, next := 1.0, []float64{2, 2.5, 2}
	for i := 0; (last-first)/step > 11; i++ {
		step *= next[i%len(next)]
	}
	var ticks plot.ConstantTicks
	for n := int(first / step); float64(n)*step <= last; n++ {
		if size := float64(n) * step; size >= first {
			ticks = append(ticks, plot.Tick{Value: size, Label: strconv.FormatFloat(size, 'f', -1, 64)})
		}
	}
	return ticks
}

// shareTicks marks tenths, and names every other one.
func shareTicks() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for tenth := range 11 {
		tick := plot.Tick{Value: float64(tenth) / 10}
		if tenth%2 == 0 {
			tick.Label = strconv.FormatFloat(tick.Value, 'f', 1, 64)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
