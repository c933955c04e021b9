package web

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"enumerate/enum"
	"enumerate/simulate"
)

const (
	readingTime = time.Second // for a game to be read, and a ruleset to be set
	mostLink    = 8000        // bytes of an address, with the game in it
)

// A gamePage is a page on which games are read: a form, and what is to be said of the game that is
// in the page's address.
type gamePage[P gameView] struct {
	site   *site
	read   func(r *http.Request) (P, error)                                    // what a request asks for
	answer func(w http.ResponseWriter, r *http.Request, p P) error             // looks at the game, and shows it
	show   func(w http.ResponseWriter, r *http.Request, status int, p P) error // the form, and what was found
}

// A gameView is what the template of such a page sees.
type gameView interface {
	looked() *lookup
	Address() string // of the page with the game as it is
}

// get shows the form or, if the address has a game, what is to be said of that.
func (g gamePage[P]) get(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	switch l := p.looked(); {
	case l.Set: // its address is that of the ruleset
		return leadTo(w, r, address(l.Page, "ruleset", l.Name))
	case !l.Asked:
		return g.show(w, r, http.StatusOK, p)
	}
	return g.tell(w, r, p)
}

// tell answers, or shows in the form what is wrong with what was typed.
func (g gamePage[P]) tell(w http.ResponseWriter, r *http.Request, p P) error {
	err := g.answer(w, r, p)
	if statusOf(err) != http.StatusUnprocessableEntity {
		return err
	}
	p.looked().Fault = strings.Split(errors.Unwrap(err).Error(), "\n")
	return g.show(w, r, http.StatusUnprocessableEntity, p)
}

// post takes the form, and leads to the address of its game.
func (g gamePage[P]) post(w http.ResponseWriter, r *http.Request) error {
	if len(r.Form.Get("game"))+len(r.Form.Get("rule"))+len(r.Form.Get("seed")) > mostLink {
		return g.get(w, r) // which says what is too long
	}
	p, err := g.read(r)
	if err != nil {
		return err
	}
	return leadTo(w, r, p.Address())
}

// A lookup is what a request asks for, and what the template sees of it.
type lookup struct {
	Page     string          // its path: "/lookup", or another page on which games are read
	Rulesets []*enum.Ruleset // to choose from
	Ruleset  *enum.Ruleset
	Name     string // of the ruleset, with what is set
	Plain    string // without that
	Settings []setting
	Game     string   // as it was typed
	Heads    []string // of all columns of it, if it is not known which they are
	Below    [][]string
	Rows     [][]cell // the form has
	Mended   string   // where the game is looked up with all that is probably meant; "" if there is nothing
	Wrong    int      // cells
	Remarks  []string // on how it was read
	Asked    bool     // there is something to answer
	Set      bool     // the form of parameters was sent
	Fault    []string // what is wrong with it, a sentence each
	Link     string   // of this answer; "" for none
	Query    string   // of the addresses of its parts; "" if they would be too long
	Parts    iter.Seq[part]
	First    *part           // of them, which says what the answer is
	Files    []string        // with what the parts say, so far, below "/lookup/"
	Changed  map[string]bool // players whose choices a repair has changed
	Family   string          // of the random game that was asked for
	Size     string
	Random   string            // what is wrong with that
	Kept     map[string]string // what else the address of a random game has
	game     enum.Game         // as it was read, nil before
}

// A setting is a parameter and what it is set to.
type setting struct {
	enum.Parameter
	Of      string // the form: "set" of a ruleset, "rule" of what players in motion do
	Value   string
	Choices []string // nil if any value may be typed
}

func (l *lookup) looked() *lookup { return l }

// Address returns the address of the answer.
func (l *lookup) Address() string { return address("/lookup", "ruleset", l.Name, "game", l.Game) }

// lookup reads what a request asks for. The error is a fault if there is no such ruleset.
func (s *site) lookup(r *http.Request) (*lookup, error) {
	l := &lookup{Page: "/lookup", Rulesets: s.Rulesets, Name: r.Form.Get("ruleset"), Size: "6"}
	if l.Name == "" {
		l.Name = s.Rulesets[0].Name
	}
	plain, settings, _ := strings.Cut(l.Name, ":")
	l.Plain = plain
	set, sets := setIn(r.Form, "set.")
	if sets {
		l.Name, settings = strings.TrimSuffix(plain+":"+set, ":"), set
	}
	found, err := s.find(r.Context(), l.Name)
	if err != nil {
		return nil, err
	}
	l.Ruleset, l.Set, l.Asked, l.Changed = found, sets, r.Form.Has("game"), make(map[string]bool)
	for _, player := range r.Form["changed"] {
		l.Changed[player] = player != ""
	}
	l.Settings = settingsOf("set", found.Parameters, settings)
	l.Game = strings.ReplaceAll(r.Form.Get("game"), "\r\n", "\n")
	l.Query = url.Values{"ruleset": {l.Name}, "game": {l.Game}}.Encode()
	if len(l.Query) > mostLink {
		l.Query = ""
	} else if l.Game != "" {
		l.Link = local("/lookup", l.Query)
	}
	return l, nil
}

