package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	game       verb.Game
	algorithm  string
	core       string
	trace      bool
	count, all bool
	dimacs     bool
	relaxed    bool
	model      verb.FileName
	points     verb.FileName
	explain    bool
	repair     bool
	modulus    modulus
	check      verb.FileName
	workers    int
	format     string
}

func newSolve(p *verb.Program) *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:         "solve [FILE|-|GAME...]",
		Short:       "Solve games read from a file or standard input",
		Annotations: map[string]string{verb.TimeoutOf: "a game"},
		Long: `Solve reads games and prints the answer to each, and what proves it. The answer is
exact. A game that cannot be read, or that is too large for what is asked, is
reported; the others are still solved, and the exit code is 1. --workers says how many
games are solved at once; they are printed in their order. Arguments that name no file
are a game itself: its words, or its lines if there are blanks in them. A game that takes longer than --timeout, such as 30s or 5m,
or more memory than --memory, is printed as unknown; if there is one, and no failure, the
exit code is 4.

For a game of Ninja Assassin Wonderwall it prints whether it is solvable, with an order
of the players that solves it, or with a core: players whose choices (in brackets, the
wonderwall first) contradict each other. A core needs all its players, and in games of
up to 16 players there is no smaller one; but if that takes more than half a second in a
large game, the core found is printed as reducible perhaps. --core asks for another one:
none, any (the first one found), irreducible or, if at most 64 players are left when those
whom nobody chose have been taken away, smallest, however long it takes. A --timeout cuts
that short, and the best core found is printed. --count prints how many solutions a game
has, --all prints them all, with a blank line between games; both take as many players as
the algorithm prefixes.

--explain says why. Of a solvable game it prints who stands between whom; of an unsolvable
one what the players of the core want, and the cases that leave them no line, if that takes
no more than 100 lines. --format json has up to 5,000 cases.

--repair prints how few players have to choose otherwise so that the game is solvable: what
each of them may choose, and an order that then solves it. These are the fewest in games of
up to 24 players, and nearly always in larger ones; if it takes more than some seconds, or
than --timeout, the best found is printed and said to be so. With --format game it prints
the changed game:

  enumerate solve game.txt --repair --format game | enumerate solve

Three flags take one game of Ninja Assassin Wonderwall. --dimacs prints it as a
propositional formula for any SAT solver, with comments that explain the variables;
--relaxed leaves out that they are an order, which makes it 2-SAT. --model reads a SAT
solver's answer, compares it with the game, and prints its verdict:

  enumerate solve game.txt --dimacs | cadical -q | enumerate solve game.txt --model -

--points reads where the players stand, in space of any dimension, a line such as
A: 2 3.5 1/3 for each player. It prints which players are not satisfied, or the order
of the players along a line.

For other rulesets, --mod prints an answer that is a number modulo another number,
--explain prints what the answer rests on, and --check reads answers from another
source and prints which are wrong. If an answer is wrong, or if places do not solve the
game, the exit code is 3.
` + inputsHelp(p.Rulesets) + algorithmsHelp(p.Rulesets),
		Example: `  enumerate solve data/examples/camp.csv --repair
  enumerate solve BC DF BA BE DF DB
  enumerate solve 'Ann: Ben, Cy' 'Ben: Dee, Ann' 'Cy: Ben, Ann' 'Dee: Ben, Ann'
  echo BC DA BA BA | enumerate solve --format json -
  echo BC DA BA BA | enumerate solve --algorithm implied --trace
  enumerate solve data/examples/camp.csv --core none --timeout 10s
  echo BC CD BA BA CD | enumerate solve --count
  echo BC CD BA BA CD | enumerate solve --all
  echo BC DA BA BA | enumerate solve --explain
  enumerate solve --game antonim 3,5,6,9
  enumerate solve data/examples/four.txt --dimacs
  enumerate solve BC DF BA BE DF DB --model data/examples/answer.txt
  enumerate solve BC DF BA BE DF DB --points data/examples/places.txt
  echo 8 | enumerate solve --game spies --format text
  enumerate solve --game spies --check data/examples/boards.txt
  enumerate solve --game nimbers data/examples/dag.txt --mod 1000000007
  enumerate solve --game jump data/examples/board.txt --explain`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.checkFlags(cmd); err != nil {
				return err
			}
			if f.check != "" {
				return f.checkClaims(cmd, args)
			}
			alone, err := f.errand(cmd)
			if err != nil {
				return err
			}
			in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
			if err != nil {
				return err
			}
			defer in.Close()
			if alone != nil {
				ctx, stop := verb.BoundsOf(cmd.Context()).Game(cmd.Context())
				defer stop()
				return verb.Within(ctx, verb.Grace, func() error {
					game, err := verb.Only(ctx, f.game.Read(in), name, cmd.ErrOrStderr())
					if err != nil {
						return err
					}
					return alone(ctx, game, cmd.OutOrStdout(), cmd.ErrOrStderr())
				})
			}
			return f.run(cmd.Context(), f.game.Read(in), name, f.task(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	f.game.Offers = solveOffers()
	cmd.Flags().StringVar(&f.algorithm, "algorithm", "", "how to solve the games; --help lists the ways")
	verb.Complete(cmd, "algorithm", f.algorithms)
	cmd.Flags().StringVar(&f.core, "core", "", "which core to find of an unsolvable game: "+coresOf(p.Rulesets))
	verb.Complete(cmd, "core", func() []string { return f.game.Cores })
	cmd.Flags().BoolVar(&f.trace, "trace", false, "print the reasoning before the verdict")
	cmd.Flags().BoolVar(&f.count, "count", false, "print the number of solutions")
	cmd.Flags().BoolVar(&f.all, "all", false, "print all solutions, one to a line")
	cmd.Flags().BoolVar(&f.dimacs, "dimacs", false, "print the game as a formula, in the DIMACS format")
	cmd.Flags().BoolVar(&f.relaxed, "relaxed", false, "leave out of the formula that the players stand in an order")
	cmd.Flags().Var(&f.model, "model", "check the answer of a SAT solver in this file, - for standard input")
	cmd.Flags().Var(&f.points, "points", "check the places of the players in this file, - for standard input")
	cmd.Flags().Var(&f.modulus, "mod", "print the answer, a number, modulo this one")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "print the answer with what it rests on")
	cmd.Flags().BoolVar(&f.repair, "repair", false, "print the fewest choices to change so that the game is solvable")
	cmd.Flags().Var(&f.check, "check", "check the answers in this file, - for standard input")
	verb.AddWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	cmd.Flags().StringVar(&f.format, "format", "", "how to print: "+answerFormats(p.Rulesets)+"; with --repair also game")
	verb.Complete(cmd, "format", f.formats)
	return cmd
}

