package web

import (
	"context"
	"iter"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/svg"
	"enumerate/rooms/simulate"
)

const singleTime = 8 * time.Second // for a request for a single answer

// A lookupPage shows the answers about a game, such as whether it is solvable and why. The address contains the game,
// so that everyone can link to the answers. The form is sent by POST, and redirects to the address with the game,
// unless this would be too long.
//
//	/lookup?ruleset=nim&game=3,5,7    the answers about the game, in parts
//	/lookup/solve.json?...            one part of the answers, as the verb or flag of this name prints it
//	/lookup/proof.lrat?...            the file that solve --proof writes; proof.dimacs: what it prints
//	/lookup/picture.svg?...           a picture of the game; narrow.svg: one for phones
//	/lookup/random?...                redirects to a random game
type lookupPage struct {
	*pageBase
	games     *gameReader
	generator *generator
	answers   *answerer
	cells     *cellForm
	form      gamePage[*lookupView]
}

func newLookupPage(c *pageBase, games *gameReader, generator *generator, answers *answerer) *lookupPage {
	p := &lookupPage{pageBase: c, games: games, generator: generator, answers: answers, cells: newCellForm(c)}
	p.form = newGamePage(games, generator, p.read, p.answer, p.showForm)
	return p
}

func (p *lookupPage) page() page {
	return page{Path: "/lookup", Title: "Your names", Routes: func(t *router) {
		t.get("/lookup", p.get)
		t.post("/lookup", p.post)
		t.get("/lookup/random", p.form.random)
		t.getAndPost("/lookup/picture.svg", p.showPicture)
		t.getAndPost("/lookup/narrow.svg", p.showPicture)
		t.getAndPost("/lookup/{question}", p.giveAnswer)
	}}
}

type lookupView struct {
	*gameRequest
	Sheets         []single.Text   // the sheets of a workbook, if the user must choose one
	Heads          []string        // the headings of all columns, if the user must choose columns
	Below          [][]string      // the first cells below these headings
	Likely         []int           // the columns that are chosen at first
	Rows           [][]cell        // the cells of the form
	Large          bool            // the page has no cells and few links with the game, which would be most of it
	InCells        bool            // the user wants the form with a cell for each choice, without an answer
	Wrong          int             // how many cells have faults
	CorrectedLink  string          // the address of the game with every probable correction; "" if there is none
	ChangedPlayers map[string]bool // players whose choices a repair has changed
	Parts          iter.Seq[part]
	First          *part    // the first part, which has the answer in short
	Files          []string // files with the answers of the parts that were shown so far, below "/lookup/"
	Undrawn        string   // why the game has no picture; "" if it has one, or if nobody has tried to draw it
}

// Picture returns the address of a picture of the game, "" if it has none.
func (l *lookupView) Picture(name string) string {
	if l.Undrawn != "" {
		return ""
	}
	return l.gameRequest.Picture(name)
}

// mostPictured is the largest number of players for which the picture of a game shows all choices. A larger picture
// shows only what the answer needs, so the page also has a table of all choices.
const mostPictured = 30

// Crowd returns the rows of a table of what each player wants, in the order of the solution if there is one; nil for a
// game of at most mostPictured players, whose picture shows all choices.
func (l *lookupView) Crowd() []want {
	if l.parsed() == nil || !isLineGame(l.Ruleset) {
		return nil
	}
	wants := wantsOf(simulate.NewJudge(l.parsed()))
	if len(wants) <= mostPictured {
		return nil
	}
	if l.First == nil || l.First.Verdict == nil {
		return wants
	}
	place := make(map[string]int) // negative for the players of the solution; 0 for all others, who come last
	for i, name := range l.First.Verdict.Names {
		place[name] = i - len(wants)
	}
	slices.SortStableFunc(wants, func(a, b want) int { return place[a.Player.Name] - place[b.Player.Name] })
	return wants
}

// read returns the view for a request. The page marks the players whose choices an edit has just changed.
func (p *lookupPage) read(r *http.Request) (*lookupView, error) {
	request, err := p.games.request(r)
	if err != nil {
		return nil, err
	}
	l := &lookupView{gameRequest: request, ChangedPlayers: make(map[string]bool)}
	l.InCells = r.Form.Get("form") == "cells"
	for _, player := range r.Form["changed"] {
		l.ChangedPlayers[player] = player != ""
	}
	return l, nil
}

func (p *lookupPage) get(w http.ResponseWriter, r *http.Request) error { return p.form.get(w, r) }

