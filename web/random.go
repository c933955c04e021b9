package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
)

// mostRandom is the largest size of a random game.
const mostRandom = 200

// random leads to a game of a family.
func (g gamePage[P]) random(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.looked()
	l.Family, l.Size = r.Form.Get("family"), r.Form.Get("size")
	l.Game, err = g.site.generate(r, l)
	if err == nil {
		link := p.Address()
		switch {
		case len(link) <= mostLink:
			return leadTo(w, r, link)
		case l.Page == "/lookup": // it needs no address
			l.Query = ""
			return g.tell(w, r, p)
		}
		err = wrongf("this game is too long for an address; want a smaller size")
	}
	if statusOf(err) == 0 {
		return err
	}
	l.Game, l.Random = "", err.Error()
	return g.show(w, r, http.StatusUnprocessableEntity, p)
}

// generated lists the families whose games need a size and no other numbers.
func generated(r *enum.Ruleset) []enum.Family {
	return slices.DeleteFunc(slices.Clone(r.Families), func(f enum.Family) bool { return f.Generate == nil })
}

// generate makes a game of a family, of a seed or any.
func (s *site) generate(r *http.Request, l *lookup) (string, error) {
	families := generated(l.Ruleset)
	at := slices.IndexFunc(families, func(f enum.Family) bool { return f.Name == l.Family })
	if at < 0 {
		return "", wrongf("%s makes no games of the family %q here", l.Ruleset.Name, l.Family)
	}
	family := families[at]
	size, err := strconv.Atoi(l.Size)
	if err != nil || size < 1 || size > mostRandom {
		return "", wrongf("want a size from 1 to %d; enumerate generate makes larger games", mostRandom)
	}
	seed := rand.Uint64()
	if text := r.Form.Get("seed"); text != "" {
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return "", wrongf("the seed is a whole number, not %q", text)
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
				return "", wrongf("games of the size %d would be too long; take a smaller one", size)
			}
		}
		return made(size)
	})
}
