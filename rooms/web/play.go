package web

import (
	"cmp"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/rooms/simulate"
)

// A playPage is the page on which games are played: in turns, on a line, or by placing pieces. Every move is in the
// address, so a position can be shared, and a move is taken back by a link. Everything except a picture of the position
// works without script.
//
//	/play?ruleset=nim&game=3,5,7&you=first&moves=3.1.2   a game in turns, after three moves
//	/play?...&move=4                                     leads to the game after one more move and the solver's
//	/play?ruleset=wonderwall&game=...&order=2.1.3.4      players on a line, by their numbers
//	/play?ruleset=spies&game=8&placed=2.13               two queens on a board, by the numbers of their cells
//	/play?ruleset=wonderwall&level=2&seed=7&number=3     a puzzle, the same for everybody
//	/play/new?ruleset=wonderwall&level=2                 leads to the first puzzle of a new series
//	/play/random?...                                     leads to a random game
type playPage struct {
	*pageBase
	games     *gameReader
	generator *generator
	turns     *turnsPage
	line      *linePage
	placing   *placingPage
	form      gamePage[*play]
}

func newPlayPage(c *pageBase, games *gameReader, generator *generator) *playPage {
	p := &playPage{pageBase: c, games: games, generator: generator, turns: newTurnsPage(c), line: newLinePage(c), placing: newPlacingPage(c)}
	p.form = newGamePage(games, generator, p.read, p.answer, p.showForm)
	return p
}

func (p *playPage) page() page {
	return page{Path: "/play", Title: "Play", Routes: func(t *router) {
		t.get("/play", p.get)
		t.post("/play", p.form.post)
		t.get("/play/random", p.form.random)
		t.get("/play/new", p.newSeries)
	}}
}

// A play is what the template of the page Play sees: the request, and one of the three kinds of games.
type play struct {
	*gameRequest
	You       string // a key of sides
	Values    string // "yes" to show what the solver knows
	Solver    string // a key of strengths
	Seed      int    // of puzzles, and of moves of the solver that are not its best
	Level     int    // of a puzzle, 0 of any other game
	Number    int    // of the puzzle
	Turns     *turns
	Line      *lineup
	Placement *placement
}

// Played reports whether there is a game, and not only the form.
func (p *play) Played() bool { return p.Turns != nil || p.Line != nil || p.Placement != nil }

// sides maps the word in the address to the side that the user plays.
var sides = map[string]int{"first": playing.Left, "second": playing.Right, "both": playing.NoSide}

// strengths maps the word in the address to the share of its moves that the solver makes at random, in quarters.
var strengths = map[string]int{"": 0, "sometimes": 2, "random": 4}

// A strength is a setting of the switch next to the board.
type strength struct {
	Name, Title string
	Link        string
}

// Strengths lists how well the solver can play, each with the address of the present game at that strength.
func (p *play) Strengths() (list []strength) {
	for _, s := range []strength{{Name: "", Title: "perfectly"}, {Name: "sometimes", Title: "half at random"}, {Name: "random", Title: "at random"}} {
		q := *p
		q.Solver = s.Name
		s.Link = q.Asking("", "")
		list = append(list, s)
	}
	return list
}

// played reports whether the page Play shows the games of a ruleset.
func played(r *enum.Ruleset) bool {
	return r.Read != nil && (r.Position != nil || r.Puzzle != nil || simulate.Moves(r))
}

// get shows the game that the address names. An address without a game or a puzzle redirects to the first puzzle of a
// new series. In a copy of the site without a server, only the site's program in the browser can begin a new series,
// and the browser may not have loaded this program yet. So while the files of such a copy are made (p.Still), get does
// not redirect: the file for this address shows the first puzzle of the first series.
func (p *playPage) get(w http.ResponseWriter, r *http.Request) error {
	named := r.Form.Get("seed") != "" || r.Form.Has("game") || r.Form.Has("level") || r.Form.Has("number")
	_, hasSettings := setIn(r.Form, "set.")
	if named || hasSettings || p.Still {
		return p.form.get(w, r)
	}
	ruleset, err := p.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return err
	}
	if !played(ruleset) || len(generated(ruleset)) == 0 { // the ruleset has no puzzles
		return p.form.get(w, r)
	}
	return p.newSeries(w, r)
}

