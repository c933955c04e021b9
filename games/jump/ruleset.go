package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/games/jump/race"
	"enumerate/internal/rows"
)

// New returns the jump game with the default parameters.
func New() *enum.Ruleset { return defaults().ruleset() }

type settings struct {
	rows        int   // 0 for as many rows as columns
	least, most int32 // the range of lengths of the tiles off the goal
	players     int
	rules       race.Rules // the rules of games that are read or made; a space has spaceRules
}

func defaults() settings { return settings{most: 2, players: 1} }

func (r settings) ruleset() *enum.Ruleset {
	group := "the transposition of the board, 2, if it is square"
	if r.rows > 0 {
		group = fmt.Sprintf("the transposition of the board, 2, if it has %d columns", r.rows)
	}
	return &enum.Ruleset{
		Name:    r.name(),
		Summary: "players jump as far as their tiles say, on one board: who is first on the last tile?",
		Size:    "columns",
		Sizes:   r.sizes(),
		Group:   group,
		Example: "--game jump:rows=2,players=2 --n 2..4",
		Space:   r.space,

		Methods: []enum.Method{{
			Name:     enum.Walk,
			Summary:  "visits one game of every class",
			Sizes:    r.walkSizes(),
			Space:    r.walk,
			Estimate: enum.Forecasts(r.walk, func(s enum.Space) enum.Descent { return s.Walker().(*walker).descend }),
		}, r.count()},
		Lister:  kit.Lists(r.walk, func(s enum.Space) enum.Lister { return s.Walker().(*walker).list }),
		Sampler: kit.Samples(r.space, func(s enum.Space) enum.Sampler { return newSampler(s.(*space)) }),

		Parameters: parameters(),
		With:       kit.With(newSettings, settings.ruleset),

		Games: single.Games{
			Reading: single.Reading{Read: r.read, Input: input},
			Questions: []single.Question{
				single.Solving("enumerate solve --game jump 1 5 / 2 / 0 0 2 1 0 / 0 2 / 0 3", single.SolutionFormats(),
					single.Algorithm{Name: layers, Summary: "searches from all players at once, round by round; boards of any size"},
					single.Algorithm{Name: printed, Summary: "the document's algorithm, corrected to enqueue tiles; still wrong on some boards; for preset=document"}),
				{
					Name: single.Explain, Summary: "also print how each player gets to the goal", Title: "Why",
					Example: "enumerate solve --game jump data/examples/board.txt --explain",
					Lines:   true, Formats: single.SolutionFormats(),
					Ask: single.Asks(func(g game, ctx context.Context, _ single.How) (single.Answer, error) {
						return g.explain(ctx, maxExplained)
					}),
				},
			},
			Drawings: []single.Question{{Name: "draw", Example: "enumerate draw --game jump data/examples/board.txt -o jump.svg", Formats: []string{"svg"}, Ask: single.Asks(game.draw)}},
			Classify: single.Classifies(game.classify),
			Position: kit.Plays(game.playable),

			Families: []single.Family{
				{Name: "random", Summary: "a random game of this size; all are equally likely", Formats: gameFormats(), Generate: r.random},
			},
		},
	}
}

const (
	maxRows    = 1_000_000
	maxPlayers = 100 // the largest number of players of a space; a game that is read may have more
)

// parameters lists the parameters, in the order in which names of rulesets have them.
func parameters() []enum.Parameter {
	return []enum.Parameter{
		{Name: "rows", Values: fmt.Sprintf("square or 1 to %d", maxRows), Default: "square", Summary: "number of rows; square: as many as columns"},
		{Name: "values", Values: "LEAST..MOST", Default: "0..2", Summary: "lengths that every tile except the goal may have"},
		{Name: "players", Values: fmt.Sprintf("1 to %d", maxPlayers), Default: "1", Summary: "number of players, who start on different tiles, not on the goal"},
		{Name: "move", Values: "straight|diamond", Default: "straight", Summary: "how a jump moves: in one direction, or by single steps in any directions"},
		{Name: "tie", Values: "initial|inherit", Default: "initial", Summary: "who jumps first after jumps of equal length: the first in the initial order, as in the assignment, or the first in the previous round, as in the document"},
		{Name: "order", Values: "left|landed", Default: "left", Summary: "which number decides who jumps first, the smaller first: that of the tile left, or of the tile landed on"},
		{Name: "preset", Values: "assignment|document", Default: "assignment", Summary: "values of move and tie: straight and initial, as in the assignment (an exercise), or diamond and inherit, as in the document that answers it"},
	}
}

