package web

import (
	"errors"
	"net/http"
	"strings"
)

// A gamePage is the common part of the pages that read games: a form, and results for the game in the page's address.
type gamePage[P gameView] struct {
	games     *gameReader
	generator *generator
	read      func(r *http.Request) (P, error)                                    // reads the request
	answer    func(w http.ResponseWriter, r *http.Request, p P) error             // computes the results, and shows them
	show      func(w http.ResponseWriter, r *http.Request, status int, p P) error // shows the form, with results if there are any
}

// A gameView is the data of the template of such a page.
type gameView interface {
	request() *gameRequest
	Address() string // of the page with the current game
}

// newGamePage returns a page that reads requests, answers them, and shows the form by the given functions.
func newGamePage[P gameView](
	games *gameReader,
	generator *generator,
	read func(*http.Request) (P, error),
	answer func(http.ResponseWriter, *http.Request, P) error,
	show func(http.ResponseWriter, *http.Request, int, P) error,
) gamePage[P] {
	return gamePage[P]{games, generator, read, answer, show}
}

// get answers a request without a body: with the results of the game in the address, or with an empty form if the address has
// no game. If the address sets parameters of a ruleset, get redirects to the address of the ruleset with these settings.
func (g gamePage[P]) get(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.request()
	if l.Set {
		return leadTo(w, r, address(l.Page, "ruleset", l.Name))
	}
	if !l.Asked {
		return g.show(w, r, http.StatusOK, p)
	}
	return g.tell(w, r, p)
}

// tell shows the results, or the form with the faults of its input.
func (g gamePage[P]) tell(w http.ResponseWriter, r *http.Request, p P) error {
	err := g.answer(w, r, p)
	if statusOf(err) != http.StatusUnprocessableEntity {
		return err
	}
	p.request().Fault = strings.Split(errors.Unwrap(err).Error(), "\n")
	return g.show(w, r, http.StatusUnprocessableEntity, p)
}

// post takes the form. If the game may be in an address (see complete), post redirects to the address of the game.
// Otherwise it answers without a redirect.
func (g gamePage[P]) post(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.request()
	if !l.Asked {
		return leadTo(w, r, p.Address())
	}
	if len(p.Address()) <= mostLink && g.games.complete(r.Context(), l) {
		return leadTo(w, r, p.Address())
	}
	return g.tell(w, r, p)
}

// random draws a random game of a family and redirects to the address of the game. A game that is too long for an address is
// answered without a redirect by the page that looks up games, and refused by the other pages.
func (g gamePage[P]) random(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.request()
	l.Family, l.Size = r.Form.Get("family"), r.Form.Get("size")
	const number = 0 // not a puzzle of a series
	game, err := g.generator.generate(r, l, number)
	if err != nil {
		return g.showUndrawn(w, r, p, err)
	}

	l.setGame(game)
	link := p.Address()
	if len(link) <= mostLink {
		return leadTo(w, r, link)
	}
	if l.Page == "/lookup" { // this page can answer without an address for the game, by a page in reply to this request
		l.Query, l.Long = "", true
		return g.tell(w, r, p)
	}
	return g.showUndrawn(w, r, p, wrongf("this game is too long for an address; expected a smaller size"))
}

// showUndrawn shows the form with the reason why no random game could be made.
func (g gamePage[P]) showUndrawn(w http.ResponseWriter, r *http.Request, p P, why error) error {
	if statusOf(why) == 0 {
		return why
	}
	l := p.request()
	l.setGame("")
	l.Random = why.Error()
	return g.show(w, r, http.StatusUnprocessableEntity, p)
}
