package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/file"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// An Asking has the flags for the questions of all rulesets. A question is what a verb can ask about a single game.
// Each question of a ruleset except the first has a flag that asks it. Settings, such as --algorithm, say how to answer
// it.
type Asking struct {
	game      *Game
	questions func(*enum.Ruleset) []single.Question
	names     []string // the names of all flags of questions and settings

	algorithm, core string
	trace           bool
	suppose         []string
}

// AddQuestions gives a verb the flags of an [Asking], the examples of all questions, and a help that depends on --game.
func AddQuestions(cmd *cobra.Command, game *Game, questions func(*enum.Ruleset) []single.Question) *Asking {
	a := &Asking{game: game, questions: questions}

	settings := make(map[string]bool)
	for _, r := range game.Program.Rulesets {
		cmd.Example += a.examples(r)
		for i, q := range questions(r) {
			if i > 0 && q.Name != questions(r)[0].Name && cmd.Flags().Lookup(q.Name) == nil {
				addQuestion(cmd, q)
				a.names = append(a.names, q.Name)
			}
			for _, setting := range settingsOf(q) {
				settings[setting] = true
			}
		}
	}
	cmd.Example = strings.TrimSuffix(cmd.Example, "\n")

	if settings["algorithm"] {
		cmd.Flags().StringVar(&a.algorithm, "algorithm", "", "how to solve the games; --help lists the algorithms")
		Complete(cmd, "algorithm", func() []string { return waysOf(a.first()) })
	}
	if settings["core"] {
		cmd.Flags().StringVar(&a.core, "core", "", "core to find in an unsolvable game; --help lists the kinds")
		Complete(cmd, "core", func() []string { return a.first().Cores })
	}
	if settings["trace"] {
		cmd.Flags().BoolVar(&a.trace, "trace", false, "print the reasoning; some algorithms only")
		cmd.Flags().StringSliceVar(&a.suppose, "suppose", nil, "begin --trace with the first player before the second")
	}
	a.names = append(a.names, slices.Sorted(maps.Keys(settings))...)
	cmd.SetHelpFunc(a.help)
	return a
}

// addQuestion adds the flag that asks a question. Its value is what the question needs besides the game: nothing, a
// file to read, a file to which the answer is written, or a number.
func addQuestion(cmd *cobra.Command, q single.Question) {
	switch {
	case q.Input == "":
		cmd.Flags().Bool(q.Name, false, q.Summary)
	case q.Output != "":
		cmd.Flags().Var(Written{new(FileName)}, q.Name, q.Summary)
	case q.Input == single.File:
		cmd.Flags().Var(new(FileName), q.Name, q.Summary)
	default:
		cmd.Flags().Var(&number{name: q.Input}, q.Name, q.Summary)
	}
}

// settingsOf returns the flags with which a user can change how a question is answered.
func settingsOf(q single.Question) (flags []string) {
	if q.Algorithms != nil {
		flags = append(flags, "algorithm")
	}
	if q.Cores != nil {
		flags = append(flags, "core")
	}
	if slices.ContainsFunc(q.Algorithms, func(a single.Algorithm) bool { return a.Traces }) {
		flags = append(flags, "trace")
	}
	if slices.ContainsFunc(q.Algorithms, func(a single.Algorithm) bool { return a.Supposes }) {
		flags = append(flags, "suppose")
	}
	return flags
}

func waysOf(q single.Question) []string {
	return lists.Map(q.Algorithms, func(way single.Algorithm) string { return way.Name })
}

// first returns the first question of the ruleset of --game, or an empty question.
func (a *Asking) first() single.Question {
	return slices.Concat(a.questions(a.game.Ruleset), []single.Question{{}})[0]
}

// has lists the flags of questions and settings of the ruleset of --game.
func (a *Asking) has() (flags []string) {
	for _, q := range a.questions(a.game.Ruleset) {
		if slices.Contains(a.names, q.Name) {
			flags = append(flags, q.Name)
		}
	}
	return append(flags, settingsOf(a.first())...)
}

