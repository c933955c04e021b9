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

// A Gauge says how far something is.
type Gauge interface {
	// add is told of every finished shard.
	Add(enum.Result)
	Read(now time.Time) Reading
}

// A Reading is what a Gauge says.
type Reading struct {
	Share float64 // that is done, 0 to 1
	Words string  // the rest
	Left  float64 // seconds, by the pace so far; 0 if that is not known yet
}

func (r Reading) String() string {
	if r.Left > 0 {
		return r.Words + ", " + rows.Roughly(r.Left) + " left"
	}
	return r.Words
}

// A Metered gauge reads a meter.
type Metered struct {
	coverage *enum.Coverage
	meter    *enum.Meter
	describe func(enum.Progress) string
}

// NewMetered returns the gauge of a part of which nothing is done.
func NewMetered(s enum.Space, part enum.Part, describe func(enum.Progress) string) Metered {
	m := Metered{enum.NewCoverage(s, part), new(enum.Meter), describe}
	m.see()
	return m
}

// found is told what an earlier run has left.
func (m Metered) found(t *enum.Tally, shards uint64) error {
	err := m.coverage.Add(t, shards)
	m.restart()
	return err
}

func (m Metered) Add(r enum.Result) {
	_ = m.coverage.Add(r.Tally, 1) // a tally that is wrong is found when it is proved
	m.see()
}

// reach is told which share of an only shard is done. The first is what an earlier run has left.
func (m Metered) reach(share float64) {
	before := m.coverage.Amount().Share
	if m.coverage.Reach(share); before == 0 {
		m.restart()
	}
	m.see()
}

func (m Metered) see() { m.meter.See(time.Now(), m.coverage.Amount()) }

// restart measures the pace from now on.
func (m Metered) restart() {
	*m.meter = enum.Meter{}
	m.see()
}

func (m Metered) Read(now time.Time) Reading {
	p := m.meter.Progress(now)
	return Reading{p.Share, m.describe(p), p.SecondsLeft}
}

// A Progress shows how far a walk, a count or a sample is: a bar on a terminal, a
// line every ten seconds elsewhere.
type Progress struct {
	mu     sync.Mutex
	name   string // of what is under way
	gauge  Gauge
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

// Show begins to show what a Gauge says.
func Show(stderr io.Writer, name string, g Gauge) *Progress {
	p := &Progress{name: name, gauge: g, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(now time.Time, r Reading) {
		fmt.Fprintf(stderr, "%s %s: %.1f%%, %v\n", now.Format(time.DateTime), p.name, 100*r.Share, r)
	}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		barWidth := min(max(rows.ScreenWidth(file)-80, 8), 30)
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(_ time.Time, r Reading) {
			bar.Describe(fitting(rows.ScreenWidth(file)-barWidth, p.name+": "+r.String()))
			_ = bar.Set(int(r.Share * (barSteps - 1))) // a bar that cannot be drawn is no reason to stop
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
					r := p.gauge.Read(now)
					if line := p.correction(now, r.Left); line != "" {
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

// fitting cuts a text so that it fits on one line of a terminal beside a bar, which leaves so
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
	p.gauge.Add(r)
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
func (p *Progress) Turn(name string, g Gauge) {
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
