package web

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games"
	"enumerate/internal/eventually"
	"enumerate/rooms/simulate"
)

// line6 is a game of six players, A to F, which can be solved.
const line6 = "BC DF BA BE DF DB"

func liveSite(t *testing.T) (s *site, at string) {
	s = testSite(t)
	at, _ = open(t, Site{Rulesets: games.All()}, func(server *Server) { server.http.Handler = s.handler() })
	return s, at
}

// A stream is what a browser has of a simulation.
type stream struct {
	t      *testing.T
	at     string
	id     string
	events *bufio.Scanner
	close  func()
}

// watchLive begins a simulation, and returns its stream of events.
func watchLive(t *testing.T, at, query string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", at+"/simulate/live?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	s := &stream{t: t, at: at, events: bufio.NewScanner(answer.Body), close: func() { cancel(); answer.Body.Close() }}
	t.Cleanup(s.close)
	return s
}

// next returns the next event of a stream, "" if it has ended.
func (s *stream) next() (kind, data string) {
	for s.events.Scan() {
		switch line := s.events.Text(); {
		case line == "" && kind != "":
			return kind, data
		default:
			field, value, _ := strings.Cut(line, ": ")
			if field == "event" {
				kind = value
			} else if field == "data" {
				data = value
			}
		}
	}
	return "", ""
}

// await returns the data of the next event of a kind whose data begins with the prefix.
func (s *stream) await(kind, prefix string) string {
	s.t.Helper()
	for {
		got, data := s.next()
		if got == kind && strings.HasPrefix(data, prefix) {
			return data
		}
		if got == "" {
			s.t.Fatalf("the stream ends before %s %s", kind, prefix)
		}
	}
}

// tell tells a simulation something, and returns the status.
func (s *stream) tell(pairs ...string) int {
	s.t.Helper()
	form := url.Values{"id": {s.id}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	answer, err := http.PostForm(s.at+"/simulate/live", form)
	if err != nil {
		s.t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

type shown struct {
	steps  uint64
	places []simulate.Point
	safe   []bool
}

// readFrame reads the data of a frame event; see liveSimulations.
func readFrame(t *testing.T, line string) (f shown) {
	t.Helper()
	words := strings.Split(line, " ")
	f.steps, _ = strconv.ParseUint(words[0], 10, 64)
	for _, word := range words[1:] {
		var p simulate.Point
		var safe rune
		if _, err := fmt.Sscanf(word, "%f,%f%c", &p.X, &p.Y, &safe); err != nil {
			t.Fatalf("frame %q: %v", line, err)
		}
		f.places, f.safe = append(f.places, p), append(f.safe, safe == '+')
	}
	return f
}

func near(a, b simulate.Point) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) < 1e-3 }

func liveQuery(game, rule, more string) string {
	return url.Values{"ruleset": {"wonderwall"}, "game": {game}, "rule": {rule}, "seed": {"3"}}.Encode() + more
}

// trialsOf returns a game with its judge, and how its players move.
func trialsOf(t *testing.T, text, rule string) (simulate.Trials, single.Game, simulate.Judge) {
	t.Helper()
	r, err := enum.Find(games.All(), "wonderwall")
	if err != nil {
		t.Fatal(err)
	}
	moves, err := simulate.ParseRule(rule)
	if err != nil {
		t.Fatal(err)
	}
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		return simulate.Trials{Ruleset: r, Rule: moves, Steps: mostSteps}, game, simulate.NewJudge(game)
	}
	panic("no game")
}

