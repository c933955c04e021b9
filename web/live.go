package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"enumerate/enum"
	"enumerate/simulate"
)

const (
	frameRate = 60               // frames a second at most
	beatTime  = 20 * time.Second // between two frames of players who do not move
	farthest  = 1e6              // that a player is dragged away
)

// speeds are those that a simulation can have, in steps a second.
var speeds = []int{1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 960}

const usualSpeed = 30

// A liveSimulations is the list of the simulations that are watched. Each is held by its stream of events, and ends
// with it; no other trace of it is left.
type liveSimulations struct {
	site *site
	most int           // at once
	time time.Duration // of one of them
	mu   sync.Mutex
	open map[string]*liveSimulation // by a name that cannot be guessed
}

// serveLives answers where simulations are watched, and told what to do.
//
//	GET  /simulate/live?...&speed=30&paused=yes
//	POST /simulate/live with id, and do=pause|step|go|slower|faster, or
//	     do=drag|drop with the number of a player, x and y in the picture; see simulate.Drag.
//
// A player that is dragged stays there until it is dropped. The events are
//
//	live     the id
//	frame    the steps, and of each player x,y+ if it is on its safe ray and x,y- if it is not
//	speed    steps a second
//	verdict  moving, paused, solved, stuck or unknown, and a sentence
//	end      why it ends
func (s *site) serveLive() {
	s.live = &liveSimulations{site: s, most: 64, time: 10 * time.Minute, open: make(map[string]*liveSimulation)}
	s.events("/simulate/live", s.live.watch)
	s.post("/simulate/live", s.live.tell)
}

// watch runs a simulation for as long as it is watched.
func (l *liveSimulations) watch(ctx context.Context, r *http.Request, send func(string, []byte) error) error {
	v, err := l.begin(ctx, r)
	if err != nil {
		if err = refused(err); errors.As(err, new(fault)) {
			return send("end", []byte(capital(err.Error())+"."))
		}
		return err
	}
	id := rand.Text()
	l.mu.Lock()
	full := len(l.open) >= l.most
	if !full {
		l.open[id] = v
	}
	l.mu.Unlock()
	if full {
		return send("end", fmt.Appendf(nil, "%d simulations run already; try again later.", l.most))
	}
	defer func() {
		l.mu.Lock()
		delete(l.open, id)
		l.mu.Unlock()
	}()
	if err := send("live", []byte(id)); err != nil {
		return err
	}
	timed, cancel := context.WithTimeout(ctx, l.time)
	defer cancel()
	if err := v.run(timed, l.site, send); timed.Err() == nil || ctx.Err() != nil {
		return err
	}
	return send("end", fmt.Appendf(nil, "This has run for %v, and ends. Start again if you like.", l.time))
}

// begin returns the simulation that a request asks for.
func (l *liveSimulations) begin(ctx context.Context, r *http.Request) (*liveSimulation, error) {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && from != "none" {
		return nil, faultf(http.StatusForbidden, "this comes from a page elsewhere")
	}
	if err := r.ParseForm(); err != nil {
		return nil, formFault(err)
	}
	m, err := l.site.motion(r)
	if err != nil {
		return nil, err
	}
	_, judge, err := l.site.players(ctx, m)
	if err != nil {
		return nil, err
	}
	v := &liveSimulation{
		judge: judge, sim: simulate.New(judge.Wants(), m.rule, enum.GameSource(m.seed, len(judge.Names()), 0)),
		wake: make(chan struct{}, 1), speed: slices.Index(speeds, usualSpeed), held: -1,
		paused: r.Form.Get("paused") != "", changed: true,
	}
	if text := r.Form.Get("speed"); text != "" {
		speed, err := strconv.Atoi(text)
		if v.speed = slices.Index(speeds, speed); err != nil || v.speed < 0 {
			return nil, fmt.Errorf("the speed is one of %v, not %.20q", speeds, text)
		}
	}
	return v, nil
}

