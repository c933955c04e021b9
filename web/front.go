package web

import "net/http"

// showFront shows the front page: what the game is that the program is about, and what there is.
// An address of a game leads to the page that looks it up, and so does the front page of a program
// that is about another game. If complete forbids an address, the front page answers itself.
func (s *site) showFront(w http.ResponseWriter, r *http.Request) error {
	if r.Form.Has("game") {
		l, err := s.lookup(r)
		if err != nil {
			return err
		}
		if !s.complete(r.Context(), l) {
			return s.lookups().get(w, r)
		}
		r.Form.Set("game", l.Game)
	}
	if r.Form.Has("game") || r.Form.Has("ruleset") || !runs(s.Rulesets[0]) {
		return leadTo(w, r, local("/lookup", r.Form.Encode()))
	}
	return s.show(w, r, http.StatusOK, "front.html", view{Title: "Can they stand in a line?", Script: "front.js", Data: s.Rulesets[1:]})
}