const mostSeries = 10_000 // the largest seed of a new series: short, so that addresses are short

// newSeries redirects to the first puzzle of a new series, with a random seed.
func (p *playPage) newSeries(w http.ResponseWriter, r *http.Request) error {
	if r.Form.Get("seed") != "" {
		return wrongf("a new series draws its own seed; for the series of this seed, open /play instead of /play/new")
	}
	r.Form.Set("seed", strconv.Itoa(1+rand.IntN(mostSeries)))
	r.Form.Set("number", "1")
	return redirect(w, r, local("/play", r.Form.Encode()))
}

// read reads a request. If the request has no game, it is for a puzzle: the first one of the ruleset, or a random game.
func (p *playPage) read(r *http.Request) (*play, error) {
	request, err := p.games.requestOn("/play", r, "%s is not played on this page")
	if err != nil {
		return nil, err
	}
	v := &play{gameRequest: request, You: cmp.Or(r.Form.Get("you"), "first"), Solver: r.Form.Get("solver")}
	if r.Form.Get("values") == "yes" {
		v.Values = "yes"
	}
	if err := v.readNumbers(r.Form); err != nil {
		return nil, err
	}
	if r.URL.Path == "/play" && !v.Asked && !v.Set && len(v.Ruleset.Puzzles) > 0 {
		r.Form.Set("game", v.Ruleset.Puzzles[0])
		v.gameRequest, err = p.games.requestOn("/play", r, "")
		if err != nil {
			return nil, err
		}
	}

	families := generated(v.Ruleset)
	if r.URL.Path == "/play" && !v.Asked && !v.Set && len(families) > 0 {
		v.gameRequest, err = p.puzzle(r, v, families)
		if err != nil {
			return nil, err
		}
	} else {
		v.Level = 0
	}

	if _, ok := sides[v.You]; !ok {
		return nil, wrongf("you %.20q: expected first, second or both", v.You)
	}
	if _, ok := strengths[v.Solver]; !ok {
		return nil, wrongf("solver %.20q: expected random or sometimes, or an empty value for perfect play", v.Solver)
	}
	return v, nil
}

// readNumbers reads the three numbers that name a puzzle: the seed of its series, its level, which decides how large it
// is, and its number in the series. Each is 1 by default.
func (v *play) readNumbers(form url.Values) error {
	for _, number := range []struct {
		key  string
		to   *int
		most int
	}{{"seed", &v.Seed, math.MaxInt}, {"level", &v.Level, mostLevel}, {"number", &v.Number, mostNumber}} {
		text := cmp.Or(form.Get(number.key), "1")
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > number.most {
			return wrongf("%s %.20q: expected a whole number from 1 to %s", number.key, text, rows.Count(uint64(number.most)))
		}
		*number.to = n
	}
	return nil
}

// puzzle returns the request for a puzzle: a random game that depends only on the ruleset, seed, level and number in
// the address, so that everyone gets the same puzzle. Its size grows with the level, from 4 at level 1.
func (p *playPage) puzzle(r *http.Request, v *play, families []single.Family) (*gameRequest, error) {
	l := v.gameRequest
	l.Family = families[max(0, slices.IndexFunc(families, func(f single.Family) bool { return !f.Fixed }))].Name
	// A puzzle of the race over a board has two players, and no tile of length 0, from which a player could not move.
	// Other rulesets do not have the parameters `players` and `values`, so Find fails and the ruleset stays as it is.
	if two, err := enum.Find(p.Rulesets, l.Name+":players=2,values=1..2"); err == nil {
		l.Ruleset = two
	}
	r.Form.Set("seed", strconv.Itoa(v.Seed))
	game, err := p.largest(r, l, v.Level+3, v.Number)
	if err != nil {
		return nil, err
	}
	if l.Ruleset.Position == nil { // players on a line have names instead of letters
		game = people.Replace(game)
	}
	r.Form.Set("game", game)
	return p.games.requestOn("/play", r, "")
}

