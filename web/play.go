package web

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/simulate"
)

// playPage is the page on which games are played. All that was done is in the address, so that
// taking back is an address, too; what is not a picture of the position needs no script.
//
//	/play?ruleset=nim&game=3,5,7&you=first&moves=3.1.2   a game in turns, after three moves
//	/play?...&move=4                                     leads there after one more, and the solver's
//	/play?ruleset=wonderwall&game=...&order=2.1.3.4      players on a line, by their numbers
//	/play?ruleset=wonderwall&level=2&seed=7&number=3     a puzzle, the same for everybody
//	/play/random?...                                     leads to a random game
func (s *site) playPage() page {
	return page{Path: "/play", Title: "Play", routes: func(t *router) {
		g := newGamePage(s.games, s.generator, s.play, s.answerPlay, s.showPlay)
		t.get("/play", g.get)
		t.post("/play", g.post)
		t.get("/play/random", g.random)
	}}
}

// A play is what a request asks for, and what the template sees of it: a game that is played in
// turns, or players on a line, or neither.
type play struct {
	*gameRequest
	You    string // a key of sides
	Values string // "yes" to show what the solver knows
	Solver string // a key of strengths
	Seed   int    // of puzzles, and of moves of the solver that are not its best
	Level  int    // of a puzzle, 0 of any other game
	Number int    // of the puzzle
	Turns  *turns
	Line   *lineup
}

// sides says which side a user plays, by what the address calls it.
var sides = map[string]int{"first": enum.Left, "second": enum.Right, "both": enum.NoSide}

// strengths says which share of its moves the solver makes at random, in quarters.
var strengths = map[string]int{"": 0, "sometimes": 2, "random": 4}

// played reports whether games of a ruleset are played on this page, in turns or on a line.
func played(r *enum.Ruleset) bool {
	return r.Read != nil && (r.Position != nil || simulate.Moves(r))
}

// play reads what a request asks for.
func (s *site) play(r *http.Request) (*play, error) {
	l, err := s.games.requestOn("/play", r, "%s is not played on this page")
	if err != nil {
		return nil, err
	}
	p := &play{gameRequest: l, You: cmp.Or(r.Form.Get("you"), "first"), Values: r.Form.Get("values"), Solver: r.Form.Get("solver"), Level: 1}
	for key, n := range map[string]*int{"seed": &p.Seed, "level": &p.Level, "number": &p.Number} {
		text, most := cmp.Or(r.Form.Get(key), "1"), map[string]int{"seed": math.MaxInt, "level": mostLevel, "number": mostNumber}[key]
		if *n, err = strconv.Atoi(text); err != nil || *n < 1 || *n > most {
			return nil, wrongf("%s is a whole number from 1 to %d, not %.20q", key, most, text)
		}
	}
	if families := generated(l.Ruleset); r.URL.Path == "/play" && !l.Asked && !l.Set && len(families) > 0 {
		l.Family = families[max(0, slices.IndexFunc(families, func(f enum.Family) bool { return !f.Fixed }))].Name
		if two, err := enum.Find(s.Rulesets, l.Name+":players=2,values=1..2"); err == nil { // a race is against somebody, who is not stuck
			l.Ruleset = two
		}
		r.Form.Set("seed", strconv.Itoa(p.Seed))
		game := ""
		for size := p.Level + 3; (game == "" || err != nil) && size > 2 && r.Context().Err() == nil; size-- { // the largest that can be played
			l.Size = strconv.Itoa(size)
			game, err = s.generator.generate(r, l, p.Number)
		}
		if err != nil {
			return nil, err
		}
		if l.Ruleset.Position == nil {
			game = people.Replace(game)
		}
		r.Form.Set("game", game)
		if p.gameRequest, err = s.games.requestOn("/play", r, ""); err != nil {
			return nil, err
		}
	} else {
		p.Level = 0
	}
	if _, there := sides[p.You]; !there {
		return nil, wrongf("you play first, second or both, not %.20q", p.You)
	}
	if _, there := strengths[p.Solver]; !there {
		return nil, wrongf("the solver is random, sometimes or nothing, not %.20q", p.Solver)
	}
	if p.Values != "yes" {
		p.Values = ""
	}
	return p, nil
}

// address returns the address of the game, with more of it: key, value, key, value.
func (p *play) address(more ...string) string {
	which := []string{"ruleset", p.Name, "seed", strconv.Itoa(p.Seed)}
	if p.Level > 0 {
		which = append(which, "level", strconv.Itoa(p.Level), "number", strconv.Itoa(p.Number))
	} else {
		which = append(which, "game", p.Game)
	}
	if p.Ruleset.Position != nil {
		which = append(which, "you", p.You, "values", p.Values, "solver", p.Solver)
	}
	return address("/play", append(which, more...)...)
}

// Puzzle returns the address of a puzzle, so much further in level and number; "" if there is none.
func (p *play) Puzzle(level, number int) string {
	q := *p
	q.Level, q.Number = p.Level+level, p.Number+number
	if q.Level < 1 || q.Level > mostLevel || q.Number > mostNumber {
		return ""
	}
	return q.address()
}

// Address returns the address of the game's beginning.
func (p *play) Address() string { return p.address() }

// Asking returns the address of the game as it stands, with a question; "" for none.
func (p *play) Asking(key, value string) string {
	if p.Turns != nil {
		return p.address("moves", p.Turns.Moves, key, value)
	}
	if key == "" { // for others
		return p.address("order", p.Line.Order)
	}
	return p.address("order", p.Line.Order, "made", p.Line.Made, key, value)
}

// answerPlay shows the game as it stands.
func (s *site) answerPlay(w http.ResponseWriter, r *http.Request, p *play) error {
	game, err := s.games.addressed(r.Context(), p.gameRequest, "it is played")
	switch {
	case err != nil:
		return err
	case p.Ruleset.Position != nil:
		return s.showTurns(w, r, p, game)
	}
	return s.showLine(w, r, p, game)
}

// showPlay shows the page.
func (s *site) showPlay(w http.ResponseWriter, r *http.Request, status int, p *play) error {
	v := view{Title: "Play", Data: p}
	if p.Line != nil {
		v.Script = "play.js"
	}
	return s.show(w, r, status, "play.html", v)
}

// numbers reads moves or players as an address has them: numbers from 1, which are from 0 within,
// with dots between them.
func numbers(text, what string, most int) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	words := strings.Split(text, ".")
	if len(words) > most {
		return nil, wrongf("there are %d %s in the address; want at most %d", len(words), what, most)
	}
	list := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, wrongf("%.20q is no number of the %s; want whole numbers from 1, with dots between them", word, what)
		}
		list[i] = n - 1
	}
	return list, nil
}

// dotted writes what numbers reads.
func dotted(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n + 1)
	}
	return strings.Join(words, ".")
}
