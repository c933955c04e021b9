// Package pictures draws games, the verb draw, and the curves of estimates, and writes what is drawn
// as SVG.
package pictures

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/estimate"
	"enumerate/internal/file"
	"enumerate/internal/svg"
)

// drawFlags are the flags of draw.
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
		Short: "Draw a game with its solution, or another answer",
		Long: `Draw takes one game, as solve does, from a file, standard input or its arguments, and
draws it as SVG, for browsers and word processors. For a PNG, which chats take, look the game up
on the page of "enumerate web", and press "Copy as PNG".

The picture of a game of Ninja Assassin Wonderwall shows who chose whom, as arrows
and as a table. Below that it shows a solution: the players on a line, and for each
player that its wonderwall stands between it and its ninja. Or it shows a core and, if
that takes no more than 40 lines, why no order of the players can satisfy it. Names
wider than some 20 letters are shortened. Games of up to 200 players are drawn.

--points draws players where a file says that they stand, up to 60 of them, as solve
--points reads it, and their projection onto a line. --steps draws what is known of the
order after each assumption of the algorithm "implied", for up to 16 players.

In the other games the title says who wins, and the picture by which move. Nimbers: the
DAG with all Grundy values, and the chip to push. Jump: the winner's path, and the jump
to make first, or the tiles within reach. Col: the value, and the best move of each side.
Nim and its like: the heap to take from, and how many sticks. For spies it draws a valid
board of the given size, or the given board with every line that makes it invalid.`,
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
			if err := answer.WriteFormat(&picture, f.format.Value); err != nil {
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

// check returns the drawing that the flags ask for. It refuses what does not go together.
func (f *drawFlags) check(cmd *cobra.Command) (drawing single.Question, err error) {
	output := cmd.Flag("output").Value.String()
	if !cmd.Flags().Changed("format") && output != "" && output != "-" {
		switch strings.ToLower(filepath.Ext(output)) {
		case ".svg", "":
		case ".png":
			return drawing, verb.Usagef("--output %s: the page of enumerate web makes PNG of a picture; want .svg here", output)
		default:
			return drawing, verb.Usagef("--output %s: want .svg; --format svg makes one under any name", output)
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
