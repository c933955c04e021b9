package jump

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/race"
	"enumerate/internal/text"
)

// New returns the jump game with all parameters as they are by default: square boards
// with lengths from 0 to 2, one player, and the rules of the assignment.
func New() *enum.Ruleset { return defaults().ruleset() }

// settings are the jump game's parameters, all of them set.
type settings struct {
	rows        int   // 0 for as many as columns
	least, most int32 // lengths that the tiles off the goal may have
	players     int
	rules       race.Rules // of games that are read or made; those of a space are spaceRules
}

func defaults() settings { return settings{most: 2, players: 1} }

// ruleset returns the jump game with these settings.
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
		Walked:  r.walked(),
		Group:   group,
		Example: "--game jump:rows=2,players=2 --n 2..4",
		Space:   r.space,

		Methods: append([]enum.Method{{
			Name:     enum.Walk,
			Summary:  "one game of every class, or many at once",
			Space:    r.walk,
			Estimate: r.estimate,
		}}, r.counts()...),
		Lister:  r.lister,
		Sampler: r.sampler,

		Parameters: parameters(),
		With: func(values map[string]string) (*enum.Ruleset, error) {
			set, err := newSettings(values)
			if err != nil {
				return nil, err
			}
			return set.ruleset(), nil
		},

		Read:  r.read,
		Input: input,
		Algorithms: []enum.Algorithm{
			{Name: layers, Summary: "forwards from all players at once, round by round; boards of any size"},
			{Name: byKeys, Summary: "backwards from the goal, by the keys of all tiles; boards of at most 64 tiles"},
		},
		Formats: answerFormats(),
		Explain: func(ctx context.Context, g enum.Game, _ enum.How) (enum.Answer, error) {
			return g.(game).explain(ctx, maxExplained)
		},
		Pictures: []string{"svg"},
		Draw: func(ctx context.Context, g enum.Game, w io.Writer, format string) error {
			return g.(game).draw(ctx, w, format)
		},

		Families: []enum.Family{
			{Name: "random", Summary: "any game of the size with the ruleset's rows, values and players, all alike", Formats: gameFormats(), Generate: r.random},
			{Name: "corridor", Summary: "on a square board of ones and zeros, one way, as long as half of the tiles", Fixed: true, Formats: gameFormats(), Generate: r.corridor},
		},
	}
}

const (
	maxRows    = 1_000_000
	maxPlayers = 100 // of a space; a game that is read may have more
)

// parameters lists the parameters, in the order of names of rulesets.
func parameters() []enum.Parameter {
	return []enum.Parameter{
		{
			Name: "rows", Values: fmt.Sprintf("square or 1 to %d", maxRows), Default: "square",
			Summary: "rows of the board; square: as many as columns",
		},
		{
			Name: "values", Values: "LEAST..MOST", Default: "0..2",
			Summary: "lengths that the tiles off the goal may have",
		},
		{
			Name: "players", Values: fmt.Sprintf("1 to %d", maxPlayers), Default: "1",
			Summary: "players, who start on different tiles off the goal",
		},
		{
			Name: "move", Values: "straight|diamond", Default: "straight",
			Summary: "where a jump leads: so far in one direction, or as many single steps in any",
		},
		{
			Name: "tie", Values: "initial|inherit", Default: "initial",
			Summary: "who comes first after jumps of one length: by the initial order, or that of the round before",
		},
		{
			Name: "preset", Values: "assignment|document", Default: "assignment",
			Summary: "both at once: assignment is move=straight,tie=initial, document move=diamond,tie=inherit",
		},
	}
}

// newSettings returns the settings with some parameters set. A preset sets move and tie; if
// one of these is set beside it, it must be the same.
func newSettings(values map[string]string) (settings, error) {
	r := defaults()
	for _, p := range parameters() {
		if value, ok := values[p.Name]; ok {
			if err := r.set(p.Name, value); err != nil {
				return r, err
			}
		}
	}
	if preset, ok := values["preset"]; ok {
		set := r.rules
		r.rules = race.Rules{Move: race.Straight, Tie: race.Initial}
		if preset == "document" {
			r.rules = race.Rules{Move: race.Diamond, Tie: race.Inherit}
		}
		if move, ok := values["move"]; ok && set.Move != r.rules.Move {
			return r, fmt.Errorf("the preset %s moves %v, and not %s", preset, r.rules.Move, move)
		}
		if tie, ok := values["tie"]; ok && set.Tie != r.rules.Tie {
			return r, fmt.Errorf("the preset %s has the tie %v, and not %s", preset, r.rules.Tie, tie)
		}
	}
	if r.sizes().Empty() {
		return r, fmt.Errorf("there are no boards of %d rows for %d players: they have at most %d tiles", r.rows, r.players, maxSpace)
	}
	return r, nil
}

