package wonderwall

import (
	"io"
	"iter"

	"enumerate/enum"
	"enumerate/solver"
)

// Ruleset is Ninja Assassin Wonderwall. It implements enum.TextSolver.
type Ruleset struct{}

// Name returns "wonderwall".
func (Ruleset) Name() string { return "wonderwall" }

// Space returns the space of all games of one size; see NewSpace.
func (Ruleset) Space(players int) (enum.Space, error) {
	s, err := NewSpace(players)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// Solve reads games in any of the formats of ReadTables and yields the solution
// of each.
func (Ruleset) Solve(r io.Reader) iter.Seq2[enum.Solution, error] {
	return func(yield func(enum.Solution, error) bool) {
		for table, err := range ReadTables(r) {
			var solution enum.Solution
			if err == nil {
				solution = table.solve()
			}
			if !yield(solution, err) {
				return
			}
		}
	}
}

// solve returns the verdict of the table's game and its certificate in the
// players' names.
func (t Table) solve() enum.Solution {
	c := solver.Solve(t.Game)
	if c.Solvable() {
		return enum.Solution{Verdict: verdicts[solvable], Certificate: "order", Names: t.names(c.Order)}
	}
	return enum.Solution{Verdict: verdicts[unsolvable], Certificate: "core", Names: t.names(c.Core)}
}

// names returns the names of players.
func (t Table) names(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return names
}
