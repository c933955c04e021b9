// Package classes lists one game of every class: the verb classes.
package classes

import (
	"bufio"
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum/kit"
	"enumerate/enum/single"
)

// Verbs returns classes.
func Verbs() []verb.Verb { return []verb.Verb{newClasses} }

func newClasses(p *verb.Program) *cobra.Command {
	var game verb.Game
	var verdict string
	var s verb.Sizes
	var part verb.Part
	var minAut uint64
	var format verb.Format
	cmd := &cobra.Command{
		Use:   "classes --n N",
		Short: "List one game of every class",
		Long: `Classes prints a line for each class of isomorphic games: a game of the class, its orbit (the number of
labelled games in the class), the number of its automorphisms, its verdict, and the proof of the verdict. Each line is
printed as soon as its class is found, so "enumerate classes --n 6 | head" ends after a few classes.`,
		Example: `  enumerate classes --n 4 --verdict solvable
  enumerate classes --n 5 --min-aut 2
  enumerate classes --n 6 | head -n 3`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if game.Lister == nil {
				return verb.Usagef("%s lists no classes", game.Name)
			}
			spaces, err := s.Walked(game.Ruleset)
			if err != nil {
				return err
			}
			if verdicts := spaces[0].Verdicts(); verdict != "" && !slices.Contains(verdicts, verdict) {
				return verb.Usagef("--verdict %s: expected one of %s", verdict, strings.Join(verdicts, ", "))
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			var line []byte
			appendRow := (*single.ClassRow).AppendLine
			if format.Value == single.JSONFormat {
				appendRow = (*single.ClassRow).AppendJSON
			}
			for _, s := range spaces {
				var failed error
				only := slices.Index(s.Verdicts(), verdict) // or AnyVerdict
				list, err := game.Lister(s.N)
				if err != nil {
					return err
				}
				err = kit.ListRows(cmd.Context(), s, list, part.Part, only, minAut, func(row *single.ClassRow) bool {
					line = appendRow(row, line[:0])
					_, failed = out.Write(line)
					return failed == nil
				})
				if failed != nil {
					return failed
				}
				if err != nil {
					return cmp.Or(err, out.Flush()) // what was found is printed in any case
				}
			}
			return out.Flush()
		},
	}
	verb.AddGame(cmd, &game, p)
	verb.AddJudge(cmd, p, &game)
	verb.AddSizes(cmd, &s)
	verb.AddPart(cmd, &part)
	cmd.Flags().StringVar(&verdict, "verdict", "", "only classes with this verdict")
	verb.Complete(cmd, "verdict", game.Verdicts)
	verb.AddNumber(cmd, &minAut, "min-aut", 1, "only classes with at least this many automorphisms")
	verb.AddFormat(cmd, &format, single.SolutionFormats()...)
	return cmd
}
