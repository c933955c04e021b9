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

// A gauge measures the progress of a run and its speed. Shards may differ in size, so the progress is the share of all
// games that are in the finished shards, which a coverage measures. Without a coverage, all shards count the same.
type gauge struct {
	meter                 meter.Meter
	coverage              *meter.Coverage // nil if all shards count the same
	doneShards, allShards uint64          // the numbers of finished and of all shards, if coverage is nil
	describe              func(meter.Progress) string

	// Adding up totals can take as long as a small shard, so the gauge collects finished shards and measures them
	// together.
	pending       *enum.Tally // what the shards found that are not measured yet
	pendingShards uint64
	measuredAt    time.Time
}

const measureEvery = 50 * time.Millisecond

func newGauge(s enum.Space, part enum.Part, describe func(meter.Progress) string) *gauge {
	g := &gauge{coverage: meter.NewCoverage(s, part), describe: describe, pending: enum.NewTally(len(s.Verdicts()))}
	g.restart()
	return g
}

// newShardGauge returns a gauge for which all shards count the same.
func newShardGauge(of uint64) *gauge {
	g := &gauge{allShards: of, describe: func(p meter.Progress) string {
		return fmt.Sprintf("%s of %s shards", rows.Count(p.Shards), rows.Count(of))
	}}
	g.restart()
	return g
}

func (g *gauge) amount() meter.Amount {
	if g.coverage == nil {
		return meter.Amount{Share: float64(g.doneShards) / float64(g.allShards), Shards: g.doneShards}
	}
	return g.coverage.Amount()
}

// addStored adds the shards that were stored before. The speed is measured without them.
func (g *gauge) addStored(t *enum.Tally, shards uint64) error {
	err := g.coverage.Add(t, shards)
	g.restart()
	return err
}

// add adds a finished shard.
func (g *gauge) add(r enum.Result) {
	g.doneShards++
	if g.coverage != nil { // the shards differ in size, so the progress depends on what each of them found
		g.pending.Merge(r.Tally)
		g.pendingShards++
	}
	if now := time.Now(); now.Sub(g.measuredAt) >= measureEvery {
		g.measure(now)
	}
}

// measure measures the collected shards, and the speed.
func (g *gauge) measure(now time.Time) {
	g.measuredAt = now
	if g.pendingShards > 0 {
		_ = g.coverage.Add(g.pending, g.pendingShards) // the proof of the run finds wrong tallies
		g.pending = enum.NewTally(g.pending.Verdicts())
		g.pendingShards = 0
	}
	g.meter.See(now, g.amount())
}

// reach sets the finished share of a run that has only one shard. The first call passes the share that was stored
// before, so the speed is that of this process alone.
func (g *gauge) reach(share float64) {
	before := g.amount().Share
	g.coverage.Reach(share)
	if before == 0 {
		g.restart()
	}
	g.meter.See(time.Now(), g.amount())
}

// restart makes the gauge measure the speed from now on.
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

// A progress shows the progress of a run: as a bar on a terminal, and otherwise as a line every ten seconds. A nil
// progress shows nothing.
type progress struct {
	mu     sync.Mutex
	name   string // the name of the run
	gauge  *gauge
	clear  func()        // erases the bar from the terminal
	hidden bool          // whether the progress is hidden, while something else is printed
	done   chan struct{} // closed to end the progress
	wait   sync.WaitGroup
}

// barSteps is the number of steps of the bar. The number of games may not fit into a machine integer.
const barSteps = 10000

// show begins to show the progress that a gauge measures.
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
			progressbar.OptionSetPredictTime(false), // the bar would assume that all steps are the same work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(_ time.Time, share float64, words string) {
			bar.Describe(fitting(rows.ScreenWidth(stderr)-barWidth, p.name+": "+words))
			_ = bar.Set(int(share * (barSteps - 1))) // the run continues even if the bar cannot be drawn
		}
		p.clear = func() { _ = bar.Clear() }
	}
	p.wait.Go(func() {
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

// fitting cuts a text so that it fits on one line with the bar. A longer text would not be erased completely.
func fitting(room int, text string) string {
	const around = 18 // the ends of the bar, percent, and spaces
	if most := max(room-around, 8); len(text) > most {
		return text[:most-1] + "…"
	}
	return text
}

func (p *progress) add(r enum.Result) { p.update(func() { p.gauge.add(r) }) }

// say prints a line above the progress. The line stays when the bar is drawn again.
func (p *progress) say(stderr io.Writer, line string) {
	if p == nil {
		fmt.Fprintln(stderr, line)
	}
	p.update(func() {
		p.clear()
		fmt.Fprintln(stderr, line)
	})
}

// update calls a function that changes what is shown, under the lock. It does nothing for a nil progress.
func (p *progress) update(change func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// hide erases the bar and shows nothing until turn is called.
func (p *progress) hide() {
	p.update(func() {
		p.hidden = true
		p.clear()
	})
}

// turn shows the progress of another run, which has its own gauge.
func (p *progress) turn(name string, g *gauge) {
	p.update(func() { p.name, p.gauge, p.hidden = name, g, false })
}

func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.done)
	p.wait.Wait()
}

func describeSample(p meter.Progress) string { return rows.Rate(p.GamesPerSecond, "games") }

// Making shows how many shards are made, for one run or part after the other.
type Making struct {
	Stderr   io.Writer
	progress *progress
}

// Begin begins a run or part with the given number of shards.
func (r *Making) Begin(of string, shards uint64) {
	g := newShardGauge(shards)
	if r.progress == nil {
		r.progress = show(r.Stderr, of, g)
	} else {
		r.progress.turn(of, g)
	}
}

// Shard adds a finished shard.
func (r *Making) Shard(result enum.Result) { r.progress.add(result) }

// End ends the progress.
func (r *Making) End() { r.progress.stop() }
