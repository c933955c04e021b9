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
	"enumerate/fleet"
)

const (
	watchEvery = time.Second
	// A reading of the database takes at most one part in that many of the time, so that those who
	// watch a run do not slow it.
	watchShare = 20
	aliveEvery = 20 * time.Second // between two events, if nothing changes
	mostShown  = 200              // runs or workers
)

// watchPage is the page on which the runs under way are watched: the run that is served with the
// page, and its workers; else what is not finished in the database.
//
//	/watch          once; without script it loads itself again
//	/watch/events   an event "now" with the part that changes, each time that it does
func (s *site) watchPage() page {
	s.monitor.every = watchEvery
	return page{Path: "/watch", Title: "Runs", routes: func(t *router) {
		t.get("/watch", s.showWatch)
		t.events("/watch/events", s.watch)
	}}
}

// A monitor reads how far the runs are, once for all who watch. Nothing is read while there is
// no watcher.
type monitor struct {
	every    time.Duration // at least, between two readings
	mu       sync.Mutex    // of what follows, held by who reads
	shown    template.HTML
	until    time.Time // what is shown is not read again before
	follower *follower
	meters   map[uint64]*enum.Meter // of the runs
}

// showWatch shows how far the runs are now.
func (s *site) showWatch(w http.ResponseWriter, r *http.Request) error {
	shown, err := s.latest()
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, "watch.html", view{Title: "Runs under way", Script: "watch.js", Reload: "/watch", Data: shown})
}

// watch sends what there is to see, each time that it changes.
func (s *site) watch(ctx context.Context, _ *http.Request, send func(kind string, data []byte) error) error {
	look := time.NewTicker(s.monitor.every)
	defer look.Stop()
	var sent template.HTML
	var at time.Time
	for {
		shown, _ := s.latest() // its error is remarked
		if shown != "" && (shown != sent || time.Since(at) > aliveEvery) {
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

// latest returns how far the runs are now, or were at the last reading if that is enough.
func (s *site) latest() (template.HTML, error) {
	m := &s.monitor
	m.mu.Lock()
	defer m.mu.Unlock()
	began := time.Now()
	if began.Before(m.until) {
		return m.shown, nil
	}
	var page bytes.Buffer
	err := s.Remarks.guarded(func() error {
		return s.fragment(&page, "watch.html", "now", s.readStatus(began))
	})
	if err == nil {
		m.shown = template.HTML(page.String()) // which the template has escaped
	}
	m.until = time.Now().Add(max(m.every, watchShare*time.Since(began)))
	return m.shown, err
}

// A watchView is what the template of the part that changes sees.
type watchView struct {
	Database string
	Missing  bool   // there is no database
	Fault    string // why nothing is read from it
	Served   *servedView
	Runs     []unfinished
	More     int // runs or workers that are not shown
}

// A servedView is the run that is served with the page.
type servedView struct {
	Layers   []enum.LayerProgress
	Status   *fleet.Status // nil before it is opened to workers
	Done     uint64        // shards
	Progress enum.Progress
	Workers  []fleet.WorkerStatus
}

// readStatus returns how far the runs are.
func (s *site) readStatus(now time.Time) watchView {
	v := watchView{Database: s.Database}
	if s.Board != nil {
		v.Served, v.More = s.served()
		return v
	}
	runs, err := s.underway()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.Missing = true
	case err != nil:
		v.Fault = err.Error()
	}
	v.More = max(len(runs)-mostShown, 0)
	before := s.monitor.meters
	s.monitor.meters = make(map[uint64]*enum.Meter)
	for _, u := range runs[:len(runs)-v.More] {
		m := before[u.ID]
		if m == nil {
			m = new(enum.Meter)
		}
		s.monitor.meters[u.ID] = m
		m.See(now, enum.Amount{Share: max(u.Share, 0), Shards: u.Shards})
		u.Progress = m.Progress(now)
		v.Runs = append(v.Runs, u)
	}
	return v
}

// underway reads the runs of the database that are not finished.
func (s *site) underway() ([]unfinished, error) {
	m := &s.monitor
	if m.follower == nil {
		store, err := checkpoints.OpenReadOnly(s.Database)
		if err != nil {
			return nil, err
		}
		m.follower = newFollower(store, checkpoints.Spaces(s.Rulesets, nil))
	}
	runs, err := m.follower.read()
	if err != nil { // it may be another file the next time
		_ = m.follower.store.Close()
		m.follower = nil
	}
	return runs, err
}

// served returns how far the run is that is served.
func (s *site) served() (v *servedView, more int) {
	board := s.Board.(*fleet.Board)
	v = &servedView{Layers: board.Layers(), Status: board.Status(), Progress: board.Progress()}
	if v.Status == nil {
		return v, 0
	}
	v.Done = v.Status.Shards - v.Status.Missing
	v.Workers = v.Status.Workers[:min(len(v.Status.Workers), mostShown)]
	return v, len(v.Status.Workers) - len(v.Workers)
}