// changedFlags returns the flags in names that are set on the command line. A flag that is set to false counts as not
// set.
func changedFlags(cmd *cobra.Command, names []string) (list []string) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if slices.Contains(names, flag.Name) && flag.Value.String() != "false" {
			list = append(list, flag.Name)
		}
	})
	return list
}

// Chosen returns the question about a game that the command line asks by a flag, such as --explain, or else the first
// question of the ruleset. If several questions have the same name, they differ only in the formats of their answers,
// and Chosen returns them all. Chosen refuses flags that the ruleset does not have, and flags that do not go together.
func (a *Asking) Chosen(cmd *cobra.Command) ([]single.Question, error) {
	list, has := a.questions(a.game.Ruleset), a.has()
	name := a.first().Name
	var asked, settings []string
	for _, flag := range changedFlags(cmd, a.names) {
		switch {
		case !slices.Contains(has, flag) && has == nil:
			return nil, Usagef("%s has no --%s; leave it out", a.game.Name, flag)
		case !slices.Contains(has, flag):
			return nil, Usagef("%s has no --%s; it has: --%s", a.game.Name, flag, strings.Join(has, ", --"))
		case slices.ContainsFunc(list, func(q single.Question) bool { return q.Name == flag }):
			asked, name = append(asked, flag), flag
		default:
			settings = append(settings, flag)
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(list), func(q single.Question) bool { return q.Name != name })
	if len(chosen) == 0 {
		return nil, nil
	}
	q := chosen[0]
	if len(asked) == 1 {
		// Settings that the question does not have do not go together with it.
		otherSettings := slices.DeleteFunc(settings, func(flag string) bool { return slices.Contains(settingsOf(q), flag) })
		asked = changedFlags(cmd, append(asked, otherSettings...))
	}
	if len(asked) > 1 {
		return nil, Usagef("--%s and --%s do not go together; leave out one", asked[0], asked[1])
	}
	// Standard input and output can be used only once.
	if q.Output != "" && a.input(cmd, q) == "-" {
		return nil, Usagef("--%s -: name a file, because standard output has the answer", q.Name)
	}
	if q.Reads() && q.Read == nil && a.input(cmd, q) == "-" {
		if in := cmd.Flags().Arg(0); in == "" || in == "-" {
			return nil, Usagef("--%s -: name a file, because standard input has the game", q.Name)
		}
	}
	return chosen, a.checkSettings(q)
}

// checkSettings returns an error if a setting has a value that the question q does not have. Without --algorithm, the
// first algorithm is meant.
func (a *Asking) checkSettings(q single.Question) error {
	at := slices.IndexFunc(q.Algorithms, func(algorithm single.Algorithm) bool { return algorithm.Name == a.algorithm })
	at = max(at, 0) // the first algorithm, if there is no --algorithm or its value is unknown
	switch {
	case a.core != "" && !slices.Contains(q.Cores, a.core):
		return Usagef("--core %s: expected one of %s", a.core, strings.Join(q.Cores, ", "))
	case a.algorithm != "" && q.Algorithms[at].Name != a.algorithm:
		return Usagef("--algorithm %s: expected one of %s", a.algorithm, strings.Join(waysOf(q), ", "))
	case a.suppose != nil && (!a.trace || len(a.suppose) != 2):
		return Usagef("--suppose goes with --trace, and takes two players, such as --suppose A,B")
	case a.trace && !q.Algorithms[at].Traces:
		others := single.Question{Algorithms: slices.DeleteFunc(slices.Clone(q.Algorithms), func(algorithm single.Algorithm) bool { return !algorithm.Traces })}
		return Usagef("--trace needs an algorithm that prints its reasoning: choose one with --algorithm: %s", strings.Join(waysOf(others), ", "))
	}
	return nil
}

// Format returns the format in which to print the answers to q: the value of --format, or the first format of q if it
// is "".
func (a *Asking) Format(q single.Question, format string) (string, error) {
	switch {
	case format == "":
		return q.Formats[0], nil
	case slices.Contains(q.Formats, format):
		return format, nil
	case len(q.Formats) == 1 && q.Name != a.first().Name:
		return "", Usagef("--%s has its own format; leave out --format", q.Name)
	}
	of := a.game.Name
	if q.Name != a.first().Name { // the first question of a ruleset has no flag
		of += " --" + q.Name
	}
	return "", Usagef("--format %s: for %s, expected one of %s", format, of, strings.Join(q.Formats, ", "))
}

// Tracing reports whether --trace is set.
func (a *Asking) Tracing() bool { return a.trace }

// How returns the settings of the command line, and the number that the flag of the question takes, if it takes one.
func (a *Asking) How(cmd *cobra.Command, q single.Question) single.How {
	how := single.How{Algorithm: a.algorithm, Core: a.core, Suppose: a.suppose}
	if q.Input != "" && q.Input != single.File {
		how.Number = &cmd.Flag(q.Name).Value.(*number).Int
	}
	return how
}

// input returns the file that the flag of a question names.
func (a *Asking) input(cmd *cobra.Command, q single.Question) FileName {
	return FileName(cmd.Flag(q.Name).Value.String())
}

// Open opens the input of the question q: the games in the files that the arguments name, or the answers in FILE for a
// question such as --check FILE. The noun is what the input consists of: "game" or "answer".
func (a *Asking) Open(cmd *cobra.Command, args []string, q single.Question) (in io.ReadCloser, name, noun string, err error) {
	if q.Read == nil {
		in, name, err = OpenGames(cmd, args, a.game.Ruleset)
		return in, name, "game", err
	}
	if len(args) > 0 {
		return nil, "", "", Usagef("--%s FILE reads answers from FILE, and takes no games: leave out %s", q.Name, args[0])
	}
	in, name, err = a.input(cmd, q).Open(cmd.InOrStdin())
	return in, name, "answer", err
}

// Ask asks a question about the only game that the arguments name or contain. If a check of the answer fails, Ask
// returns both the answer and an error.
func (a *Asking) Ask(ctx context.Context, cmd *cobra.Command, args []string, q single.Question) (single.Answer, error) {
	in, name, err := OpenGames(cmd, args, a.game.Ruleset)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	game, err := OnlyGame(ctx, a.game.Reader(name, cmd.ErrOrStderr())(in), name, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	how := a.How(cmd, q)
	if q.Reads() {
		read, fileName, err := a.input(cmd, q).Open(cmd.InOrStdin())
		if err != nil {
			return nil, err
		}
		defer read.Close()
		how.Input, name = read, fileName
	}
	answer, err := q.Ask(ctx, game, how)
	switch {
	case err == nil:
		return answer, nil
	case ctx.Err() != nil:
		return nil, err
	case errors.As(err, new(single.Wrong)):
		return answer, fmt.Errorf("%s: %w: %w", name, ErrCheck, err)
	case errors.As(err, new(text.Error)):
		Report(err, name, cmd.ErrOrStderr())
		return nil, ErrReported
	}
	return nil, fmt.Errorf("%s: %w", name, file.Bare(err))
}

// WriteOutput writes an answer to the file that the flag of its question names, such as --proof FILE, if it has one.
func (a *Asking) WriteOutput(cmd *cobra.Command, q single.Question, answer single.Answer) error {
	if q.Output == "" {
		return nil
	}
	f, err := file.Begin(string(a.input(cmd, q)))
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := single.Write(f, answer, q.Output); err != nil {
		return err
	}
	return f.Keep()
}

// number is a flag that takes a whole number of any size, at least 1.
type number struct {
	big.Int
	name string // the name of the type of the flag's value, for the help
}

func (n *number) String() string {
	if n.Sign() == 0 {
		return ""
	}
	return n.Int.String()
}

func (n *number) Type() string { return n.name }

func (n *number) Set(text string) error {
	if _, ok := n.SetString(text, 10); !ok || n.Sign() < 1 {
		return fmt.Errorf("expected a whole number from 1, such as 1000000007")
	}
	return nil
}