// post answers the form, which has the game in cells, in a file, or as a text; a text may be a table, and then the form
// may also say which columns are the game. Usually post redirects to the address of the game. It answers without a
// redirect if columns were left out, if the user must choose columns or a sheet, or if the game cannot be read, because
// the page at the address could not say this.
func (p *lookupPage) post(w http.ResponseWriter, r *http.Request) error {
	l, err := p.read(r)
	if err != nil {
		return err
	}

	texts, err := p.textsOfFile(r, l)
	switch {
	case statusOf(err) == http.StatusUnprocessableEntity:
		l.Fault = []string{err.Error()}
		return p.showForm(w, r, http.StatusUnprocessableEntity, l)
	case err != nil:
		return err
	case len(texts) > 1:
		l.Sheets = texts
		return p.showForm(w, r, http.StatusUnprocessableEntity, l)
	}

	var remarks []string
	if len(texts) == 1 {
		remarks = texts[0].Remarks
		r.Form.Set("game", texts[0].Text)
	}
	if err := p.takeCells(r, l); err != nil {
		return err
	}

	// Now the form has the game as text.
	l, err = p.read(r)
	if err != nil {
		return err
	}
	l.OfFile = remarks
	if !l.InCells && l.Link != "" && remarks == nil && p.games.mayRedirect(r.Context(), l.gameRequest) {
		return redirect(w, r, l.Link)
	}
	return p.form.tell(w, r, l)
}

// textsOfFile returns the texts of the games in an uploaded file, one for each sheet of a workbook. There are none
// without a file, or if games of the ruleset are not read from files.
func (p *lookupPage) textsOfFile(r *http.Request, l *lookupView) ([]single.Text, error) {
	file, about, err := r.FormFile("file")
	if err != nil {
		return nil, nil // there is no file
	}
	defer file.Close()
	if l.Ruleset.Texts == nil {
		return nil, nil
	}
	texts, err := compute(r.Context(), p.Work, p.Limits.Single, func(context.Context) ([]single.Text, error) { return l.Ruleset.Texts(file) })
	if statusOf(err) == http.StatusUnprocessableEntity {
		return nil, wrongf("%s: %v", about.Filename, err)
	}
	return texts, err
}

// takeCells writes the cells of a form as text, which becomes the game of the form. The cells are the input fields of
// the form, or those of a typed table in the columns that the user chose for player, wonderwall and ninja. A form
// without cells, or with too few chosen columns, stays unchanged.
func (p *lookupPage) takeCells(r *http.Request, l *lookupView) error {
	cells, columns := r.Form["cell"], r.Form["column"]
	if cells == nil && columns == nil {
		return nil
	}
	if l.Ruleset.Columns == nil {
		return wrongf("games of %s are not tables: send the text of the game in the field game, without the fields cell and column", l.Ruleset.Name)
	}
	if cells == nil && len(columns) != len(l.Ruleset.Columns) {
		return nil
	}

	if cells == nil {
		picked, err := p.cells.picked(r.Context(), l, columns)
		if err != nil {
			return err
		}
		cells = picked
	}
	r.Form.Set("game", gameOfCells(cells, l.Ruleset.Columns))
	return nil
}

// answer shows the page with the answers about the game, each as soon as it is computed. If the user edits the game in
// cells, the page has only the form.
func (p *lookupPage) answer(w http.ResponseWriter, r *http.Request, l *lookupView) error {
	game, err := p.games.read(r.Context(), l.gameRequest)
	if err != nil {
		return err
	}
	if l.InCells {
		return p.showForm(w, r, http.StatusOK, l)
	}

	flush := http.NewResponseController(w).Flush
	next, stop := iter.Pull(p.answers.answers(r.Context(), l, game))
	defer stop()
	first, more := next() // computed before the page begins, because its title needs the first part
	l.First = &first
	l.Parts = func(yield func(part) bool) { // the template calls it when it comes to the answers
		for answered := first; more && yield(answered); answered, more = next() {
			_ = flush() // the next part may take a while; if nothing can be flushed, all parts come at the end
		}
	}
	return p.showForm(w, r, http.StatusOK, l)
}

