//go:build !js

// Package positions has two verbs about positions of two-player games: play, against the solver, and values, which
// lists the values of positions in combinatorial game theory and evaluates sums of values and positions.
package positions

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum/playing"
)

// Verbs returns play and values.
func Verbs() []verb.Verb { return []verb.Verb{newPlay, newValues} }

type playFlags struct {
	game   verb.Game
	second bool // the solver begins
}

func newPlay(p *verb.Program) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:         "play --game RULESET FILE|POSITION...",
		Short:       "Play a position against the solver",
		Annotations: map[string]string{verb.TimeoutOf: "a move of the solver", verb.Prompts: ""},
		Long: `Play prints a position and asks for your move: type the number of a move, or the position to which the
move leads. Then the solver moves. The player who cannot move loses. Type ? for a list of your moves, ! for the best
move and its combinatorial value, and q or . to give up.

You begin; with --second, the solver begins. In rulesets whose two players, Left and Right, have different moves, the
player who begins is Left. In nimbers with two chips, a position lists the vertices of both chips, as in "3,2"; the chip
that started at vertex 1 comes first. In jump you are player A, or B with --second, and the solver plays all other
players.`,
		Example: `  enumerate play --game nim 3 5 7
  enumerate play --game col 'o(o,B(o))' --second
  enumerate play --game jump '1 6/2/3 2 1 2 1 0/0 0/0 1'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || !cmd.Flags().Changed("game") {
				return verb.Usagef("play takes a ruleset with turns, and a position: for example, enumerate play --game nim 3 5 7")
			}
			return nil
		},
		RunE: f.run,
	}
	verb.AddGame(cmd, &f.game, p)
	cmd.Flags().Lookup("game").DefValue = "" // play needs --game, because the default ruleset has no turns
	cmd.Flags().BoolVar(&f.second, "second", false, "let the solver begin")
	return cmd
}

// run plays the position of the arguments. The human is Left, who begins, or Right with --second.
func (f *playFlags) run(cmd *cobra.Command, args []string) error {
	if f.game.Read == nil {
		return verb.Usagef("%s reads no single games", f.game.Name)
	}
	if f.game.Position == nil {
		return fmt.Errorf("%s is not played in turns: use a ruleset with turns, such as --game nim", f.game.Name)
	}
	if args[0] == "-" {
		return verb.Usagef("play reads your moves from standard input, and the position from a file or the arguments")
	}

	in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
	if err != nil {
		return err
	}
	defer in.Close()

	found, err := verb.OnlyGame(cmd.Context(), f.game.Read(in), name, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	position, err := Begin(f.game.Ruleset, found)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}

	ctx := cmd.Context()
	m := match{
		game:  f.game,
		out:   bufio.NewWriter(cmd.OutOrStdout()),
		lines: linesOfInput(ctx, cmd.InOrStdin()),
		tell:  Teller{Human: playing.Left, Solver: "I"},
	}
	if f.second {
		m.tell.Human = playing.Right
	}
	err = m.play(ctx, position)
	return cmp.Or(err, m.out.Flush())
}

// linesOfInput returns the lines of an input as they arrive. It reads in a goroutine, so that waiting for input blocks
// nothing else.
func linesOfInput(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, 1<<26) // a position may be long
		for scanner.Scan() {
			select {
			case lines <- strings.TrimSpace(scanner.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// A match is a game against the solver.
type match struct {
	game  verb.Game
	out   *bufio.Writer
	lines <-chan string
	tell  Teller
}

// play lets the human and the solver move in turns, from the position p to the end of the game.
func (m *match) play(ctx context.Context, p playing.Position) error {
	for {
		fmt.Fprintln(m.out, p)
		moves := p.Moves()
		if len(moves) == 0 {
			fmt.Fprintln(m.out, m.tell.Ending(p))
			return nil
		}
		next, err := m.choose(ctx, p, moves)
		if err != nil {
			return err
		}
		if next == nil {
			fmt.Fprintln(m.out, "you give up: you lose")
			return nil
		}
		p = next
	}
}

// choose returns the next position: the human's move, or the solver's best move, which it also prints. It returns nil
// if the human gives up.
func (m *match) choose(ctx context.Context, p playing.Position, moves []playing.Position) (playing.Position, error) {
	if p.Side() == m.tell.Human {
		return m.ask(ctx, p, moves)
	}
	ctx, stop := verb.BoundsOf(ctx).Game(ctx)
	defer stop()
	best, winner, err := p.Best(ctx)
	if err != nil {
		return nil, verb.Ended(ctx, err)
	}

	sure := ""
	if winner == p.Side() {
		sure = ", and shall win"
	}
	fmt.Fprintf(m.out, "I move to %v%s\n", moves[best], sure)
	return moves[best], nil
}

// ask asks the human for a move, and returns the position after it, nil if the human gives up.
func (m *match) ask(ctx context.Context, p playing.Position, moves []playing.Position) (playing.Position, error) {
	for {
		fmt.Fprintf(m.out, "your move, 1 to %d? ", len(moves))
		if err := m.out.Flush(); err != nil {
			return nil, err
		}

		var line string
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case text, more := <-m.lines:
			if !more || text == "." || text == "q" {
				fmt.Fprintln(m.out)
				return nil, nil
			}
			line = text
		}

		switch line {
		case "?":
			for i, move := range moves {
				fmt.Fprintf(m.out, "%4d  %v\n", i+1, move)
			}
			continue
		case "!":
			if err := m.hint(ctx, p, moves); err != nil {
				return nil, err
			}
			continue
		}

		if move := Move(m.game.Ruleset, moves, line); move >= 0 {
			return moves[move], nil
		}
		fmt.Fprintf(m.out, "%q is not a move; ? lists the moves, q gives up\n", line)
	}
}

func (m *match) hint(ctx context.Context, p playing.Position, moves []playing.Position) error {
	ctx, stop := verb.BoundsOf(ctx).Game(ctx)
	defer stop()
	best, words, err := Hint(ctx, p)
	if err != nil {
		return verb.Ended(ctx, err)
	}
	fmt.Fprintf(m.out, "%4d  %v, %s\n", best+1, moves[best], words)
	return nil
}
