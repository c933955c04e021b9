package web

import "net/http"

// A frontPage explains the main game of the program, and links to the other pages.
type frontPage struct {
	*pageBase
	games  *gameReader
	lookup *lookupPage
}

func newFrontPage(c *pageBase, games *gameReader, lookup *lookupPage) *frontPage {
	return &frontPage{c, games, lookup}
}

func (p *frontPage) routes(t *router) { t.get("/{$}", p.showFront) }

// showFront usually shows the front page, which is about players who stand in a line. If the address contains a game or
// a ruleset, or if the program's first ruleset is about something else, it redirects to the page that looks up games.
// If a redirect would lose remarks on the text of the game, such as corrected names, showFront shows the answer itself.
func (p *frontPage) showFront(w http.ResponseWriter, r *http.Request) error {
	if r.Form.Has("game") {
		l, err := p.games.request(r)
		if err != nil {
			return err
		}
		if !p.games.mayRedirect(r.Context(), l) {
			return p.lookup.get(w, r)
		}
		r.Form.Set("game", l.Game)
	}
	if r.Form.Has("game") || r.Form.Has("ruleset") || !isLineGame(p.Rulesets[0]) {
		return redirect(w, r, local("/lookup", r.Form.Encode()))
	}
	return p.show(w, r, http.StatusOK, "front.html", view{Title: "Can they stand in a line?", Script: "front.js", Data: p.Rulesets[1:]})
}
