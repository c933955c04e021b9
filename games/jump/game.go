package jump

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/jump/race"
	"enumerate/internal/rows"
)

// A game is one jump game. Players may share a start, or start on the goal. A game is a single.Game and, as the result
// of a family of random games, a single.Answer.
type game struct {
	Board  race.Board
	Starts []int32 // Starts[i] is the number of the tile on which player i starts
	Rules  race.Rules
}

const none = "none"

// playerName returns the name of a player, from 0: A to Z, then P27, P28 and so on.
func playerName(player int) string {
	if player < 26 {
		return string(rune('A' + player))
	}
	return "P" + strconv.Itoa(player+1)
}

// gameFormats has the default first.
func gameFormats() []string { return []string{"contest", "line"} }

// Contents has the formats "contest", with several lines, and "line", with slashes instead of line breaks. Both can be
// read again.
func (g game) Contents() single.Contents {
	writerOf := func(separator string) func(io.Writer) error {
		return func(w io.Writer) error {
			buffered := bufio.NewWriter(w) // keeps the first error, which Flush returns
			g.write(buffered, separator)
			buffered.WriteString("\n")
			return buffered.Flush()
		}
	}
	return single.Contents{Others: []single.Format{{Name: "contest", Write: writerOf("\n")}, {Name: "line", Write: writerOf("/")}}}
}

// write writes the numbers of rows and columns; the number of players; for each row of the board a line with the
// lengths of its tiles; and for each player the row and the column of its start, from 0. The separator, a line break or
// a slash, follows each line except the last.
func (g game) write(w io.StringWriter, separator string) {
	w.WriteString(strconv.Itoa(g.Board.Rows) + " " + strconv.Itoa(g.Board.Columns) + separator)
	w.WriteString(strconv.Itoa(len(g.Starts)))
	for tile, length := range g.Board.Lengths {
		if tile%g.Board.Columns == 0 {
			w.WriteString(separator)
		} else {
			w.WriteString(" ")
		}
		w.WriteString(strconv.Itoa(int(length)))
	}
	for _, start := range g.Starts {
		w.WriteString(separator + strconv.Itoa(int(start)/g.Board.Columns) + " " + strconv.Itoa(int(start)%g.Board.Columns))
	}
}

// String returns the game in the format "line".
func (g game) String() string {
	var b strings.Builder
	g.write(&b, "/") // a strings.Builder has no errors
	return b.String()
}

// "layers" is the search of package race, "document" the algorithm that is printed in the document that describes the
// game.
const (
	layers  = "layers"
	printed = "document"
)

// Solve finds the player who wins the game, and the round, by one of two algorithms. The default, `layers`, is the
// search of package race. The other, `printed`, is the algorithm that is printed in the document from which the game
// comes.
func (g game) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	var result race.Result
	var err error
	switch how.Algorithm {
	case "", layers:
		var solver race.Solver
		result, err = solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	case printed:
		result, err = solvePrinted(ctx, g)
	default:
		err = single.Unknown("algorithm", how.Algorithm, []string{layers, printed})
	}
	if err != nil {
		return nil, err
	}
	return newWinner(result), nil
}

type winner struct {
	Verdict string `json:"verdict"` // the name of the player, or none
	Round   *int   `json:"round"`   // nil if no player wins
}

func newWinner(r race.Result) winner {
	if r.Winner == race.None {
		return winner{Verdict: none}
	}
	return winner{playerName(r.Winner), &r.Round}
}

// Contents has the winner on one line:
//
//	C 3
//	{"verdict":"C","round":3}
//	none
//	{"verdict":"none","round":null}
func (a winner) Contents() single.Contents {
	return single.Contents{Lines: func(w *bufio.Writer) { fmt.Fprintln(w, a) }, Value: func() any { return a }}
}

// String returns the winner's name and the round, or "none".
func (a winner) String() string {
	if a.Round == nil {
		return a.Verdict
	}
	return fmt.Sprintf("%s %d", a.Verdict, *a.Round)
}

// maxExplained limits the sum of the lengths of all paths of an explanation, in tiles.
const maxExplained = 10_000_000

// An explanation has the winner, and for each player the best route to the goal, as if it were alone.
type explanation struct {
	winner
	Players []route `json:"players"`
}

