package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"enumerate/enum"
)

// A progress shows how far a walk is: a bar on a terminal, a line every ten
// seconds elsewhere.
type progress struct {
	mu    sync.Mutex
	meter *enum.Meter
	done  chan struct{}
	ended sync.WaitGroup
}

// quietProgress shows nothing.
var quietProgress = (*progress)(nil)

// barSteps is the length of the bar: the share of labelled games, scaled, since
// their number need not fit into any machine integer.
const barSteps = 10000

func newProgress(stderr io.Writer, name string, meter *enum.Meter) *progress {
	p := &progress{meter: meter, done: make(chan struct{})}
	every, show := 10*time.Second, func(now enum.Progress) {
		fmt.Fprintf(stderr, "%s: %.1f%%, %s\n", name, 100*now.Share, describe(now))
	}
	clear := func() {}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		bar := progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetPredictTime(false), // it would take steps for equal work
			progressbar.OptionSetElapsedTime(false))
		every, show = 100*time.Millisecond, func(now enum.Progress) {
			bar.Describe(name + ": " + describe(now))
			_ = bar.Set(int(now.Share * (barSteps - 1))) // a bar that cannot be drawn is no reason to stop
		}
		clear = func() { _ = bar.Clear() }
	}
	p.ended.Go(func() {
		defer clear()
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				p.mu.Lock()
				reading := meter.Progress(now)
				p.mu.Unlock()
				show(reading)
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

// stop ends the show and leaves the terminal clean.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.done)
	p.ended.Wait()
}

func describe(p enum.Progress) string {
	text := fmt.Sprintf("%.0f million classes/s", p.ClassesPerSecond/1e6)
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
