package verb

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"enumerate/enum"
	"enumerate/enum/meter"
	"enumerate/internal/rows"
)

// A gauge measures the progress of a run, with the meter that servers and pages use too.
type gauge struct {
	meter    meter.Meter
	coverage *meter.Coverage // nil if all shards count the same
	done, of uint64          // shards, if coverage is nil
	describe func(meter.Progress) string

	// Totals can take as long as a small shard, so the gauge collects finished shards and measures them together.
	pending       *enum.Tally // what the shards found that are not measured yet
	pendingShards uint64
	measured      time.Time
}

// measureEvery is the time between two measurements while shards are finished faster than that.
const measureEvery = 50 * time.Millisecond

// newGauge returns the gauge of a part that has not begun.
func newGauge(s enum.Space, part enum.Part, describe func(meter.Progress) string) *gauge {
	g := &gauge{coverage: meter.NewCoverage(s, part), describe: describe, pending: enum.NewTally(len(s.Verdicts()))}
	g.restart()
	return g
}

// newShardGauge returns a gauge that counts shards.
func newShardGauge(of uint64) *gauge {
	g := &gauge{of: of, describe: func(p meter.Progress) string {
		return fmt.Sprintf("%s of %s shards", rows.Count(p.Shards), rows.Count(of))
	}}
	g.restart()
	return g
}

func (g *gauge) amount() meter.Amount {
	if g.coverage == nil {
		return meter.Amount{Share: float64(g.done) / float64(g.of), Shards: g.done}
	}
	return g.coverage.Amount()
}

// found adds the shards that an earlier run stored.
func (g *gauge) found(t *enum.Tally, shards uint64) error {
	err := g.coverage.Add(t, shards)
	g.restart()
	return err
}

// add adds a finished shard.
func (g *gauge) add(r enum.Result) {
	g.done++
	if g.coverage != nil {
		g.pending.Merge(r.Tally)
		g.pendingShards++
	}
	if now := time.Now(); now.Sub(g.measured) >= measureEvery {
		g.measure(now)
	}
}

// measure takes the finished shards into account.
func (g *gauge) measure(now time.Time) {
	g.measured = now
	if g.pendingShards > 0 {
		_ = g.coverage.Add(g.pending, g.pendingShards) // the proof of the run finds wrong tallies
		g.pending = enum.NewTally(g.pending.Verdicts())
		g.pendingShards = 0
	}
	g.meter.See(now, g.amount())
}

// reach sets the finished share of a run of one shard. The first call has the share of an earlier run.
func (g *gauge) reach(share float64) {
	before := g.amount().Share
	g.coverage.Reach(share)
	if before == 0 {
		g.restart()
	}
	g.meter.See(time.Now(), g.amount())
}

// restart begins to measure the pace.
func (g *gauge) restart() {
	g.meter = meter.Meter{}
	g.meter.See(time.Now(), g.amount())
}

// read returns the finished share and a description, with the remaining time once it is known.
func (g *gauge) read(now time.Time) (share float64, words string) {
	g.measure(time.Now())
	p := g.meter.Progress(now)
	words = g.describe(p)
	if p.SecondsLeft > 0 {
		words += ", " + rows.Roughly(p.SecondsLeft) + " left"
	}
	return p.Share, words
}

// A progress shows the progress of a run: a bar on a terminal, a line every ten seconds elsewhere.
// A nil progress shows nothing.
type progress struct {
	mu     sync.Mutex
	name   string // of the run
	gauge  *gauge
	clear  func() // cleans the terminal
	hidden bool   // while something else is printed
	done   chan struct{}
	ended  sync.WaitGroup
}

// barSteps is the length of the bar. Numbers of games do not always fit into a machine integer.
const barSteps = 10000

// show begins to show a gauge.
func show(stderr io.Writer, name string, g *gauge) *progress {
	p := &progress{name: name, gauge: g, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(now time.Time, share float64, words string) {
		fmt.Fprintf(stderr, "%s %s: %s%%, %s\n", now.Format(time.DateTime), p.name, rows.Percent(share), words)
	}
	if screen := rows.ScreenWidth(stderr); screen > 0 {
		barWidth := min(max(screen-80, 8), 30)
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetPredictTime(false), // it would predict from steps of equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(_ time.Time, share float64, words string) {
			bar.Describe(fitting(rows.ScreenWidth(stderr)-barWidth, p.name+": "+words))
			_ = bar.Set(int(share * (barSteps - 1))) // the run continues even if the bar cannot be drawn
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
					share, words := p.gauge.read(now)
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

// fitting cuts a text to fit on one line of a terminal after a bar. A longer line would not be erased
// completely when the bar is drawn again.
func fitting(room int, text string) string {
	const around = 18 // the ends of the bar, percent, and spaces
	if most := max(room-around, 8); len(text) > most {
		return text[:most-1] + "…"
	}
	return text
}

// add adds a finished shard.
func (p *progress) add(r enum.Result) { p.tell(func() { p.gauge.add(r) }) }

// say prints a line that stays.
func (p *progress) say(stderr io.Writer, line string) {
	if p == nil {
		fmt.Fprintln(stderr, line)
	}
	p.tell(func() {
		p.clear()
		fmt.Fprintln(stderr, line)
	})
}

// tell changes what is shown. It does nothing if nothing is shown.
func (p *progress) tell(told func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	told()
}

// hide cleans the terminal for other output, until turn.
func (p *progress) hide() {
	p.tell(func() {
		p.hidden = true
		p.clear()
	})
}

// turn shows another gauge.
func (p *progress) turn(name string, g *gauge) {
	p.tell(func() { p.name, p.gauge, p.hidden = name, g, false })
}

// stop ends the progress and cleans the terminal.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.done)
	p.ended.Wait()
}

// describeSample describes the speed of a sample.
func describeSample(p meter.Progress) string { return rows.Rate(p.GamesPerSecond, "games") }

// Making shows the progress of making shards, for one run or part after the other.
type Making struct {
	Stderr io.Writer
	shown  *progress
}

// Begin begins a run or part with the given number of shards.
func (r *Making) Begin(of string, shards uint64) {
	g := newShardGauge(shards)
	if r.shown == nil {
		r.shown = show(r.Stderr, of, g)
	} else {
		r.shown.turn(of, g)
	}
}

// Shard adds a finished shard.
func (r *Making) Shard(result enum.Result) { r.shown.add(result) }

// End ends the progress.
func (r *Making) End() { r.shown.stop() }
