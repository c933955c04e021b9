package cli

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
)

// A gauge says how far something is.
type gauge interface {
	// add is told of every finished shard.
	add(enum.Result)
	read(now time.Time) reading
}

// A reading is what a gauge says.
type reading struct {
	share float64 // that is done, 0 to 1
	words string  // the rest
	left  float64 // seconds, by the pace so far; 0 if that is not known yet
}

func (r reading) String() string {
	if r.left > 0 {
		return r.words + ", " + rows.Roughly(r.left) + " left"
	}
	return r.words
}

// A metered gauge reads a meter.
type metered struct {
	coverage *enum.Coverage
	meter    *enum.Meter
	describe func(enum.Progress) string
}

// newMetered returns the gauge of a part of which nothing is done.
func newMetered(s enum.Space, part enum.Part, describe func(enum.Progress) string) metered {
	m := metered{enum.NewCoverage(s, part), new(enum.Meter), describe}
	m.see()
	return m
}

// found is told what an earlier run has left.
func (m metered) found(t *enum.Tally, shards uint64) error {
	err := m.coverage.Add(t, shards)
	m.restart()
	return err
}

func (m metered) add(r enum.Result) {
	_ = m.coverage.Add(r.Tally, 1) // a tally that is wrong is found when it is proved
	m.see()
}

// reach is told which share of an only shard is done. The first is what an earlier run has left.
func (m metered) reach(share float64) {
	before := m.coverage.Amount().Share
	if m.coverage.Reach(share); before == 0 {
		m.restart()
	}
	m.see()
}

func (m metered) see() { m.meter.See(time.Now(), m.coverage.Amount()) }

// restart measures the pace from now on.
func (m metered) restart() {
	*m.meter = enum.Meter{}
	m.see()
}

func (m metered) read(now time.Time) reading {
	p := m.meter.Progress(now)
	return reading{p.Share, m.describe(p), p.SecondsLeft}
}

// A progress shows how far a walk, a count or a sample is: a bar on a terminal, a
// line every ten seconds elsewhere.
type progress struct {
	mu     sync.Mutex
	name   string // of what is under way
	gauge  gauge
	clear  func() // cleans the terminal
	hidden bool   // nothing is shown for now
	// What was said last of when it will be done, zero if nothing was.
	expected time.Time
	done     chan struct{}
	ended    sync.WaitGroup
}

// quietProgress shows nothing.
var quietProgress = (*progress)(nil)

// barSteps is the length of the bar: the share of what there is to cover, scaled,
// since that need not fit into any machine integer.
const barSteps = 10000

// show begins to show what a gauge says.
func show(stderr io.Writer, name string, g gauge) *progress {
	p := &progress{name: name, gauge: g, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(now time.Time, r reading) {
		fmt.Fprintf(stderr, "%s %s: %.1f%%, %v\n", now.Format(time.DateTime), p.name, 100*r.share, r)
	}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		barWidth := min(max(rows.ScreenWidth(file)-80, 8), 30)
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(_ time.Time, r reading) {
			bar.Describe(fitting(rows.ScreenWidth(file)-barWidth, p.name+": "+r.String()))
			_ = bar.Set(int(r.share * (barSteps - 1))) // a bar that cannot be drawn is no reason to stop
		}
		p.clear = func() { _ = bar.Clear() }
	}
	p.ended.Go(func() {
		defer p.clear()
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				p.mu.Lock()
				if !p.hidden {
					r := p.gauge.read(now)
					if line := p.correction(now, r.left); line != "" {
						p.clear()
						fmt.Fprintf(stderr, "%s: %s\n", p.name, line)
					}
					show(now, r)
				}
				p.mu.Unlock()
			case <-p.done:
				return
			}
		}
	})
	return p
}

// expect is told in how many seconds the work was said to be done.
func (p *progress) expect(now time.Time, seconds float64) {
	if seconds < 1e9 { // a time.Duration has 292 years
		p.expected = now.Add(time.Duration(seconds * float64(time.Second)))
	}
}

