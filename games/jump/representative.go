package jump

import (
	"context"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// A representative is the game that a walker stands at.
type representative struct{ game Game }

// String returns the game in the format "line".
func (r representative) String() string {
	var b strings.Builder
	r.game.write(&b, "/") // a strings.Builder has no errors
	return b.String()
}

// Solution returns the winner with its path, as row,column of each tile; or, if nobody
// wins, the tiles that players can reach: from these, no jump leads elsewhere.
func (r representative) Solution() enum.Solution {
	var solver race.Solver
	result, err := solver.Solve(context.Background(), r.game.Board, r.game.Starts, r.game.Rules)
	if err != nil {
		panic(err) // the context does not end
	}
	if result.Winner == race.None {
		reached := slices.Sorted(slices.Values(solver.Reached()))
		return enum.Solution{Verdict: none, Certificate: "reach", Names: r.game.names(reached)}
	}
	return enum.Solution{Verdict: Name(result.Winner), Certificate: "path", Names: r.game.names(solver.AppendPath(nil))}
}
