// Package wonderwall is the ruleset of Ninja Assassin Wonderwall: what its games are asked,
// how they are made, sampled and classified.
//
// A game gives each of n players a choice: a wonderwall and a ninja, two different other
// players. It is solvable if the players can stand on a line with every wonderwall between
// its player and that player's ninja (package betweenness). For n = 4, 108 of the 1,296
// labelled games are solvable, and 6 of the 60 classes.
//
// Package space says how many games and classes of a size there are. Two methods find how many
// of them are solvable, and share nothing else: package walk visits a game of every class,
// package count merges partial games. Package text reads and writes games, package draw draws them.
//
//   - list.go lists classes, and form.go finds the class of one game: its canonical form, and how
//     many automorphisms.
//   - expansion.go derives the share of solvable games among many players from exact numbers of
//     partial games. The proof is in docs/papers/random.md.
//   - generate.go, coronene.go and colouring.go make games.
//   - explain.go says why a game is solvable or not, repair.go what to change, and place.go whether
//     places in space solve it.
package wonderwall

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/wonderwall/count"
	"enumerate/games/wonderwall/draw"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/text"
	"enumerate/games/wonderwall/walk"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/formula"
	"enumerate/solver/betweenness/orders"
)

// Name is the name of the ruleset.
const Name = "wonderwall"

// New returns the ruleset. The games that it reads are Tables. They are solved by the
// algorithms of package betweenness, and by more if there are: these come after the default.
func New(more ...betweenness.Algorithm) *enum.Ruleset {
	algorithms := slices.Insert(betweenness.Algorithms(), 1, more...)
	return &enum.Ruleset{
		Name:      Name,
		Summary:   "Ninja Assassin Wonderwall: everybody stands with their wonderwall between them and their ninja",
		Size:      "players",
		Sizes:     enum.Range{First: space.Fewest, Last: space.Most},
		Group:     "the players, n!",
		Example:   "--n 3..6",
		Space:     walk.NewSpace,
		Methods:   append([]enum.Method{walk.Method()}, count.Methods()...),
		Lister:    newLister,
		Sampler:   newSampler,
		Expansion: &enum.Expansion{Terms: expansion, Most: maxTerms},
		Reading:   enum.Reading{Read: reading(algorithms), Input: input, Columns: []string{"player", "wonderwall", "ninja"}},
		Questions: questions(algorithms),
		Drawings:  drawings(algorithms),
		Classify:  enum.Classifies(Table.classify),
		Families:  families(),
		Theorems:  theorems(),
	}
}

// input says how games are written.
const input = `a row for each player with its wonderwall and its ninja, or one line.

  Ann: Ben, Cy       a colon or an arrow (Ann -> Ben, Cy); commas or blanks
  Ann,Ben,Cy         CSV with ',' or ';', with or without a header
  Ann | Ben | Cy     bars or tabs, as in Markdown and spreadsheets
  Ann  Ben  Cy       blanks; two and more if names have blanks in them
  BC DA BA BA        a code on one line: the choices of A, B, C and D
  {"Ann":["Ben","Cy"],"Ben":...     JSON, a member for each player

A name in double quotes may have anything in it: "Ann Lee": Ben Cy. A blank line ends a
game, empty rows (,,) do not, and a '#' starts a comment.
`

