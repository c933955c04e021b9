package web

import "net/http"

// lookupPage is the page on which a game is looked up.
func (s *site) lookupPage() page {
	return page{path: "/lookup", title: "Look up", routes: func() {
		s.get("/lookup", s.showLookup)
	}}
}

func (s *site) showLookup(w http.ResponseWriter, r *http.Request) error {
	return s.show(w, r, http.StatusOK, "lookup.html", view{Title: "Look up a game"})
}
