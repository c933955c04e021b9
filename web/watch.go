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

	"github.com/dustin/go-humanize"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
)

const (
	watchEvery = time.Second
	// A reading of the database takes at most one part in that many of the time, so that whoever
	// computes is not held up by those who watch.
	watchShare = 20
	aliveEvery = 20 * time.Second // between two events, if nothing changes
	mostShown  = 200              // runs or workers
)

// watchPage is the page on which the runs under way are watched: beside a served run that run
// and its workers, else what is not finished in the database.
//
//	/watch          once; without script it loads itself again
//	/watch/events   an event "now" with the part that changes, each time that it does
func (s *site) watchPage() page {
	return page{path: "/watch", title: "Watch", routes: func() {
		s.get("/watch", s.showWatch)
		s.events("/watch/events", s.watch)
	}}
}

// A monitor reads how far the runs are, once for all who watch. Nothing is read while there is
// no watcher.
type monitor struct {
	mu       sync.Mutex
	watchers int
	reads    bool // a goroutine does
	shown    template.HTML
	until    time.Time     // what is shown is not read again before
	next     chan struct{} // closed when there is something else to see

	reading  sync.Mutex // of what follows
	follower *checkpoints.Follower
	meters   map[uint64]*enum.Meter // of the runs
}

// showWatch shows how far the runs are now.
func (s *site) showWatch(w http.ResponseWriter, r *http.Request) error {
	shown, err := s.latest()
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, "watch.html", view{Title: "Watch", Script: "watch.js", Reload: "/watch", Data: shown})
}

// latest returns what there is to show now, or was within the last moment.
func (s *site) latest() (template.HTML, error) {
	m := &s.monitor
	m.mu.Lock()
	shown, until := m.shown, m.until
	m.mu.Unlock()
	if time.Now().Before(until) && shown != "" {
		return shown, nil
	}
	_, err := s.refresh()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.shown, err
}

