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
	// A reading of the database takes at most one part in so many of the time, so that whoever
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

// A lookout sees how far the runs are, once for all who watch. Nothing is read while nobody
// watches.
type lookout struct {
	mu       sync.Mutex
	watchers int
	reads    bool // a goroutine does
	seen     template.HTML
	until    time.Time     // what is seen is not read again before
	next     chan struct{} // closed when there is something else to see

	reading  sync.Mutex // of what follows
	follower *checkpoints.Follower
	meters   map[uint64]*enum.Meter // of the runs
}

// showWatch shows how far the runs are now.
func (s *site) showWatch(w http.ResponseWriter, r *http.Request) error {
	seen, err := s.glance()
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, "watch.html", view{Title: "Watch", Script: "watch.js", Reload: "/watch", Data: seen})
}

// glance returns what there is to see now, or was within the last moment.
func (s *site) glance() (template.HTML, error) {
	l := &s.lookout
	l.mu.Lock()
	seen, until := l.seen, l.until
	l.mu.Unlock()
	if time.Now().Before(until) && seen != "" {
		return seen, nil
	}
	_, err := s.look()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen, err
}

// watch sends what there is to see, each time that it changes.
func (s *site) watch(ctx context.Context, _ *http.Request, send func(kind string, data []byte) error) error {
	l := &s.lookout
	l.mu.Lock()
	l.watchers++
	if !l.reads {
		l.reads = true
		go s.keepLooking()
	}
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.watchers--
		l.mu.Unlock()
	}()
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		l.mu.Lock()
		seen, next := l.seen, l.next
		l.mu.Unlock()
		if seen != "" {
			if err := send("now", []byte(seen)); err != nil {
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

// keepLooking looks again and again while somebody watches.
func (s *site) keepLooking() {
	l := &s.lookout
	for {
		until, _ := s.look() // its error is remarked
		time.Sleep(time.Until(until))
		l.mu.Lock()
		l.reads = l.watchers > 0
		on := l.reads
		l.mu.Unlock()
		if !on {
			return
		}
	}
}

// look looks how far the runs are, unless somebody else has just done so, and tells who waits if
// that has changed. It says until when that is enough.
func (s *site) look() (until time.Time, err error) {
	l := &s.lookout
	l.reading.Lock()
	defer l.reading.Unlock()
	l.mu.Lock()
	until = l.until
	l.mu.Unlock()
	began := time.Now()
	if began.Before(until) {
		return until, nil
	}
	var page bytes.Buffer
	err = s.guarded(func() error {
		return s.templates["watch.html"].ExecuteTemplate(&page, "now", s.lookAt(began))
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	if seen := template.HTML(page.String()); err == nil && seen != l.seen { // which the template has escaped
		l.seen = seen
		close(l.next)
		l.next = make(chan struct{})
	}
	l.until = time.Now().Add(max(watchEvery, watchShare*time.Since(began)))
	return l.until, err
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

// lookAt returns how far the runs are.
func (s *site) lookAt(now time.Time) watchView {
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
	before := s.lookout.meters
	s.lookout.meters = make(map[uint64]*enum.Meter)
	for _, u := range runs[:len(runs)-v.More] {
		m := before[u.ID]
		if m == nil {
			m = new(enum.Meter)
		}
		s.lookout.meters[u.ID] = m
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
	l := &s.lookout
	if l.follower == nil {
		store, err := checkpoints.OpenReadOnly(s.Database)
		if err != nil {
			return nil, err
		}
		l.follower = checkpoints.Follow(store, checkpoints.Spaces(s.Rulesets, nil))
	}
	runs, err := l.follower.Read()
	if err != nil { // it may be another file the next time
		_ = l.follower.Close()
		l.follower = nil
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