// tell tells a simulation what to do.
func (l *liveSimulations) tell(w http.ResponseWriter, r *http.Request) error {
	l.mu.Lock()
	v, there := l.open[r.Form.Get("id")]
	l.mu.Unlock()
	if !there {
		return faultf(http.StatusNotFound, "this simulation has ended; start again")
	}
	if err := v.do(r.Form); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// A liveSimulation is a simulation that is watched.
type liveSimulation struct {
	judge simulate.Judge
	wake  chan struct{} // it was told something
	mu    sync.Mutex    // of what follows
	sim   *simulate.Simulation

	speed   int // an index of speeds
	paused  bool
	due     float64        // steps
	held    int            // the player that is dragged; -1 for none
	at      simulate.Point // where it is held
	changed bool           // since the last frame
	judged  bool           // at this rest
}

// do does what a form says.
func (v *liveSimulation) do(form url.Values) error {
	do := form.Get("do")
	player, at := -1, simulate.Point{}
	if do == "drag" || do == "drop" {
		var err error
		if player, err = strconv.Atoi(form.Get("player")); err != nil || player < 1 || player > len(v.judge.Names()) {
			return faultf(http.StatusUnprocessableEntity, "there is no player %.20q; want 1 to %d", form.Get("player"), len(v.judge.Names()))
		}
		for axis, x := range map[string]*float64{"x": &at.X, "y": &at.Y} {
			if *x, err = strconv.ParseFloat(form.Get(axis), 64); err != nil || !(math.Abs(*x) <= farthest) {
				return faultf(http.StatusUnprocessableEntity, "%s is a number from -%.0f to %.0f, not %.20q", axis, farthest, farthest, form.Get(axis))
			}
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch do {
	case "pause":
		v.paused = true
	case "go":
		v.paused = false
	case "step":
		v.paused, v.judged = true, false
		v.step()
	case "slower":
		v.speed = max(v.speed-1, 0)
	case "faster":
		v.speed = min(v.speed+1, len(speeds)-1)
	case "drag", "drop":
		v.sim.Drag(player-1, at)
		v.held, v.at = -1, at
		if do == "drag" {
			v.held = player - 1
		}
		v.changed, v.judged = true, false
	default:
		return faultf(http.StatusUnprocessableEntity, "do is pause, step, go, slower, faster, drag or drop, not %.20q", do)
	}
	select {
	case v.wake <- struct{}{}:
	default: // it makes a frame anyway
	}
	return nil
}

// step moves all players but the one that is held.
func (v *liveSimulation) step() {
	v.sim.Step()
	if v.held >= 0 {
		v.sim.Drag(v.held, v.at)
	}
	v.changed = true
}

// A liveFrame is what there is to see of a simulation.
type liveFrame struct {
	frame   []byte // nil if nothing has changed
	speed   int
	idle    bool   // nothing changes by itself
	verdict string // "" at rest, and if that was judged, rested is nil
	rested  []simulate.Point
	steps   uint64
}

// nextFrame makes the steps of a frame, if it is time for one, and returns what there is to see.
func (v *liveSimulation) nextFrame(time bool) (f liveFrame) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if time && !v.paused {
		for v.due += float64(speeds[v.speed]) / frameRate; v.due >= 1; v.due-- {
			if !v.sim.Rest() {
				v.step()
			}
		}
	}
	var right int
	if v.changed || v.paused {
		f.frame, right = frame(v.sim)
	}
	if !v.changed {
		f.frame = nil
	}
	v.changed = false
	rest := v.sim.Rest()
	f.speed, f.idle = speeds[v.speed], v.paused || rest
	switch {
	case rest && !v.judged:
		v.judged = true
		f.rested, f.steps = slices.Clone(v.sim.Places()), v.sim.Rested()
	case rest:
	case v.paused:
		f.verdict = fmt.Sprintf("paused Paused at step %d: %d of %d stand right.", v.sim.Steps(), right, len(v.judge.Names()))
	default:
		f.verdict = "moving They run."
	}
	return f
}

// frame writes a line of where players are, and how many are on their safe rays.
func frame(s *simulate.Simulation) (line []byte, right int) {
	line = strconv.AppendUint(nil, s.Steps(), 10)
	for p, at := range s.View() {
		line = append(line, ' ')
		line = strconv.AppendFloat(line, at.X, 'f', 4, 64)
		line = append(line, ',')
		line = strconv.AppendFloat(line, at.Y, 'f', 4, 64)
		if s.Safe(p) {
			line = append(line, '+')
			right++
		} else {
			line = append(line, '-')
		}
	}
	return line, right
}

// run sends what there is to see until the context ends.
func (v *liveSimulation) run(ctx context.Context, s *site, send func(string, []byte) error) error {
	frames, beats := time.NewTicker(time.Second/frameRate), time.NewTicker(beatTime)
	defer frames.Stop()
	defer beats.Stop()
	var last liveFrame
	for due := false; ; {
		f := v.nextFrame(due)
		if f.rested != nil {
			var err error
			if f.verdict, err = v.verdict(ctx, s, f); err != nil {
				return err
			}
		}
		if f.frame != nil {
			if err := send("frame", f.frame); err != nil {
				return err
			}
		}
		if f.speed != last.speed {
			if err := send("speed", strconv.AppendInt(nil, int64(f.speed), 10)); err != nil {
				return err
			}
		}
		if f.verdict == "" {
			f.verdict = last.verdict
		} else if f.verdict != last.verdict || f.rested != nil {
			if err := send("verdict", []byte(f.verdict)); err != nil {
				return err
			}
		}
		last = f
		next := frames.C
		if f.idle {
			next = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-v.wake:
			due = false
		case <-next:
			due = true
		case <-beats.C:
			due = false
			if err := send("beat", nil); err != nil {
				return err
			}
		}
	}
}

// verdict says whether players at rest solve their game.
func (v *liveSimulation) verdict(ctx context.Context, s *site, f liveFrame) (string, error) {
	order, why, err := tried(ctx, s, func(ctx context.Context) ([]string, error) {
		return v.judge.Solution(ctx, v.sim.Rule().Ground, f.rested)
	})
	switch ended := (simulate.Ended{Outcome: simulate.Stuck, Measure: f.steps}); {
	case err != nil:
		return "", err
	case why != "":
		return fmt.Sprintf("unknown At rest after %d steps. Whether that solves the game is not known: %s. Take a step to ask again.", f.steps, why), nil
	case order == nil:
		return fmt.Sprintf("stuck %s: put on a line, their places are no solution.", capital(ended.Words(f.steps))), nil
	default:
		ended.Outcome = simulate.Solved
		return fmt.Sprintf("solved %s. They stand in the order %s, which the check of places finds right.", capital(ended.Words(f.steps)), strings.Join(order, ", ")), nil
	}
}