// TestFramesMatchASimulationOfTheSameSeed compares every frame and verdict that the server sends, for different
// rules of motion, with a simulation of the same seed that the test runs.
func TestFramesMatchASimulationOfTheSameSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second; go test runs it")
	}
	t.Parallel()
	_, at := liveSite(t)
	for _, rule := range []string{"nearest", "still", "nearest:ground=line,noise=0.5", "nearest:ground=circle", "still:ground=field", "distance:order=random", "still:delay=7"} {
		trials, game, judge := trialsOf(t, line6, rule)
		sim := simulate.New(judge.Wants(), trials.Rule, sampling.GameSource(3, 6, 0))
		s := watchLive(t, at, liveQuery(line6, rule, "&speed=960"))
		verdict, frames := "", 0
		for verdict == "" && frames < 15 {
			kind, data := s.next()
			switch kind {
			case "frame":
				f := readFrame(t, data)
				for sim.Steps() < f.steps {
					sim.Step()
				}
				for p, want := range sim.View() {
					if sim.Steps() != f.steps || !near(f.places[p], want) || f.safe[p] != sim.Safe(p) {
						t.Fatalf("%s, step %d: player %d is shown at %v %v, want %v %v", rule, f.steps, p+1, f.places[p], f.safe[p], want, sim.Safe(p))
					}
				}
				frames++
			case "verdict":
				if !strings.HasPrefix(data, "moving ") && !strings.HasPrefix(data, "repeating ") {
					verdict = data
				}
			case "":
				t.Fatalf("%s: the stream ends", rule)
			}
		}
		s.close()
		for step := 0; verdict != "" && !sim.Rest() && step <= trials.Rule.Delay; step++ {
			sim.Step() // at rest, which is not counted
		}
		if rest := sim.Rest(); rest != (verdict != "") {
			t.Errorf("%s: at rest %v, the verdict is %q", rule, rest, verdict)
		}
		if verdict != "" {
			ended, err := trials.Play(t.Context(), game, sampling.GameSource(3, 6, 0))
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%v %s", ended.Outcome, capital(ended.Words(mostSteps)))
			if !strings.HasPrefix(verdict, want) || !strings.Contains(verdict, strings.Join(ended.Order, ", ")) {
				t.Errorf("%s: the verdict is %q, want %q, %v", rule, verdict, want, ended.Order)
			}
		}
	}
}

// TestADraggedPlayerStaysWhereItIsPut drags a player on each ground. It must stay at the point of the ground that is
// nearest to the pointer while the others move. After it is dropped, it must move again, unless all players are at
// rest.
func TestADraggedPlayerStaysWhereItIsPut(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	for ground, want := range map[string]simulate.Point{"plane": {X: 3, Y: 0.5}, "line": {X: 3, Y: 0}, "circle": {X: 1, Y: 0.5}, "field": {X: 1, Y: 0.5}} {
		s := watchLive(t, at, liveQuery(line6, "nearest:ground="+ground, "&speed=960&paused=yes"))
		s.id = s.await("live", "")
		first := readFrame(t, s.await("frame", ""))
		if status := s.tell("do", "drag", "player", "2", "x", "3", "y", "0.5"); status != http.StatusNoContent {
			t.Fatalf("drag: %d", status)
		}
		f := readFrame(t, s.await("frame", ""))
		if f.steps != 0 || !near(f.places[1], want) {
			t.Errorf("%s: dragged to %v in step %d, want %v", ground, f.places[1], f.steps, want)
		}
		for p := range f.places {
			if p != 1 && f.places[p] != first.places[p] {
				t.Errorf("%s: player %d is at %v, and was at %v", ground, p+1, f.places[p], first.places[p])
			}
		}
		s.tell("do", "go")
		for range 5 {
			f = readFrame(t, s.await("frame", ""))
			if !near(f.places[1], want) {
				t.Errorf("%s: held at %v, want %v", ground, f.places[1], want)
			}
		}
		if f.steps == 0 {
			t.Errorf("%s: nobody moves", ground)
		}
		s.tell("do", "drop", "player", "2", "x", "3", "y", "0.5")
		// While a player is held, the simulation is never at rest. So if the player moves, or the simulation comes to
		// rest, the player was dropped.
		for rests := false; !rests && near(f.places[1], want); {
			switch kind, data := s.next(); kind {
			case "frame":
				f = readFrame(t, data)
			case "verdict":
				rests = strings.HasPrefix(data, "solved") || strings.HasPrefix(data, "stuck")
			case "":
				t.Fatalf("%s: it is held although it was dropped", ground)
			}
		}
		s.close()
	}
}

// TestTheLastFrameAndTheVerdictHaveTheSameSteps compares the number of steps in the last frame with that in the
// sentence at the end.
func TestTheLastFrameAndTheVerdictHaveTheSameSteps(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	for _, rule := range []string{firstRule, firstRule + ",delay=3"} {
		s := watchLive(t, at, liveQuery(four, rule, "&speed=960"))
		steps := uint64(0)
		for kind, data := s.next(); ; kind, data = s.next() {
			if kind == "frame" {
				steps = readFrame(t, data).steps
			}
			if kind == "verdict" && !strings.HasPrefix(data, "moving ") {
				if want := fmt.Sprintf("solved Solved after %d steps. ", steps); !strings.HasPrefix(data, want) {
					t.Errorf("%s: step %d, and %s", rule, steps, data)
				}
				break
			}
		}
		s.close()
	}
}

