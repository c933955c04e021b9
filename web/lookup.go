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
	"enumerate/pictures/svg"
)

const singleTime = 8 * time.Second // for an answer that is asked for alone

// lookupPage is the page on which a game is looked up: GET with the game in the address, so that
// every answer has a link. A form is posted, and leads to that address, if it is not too long.
//
//	/lookup?ruleset=nim&game=3,5,7    what is known of the game, part by part
//	/lookup/solve.json?...            one part alone, as the verb of that name prints it
//	/lookup/proof.lrat?...            what the verb writes to a file, and .dimacs what it prints with it
//	/lookup/picture.svg?...           and narrow.svg
//	/lookup/random?...                leads to a random game
func (s *site) lookupPage() page {
	return page{Path: "/lookup", Title: "Your names", routes: func(t *router) {
		t.get("/lookup", s.lookups().get)
		t.post("/lookup", s.postLookup)
		t.get("/lookup/random", s.lookups().random)
		t.both("/lookup/picture.svg", s.showPicture)
		t.both("/lookup/narrow.svg", s.showPicture)
		t.both("/lookup/{question}", s.showJSON)
	}}
}

func (s *site) lookups() gamePage[*lookup] {
	return gamePage[*lookup]{s, s.lookup, s.answerLookup, s.showLookup}
}

// postLookup takes the form: its cells, a file, the columns of a game that was typed, or that game. It
// answers without a redirect if columns were left out, if the columns have to be chosen, or if the game cannot be read.
func (s *site) postLookup(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	cells, columns := r.Form["cell"], r.Form["column"]
	var ofFile []string
	if file, about, err := r.FormFile("file"); err == nil && l.Ruleset.Texts != nil {
		defer file.Close()
		texts, err := compute(r.Context(), s.Work, s.Limits.Single, func(context.Context) ([]enum.Text, error) { return l.Ruleset.Texts(file) })
		if status := statusOf(err); err != nil && status != http.StatusUnprocessableEntity {
			return err
		} else if err != nil {
			l.Fault = []string{about.Filename + ": " + err.Error()}
			return s.showLookup(w, r, http.StatusUnprocessableEntity, l)
		}
		if len(texts) > 1 {
			l.Sheets = texts
			return s.showLookup(w, r, http.StatusUnprocessableEntity, l)
		}
		ofFile = texts[0].Remarks
		r.Form.Set("game", texts[0].Text)
	}
	switch {
	case (cells != nil || columns != nil) && l.Ruleset.Columns == nil:
		return wrongf("games of %s have no columns", l.Ruleset.Name)
	case cells != nil:
		r.Form.Set("game", gameOfCells(cells, l.Ruleset.Columns))
	case columns != nil && len(columns) == len(l.Ruleset.Columns):
		picked, err := s.picked(r.Context(), l, columns)
		if err != nil {
			return err
		}
		r.Form.Set("game", gameOfCells(picked, l.Ruleset.Columns))
	}
	if l, err = s.lookup(r); err != nil {
		return err
	}
	l.OfFile = ofFile
	if l.Link != "" && ofFile == nil && s.complete(r.Context(), l) {
		return leadTo(w, r, l.Link)
	}
	return s.lookups().tell(w, r, l)
}

// answerLookup shows what is known of the game, each part as soon as it is.
func (s *site) answerLookup(w http.ResponseWriter, r *http.Request, l *lookup) error {
	game, err := s.read(r.Context(), l)
	if err != nil {
		return err
	}
	flush := http.NewResponseController(w).Flush
	next, stop := iter.Pull(s.partsOf(r.Context(), l, game))
	defer stop()
	first, _ := next() // it is the title, too
	l.First = &first
	l.Parts = func(yield func(part) bool) {
		for p, there := first, true; there && yield(p); p, there = next() {
			_ = flush() // the next one may take a while
		}
	}
	return s.showLookup(w, r, http.StatusOK, l)
}

// showLookup shows the page.
func (s *site) showLookup(w http.ResponseWriter, r *http.Request, status int, l *lookup) error {
	if l.Ruleset.Columns != nil {
		if err := s.fillForm(r.Context(), l); err != nil {
			return err
		}
	}
	for range max(4, 8-len(l.Rows)) { // more of them come with the answer
		l.Rows = append(l.Rows, make([]cell, len(l.Ruleset.Columns)))
	}
	if l.Ruleset.Columns == nil && !l.Asked && l.Random == "" {
		l.Game = "8" // a size, or else an example, the same each time
		if list := generated(l.Ruleset); len(list) > 0 {
			l.Family = list[0].Name
			r.Form.Set("seed", "1")
			l.Game, _ = s.generate(r, l, 0)
		}
	}
	v := view{Script: "lookup.js", Data: l}
	if l.Parts != nil {
		return s.stream(w, r, "lookup.html", v)
	}
	return s.show(w, r, status, "lookup.html", v)
}

// showJSON answers a question as the program's verb does with --format json, or gives one of the files
// that it writes otherwise.
func (s *site) showJSON(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	file := r.PathValue("question")
	for _, q := range l.Ruleset.Questions {
		for _, format := range []string{q.Output, q.Formats[0]} {
			if q.Output != "" && file == q.Name+"."+format {
				content, err := s.answered(r.Context(), l, &q, format)
				if err != nil {
					return err
				}
				return download(w, file, content)
			}
		}
	}
	name, isJSON := strings.CutSuffix(file, ".json")
	list := asked(l.Ruleset)
	at := slices.IndexFunc(list, func(q enum.Question) bool { return q.Name == name })
	if at < 0 || !isJSON {
		return faultf(http.StatusNotFound, "%s does not offer this", l.Ruleset.Name)
	}
	line, err := s.answered(r.Context(), l, &list[at], "json")
	if err != nil {
		return err
	}
	send(w, "application/json", line)
	return nil
}

// answered reads the game, and returns the answer to a question in a format.
func (s *site) answered(ctx context.Context, l *lookup, q *enum.Question, format string) ([]byte, error) {
	game, err := s.read(ctx, l)
	if err != nil {
		return nil, err
	}
	return compute(ctx, s.Work, s.Limits.Single, func(ctx context.Context) ([]byte, error) { return written(ctx, q, game, format) })
}

// showPicture draws the game, or writes on the picture why there is none.
func (s *site) showPicture(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(path.Base(r.URL.Path), ".svg")
	drawing := pictured(l.Ruleset, name)
	if drawing == nil {
		return faultf(http.StatusNotFound, "%s draws no games", l.Ruleset.Name)
	}
	picture, err := s.answered(r.Context(), l, drawing, map[string]string{"picture": "svg", "narrow": "bare"}[name])
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
