// Package wonderwall is the ruleset of Ninja Assassin Wonderwall: how its games are made, solved,
// counted, sampled and classified.
//
// A game gives each of n players a choice: a wonderwall and a ninja, two different other
// players. It is solvable if the players can stand on a line with every wonderwall between
// its player and that player's ninja (package betweenness). For n = 4, 108 of the 1,296
// labelled games are solvable, and 6 of the 60 classes.
//
// Package space says how many games and classes of a size there are. Two methods find how many
// of them are solvable, and share nothing else: package walk visits a game of every class,
// package count merges partial games. Package text reads and writes games. Package questions
// answers other questions about one game than its verdict, and draws it. Package families makes
// games. This package needs neither.
//
//   - list.go lists classes, and form.go finds the class of one game: its canonical form, and how
//     many automorphisms.
//   - expansion.go derives the share of solvable games among many players from exact numbers of
//     partial games. The proof is in docs/papers/random.md.
//   - sample.go draws games at random.
package wonderwall

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/wonderwall/count"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/text"
	"enumerate/games/wonderwall/walk"
	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// Name is the name of the ruleset.
const Name = "wonderwall"

// New returns the ruleset. The games that it reads are Tables. They are solved by the
// algorithms of package betweenness, and by more if there are: these come after the default.
func New(more ...betweenness.Algorithm) *enum.Ruleset {
	algorithms := slices.Insert(betweenness.Algorithms(), 1, more...)
	readPick := reading(algorithms)
	return &enum.Ruleset{
		Name:      Name,
		Summary:   "Ninja Assassin Wonderwall: everybody stands with their wonderwall between them and their ninja",
		Size:      "players",
		Sizes:     enum.Range{First: space.Fewest, Last: space.Most},
		Group:     "the players, n!",
		Example:   "--n 3..6",
		Akin:      "A362899, A362900 (unordered tuples and pairs of endofunctions without fixed points), A054745 (with fixed points)",
		Space:     walk.NewSpace,
		Methods:   append([]enum.Method{walk.Method()}, count.Methods()...),
		Lister:    newLister,
		Sampler:   newSampler,
		Expansion: &enum.Expansion{Terms: expansion, Most: maxTerms},
		Reading: enum.Reading{
			Read:     func(r io.Reader) iter.Seq2[enum.Game, error] { return readPick(r, enum.Pick{}) },
			ReadPick: readPick, Sheet: text.ReadSheet, Rows: text.ReadRows, Texts: text.ReadTexts, Remarks: remarks,
			Input: input, Columns: []string{"player", "wonderwall", "ninja"},
		},
		Questions: []enum.Question{solving(algorithms)},
		Classify:  enum.Classifies(Table.classify),
	}
}

// input says how games are written.
const input = `a row for each player with its wonderwall and its ninja, or one line.

  Ann: Ben, Cy       a colon or an arrow (Ann -> Ben, Cy); commas or blanks
  Ann,Ben,Cy         CSV with ',' or ';', with or without a header
  Ann | Ben | Cy     bars or tabs, as in Markdown, databases and spreadsheets
  Ann  Ben  Cy       blanks; two and more if names have blanks in them
  BC DA BA BA        a code on one line: the choices of A, B, C and D
  {"Ann":["Ben","Cy"],"Ben":...     JSON, a member for each player

A workbook (.xlsx) is read from the visible sheet that holds a game. A header says which
columns are which, also in other words, such as Name, Enemy, Defender.
A name in double quotes may have anything in it: "Ann Lee": Ben Cy. A blank line ends a
game, empty rows (,,) do not, and a '#' starts a comment.
`

