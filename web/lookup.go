package web

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"enumerate/enum"
)

const (
	readingTime = time.Second     // for a game to be read, and a ruleset to be set
	jsonTime    = 8 * time.Second // for an answer that is asked for alone
	mostLink    = 8000            // bytes of an address, with the game in it
	mostRows    = 1000            // of the form
	mostRandom  = 200             // the size of a random game
)

// lookupPage is the page on which a game is looked up: GET with the game in the address, so that
// every answer has a link. A form is posted, and leads to that address, if it is not too long.
//
//	/lookup?ruleset=nim&game=3,5,7    what is known of the game, part by part
//	/lookup/solve.json?...            one part alone, as the verb of that name prints it
//	/lookup/picture.svg?...
//	/lookup/random?...                leads to a random game
func (s *site) lookupPage() page {
	return page{path: "/lookup", title: "Look up", routes: func() {
		s.get("/lookup", s.showLookup)
		s.post("/lookup", s.postLookup)
		s.get("/lookup/random", s.randomGame)
		s.both("/lookup/picture.svg", s.showPicture)
		for _, name := range askedOfAny(s.Rulesets) {
			s.both("/lookup/"+name+".json", s.jsonOf(name))
		}
	}}
}

func (s *site) both(path string, h handler) {
	s.get(path, h)
	s.post(path, h)
}

// A lookup is what a request asks for, and what the template sees of it.
type lookup struct {
	Page     string          // its path: "/lookup", or another page on which games are read
	Rulesets []*enum.Ruleset // to choose from
	Ruleset  *enum.Ruleset
	Name     string // of the ruleset, with what is set
	Plain    string // without that
	Settings []setting
	Game     string     // as it was typed
	Rows     [][]string // the same, of a game in columns
	Typed    bool       // in these rows
	Fault    []string   // what is wrong with it, a sentence each
	Link     string     // of this answer; "" for none
	Query    string     // of the addresses of its parts; "" if they would be too long
	Parts    iter.Seq[part]
	Family   string // of the random game that was asked for
	Size     string
	Random   string            // what is wrong with that
	Kept     map[string]string // what else the address of a random game has
}

// A setting is a parameter and what it is set to.
type setting struct {
	enum.Parameter
	Value   string
	Choices []string // nil if any value may be typed
}

// lookup reads what a request asks for. The error is a fault if there is no such ruleset.
func (s *site) lookup(r *http.Request) (*lookup, error) {
	l := &lookup{Page: "/lookup", Rulesets: s.Rulesets, Name: r.Form.Get("ruleset"), Size: "6"}
	if l.Name == "" {
		l.Name = s.Rulesets[0].Name
	}
	plain, settings, _ := strings.Cut(l.Name, ":")
	l.Plain = plain
	if set, sets := setIn(r.Form); sets {
		l.Name, settings = strings.TrimSuffix(plain+":"+set, ":"), set
	}
	found, err := compute(r.Context(), s, readingTime, func(context.Context) (*enum.Ruleset, error) {
		return enum.Find(s.Rulesets, l.Name)
	})
	if err != nil {
		return nil, refused(err)
	}
	l.Ruleset = found
	l.Settings = settingsOf(found.Parameters, settings)
	l.Game = strings.ReplaceAll(r.Form.Get("game"), "\r\n", "\n")
	l.Rows = rowsOf(l.Game, found.Columns)
	l.Typed = len(l.Rows) > 0 && len(l.Rows) <= mostRows
	l.Query = url.Values{"ruleset": {l.Name}, "game": {l.Game}}.Encode()
	if len(l.Query) > mostLink {
		l.Query = ""
	} else if l.Game != "" {
		l.Link = local("/lookup", l.Query)
	}
	return l, nil
}

// settingsOf returns parameters as they are set, such as by "players=2,rows=1".
func settingsOf(parameters []enum.Parameter, text string) (list []setting) {
	for _, p := range parameters {
		set := setting{Parameter: p}
		for pair := range strings.SplitSeq(text, ",") {
			if value, ok := strings.CutPrefix(pair, p.Name+"="); ok {
				set.Value = value
			}
		}
		if choices := strings.Split(p.Values, "|"); len(choices) > 1 {
			set.Choices = choices
		}
		list = append(list, set)
	}
	return list
}

