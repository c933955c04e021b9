package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"enumerate/internal/rows"
	"enumerate/rooms/simulate"
)

const (
	frameRate = 60               // frames a second at most
	beatTime  = 20 * time.Second // between two signs of life while no player moves
	farthest  = 1e6              // how far a player can be dragged, from -farthest to farthest
)

// speeds are the possible speeds of a simulation, in steps a second.
var speeds = []int{1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 960}

const usualSpeed = 30

// A liveSimulations has the simulations of running players that browsers watch. A GET request opens a stream of events
// and begins a simulation, which ends with the stream. The first event is an id, with which POST requests can change
// the simulation:
//
//	GET  /simulate/live?...&speed=30&paused=yes
//	POST /simulate/live with id, and do=pause|step|go|slower|faster, or
//	     do=drag|drop with the number of a player, x and y in the picture; see simulate.Drag.
//
// A dragged player stays in place until it is dropped. The events are
//
//	live     the id
//	frame    the steps, and for each player x,y+ if its wonderwall is between it and its ninja, otherwise x,y-
//	speed    steps a second
//	verdict  moving, repeating, paused, solved, stuck or unknown, and a sentence
//	end      the reason
type liveSimulations struct {
	*pageBase
	begin func(context.Context, *http.Request) (*simulate.Simulation, simulate.Judge, error) // what a request asks for
	most  int                                                                                // simulations that run at the same time
	time  time.Duration                                                                      // that a simulation may run
	mu    sync.Mutex                                                                         // protects open
	open  map[string]*liveSimulation                                                         // by a name that cannot be guessed
}

func newLiveSimulations(c *pageBase, begin func(context.Context, *http.Request) (*simulate.Simulation, simulate.Judge, error)) *liveSimulations {
	return &liveSimulations{pageBase: c, begin: begin, most: 64, time: 10 * time.Minute, open: make(map[string]*liveSimulation)}
}

func (l *liveSimulations) routes(t *router) {
	t.events("/simulate/live", l.watch)
	t.post("/simulate/live", l.tell)
}

// watch begins the simulation that a request describes, and sends its events until the browser closes the stream or
// l.time is over. Reasons why the simulation cannot begin or ends are sent as an event too, because the page shows
// them.
func (l *liveSimulations) watch(ctx context.Context, r *http.Request, send func(string, []byte) error) error {
	timed, cancel := context.WithTimeout(ctx, l.time)
	defer cancel()
	v, err := l.simulationOf(timed, r)
	if statusOf(err) != 0 { // the request is at fault
		return send("end", []byte(capital(err.Error())+"."))
	}
	if err != nil {
		return err
	}
	id, full := l.add(v)
	if full {
		return send("end", fmt.Appendf(nil, "%d simulations run already; try again later.", l.most))
	}
	defer l.remove(id)
	if err := send("live", []byte(id)); err != nil {
		return err
	}
	err = v.run(timed, send)
	timeIsOver := timed.Err() != nil && ctx.Err() == nil
	if !timeIsOver {
		return err
	}
	return send("end", fmt.Appendf(nil, "The simulation was stopped after %v. Press “Start again” to run it again.", l.time))
}

// add registers a simulation under a new id, by which requests find it. If too many simulations run, `full` is true.
func (l *liveSimulations) add(v *liveSimulation) (id string, full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= l.most {
		return "", true
	}
	id = rand.Text()
	l.open[id] = v
	return id, false
}

func (l *liveSimulations) remove(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, id)
}

// simulationOf returns the simulation that a request asks for. A simulation takes time, so other sites must not start
// it, and the general check for requests from other sites does not cover GET requests.
func (l *liveSimulations) simulationOf(ctx context.Context, r *http.Request) (*liveSimulation, error) {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && from != "none" {
		return nil, faultf(http.StatusForbidden, "the request comes from another site: open this page and use its forms")
	}
	if err := r.ParseForm(); err != nil {
		return nil, formFault(err)
	}
	sim, judge, err := l.begin(ctx, r)
	if err != nil {
		return nil, err
	}
	speed, err := speedOf(r.Form.Get("speed"))
	if err != nil {
		return nil, err
	}
	return &liveSimulation{
		pageBase: l.pageBase, judge: judge, sim: sim,
		orders: make(chan func(), 1), ended: ctx.Done(), speed: speed, dragPlayer: -1,
		paused: r.Form.Get("paused") != "",
	}, nil
}

