package jump

import (
	"fmt"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

const (
	maxRows    = 1_000_000
	maxPlayers = 100 // of a space; a game that is read may have more
)

// A parameter is one that can be set.
type parameter struct {
	enum.Parameter
	text func(Ruleset) string // the value that it has; nil if others say it
	set  func(*Ruleset, string) error
}

// parameters lists them in the order of names.
func parameters() []parameter {
	return []parameter{
		{enum.Parameter{
			Name: "rows", Values: fmt.Sprintf("square or 1 to %d", maxRows), Default: "square",
			Summary: "rows of the board; square: as many as columns",
		}, Ruleset.rowsText, (*Ruleset).setRows},
		{enum.Parameter{
			Name: "values", Values: "LEAST..MOST", Default: "0..2",
			Summary: "lengths that the tiles off the goal may have",
		}, Ruleset.valuesText, (*Ruleset).setValues},
		{enum.Parameter{
			Name: "players", Values: fmt.Sprintf("1 to %d", maxPlayers), Default: "1",
			Summary: "players, who start on different tiles off the goal",
		}, Ruleset.playersText, (*Ruleset).setPlayers},
		{enum.Parameter{
			Name: "move", Values: "straight|diamond", Default: "straight",
			Summary: "where a jump leads: so far in one direction, or as many single steps in any",
		}, Ruleset.moveText, (*Ruleset).setMove},
		{enum.Parameter{
			Name: "tie", Values: "initial|inherit", Default: "initial",
			Summary: "who comes first after jumps of one length: by the initial order, or that of the round before",
		}, Ruleset.tieText, (*Ruleset).setTie},
		{enum.Parameter{
			Name: "preset", Values: "assignment|document", Default: "assignment",
			Summary: "both at once: assignment is move=straight,tie=initial, document move=diamond,tie=inherit",
		}, nil, nil},
	}
}

// Parameters lists the parameters.
func (Ruleset) Parameters() []enum.Parameter {
	var list []enum.Parameter
	for _, p := range parameters() {
		list = append(list, p.Parameter)
	}
	return list
}

// presets are the rules of the assignment and of the document that solves it.
func presets(name string) (race.Rules, error) {
	switch name {
	case "assignment":
		return race.Rules{Move: race.Straight, Tie: race.Initial}, nil
	case "document":
		return race.Rules{Move: race.Diamond, Tie: race.Inherit}, nil
	}
	return race.Rules{}, fmt.Errorf("the preset is assignment or document, not %q", name)
}

// With returns the game with some parameters set. A preset sets move and tie, and an
// error says if one of them is set otherwise beside it; it is no part of the name, for
// they are. Neither is a rule that makes no difference to the games of a space; see
// spaceRules.
func (Ruleset) With(values map[string]string) (enum.Ruleset, error) {
	r := New()
	for _, p := range parameters() {
		if value, ok := values[p.Name]; ok && p.set != nil {
			if err := p.set(&r, value); err != nil {
				return nil, err
			}
		}
	}
	if preset, ok := values["preset"]; ok {
		rules, err := presets(preset)
		if err != nil {
			return nil, err
		}
		if move, ok := values["move"]; ok && r.rules.Move != rules.Move {
			return nil, fmt.Errorf("the preset %s moves %v, and not %s", preset, rules.Move, move)
		}
		if tie, ok := values["tie"]; ok && r.rules.Tie != rules.Tie {
			return nil, fmt.Errorf("the preset %s has the tie %v, and not %s", preset, rules.Tie, tie)
		}
		r.rules = rules
	}
	if sizes := r.sizes(); sizes.First > sizes.Last {
		return nil, fmt.Errorf("there are no boards of %d rows for %d players: they have at most %d tiles", r.rows, r.players, maxSpace)
	}
	return r, nil
}

func (r Ruleset) rowsText() string {
	if r.rows == 0 {
		return "square"
	}
	return strconv.Itoa(r.rows)
}

func (r *Ruleset) setRows(value string) error {
	if value == "square" {
		r.rows = 0
		return nil
	}
	rows, ok := number(value, 1, maxRows)
	if !ok {
		return fmt.Errorf("rows are square or a number from 1 to %d, not %q", maxRows, value)
	}
	r.rows = rows
	return nil
}

func (r Ruleset) valuesText() string { return fmt.Sprintf("%d..%d", r.lengths.least, r.lengths.most) }

func (r *Ruleset) setValues(value string) error {
	first, last, _ := strings.Cut(value, "..")
	least, ok1 := number(first, 0, race.MaxLength)
	most, ok2 := number(last, 0, race.MaxLength)
	if !ok1 || !ok2 || least > most {
		return fmt.Errorf("values are LEAST..MOST with 0 <= LEAST <= MOST <= %d, such as 0..2, not %q", race.MaxLength, value)
	}
	r.lengths = lengths{int32(least), int32(most)}
	return nil
}

func (r Ruleset) playersText() string { return strconv.Itoa(r.players) }

func (r *Ruleset) setPlayers(value string) error {
	players, ok := number(value, 1, maxPlayers)
	if !ok {
		return fmt.Errorf("players are a number from 1 to %d, not %q", maxPlayers, value)
	}
	r.players = players
	return nil
}

func (r Ruleset) moveText() string { return r.spaceRules().Move.String() }

func (r *Ruleset) setMove(value string) (err error) {
	r.rules.Move, err = oneOf("move", value, race.Straight, race.Diamond)
	return err
}

func (r Ruleset) tieText() string { return r.spaceRules().Tie.String() }

func (r *Ruleset) setTie(value string) (err error) {
	r.rules.Tie, err = oneOf("tie", value, race.Initial, race.Inherit)
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

// spaceRules returns the rules of the ruleset's spaces. Where two rules come to the same on
// every game of a space it is the default, so that spaces have one name:
//
//   - One player ties with nobody.
//   - If all tiles that a jump can leave have one length, or are of 0 or 1, then all
//     jumps are equally long. With each the order of the round before is kept, so by induction
//     it is the initial one.
//   - A jump of length 1 leads to a neighbour: no other tile is at a distance d <= 1 with
//     1-d even.
//
// A game that is read keeps the rules that are asked for: it may have any players and lengths.
func (r Ruleset) spaceRules() race.Rules {
	rules := r.rules
	if r.players == 1 || r.lengths.most <= 1 || r.lengths.least == r.lengths.most {
		rules.Tie = race.Initial
	}
	if r.lengths.most <= 1 {
		rules.Move = race.Straight
	}
	return rules
}

// number returns a decimal number in a range.
func number(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && least <= n && n <= most
}
