package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/positions"
	"enumerate/simulate"
)

const (
	mostRandom = 200 // the largest size of a random game
	mostLevel  = 12  // of puzzles
	mostNumber = 1_000_000
	mostTries  = 300 // at a game that has a solution: of four players one of twelve has
)

// random leads to a game of a family.
func (g gamePage[P]) random(w http.ResponseWriter, r *http.Request) error {
	p, err := g.read(r)
	if err != nil {
		return err
	}
	l := p.looked()
	l.Family, l.Size = r.Form.Get("family"), r.Form.Get("size")
	l.Game, err = g.site.generate(r, l, 0)
	l.typed = ""
	if err == nil {
		link := p.Address()
		switch {
		case len(link) <= mostLink:
			return leadTo(w, r, link)
		case l.Page == "/lookup": // it needs no address
			l.Query, l.Long = "", true
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

// generate makes a game of a family, of a seed or any, by its number. A game whose players are to be put in order on
// the page can be solved, but is not as good as solved, and a puzzle in turns can be won.
func (s *site) generate(r *http.Request, l *lookup, number int) (string, error) {
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
	return compute(r.Context(), s.Work, s.Limits.Part, func(ctx context.Context) (string, error) {
		made := func(size int, try uint64) (string, error) {
			game, err := family.Generate(size, enum.GameSource(seed, size, uint64(number)<<16|try))
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
			if text, err := made(smaller, 0); err == nil && len(text) > mostBody/8 {
				return "", wrongf("games of the size %d would be too long; take a smaller one", size)
			}
		}
		for try := range uint64(mostTries) {
			text, err := made(size, try)
			if err != nil || l.Page != "/play" || l.Ruleset.Position != nil && number == 0 {
				return text, err
			}
			if can, err := solvable(ctx, l.Ruleset, text); err != nil || can {
				return text, err
			}
		}
		return "", wrongf("of %d games of this kind and size none can be solved, or won by who begins", mostTries)
	})
}

// solvable reports whether a game has a solution, and two players or more are not content yet; or, if it is played in
// turns, whether who begins can win.
func solvable(ctx context.Context, r *enum.Ruleset, text string) (bool, error) {
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			return false, err
		}
		if r.Position != nil {
			begin, err := positions.Begin(r, game)
			if err != nil || len(begin.Moves()) == 0 || begin.Side() != enum.Left {
				return false, err
			}
			_, winner, err := begin.Best(ctx)
			return winner == enum.Left, err
		}
		st, l := standing{Judge: simulate.NewJudge(game)}, lineup{}
		if st.read("") == nil {
			l.judge(st)
		}
		answer, err := game.Solve(ctx, enum.How{})
		found, ok := answer.(enum.Solution)
		return ok && found.Certificate == "order" && l.Wrong > 1, err
	}
	return false, nil
}