// set sets a parameter. Of a preset it checks the name only.
func (r *settings) set(name, value string) error {
	var ok bool
	var err error
	switch name {
	case "rows":
		if value == "square" {
			r.rows = 0
		} else if r.rows, ok = number(value, 1, maxRows); !ok {
			err = fmt.Errorf("rows are square or a number from 1 to %d, not %q", maxRows, value)
		}
	case "values":
		least, most, ok := text.Range(value, 0, race.MaxLength)
		if !ok || !strings.Contains(value, "..") {
			err = fmt.Errorf("values are LEAST..MOST with 0 <= LEAST <= MOST <= %d, such as 0..2, not %q", race.MaxLength, value)
		}
		r.least, r.most = int32(least), int32(most)
	case "players":
		if r.players, ok = number(value, 1, maxPlayers); !ok {
			err = fmt.Errorf("players are a number from 1 to %d, not %q", maxPlayers, value)
		}
	case "move":
		r.rules.Move, err = oneOf(name, value, race.Straight, race.Diamond)
	case "tie":
		r.rules.Tie, err = oneOf(name, value, race.Initial, race.Inherit)
	case "preset":
		if value != "assignment" && value != "document" {
			err = fmt.Errorf("the preset is assignment or document, not %q", value)
		}
	}
	return err
}

// oneOf returns the one of two choices that is named.
func oneOf[T fmt.Stringer](what, name string, first, second T) (T, error) {
	switch name {
	case first.String():
		return first, nil
	case second.String():
		return second, nil
	}
	return first, fmt.Errorf("the %s is %v or %v, not %q", what, first, second, name)
}

// number returns a decimal number in a range.
func number(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && least <= n && n <= most
}

// name returns "jump" and the parameters that are not as by default, such as
// "jump:rows=1,players=2". It names the spaces: a rule that makes no difference to them is
// as by default. A preset is no part of it, for move and tie are.
func (r settings) name() string {
	rules := r.spaceRules()
	values := map[string]string{
		"rows":    "square",
		"values":  fmt.Sprintf("%d..%d", r.least, r.most),
		"players": strconv.Itoa(r.players),
		"move":    rules.Move.String(),
		"tie":     rules.Tie.String(),
		"preset":  "assignment",
	}
	if r.rows > 0 {
		values["rows"] = strconv.Itoa(r.rows)
	}
	return enum.SettingName("jump", parameters(), func(name string) string { return values[name] })
}

// spaceRules returns the rules of the spaces. Where two rules say the same of every game of
// a space it is the default, so that spaces have one name:
//
//   - One player ties with nobody.
//   - If all tiles that a jump can leave have one length, or are of 0 or 1, then all
//     jumps are equally long. With each the order of the round before is kept, so by induction
//     it is the initial one.
//   - A jump of length 1 leads to a neighbour: no other tile is at a distance d <= 1 with
//     1-d even.
//
// A game that is read keeps the rules that were set: it may have any players and lengths.
func (r settings) spaceRules() race.Rules {
	rules := r.rules
	if r.players == 1 || r.most <= 1 || r.least == r.most {
		rules.Tie = race.Initial
	}
	if r.most <= 1 {
		rules.Move = race.Straight
	}
	return rules
}

// sizes returns the sizes there are: with a tile for every player and the goal, and
// no more tiles than maxSpace.
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

// walked returns the sizes that can be walked.
func (r settings) walked() enum.Range { return r.sizesUpTo(maxWalked, (*space).games) }

// sizesUpTo returns the sizes whose spaces have at most that many of something.
func (r settings) sizesUpTo(most uint64, number func(*space) uint64) enum.Range {
	sizes := r.sizes()
	more := sort.Search(sizes.Last+1-sizes.First, func(i int) bool {
		return number(newSpace(r, sizes.First+i)) > most
	})
	return enum.Range{First: sizes.First, Last: sizes.First + more - 1}
}

// columnsIn says a range of sizes in words.
func columnsIn(r enum.Range) string {
	switch {
	case r.Empty():
		return "with no number of columns"
	case r.First == 1 && r.Last == 1:
		return "with 1 column"
	case r.First == r.Last:
		return fmt.Sprintf("with %d columns", r.First)
	}
	return fmt.Sprintf("with %d to %d columns", r.First, r.Last)
}

// random returns a game of the family random, by the rules that were set.
func (r settings) random(columns int, random *rand.Rand) (enum.Answer, error) {
	s, err := r.space(columns)
	if err != nil {
		return nil, err
	}
	d := newSampler(s.(*space))
	d.draw(random)
	return game{d.board, slices.Clone(d.starts), r.rules}, nil
}

// corridor returns a game of the family corridor: a board with one player and one way, some
// n*n/2 rounds long. The way goes from the goal backwards through every other row; these
// are joined at alternating ends. All its tiles are ones, with zeros between.
//
//	1 1 1
//	1 0 0
//	1 1 0
//
// So a player that starts at the top right needs 6 rounds, whether jumps go straight
// or within diamonds.
func (r settings) corridor(n int, _ *rand.Rand) (enum.Answer, error) {
	const most = 1 << 10
	if n < 2 || n > most {
		return nil, fmt.Errorf("a corridor is on 2 to %d columns, not %d", most, n)
	}
	g := game{race.Board{Rows: n, Columns: n, Lengths: make([]int32, n*n)}, nil, r.rules}
	lay := func(up, column int) int32 { // up from the last row
		tile := int32((n-1-up)*n + column)
		g.Board.Lengths[tile] = 1
		return tile
	}
	end := g.Board.Goal()
	for up := 0; up < n; up += 2 {
		left := up%4 == 0 // that way
		for i := range n {
			column := i
			if left {
				column = n - 1 - i
			}
			end = lay(up, column)
		}
		if up+2 < n {
			lay(up+1, int(end)%n)
		}
	}
	g.Board.Lengths[g.Board.Goal()] = 0
	g.Starts = []int32{end}
	return g, nil
}
