package jump

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/keys"
	"enumerate/games/jump/race"
)

// Algorithms lists the two ways to solve a game.
func (Ruleset) Algorithms() []enum.Algorithm {
	return []enum.Algorithm{
		{Name: "layers", Summary: "forwards from all players at once, round by round; boards of any size"},
		{Name: "keys", Summary: "backwards from the goal, by the keys of all tiles; boards of at most 64 tiles"},
	}
}

// Formats names the formats of answers.
func (Ruleset) Formats() []string { return []string{"table", "json"} }

// Solve returns who wins and when, a Winner. A board or a start that is not valid is
// an error.
func (g Game) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if err := g.Board.Validate(g.Starts); err != nil {
		return nil, err
	}
	if how.Trace != nil {
		return nil, enum.ErrNoTrace
	}
	var result race.Result
	var err error
	switch how.Algorithm {
	case "", "layers":
		var solver race.Solver
		result, err = solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	case "keys":
		result, err = g.byKeys()
	default:
		err = fmt.Errorf("there is no algorithm %q; there is: layers, keys", how.Algorithm)
	}
	if err != nil {
		return nil, err
	}
	return Winner(result), nil
}

// byKeys solves a game by the algorithm keys.
func (g Game) byKeys() (race.Result, error) {
	if tiles := len(g.Board.Lengths); tiles > keys.MaxTiles {
		return race.Result{}, fmt.Errorf("the algorithm keys takes boards of at most %d tiles, this one has %d", keys.MaxTiles, tiles)
	}
	ranker := keys.NewRanker(g.Board.Rows, g.Board.Columns, g.Rules.Move == race.Diamond, g.Rules.Tie == race.Inherit)
	for _, group := range ranker.Groups(g.Board.Lengths) {
		first := slices.IndexFunc(g.Starts, func(start int32) bool { return group.Tiles>>start&1 == 1 })
		if first >= 0 {
			return race.Result{Winner: first, Round: group.Rounds}, nil
		}
	}
	return race.Result{Winner: race.None}, nil
}

// A Winner is who wins a game, and in which round. It is an enum.Answer.
type Winner race.Result

// WriteFormat writes the winner on one line:
//
//	C 3
//	{"winner":"C","round":3}
//	none
//	{"winner":null,"round":null}
func (a Winner) WriteFormat(w io.Writer, format string) error {
	switch format {
	case "table":
		_, err := io.WriteString(w, a.String()+"\n")
		return err
	case "json":
		return json.NewEncoder(w).Encode(a.object())
	}
	return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Ruleset{}.Formats(), ", "))
}

// String returns the winner's name and the round, or "none".
func (a Winner) String() string {
	if a.Winner == race.None {
		return none
	}
	return fmt.Sprintf("%s %d", Name(a.Winner), a.Round)
}

// A winnerObject is a Winner in JSON.
type winnerObject struct {
	Winner *string `json:"winner"`
	Round  *int    `json:"round"`
}

func (a Winner) object() winnerObject {
	if a.Winner == race.None {
		return winnerObject{}
	}
	name, round := Name(a.Winner), a.Round
	return winnerObject{&name, &round}
}
