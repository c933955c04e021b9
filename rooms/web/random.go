package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/rooms/positions"
)

const (
	mostRandom = 200 // the largest size of a random game
	mostLevel  = 12  // of puzzles
	mostNumber = 1_000_000
	mostTries  = 300 // attempts to find a solvable game: of games of four players, one in twelve is
)

// generated lists the families whose games need a size and no other numbers.
func generated(r *enum.Ruleset) []single.Family {
	return slices.DeleteFunc(slices.Clone(r.Families), func(f single.Family) bool { return f.Generate == nil })
}

type generator struct{ *pageBase }

func newGenerator(c *pageBase) *generator { return &generator{c} }

// generate returns a random game as a text. The request l names a size and a family, which is a kind of random games.
// The game depends on these two, on the number (of a puzzle in its series, or 0), and on the field "seed" of the HTTP
// form; without a seed it is another game each time.
//
// On the page "Play", a game in which players are put in order must have a solution, and must not be solved or nearly
// solved at the beginning. A puzzle that is played in turns must be a win for the player who begins (see solvable). Any
// other game will do.
func (g *generator) generate(r *http.Request, l *gameRequest, number int) (string, error) {
	families := generated(l.Ruleset)
	at := slices.IndexFunc(families, func(f single.Family) bool { return f.Name == l.Family })
	if at < 0 {
		return "", wrongf("unknown family %[2]q of %[1]s: choose a family in the form", l.Ruleset.Name, l.Family)
	}
	size, err := strconv.Atoi(l.Size)
	if err != nil || size < 1 || size > mostRandom {
		return "", wrongf("size %.20q: expected a number from 1 to %d; enumerate generate makes larger games", l.Size, mostRandom)
	}
	seed, err := seedOf(r)
	if err != nil {
		return "", err
	}

	d := draws{ruleset: l.Ruleset, family: families[at], seed: seed, number: number}
	isPuzzle := number > 0
	d.any = l.Page != "/play" || l.Ruleset.Position != nil && !isPuzzle
	limit := g.Limits.Part
	if g.Alone {
		limit = g.Limits.Single // a copy of the site without a server has one reader, on a device that may be slow
	}
	return compute(r.Context(), g.Work, limit, func(ctx context.Context) (string, error) { return d.fitting(ctx, size) })
}

func seedOf(r *http.Request) (uint64, error) {
	text := r.Form.Get("seed")
	if text == "" {
		return rand.Uint64(), nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, wrongf("seed %.40q: expected a whole number", text)
	}
	return seed, nil
}

type draws struct {
	ruleset *enum.Ruleset
	family  single.Family
	seed    uint64
	number  int  // of the puzzle in its series; 0 for a game that is not a puzzle
	any     bool // any game will do; otherwise only one that is worth playing
}

// fitting draws at most mostTries random games of a size and returns the first that the function solvable accepts, or
// just the first if d.any is set.
func (d draws) fitting(ctx context.Context, size int) (string, error) {
	if d.tooLong(ctx, size) {
		return "", wrongf("games of size %d are too long: choose a smaller size", size)
	}

	for try := range uint64(mostTries) {
		text, err := d.draw(size, try)
		if err != nil {
			return "", err
		}
		if d.any {
			return text, nil
		}
		can, err := solvable(ctx, d.ruleset, text)
		if err != nil {
			return "", err
		}
		if can {
			return text, nil
		}
	}
	return "", wrongf("no game that can be solved, or won by the first player, was found in %d tries: choose another family or size", mostTries)
}

// tooLong estimates whether the text of a game of the given size may be longer than a request. It does not make the
// game itself, because making a huge game takes long and cannot be interrupted. Instead, it makes games of the sizes 1,
// 2, 4 and so on, below the given size, and returns true if one is longer than an eighth of the limit. Otherwise the
// game of the given size is short enough, because doubling the size makes a game at most about eight times as long.
func (d draws) tooLong(ctx context.Context, size int) bool {
	for smaller := 1; smaller < size && ctx.Err() == nil; smaller *= 2 {
		text, err := d.draw(smaller, 0)
		if err == nil && len(text) > mostBody/8 {
			return true
		}
	}
	return false
}

// draw returns the text of a random game, which depends only on the fields of d, the size, and the number of the
// attempt.
func (d draws) draw(size int, try uint64) (string, error) {
	game, err := d.family.Generate(size, sampling.GameSource(d.seed, size, uint64(d.number)<<16|try)) // try is below 2^16
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if err := single.Write(&text, game, d.family.Formats[0]); err != nil {
		return "", err
	}
	return text.String(), nil
}

// solvable reports whether a game is worth playing. A game in which players are put in order must have a solution, and
// at least two players that are not content (their wonderwall is not between them and their ninja) in the order in
// which the game lists them. A game that is played in turns must be a win for the player who begins.
func solvable(ctx context.Context, r *enum.Ruleset, text string) (bool, error) {
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			return false, err
		}
		if r.Position != nil {
			return winnable(ctx, r, game)
		}
		answer, err := game.Solve(ctx, single.How{})
		if err != nil {
			return false, err
		}
		found, ok := answer.(single.Solution)
		return ok && found.Proof == "order" && countDiscontented(game) > 1, nil
	}
	return false, nil
}

// winnable reports whether the player who begins can win a game that is played in turns. On the page this is the user,
// who plays the side Left, so Left must begin.
func winnable(ctx context.Context, r *enum.Ruleset, game single.Game) (bool, error) {
	begin, err := positions.Begin(r, game)
	if err != nil {
		return false, err
	}
	if len(begin.Moves()) == 0 || begin.Side() != playing.Left {
		return false, nil
	}
	_, winner, err := begin.Best(ctx)
	return err == nil && winner == playing.Left, err
}
