// Package wonderwall is the ruleset of Ninja Assassin Wonderwall.
//
// A game gives each of n players a choice: a wonderwall and a ninja, two different other players. It is solvable if the
// players can stand on a line with every wonderwall between its player and that player's ninja. For n = 4, 108 of the
// 1,296 labelled games are solvable, and 6 of the 60 classes of games up to the names of the players.
//
// Package space has the numbers of games and classes of a size. Two methods, which share no other code, find how many
// are solvable: package walk visits a game of every class, and package count merges partial games. Package named gives
// names to players. Four packages are optional: questions reads games (package text), answers questions about a single
// game and draws it; families generates games; expansion derives the share of solvable games for many players; symmetric
// counts solvable classes for the method core-walk, which is in package walk.
//
// In this package, list.go lists classes, form.go finds canonical forms, and sample.go draws random games.
package wonderwall

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/wonderwall/count"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/walk"
	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// Name is the name of the ruleset.
const Name = "wonderwall"

// New returns the ruleset of Ninja Assassin Wonderwall with everything needed to count games. A single game is a
// [Table], which is solved by an algorithm of package betweenness or one of the arguments `more`. The caller adds the
// reading of games, pictures, and further questions.
func New(more ...betweenness.Algorithm) *enum.Ruleset {
	algorithms := with(more)
	return &enum.Ruleset{
		Name:    Name,
		Summary: "Ninja Assassin Wonderwall: everybody stands with their wonderwall between them and their ninja",
		Size:    "players",
		Sizes:   enum.Range{First: space.Fewest, Last: space.Most},
		Group:   "the players, n!",
		Example: "--n 3..6",
		Akin:    "A362899, A362900 (unordered tuples and pairs of endofunctions without fixed points), A054745 (with fixed points)",
		Space:   walk.NewSpace,
		Methods: slices.Concat([]enum.Method{walk.Method()}, count.Methods()),
		Lister:  newLister,
		Sampler: newSampler,
		Games: single.Games{
			Questions: []single.Question{solving(algorithms)},
			Classify:  single.Classifies(Table.classify),
		},
	}
}

func solving(algorithms []betweenness.Algorithm) single.Question {
	solve := single.Solving(`enumerate solve BC DF BA BE DF DB
enumerate solve 'Ann: Ben, Cy' 'Ben: Dee, Ann' 'Cy: Ben, Ann' 'Dee: Ben, Ann'
echo BC DA BA BA | enumerate solve --format json -
enumerate solve data/examples/camp.xlsx --core none --timeout 10s
enumerate solve data/examples/camp.csv --columns A,B,C`, single.SolutionFormats())
	for _, a := range algorithms {
		solve.Algorithms = append(solve.Algorithms, single.Algorithm{Name: a.Name, Summary: a.Summary, Traces: a.Traces, Supposes: a.Traces})
		if a.Steps != nil {
			solve.Example += "\necho BC DA BA BA | enumerate solve --trace --algorithm " + a.Name
		}
	}
	solve.Cores = lists.Map(betweenness.CoreKinds(), func(kind betweenness.CoreKind) string { return string(kind) })
	return solve
}

func with(more []betweenness.Algorithm) []betweenness.Algorithm {
	return slices.Insert(betweenness.Algorithms(), 1, more...)
}

// A Table is a game with the names of its players and the algorithms that solve it.
type Table struct {
	named.Table
	algorithms []betweenness.Algorithm // nil for the algorithms of package betweenness
}

// NewTable returns a game that is solved by the algorithms of [New].
func NewTable(t named.Table, more ...betweenness.Algorithm) Table { return Table{t, with(more)} }

func fromGame(g betweenness.Game) Table { return Table{Table: named.FromGame(g)} }

// Solve returns the verdict of the table's game and its proof, an order or a core of players' names.
func (t Table) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	c, err := t.Proof(ctx, how)
	if err != nil {
		return nil, err
	}
	return t.Solution(c), nil
}

// Proof solves the table's game and returns what proves the verdict: an order of the players, or a core, which is some
// players whose choices alone cannot all be met. The argument how has the algorithm, the kind of core, and the writer
// of a trace (the solver's steps). In a trace, the user may name two players; the algorithm then first supposes that
// one of them stands before the other.
func (t Table) Proof(ctx context.Context, how single.How) (betweenness.Proof, error) {
	algorithms := t.algorithms
	if algorithms == nil {
		algorithms = betweenness.Algorithms()
	}
	algorithm, err := betweenness.Named(algorithms, how.Algorithm)
	if err != nil {
		return betweenness.Proof{}, err
	}
	var trace *betweenness.Trace
	if how.Trace != nil {
		trace = &betweenness.Trace{W: how.Trace, Names: single.Words(t.Names)}
		for _, name := range how.Suppose {
			p := slices.Index(t.Names, name)
			if p < 0 || slices.Contains(trace.First, p) {
				return betweenness.Proof{}, fmt.Errorf("--suppose %s: expected two of the players %s", strings.Join(how.Suppose, ","), strings.Join(t.Names, ", "))
			}
			trace.First = append(trace.First, p)
		}
	}
	c, _, err := algorithm.Solve(ctx, t.Game, betweenness.How{Trace: trace, Core: betweenness.CoreKind(how.Core)})
	return c, err
}

// Solution returns a proof in the form that is printed: an order, or a core, or nothing if no core was asked for.
func (t Table) Solution(c betweenness.Proof) single.Solution {
	if c.Solvable() {
		return single.Solution{Verdict: space.Verdicts()[space.Solvable], Proof: "order", Names: t.NamesOf(c.Order)}
	}
	if c.Core == nil {
		return single.Solution{Verdict: space.Verdicts()[space.Unsolvable]}
	}
	choices := lists.Map(c.Core, func(p int) []string { return []string{t.Names[t.Game[p].Wonderwall], t.Names[t.Game[p].Ninja]} })
	return single.Solution{Verdict: space.Verdicts()[space.Unsolvable], Proof: "core", Names: t.NamesOf(c.Core), Choices: choices, Smallest: c.Smallest, Reducible: !c.Irreducible}
}
