// Package wonderwall is the ruleset of Ninja Assassin Wonderwall: its games as text, how
// their classes are walked, counted, sampled, solved and drawn.
//
// A game gives each of n players a choice: a wonderwall and a ninja, two different other
// players. It is solvable if the players can stand on a line with every wonderwall between
// its player and that player's ninja (package betweenness). For n = 4, 108 of the 1,296
// labelled games are solvable, and 6 of the 60 classes.
//
//   - space.go is the space of a size and how it is walked: by a walker that grows canonical
//     strings, walk.go. It settles all choices of the last three players at once: bulk.go has
//     the starts that suppose their choices, last.go the tally, pairs.go the solvable pairs,
//     mask.go the sets of choices. The proofs are in docs/papers/walk.md.
//   - counting.go counts without visiting classes: cyclecount.go makes layers of the partial
//     games of package partial, one count for each cycle type, and cores.go counts the
//     solvable games a second time. See docs/papers/count.md.
//   - expansion.go derives the share of solvable games among many players from exact numbers of
//     partial games. The proof is in docs/papers/random.md.
//   - form.go finds the class of one game: its canonical form, and how many automorphisms.
//   - generate.go, coronene.go and colouring.go make games; read.go reads them, their rows in rows.go, and
//     faults.go says what is wrong with them; table.go writes them, and place.go reads where
//     players stand. explain.go says why a game is solvable or not, repair.go what to change.
package wonderwall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/games/wonderwall/draw"
	"enumerate/internal/svg"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/formula"
)

// New returns the ruleset. The games that it reads are Tables. They are solved by the
// algorithms of package betweenness, and by more if there are: these come after the default.
func New(more ...betweenness.Algorithm) *enum.Ruleset {
	algorithms := slices.Insert(betweenness.Algorithms(), 1, more...)
	r := &enum.Ruleset{
		Name:    "wonderwall",
		Summary: "Ninja Assassin Wonderwall: everybody stands with their wonderwall between them and their ninja",
		Size:    "players",
		Sizes:   enum.Range{First: minPlayers, Last: maxSpace},
		Walked:  enum.Range{First: minPlayers, Last: maxPlayers},
		Group:   "the players, n!",
		Example: "--n 3..6",
		Space:   newSpace,
		Methods: []enum.Method{
			{
				Name:     enum.Walk,
				Summary:  "one game of every class, or many at once",
				Sizes:    enum.Range{First: minPlayers, Last: maxPlayers},
				Space:    func(players int, _ enum.Means) (enum.Space, error) { return walkable(players) },
				Estimate: estimateWalk,
			},
			countingMethod(countMethod, "layers of partial games, isomorphic ones merged"),
			countingMethod(coreMethod, "the same for games in which everybody is chosen, of all smaller sizes too, put together by an identity"),
		},
		Lister:    newLister,
		Sampler:   newSampler,
		Expansion: expansion,
		Terms:     maxTerms,
		Read:      reading(algorithms),
		Input: `a row for each player with its wonderwall and its ninja, or one line.

  Ann: Ben, Cy       a colon or an arrow (Ann -> Ben, Cy); commas or blanks
  Ann,Ben,Cy         CSV with ',' or ';', with or without a header
  Ann | Ben | Cy     bars or tabs, as in Markdown and spreadsheets
  Ann  Ben  Cy       blanks; two and more if names have blanks in them
  BC DA BA BA        a code on one line: the choices of A, B, C and D
  {"Ann":["Ben","Cy"],"Ben":...     JSON, a member for each player

A name in double quotes may have anything in it: "Ann Lee": Ben Cy. A blank line ends a
game, empty rows (,,) do not, and a '#' starts a comment.
`,
		Columns:    []string{"player", "wonderwall", "ninja"},
		Algorithms: listing(algorithms),
		Cores:      cores(),
		Formats:    enum.SolutionFormats(),
		Classify:   func(ctx context.Context, g enum.Game) (enum.Form, error) { return g.(Table).classify(ctx) },
		Explain: func(ctx context.Context, g enum.Game, how enum.How) (enum.Answer, error) {
			return g.(Table).explain(ctx, how)
		},
		Repair: func(ctx context.Context, g enum.Game) (enum.Answer, error) { return g.(Table).repair(ctx) },
		CountSolutions: func(ctx context.Context, g enum.Game) (*big.Int, error) {
			return betweenness.CountOrders(ctx, g.(Table).Game)
		},
		Solutions:    func(ctx context.Context, g enum.Game) iter.Seq2[[]string, error] { return g.(Table).solutions(ctx) },
		WriteFormula: func(g enum.Game, w io.Writer, relaxed bool) error { return g.(Table).writeFormula(w, relaxed) },
		ReadModel: func(ctx context.Context, g enum.Game, r io.Reader) (enum.Solution, error) {
			return g.(Table).readModel(ctx, r)
		},
		Place: func(ctx context.Context, g enum.Game, r io.Reader) (enum.Placement, error) {
			return g.(Table).place(ctx, r)
		},
		Wants:    func(g enum.Game) ([]string, []enum.Want) { return g.(Table).wants() },
		Random:   random,
		Pictures: append(svg.Formats(), "dot"),
		Draw: func(ctx context.Context, g enum.Game, w io.Writer, format string) error {
			return g.(Table).draw(ctx, w, format)
		},
		DrawPlaces: func(ctx context.Context, g enum.Game, places io.Reader, w io.Writer, format string) error {
			return g.(Table).drawPlaces(ctx, places, w, format)
		},
		Families: families(),
		Theorems: theorems(),
	}
	if slices.ContainsFunc(algorithms, stepping) {
		r.DrawSteps = func(ctx context.Context, g enum.Game, w io.Writer, format string) error {
			return g.(Table).drawSteps(ctx, w, format)
		}
	}
	return r
}

