package jump

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/keys"
	"enumerate/games/jump/race"
)

// A game is a board with players on their starts, and the rules that they play by. It is an
// enum.Game, and an enum.Answer of the families. Players may share a start, or start on
// the goal.
type game struct {
	Board  race.Board
	Starts []int32 // tiles by number; a player for each
	Rules  race.Rules
}

// none is the verdict of a game that nobody wins.
const none = "none"

// Name returns the name of a player, from 0: A to Z, then P27, P28 and so on.
func playerName(player int) string {
	if player < 26 {
		return string(rune('A' + player))
	}
	return "P" + strconv.Itoa(player+1)
}

// verdict names the winner of a game, or says that there is none.
func verdict(r race.Result) string {
	if r.Winner == race.None {
		return none
	}
	return playerName(r.Winner)
}

// names returns "row,column" of each of some tiles.
func (g game) names(tiles []int32) []string {
	names := make([]string, len(tiles))
	for i, tile := range tiles {
		names[i] = fmt.Sprintf("%d,%d", int(tile)/g.Board.Columns, int(tile)%g.Board.Columns)
	}
	return names
}

// gameFormats names the formats that a game is written in, the default first.
func gameFormats() []string { return []string{"contest", "line"} }

// WriteFormat writes the game as it is read: "contest" a line for each line, "line" with a
// slash for each line break but the last.
func (g game) WriteFormat(w io.Writer, format string) error {
	between := "\n"
	switch format {
	case "contest":
	case "line":
		between = "/"
	default:
		return enum.Unknown("format", format, gameFormats())
	}
	buffered := bufio.NewWriter(w) // which keeps the first error
	g.write(buffered, between)
	buffered.WriteString("\n")
	return buffered.Flush()
}

// write writes the game with something between its lines.
func (g game) write(w io.StringWriter, between string) {
	w.WriteString(strconv.Itoa(g.Board.Rows) + " " + strconv.Itoa(g.Board.Columns) + between)
	w.WriteString(strconv.Itoa(len(g.Starts)))
	for tile, length := range g.Board.Lengths {
		if tile%g.Board.Columns == 0 {
			w.WriteString(between)
		} else {
			w.WriteString(" ")
		}
		w.WriteString(strconv.Itoa(int(length)))
	}
	for _, start := range g.Starts {
		w.WriteString(between + strconv.Itoa(int(start)/g.Board.Columns) + " " + strconv.Itoa(int(start)%g.Board.Columns))
	}
}

// String returns the game in the format "line".
func (g game) String() string {
	var b strings.Builder
	g.write(&b, "/") // a strings.Builder has no errors
	return b.String()
}

// The algorithms that solve a game.
const (
	layers = "layers"
	byKeys = "keys"
)

// Solve returns who wins and when, a winner. A board or a start that is not valid is
// an error.
func (g game) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if err := g.Board.Validate(g.Starts); err != nil {
		return nil, err
	}
	if how.Trace != nil {
		return nil, enum.ErrNoTrace
	}
	var result race.Result
	var err error
	switch how.Algorithm {
	case "", layers:
		var solver race.Solver
		result, err = solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	case byKeys:
		result, err = g.solveByKeys()
	default:
		err = enum.Unknown("algorithm", how.Algorithm, []string{layers, byKeys})
	}
	if err != nil {
		return nil, err
	}
	return winner(result), nil
}

