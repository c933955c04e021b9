package web

import "net/http"

// A frontPage shows what the game is that the program is about, and what there is.
type frontPage struct {
	*shared
	games  *gameReader
	lookup *lookupPage
}

func newFrontPage(c *shared, games *gameReader, lookup *lookupPage) *frontPage {
	return &frontPage{c, games, lookup}
}

func (p *frontPage) routes(t *router) { t.get("/{$}", p.showFront) }

// showFront shows the page. An address of a game leads to the page that looks it up, and so does the front page of a
// program that is about another game. If complete forbids an address, the front page answers itself.
func (p *frontPage) showFront(w http.ResponseWriter, r *http.Request) error {
	if r.Form.Has("game") {
		l, err := p.games.request(r)
		if err != nil {
			return err
		}
		if !p.games.complete(r.Context(), l) {
			return p.lookup.get(w, r)
		}
		r.Form.Set("game", l.Game)
	}
	if r.Form.Has("game") || r.Form.Has("ruleset") || !runs(p.Rulesets[0]) {
		return leadTo(w, r, local("/lookup", r.Form.Encode()))
	}
	return p.show(w, r, http.StatusOK, "front.html", view{Title: "Can they stand in a line?", Script: "front.js", Data: p.Rulesets[1:]})
}