// solving is the question of a game: its verdict, and what proves it.
func solving(algorithms []betweenness.Algorithm) enum.Question {
	solve := enum.Solving(`enumerate solve BC DF BA BE DF DB
enumerate solve 'Ann: Ben, Cy' 'Ben: Dee, Ann' 'Cy: Ben, Ann' 'Dee: Ben, Ann'
echo BC DA BA BA | enumerate solve --format json -
enumerate solve data/examples/camp.xlsx --core none --timeout 10s
enumerate solve data/examples/camp.csv --columns A,B,C`, enum.SolutionFormats())
	for _, a := range algorithms {
		solve.Algorithms = append(solve.Algorithms, enum.Algorithm{Name: a.Name, Summary: a.Summary, Traces: a.Traces, Supposes: a.Traces})
		if a.Steps != nil {
			solve.Example += "\necho BC DA BA BA | enumerate solve --trace --algorithm " + a.Name
		}
	}
	solve.Cores = lists.Map(betweenness.CoreKinds(), func(kind betweenness.CoreKind) string { return string(kind) })
	return solve
}

// A Table is a game with the names of its players that can be solved.
type Table struct {
	text.Table
	algorithms []betweenness.Algorithm // nil for those of package betweenness
}

// fromGame returns a game with default names.
func fromGame(g betweenness.Game) Table { return Table{Table: text.FromGame(g)} }

// reading returns what reads games, to be solved by some algorithms.
func reading(algorithms []betweenness.Algorithm) func(io.Reader, enum.Pick) iter.Seq2[enum.Game, error] {
	return func(r io.Reader, pick enum.Pick) iter.Seq2[enum.Game, error] {
		tables := text.ReadPicked(r, pick)
		return func(yield func(enum.Game, error) bool) {
			for t, err := range tables {
				if !yield(Table{t, algorithms}, err) {
					return
				}
			}
		}
	}
}

// remarks returns those of a table.
func remarks(g enum.Game) error { return g.(Table).Remarks }

// Solve returns the verdict of the table's game and its certificate, an order or
// a core, in the players' names.
func (t Table) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	c, err := t.Certificate(ctx, how)
	if err != nil {
		return nil, err
	}
	return t.Solution(c), nil
}

// Certificate returns what proves the verdict of the table's game.
func (t Table) Certificate(ctx context.Context, how enum.How) (betweenness.Certificate, error) {
	algorithms := t.algorithms
	if algorithms == nil {
		algorithms = betweenness.Algorithms()
	}
	algorithm, err := betweenness.Named(algorithms, how.Algorithm)
	if err != nil {
		return betweenness.Certificate{}, err
	}
	var trace *betweenness.Trace
	if how.Trace != nil {
		trace = &betweenness.Trace{W: how.Trace, Names: enum.Words(t.Names)}
		for _, name := range how.Suppose {
			p := slices.Index(t.Names, name)
			if p < 0 || slices.Contains(trace.First, p) {
				return betweenness.Certificate{}, fmt.Errorf("--suppose %s: want two of the players %s", strings.Join(how.Suppose, ","), strings.Join(t.Names, ", "))
			}
			trace.First = append(trace.First, p)
		}
	}
	c, _, err := algorithm.Solve(ctx, t.Game, betweenness.How{Trace: trace, Core: betweenness.CoreKind(how.Core)})
	return c, err
}

// Solution puts a certificate in the players' names.
func (t Table) Solution(c betweenness.Certificate) enum.Solution {
	if c.Solvable() {
		return enum.Solution{Verdict: space.Verdicts()[space.Solvable], Certificate: "order", Names: t.NamesOf(c.Order)}
	}
	if c.Core == nil {
		return enum.Solution{Verdict: space.Verdicts()[space.Unsolvable]}
	}
	choices := lists.Map(c.Core, func(p int) []string { return []string{t.Names[t.Game[p].Wonderwall], t.Names[t.Game[p].Ninja]} })
	return enum.Solution{Verdict: space.Verdicts()[space.Unsolvable], Certificate: "core", Names: t.NamesOf(c.Core), Choices: choices, Smallest: c.Smallest, Reducible: !c.Irreducible}
}