// watch sends what there is to see, each time that it changes.
func (s *site) watch(ctx context.Context, _ *http.Request, send func(kind string, data []byte) error) error {
	m := &s.monitor
	m.mu.Lock()
	m.watchers++
	if !m.reads {
		m.reads = true
		go s.refreshLoop()
	}
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		m.watchers--
		m.mu.Unlock()
	}()
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		m.mu.Lock()
		shown, next := m.shown, m.next
		m.mu.Unlock()
		if shown != "" {
			if err := send("now", []byte(shown)); err != nil {
				return err
			}
		}
		select {
		case <-next:
		case <-alive.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// refreshLoop refreshes what is shown while there are watchers.
func (s *site) refreshLoop() {
	m := &s.monitor
	for {
		until, _ := s.refresh() // its error is remarked
		time.Sleep(time.Until(until))
		m.mu.Lock()
		m.reads = m.watchers > 0
		on := m.reads
		m.mu.Unlock()
		if !on {
			return
		}
	}
}

// refresh reads how far the runs are, unless that has just been done, and tells who waits if
// that has changed. It returns until when that is enough.
func (s *site) refresh() (until time.Time, err error) {
	m := &s.monitor
	m.reading.Lock()
	defer m.reading.Unlock()
	m.mu.Lock()
	until = m.until
	m.mu.Unlock()
	began := time.Now()
	if began.Before(until) {
		return until, nil
	}
	var page bytes.Buffer
	err = s.guarded(func() error {
		return s.templates["watch.html"].ExecuteTemplate(&page, "now", s.readStatus(began))
	})
	m.mu.Lock()
	defer m.mu.Unlock()
	if shown := template.HTML(page.String()); err == nil && shown != m.shown { // which the template has escaped
		m.shown = shown
		close(m.next)
		m.next = make(chan struct{})
	}
	m.until = time.Now().Add(max(watchEvery, watchShare*time.Since(began)))
	return m.until, err
}

// A watchView is what the template of the part that changes sees.
type watchView struct {
	Database string
	Missing  bool   // there is no database
	Fault    string // why nothing is read from it
	Served   *servedView
	Runs     []underwayView
	More     int // runs or workers that are not shown
	Layers   []keptView
}

// A servedView is the run that is served beside the page.
type servedView struct {
	Key                    string
	Done, Shards, Checking string
	Share                  float64
	Percent                string
	Rate, Left             string
	Live                   int
	Workers                []workerView
	Layers                 []layerView
}

type workerView struct {
	Short, Done, Confirmed, State string
	Live, Banned                  bool
}

// A layerView is a layer of a count.
type layerView struct {
	Of                            string
	Layer, Layers                 int
	Percent                       string
	States, Children, Bytes, Took string
}

// An underwayView is a run in the database that is not finished.
type underwayView struct {
	ID                 uint64
	Key                string
	Worker, Banned     string
	Damage             string
	Known              bool // how large a share is done
	Share              float64
	Percent, Shards    string
	Trials, Rate, Left string
	Took               string
	Started            time.Time
}

// A keptView is what a count keeps on disk while it makes its layers.
type keptView struct {
	Name, Bytes string
	Files       int
	Latest      time.Time
}

// readStatus returns how far the runs are.
func (s *site) readStatus(now time.Time) watchView {
	v := watchView{Database: s.Database}
	if s.Board != nil {
		v.Served, v.More = s.served(now)
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
		v.Runs = append(v.Runs, underwayOf(u, m.Progress(now)))
	}
	kept, err := checkpoints.LayersBeside(s.Database)
	if err != nil && v.Fault == "" {
		v.Fault = err.Error()
	}
	for _, k := range kept {
		v.Layers = append(v.Layers, keptView{k.Name, humanize.IBytes(uint64(k.Bytes)), k.Files, k.Latest.UTC()})
	}
	return v
}

// underway reads the runs of the database that are not finished.
func (s *site) underway() ([]checkpoints.Unfinished, error) {
	m := &s.monitor
	if m.follower == nil {
		store, err := checkpoints.OpenReadOnly(s.Database)
		if err != nil {
			return nil, err
		}
		m.follower = checkpoints.Follow(store, checkpoints.Spaces(s.Rulesets, nil))
	}
	runs, err := m.follower.Read()
	if err != nil { // it may be another file the next time
		_ = m.follower.Close()
		m.follower = nil
	}
	return runs, err
}

// served returns how far the run is that is served.
func (s *site) served(now time.Time) (v *servedView, more int) {
	v = &servedView{}
	for _, p := range s.Board.Layers() {
		percent := percentOf(p.Share)
		if p.Done {
			percent = "made"
		}
		v.Layers = append(v.Layers, layerView{
			Of: p.Of, Layer: p.Layer, Layers: p.Layers, Percent: percent, States: rows.Count(p.States), Children: rows.Count(p.Children),
			Bytes: humanize.IBytes(uint64(p.Bytes)), Took: timeOf(p.Took),
		})
	}
	status := s.Board.Status()
	if status == nil {
		return v, 0
	}
	v.Key, v.Shards, v.Done, v.Checking = status.Key.String(), rows.Count(status.Shards), rows.Count(status.Shards-status.Missing), rows.Count(status.Checking)
	p := s.Board.Progress()
	v.Share, v.Percent, v.Live = p.Share, percentOf(p.Share), status.Live()
	v.Rate, v.Left = rateAndLeft(p)
	for i, w := range status.Workers {
		if i == mostShown {
			return v, len(status.Workers) - mostShown
		}
		v.Workers = append(v.Workers, workerView{w.Short, rows.Count(w.Done), rows.Count(w.Confirmed), w.State(status.At), w.Live, w.Banned != ""})
	}
	return v, 0
}

// underwayOf returns how far a run is, and how fast while it was watched.
func underwayOf(u checkpoints.Unfinished, p enum.Progress) underwayView {
	v := underwayView{
		ID: u.ID, Key: u.Key.String(), Worker: u.Worker, Banned: u.Banned, Known: u.Share >= 0, Share: max(u.Share, 0),
		Shards: rows.Count(u.Shards), Took: timeOf(u.Took), Started: u.Started.UTC(),
	}
	if u.Damage != nil {
		v.Damage = u.Damage.Error()
	}
	if u.Trials != nil {
		v.Trials = rows.Grouped(u.Trials)
	}
	if v.Known {
		v.Percent = percentOf(u.Share)
	}
	v.Rate, v.Left = rateAndLeft(p)
	return v
}

// rateAndLeft says how fast a run is and when it is done, "" where that is not known yet.
func rateAndLeft(p enum.Progress) (rate, left string) {
	if p.ShardsPerSecond > 0 {
		rate = rows.Rate(p.ShardsPerSecond, "shards")
	}
	if p.SecondsLeft > 0 {
		left = rows.Roughly(p.SecondsLeft)
	}
	return rate, left
}

// percentOf writes a share, rounded down, since what is not all is not 100 %.
func percentOf(share float64) string {
	return rows.Percent(share) + " %"
}
