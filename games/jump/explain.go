package jump

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// maxExplained bounds the tiles of all paths of an explanation together.
const maxExplained = 10_000_000

// An Explanation is who wins a game, and for each player how well it can do by itself.
// It is an enum.Answer.
type Explanation struct {
	Winner Winner
	Runs   []Run // by player
	game   Game
}

// A Run is a player's least key, and a path that has it.
type Run struct {
	Rounds int // -1 if no path leads to the goal
	// Lengths are those of the key: of the jumps before the last, the later ones first,
	// as far as ties ask for them.
	Lengths []int32
	Path    []int32 // of tiles, from the start to the goal
}

// Explain finds the runs of all players, one after the other.
func (g Game) Explain(ctx context.Context, _ enum.How) (enum.Answer, error) {
	return g.explain(ctx, maxExplained)
}

// explain is Explain with another limit of all paths together.
func (g Game) explain(ctx context.Context, most int) (enum.Answer, error) {
	if err := g.Board.Validate(g.Starts); err != nil {
		return nil, err
	}
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return nil, err
	}
	e := Explanation{Winner: Winner(result), game: g}
	left := most
	for player := range g.Starts {
		run, err := g.run(ctx, &solver, player)
		if err != nil {
			return nil, err
		}
		if left -= len(run.Path); left < 0 {
			return nil, fmt.Errorf("the paths of the players have more than %d tiles together, too many to explain", most)
		}
		e.Runs = append(e.Runs, run)
	}
	return e, nil
}

// run finds the run of a player, who would win if it were alone.
func (g Game) run(ctx context.Context, solver *race.Solver, player int) (Run, error) {
	result, err := solver.Solve(ctx, g.Board, g.Starts[player:player+1], g.Rules)
	if err != nil || result.Winner == race.None {
		return Run{Rounds: -1}, err
	}
	run := Run{Rounds: result.Round, Path: solver.AppendPath(nil)}
	for i := result.Round - 2; i >= 0; i-- {
		run.Lengths = append(run.Lengths, g.Board.Lengths[run.Path[i]])
		if g.Rules.Tie == race.Initial {
			break
		}
	}
	return run, nil
}

// WriteFormat writes the winner and the runs:
//
//	C 3
//	A  rounds: 3  lengths: 2  path: 0,0 0,4 0,6 0,8
//	B  rounds: none
//
// or the same as one JSON object, in which a player without a path has no rounds:
//
//	{"winner":"C","round":3,"players":[{"player":"A","rounds":3,"lengths":[2],"path":[[0,0],[0,4],[0,6],[0,8]]},{"player":"B","rounds":null}]}
func (e Explanation) WriteFormat(w io.Writer, format string) error {
	buffered := bufio.NewWriter(w)
	switch format {
	case "table":
		fmt.Fprintln(buffered, e.Winner)
		for player, run := range e.Runs {
			fmt.Fprintln(buffered, Name(player)+"  "+e.words(run))
		}
	case "json":
		if err := json.NewEncoder(buffered).Encode(e.object()); err != nil {
			return err
		}
	default:
		return e.Winner.WriteFormat(w, format)
	}
	return buffered.Flush()
}

// words returns a run in words.
func (e Explanation) words(r Run) string {
	if r.Rounds < 0 {
		return "rounds: none"
	}
	words := "rounds: " + strconv.Itoa(r.Rounds)
	if len(r.Lengths) > 0 {
		words += "  lengths: " + strings.Trim(fmt.Sprint(r.Lengths), "[]")
	}
	return words + "  path: " + strings.Join(e.game.names(r.Path), " ")
}

// An explanationObject is an Explanation in JSON.
type explanationObject struct {
	winnerObject
	Players []runObject `json:"players"`
}

// A runObject is a Run in JSON. A run without rounds has neither lengths nor a path; one of
// few rounds has lengths, none.
type runObject struct {
	Player  string     `json:"player"`
	Rounds  *int       `json:"rounds"`
	Lengths []int32    `json:"lengths,omitzero"`
	Path    [][2]int32 `json:"path,omitzero"` // row and column
}

func (e Explanation) object() explanationObject {
	object := explanationObject{e.Winner.object(), make([]runObject, len(e.Runs))}
	columns := int32(e.game.Board.Columns)
	for player, run := range e.Runs {
		o := &object.Players[player]
		o.Player = Name(player)
		if run.Rounds < 0 {
			continue
		}
		o.Rounds = &run.Rounds
		o.Lengths = append([]int32{}, run.Lengths...)
		for _, tile := range run.Path {
			o.Path = append(o.Path, [2]int32{tile / columns, tile % columns})
		}
	}
	return object
}