// TestRepeatingPlayersAreReported watches a game without a solution, in which the three players repeat the same moves
// for ever. The verdict must name the same period as a complete simulation finds, and must be withdrawn if
// the user moves a player.
func TestRepeatingPlayersAreReported(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	const game, rule = "BC CA AB", "nearest"
	trials, single, _ := trialsOf(t, game, rule)
	ended, err := trials.Play(t.Context(), single, sampling.GameSource(3, 3, 0))
	if err != nil || ended.Outcome != simulate.Repeating {
		t.Fatalf("a whole trial ends with %+v (%v), want players who repeat their moves", ended, err)
	}
	s := watchLive(t, at, liveQuery(game, rule, "&speed=960"))
	s.id = s.await("live", "")
	want := "repeating " + capital(ended.Words(mostSteps)) + "."
	if verdict := s.await("verdict", "repeating "); verdict != want {
		t.Errorf("the verdict is %q, want %q", verdict, want)
	}
	s.tell("do", "drop", "player", "1", "x", "3", "y", "0")
	s.await("verdict", "moving ")
	s.close()
}

func TestALongRunIsReported(t *testing.T) {
	for steps, want := range map[uint64]string{
		0: "They run.", 99: "They run.",
		100:       "They have run for at least 100 steps, and are still running.",
		1999:      "They have run for at least 1000 steps, and are still running.",
		2000:      "They have run for at least 2000 steps, and are still running.",
		987_654:   "They have run for at least 500000 steps, and are still running.",
		1_000_000: "They have run for at least 1000000 steps, and are still running.",
	} {
		if got := runningSentence(steps); got != want {
			t.Errorf("%d steps: %q, want %q", steps, got, want)
		}
	}
}

// TestASolutionThatIsDraggedApartIsFoundAgain drops one player of a solved game at another place.
func TestASolutionThatIsDraggedApartIsFoundAgain(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	s := watchLive(t, at, liveQuery("DB DC AD AC", "nearest:ground=line,noise=1", "&speed=960"))
	s.id = s.await("live", "")
	s.await("verdict", "solved Solved after ")
	s.tell("do", "drop", "player", "1", "x", "-5", "y", "0")
	s.await("verdict", "moving")
	s.await("verdict", "solved Solved after ")
}

func TestASimulationFollowsItsControls(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	s := watchLive(t, at, liveQuery(line6, "nearest", "&paused=yes"))
	s.id = s.await("live", "")
	s.await("verdict", "paused Paused at step 0: ")
	for step := range 3 {
		s.tell("do", "step")
		if f := readFrame(t, s.await("frame", "")); f.steps != uint64(step+1) {
			t.Errorf("step %d, want %d", f.steps, step+1)
		}
	}
	s.tell("do", "faster")
	s.await("speed", "60")
	s.tell("do", "slower")
	s.await("speed", "30")
	s.tell("do", "go")
	s.await("verdict", "moving")
	s.await("frame", "9 ")
	s.tell("do", "pause")
	s.await("verdict", "paused Paused at step ")
	for _, wrong := range [][]string{
		{}, {"do", "jump"}, {"do", "drag"}, {"do", "drag", "player", "0", "x", "1", "y", "1"}, {"do", "drop", "player", "7", "x", "1", "y", "1"},
		{"do", "drag", "player", "1", "x", "NaN", "y", "1"}, {"do", "drag", "player", "1", "x", "1", "y", "+Inf"}, {"do", "drag", "player", "1", "x", "1e300", "y", "0"}, {"do", "drag", "player", "1", "x", "1"},
	} {
		if status := s.tell(wrong...); status != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d", wrong, status)
		}
	}
	if status := s.tell("do", "go", "id", "guessed"); status != http.StatusNotFound {
		t.Errorf("another id: %d", status)
	}
}