// solveByKeys solves a game by the algorithm keys.
func (g game) solveByKeys() (race.Result, error) {
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

// answerFormats names the formats of answers, the default first.
func answerFormats() []string { return []string{"table", "json"} }

// A winner is who wins a game, and in which round. It is an enum.Answer.
type winner race.Result

// WriteFormat writes the winner on one line:
//
//	C 3
//	{"verdict":"C","round":3}
//	none
//	{"verdict":"none","round":null}
func (a winner) WriteFormat(w io.Writer, format string) error {
	switch format {
	case "table":
		_, err := io.WriteString(w, a.String()+"\n")
		return err
	case "json":
		return json.NewEncoder(w).Encode(a.object())
	}
	return enum.Unknown("format", format, answerFormats())
}

// String returns the winner's name and the round, or "none".
func (a winner) String() string {
	if a.Winner == race.None {
		return none
	}
	return fmt.Sprintf("%s %d", playerName(a.Winner), a.Round)
}

// A winnerObject is a winner in JSON.
type winnerObject struct {
	Verdict string `json:"verdict"`
	Round   *int   `json:"round"`
}

func (a winner) object() winnerObject {
	o := winnerObject{Verdict: verdict(race.Result(a))}
	if a.Winner != race.None {
		o.Round = &a.Round
	}
	return o
}

// maxExplained bounds the tiles of all paths of an explanation together.
const maxExplained = 10_000_000

// An explanation is who wins a game, and for each player how well it can do alone. It is an
// enum.Answer.
type explanation struct {
	winner winner
	routes []route // by player
	game   game
}

// A route is a player's least key, and a path that has it.
type route struct {
	rounds int // -1 if no path leads to the goal
	// lengths are those of the key: of the jumps before the last, the later ones first,
	// as far as ties ask for them.
	lengths []int32
	path    []int32 // of tiles, from the start to the goal
}

// explain finds the routes of all players, one after the other. Their paths may have most
// tiles together.
func (g game) explain(ctx context.Context, most int) (enum.Answer, error) {
	if err := g.Board.Validate(g.Starts); err != nil {
		return nil, err
	}
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return nil, err
	}
	e := explanation{winner: winner(result), game: g}
	left := most
	for player := range g.Starts {
		route, err := g.route(ctx, &solver, player)
		if err != nil {
			return nil, err
		}
		if left -= len(route.path); left < 0 {
			return nil, fmt.Errorf("the paths of the players have more than %d tiles together, too many to explain", most)
		}
		e.routes = append(e.routes, route)
	}
	return e, nil
}

// route finds the route of a player, who would win if it were alone.
func (g game) route(ctx context.Context, solver *race.Solver, player int) (route, error) {
	result, err := solver.Solve(ctx, g.Board, g.Starts[player:player+1], g.Rules)
	if err != nil || result.Winner == race.None {
		return route{rounds: -1}, err
	}
	r := route{rounds: result.Round, lengths: []int32{}, path: solver.AppendPath(nil)}
	for i := result.Round - 2; i >= 0; i-- {
		r.lengths = append(r.lengths, g.Board.Lengths[r.path[i]])
		if g.Rules.Tie == race.Initial {
			break
		}
	}
	return r, nil
}

// WriteFormat writes the winner and the routes:
//
//	C 3
//	A  rounds: 3  lengths: 2  path: 0,0 0,4 0,6 0,8
//	B  rounds: none
//
// or the same as one JSON object, in which a player without a path has no rounds:
//
//	{"verdict":"C","round":3,"players":[{"player":"A","rounds":3,"lengths":[2],"path":[[0,0],[0,4],[0,6],[0,8]]},{"player":"B","rounds":null}]}
func (e explanation) WriteFormat(w io.Writer, format string) error {
	buffered := bufio.NewWriter(w)
	switch format {
	case "table":
		fmt.Fprintln(buffered, e.winner)
		for player, route := range e.routes {
			fmt.Fprintln(buffered, playerName(player)+"  "+e.words(route))
		}
	case "json":
		if err := json.NewEncoder(buffered).Encode(e.object()); err != nil {
			return err
		}
	default:
		return e.winner.WriteFormat(w, format)
	}
	return buffered.Flush()
}

// words returns a route in words.
func (e explanation) words(r route) string {
	if r.rounds < 0 {
		return "rounds: none"
	}
	words := "rounds: " + strconv.Itoa(r.rounds)
	if len(r.lengths) > 0 {
		words += "  lengths: " + strings.Trim(fmt.Sprint(r.lengths), "[]")
	}
	return words + "  path: " + strings.Join(e.game.names(r.path), " ")
}

// An explanationObject is an explanation in JSON.
type explanationObject struct {
	winnerObject
	Players []routeObject `json:"players"`
}

// A routeObject is a route in JSON. One without rounds has neither lengths nor a path; one
// of few rounds has an empty list of lengths.
type routeObject struct {
	Player  string     `json:"player"`
	Rounds  *int       `json:"rounds"`
	Lengths []int32    `json:"lengths,omitzero"`
	Path    [][2]int32 `json:"path,omitzero"` // row and column
}

func (e explanation) object() explanationObject {
	object := explanationObject{e.winner.object(), make([]routeObject, len(e.routes))}
	columns := int32(e.game.Board.Columns)
	for player, route := range e.routes {
		o := &object.Players[player]
		o.Player = playerName(player)
		if route.rounds < 0 {
			continue
		}
		o.Rounds, o.Lengths = &route.rounds, route.lengths
		for _, tile := range route.path {
			o.Path = append(o.Path, [2]int32{tile / columns, tile % columns})
		}
	}
	return object
}
