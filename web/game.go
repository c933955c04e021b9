package web

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

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

// post takes the form. It redirects to the address of the game if complete allows that. Otherwise it answers
// the request itself.
func (g gamePage[P]) post(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.looked()
	if !l.Asked {
		return leadTo(w, r, p.Address())
	}
	if len(p.Address()) <= mostLink && g.site.complete(r.Context(), l) {
		return leadTo(w, r, p.Address())
	}
	return g.tell(w, r, p)
}

// addressed reads a game that the page's address contains while it is used. The message of a game that is too long says
// how it is used, such as "it is played".
func (s *site) addressed(ctx context.Context, l *lookup, done string) (enum.Game, error) {
	if l.Long {
		return nil, wrongf("it is too long: while %s it is in the page's address, which takes at most %d bytes of it", done, mostLink)
	}
	game, err := s.read(ctx, l)
	if err != nil {
		return nil, err
	}
	if l.Query == "" {
		return nil, fault{http.StatusUnprocessableEntity, errUnwritable}
	}
	return game, nil
}

// complete reports whether the page at the address of a game shows the same remarks as the page for the text that was
// typed. It does not if columns were left out.
func (s *site) complete(ctx context.Context, l *lookup) bool {
	if l.Query == "" {
		return false
	}
	if _, err := s.read(ctx, l); err != nil {
		return l.Ruleset.Rows != nil && statusOf(err) == http.StatusUnprocessableEntity // that address shows the same faults
	}
	if l.Game == l.typed {
		return true
	}
	if l.Left > 0 {
		return false
	}
	again := &lookup{Ruleset: l.Ruleset, Game: l.Game}
	_, err := s.read(ctx, again)
	return err == nil && len(again.Remarks) == len(l.Remarks)
}

// A lookup is what a request asks for, and what the template sees of it.
type lookup struct {
	Page     string          // its path: "/lookup", or another page on which games are read
	Rulesets []*enum.Ruleset // to choose from
	Ruleset  *enum.Ruleset
	Name     string // of the ruleset, with what is set
	Plain    string // without that
	Settings []setting
	Game     string   // the text in addresses, links and files; if the game cannot be read, the text that was typed
	Columns  []string // the headings of the columns that were read, if the sheet has other columns as well
	Left     int      // the number of other columns; no address contains them
	Long     bool     // the game is too long for an address
	Heads    []string // of all columns of it, if it is not known which they are
	Below    [][]string
	Likely   []int       // the columns that are chosen at first
	Sheets   []enum.Text // of a workbook, if it is not known which one is read
	Rows     [][]cell    // the form has
	Mended   string      // where the game is looked up with all that is probably meant; "" if there is nothing
	Wrong    int         // cells
	Remarks  []string    // on how it was read
	OfFile   []string    // remarks on what was read of a file
	Asked    bool        // there is something to answer
	Set      bool        // the form of parameters was sent
	Fault    []string    // what is wrong with it, a sentence each
	Link     string      // of this answer; "" for none
	Query    string      // of the addresses of its parts; "" if the game cannot be read or is too long
	Parts    iter.Seq[part]
	First    *part           // of them, which says what the answer is
	Files    []string        // with what the parts say, so far, below "/lookup/"
	Changed  map[string]bool // players whose choices a repair has changed
	Family   string          // of the random game that was asked for
	Size     string
	Random   string            // what is wrong with that
	Kept     map[string]string // what else the address of a random game has
	typed    string            // the text that was typed, with all columns of a sheet
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

// Rewritten reports whether addresses contain the game in another form than the one that was typed.
func (l *lookup) Rewritten() bool { return l.Query != "" && l.typed != "" && l.typed != l.Game }

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
	found, err := s.ruleset(r.Context(), l.Name)
	if err != nil {
		return nil, err
	}
	l.Ruleset, l.Set, l.Asked, l.Changed = found, sets, r.Form.Has("game"), make(map[string]bool)
	for _, player := range r.Form["changed"] {
		l.Changed[player] = player != ""
	}
	l.Settings = settingsOf("set", found.Parameters, settings)
	l.Game = strings.ReplaceAll(r.Form.Get("game"), "\r\n", "\n")
	return l, s.keep(r.Context(), l)
}

// keep makes the addresses of a game. If the game has columns, they contain only the cells that were read.
func (s *site) keep(ctx context.Context, l *lookup) error {
	l.typed = l.Game
	if l.Game != "" && l.Ruleset.Rows != nil {
		read, err := compute(ctx, s.Work, readingTime, func(context.Context) (kept, error) { return keptOf(l.Ruleset, l.Game), nil })
		if err != nil {
			return err
		}
		if read.game == "" {
			l.Long = len(l.Game) > mostLink
			return nil
		}
		l.Game, l.Columns, l.Left = read.game, read.Heads, read.Left
	}
	query := url.Values{"ruleset": {l.Name}, "game": {l.Game}}.Encode()
	if l.Long = len(query) > mostLink; l.Long {
		return nil
	}
	l.Query = query
	if l.Game != "" {
		l.Link = local("/lookup", l.Query)
	}
	return nil
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

// read reads the game, once.
func (s *site) read(ctx context.Context, l *lookup) (enum.Game, error) {
	if l.game != nil {
		return l.game, nil
	}
	if l.Ruleset.Read == nil {
		return nil, wrongf("%s solves no single games", l.Ruleset.Name)
	}
	game, err := compute(ctx, s.Work, readingTime, func(context.Context) (game enum.Game, err error) {
		for g, err := range l.Ruleset.Read(strings.NewReader(cmp.Or(l.typed, l.Game))) {
			if err != nil {
				return nil, err
			}
			if game != nil {
				return nil, errors.New("several games found; give one")
			}
			game = g
		}
		if game == nil {
			return nil, errors.New("no game found")
		}
		return game, nil
	})
	if err != nil {
		return nil, err
	}
	l.game = game
	if remarks := l.Ruleset.Remarks; remarks != nil && remarks(game) != nil {
		l.Remarks = strings.Split(remarks(game).Error(), "\n")
	}
	return game, nil
}
