package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/single"
)

type solveFlags struct {
	game    verb.Game
	asking  *verb.Asking
	workers int
	format  string
}

func newSolve(p *verb.Program) *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:         "solve [FILE|-|GAME...]",
		Short:       "Solve games from a file, standard input or the arguments",
		Annotations: map[string]string{verb.TimeoutOf: "a game"},
		Long: `Solve prints the verdict of each game, usually with a proof. Flags ask other questions
(docs/guide/game.md). An argument that names no file is a game.

The exit code is 1 if a game cannot be read or is too large, and 4 if a game exceeds --timeout or --memory.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.check(cmd)
			if err != nil {
				return err
			}
			if q.Alone {
				return f.askOne(cmd, args, q)
			}
			in, name, noun, err := f.asking.Open(cmd, args, q)
			if err != nil {
				return err
			}
			defer in.Close()
			read := f.game.Reader(name, cmd.ErrOrStderr())
			if q.Read != nil {
				read = f.game.Remarking(q.Read, name, cmd.ErrOrStderr())
			}
			s := solving{question: q, how: f.asking.How(cmd, q), trace: f.asking.Tracing(), workers: f.workers, format: f.format, outcomes: account{name: name, noun: noun, participle: "solved"}}
			return s.run(cmd.Context(), verb.Games(cmd.Context(), in, read), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddJudge(cmd, p, &f.game)
	verb.AddPick(cmd, &f.game)
	f.asking = verb.AddQuestions(cmd, &f.game, func(r *enum.Ruleset) []single.Question { return r.Questions })
	verb.AddWorkers(cmd, &f.workers)
	f.asking.AddFormat(cmd, &f.format)
	return cmd
}

// check returns the question that the flags ask about each game, sets the format of the answers, and refuses flags that
// do not go together.
func (f *solveFlags) check(cmd *cobra.Command) (q single.Question, err error) {
	if f.game.Questions == nil {
		return q, verb.Usagef("%s solves no single games", f.game.Name)
	}
	list, err := f.asking.Chosen(cmd)
	if err != nil {
		return q, err
	}
	q = list[0] // more questions in the list would differ only in their formats
	if f.asking.Tracing() && f.format == single.JSONFormat {
		return q, verb.Usagef("--trace prints sentences; leave out --format %s", f.format)
	}
	f.format, err = f.asking.Format(q, f.format)
	return q, err
}

// askOne asks a question that is only about a single game, and prints the answer.
func (f *solveFlags) askOne(cmd *cobra.Command, args []string, q single.Question) error {
	ctx, stop := verb.BoundsOf(cmd.Context()).Game(cmd.Context())
	defer stop()
	return verb.Within(ctx, func() error {
		answer, err := f.asking.Ask(ctx, cmd, args, q) // a wrong answer has an error too, and is printed
		if answer == nil {
			return err
		}
		if err := f.asking.WriteOutput(cmd, q, answer); err != nil {
			return err
		}
		return cmp.Or(single.Write(cmd.OutOrStdout(), answer, f.format), err)
	})
}

// A solving asks a question of all games of an input.
//
// An answer is printed when it is complete, so that several games can be solved in parallel and a game that exceeds a
// limit leaves no half of an answer. Answers that may be too long for the memory are printed while they are made.
type solving struct {
	question single.Question
	how      single.How
	trace    bool // whether the solver's steps are printed before each answer
	workers  int
	format   string
	outcomes account
}

// lines reports whether answers have several lines.
func (s *solving) lines() bool {
	return s.question.Lines && s.format != single.JSONFormat || s.format == single.GameFormat
}

// answer asks the question about a game and prints the answer to out. If the program's own check finds the answer
// wrong, it is printed too, and the error is [single.Wrong].
func (s *solving) answer(ctx context.Context, out io.Writer, g inputGame, workers int) error {
	how := s.how
	how.Workers, how.Game = workers, g.number
	if s.trace {
		how.Trace = out
	}
	answer, err := s.question.Ask(ctx, g.game, how)
	if err != nil && !errors.As(err, new(single.Wrong)) {
		return err
	}
	return cmp.Or(single.Write(out, answer, s.format), err)
}

// inBounds calls answer within the limits of a game. If the game exceeds a limit, inBounds prints "unknown" and returns
// the [verb.Crossing].
func (s *solving) inBounds(ctx context.Context, out io.Writer, g inputGame, workers int) error {
	game, stop := verb.BoundsOf(ctx).Game(ctx)
	defer stop()

	var err error
	if s.straight() { // the answer may be too long to keep in memory
		err = verb.Ended(game, s.answer(game, out, g, workers))
	} else {
		var text bytes.Buffer
		err = verb.Within(game, func() error { return s.answer(game, &text, g, workers) })
		if isAnswer := err == nil || errors.As(err, new(single.Wrong)); isAnswer {
			_, failed := text.WriteTo(out)
			err = cmp.Or(failed, err)
		}
	}

	if exceeded := errors.As(err, new(verb.Crossing)); !exceeded || ctx.Err() != nil {
		return err // the game exceeded no limit, or the whole verb is interrupted
	}
	_, failed := fmt.Fprintln(out, s.unknown(g.number))
	return cmp.Or(failed, err)
}

func (s *solving) unknown(number int) string {
	switch {
	case s.format == single.JSONFormat && s.question.Long:
		return fmt.Sprintf(`{"game":%d,"verdict":"unknown"}`, number)
	case s.format == single.JSONFormat:
		return `{"verdict":"unknown"}`
	}
	return "unknown"
}

// straight reports whether an answer may be too long to keep in memory. The games are then answered one after the
// other, and each answer is printed while it is made.
func (s *solving) straight() bool { return s.question.Long || s.trace }

// straightTo returns a function that answers a game within its limits, as inBounds does, but prints directly to stdout.
// The function is called for one game after the other, in the order of the input.
func (s *solving) straightTo(stdout io.Writer) func(context.Context, io.Writer, inputGame, int) error {
	begun := false
	return func(ctx context.Context, _ io.Writer, g inputGame, workers int) error {
		out := bufio.NewWriter(stdout)
		if s.lines() && begun {
			fmt.Fprintln(out)
		}
		begun = true
		return cmp.Or(s.inBounds(ctx, out, g, workers), out.Flush())
	}
}

type solveResult struct {
	unread error  // the error of reading the game
	text   []byte // the answer, unless it is printed already
	err    error  // the error of answering
}

// run asks the question of all games of the input. It reports each game that it cannot read or answer, and continues;
// at the end it returns one error for all these games.
func (s *solving) run(ctx context.Context, input iter.Seq2[single.Game, error], stdout, stderr io.Writer) error {
	do, workers := s.inBounds, s.workers
	if s.straight() {
		do, workers = s.straightTo(stdout), 1
	}
	outcomes := &s.outcomes
	separator := "" // what is printed before an answer of several lines: a blank line, except before the first

	solve := func(ctx context.Context, g inputGame, workers int) (s solveResult) {
		if g.unread != nil {
			return solveResult{unread: g.unread}
		}
		var text bytes.Buffer
		s.err = do(ctx, &text, g, workers)
		s.text = text.Bytes()
		return s
	}
	for g := range inOrder(ctx, input, workers, solve) {
		// A game that exceeds a limit while it is read is unknown, like a game that exceeds a limit while it is solved.
		if errors.As(g.unread, new(verb.Crossing)) {
			g.text = []byte(s.unknown(outcomes.all+1) + "\n")
		}
		if s.lines() && len(g.text) > 0 {
			g.text = append([]byte(separator), g.text...)
			separator = "\n"
		}
		// Not buffered, because a user may be typing games and waiting for each verdict.
		if _, err := stdout.Write(g.text); err != nil {
			return err
		}

		// Exceeded limits and wrong answers are reported once at the end, not for each game.
		outcomes.all++
		switch err := g.err; {
		case outcomes.exceeded(g.unread):
			outcomes.fail(g.unread, stderr)
		case g.unread != nil:
			outcomes.unread++
			verb.Report(g.unread, outcomes.name, stderr)
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case outcomes.exceeded(err):
		case errors.As(err, new(single.Wrong)):
			outcomes.wrong++
		default:
			outcomes.failed++
			outcomes.fail(err, stderr)
		}
	}
	return outcomes.err(ctx)
}