// correction returns what to say once the pace so far says something else than what was
// said last: half as much again, or as much less, and a minute at least.
func (p *progress) correction(now time.Time, left float64) string {
	if p.expected.IsZero() || left == 0 {
		return ""
	}
	said := max(p.expected.Sub(now).Seconds(), 0)
	if max(left, said) < 1.5*min(left, said) || max(left, said)-min(left, said) < 60 {
		return ""
	}
	p.expect(now, left)
	return fmt.Sprintf("the forecast is corrected by the pace so far: about %s left", rows.Roughly(left))
}

// fitting cuts a text so that it fits on one line of a terminal beside a bar, which leaves so
// much room: a longer one would leave its beginning behind whenever it is drawn again.
func fitting(room int, text string) string {
	const beside = 18 // the ends of the bar, percent, and spaces
	if most := max(room-beside, 8); len(text) > most {
		return text[:most-1] + "…"
	}
	return text
}

// add is told of every finished shard.
func (p *progress) add(r enum.Result) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gauge.add(r)
}

// say prints a line that stays.
func (p *progress) say(stderr io.Writer, line string) {
	if p == nil {
		fmt.Fprintln(stderr, line)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintln(stderr, line)
}

// tell lets a gauge be told something else than shards.
func (p *progress) tell(told func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	told()
}

// hide leaves the terminal clean for what is printed now, until turn.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = true
	p.clear()
}

// turn shows something else from now on.
func (p *progress) turn(name string, g gauge) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.gauge, p.hidden = name, g, false
}

// stop ends the show and leaves the terminal clean.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.done)
	p.ended.Wait()
}

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

func (g *layerGauge) add(enum.Result) {
	if g.since.IsZero() {
		g.since = time.Now()
	}
	g.done++
}

func (g *layerGauge) read(now time.Time) reading {
	r := reading{share: 1 - g.left()}
	if p := g.making; p.Layer > 0 && !p.Done {
		r.words = describeLayer(p)
		return r
	}
	r.words = fmt.Sprintf("shard %s of %s", rows.Count(g.found+g.done), rows.Count(g.all))
	if g.done > 0 {
		each := now.Sub(g.since).Seconds() / float64(g.done)
		r.left = each * float64(g.all-min(g.all, g.found+g.done))
	}
	return r
}

// describeLayer says how far a layer is.
func describeLayer(p enum.LayerProgress) string {
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
	meter   metered     // of nothing if nothing is shown
	layers  *layerGauge // likewise, or if there are none
	shown   *progress
}

// observer returns what is told of the run.
func (r *runProgress) observer() checkpoints.Observer {
	o := checkpoints.Observer{Begin: r.begin, Layer: r.layer, Share: r.share, Remark: r.remark}
	o.Shard = func(result enum.Result) { r.shown.add(result) }
	o.End = func() { r.shown.stop() }
	return o
}

// begin estimates how long it takes, and begins to show how far it is.
func (r *runProgress) begin(ctx context.Context, space enum.Space, found checkpoints.Sum) error {
	if r.quiet {
		return nil
	}
	r.meter = newMetered(space, r.request.Part, describe)
	if err := r.meter.found(found.Tally, found.Shards); err != nil {
		return err
	}
	var g gauge = r.meter
	left := 1 - r.meter.coverage.Amount().Share
	if r.request.Method.Layers != nil {
		r.layers = newLayerGauge(space, r.request.Part, found.Shards)
		g, left = r.layers, r.layers.left()
	}
	about, err := r.forecast(ctx, space, left)
	if err != nil {
		return err
	}
	r.shown = show(r.stderr, r.name(), g)
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
		r.remark(describeLayer(p))
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

// describeSample says how fast a sample is drawn.
func describeSample(p enum.Progress) string { return rows.Rate(p.GamesPerSecond, "games") }
