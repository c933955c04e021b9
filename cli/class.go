package cli

import (
	"context"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum/single"
)

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
		Short:       "Find the class of each game",
		Annotations: map[string]string{verb.TimeoutOf: "a game"},
		Long: `Two games are in the same class if they differ only in the names of the players. Class prints the canonical
form of each game, a game that represents the class: two games are in the same class if and only if their canonical
forms are equal. The line also has the orbit (the number of labelled games in the class) and the number of
automorphisms. --solve adds the verdict and its proof. --format json adds the relabeling to this form.

Class reads games as enumerate solve does, and prints a line for each game, in the order of the input. Games of the
same class have equal lines, so sort -u keeps one line for each class. For a game that exceeds --timeout or --memory
the line is "unknown", and the exit code is 4.`,
		Example: `  enumerate class 'BC CD DA AB'
  enumerate generate random --n 4 --count 100 | enumerate class | sort | uniq -c
  enumerate class --game nimbers 4.1-3.2-4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.game.Classify == nil || f.game.Read == nil {
				return verb.Usagef("the command class cannot classify the games of %s: choose another --game", f.game.Name)
			}
			in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
			if err != nil {
				return err
			}
			defer in.Close()
			s := solving{question: single.Question{Ask: f.classify}, workers: f.workers, format: f.format.Value, outcomes: account{name: name, noun: "game", participle: "classified"}}
			return s.run(cmd.Context(), verb.Games(cmd.Context(), in, f.game.Reader(name, cmd.ErrOrStderr())), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddJudge(cmd, p, &f.game)
	verb.AddPick(cmd, &f.game)
	cmd.Flags().BoolVar(&f.solve, "solve", false, "print the verdict and its proof")
	verb.AddWorkers(cmd, &f.workers)
	verb.AddFormat(cmd, &f.format, single.SolutionFormats()...)
	return cmd
}

func (f *classFlags) classify(ctx context.Context, g single.Game, _ single.How) (single.Answer, error) {
	if err := ctx.Err(); err != nil { // Classify may be done with a small game before it looks at the context
		return nil, err
	}
	form, err := f.game.Classify(ctx, g)
	if err != nil {
		return nil, err
	}
	row := form.Row(f.format.Value == single.JSONFormat) // JSON also has the relabeling
	if f.solve {
		solution, err := form.Solution(ctx)
		if err != nil {
			return nil, err
		}
		row.Solution = &solution
	}
	return row, nil
}