// questions lists what can be asked of a game.
func questions(algorithms []betweenness.Algorithm) []enum.Question {
	solving := enum.Solving(`enumerate solve BC DF BA BE DF DB
enumerate solve 'Ann: Ben, Cy' 'Ben: Dee, Ann' 'Cy: Ben, Ann' 'Dee: Ben, Ann'
echo BC DA BA BA | enumerate solve --format json -
enumerate solve data/examples/camp.csv --core none --timeout 10s`, enum.SolutionFormats())
	for _, a := range algorithms {
		solving.Algorithms = append(solving.Algorithms, enum.Algorithm{Name: a.Name, Summary: a.Summary, Traces: a.Traces})
		if stepping(a) {
			solving.Example += "\necho BC DA BA BA | enumerate solve --trace --algorithm " + a.Name
		}
	}
	for _, kind := range betweenness.CoreKinds() {
		solving.Cores = append(solving.Cores, string(kind))
	}
	formats := enum.SolutionFormats()
	written := func(relaxed bool) func(context.Context, enum.Game, enum.How) (enum.Answer, error) {
		return enum.Asks(func(t Table, _ context.Context, _ enum.How) (enum.Answer, error) { return t.formula(relaxed), nil })
	}
	return []enum.Question{
		solving,
		{
			Name: enum.Explain, Summary: "print who stands between whom, or why no line has all", Title: "Why",
			Example: "echo BC DA BA BA | enumerate solve --explain",
			Lines:   true, Formats: formats, Ask: enum.Asks(Table.explain),
		}, {
			Name: "repair", Summary: "print the fewest choices to change to make it solvable", Title: "The smallest repair",
			Example: "enumerate solve data/examples/camp.csv --repair",
			Formats: append(enum.SolutionFormats(), enum.GameFormat), Ask: enum.Asks(Table.repair),
		}, {
			Name: "count", Summary: "print the number of solutions", Title: "Number of solutions",
			Example: "echo BC CD BA BA CD | enumerate solve --count",
			Formats: formats, Ask: enum.Asks(Table.count),
		}, {
			Name: "all", Summary: "print all solutions, one to a line",
			Example: "echo BC CD BA BA CD | enumerate solve --all",
			Lines:   true, Long: true, Formats: formats, Ask: enum.Asks(Table.all),
		}, {
			Name: "dimacs", Summary: "print the game as a formula, in the DIMACS format",
			Example: "enumerate solve data/examples/four.txt --dimacs",
			Alone:   true, Formats: []string{"dimacs"}, Ask: written(false),
		}, {
			Name: "relaxed", Summary: "print the same without what makes the players an order",
			Example: "enumerate solve data/examples/four.txt --relaxed",
			Alone:   true, Formats: []string{"dimacs"}, Ask: written(true),
		}, {
			Name: "model", Summary: "check a SAT solver's answer, - for standard input", Input: enum.File,
			Example: "enumerate solve BC DF BA BE DF DB --model data/examples/answer.txt",
			Alone:   true, Formats: formats, Ask: enum.Asks(Table.readModel),
		}, {
			Name: "points", Summary: "check where players stand, - for standard input", Input: enum.File,
			Example: "enumerate solve BC DF BA BE DF DB --points data/examples/places.txt",
			Alone:   true, Formats: formats, Ask: enum.Asks(Table.checkPlaces),
		},
	}
}

// drawings lists the pictures of a game, with steps if an algorithm shows some.
func drawings(algorithms []betweenness.Algorithm) []enum.Question {
	list := []enum.Question{
		{
			Name:    "draw",
			Example: "enumerate draw data/examples/four.txt -o four.svg\necho BC DA BA BA | enumerate draw - > core.svg",
			Formats: []string{"svg"}, Ask: enum.Asks(Table.picture),
		}, {
			Name:    "draw",
			Example: "enumerate draw data/examples/four.txt --format dot",
			Formats: []string{"dot"}, Ask: enum.Asks(Table.graph),
		}, {
			Name: "points", Summary: "draw the players where this file says, - for standard input", Input: enum.File,
			Example: `enumerate draw "BC DF BA BE DF DB" --points data/examples/places.txt --output places.svg`,
			Formats: []string{"svg"}, Ask: enum.Asks(Table.drawPlaces),
		},
	}
	if slices.ContainsFunc(algorithms, stepping) {
		list = append(list, enum.Question{
			Name: "steps", Summary: "draw what is known after each assumption",
			Example: `enumerate draw "BC CD BA BA" --steps --output steps.png`,
			Formats: []string{"svg"}, Ask: enum.Asks(Table.drawSteps),
		})
	}
	return list
}

// A Table is a game with the names of its players that can be solved.
type Table struct {
	text.Table
	algorithms []betweenness.Algorithm // nil for those of package betweenness
}

// fromGame returns a game with default names.
func fromGame(g betweenness.Game) Table { return Table{Table: text.FromGame(g)} }

// reading returns what reads games, to be solved by some algorithms.
func reading(algorithms []betweenness.Algorithm) func(io.Reader) iter.Seq2[enum.Game, error] {
	return func(r io.Reader) iter.Seq2[enum.Game, error] {
		tables := text.ReadTables(r)
		return func(yield func(enum.Game, error) bool) {
			for t, err := range tables {
				if !yield(Table{t, algorithms}, err) {
					return
				}
			}
		}
	}
}

// stepping reports whether an algorithm shows its steps.
func stepping(a betweenness.Algorithm) bool { return a.Steps != nil }

// Solve returns the verdict of the table's game and its certificate, an order or
// a core, in the players' names.
func (t Table) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	c, err := t.certificate(ctx, how)
	if err != nil {
		return nil, err
	}
	return t.solution(c), nil
}

// certificate returns what proves the verdict of the table's game.
func (t Table) certificate(ctx context.Context, how enum.How) (betweenness.Certificate, error) {
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
	}
	c, _, err := algorithm.Solve(ctx, t.Game, betweenness.How{Trace: trace, Core: betweenness.CoreKind(how.Core)})
	return c, err
}

