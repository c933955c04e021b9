package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/simulate"
)

// mostSteps is how many steps players take whose ways are drawn, as in enumerate simulate.
const mostSteps = 2000

// simulatePage is the page on which players run about. The address has all that decides how.
//
//	/simulate?ruleset=wonderwall&game=...&rule=still:ground=line&seed=2
//	/simulate/ways.svg?...    the ways that they take
//	/simulate/live?...        the same, as a stream of events; see live.go
//	/simulate/random?...      leads to a random game
func (s *site) simulatePage() page {
	return page{path: "/simulate", title: "Simulate", routes: func() {
		s.get("/simulate", s.showSimulate)
		s.post("/simulate", s.postSimulate)
		s.get("/simulate/random", s.randomSimulate)
		s.get("/simulate/ways.svg", s.showWays)
		s.serveLive()
	}}
}

// A motion is what a request asks for, and what the template sees of it.
type motion struct {
	*lookup
	Rule  string // as it is written
	rule  simulate.Rule
	Rules []simulate.Named
	Moves []setting // parameters of the rule
	Seed  string
	seed  uint64
	Wrong error // with the rule or the seed
	Wants []want
	Steps int
	// What became of the game, the order that solves it, or why that is not known.
	Ended   string
	Order   []string
	Unknown string
}

// Simulate returns where the players of the game that is looked up run about; "" if they do not.
func (l *lookup) Simulate() string {
	if l.Query == "" || !runs(l.Ruleset) {
		return ""
	}
	return local("/simulate", l.Query)
}

// runs reports whether the players of a ruleset run about on this page.
func runs(r *enum.Ruleset) bool { return r.Read != nil && simulate.Moves(r) }