// newSettings returns the settings for values of parameters. The parameter preset sets two others, move and tie; if the
// user gives one of these too, it must agree with the preset.
func newSettings(values map[string]string) (settings, error) {
	r := defaults()
	var ok bool
	if value, set := values["rows"]; set && value != "square" {
		r.rows, ok = number(value, 1, maxRows)
		if !ok {
			return settings{}, fmt.Errorf(`rows is "square" or a number from 1 to %s, not %q`, rows.Count(maxRows), value)
		}
	}
	if value, set := values["values"]; set {
		first, last, _ := strings.Cut(value, "..")
		least, ok1 := number(first, 0, race.MaxLength)
		most, ok2 := number(last, 0, race.MaxLength)
		if !ok1 || !ok2 || least > most {
			return settings{}, fmt.Errorf("values=%.40s: expected LEAST..MOST with 0 <= LEAST <= MOST <= %s, such as 0..2", value, rows.Count(race.MaxLength))
		}
		r.least, r.most = int32(least), int32(most)
	}
	if value, set := values["players"]; set {
		r.players, ok = number(value, 1, maxPlayers)
		if !ok {
			return settings{}, fmt.Errorf("players=%.40s: expected a number from 1 to %d", value, maxPlayers)
		}
	}

	move, err1 := kit.Choose(values, "move", "straight", "diamond")
	tie, err2 := kit.Choose(values, "tie", "initial", "inherit")
	order, err3 := kit.Choose(values, "order", "left", "landed")
	both, err4 := kit.Choose(values, "preset", "assignment", "document")
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		return settings{}, err
	}
	r.rules = race.Rules{Move: race.Move(move), Tie: race.Tie(tie), Order: race.Order(order)}
	if preset, set := values["preset"]; set {
		r.rules.Move, r.rules.Tie = race.Move(both), race.Tie(both)
		if value, set := values["move"]; set && move != both {
			return settings{}, fmt.Errorf("the preset %s sets move=%v, not %s: leave out one of the two", preset, r.rules.Move, value)
		}
		if value, set := values["tie"]; set && tie != both {
			return settings{}, fmt.Errorf("the preset %s sets tie=%v, not %s: leave out one of the two", preset, r.rules.Tie, value)
		}
	}

	if r.sizes().Empty() {
		return settings{}, fmt.Errorf("boards of %d rows for %d players have more than %s tiles: choose fewer rows or players", r.rows, r.players, rows.Count(maxSpace))
	}
	return r, nil
}

func number(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && least <= n && n <= most
}

// name returns "jump" and the parameters that differ from their defaults, such as "jump:rows=1,players=2". It is the
// name of the spaces, so it omits rules that make no difference to them. It never names a preset, but the values of
// move and tie that the preset sets.
func (r settings) name() string {
	rules := r.spaceRules()
	values := map[string]string{
		"rows":    "square",
		"values":  fmt.Sprintf("%d..%d", r.least, r.most),
		"players": strconv.Itoa(r.players),
		"move":    rules.Move.String(),
		"tie":     rules.Tie.String(),
		"order":   rules.Order.String(),
		"preset":  "assignment", // the default, so the name omits it
	}
	if r.rows > 0 {
		values["rows"] = strconv.Itoa(r.rows)
	}
	return kit.SettingName("jump", parameters(), func(name string) string { return values[name] })
}

// spaceRules returns the rules of the spaces. A rule that makes no difference to any game of a space is the default
// one, so that the space has only one name:
//
//   - A single player has no ties.
//   - If all jumps have the same length, the order of the players never changes, so ties are broken by the initial order
//     with both values of the parameter tie. This is so if all tiles have one length, or if the lengths are 0 or 1,
//     because a player who lands on a 0 jumps no more.
//   - If no jump is longer than 1, both values of the parameter move (straight: in one direction; diamond: any single
//     steps) mean one step.
//
// A single game keeps the rules that were set, because it may have any players and lengths.
func (r settings) spaceRules() race.Rules {
	rules := r.rules
	if r.players == 1 || r.most <= 1 || r.least == r.most {
		rules.Tie, rules.Order = race.Initial, race.Left
	}
	if r.most <= 1 {
		rules.Move = race.Straight
	}
	return rules
}

// sizes returns the range of sizes, numbers of columns: a board must have a tile for every player and one for the goal,
// and at most maxSpace tiles.
func (r settings) sizes() enum.Range {
	tiles := func(columns int) int {
		if r.rows > 0 {
			return r.rows * columns
		}
		return columns * columns
	}
	first := 1 + sort.Search(maxSpace, func(n int) bool { return tiles(n+1) > r.players })
	last := sort.Search(maxSpace, func(n int) bool { return tiles(n+1) > maxSpace })
	return enum.Range{First: first, Last: last}
}

func (r settings) walkSizes() enum.Range {
	return r.sizesWith(func(s *space) bool { return s.games() <= maxWalked })
}

// sizesWith returns the sizes up to the last whose space is small enough.
func (r settings) sizesWith(small func(*space) bool) enum.Range {
	sizes := r.sizes()
	more := sort.Search(sizes.Last+1-sizes.First, func(i int) bool { return !small(newSpace(r, sizes.First+i)) })
	return enum.Range{First: sizes.First, Last: sizes.First + more - 1}
}

func sizeError(columns int, purpose string, r enum.Range) error {
	return kit.SizeError(columns, purpose, r, "column", "columns")
}

// random returns a random game, with the rules as they were set.
func (r settings) random(columns int, random *rand.Rand) (single.Answer, error) {
	s, err := r.space(columns)
	if err != nil {
		return nil, err
	}
	d := newSampler(s.(*space))
	d.draw(random)
	return game{d.board, slices.Clone(d.starts), r.rules}, nil
}