// showForm shows the form and the answers, if the view has some. For a ruleset whose games are tables of names, the
// form has a cell for each name. Otherwise an empty form is filled with an example.
func (p *lookupPage) showForm(w http.ResponseWriter, r *http.Request, status int, l *lookupView) error {
	if l.Ruleset.Columns != nil {
		if err := p.cells.fill(r.Context(), l); err != nil {
			return err
		}
	}
	l.Large = l.Parts != nil && len(l.Rows) > mostPictured
	for range max(4, 8-len(l.Rows)) { // empty rows for more players, at least four
		l.Rows = append(l.Rows, make([]cell, len(l.Ruleset.Columns)))
	}
	if l.Ruleset.Columns == nil && !l.Asked && l.Random == "" {
		p.fillExample(r, l)
	}

	v := view{Script: "lookup.js", Data: l}
	if l.Ruleset.Columns == nil { // "Your names" in the menu is about another ruleset
		v.Section = "/play"
	}
	if l.Parts != nil {
		return p.stream(w, r, "lookup.html", v)
	}
	return p.show(w, r, status, "lookup.html", v)
}

// fillExample puts an example into an empty form: a random game with a fixed seed. If the ruleset makes no random
// games, its games are given by their sizes, and the example is 8.
func (p *lookupPage) fillExample(r *http.Request, l *lookupView) {
	families := generated(l.Ruleset)
	if len(families) == 0 {
		l.Game = "8"
		return
	}
	l.Family = families[0].Name
	r.Form.Set("seed", "1")
	game, err := p.generator.generate(r, l.gameRequest, 0)
	if err != nil {
		game = "" // under load the form has no example
	}
	l.Game = game
}

// giveAnswer sends the answer to one question about a game as a file, which the last part of the path names:
// "solve.json" is what the command line prints with --format json, and "proof.lrat" what it writes with --proof.
func (p *lookupPage) giveAnswer(w http.ResponseWriter, r *http.Request) error {
	l, err := p.read(r)
	if err != nil {
		return err
	}
	file := r.PathValue("question")
	question, format := writtenTo(l.Ruleset, file)
	if question != nil {
		content, err := p.answered(r.Context(), l, question, format)
		if err != nil {
			return err
		}
		return download(w, file, content)
	}

	name, isJSON := strings.CutSuffix(file, ".json")
	list := questionsOf(l.Ruleset)
	at := slices.IndexFunc(list, func(q single.Question) bool { return q.Name == name })
	if at < 0 || !isJSON {
		return faultf(http.StatusNotFound, "the ruleset %s has no question %.20q: ask another one", l.Ruleset.Name, name)
	}
	line, err := p.answered(r.Context(), l, &list[at], "json")
	if err != nil {
		return err
	}
	send(w, "application/json", line)
	return nil
}

// writtenTo returns the question whose answer the page offers as a file with the given name, and the format of the
// file. It returns nil if there is no such question.
//
// If the command-line flag of a question prints an answer and also writes a file, the page offers both as files. For
// example, `solve --proof` prints a formula and writes a proof that refutes it. The page has the formula as
// proof.dimacs (in the first of the question's Formats), and the proof as proof.lrat (in the format Output).
func writtenTo(ruleset *enum.Ruleset, file string) (question *single.Question, format string) {
	for _, q := range ruleset.Questions {
		if q.Output == "" {
			continue
		}
		for _, format := range []string{q.Output, q.Formats[0]} {
			if file == q.Name+"."+format {
				return &q, format
			}
		}
	}
	return nil, ""
}

func (p *lookupPage) answered(ctx context.Context, l *lookupView, q *single.Question, format string) ([]byte, error) {
	game, err := p.games.read(ctx, l.gameRequest)
	if err != nil {
		return nil, err
	}
	return compute(ctx, p.Work, p.Limits.Single, func(ctx context.Context) ([]byte, error) { return written(ctx, q, game, format) })
}

// showPicture sends a picture of the game: picture.svg or, for phones, narrow.svg, which has no title and no legend. If
// the game cannot be drawn and a browser asks for an image of a page, which would not show an error, showPicture sends
// a picture of the reason.
func (p *lookupPage) showPicture(w http.ResponseWriter, r *http.Request) error {
	l, err := p.read(r)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(path.Base(r.URL.Path), ".svg")
	drawing := pictured(l.Ruleset, name)
	if drawing == nil {
		return faultf(http.StatusNotFound, "%s draws no games", l.Ruleset.Name)
	}

	picture, err := p.answered(r.Context(), l, drawing, map[string]string{"picture": "svg", "narrow": "bare"}[name])
	if err != nil && r.Header.Get("Sec-Fetch-Dest") == "image" {
		c := svg.Canvas{Title: "No picture: " + err.Error()}
		c.Head()
		picture, err = c.SVG(), r.Context().Err()
	}
	if err != nil {
		return err
	}
	writePicture(w, picture)
	return nil
}
