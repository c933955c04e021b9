package main

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

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/games"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	game       string
	algorithm  string
	trace      bool
	count, all bool
	dimacs     bool
	relaxed    bool
	model      file
	points     file
	format     oneOf
}

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Solve games read from a file or standard input",
		Long: `Solve reads games and prints the verdict of each, and what proves it, in the
players' own names: for Ninja Assassin Wonderwall an order of the players that
solves the game, or a core, players whose choices (in brackets, the wonderwall
first) contradict each other. A core has no player to spare, and up to 16 players
there is no smaller one. To find one of hundreds of players may take far longer than
the verdict.

The answer is exact for any number of players. --count prints how many solutions a
game has, --all prints them all, with a blank line between games; both take as many
players as the algorithm prefixes.

A game is a relationship table, a row for each player (the player, its wonderwall,
its ninja), with a blank line between games; or a code, all choices on one line;
or a JSON object of the players' choices. A game that cannot be read, or that has too
many players for what is asked, is reported; once the others are done the exit code
is 1.

Three flags are for one game. --dimacs prints it as a propositional formula for any
SAT solver, with comments that say what the variables mean; --relaxed leaves out
that they are an order, which makes it 2-SAT. --model reads a SAT solver's answer,
checks it against the game, and prints what it says as a verdict:

  enumerate solve game.txt --dimacs | cadical -q | enumerate solve game.txt --model -

--points reads where the players stand, in space of any dimension, a line such as
A: 2 3.5 1/3 for each, and says who is not satisfied, or the order that they are
seen in along a line. An answer or places that do not solve the game end with exit
code 3.
` + algorithmsHelp(),
		Example: `  enumerate solve game.txt
  echo BC DF BA BE DF DB | enumerate solve
  echo BC DA BA BA | enumerate solve --format json -
  echo BC DA BA BA | enumerate solve --algorithm implied --trace
  echo BC CD BA BA CD | enumerate solve --count
  echo BC CD BA BA CD | enumerate solve --all
  enumerate solve game.txt --dimacs
  enumerate solve game.txt --model answer.txt
  enumerate solve game.txt --points places.txt`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			reader, err := f.reader()
			if err != nil {
				return err
			}
			do, err := f.task(cmd, reader)
			if err != nil {
				return err
			}
			alone, err := f.errand(cmd)
			if err != nil {
				return err
			}
			in, name, err := openInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			if alone != nil {
				game, err := only(reader.Read(in), name, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				return alone(game, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return f.run(reader.Read(in), name, do, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	addGame(cmd, &f.game)
	cmd.Flags().StringVar(&f.algorithm, "algorithm", "", "how to solve the games: one of the above")
	_ = cmd.RegisterFlagCompletionFunc("algorithm", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		reader, err := f.reader()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return algorithmNames(reader), cobra.ShellCompDirectiveNoFileComp
	})
	cmd.Flags().BoolVar(&f.trace, "trace", false, "print the reasoning before the verdict")
	cmd.Flags().BoolVar(&f.count, "count", false, "print the number of solutions")
	cmd.Flags().BoolVar(&f.all, "all", false, "print all solutions, one to a line")
	cmd.Flags().BoolVar(&f.dimacs, "dimacs", false, "print the game as a formula, in the DIMACS format")
	cmd.Flags().BoolVar(&f.relaxed, "relaxed", false, "leave out of the formula that the players stand in an order")
	cmd.Flags().Var(&f.model, "model", "check the answer of a SAT solver in this file, - for standard input")
	cmd.Flags().Var(&f.points, "points", "check the places of the players in this file, - for standard input")
	addFormat(cmd, &f.format, "table", "json")
	cmd.Flags().SortFlags = false
	return cmd
}

// algorithmsHelp lists the algorithms of all rulesets that have some.
func algorithmsHelp() string {
	var b strings.Builder
	for _, ruleset := range games.All() {
		reader, ok := ruleset.(enum.Reader)
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "\nAlgorithms for %s, the first by default:\n", ruleset.Name())
		for _, a := range reader.Algorithms() {
			fmt.Fprintf(&b, "  %-13s %s\n", a.Name, a.Summary)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func algorithmNames(reader enum.Reader) []string {
	var names []string
	for _, a := range reader.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// reader returns the ruleset, which reads games.
func (f *solveFlags) reader() (enum.Reader, error) {
	ruleset, err := games.Named(f.game)
	if err != nil {
		return nil, usageError{err}
	}
	reader, ok := ruleset.(enum.Reader)
	if !ok {
		return nil, usagef("%s solves no single games", f.game)
	}
	return reader, nil
}

// A task is what solve does with each game, by its number in the input.
type task func(ctx context.Context, out *bufio.Writer, number int, game enum.Game) error

// task returns what the flags ask for. Each of the flags that ask for something
// else than a verdict has a case of its own.
func (f *solveFlags) task(cmd *cobra.Command, reader enum.Reader) (task, error) {
	for _, last := range []string{"algorithm", "trace"} {
		rivals := []string{"count", "all", "dimacs", "model", "points", last}
		if err := onlyOne(cmd, rivals); err != nil {
			return nil, err
		}
	}
	if names := algorithmNames(reader); f.algorithm != "" && !slices.Contains(names, f.algorithm) {
		return nil, usagef("--algorithm %s: it takes one of %s", f.algorithm, strings.Join(names, ", "))
	}
	if f.trace && f.format.value != "table" {
		return nil, usagef("--trace prints sentences; leave out --format %s", f.format.value)
	}
	switch {
	case f.count:
		return f.countSolutions, nil
	case f.all:
		return f.listSolutions, nil
	}
	return f.solve, nil
}

// onlyOne refuses more than one of some flags.
func onlyOne(cmd *cobra.Command, names []string) error {
	var given []string
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			given = append(given, name)
		}
	}
	if len(given) > 1 {
		return usagef("--%s and --%s do not go together; leave out one", given[0], given[1])
	}
	return nil
}

// run does a task with all games of the input. Those that cannot be read, or for
// which the task fails, are reported, and make the command fail after the others
// are done.
func (f *solveFlags) run(input iter.Seq2[enum.Game, error], name string, do task, stdout, stderr io.Writer) error {
	ctx, stop := interruptible()
	defer stop()
	out := bufio.NewWriter(stdout)
	done, unread, failed := 0, 0, 0
	for game, err := range until(ctx, input) {
		if err != nil {
			unread++
			report(err, name, stderr)
			continue
		}
		if f.all && f.format.value == "table" && done > 0 {
			fmt.Fprintln(out)
		}
		err := do(ctx, out, done+unread+failed+1, game)
		// Somebody may be typing games, and waiting for each verdict.
		if err := out.Flush(); err != nil {
			return err
		}
		switch {
		case err == nil:
			done++
		case err == context.Canceled:
			return orInterrupted(err)
		case errors.As(err, new(usageError)):
			return err
		case errors.Is(err, errors.ErrUnsupported):
			return usageError{err}
		default:
			failed++
			fmt.Fprintf(stderr, "enumerate: %s: game %d: %v\n", name, done+unread+failed, err)
		}
	}
	all := done + unread + failed
	switch {
	case ctx.Err() != nil:
		return errInterrupted
	case all == 0:
		return fmt.Errorf("%s: there is no game in it", name)
	case unread > 0 && failed > 0:
		return fmt.Errorf("%s: %d of %d games could not be read, %d could not be solved", name, unread, all, failed)
	case unread > 0:
		return fmt.Errorf("%s: %d of %d games could not be read", name, unread, all)
	case failed > 0:
		return fmt.Errorf("%s: %d of %d games could not be solved", name, failed, all)
	}
	return nil
}

// solve prints the verdict of a game and its certificate.
func (f *solveFlags) solve(ctx context.Context, out *bufio.Writer, _ int, game enum.Game) error {
	how := enum.How{Algorithm: f.algorithm}
	if f.trace {
		how.Trace = out
	}
	s, err := game.Solve(ctx, how)
	if err != nil {
		return err
	}
	return printSolution(out, f.format.value, s)
}

// countSolutions prints the number of solutions of a game.
func (f *solveFlags) countSolutions(ctx context.Context, out *bufio.Writer, _ int, game enum.Game) error {
	counter, err := f.counter(game)
	if err != nil {
		return err
	}
	count, err := counter.Count(ctx)
	if err != nil {
		return err
	}
	if f.format.value == "json" {
		_, err = fmt.Fprintf(out, "{\"solutions\":\"%v\"}\n", count)
	} else {
		_, err = fmt.Fprintln(out, count)
	}
	return err
}

// listSolutions prints all solutions of a game; in JSON each with the game's
// number in the input, from 1.
func (f *solveFlags) listSolutions(ctx context.Context, out *bufio.Writer, number int, game enum.Game) error {
	counter, err := f.counter(game)
	if err != nil {
		return err
	}
	for order, err := range counter.All(ctx) {
		if err != nil {
			return err
		}
		if f.format.value == "json" {
			err = json.NewEncoder(out).Encode(struct {
				Game  int      `json:"game"`
				Order []string `json:"order"`
			}{number, order})
		} else {
			_, err = fmt.Fprintln(out, strings.Join(enum.Words(order), " "))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// counter returns a game whose solutions can be counted.
func (f *solveFlags) counter(game enum.Game) (enum.Counter, error) {
	counter, ok := game.(enum.Counter)
	if !ok {
		return nil, usagef("%s neither counts nor lists solutions", f.game)
	}
	return counter, nil
}

// printSolution prints a verdict and its certificate on one line.
func printSolution(out io.Writer, format string, s enum.Solution) error {
	if format == "json" {
		names, err := json.Marshal(s.Names)
		if err != nil {
			return err
		}
		choices, err := marshalChoices(s)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "{\"verdict\":%q,%q:%s%s}\n", s.Verdict, s.Certificate, names, choices)
		return err
	}
	words := enum.Words(s.Names)
	for i, chosen := range s.Choices {
		words[i] += " (" + strings.Join(enum.Words(chosen), " ") + ")"
	}
	_, err := fmt.Fprintf(out, "%s  %s: %s\n", s.Verdict, s.Certificate, strings.Join(words, " "))
	return err
}

// marshalChoices returns a member with the choices of a solution, in the form in
// which games are read, and one that says whether it is known to be smallest; or
// nothing if it has none.
func marshalChoices(s enum.Solution) ([]byte, error) {
	if s.Choices == nil {
		return nil, nil
	}
	b := []byte(`,"choices":{`)
	for i, chosen := range s.Choices {
		name, err := json.Marshal(s.Names[i])
		if err != nil {
			return nil, err
		}
		names, err := json.Marshal(chosen)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), names...)
	}
	return append(b, fmt.Sprintf(`},"smallest":%t`, s.Smallest)...), nil
}