// find returns the ruleset of a name that a request has, the default one of none.
func (s *site) find(ctx context.Context, name string) (*enum.Ruleset, error) {
	if name == "" {
		return s.Rulesets[0], nil
	}
	return compute(ctx, s, readingTime, func(context.Context) (*enum.Ruleset, error) { return enum.Find(s.Rulesets, name) })
}

// takes says of the pages that not all games are on which rulesets' games they take.
var takes = map[string]func(*enum.Ruleset) bool{"/play": played, "/simulate": runs}

// Picture returns where a picture of the game is, the plain "picture" or another; "" if there is none.
func (l *lookup) Picture(name string) string {
	if l.Query == "" || pictured(l.Ruleset, name) == nil {
		return ""
	}
	return local("/lookup/"+name+".svg", l.Query)
}

// On returns where the game that is looked up is on another page; "" if that does not take it.
func (l *lookup) On(page string) string {
	most := map[string]int{"/play": mostLined, "/simulate": simulate.MostDrawn}
	if l.Query == "" || !takes[page](l.Ruleset) || l.game != nil && runs(l.Ruleset) && len(simulate.NewJudge(l.game).Names()) > most[page] {
		return ""
	}
	return local(page, l.Query)
}

// lookupOn is lookup for a page that does not take all games. It says what their players do not do there.
func (s *site) lookupOn(page string, r *http.Request, refusal string) (*lookup, error) {
	l, err := s.lookup(r)
	if err != nil {
		return nil, err
	}
	if !takes[page](l.Ruleset) {
		return nil, faultf(http.StatusNotFound, refusal, l.Name)
	}
	l.Page = page
	l.Rulesets = slices.DeleteFunc(slices.Clone(l.Rulesets), func(r *enum.Ruleset) bool { return !takes[page](r) })
	return l, nil
}

// setIn returns the parameters that a form sets in fields of a kind, "set." or "rule.", as in the name of a ruleset, and
// whether it is the form that sets them. An empty field leaves one as it is by default.
func setIn(form url.Values, of string) (set string, sets bool) {
	var pairs []string
	for key, values := range form {
		if name, ok := strings.CutPrefix(key, of); ok {
			sets = true
			if value := strings.TrimSpace(values[0]); value != "" {
				pairs = append(pairs, name+"="+value)
			}
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ","), sets
}

// settingsOf returns parameters as they are set, such as by "players=2,rows=1".
func settingsOf(of string, parameters []enum.Parameter, text string) (list []setting) {
	for _, p := range parameters {
		set := setting{Parameter: p, Of: of}
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

// inWords says what is set in the name of a ruleset, such as "rows 1, values 0 to 4".
func inWords(name string) string {
	_, set, _ := strings.Cut(name, ":")
	return strings.NewReplacer(",", ", ", "=", " ", "..", " to ").Replace(set)
}

// read reads the game.
func (s *site) read(ctx context.Context, l *lookup) (enum.Game, error) {
	if l.Ruleset.Read == nil {
		return nil, wrongf("%s solves no single games", l.Ruleset.Name)
	}
	game, err := compute(ctx, s, readingTime, func(context.Context) (game enum.Game, err error) {
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
	l.game = game
	return game, err
}

// gameOfCells writes the cells of the form, row by row, as a game in columns. Rows without any
// are left out; of nothing else there is no game, "".
func gameOfCells(cells, columns []string) string {
	var text strings.Builder
	for row := range slices.Chunk(cells, len(columns)) {
		var quoted []string
		empty := true
		for _, cell := range row {
			cell = strings.Join(strings.Fields(cell), " ")
			empty = empty && cell == ""
			quoted = append(quoted, quotedCell(cell))
		}
		if !empty && text.Len() == 0 {
			text.WriteString(strings.Join(columns, ",") + "\n")
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