// inputsHelp says how the games of each ruleset are written.
func inputsHelp(all verb.Rulesets) string {
	var b strings.Builder
	for _, r := range all {
		if r.Input != "" {
			fmt.Fprintf(&b, "\nGames of %s: %s", r.Name, r.Input)
		}
	}
	return b.String()
}

// answerFormats lists the formats of all rulesets' answers.
func answerFormats(all verb.Rulesets) string {
	return eachOnce(all, func(r *enum.Ruleset) []string { return r.Formats })
}

// coresOf lists the kinds of all rulesets' cores.
func coresOf(all verb.Rulesets) string {
	return eachOnce(all, func(r *enum.Ruleset) []string { return r.Cores })
}

// eachOnce lists words of all rulesets, each once.
func eachOnce(all verb.Rulesets, of func(*enum.Ruleset) []string) string {
	var words []string
	for _, r := range all {
		for _, word := range of(r) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, ", ")
}

// algorithmsHelp lists the algorithms of all rulesets that have some.
func algorithmsHelp(all verb.Rulesets) string {
	return listing(all, "\nAlgorithms for %s, the first by default:\n", func(r *enum.Ruleset) (items []item) {
		for _, a := range r.Algorithms {
			items = append(items, item{a.Name, a.Summary})
		}
		return items
	}, 15)
}

// algorithms returns the names of the ruleset's algorithms.
func (f *solveFlags) algorithms() (names []string) {
	for _, a := range f.game.Algorithms {
		names = append(names, a.Name)
	}
	return names
}

// formats returns the formats of what the flags ask for, the default first.
func (f *solveFlags) formats() []string {
	if f.repair {
		return append(slices.Clone(f.game.Formats), "game")
	}
	return f.game.Formats
}

// A task is what solve does with each game of the input. It writes to a buffer, or to the
// reader of the output.
type task func(ctx context.Context, out io.Writer, g numbered) error

// A numbered is a game of the input.
type numbered struct {
	game    enum.Game
	number  int // in the input, from 1
	workers int // that may work on it
}