// motion reads what a request asks for.
func (s *site) motion(r *http.Request) (*motion, error) {
	l, err := s.lookup(r)
	if err != nil {
		return nil, err
	}
	if !runs(l.Ruleset) {
		return nil, faultf(http.StatusNotFound, "the players of %s do not run about", l.Name)
	}
	l.Page = "/simulate"
	l.Rulesets = slices.DeleteFunc(slices.Clone(l.Rulesets), func(r *enum.Ruleset) bool { return !runs(r) })
	m := &motion{lookup: l, Rule: r.Form.Get("rule"), Rules: simulate.Rules(), Seed: r.Form.Get("seed"), Steps: mostSteps}
	if m.Rule == "" {
		m.Rule = simulate.DefaultRule().String()
	}
	if m.Seed == "" {
		m.Seed = "1"
	}
	if m.rule, err = simulate.ParseRule(m.Rule); err != nil {
		m.Wrong = err
	} else if m.seed, err = strconv.ParseUint(m.Seed, 10, 64); err != nil {
		m.Wrong = fmt.Errorf("the seed is a whole number, not %.40q", m.Seed)
	}
	_, set, _ := strings.Cut(m.Rule, ":")
	m.Moves = settingsOf(simulate.Parameters(), set)
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

func (m *motion) query() string {
	return url.Values{"ruleset": {m.Name}, "game": {m.Game}, "rule": {m.Rule}, "seed": {m.Seed}}.Encode()
}

// Address returns the address of what is shown.
func (m *motion) Address() string { return local("/simulate", m.query()) }

// Live returns the address of the stream.
func (m *motion) Live() string { return local("/simulate/live", m.query()) }

// Picture returns the address of the ways.
func (m *motion) Picture() string { return local("/simulate/ways.svg", m.query()) }

// Elsewhere returns the address of the same players who begin elsewhere.
func (m *motion) Elsewhere() string {
	next := *m
	next.Seed = strconv.FormatUint(m.seed+1, 10)
	return next.Address()
}

// players reads the game.
func (s *site) players(ctx context.Context, m *motion) (enum.Game, simulate.Judge, error) {
	switch {
	case m.Wrong != nil:
		return nil, simulate.Judge{}, m.Wrong
	case m.Query == "":
		return nil, simulate.Judge{}, fmt.Errorf("it is too long: while its players run it is in the page's address, which takes at most %d bytes of it", mostLink)
	}
	game, err := s.read(ctx, m.lookup)
	if err != nil {
		return nil, simulate.Judge{}, err
	}
	judge := simulate.NewJudge(game)
	if n := len(judge.Names()); n > simulate.MostDrawn {
		return nil, simulate.Judge{}, fmt.Errorf("it is too large: at most %d players run here, this game has %d; enumerate simulate takes more", simulate.MostDrawn, n)
	}
	return game, judge, nil
}

// trials are those of the game.
func (m *motion) trials() simulate.Trials {
	return simulate.Trials{Ruleset: m.Ruleset, Rule: m.rule, Steps: mostSteps}
}

// showSimulate shows the form and, if the address has a game, its players.
func (s *site) showSimulate(w http.ResponseWriter, r *http.Request) error {
	m, err := s.motion(r)
	if err != nil {
		return err
	}
	if _, sets := setIn(r.Form); sets {
		http.Redirect(w, r, local("/simulate", url.Values{"ruleset": {m.Name}}.Encode()), http.StatusSeeOther)
		return nil
	}
	if !r.Form.Has("game") && m.Wrong == nil {
		return s.showMotion(w, r, http.StatusOK, m)
	}
	game, judge, err := s.players(r.Context(), m)
	if err != nil {
		if wrong := refused(err); !errors.As(wrong, new(fault)) || errors.As(err, new(unknown)) {
			return wrong
		}
		m.Fault = sentences(err)
		return s.showMotion(w, r, http.StatusUnprocessableEntity, m)
	}
	m.Rule = m.rule.String()
	names := judge.Names()
	for p, of := range judge.Wants() {
		m.Wants = append(m.Wants, want{Player: player{p + 1, names[p]}, Wonderwall: player{of.Wonderwall + 1, names[of.Wonderwall]}, Ninja: player{of.Ninja + 1, names[of.Ninja]}})
	}
	ended, why, err := tried(r.Context(), s, func(ctx context.Context) (simulate.Ended, error) {
		return m.trials().Play(ctx, game, enum.GameSource(m.seed, len(names), 0))
	})
	if err != nil {
		return err
	}
	m.Unknown = why
	if why == "" {
		m.Ended, m.Order = capital(ended.Words(mostSteps)), ended.Order
	}
	return s.showMotion(w, r, http.StatusOK, m)
}

// capital returns a sentence of a letter of ASCII and more, with a capital.
func capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// postSimulate takes the form, and leads to the address of its game.
func (s *site) postSimulate(w http.ResponseWriter, r *http.Request) error {
	var set []string
	for _, p := range simulate.Parameters() {
		if value := strings.TrimSpace(r.Form.Get("rule." + p.Name)); value != "" {
			set = append(set, p.Name+"="+value)
		}
	}
	if set != nil {
		r.Form.Set("rule", r.Form.Get("rule")+":"+strings.Join(set, ","))
	}
	if len(r.Form.Get("game"))+len(r.Form.Get("rule"))+len(r.Form.Get("seed")) > mostLink {
		return s.showSimulate(w, r) // which says what is too long
	}
	m, err := s.motion(r)
	if err != nil {
		return err
	}
	http.Redirect(w, r, m.Address(), http.StatusSeeOther)
	return nil
}

// randomSimulate leads to a game of a family.
func (s *site) randomSimulate(w http.ResponseWriter, r *http.Request) error {
	m, err := s.motion(r)
	if err != nil {
		return err
	}
	if led, err := s.toRandom(w, r, m.lookup, m.Address); led || err != nil {
		return err
	}
	return s.showMotion(w, r, http.StatusUnprocessableEntity, m)
}

func (s *site) showMotion(w http.ResponseWriter, r *http.Request, status int, m *motion) error {
	v := view{Title: "Simulate", Data: m}
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
		return refused(err)
	}
	picture, err := compute(r.Context(), s, jsonTime, func(ctx context.Context) ([]byte, error) {
		var b bytes.Buffer
		_, err := m.trials().Draw(ctx, game, enum.GameSource(m.seed, len(judge.Names()), 0), &b, "svg")
		return b.Bytes(), err
	})
	if err != nil {
		return refused(err)
	}
	writePicture(w, picture)
	return nil
}
