package wonderwall

import (
	"context"
	"io"
	"iter"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// Ruleset is Ninja Assassin Wonderwall. It implements enum.Reader, and its games
// enum.Counter.
type Ruleset struct{}

// Name returns "wonderwall".
func (Ruleset) Name() string { return "wonderwall" }

// About describes the ruleset.
func (Ruleset) About() enum.About {
	return enum.About{
		Summary: "everybody stands with their wonderwall between them and their ninja",
		Size:    "players",
		Sizes:   enum.Range{First: minPlayers, Last: maxSpace},
		Walked:  enum.Range{First: minPlayers, Last: MaxPlayers},
		Group:   "the players, n!",
		Example: "--n 3..6",
	}
}

// Space returns the space of all games of one size; see NewSpace.
func (Ruleset) Space(players int) (enum.Space, error) {
	s, err := NewSpace(players)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// Read reads games in any of the formats of ReadTables.
func (Ruleset) Read(r io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		for table, err := range ReadTables(r) {
			if !yield(table, err) {
				return
			}
		}
	}
}

// Input says how games are written.
func (Ruleset) Input() string {
	return `A game is a relationship table, a row for each player (the player, its wonderwall,
its ninja), with a blank line between games; or a code, all choices on one line;
or a JSON object of the players' choices.
`
}

// Formats names those of [enum.Solution].
func (Ruleset) Formats() []string { return enum.SolutionFormats() }

// Algorithms lists those of package betweenness.
func (Ruleset) Algorithms() []enum.Algorithm {
	var list []enum.Algorithm
	for _, a := range betweenness.Algorithms() {
		list = append(list, enum.Algorithm{Name: a.Name, Summary: a.Summary})
	}
	return list
}

// Solve returns the verdict of the table's game and its certificate, an order or
// a core, in the players' names.
func (t Table) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	algorithm, err := betweenness.Named(how.Algorithm)
	if err != nil {
		return nil, err
	}
	var trace *betweenness.Trace
	if how.Trace != nil {
		trace = &betweenness.Trace{W: how.Trace, Names: enum.Words(t.Names)}
	}
	c, _, err := algorithm.Solve(ctx, t.Game, trace)
	if err != nil {
		return nil, err
	}
	return t.solution(c), nil
}

// solution puts a certificate in the players' names.
func (t Table) solution(c betweenness.Certificate) enum.Solution {
	if c.Solvable() {
		return enum.Solution{Verdict: verdicts[solvable], Certificate: "order", Names: t.names(c.Order)}
	}
	choices := make([][]string, len(c.Core))
	for i, p := range c.Core {
		choices[i] = []string{t.Names[t.Game[p].Wonderwall], t.Names[t.Game[p].Ninja]}
	}
	return enum.Solution{Verdict: verdicts[unsolvable], Certificate: "core", Names: t.names(c.Core), Choices: choices, Smallest: c.Smallest}
}

// names returns the names of players.
func (t Table) names(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return names
}
