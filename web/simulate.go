package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/simulate"
)

// firstRule is the rule by which players run unless another one is asked for: by it most games that can be solved are,
// within seconds, which is not so on the open plane.
const firstRule = "still:ground=field"

// fourPlayers are those of the front page, who run where nobody has named others.
const fourPlayers = "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"

// mostSteps is how many steps players take whose ways are drawn, as in enumerate simulate.
const mostSteps = 2000

// simulatePage is the page on which players run about. The address has all that decides how.
//
//	/simulate?ruleset=wonderwall&game=...&rule=still:ground=line&seed=2
//	/simulate/ways.svg?...    the ways that they take
//	/simulate/live?...        the same, as a stream of events; see live.go
//	/simulate/random?...      leads to a random game
func (s *site) simulatePage() page {
	return page{Path: "/simulate", Title: "Run", routes: func(t *router) {
		g := newGamePage(s.games, s.generator, s.motion, s.answerSimulate, s.showSimulate)
		t.get("/simulate", g.get)
		t.post("/simulate", func(w http.ResponseWriter, r *http.Request) error {
			if set, _ := setIn(r.Form, "rule."); set != "" {
				r.Form.Set("rule", r.Form.Get("rule")+":"+set)
			}
			return g.post(w, r)
		})
		t.get("/simulate/random", g.random)
		t.get("/simulate/ways.svg", s.showWays)
		s.serveLive(t)
	}}
}

// A motion is what a request asks for, and what the template sees of it.
type motion struct {
	*gameRequest
	Rule  string // as it is written
	rule  simulate.Rule
	Rules []simulate.Named
	Moves []setting // parameters of the rule
	Seed  string
	seed  uint64
	Wrong error // with the rule or the seed
	Wants []want
	// What became of the game, the order that solves it, or why that is not known.
	Ended   string
	Order   []string
	Unknown string
	// Whether no order solves the game, however they run.
	Hopeless bool
}

// runs reports whether the players of a ruleset run about on this page.
func runs(r *enum.Ruleset) bool { return r.Read != nil && simulate.Moves(r) }

// motion reads what a request asks for.
func (s *site) motion(r *http.Request) (*motion, error) {
	if r.Method == http.MethodGet && r.URL.Path == "/simulate" && len(r.Form) == 0 && !r.URL.ForceQuery { // of a copy, "?" is where drawn games are waited for
		r.Form.Set("game", fourPlayers)
	}
	l, err := s.games.requestOn("/simulate", r, "the players of %s do not run about")
	if err != nil {
		return nil, err
	}
	m := &motion{gameRequest: l, Rule: r.Form.Get("rule"), Rules: simulate.Rules(), Seed: r.Form.Get("seed")}
	if m.Rule == "" {
		m.Rule = firstRule
	}
	if m.Seed == "" {
		m.Seed = "1"
	}
	if m.rule, err = simulate.ParseRule(m.Rule); err != nil {
		m.Wrong = err
	} else if m.seed, err = strconv.ParseUint(m.Seed, 10, 64); err != nil {
		m.Wrong = fmt.Errorf("the seed is a whole number, not %.40q", m.Seed)
	}
	m.Asked = m.Asked || m.Wrong != nil
	_, set, _ := strings.Cut(m.Rule, ":")
	m.Moves = settingsOf("rule", simulate.Parameters(), set)
	m.Kept = map[string]string{"rule": m.Rule}
	return m, nil
}

// Goes reports whether players move by the rule of a name.
func (m *motion) Goes(name string) bool {
	rule, _, _ := strings.Cut(m.Rule, ":")
	return rule == name
}

// Ground returns where the players are: "plane", ...
func (m *motion) Ground() string { return m.rule.Ground }

// At returns where there is something of what is shown: the stream, or the ways.
func (m *motion) At(path string) string {
	return address(path, "ruleset", m.Name, "game", m.Game, "rule", m.Rule, "seed", m.Seed)
}