// solution puts a certificate in the players' names.
func (t Table) solution(c betweenness.Certificate) enum.Solution {
	if c.Solvable() {
		return enum.Solution{Verdict: space.Verdicts()[space.Solvable], Certificate: "order", Names: t.names(c.Order)}
	}
	if c.Core == nil {
		return enum.Solution{Verdict: space.Verdicts()[space.Unsolvable]}
	}
	choices := make([][]string, len(c.Core))
	for i, p := range c.Core {
		choices[i] = []string{t.Names[t.Game[p].Wonderwall], t.Names[t.Game[p].Ninja]}
	}
	return enum.Solution{Verdict: space.Verdicts()[space.Unsolvable], Certificate: "core", Names: t.names(c.Core), Choices: choices, Smallest: c.Smallest, Reducible: !c.Irreducible}
}

// names returns the names of players.
func (t Table) names(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return names
}

// count returns the number of solutions.
func (t Table) count(ctx context.Context, _ enum.How) (enum.Answer, error) {
	solutions, err := orders.Count(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	return enum.AnswerFunc(func(w io.Writer, format string) error {
		return enum.WriteAnswer(w, format, func(w *bufio.Writer) { fmt.Fprintln(w, solutions) }, enum.Object{{Key: "solutions", Value: solutions.String()}})
	}), nil
}

// all returns all solutions, in lexicographic order of their rows; see orders.All. They
// are found while they are written.
func (t Table) all(ctx context.Context, how enum.How) (enum.Answer, error) {
	return enum.AnswerFunc(func(w io.Writer, format string) error {
		for order, err := range orders.All(ctx, t.Game) {
			if err != nil {
				return err
			}
			names := t.names(order)
			if format == "json" {
				err = json.NewEncoder(w).Encode(struct {
					Game  int      `json:"game"`
					Order []string `json:"order"`
				}{how.Game, names})
			} else {
				_, err = fmt.Fprintln(w, strings.Join(enum.Words(names), " "))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// formula returns the game's propositional form, its variables explained in the players'
// names; see formula.WriteDIMACS.
func (t Table) formula(relaxed bool) enum.Answer {
	return enum.AnswerFunc(func(w io.Writer, _ string) error {
		return formula.WriteDIMACS(w, t.Game, enum.Words(t.Names), relaxed)
	})
}

// readModel reads the answer of a SAT solver to either form of the game and
// returns it as a solution, in the players' names; see formula.ReadModel.
func (t Table) readModel(ctx context.Context, how enum.How) (enum.Answer, error) {
	c, err := formula.ReadModel(ctx, how.Input, t.Game, enum.Words(t.Names))
	if errors.Is(err, formula.ErrRefuted) {
		return nil, enum.Wrong{Err: err}
	}
	if err != nil {
		return nil, err
	}
	return t.solution(c), nil
}

// maxDrawn is the most players of a game that is drawn: in a picture of more
// no player can be found.
const maxDrawn = 200

// drawn returns what a drawing of the game shows: its certificate. It is an error if t is not
// valid or has more than maxDrawn players.
func (t Table) drawn(ctx context.Context) (betweenness.Certificate, error) {
	if err := t.Validate(); err != nil {
		return betweenness.Certificate{}, err
	}
	if n := len(t.Game); n > maxDrawn {
		return betweenness.Certificate{}, fmt.Errorf("a drawing takes at most %d players, this game has %d", maxDrawn, n)
	}
	return t.certificate(ctx, enum.How{})
}

// picture draws the game and its certificate; see package draw.
func (t Table) picture(ctx context.Context, _ enum.How) (enum.Answer, error) {
	certificate, err := t.drawn(ctx)
	if err != nil {
		return nil, err
	}
	return draw.Picture(t.Names, t.Game, certificate), nil
}

// graph returns the same in the DOT language.
func (t Table) graph(ctx context.Context, _ enum.How) (enum.Answer, error) {
	certificate, err := t.drawn(ctx)
	if err != nil {
		return nil, err
	}
	return enum.AnswerFunc(func(w io.Writer, _ string) error {
		_, err := w.Write(draw.DOT(t.Names, t.Game, certificate))
		return err
	}), nil
}

// The most players and assumptions of a game whose steps are drawn: more do not fit side
// by side.
const (
	maxStepPlayers = 16
	maxSteps       = 40
)

// drawSteps draws the assumptions by which an algorithm that has such, the first, decides the
// game; see draw.Steps. It is an error if there are too many.
func (t Table) drawSteps(ctx context.Context, _ enum.How) (enum.Answer, error) {
	if n := len(t.Game); n > maxStepPlayers {
		return nil, fmt.Errorf("a drawing of steps takes at most %d players, this game has %d", maxStepPlayers, n)
	}
	by := t.algorithms[slices.IndexFunc(t.algorithms, stepping)]
	steps, order, err := by.Steps(ctx, t.Game, maxSteps)
	if errors.Is(err, betweenness.ErrManySteps) {
		return nil, fmt.Errorf("a drawing of steps takes at most %d of them, this game has more; solve --algorithm %s --trace prints all", maxSteps, by.Name)
	}
	if err != nil {
		return nil, err
	}
	return draw.Steps(t.Names, t.Game, steps, order), nil
}
