package verb

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"enumerate/enum"
	"enumerate/internal/rows"
)

// A Gauge says how far something is, by the meter that a server and a page have too.
type Gauge struct {
	meter    enum.Meter
	coverage *enum.Coverage // nil if all shards are worth the same
	done, of uint64         // shards then
	describe func(enum.Progress) string
}

// NewGauge returns the gauge of a part of which nothing is done.
func NewGauge(s enum.Space, part enum.Part, describe func(enum.Progress) string) *Gauge {
	g := &Gauge{coverage: enum.NewCoverage(s, part), describe: describe}
	g.restart()
	return g
}

// NewShardGauge returns the gauge of a number of shards that are done again.
func NewShardGauge(of uint64) *Gauge {
	g := &Gauge{of: of, describe: func(p enum.Progress) string {
		return fmt.Sprintf("%s of %s shards", rows.Count(p.Shards), rows.Count(of))
	}}
	g.restart()
	return g
}

func (g *Gauge) amount() enum.Amount {
	if g.coverage == nil {
		return enum.Amount{Share: float64(g.done) / float64(g.of), Shards: g.done}
	}
	return g.coverage.Amount()
}

// found is told what an earlier run has left.
func (g *Gauge) found(t *enum.Tally, shards uint64) error {
	err := g.coverage.Add(t, shards)
	g.restart()
	return err
}

// add is told of every finished shard.
func (g *Gauge) add(r enum.Result) {
	if g.done++; g.coverage != nil {
		_ = g.coverage.Add(r.Tally, 1) // a tally that is wrong is found when it is proved
	}
	g.meter.See(time.Now(), g.amount())
}

// reach is told which share of an only shard is done. The first is what an earlier run has left.
func (g *Gauge) reach(share float64) {
	before := g.amount().Share
	if g.coverage.Reach(share); before == 0 {
		g.restart()
	}
	g.meter.See(time.Now(), g.amount())
}

// restart measures the pace from now on.
func (g *Gauge) restart() {
	g.meter = enum.Meter{}
	g.meter.See(time.Now(), g.amount())
}

// read returns the share that is done, in how many seconds all is, 0 if that is not known yet,
// and what there is to say.
func (g *Gauge) read(now time.Time) (share, left float64, words string) {
	p := g.meter.Progress(now)
	words = g.describe(p)
	if p.SecondsLeft > 0 {
		words += ", " + rows.Roughly(p.SecondsLeft) + " left"
	}
	return p.Share, p.SecondsLeft, words
}

// A Progress shows how far a walk, a count or a sample is: a bar on a terminal, a
// line every ten seconds elsewhere.
type Progress struct {
	mu     sync.Mutex
	name   string // of what is under way
	gauge  *Gauge
	clear  func() // cleans the terminal
	hidden bool   // nothing is shown for now
	// What was said last of when it will be done, zero if nothing was.
	expected time.Time
	done     chan struct{}
	ended    sync.WaitGroup
}

// QuietProgress shows nothing.
var QuietProgress = (*Progress)(nil)

// barSteps is the length of the bar: the share of what there is to cover, scaled,
// since that need not fit into any machine integer.
const barSteps = 10000

// Show begins to show what a gauge says.
func Show(stderr io.Writer, name string, g *Gauge) *Progress {
	p := &Progress{name: name, gauge: g, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(now time.Time, share float64, words string) {
		fmt.Fprintf(stderr, "%s %s: %s%%, %s\n", now.Format(time.DateTime), p.name, rows.Percent(share), words)
	}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		barWidth := min(max(rows.ScreenWidth(file)-80, 8), 30)
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(_ time.Time, share float64, words string) {
			bar.Describe(fitting(rows.ScreenWidth(file)-barWidth, p.name+": "+words))
			_ = bar.Set(int(share * (barSteps - 1))) // a bar that cannot be drawn is no reason to stop
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
					share, left, words := p.gauge.read(now)
					if line := p.correction(now, left); line != "" {
						p.clear()
						fmt.Fprintf(stderr, "%s: %s\n", p.name, line)
					}
					show(now, share, words)
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
func (p *Progress) expect(now time.Time, seconds float64) {
	if seconds < 1e9 { // a time.Duration has 292 years
		p.expected = now.Add(time.Duration(seconds * float64(time.Second)))
	}
}

// correction returns what to say once the pace so far says something else than what was
// said last: half as much again, or as much less, and a minute at least.
func (p *Progress) correction(now time.Time, left float64) string {
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

// fitting cuts a text so that it fits on one line of a terminal after a bar, which leaves that
// much room: a longer one would leave its beginning behind whenever it is drawn again.
func fitting(room int, text string) string {
	const beside = 18 // the ends of the bar, percent, and spaces
	if most := max(room-beside, 8); len(text) > most {
		return text[:most-1] + "…"
	}
	return text
}

// Add is told of every finished shard.
func (p *Progress) Add(r enum.Result) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gauge.add(r)
}

// say prints a line that stays.
func (p *Progress) say(stderr io.Writer, line string) {
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
func (p *Progress) tell(told func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	told()
}

// hide leaves the terminal clean for what is printed now, until turn.
func (p *Progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = true
	p.clear()
}

// Turn shows something else from now on.
func (p *Progress) Turn(name string, g *Gauge) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.gauge, p.hidden = name, g, false
}

// Stop ends the show and leaves the terminal clean.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	close(p.done)
	p.ended.Wait()
}

// DescribeSample says how fast a sample is drawn.
func DescribeSample(p enum.Progress) string { return rows.Rate(p.GamesPerSecond, "games") }