// Address returns the address of the page.
func (m *motion) Address() string { return m.At("/simulate") }

// Tamer returns the address of the same players by the first rule, "" if they follow it.
func (m *motion) Tamer() string {
	if m.Rule == firstRule {
		return ""
	}
	return address("/simulate", "ruleset", m.Name, "game", m.Game, "rule", firstRule, "seed", m.Seed)
}

// Elsewhere returns the address of the same players who begin elsewhere.
func (m *motion) Elsewhere() string {
	next := *m
	next.Seed = strconv.FormatUint(m.seed+1, 10)
	return next.Address()
}

// players reads the game.
func (s *site) players(ctx context.Context, m *motion) (enum.Game, simulate.Judge, error) {
	if m.Wrong != nil {
		return nil, simulate.Judge{}, fault{http.StatusUnprocessableEntity, m.Wrong}
	}
	game, err := s.games.addressed(ctx, m.gameRequest, "its players run")
	if err != nil {
		return nil, simulate.Judge{}, err
	}
	judge := simulate.NewJudge(game)
	if n := len(judge.Names()); n > simulate.MostDrawn {
		return nil, simulate.Judge{}, wrongf("it is too large: at most %d players run here, this game has %d; enumerate simulate takes more", simulate.MostDrawn, n)
	}
	return game, judge, nil
}

// trials are those of the game.
func (m *motion) trials() simulate.Trials {
	return simulate.Trials{Ruleset: m.Ruleset, Rule: m.rule, Steps: mostSteps}
}

// answerSimulate shows the players of the game.
func (s *site) answerSimulate(w http.ResponseWriter, r *http.Request, m *motion) error {
	game, judge, err := s.players(r.Context(), m)
	if err != nil {
		return err
	}
	m.Rule = m.rule.String()
	m.Wants = wantsOf(judge)
	ended, why, err := tried(r.Context(), s.Work, s.Limits.Part, func(ctx context.Context) (simulate.Ended, error) {
		return m.trials().Play(ctx, game, enum.GameSource(m.seed, len(m.Wants), 0))
	})
	if err != nil {
		return err
	}
	m.Hopeless, _, err = tried(r.Context(), s.Work, s.Limits.Part, func(ctx context.Context) (bool, error) {
		can, err := solvable(ctx, m.Ruleset, m.Game)
		return !can, err
	})
	if err != nil {
		return err
	}
	m.Unknown = why
	if why == "" {
		m.Ended, m.Order = capital(ended.Words(mostSteps)), ended.Order
	}
	return s.showSimulate(w, r, http.StatusOK, m)
}

// capital returns a sentence of a letter of ASCII and more, with a capital.
func capital(words string) string {
	if words == "" || strings.HasPrefix(words, "n ") { // a number stays a number
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// showSimulate shows the page.
func (s *site) showSimulate(w http.ResponseWriter, r *http.Request, status int, m *motion) error {
	v := view{Title: "Watch them run", Data: m}
	if m.Hopeless {
		v.Title = "They run in vain"
	}
	if m.Wants != nil {
		v.Script = "simulate.js"
	}
	return s.show(w, r, status, "simulate.html", v)
}

// showWays draws the ways that players take, as enumerate simulate --draw does.
func (s *site) showWays(w http.ResponseWriter, r *http.Request) error {
	m, err := s.motion(r)
	if err != nil {
		return err
	}
	game, judge, err := s.players(r.Context(), m)
	if err != nil {
		return err
	}
	picture, err := compute(r.Context(), s.Work, s.Limits.Single, func(ctx context.Context) ([]byte, error) {
		picture, _, err := m.trials().Draw(ctx, game, enum.GameSource(m.seed, len(judge.Names()), 0))
		if err != nil {
			return nil, err
		}
		return picture.SVG(), nil
	})
	if err != nil {
		return err
	}
	writePicture(w, picture)
	return nil
}