// solveOffers are the flags of solve that not every ruleset has.
func solveOffers() []verb.Offer {
	return []verb.Offer{
		{Flags: []string{"algorithm"}, Offered: func(r *enum.Ruleset) bool { return r.Algorithms != nil }, Refusal: "%s has one way to solve a game: leave out --algorithm"},
		{Flags: []string{"explain"}, Offered: func(r *enum.Ruleset) bool { return r.Explain != nil }, Refusal: "%s explains no answers"},
		{Flags: []string{"repair"}, Offered: func(r *enum.Ruleset) bool { return r.Repair != nil }, Refusal: "games of %s cannot be repaired"},
		{Flags: []string{"mod"}, Offered: func(r *enum.Ruleset) bool { return r.Modulo != nil }, Refusal: "the answers of %s are no numbers: --mod does not go with them"},
		{Flags: []string{"count", "all"}, Offered: func(r *enum.Ruleset) bool { return r.Solutions != nil }, Refusal: "%s neither counts nor lists solutions"},
		{Flags: []string{"dimacs", "relaxed", "model"}, Offered: func(r *enum.Ruleset) bool { return r.WriteFormula != nil }, Refusal: "%s writes no formulas"},
		{Flags: []string{"points"}, Offered: func(r *enum.Ruleset) bool { return r.Place != nil }, Refusal: "the players of %s have no places"},
		{Flags: []string{"check"}, Offered: func(r *enum.Ruleset) bool { return r.ReadClaims != nil }, Refusal: "%s has no answers that could be checked"},
		{Flags: []string{"core"}, Offered: func(r *enum.Ruleset) bool { return r.Cores != nil }, Refusal: "the answers of %s have no cores"},
	}
}

// checkFlags refuses what the ruleset does not offer and what does not go together, and
// finds the format.
func (f *solveFlags) checkFlags(cmd *cobra.Command) error {
	r := f.game
	if r.Read == nil {
		return verb.Usagef("%s solves no single games", r.Name)
	}
	if err := f.game.Refused(cmd); err != nil {
		return err
	}
	for _, last := range []string{"algorithm", "trace"} {
		rivals := []string{"count", "all", "dimacs", "model", "points", "explain", "repair", "check", last}
		if err := verb.OnlyOne(cmd, rivals); err != nil {
			return err
		}
	}
	for _, rival := range []string{"count", "all", "dimacs", "model", "points", "explain", "repair", "check", "trace"} {
		if err := verb.OnlyOne(cmd, []string{"mod", rival}); err != nil {
			return err
		}
	}
	for _, rival := range []string{"count", "all", "dimacs", "model", "points", "explain", "repair", "check"} {
		if err := verb.OnlyOne(cmd, []string{"core", rival}); err != nil {
			return err
		}
	}
	if f.core != "" && !slices.Contains(r.Cores, f.core) {
		return verb.Usagef("--core %s: want one of %s", f.core, strings.Join(r.Cores, ", "))
	}
	if names := f.algorithms(); f.algorithm != "" && !slices.Contains(names, f.algorithm) {
		return verb.Usagef("--algorithm %s: want one of %s", f.algorithm, strings.Join(names, ", "))
	}
	switch there := f.formats(); {
	case f.format == "":
		f.format = there[0]
	case !slices.Contains(there, f.format):
		return verb.Usagef("--format %s: for %s, want one of %s", f.format, r.Name, strings.Join(there, ", "))
	}
	if f.trace && cmd.Flags().Changed("format") && f.format == "json" {
		return verb.Usagef("--trace prints sentences; leave out --format %s", f.format)
	}
	if f.check != "" && !slices.Contains(enum.SolutionFormats(), f.format) {
		return verb.Usagef("--check prints verdicts: its --format is one of %s, not %s", strings.Join(enum.SolutionFormats(), ", "), f.format)
	}
	return verb.CheckWorkers(f.workers)
}

// task returns what the flags ask for. Each of the flags that ask for something
// else than the answer has a case of its own.
func (f *solveFlags) task() task {
	switch {
	case f.count:
		return f.countSolutions
	case f.all:
		return f.listSolutions
	}
	return f.solve
}

// inBounds does a task within what a game may take. It prints that the answer is unknown where
// that is not enough, and returns the crossing.
func (f *solveFlags) inBounds(do task) task {
	return func(ctx context.Context, out io.Writer, g numbered) error {
		game, stop := verb.BoundsOf(ctx).Game(ctx)
		defer stop()
		var err error
		if f.straightOut() {
			err = verb.Ended(game, do(game, out, g))
		} else {
			var text bytes.Buffer
			if err = verb.Within(game, verb.Grace, func() error { return do(game, &text, g) }); err == nil {
				_, err = text.WriteTo(out)
			}
		}
		if !errors.As(err, new(verb.Crossing)) || ctx.Err() != nil {
			return err
		}
		unknown := "unknown"
		switch {
		case f.format == "json" && f.all:
			unknown = fmt.Sprintf(`{"game":%d,"verdict":"unknown"}`, g.number)
		case f.format == "json":
			unknown = `{"verdict":"unknown"}`
		}
		_, failed := fmt.Fprintln(out, unknown)
		return cmp.Or(failed, err)
	}
}

