package cli

import (
	"fmt"
	"io"
	"math/big"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"enumerate/enum"
)

// A gauge says how far something is.
type gauge interface {
	// add is told of every finished shard.
	add(enum.Result)
	// read returns which share is done, 0 to 1, and the rest in words.
	read(now time.Time) (share float64, words string)
}

// A metered gauge reads a meter.
type metered struct {
	meter    *enum.Meter
	describe func(enum.Progress) string
}

func (m metered) add(r enum.Result) {
	_ = m.meter.Add(r.Tally) // a tally that is wrong is found when it is proved
}

func (m metered) read(now time.Time) (share float64, words string) {
	p := m.meter.Progress(now)
	return p.Share, m.describe(p)
}

// A progress shows how far a walk, a count or a sample is: a bar on a terminal, a
// line every ten seconds elsewhere.
type progress struct {
	mu     sync.Mutex
	name   string // of what is under way
	gauge  gauge
	clear  func() // cleans the terminal
	hidden bool   // nothing is shown for now
	done   chan struct{}
	ended  sync.WaitGroup
}

// quietProgress shows nothing.
var quietProgress = (*progress)(nil)

// barSteps is the length of the bar: the share of what there is to cover, scaled,
// since that need not fit into any machine integer.
const barSteps = 10000

// show begins to show what a gauge says.
func show(stderr io.Writer, name string, g gauge) *progress {
	p := &progress{name: name, gauge: g, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(name string, share float64, words string) {
		fmt.Fprintf(stderr, "%s: %.1f%%, %s\n", name, 100*share, words)
	}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(name string, share float64, words string) {
			bar.Describe(fitting(int(file.Fd()), name+": "+words))
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
					share, words := p.gauge.read(now)
					show(p.name, share, words)
				}
				p.mu.Unlock()
			case <-p.done:
				return
			}
		}
	})
	return p
}

// fitting cuts a text so that it and the bar fit on one line of a terminal: a longer one
// would leave its beginning behind whenever it is drawn anew.
func fitting(terminal int, text string) string {
	const beside = 48 // the bar, its ends, percent, and spaces
	width, _, err := term.GetSize(terminal)
	if err != nil {
		width = 80
	}
	if most := max(width-beside, 8); len(text) > most {
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

// turn goes on to something else, and shows it.
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

// describe says how fast a walk is.
func describe(p enum.Progress) string {
	rate, of := p.ClassesPerSecond, "classes"
	if rate == 0 { // the tallies do not say
		rate, of = p.GamesPerSecond, "games"
	}
	if rate == 0 {
		return withTimeLeft("under way", p)
	}
	return withTimeLeft(fmt.Sprintf("%.4g million %s/s", rate/1e6, of), p)
}

// describeSample says how fast a sample is drawn.
func describeSample(p enum.Progress) string {
	rate := fmt.Sprintf("%.4g", p.GamesPerSecond)
	if p.GamesPerSecond >= 1000 {
		rate = grouped(big.NewInt(int64(p.GamesPerSecond)))
	}
	return withTimeLeft(rate+" games/s", p)
}

func withTimeLeft(text string, p enum.Progress) string {
	if p.SecondsLeft > 0 {
		text += ", " + roughly(p.SecondsLeft) + " left"
	}
	return text
}

// roughly says what is worth knowing of a number of seconds.
func roughly(seconds float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case seconds >= 1000*year:
		whole, _ := big.NewFloat(seconds / year).Int(nil)
		return grouped(whole) + " years"
	case seconds >= 2*year:
		return fmt.Sprintf("%.4g years", seconds/year)
	case seconds >= 2*day:
		return fmt.Sprintf("%.0f days", seconds/day)
	case seconds >= 1.5*hour:
		return fmt.Sprintf("%.1f hours", seconds/hour)
	case seconds >= 1.5*minute:
		return fmt.Sprintf("%.0f minutes", seconds/minute)
	}
	return fmt.Sprintf("%.0f seconds", max(seconds, 1))
}
