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

// A gameView is the data of the template of a page that reads games.
type gameView interface {
	request() *gameRequest
	Address() string // of the page with the current game
}

func newGamePage[P gameView](
	games *gameReader,
	generator *generator,
	read func(*http.Request) (P, error),
	answer func(http.ResponseWriter, *http.Request, P) error,
	show func(http.ResponseWriter, *http.Request, int, P) error,
) gamePage[P] {
	return gamePage[P]{games, generator, read, answer, show}
}

// get shows the results for the game in the address, or the empty form if the address has no game (asked.Asked is
// false). If the user sent the form that sets a ruleset's parameters (asked.Set), get redirects to an address with
// these settings in the ruleset's name.
func (g gamePage[P]) get(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	asked := p.request()
	if asked.Set {
		return redirect(w, r, address(asked.Page, "ruleset", asked.Name))
	}
	if !asked.Asked {
		return g.show(w, r, http.StatusOK, p)
	}
	return g.tell(w, r, p)
}

// tell shows the results for the game of a request or, if its text has faults, the form with these faults.
func (g gamePage[P]) tell(w http.ResponseWriter, r *http.Request, p P) error {
	err := g.answer(w, r, p)
	if statusOf(err) != http.StatusUnprocessableEntity {
		return err
	}
	p.request().Fault = strings.Split(errors.Unwrap(err).Error(), "\n")
	return g.show(w, r, http.StatusUnprocessableEntity, p)
}

// post answers a form. It redirects to the page's address with the game, so that the user has a link to the results. It
// does not redirect if the game is too long for an address, or if the results there would lack remarks on the text that
// was typed.
func (g gamePage[P]) post(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	asked := p.request()
	if !asked.Asked { // the form had no game
		return redirect(w, r, p.Address())
	}
	if len(p.Address()) <= mostLink && g.games.mayRedirect(r.Context(), asked) {
		return redirect(w, r, p.Address())
	}
	return g.tell(w, r, p)
}

// random redirects to the address of a random game. The request names the size, and a family, the kind of random games.
// If the game is too long for an address, there is no redirect: the page Look up shows its answers about the game, and
// every other page shows the form, with the reason why it cannot show the game.
func (g gamePage[P]) random(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.request()
	l.Family, l.Size = r.Form.Get("family"), r.Form.Get("size")
	const number = 0 // one game, not a numbered puzzle of a series
	game, err := g.generator.generate(r, l, number)
	if err != nil {
		return g.showUndrawn(w, r, p, err)
	}

	l.setGame(game)
	link := p.Address()
	if len(link) <= mostLink {
		return redirect(w, r, link)
	}
	if l.Page == "/lookup" {
		l.Query, l.Long = "", true // the answers contain no addresses of the game
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
