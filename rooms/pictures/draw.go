// Package pictures draws games, the verb draw, and the curves of estimates, as SVG.
package pictures

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/file"
	"enumerate/internal/svg"
	"enumerate/results/estimate"
)

type drawFlags struct {
	game   verb.Game
	asking *verb.Asking
	format verb.Format
}

// Verbs returns draw.
func Verbs() []verb.Verb { return []verb.Verb{newDraw} }

func newDraw(p *verb.Program) *cobra.Command {
	var f drawFlags
	cmd := &cobra.Command{
		Use:   "draw [FILE|-|GAME...]",
		Short: "Draw a game with its solution",
		Long: `Draw reads one game, as enumerate solve does, and draws it as SVG, a format for browsers and word
processors. To get a picture as PNG, use the page of enumerate web.

The picture of a game of Ninja Assassin Wonderwall shows the choices, as arrows and as a table. Below the choices, the
picture of a solvable game shows a solution: the players on a line, and for each player its wonderwall between it and
its ninja. The picture of an unsolvable game shows a core (players whose choices contradict each other) and, in at
most 40 lines, why no order satisfies the core.

For rulesets in which players take turns, the title says who wins, and the picture shows a winning move if there is one.
For the ruleset spies, give a size to draw a valid board of that size, or give a board to draw it with every line that
has too many queens.

docs/guide/game.md shows examples of pictures. docs/reference/limits.md says how large a game can be drawn.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			drawing, err := f.check(cmd)
			if err != nil {
				return err
			}
			answer, err := f.asking.Ask(cmd.Context(), cmd, args, drawing)
			if err != nil {
				return err
			}
			var picture bytes.Buffer
			if err := single.Write(&picture, answer, f.format.Value); err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(picture.Bytes())
			return err
		},
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddPick(cmd, &f.game)
	f.asking = verb.AddQuestions(cmd, &f.game, func(r *enum.Ruleset) []single.Question { return r.Drawings })
	verb.AddFormat(cmd, &f.format, "svg")
	return cmd
}

// check returns the drawing that the flags ask for, or an error if they make no sense.
func (f *drawFlags) check(cmd *cobra.Command) (drawing single.Question, err error) {
	output := cmd.Flag("output").Value.String()
	if !cmd.Flags().Changed("format") && output != "" && output != "-" {
		switch strings.ToLower(filepath.Ext(output)) {
		case ".svg", "":
		case ".png":
			return drawing, verb.Usagef("--output %s: expected .svg; the page of enumerate web makes PNG files", output)
		default:
			return drawing, verb.Usagef("--output %s: expected a name that ends in .svg; with --format svg any name will do", output)
		}
	}
	list, err := f.asking.Chosen(cmd)
	switch {
	case err != nil:
		return drawing, err
	case len(list) == 0:
		return drawing, verb.Usagef("%s draws no games", f.game.Name)
	}
	return list[0], nil
}

// Write writes a picture into a file, whole or not at all. [verb.CheckPicture] has checked its name.
func Write(path verb.FileName, c *svg.Canvas) error {
	return file.Replace(string(path), c.SVG())
}

// Plot draws a curve into a file.
func Plot(path verb.FileName, c estimate.Curve) error {
	picture, _, err := Curve(c)
	if err != nil {
		return err
	}
	return Write(path, picture)
}