// largest makes the random game for a puzzle. The game has the size `most` or, if the request's family of random games
// has none of this size that is worth playing, a smaller one, down to 3.
func (p *playPage) largest(r *http.Request, l *gameRequest, most, number int) (game string, err error) {
	for size := most; size > 2; size-- {
		l.Size = strconv.Itoa(size)
		game, err = p.generator.generate(r, l, number)
		isFound, requestEnded := err == nil && game != "", r.Context().Err() != nil
		if isFound || requestEnded {
			return game, err
		}
	}
	return game, err
}

// address returns the address of the game at its beginning, with additional keys and values, such as the moves. A
// puzzle of a series is named by its seed, level and number; other games, and games in which the user places pieces
// (Puzzle is set), by their text.
func (p *play) address(more ...string) string {
	query := []string{"ruleset", p.Name, "seed", strconv.Itoa(p.Seed)}
	if p.Ruleset.Puzzle != nil {
		query = []string{"ruleset", p.Name, "game", p.Game}
	} else if p.Level > 0 {
		query = append(query, "level", strconv.Itoa(p.Level), "number", strconv.Itoa(p.Number))
	} else {
		query = append(query, "game", p.Game)
	}
	if p.Ruleset.Position != nil {
		query = append(query, "you", p.You, "values", p.Values, "solver", p.Solver)
	}
	return address("/play", append(query, more...)...)
}

// NewSeries returns the address of a new series of puzzles of the same level.
func (p *play) NewSeries() string {
	query := []string{"ruleset", p.Name, "level", strconv.Itoa(max(p.Level, 1))}
	if p.Ruleset.Position != nil {
		query = append(query, "you", p.You, "values", p.Values, "solver", p.Solver)
	}
	return address("/play/new", query...)
}

// Puzzle returns the address of the puzzle whose level and number are larger by these amounts, "" if there is none.
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

// Asking returns the address of the game as it stands now, with one more key and value: what a link asks for, such as a
// hint or the next move. With an empty key it is a link to share.
func (p *play) Asking(key, value string) string {
	if p.Turns != nil {
		return p.address("moves", p.Turns.Moves, key, value)
	}
	if p.Placement != nil {
		return p.address("placed", p.Placement.Pieces, "shown", p.Placement.SolutionShown, key, value)
	}
	if key == "" { // a link to share: without the user's count of moves
		return p.address("order", p.Line.Order)
	}
	return p.address("order", p.Line.Order, "made", p.Line.MoveCount, "shown", p.Line.SolutionShown, key, value)
}

// answer shows the game of a request as it stands. Each kind of games has its own function fill, which fills in the
// view. If the request makes a move, fill returns the address after it, to which answer redirects.
func (p *playPage) answer(w http.ResponseWriter, r *http.Request, v *play) error {
	game, err := p.games.addressed(r.Context(), v.gameRequest)
	if err != nil {
		return err
	}
	fill := p.line.fill
	switch {
	case v.Ruleset.Position != nil:
		fill = p.turns.fill
	case v.Ruleset.Puzzle != nil:
		fill = p.placing.fill
	}
	next, err := fill(r, v, game)
	if err != nil {
		return err
	}
	if next != "" {
		return redirect(w, r, next)
	}
	if v.Turns != nil && v.Turns.TypedText != "" { // the user has typed something that is not a move
		return p.showForm(w, r, http.StatusUnprocessableEntity, v)
	}
	return p.showForm(w, r, http.StatusOK, v)
}

func (p *playPage) showForm(w http.ResponseWriter, r *http.Request, status int, v *play) error {
	shown := view{Title: "Play", Data: v}
	if v.Played() {
		shown.Script = "play.js"
	}
	return p.show(w, r, status, "play.html", shown)
}

// numbers reads a list of numbers from an address, such as "2.1.3". They count from 1 in the address, and from 0 in the
// result. The argument `what` names them in error messages. More than `most` are an error.
func numbers(text, what string, most int) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	words := strings.Split(text, ".")
	if len(words) > most {
		return nil, wrongf("the address has %s %s: expected at most %s", rows.Count(uint64(len(words))), what, rows.Count(uint64(most)))
	}
	list := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, wrongf("%.20q is not a number of the %s; expected whole numbers from 1, with dots between them", word, what)
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
