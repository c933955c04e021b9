package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/rooms/simulate"
)

const (
	readingTime = time.Second // for reading a game, and for setting the parameters of a ruleset
	mostLink    = 8000        // bytes of an address, with the game in it
)

// A gameRequest is a request about a game, as the templates of all pages with games see it.
type gameRequest struct {
	Page         string          // its path: "/lookup", or another page on which games are read
	Rulesets     []*enum.Ruleset // to choose from
	Ruleset      *enum.Ruleset
	Name         string // of the ruleset, with its settings
	Plain        string // the name without the settings
	Settings     []setting
	Game         string   // the text in addresses, links and files; if the game cannot be read, the text that was typed
	Columns      []string // the headings of the columns that were read, if the sheet has other columns as well
	OtherColumns int      // the number of other columns; no address contains them
	Long         bool     // the game is too long for an address
	Remarks      []string // on how the game was read
	OfFile       []string // remarks on how a file was read
	Asked        bool     // the request has a game
	Set          bool     // the form of parameters was sent
	Fault        []string // the faults of the game, a sentence each
	Link         string   // the address of this answer; "" for none
	Query        string   // the query in the addresses of the answer's parts; "" if the game cannot be read or is too long
	Family       string   // of the random game that was asked for
	Size         string
	Random       string            // the fault of the random game
	ExtraPairs   map[string]string // further keys and values in the address of a random game
	typedText    string            // the text that was typed, with all columns of a sheet
	game         single.Game       // as it was read, nil before
}

// A setting is a parameter with its value.
type setting struct {
	enum.Parameter
	Of      string // the form: "set" of a ruleset, "rule" of what players in motion do
	Value   string
	Choices []string // nil if any value may be typed
}

func (l *gameRequest) request() *gameRequest { return l }

func (l *gameRequest) parsed() single.Game { return l.game }

// Rewritten reports whether addresses contain the game in a different form from the typed one.
func (l *gameRequest) Rewritten() bool {
	return l.Query != "" && l.typedText != "" && l.typedText != l.Game
}

// Address returns the address of the answer.
func (l *gameRequest) Address() string { return address("/lookup", "ruleset", l.Name, "game", l.Game) }

func (l *gameRequest) setGame(game string) {
	l.Game = game
	l.typedText = ""
}

// shows says, for each page that does not show all games, whether it shows the games of a ruleset.
var shows = map[string]func(*enum.Ruleset) bool{"/play": played, "/simulate": isLineGame}

// Picture returns the address of the drawing with the given name; "picture" is the usual one. It returns "" if the game
// has no address, or if the ruleset draws nothing.
func (l *gameRequest) Picture(name string) string {
	if l.Query == "" || pictured(l.Ruleset, name) == nil {
		return ""
	}
	return local("/lookup/"+name+".svg", l.Query)
}

// On returns the address of the game on another page, "" if that page does not show the game.
func (l *gameRequest) On(page string) string {
	if l.Query == "" || !shows[page](l.Ruleset) || l.tooLarge(page) {
		return ""
	}
	return local(page, l.Query)
}

// tooLarge reports whether a page, such as Play, does not show games as large as this one.
func (l *gameRequest) tooLarge(page string) bool {
	if page == "/play" && l.game != nil && l.Ruleset.Puzzle != nil {
		_, small := l.Ruleset.Puzzle(l.game)
		return !small
	}
	most := map[string]int{"/play": mostLined, "/simulate": simulate.MostDrawn}
	return l.game != nil && isLineGame(l.Ruleset) && len(simulate.NewJudge(l.game).Names()) > most[page]
}

type gameReader struct{ *pageBase }

func newGameReader(c *pageBase) *gameReader { return &gameReader{c} }

// request returns what an HTTP request asks about a game; the text of the game may still have faults. The ruleset is
// named as in "jump:rows=1"; fields of the form for settings replace the settings in the name.
func (g *gameReader) request(r *http.Request) (*gameRequest, error) {
	name := r.Form.Get("ruleset")
	if name == "" {
		name = g.Rulesets[0].Name
	}
	plain, settings, _ := strings.Cut(name, ":")
	typed, hasFields := setIn(r.Form, "set.")
	if hasFields {
		settings = typed
		name = strings.TrimSuffix(plain+":"+typed, ":")
	}

	ruleset, err := g.ruleset(r.Context(), name)
	if err != nil {
		return nil, err
	}
	l := &gameRequest{
		Page: "/lookup", Rulesets: g.Rulesets, Ruleset: ruleset, Name: name, Plain: plain,
		Settings: settingsOf("set", ruleset.Parameters, settings), Set: hasFields,
		Game: strings.ReplaceAll(r.Form.Get("game"), "\r\n", "\n"), Asked: r.Form.Has("game"),
		Size: "6", // what the form for a random game offers
	}
	return l, g.fillLinks(r.Context(), l)
}

// requestOn is like request, for a page such as "/play" that shows the games of some rulesets only, among which the
// user can then choose. If the requested ruleset is none of them, the message of the error is `refusal`, a format
// string that gets the ruleset's name.
func (g *gameReader) requestOn(page string, r *http.Request, refusal string) (*gameRequest, error) {
	l, err := g.request(r)
	if err != nil {
		return nil, err
	}
	if !shows[page](l.Ruleset) {
		return nil, faultf(http.StatusNotFound, refusal, l.Name)
	}
	l.Page = page
	l.Rulesets = slices.DeleteFunc(slices.Clone(l.Rulesets), func(r *enum.Ruleset) bool { return !shows[page](r) })
	return l, nil
}

