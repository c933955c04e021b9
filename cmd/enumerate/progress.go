package main

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

// A progress shows how far a walk or a sample is: a bar on a terminal, a line every
// ten seconds elsewhere.
type progress struct {
	mu     sync.Mutex
	name   string // of what is under way
	meter  *enum.Meter
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

// newProgress shows a walk.
func newProgress(stderr io.Writer, name string, meter *enum.Meter) *progress {
	return show(stderr, name, meter, describe)
}

// show begins to show what a meter says, in the words of describe.
func show(stderr io.Writer, name string, meter *enum.Meter, describe func(enum.Progress) string) *progress {
	p := &progress{name: name, meter: meter, clear: func() {}, done: make(chan struct{})}
	every, show := 10*time.Second, func(name string, now enum.Progress) {
		fmt.Fprintf(stderr, "%s: %.1f%%, %s\n", name, 100*now.Share, describe(now))
	}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(name string, now enum.Progress) {
			bar.Describe(name + ": " + describe(now))
			_ = bar.Set(int(now.Share * (barSteps - 1))) // a bar that cannot be drawn is no reason to stop
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
					show(p.name, p.meter.Progress(now))
				}
				p.mu.Unlock()
			case <-p.done:
				return
			}
		}
	})
	return p
}

// add is told of every finished shard.
func (p *progress) add(r enum.Result) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.meter.Add(r.Tally) // a tally that is wrong is found when it is proved
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
func (p *progress) turn(name string, meter *enum.Meter) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.meter, p.hidden = name, meter, false
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
	return withTimeLeft(fmt.Sprintf("%.0f million classes/s", p.ClassesPerSecond/1e6), p)
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