// speedOf returns the speed that a request asks for, in steps a second, as an index of speeds; "" means the usual
// speed.
func speedOf(text string) (int, error) {
	if text == "" {
		return slices.Index(speeds, usualSpeed), nil
	}
	speed, err := strconv.Atoi(text)
	at := slices.Index(speeds, speed)
	if err != nil || at < 0 {
		return 0, wrongf("speed %.20q: expected one of %s", text, strings.Trim(fmt.Sprint(speeds), "[]"))
	}
	return at, nil
}

// tell answers a request that changes a watched simulation. It hands the command, as a function, to the goroutine that
// runs the simulation, so that only this goroutine changes it.
func (l *liveSimulations) tell(w http.ResponseWriter, r *http.Request) error {
	l.mu.Lock()
	v, found := l.open[r.Form.Get("id")]
	l.mu.Unlock()
	if !found {
		return faultf(http.StatusNotFound, "this simulation has ended; start again")
	}
	order, err := v.order(r.Form)
	if err != nil {
		return err
	}
	select {
	case v.orders <- order:
	case <-v.ended: // nothing is left to change
	case <-r.Context().Done():
		return r.Context().Err()
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// A liveSimulation is a watched simulation. Only the goroutine of its stream uses the fields after ended.
type liveSimulation struct {
	*pageBase
	judge  simulate.Judge
	orders chan func() // changes to execute
	ended  <-chan struct{}

	sim         *simulate.Simulation
	speed       int // an index of speeds
	paused      bool
	dueSteps    float64        // steps that are due; the fraction waits for the next frame
	dragPlayer  int            // the player that is dragged; -1 for none
	dragPlace   simulate.Point // where the dragged player is held
	restVerdict string         // the verdict while the players rest; "" if it is not computed yet
	cycle       simulate.Cycle // of the steps since a player was dragged
	period      uint64         // of moves that the players repeat for ever; 0 if they are not known to repeat any
}

// order returns a function that carries out the command in a form. The goroutine of the simulation calls it.
func (v *liveSimulation) order(form url.Values) (func(), error) {
	do := form.Get("do")
	switch do {
	case "pause":
		return func() { v.paused = true }, nil
	case "go":
		return func() { v.paused = false }, nil
	case "step":
		return func() { v.paused = true; v.step() }, nil
	case "slower":
		return func() { v.speed = max(v.speed-1, 0) }, nil
	case "faster":
		return func() { v.speed = min(v.speed+1, len(speeds)-1) }, nil
	case "drag", "drop":
	default:
		return nil, wrongf("do %.20q: expected pause, step, go, slower, faster, drag or drop", do)
	}

	player, err := strconv.Atoi(form.Get("player"))
	if err != nil || player < 1 || player > len(v.judge.Names()) {
		return nil, wrongf("player %.20q: expected a number from 1 to %d", form.Get("player"), len(v.judge.Names()))
	}
	at, err := pointOf(form)
	if err != nil {
		return nil, err
	}
	return func() {
		v.sim.Drag(player-1, at)
		v.dragPlayer, v.dragPlace, v.restVerdict = -1, at, ""
		v.cycle, v.period = simulate.Cycle{}, 0
		if do == "drag" {
			v.dragPlayer = player - 1
		}
	}, nil
}

// pointOf reads the place to which a player is dragged.
func pointOf(form url.Values) (at simulate.Point, err error) {
	for _, axis := range []struct {
		name string
		to   *float64
	}{{"x", &at.X}, {"y", &at.Y}} {
		value, err := strconv.ParseFloat(form.Get(axis.name), 64)
		if err != nil || !(math.Abs(value) <= farthest) { // written so that NaN is refused, too
			return simulate.Point{}, wrongf("%s %.20q: expected a number from -%.0f to %.0f", axis.name, form.Get(axis.name), farthest, farthest)
		}
		*axis.to = value
	}
	return at, nil
}

// step moves all players by one step, except the player that the user drags. Without the user, each step depends only
// on the places before it. So once the players are in the same places again, they repeat their moves for ever, and step
// notes the period.
func (v *liveSimulation) step() {
	v.sim.Step()
	v.restVerdict = ""
	if v.dragPlayer >= 0 {
		v.sim.Drag(v.dragPlayer, v.dragPlace) // back to the place where the user holds the player
		return
	}
	if v.period == 0 {
		v.period = v.cycle.Period(v.sim)
	}
}

// run carries out commands, moves the players, and sends every change of the picture, until the context ends.
func (v *liveSimulation) run(ctx context.Context, send func(string, []byte) error) error {
	frames, beats := time.NewTicker(time.Second/frameRate), time.NewTicker(beatTime)
	defer frames.Stop()
	defer beats.Stop()
	sent := make(map[string]string) // the last event of each kind
	for {
		line, right := frame(v.sim)
		verdict, err := v.verdict(ctx, right)
		if err != nil {
			return err
		}
		for _, event := range [][2]string{{"frame", line}, {"speed", strconv.Itoa(speeds[v.speed])}, {"verdict", verdict}} {
			kind, data := event[0], event[1]
			if sent[kind] == data {
				continue
			}
			if err := send(kind, []byte(data)); err != nil {
				return err
			}
			sent[kind] = data
		}

		next := frames.C
		if v.paused || v.sim.Rest() {
			next = nil // nothing changes by itself
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case do := <-v.orders:
			do()
		case <-next:
			for v.dueSteps += float64(speeds[v.speed]) / frameRate; v.dueSteps >= 1; v.dueSteps-- {
				if !v.sim.Rest() {
					v.step()
				}
			}
		case <-beats.C:
			if err := send("beat", nil); err != nil {
				return err
			}
		}
	}
}

// frame returns the data of a frame event, and the number of content players: those whose wonderwall is between them
// and their ninja. Once all players rest, the number of steps stays what it was when the rest began.
func frame(s *simulate.Simulation) (line string, content int) {
	steps := s.Steps()
	if s.Rest() {
		steps = s.StepsToRest()
	}
	text := strconv.AppendUint(nil, steps, 10)
	for p, at := range s.View() {
		safe := '-'
		if s.Safe(p) {
			safe = '+'
			content++
		}
		text = fmt.Appendf(text, " %.4f,%.4f%c", at.X, at.Y, safe)
	}
	return string(text), content
}

// runningSentence returns a sentence that says for how many steps the players have run. The number is rounded down to
// 1, 2 or 5 times a power of ten, so that the sentence changes rarely: screen readers read every change aloud.
func runningSentence(steps uint64) string {
	const long = 100
	if steps < long {
		return "They run."
	}
	rounded := uint64(long)
	for rounded <= steps/10 {
		rounded *= 10
	}
	switch {
	case steps >= 5*rounded:
		rounded *= 5
	case steps >= 2*rounded:
		rounded *= 2
	}
	return fmt.Sprintf("They have run for at least %d steps, and are still running.", rounded)
}

// verdict returns the data of a verdict event. The argument `right` is the number of content players.
func (v *liveSimulation) verdict(ctx context.Context, right int) (string, error) {
	switch {
	case !v.sim.Rest() && v.paused:
		return fmt.Sprintf("paused Paused at step %d: %d of %d are content.", v.sim.Steps(), right, len(v.judge.Names())), nil
	case !v.sim.Rest() && v.period > 0:
		repeats := simulate.Result{Outcome: simulate.Repeating, Measure: v.period}
		return fmt.Sprintf("repeating %s.", capital(repeats.Words(v.sim.Steps()))), nil
	case !v.sim.Rest():
		return "moving " + runningSentence(v.sim.Steps()), nil
	case v.restVerdict != "":
		return v.restVerdict, nil
	}
	ground, places := v.sim.Rule().Ground, slices.Clone(v.sim.Places()) // cloned, because a check that is given up may still read them
	order, why, err := tried(ctx, v.Work, v.Limits.Part, func(ctx context.Context) ([]string, error) { return v.judge.Solution(ctx, ground, places) })
	ended := simulate.Result{Outcome: simulate.Stuck, Measure: v.sim.StepsToRest()}
	switch {
	case err != nil:
		return "", err
	case why != "":
		v.restVerdict = fmt.Sprintf("unknown At rest after %s. It is not known whether their places are a solution: %s. Press “One step” to check again.", rows.Counted(ended.Measure, "step", "steps"), why)
	case order == nil:
		v.restVerdict = fmt.Sprintf("stuck %s: put on a line, their places are not a solution.", capital(ended.Words(ended.Measure)))
	default:
		ended.Outcome = simulate.Solved
		v.restVerdict = fmt.Sprintf("solved %s. They stand in the order %s.", capital(ended.Words(ended.Measure)), strings.Join(order, ", "))
	}
	return v.restVerdict, nil
}
