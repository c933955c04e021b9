//go:build !js

package web

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/meter"
	"enumerate/rooms/fleet"
)

const (
	watchEvery = time.Second
	// Readings of the database take at most 1/watchShare of the time, so that they do not slow a run down.
	watchShare = 20
	aliveEvery = 20 * time.Second // between two events, if nothing changes
	mostShown  = 200              // runs or workers
)

// A runsPage shows the runs in progress: the run that is served with the page, with its workers, or else the
// unfinished runs of the database. The database is read once for all visitors, and not while no one watches.
//
//	/runs          once; without script it loads itself again
//	/runs/events   an event "now" with the part that changes, each time that it does
type runsPage struct {
	*pageBase
	interval   time.Duration // the least time between two readings
	mu         sync.Mutex    // protects the following fields; a reading holds it
	html       template.HTML // the part of the page that changes, as of the last reading
	validUntil time.Time     // until then html is not made again
	follower   *follower
	meters     map[uint64]*meter.Meter // by run
}

func newRunsPage(c *pageBase) *runsPage { return &runsPage{pageBase: c, interval: watchEvery} }

func (p *runsPage) page() page {
	return page{Path: "/runs", Title: "Runs", Minor: true, Routes: func(t *router) {
		t.get("/runs", p.showNow)
		t.events("/runs/events", p.sendChanges)
	}}
}

func (p *runsPage) showNow(w http.ResponseWriter, r *http.Request) error {
	shown, err := p.latest()
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "runs.html", view{Title: "Runs", Script: "runs.js", Reload: "/runs", Data: shown})
}

// sendChanges sends the part of the page that changes, whenever it has changed, and after aliveEvery without a change,
// so that the connection stays open.
func (p *runsPage) sendChanges(ctx context.Context, _ *http.Request, send func(kind string, data []byte) error) error {
	look := time.NewTicker(p.interval)
	defer look.Stop()
	var sent template.HTML
	var at time.Time
	for {
		shown, err := p.latest()
		if err != nil {
			shown = sent // what was sent last stays on the page until the status can be read again
		}
		changed := shown != sent || time.Since(at) > aliveEvery
		if shown != "" && changed {
			if err := send("now", []byte(shown)); err != nil {
				return err
			}
			sent, at = shown, time.Now()
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// latest returns the part of the page that changes while runs proceed, in HTML, for all visitors. It returns the last
// part again until watchShare times the time that making it took has passed, so that the page does not slow a run down.
func (p *runsPage) latest() (template.HTML, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	began := time.Now()
	if began.Before(p.validUntil) {
		return p.html, nil
	}

	var text bytes.Buffer
	err := p.Remarks.guard(func() error { return p.fragment(&text, "runs.html", "now", p.readStatus(began)) })
	p.validUntil = time.Now().Add(max(p.interval, watchShare*time.Since(began)))
	if err != nil {
		return "", err
	}
	p.html = template.HTML(text.String()) // which the template has escaped
	return p.html, nil
}

type runsView struct {
	Database  string
	Missing   bool   // there is no database
	Fault     string // why nothing is read from it
	ServedRun *servedView
	Runs      []unfinishedRun
	Idle      int // how many runs are idle
	More      int // runs or workers that are not shown
}

type servedView struct {
	Layers     []enum.LayerProgress
	Status     *fleet.Status // nil before it is opened to workers
	ShardsDone uint64        // shards
	Progress   meter.Progress
	Workers    []fleet.WorkerStatus
}

// readStatus returns what the page shows about the run that this process serves to workers or, if it serves none, about
// the unfinished runs in the database. Errors of the database are part of the view.
func (p *runsPage) readStatus(now time.Time) runsView {
	v := runsView{Database: p.Database}
	if p.Board != nil {
		v.ServedRun, v.More = servedBy(p.Board.(*fleet.Board))
		return v
	}
	runs, err := p.unfinishedRuns()
	if errors.Is(err, fs.ErrNotExist) {
		v.Missing = true
		return v
	}
	if err != nil {
		v.Fault = err.Error()
		return v
	}

	v.More = max(len(runs)-mostShown, 0)
	v.Runs = p.measure(runs[:len(runs)-v.More], now)
	for _, run := range v.Runs {
		if run.Idle {
			v.Idle++
		}
	}
	return v
}

// measure returns the given unfinished runs with their speed. A meter for each run finds the speed from how far the
// run is at each call. A run that began long ago and does not advance is marked as idle. The meters of runs that have
// ended are dropped.
func (p *runsPage) measure(runs []unfinishedRun, now time.Time) (list []unfinishedRun) {
	before := p.meters
	p.meters = make(map[uint64]*meter.Meter)
	for _, run := range runs {
		m := before[run.ID]
		if m == nil {
			m = new(meter.Meter)
		}
		p.meters[run.ID] = m
		m.See(now, meter.Amount{Share: max(run.Share, 0), Shards: run.Shards})
		run.Progress = m.Progress(now)
		run.Idle = run.Progress.ShardsPerSecond == 0 && now.Sub(run.Started) > idleAfter
		list = append(list, run)
	}
	return list
}

// unfinishedRuns reads the unfinished runs from the database, which stays open between calls. After an error it closes
// the database, and the next call opens it again.
func (p *runsPage) unfinishedRuns() ([]unfinishedRun, error) {
	if p.follower == nil {
		store, err := checkpoints.OpenReadOnly(p.Database)
		if err != nil {
			return nil, err
		}
		p.follower = newFollower(store, checkpoints.Spaces(p.Rulesets, nil))
	}
	runs, err := p.follower.read()
	if err != nil {
		p.follower.close() // the next reading opens the file again: it may be another one
		p.follower = nil
		return nil, err
	}
	return runs, nil
}

// servedBy returns the view of the run that this process serves, whose status the board has, and how many of the run's
// workers are not shown.
func servedBy(board *fleet.Board) (v *servedView, more int) {
	v = &servedView{Layers: board.Layers(), Status: board.Status(), Progress: board.Progress()}
	if v.Status == nil {
		return v, 0
	}
	v.ShardsDone = v.Status.Shards - v.Status.Missing
	v.Workers = v.Status.Workers[:min(len(v.Status.Workers), mostShown)]
	return v, len(v.Status.Workers) - len(v.Workers)
}