// estimateWalk returns how long a walk takes.
func estimateWalk(ctx context.Context, players int, during time.Duration) (enum.Forecast, error) {
	s, err := walkable(players)
	if err != nil {
		return enum.Forecast{}, err
	}
	return enum.Estimate(ctx, s, newBulkWalker(players).descent, during, 1)
}

// reading returns what reads games in any of the formats of ReadTables, to be solved by
// some algorithms.
func reading(algorithms []betweenness.Algorithm) func(io.Reader) iter.Seq2[enum.Game, error] {
	return func(r io.Reader) iter.Seq2[enum.Game, error] {
		in := newReader(r)
		return text.All(in.Scanner, func() (enum.Game, error) {
			t, err := in.next()
			t.algorithms = algorithms
			return t, err
		})
	}
}

// stepping reports whether an algorithm shows its steps.
func stepping(a betweenness.Algorithm) bool { return a.Steps != nil }

// listing lists algorithms.
func listing(algorithms []betweenness.Algorithm) []enum.Algorithm {
	var list []enum.Algorithm
	for _, a := range algorithms {
		list = append(list, enum.Algorithm{Name: a.Name, Summary: a.Summary})
	}
	return list
}

// cores lists the kinds of cores.
func cores() (kinds []string) {
	for _, kind := range betweenness.CoreKinds() {
		kinds = append(kinds, string(kind))
	}
	return kinds
}

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
	if errors.Is(err, errors.ErrUnsupported) {
		var traced []string
		for _, a := range algorithms {
			if a.Traces {
				traced = append(traced, a.Name)
			}
		}
		err = fmt.Errorf("%w; these do: %s", err, strings.Join(traced, ", "))
	}
	return c, err
}

// solution puts a certificate in the players' names.
func (t Table) solution(c betweenness.Certificate) enum.Solution {
	if c.Solvable() {
		return enum.Solution{Verdict: verdicts[solvable], Certificate: "order", Names: t.names(c.Order)}
	}
	if c.Core == nil {
		return enum.Solution{Verdict: verdicts[unsolvable]}
	}
	choices := make([][]string, len(c.Core))
	for i, p := range c.Core {
		choices[i] = []string{t.Names[t.Game[p].Wonderwall], t.Names[t.Game[p].Ninja]}
	}
	return enum.Solution{Verdict: verdicts[unsolvable], Certificate: "core", Names: t.names(c.Core), Choices: choices, Smallest: c.Smallest, Reducible: !c.Irreducible}
}

// names returns the names of players.
func (t Table) names(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return names
}

// solutions yields all solutions in the players' names and in lexicographic order of their
// rows; see betweenness.Orders.
func (t Table) solutions(ctx context.Context) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for order, err := range betweenness.Orders(ctx, t.Game) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(t.names(order), nil) {
				return
			}
		}
	}
}

// writeFormula writes the game's propositional form, its variables explained in
// the players' names; see formula.WriteDIMACS.
func (t Table) writeFormula(w io.Writer, relaxed bool) error {
	return formula.WriteDIMACS(w, t.Game, enum.Words(t.Names), relaxed)
}

// readModel reads the answer of a SAT solver to either form of the game and
// returns it as a solution, in the players' names; see formula.ReadModel.
func (t Table) readModel(ctx context.Context, r io.Reader) (enum.Solution, error) {
	c, err := formula.ReadModel(ctx, r, t.Game, enum.Words(t.Names))
	if errors.Is(err, formula.ErrRefuted) {
		return enum.Solution{}, enum.Refutation{Err: err}
	}
	if err != nil {
		return enum.Solution{}, err
	}
	return t.solution(c), nil
}

// maxDrawn is the most players of a game that is drawn: in a picture of more
// no player can be found.
const maxDrawn = 200

// draw writes a picture of the game and its certificate, or the game as a graph in the
// DOT language; see package draw. It writes nothing and reports an error if t is not
// valid or has more than maxDrawn players, or if the context ends before the game is
// solved.
func (t Table) draw(ctx context.Context, w io.Writer, format string) error {
	if err := t.validate(); err != nil {
		return err
	}
	if n := len(t.Game); n > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d players, this game has %d", maxDrawn, n)
	}
	certificate, err := t.certificate(ctx, enum.How{})
	if err != nil {
		return err
	}
	if format == "dot" {
		_, err = w.Write(draw.DOT(t.Names, t.Game, certificate))
		return err
	}
	return draw.Picture(t.Names, t.Game, certificate).Encode(ctx, w, format)
}

// The most players and assumptions of a game whose steps are drawn: more do not fit side
// by side.
const (
	maxStepPlayers = 16
	maxSteps       = 40
)

// drawSteps writes a picture of the assumptions by which an algorithm that has such, the first,
// decides the game; see draw.Steps. It writes nothing if there are too many.
func (t Table) drawSteps(ctx context.Context, w io.Writer, format string) error {
	if n := len(t.Game); n > maxStepPlayers {
		return fmt.Errorf("a drawing of steps takes at most %d players, this game has %d", maxStepPlayers, n)
	}
	by := t.algorithms[slices.IndexFunc(t.algorithms, stepping)]
	steps, order, err := by.Steps(ctx, t.Game, maxSteps)
	if errors.Is(err, betweenness.ErrManySteps) {
		return fmt.Errorf("a drawing of steps takes at most %d of them, this game has more; solve --algorithm %s --trace prints all", maxSteps, by.Name)
	}
	if err != nil {
		return err
	}
	return draw.Steps(t.Names, t.Game, steps, order).Encode(ctx, w, format)
}
