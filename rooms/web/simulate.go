package web

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/rooms/simulate"
)

// firstRule is the rule by which players run by default: with it, on a field with a fence, they solve most solvable
// games within seconds; on the open plane they do not.
const firstRule = "still:ground=field"

// fourPlayers is the default game: the example on the front page.
const fourPlayers = "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"

// mostSteps is how many steps players take at most in a picture of their ways, as in enumerate simulate.
const mostSteps = 2000

// A simulatePage is the page on which the players of a game run about, each to a place where its wonderwall is between
// it and its ninja. The address contains the game, the rule by which players move, and the seed, which decides where
// they begin.
//
//	/simulate?ruleset=wonderwall&game=...&rule=still:ground=line&seed=2
//	/simulate/ways.svg?...    a picture of the paths that the players take
//	/simulate/live?...        the moving players, as a stream of events; see liveSimulations
//	/simulate/random?...      redirects to a random game
type simulatePage struct {
	*pageBase
	games *gameReader
	live  *liveSimulations
	form  gamePage[*motion]
}

func newSimulatePage(c *pageBase, games *gameReader, generator *generator) *simulatePage {
	p := &simulatePage{pageBase: c, games: games}
	p.live = newLiveSimulations(c, p.begin)
	p.form = newGamePage(games, generator, p.read, p.answer, p.showForm)
	return p
}

func (p *simulatePage) page() page {
	return page{Path: "/simulate", Title: "Simulate", Routes: func(t *router) {
		t.get("/simulate", p.form.get)
		t.post("/simulate", p.post)
		t.get("/simulate/random", p.form.random)
		t.get("/simulate/ways.svg", p.showWays)
		p.live.routes(t)
	}}
}

// A motion is the request and the template data of a simulation.
type motion struct {
	*gameRequest
	Rule     string // in its written form
	rule     simulate.Rule
	Rules    []simulate.RuleInfo
	Moves    []setting // parameters of the rule
	Seed     string
	seed     uint64
	Wrong    error // with the rule or the seed
	Wants    []want
	Ending   string   // how the simulation ended, in words
	Order    []string // the order that solves the game, if the players have found one
	Unknown  string   // why the end is not known
	Hopeless bool     // the game has no solution
}

// isLineGame reports whether the players of a ruleset stand in a line, so that they can also run.
func isLineGame(r *enum.Ruleset) bool { return r.Read != nil && simulate.Moves(r) }

// read returns the view for a request. A fault in the rule or the seed is kept in the view, which shows it.
func (p *simulatePage) read(r *http.Request) (*motion, error) {
	// The address "/simulate" shows an example. "/simulate?", with an empty query, does not: in a copy of the site
	// without a server, this page waits until the browser can make a random game.
	isBare := r.Method == http.MethodGet && r.URL.Path == "/simulate" && len(r.Form) == 0 && !r.URL.ForceQuery
	if isBare {
		r.Form.Set("game", fourPlayers)
	}
	l, err := p.games.requestOn("/simulate", r, "the players of %s do not run about")
	if err != nil {
		return nil, err
	}

	m := &motion{gameRequest: l, Rules: simulate.Rules()}
	m.Rule = cmp.Or(r.Form.Get("rule"), firstRule)
	m.Seed = cmp.Or(r.Form.Get("seed"), "1")
	m.rule, m.seed, m.Wrong = ruleAndSeed(m.Rule, m.Seed)
	m.Asked = m.Asked || m.Wrong != nil // so that a fault is shown even if there is no game
	_, set, _ := strings.Cut(m.Rule, ":")
	m.Moves = settingsOf("rule", simulate.Parameters(), set)
	m.ExtraPairs = map[string]string{"rule": m.Rule}
	return m, nil
}

// ruleAndSeed parses a rule and a seed. If only the seed is wrong, it still returns the rule, for the page to show.
func ruleAndSeed(ruleText, seedText string) (simulate.Rule, uint64, error) {
	rule, err := simulate.ParseRule(ruleText)
	if err != nil {
		return simulate.Rule{}, 0, err
	}
	seed, err := strconv.ParseUint(seedText, 10, 64)
	if err != nil {
		return rule, 0, fmt.Errorf("seed %.40q: expected a whole number", seedText)
	}
	return rule, seed, nil
}

// post answers the form. It adds the parameters of the rule, which have a field each, to the rule's name.
func (p *simulatePage) post(w http.ResponseWriter, r *http.Request) error {
	if set, _ := setIn(r.Form, "rule."); set != "" {
		r.Form.Set("rule", r.Form.Get("rule")+":"+set)
	}
	return p.form.post(w, r)
}

// HasRule reports whether the players move by the rule with this name, whatever its parameters.
func (m *motion) HasRule(name string) bool {
	rule, _, _ := strings.Cut(m.Rule, ":")
	return rule == name
}

// Ground returns where the players are, such as "plane".
func (m *motion) Ground() string { return m.rule.Ground }