// refused makes a fault of the error of an input, if there is one.
func refused(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(unknown)):
		return faultf(http.StatusServiceUnavailable, "%v", err)
	case err == errBroken, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return faultf(http.StatusUnprocessableEntity, "%s", strings.Join(sentences(err), "; "))
}

// sentences returns the faults that an error tells, each on a line of it. There are few.
func sentences(err error) []string { return strings.Split(err.Error(), "\n") }

// setIn returns the parameters that a form sets, as in the name of a ruleset, and whether it is
// the form that sets them. An empty field leaves one as it is by default.
func setIn(form url.Values) (set string, sets bool) {
	var pairs []string
	for key, values := range form {
		if name, ok := strings.CutPrefix(key, "set."); ok {
			sets = true
			if values[0] != "" {
				pairs = append(pairs, name+"="+values[0])
			}
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ","), sets
}

// rowsOf returns the rows of a game that the form has written, or nil for any other text.
func rowsOf(game string, columns []string) [][]string {
	records, err := csv.NewReader(strings.NewReader(game)).ReadAll()
	if err != nil || len(records) == 0 || columns == nil || !slices.Equal(records[0], columns) {
		return nil
	}
	return records[1:]
}

// gameOfCells writes the cells of the form, row by row, as a game in columns. Rows without any
// are left out.
func gameOfCells(cells, columns []string) string {
	var text strings.Builder
	text.WriteString(strings.Join(columns, ",") + "\n")
	for row := range slices.Chunk(cells, len(columns)) {
		var quoted []string
		empty := true
		for _, cell := range row {
			cell = strings.TrimSpace(cell)
			empty = empty && cell == ""
			quoted = append(quoted, quotedCell(cell))
		}
		if !empty {
			text.WriteString(strings.Join(quoted, ",") + "\n")
		}
	}
	return text.String()
}

// quotedCell returns a cell of CSV, in quotes where a reader of several formats could take it for
// something else than a name.
func quotedCell(cell string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -_.", r) }
	if !strings.ContainsFunc(cell, func(r rune) bool { return !plain(r) }) {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

// read reads the game. What is wrong with it is an error of which the reader's own words are the
// sentences.
func (s *site) read(ctx context.Context, l *lookup) (enum.Game, error) {
	if l.Ruleset.Read == nil {
		return nil, fmt.Errorf("%s solves no single games", l.Ruleset.Name)
	}
	return compute(ctx, s, readingTime, func(context.Context) (game enum.Game, err error) {
		for g, err := range l.Ruleset.Read(strings.NewReader(l.Game)) {
			if err != nil {
				return nil, err
			}
			if game != nil {
				return nil, errors.New("there is more than one game in it; want one")
			}
			game = g
		}
		if game == nil {
			return nil, errors.New("there is no game in it")
		}
		return game, nil
	})
}

// showLookup shows the form and, if the address has a game, what is known of it.
func (s *site) showLookup(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	if _, sets := setIn(r.Form); sets { // the form of parameters: its address is that of the ruleset
		http.Redirect(w, r, local("/lookup", url.Values{"ruleset": {l.Name}}.Encode()), http.StatusSeeOther)
		return nil
	}
	if !r.Form.Has("game") {
		return s.showForm(w, r, http.StatusOK, l)
	}
	return s.answer(w, r, l)
}

// postLookup takes the form: its cells, or the game as it was typed.
func (s *site) postLookup(w http.ResponseWriter, r *http.Request) error {
	if cells := r.Form["cell"]; cells != nil {
		l, err := s.lookup(r)
		if err != nil {
			return err
		}
		if l.Ruleset.Columns == nil {
			return faultf(http.StatusUnprocessableEntity, "games of %s have no columns", l.Ruleset.Name)
		}
		r.Form.Set("game", gameOfCells(cells, l.Ruleset.Columns))
	}
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	switch {
	case r.Form.Get("do") == "more":
		more := make([][]string, 5)
		for i := range more {
			more[i] = make([]string, len(l.Ruleset.Columns))
		}
		l.Rows = append(l.Rows, more...)
		return s.showForm(w, r, http.StatusOK, l)
	case l.Link != "":
		http.Redirect(w, r, l.Link, http.StatusSeeOther)
		return nil
	}
	return s.answer(w, r, l)
}

// answer shows what is known of the game, or what is wrong with it.
func (s *site) answer(w http.ResponseWriter, r *http.Request, l *lookup) error {
	game, err := s.read(r.Context(), l)
	if err != nil {
		if wrong := refused(err); !errors.As(wrong, new(fault)) || errors.As(err, new(unknown)) {
			return wrong
		}
		l.Fault = sentences(err)
		return s.showForm(w, r, http.StatusUnprocessableEntity, l)
	}
	flush := http.NewResponseController(w).Flush
	l.Parts = func(yield func(part) bool) {
		for p := range s.partsOf(r.Context(), l, game) {
			if !yield(p) {
				return
			}
			_ = flush() // the next one may take a while
		}
	}
	return s.showForm(w, r, http.StatusOK, l)
}

// showForm shows the page.
func (s *site) showForm(w http.ResponseWriter, r *http.Request, status int, l *lookup) error {
	if l.Ruleset.Columns != nil {
		if len(l.Rows) > mostRows {
			l.Rows = nil // the text field has them
		}
		for len(l.Rows) < 4 {
			l.Rows = append(l.Rows, make([]string, len(l.Ruleset.Columns)))
		}
	}
	v := view{Title: "Look up a game", Script: "lookup.js", Data: l}
	if l.Parts != nil {
		return s.stream(w, r, "lookup.html", v)
	}
	return s.show(w, r, status, "lookup.html", v)
}

// randomGame leads to a game of a family.
func (s *site) randomGame(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	l.Family, l.Size = r.Form.Get("family"), r.Form.Get("size")
	game, err := s.generate(r, l)
	if err == nil {
		link := local("/lookup", url.Values{"ruleset": {l.Name}, "game": {game}}.Encode())
		if len(link) <= mostLink {
			http.Redirect(w, r, link, http.StatusSeeOther)
			return nil
		}
		l.Game = game
		l.Query = ""
		return s.answer(w, r, l)
	}
	l.Random = refused(err).Error()
	return s.showForm(w, r, http.StatusUnprocessableEntity, l)
}

// generated lists the families whose games need a size and no other numbers.
func generated(r *enum.Ruleset) (families []enum.Family) {
	for _, f := range r.Families {
		if f.Generate != nil {
			families = append(families, f)
		}
	}
	return families
}

// generate makes a game of a family, of a seed or any.
func (s *site) generate(r *http.Request, l *lookup) (string, error) {
	families := generated(l.Ruleset)
	at := slices.IndexFunc(families, func(f enum.Family) bool { return f.Name == l.Family })
	if at < 0 {
		return "", fmt.Errorf("%s makes no games of the family %q here", l.Ruleset.Name, l.Family)
	}
	family := families[at]
	size, err := strconv.Atoi(l.Size)
	if err != nil || size < 1 || size > mostRandom {
		return "", fmt.Errorf("want a size from 1 to %d; enumerate generate makes larger games", mostRandom)
	}
	seed := rand.Uint64()
	if text := r.Form.Get("seed"); text != "" {
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return "", fmt.Errorf("the seed is a whole number, not %q", text)
		}
	}
	return compute(r.Context(), s, partTime, func(ctx context.Context) (string, error) {
		made := func(size int) (string, error) {
			game, err := family.Generate(size, enum.GameSource(seed, size, 0))
			if err != nil {
				return "", err
			}
			var text strings.Builder
			err = game.WriteFormat(&text, family.Formats[0])
			return text.String(), err
		}
		// A family knows no context. How large its games get, smaller ones tell: a game of
		// twice the size is some eight times as long at most.
		for smaller := 1; smaller < size && ctx.Err() == nil; smaller *= 2 {
			if text, err := made(smaller); err == nil && len(text) > mostBody/8 {
				return "", fmt.Errorf("games of the size %d would be too long; take a smaller one", size)
			}
		}
		return made(size)
	})
}