// A route is a best path of a player to the goal, with the numbers that are compared with those of other players. If
// the player cannot reach the goal, all fields except Player are nil.
type route struct {
	Player string `json:"player"`
	Rounds *int   `json:"rounds"`
	// Lengths has the lengths of the jumps that break ties between players who need equally many rounds, say T, later
	// jumps first. The player who jumps first in round T wins. With order=left this is the player whose jump in round
	// T-1 was shorter, and with order=landed the player whose jump in round T is shorter. If these lengths are equal,
	// tie=initial decides by the players' numbers, and tie=inherit by the lengths of earlier jumps. So Lengths has the
	// lengths of the jumps in these rounds:
	//
	//	              tie=initial   tie=inherit
	//	order=left    T-1           T-1, T-2, ..., 1
	//	order=landed  T             T, T-1, ..., 2
	//
	// In round 1 no length decides, so Lengths is empty if T is 1.
	Lengths []int32  `json:"lengths,omitzero"`
	Path    [][2]int `json:"path,omitzero"` // row and column of tiles, from the start to the goal
}

// explain answers why the winner wins. It returns an error if the paths have more than `most` tiles together.
func (g game) explain(ctx context.Context, most int) (single.Answer, error) {
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return nil, err
	}
	e := explanation{winner: newWinner(result)}
	left := most
	for player := range g.Starts {
		route, err := g.route(ctx, &solver, player)
		if err != nil {
			return nil, err
		}
		left -= len(route.Path)
		if left < 0 {
			return nil, fmt.Errorf("the paths of the players have more than %s tiles together, too many to explain: use solve without --explain", rows.Count(uint64(most)))
		}
		e.Players = append(e.Players, route)
	}
	return e, nil
}

// route finds the best route of a player to the goal, by solving the game in which this player is alone.
func (g game) route(ctx context.Context, solver *race.Solver, player int) (route, error) {
	r := route{Player: playerName(player)}
	result, err := solver.Solve(ctx, g.Board, g.Starts[player:player+1], g.Rules)
	if err != nil {
		return route{}, err
	}
	if result.Winner == race.None {
		return r, nil
	}
	path := solver.Path()
	for _, tile := range path {
		r.Path = append(r.Path, [2]int{int(tile) / g.Board.Columns, int(tile) % g.Board.Columns})
	}
	r.Rounds, r.Lengths = &result.Round, []int32{}
	// Jump i, from 0, leaves the tile path[i]. List the lengths that break ties, from the last jump to the first. With
	// the order Left, the last jump breaks no tie, because it ends the game. With Landed, the first breaks none.
	last, first := result.Round-2, 0
	if g.Rules.Order == race.Landed {
		last, first = result.Round-1, 1
	}
	for i := last; i >= first; i-- {
		r.Lengths = append(r.Lengths, g.Board.Lengths[path[i]])
		if g.Rules.Tie == race.Initial {
			break // only one length breaks ties; if players are then still equal, their initial order decides
		}
	}
	return r, nil
}

// Contents has the winner and the routes, here those of two of the three players. A can be home after 3 rounds, by the
// tiles in row 0 and columns 0, 4, 6 and 8; the length that breaks ties is 2, that of its jump from column 4:
//
//	C 3
//	A  rounds: 3  lengths: 2  path: 0,0 0,4 0,6 0,8
//	B  rounds: none
//
// or the same as one JSON object:
//
//	{"verdict":"C","round":3,"players":[{"player":"A","rounds":3,"lengths":[2],"path":[[0,0],[0,4],[0,6],[0,8]]},{"player":"B","rounds":null}]}
func (e explanation) Contents() single.Contents {
	return single.Contents{Lines: e.writeLines, Value: func() any { return e }}
}

func (e explanation) writeLines(w *bufio.Writer) {
	fmt.Fprintln(w, e.winner)
	for _, route := range e.Players {
		route.write(w)
	}
}

// write prints a route on one line: in how many rounds the player can reach the goal, the lengths of the jumps that
// break ties with other players, and the path. If the goal cannot be reached, Rounds is nil.
func (r route) write(w io.Writer) {
	if r.Rounds == nil {
		fmt.Fprintf(w, "%s  rounds: none\n", r.Player)
		return
	}
	fmt.Fprintf(w, "%s  rounds: %d", r.Player, *r.Rounds)
	if len(r.Lengths) > 0 {
		fmt.Fprint(w, "  lengths: ", strings.Trim(fmt.Sprint(r.Lengths), "[]"))
	}
	fmt.Fprint(w, "  path:")
	for _, tile := range r.Path {
		fmt.Fprintf(w, " %d,%d", tile[0], tile[1])
	}
	fmt.Fprintln(w)
}