// At returns the address of the same simulation at another path: the stream of events, or the picture of the ways.
func (m *motion) At(path string) string {
	return address(path, "ruleset", m.Name, "game", m.Game, "rule", m.Rule, "seed", m.Seed)
}

// Address returns the address of the page.
func (m *motion) Address() string { return m.At("/simulate") }

// CalmAddress returns the address of the same game with firstRule, by which the players solve most games, "" if they
// already follow it.
func (m *motion) CalmAddress() string {
	if m.Rule == firstRule {
		return ""
	}
	return address("/simulate", "ruleset", m.Name, "game", m.Game, "rule", firstRule, "seed", m.Seed)
}

// NextSeedAddress returns the address of the same simulation from other first places: those of the next seed.
func (m *motion) NextSeedAddress() string {
	next := *m
	next.Seed = strconv.FormatUint(m.seed+1, 10)
	return next.Address()
}

// players returns the game of a view and its judge, which knows what each player wants, and whether their places are a
// solution. It is an error if the game cannot be read, is too long for an address, or has too many players for the
// page.
func (p *simulatePage) players(ctx context.Context, m *motion) (single.Game, simulate.Judge, error) {
	if m.Wrong != nil {
		return nil, simulate.Judge{}, wrong(m.Wrong)
	}
	game, err := p.games.addressed(ctx, m.gameRequest)
	if err != nil {
		return nil, simulate.Judge{}, err
	}
	judge := simulate.NewJudge(game)
	if n := len(judge.Names()); n > simulate.MostDrawn {
		return nil, simulate.Judge{}, wrongf("%d players are too many for this page: choose a game of at most %d, or use the command enumerate simulate", n, simulate.MostDrawn)
	}
	return game, judge, nil
}

// begin returns the simulation that a request asks for, before any step, and the judge of its game.
func (p *simulatePage) begin(ctx context.Context, r *http.Request) (*simulate.Simulation, simulate.Judge, error) {
	m, err := p.read(r)
	if err != nil {
		return nil, simulate.Judge{}, err
	}
	_, judge, err := p.players(ctx, m)
	if err != nil {
		return nil, simulate.Judge{}, err
	}
	return simulate.New(judge.Wants(), m.rule, m.source(judge)), judge, nil
}

// source returns the random numbers of the simulation, which depend only on the seed and the number of players.
func (m *motion) source(judge simulate.Judge) *rand.Rand {
	return sampling.GameSource(m.seed, len(judge.Names()), 0)
}

func (m *motion) trials() simulate.Trials {
	return simulate.Trials{Ruleset: m.Ruleset, Rule: m.rule, Steps: mostSteps}
}

// answer shows the page of a simulation, and says on it how the simulation ends and whether the game has a solution.
func (p *simulatePage) answer(w http.ResponseWriter, r *http.Request, m *motion) error {
	game, judge, err := p.players(r.Context(), m)
	if err != nil {
		return err
	}
	m.Rule = m.rule.String()
	m.Wants = wantsOf(judge)

	// Play the game to its end, to say in words how it ends.
	ended, why, err := tried(r.Context(), p.Work, p.Limits.Part, func(ctx context.Context) (simulate.Result, error) {
		return m.trials().Play(ctx, game, m.source(judge))
	})
	if err != nil {
		return err
	}

	m.Hopeless, _, err = tried(r.Context(), p.Work, p.Limits.Part, func(ctx context.Context) (bool, error) {
		can, err := solvable(ctx, m.Ruleset, m.Game)
		return !can, err
	})
	if err != nil {
		return err
	}

	m.Unknown = why
	if why == "" {
		m.Ending, m.Order = capital(ended.Words(mostSteps)), ended.Order
	}
	return p.showForm(w, r, http.StatusOK, m)
}

// capital returns words with a capital at the beginning. The words begin with a letter of ASCII.
func capital(words string) string {
	if words == "" || strings.HasPrefix(words, "n ") { // the size n stays n
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// showForm shows the form for the game and the rule of motion, and the simulation if the view has a game. The title
// says if the game has no solution, because then the players run forever.
func (p *simulatePage) showForm(w http.ResponseWriter, r *http.Request, status int, m *motion) error {
	v := view{Title: "Simulate", Data: m}
	if m.Hopeless {
		v.Title = "This game has no solution"
	}
	if m.Wants != nil { // there is a game, and the script moves its players
		v.Script = "simulate.js"
	}
	return p.show(w, r, status, "simulate.html", v)
}

// showWays sends a picture of the paths that the players take, as enumerate simulate --draw draws it.
func (p *simulatePage) showWays(w http.ResponseWriter, r *http.Request) error {
	m, err := p.read(r)
	if err != nil {
		return err
	}
	game, judge, err := p.players(r.Context(), m)
	if err != nil {
		return err
	}
	picture, err := compute(r.Context(), p.Work, p.Limits.Single, func(ctx context.Context) ([]byte, error) {
		picture, _, err := m.trials().Draw(ctx, game, m.source(judge))
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