// TestSimulationsAreBoundedAndEndWithTheirWatchers opens one simulation more than the server allows. Simulations must
// end when their clients disconnect or when their time is over. They must leave no goroutine.
func TestSimulationsAreBoundedAndEndWithTheirWatchers(t *testing.T) {
	s, at := liveSite(t)
	s.simulate.live.most = 3
	open := func() int {
		s.simulate.live.mu.Lock()
		defer s.simulate.live.mu.Unlock()
		return len(s.simulate.live.open)
	}
	none := func() {
		t.Helper()
		eventually.True(t, func() bool { return open() == 0 })
	}
	first := watchLive(t, at, "game=x")
	first.await("end", "") // the server runs
	first.close()
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	query := liveQuery(line6, "nearest", "")
	ids := make(map[string]bool)
	var streams []*stream
	for range 3 {
		w := watchLive(t, at, query)
		w.id = w.await("live", "")
		ids[w.id] = true
		if len(w.id) < 26 {
			t.Errorf("the id %q can be guessed", w.id)
		}
		streams = append(streams, w)
	}
	if len(ids) != 3 {
		t.Errorf("ids %v", ids)
	}
	more := watchLive(t, at, query)
	if kind, data := more.next(); kind != "end" || data != "3 simulations run already; try again later." {
		t.Errorf("one more: %s %q", kind, data)
	}
	more.close() // what ends is read to its end, or holds its connection
	for _, w := range streams {
		w.close()
	}
	none()
	if status := streams[0].tell("do", "step"); status != http.StatusNotFound {
		t.Errorf("told after its watcher has left: %d", status)
	}
	s.simulate.live.time = 100 * time.Millisecond
	w := watchLive(t, at, query)
	w.await("end", "The simulation was stopped after 100ms.")
	if kind, _ := w.next(); kind != "" {
		t.Errorf("after its end: %s", kind)
	}
	w.close()
	none()
	eventually.True(t, func() bool { // if goroutines stay, go test's -timeout prints them
		http.DefaultClient.CloseIdleConnections() // those of streams become idle when they have ended
		return runtime.NumGoroutine() <= before
	})
}

// TestWatchersEndWhenTheServerDoes stops a server with twenty watched simulations. It must end within a second.
func TestWatchersEndWhenTheServerDoes(t *testing.T) {
	s := testSite(t)
	at, stop := open(t, Site{Rulesets: games.All()}, func(server *Server) { server.http.Handler = s.handler() })
	for range 20 {
		watchLive(t, at, liveQuery(line6, "nearest", "")).await("frame", "1 ")
	}
	if took := stop(); took > time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// TestInvalidSimulationsAreReported asks for simulations with invalid games, rules and seeds, by the page and by the
// stream.
func TestInvalidSimulationsAreReported(t *testing.T) {
	t.Parallel()
	_, at := liveSite(t)
	h := testSite(t).handler()
	var large strings.Builder
	for p := range simulate.MostDrawn + 1 {
		fmt.Fprintf(&large, "P%d: P%d P%d\n", p, (p+1)%61, (p+2)%61)
	}
	for _, c := range []struct{ query, words string }{
		{liveQuery("x", "nearest", ""), ""},
		{liveQuery("", "nearest", ""), "no game found"},
		{liveQuery(large.String(), "nearest", ""), "61 players are too many for this page: choose a game of at most 60, or use the command enumerate simulate"},
		{liveQuery(strings.Repeat("BC ", 5000), "nearest", ""), "too long"},
		{liveQuery(line6, "neerest", ""), "did you mean"},
		{liveQuery(line6, "nearest:speed=NaN", ""), "expected a number from 0.0001 to 1"},
		{liveQuery(line6, "nearest:delay=99999999", ""), "expected a number from 0 to 1000"},
		{liveQuery(line6, "<script>", ""), ""},
		{"game=" + url.QueryEscape(line6) + "&seed=-1", ": expected a whole number"},
		{"game=%zz", "cannot be read"},
		{"ruleset=nim&game=1", "do not run about"},
	} {
		w := ask(h, "/simulate?"+c.query, nil)
		page := w.Body.String()
		if w.Code < 400 || w.Code >= 500 || !strings.Contains(page, c.words) || strings.Contains(page, "<script>") {
			t.Errorf("%.80s: %d %q, want %q", c.query, w.Code, first(page, `role="alert"[^>]*>(?s:(.*?))</(?:div|p)>\s*<[^u]`), c.words)
		}
		s := watchLive(t, at, c.query)
		if kind, data := s.next(); kind != "end" || !strings.Contains(strings.ToLower(data), strings.ToLower(c.words)) {
			t.Errorf("%.80s: %s %q, want %q", c.query, kind, data, c.words)
		}
		s.close()
		if w := ask(h, "/simulate/ways.svg?"+c.query, nil); w.Code < 400 || w.Code >= 500 {
			t.Errorf("ways of %.80s: %d", c.query, w.Code)
		}
	}
	if kind, data := watchLive(t, at, liveQuery(line6, "nearest", "&speed=7")).next(); kind != "end" || !strings.Contains(data, "peed \"7\": expected one of ") {
		t.Errorf("a wrong speed: %s %q", kind, data)
	}
	r, err := http.NewRequest("GET", at+"/simulate/live?"+liveQuery(line6, "nearest", ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil || body.String() != "event: end\ndata: The request comes from another site: open this page and use its forms.\n\n" {
		t.Errorf("a page elsewhere: %q %v", body.String(), err)
	}
}