// fillLinks fills in the links to the answer. If the game was typed as a table with more columns, such as e-mail
// addresses, the links have only the cells of the game, so that they do not disclose the other columns. If the game is
// too long for an address, or cannot be written in one, fillLinks fills in none.
func (g *gameReader) fillLinks(ctx context.Context, l *gameRequest) error {
	l.typedText = l.Game
	if l.Game != "" && l.Ruleset.Rows != nil {
		read, err := compute(ctx, g.Work, g.Limits.Read, func(context.Context) (publicTable, error) { return publicTableOf(l.Ruleset, l.Game), nil })
		if err != nil {
			return err
		}
		if read.Game == "" { // the text has faults and may be private, or the game cannot be written in an address
			l.Long = len(l.Game) > mostLink // the length of the typed text
			return nil
		}
		l.Game, l.Columns, l.OtherColumns = read.Game, read.Heads, read.OtherColumns
	}

	query := url.Values{"ruleset": {l.Name}, "game": {l.Game}}.Encode()
	l.Long = len(query) > mostLink
	if l.Long {
		return nil
	}
	l.Query = query
	if l.Game != "" {
		l.Link = local("/lookup", l.Query)
	}
	return nil
}

// addressed reads the game of a request on a page, such as Play, that keeps the game in its address. A game that is too
// long for an address, or cannot be written in one, is refused.
func (g *gameReader) addressed(ctx context.Context, l *gameRequest) (single.Game, error) {
	if l.Long {
		return nil, wrongf("the game is too long: this page has the game in its address, which may have at most %s bytes; use a smaller game", rows.Count(mostLink))
	}
	game, err := g.read(ctx, l)
	if err != nil {
		return nil, err
	}
	if l.Query == "" {
		return nil, wrong(errUnwritable)
	}
	return game, nil
}

// mayRedirect reports whether a request with a game may be answered by a redirect to the address of the game. This
// address may lack columns of the typed table, and have corrected names. If a redirect would lose what the user should
// be told about this, mayRedirect returns false.
func (g *gameReader) mayRedirect(ctx context.Context, l *gameRequest) bool {
	if l.Query == "" { // the game has no address
		return false
	}
	if _, err := g.read(ctx, l); err != nil {
		// The page at the address shows the same faults. A text with faults may be put into an address only after a
		// check that nothing in it can be private. Only rulesets with Rows have this check (see refused).
		return l.Ruleset.Rows != nil && statusOf(err) == http.StatusUnprocessableEntity
	}
	if l.Game == l.typedText {
		return true
	}
	if l.OtherColumns > 0 { // columns of the typed table were left out
		return false
	}

	// Read the game as the address has it, too, and compare the numbers of remarks.
	again := &gameRequest{Ruleset: l.Ruleset, Game: l.Game}
	_, err := g.read(ctx, again)
	return err == nil && len(again.Remarks) == len(l.Remarks)
}

// read returns the game of a request. It parses the text only the first time.
func (g *gameReader) read(ctx context.Context, l *gameRequest) (single.Game, error) {
	if l.game != nil {
		return l.game, nil
	}
	if l.Ruleset.Read == nil {
		return nil, wrongf("%s solves no single games", l.Ruleset.Name)
	}
	game, err := compute(ctx, g.Work, g.Limits.Read, func(context.Context) (single.Game, error) {
		return onlyGame(l.Ruleset, cmp.Or(l.typedText, l.Game))
	})
	if err != nil {
		return nil, err
	}

	l.game = game
	if l.Ruleset.Remarks == nil {
		return game, nil
	}
	if remarks := l.Ruleset.Remarks(game); remarks != nil {
		l.Remarks = strings.Split(remarks.Error(), "\n")
	}
	return game, nil
}

// onlyGame returns the only game in a text.
func onlyGame(ruleset *enum.Ruleset, text string) (only single.Game, err error) {
	for game, err := range ruleset.Read(strings.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		if only != nil {
			return nil, errors.New("several games found; give one")
		}
		only = game
	}
	if only == nil {
		return nil, errors.New("no game found")
	}
	return only, nil
}

// setIn returns the parameters that a form sets, written as in the name of a ruleset, such as "rows=1,values=0..4". The
// form has them in fields whose names begin with the prefix ("set." or "rule."). An empty field keeps the default. The
// second result is false if the form has no field with the prefix.
func setIn(form url.Values, prefix string) (set string, sets bool) {
	var pairs []string
	for key, values := range form {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			sets = true
			if value := strings.TrimSpace(values[0]); value != "" {
				pairs = append(pairs, name+"="+value)
			}
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ","), sets
}

// settingsOf returns the parameters as fields of a form, filled in from a text such as "players=2,rows=1". The
// parameter `of` names the form: "set" for a ruleset, "rule" for the rule by which running players move.
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

// inWords returns the settings in the name of a ruleset in words, such as "rows 1, values 0 to 4".
func inWords(name string) string {
	_, set, _ := strings.Cut(name, ":")
	return strings.NewReplacer(",", ", ", "=", " ", "..", " to ").Replace(set)
}
