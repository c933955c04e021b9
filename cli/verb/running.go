package verb

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"time"

	"github.com/dustin/go-humanize"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
)

// A layerGauge says how far a count is: first its layers, then its shards, the pieces
// that the last one is cut into, which take about as long as each other.
type layerGauge struct {
	found, done, all uint64 // shards found, done now, and in the part
	making           enum.LayerProgress
	since            time.Time // the first shard began
}

// newLayerGauge returns the gauge of a part of which some shards are found.
func newLayerGauge(s enum.Space, part enum.Part, found uint64) *layerGauge {
	g := &layerGauge{found: found}
	for shard := range s.Shards() {
		if part.Contains(shard.ID) {
			g.all++
		}
	}
	return g
}

// left returns which share of the shards is still to be done.
func (g *layerGauge) left() float64 {
	return 1 - float64(g.found+g.done)/float64(max(g.all, 1))
}

// observe is told how far a layer is.
func (g *layerGauge) observe(p enum.LayerProgress) {
	g.making = p
	if p.Done {
		g.since, g.found, g.done = time.Now(), g.found+g.done, 0
	}
}

func (g *layerGauge) Add(enum.Result) {
	if g.since.IsZero() {
		g.since = time.Now()
	}
	g.done++
}

func (g *layerGauge) Read(now time.Time) Reading {
	r := Reading{Share: 1 - g.left()}
	if p := g.making; p.Layer > 0 && !p.Done {
		r.Words = DescribeLayer(p)
		return r
	}
	r.Words = fmt.Sprintf("shard %s of %s", rows.Count(g.found+g.done), rows.Count(g.all))
	if g.done > 0 {
		each := now.Sub(g.since).Seconds() / float64(g.done)
		r.Left = each * float64(g.all-min(g.all, g.found+g.done))
	}
	return r
}

// DescribeLayer says how far a layer is.
func DescribeLayer(p enum.LayerProgress) string {
	layer := fmt.Sprintf("layer %d of %d: ", p.Layer, p.Layers)
	if p.Merged > 0 && !p.Done {
		return fmt.Sprintf("%smerged %s of %s states from %s children, %s", layer, rows.Count(p.Merged), rows.Count(p.States), rows.Count(p.Children), p.Of)
	}
	if !p.Done {
		layer += fmt.Sprintf("%.0f%%, ", 100*p.Share)
	}
	return fmt.Sprintf("%s%s states from %s children, %s, %s states/s, %s", layer, rows.Count(p.States), rows.Count(p.Children),
		humanize.IBytes(uint64(p.Bytes)), rows.Count(uint64(float64(p.States)/max(p.Took.Seconds(), 1e-6))), p.Of)
}

// A runProgress shows how far the run of a request is.
type runProgress struct {
	request checkpoints.Request
	quiet   bool
	stderr  io.Writer
	meter   Metered     // of nothing if nothing is shown
	layers  *layerGauge // likewise, or if there are none
	shown   *Progress
}

// observer returns what is told of the run.
func (r *runProgress) observer() checkpoints.Observer {
	o := checkpoints.Observer{Begin: r.begin, Layer: r.layer, Share: r.share, Remark: r.remark}
	o.Shard = func(result enum.Result) { r.shown.Add(result) }
	o.End = func() { r.shown.Stop() }
	return o
}

// begin estimates how long it takes, and begins to show how far it is.
func (r *runProgress) begin(ctx context.Context, space enum.Space, found checkpoints.Sum) error {
	if r.quiet {
		return nil
	}
	r.meter = NewMetered(space, r.request.Part, describe)
	if err := r.meter.found(found.Tally, found.Shards); err != nil {
		return err
	}
	var g Gauge = r.meter
	left := 1 - r.meter.coverage.Amount().Share
	if r.request.Method.Layers != nil {
		r.layers = newLayerGauge(space, r.request.Part, found.Shards)
		g, left = r.layers, r.layers.left()
	}
	about, err := r.forecast(ctx, space, left)
	if err != nil {
		return err
	}
	r.shown = Show(r.stderr, r.name(), g)
	if about > 0 {
		r.shown.tell(func() { r.shown.expect(time.Now(), about) })
	}
	return nil
}

// name names the run.
func (r *runProgress) name() string {
	if part := r.request.Part; !part.Whole() {
		return fmt.Sprintf("n=%d, part %v", r.request.Size, part)
	}
	return fmt.Sprintf("n=%d", r.request.Size)
}

// forecast says in how many seconds the run will be done, if that is known and more than a
// minute, and returns it, 0 otherwise.
func (r *runProgress) forecast(ctx context.Context, space enum.Space, left float64) (about float64, err error) {
	q := r.request
	quick := big.NewInt(1e9) // so many classes take seconds
	if q.Method.Layers != nil {
		quick = big.NewInt(1e11)
	}
	if classes := space.Classes(); q.Method.Estimate == nil || left == 0 || classes != nil && classes.Cmp(quick) < 0 {
		return 0, nil
	}
	f, err := q.Method.Estimate(ctx, q.Size, 300*time.Millisecond)
	if err != nil {
		return 0, err
	}
	about = f.Seconds * left / float64(max(q.Part.Mod, 1)) / float64(min(q.Workers, runtime.GOMAXPROCS(0)))
	if about <= 60 {
		return 0, nil
	}
	r.remark(fmt.Sprintf("this will take about %s, %s", rows.Roughly(about), f.By))
	return about, nil
}

// layer shows how far a layer is. Those that took a second are worth a line.
func (r *runProgress) layer(p enum.LayerProgress) {
	if r.layers == nil {
		return
	}
	r.shown.tell(func() { r.layers.observe(p) })
	if p.Done && p.Took >= time.Second {
		r.remark(DescribeLayer(p))
	}
}

// share shows how far an only shard is.
func (r *runProgress) share(share float64) {
	if r.meter.meter != nil {
		r.shown.tell(func() { r.meter.reach(share) })
	}
}

// remark prints a line on the run.
func (r *runProgress) remark(text string) {
	if !r.quiet {
		r.shown.say(r.stderr, r.name()+": "+text)
	}
}

// describe says how fast a walk is.
func describe(p enum.Progress) string {
	switch {
	case p.ClassesPerSecond > 0:
		return rows.Rate(p.ClassesPerSecond, "classes")
	case p.GamesPerSecond > 0:
		return rows.Rate(p.GamesPerSecond, "games")
	}
	return "under way" // the tallies do not say
}
