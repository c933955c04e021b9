package cli

import (
	"bufio"
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// classFlags are the flags of class.
type classFlags struct {
	game    verb.Game
	solve   bool
	workers int
	format  verb.Format
}

func newClass(p *verb.Program) *cobra.Command {
	var f classFlags
	cmd := &cobra.Command{
		Use:         "class [FILE|-|GAME...]",
		Short:       "Say which class each game is of",
		Annotations: map[string]string{verb.TimeoutOf: "a game"},
		Long: `Class reads games, as solve does, and prints for each the canonical form, one game of its
class: games are isomorphic if and only if their canonical forms are equal. It is the game
that classes lists for the class, wherever that lists it. Beside it stand the orbit (how
many labelled games the class has) and the number of automorphisms; with --solve also the
verdict and what proves it, as on a line of classes. In JSON there is also the relabeling
that carries the game into its canonical form. Lines come in the order of the input.
A game that takes longer than --timeout, or more memory than --memory, is reported; if there
is one, and no failure, the exit code is 4.

Lines of a table are equal where the classes are: sort -u leaves one of each class, and
sort | uniq -c says how many there are.`,
		Example: `  enumerate class 'BC CD DA AB'
  enumerate generate random --n 4 --count 100 | enumerate class | sort | uniq -c
  enumerate class --game nimbers 4.1-3.2-4
  enumerate generate random --n 4 --count 100 | enumerate class --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.game.Classify == nil || f.game.Read == nil {
				return verb.Usagef("%s finds no classes of single games; its group: %s", f.game.Name, f.game.Group)
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			err := f.run(cmd.Context(), cmd, args, out)
			return cmp.Or(err, out.Flush())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	cmd.Flags().BoolVar(&f.solve, "solve", false, "print the verdict, too, and what proves it")
	verb.AddWorkers(cmd, &f.workers)
	verb.AddFormat(cmd, &f.format, "table", "json")
	return cmd
}

// A formed is what became of one game of an input.
type formed struct {
	unread error // why it could not be read
	err    error // why it has no form
	row    *enum.ClassRow
}

// run prints the classes of the games of an input.
func (f *classFlags) run(ctx context.Context, cmd *cobra.Command, args []string, out *bufio.Writer) error {
	in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
	if err != nil {
		return err
	}
	defer in.Close()
	games := batchesOf(f.game.Ruleset, in)
	if verb.BoundsOf(ctx).TimesGames() {
		games = oneByOne(verb.Games(ctx, in, f.game.Read))
	}
	forms := func(ctx context.Context, games []read, _ int) []formed {
		all := make([]formed, len(games))
		for i, g := range games {
			if all[i].err = ctx.Err(); all[i].err == nil {
				all[i] = f.form(ctx, g)
			}
		}
		return all
	}
	var line []byte
	became := account{name: name, noun: "game", done: "classified"}
	for some := range inOrder(ctx, games, f.workers, forms) {
		for _, g := range some {
			became.all++
			switch {
			case became.cross(g.unread):
				became.fail(g.unread, cmd.ErrOrStderr())
			case g.unread != nil:
				became.report(g.unread, cmd.ErrOrStderr())
			case g.err != nil && ctx.Err() != nil:
				return ctx.Err()
			case g.err != nil:
				if !became.cross(g.err) {
					became.failed++
				}
				became.fail(g.err, cmd.ErrOrStderr())
			default:
				line = g.row.Append(line[:0], f.format.Value)
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
		}
		if err := out.Flush(); err != nil { // a user may be typing games, and waiting for each answer
			return err
		}
	}
	return became.err(ctx)
}

// form finds the class of one game.
func (f *classFlags) form(ctx context.Context, g read) (found formed) {
	if found.unread = g.unread; g.unread != nil {
		return found
	}
	ctx, stop := verb.BoundsOf(ctx).Game(ctx)
	defer func() {
		found.err = verb.Ended(ctx, found.err)
		stop()
	}()
	if found.err = ctx.Err(); found.err != nil {
		return found
	}
	form, err := f.game.Classify(ctx, g.game)
	if err != nil {
		found.err = err
		return found
	}
	found.row = form.Row(f.format.Value == "json")
	if f.solve {
		solution, err := form.Solution(ctx)
		found.row.Solution, found.err = &solution, err
	}
	return found
}