// run does a task with all games of the input. Those that cannot be read, or for
// which the task fails, are reported, and make the command fail after the others
// are done.
func (f *solveFlags) run(ctx context.Context, input iter.Seq2[enum.Game, error], name string, do task, stdout, stderr io.Writer) error {
	do = f.inBounds(do)
	workers := f.workers
	if f.straightOut() {
		do, workers = f.straight(do, stdout), 1
	}
	done, unread, failed := 0, 0, 0
	var unknown verb.Unknowns
	apart := "" // what parts an answer of several lines from the one before
	for s := range inOrder(ctx, verb.Until(ctx, input), do, workers) {
		if f.severalLines() && len(s.text) > 0 {
			s.text = append([]byte(apart), s.text...)
			apart = "\n"
		}
		// Somebody may be typing games, and waiting for each verdict.
		if _, err := stdout.Write(s.text); err != nil {
			return err
		}
		switch err := s.err; {
		case s.unread != nil:
			unread++
			verb.Report(s.unread, name, stderr)
		case err == nil:
			done++
		case ctx.Err() != nil:
			return ctx.Err()
		case unknown.Add(err):
			done++
		case errors.As(err, new(verb.UsageError)):
			return err
		case errors.Is(err, errors.ErrUnsupported):
			return verb.Usage(err)
		default:
			failed++
			verb.Report(fmt.Errorf("game %d: %w", done+unread+failed, err), name, stderr)
		}
	}
	all := done + unread + failed
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case all == 0:
		return fmt.Errorf("%s: there is no game in it", name)
	case all == 1 && unread+failed == 1:
		return verb.ErrReported
	case unread > 0 && failed > 0:
		return verb.SomeFailedf("%s: %d of %d games could not be read, %d could not be solved", name, unread, all, failed)
	case unread > 0:
		return verb.SomeFailedf("%s: %d of %d games could not be read", name, unread, all)
	case failed > 0:
		return verb.SomeFailedf("%s: %d of %d games could not be solved", name, failed, all)
	}
	return unknown.Err(name, all)
}

// severalLines reports whether answers have several lines.
func (f *solveFlags) severalLines() bool {
	return f.explain && f.format != "json" || f.format == "game"
}

// straightOut reports whether what is printed of a game may be long, and is worth having at
// once.
func (f *solveFlags) straightOut() bool { return f.all || f.trace }

// straight returns the task with its output going to stdout at once, with a blank line
// between games if it lists solutions. The games come one after the other.
func (f *solveFlags) straight(do task, stdout io.Writer) task {
	begun := false
	return func(ctx context.Context, _ io.Writer, g numbered) error {
		out := bufio.NewWriter(stdout)
		if f.all && f.format != "json" && begun {
			fmt.Fprintln(out)
		}
		begun = true
		err := do(ctx, out, g)
		if flushed := out.Flush(); flushed != nil {
			return flushed
		}
		return err
	}
}

// solve prints what there is to know of a game.
func (f *solveFlags) solve(ctx context.Context, out io.Writer, g numbered) error {
	how := enum.How{Algorithm: f.algorithm, Core: f.core, Workers: g.workers}
	if f.trace {
		how.Trace = out
	}
	answer, err := f.answer(ctx, g.game, how)
	if err != nil {
		return err
	}
	return answer.WriteFormat(out, f.format)
}

// answer returns the answer that the flags ask for.
func (f *solveFlags) answer(ctx context.Context, game enum.Game, how enum.How) (enum.Answer, error) {
	switch {
	case f.repair:
		return f.game.Repair(ctx, game)
	case f.explain:
		return f.game.Explain(ctx, game, how)
	case f.modulus.Sign() > 0:
		return f.game.Modulo(ctx, game, how, &f.modulus.Int)
	}
	return game.Solve(ctx, how)
}

// countSolutions prints the number of solutions of a game.
func (f *solveFlags) countSolutions(ctx context.Context, out io.Writer, g numbered) error {
	solutions, err := f.game.CountSolutions(ctx, g.game)
	if err != nil {
		return err
	}
	if f.format == "json" {
		return json.NewEncoder(out).Encode(struct {
			Solutions rows.Number `json:"solutions"`
		}{rows.Exact(solutions)})
	}
	_, err = fmt.Fprintln(out, solutions)
	return err
}

// listSolutions prints all solutions of a game; in JSON each with the game's
// number in the input, from 1.
func (f *solveFlags) listSolutions(ctx context.Context, out io.Writer, g numbered) error {
	for order, err := range f.game.Solutions(ctx, g.game) {
		if err != nil {
			return err
		}
		if f.format == "json" {
			err = json.NewEncoder(out).Encode(struct {
				Game  int      `json:"game"`
				Order []string `json:"order"`
			}{g.number, order})
		} else {
			_, err = fmt.Fprintln(out, strings.Join(enum.Words(order), " "))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
