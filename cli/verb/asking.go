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

// An Asking has the flags for the questions of all rulesets. A question is what a verb can ask about a single game. The
// first question of a ruleset needs no flag; each other question has a flag, which asks it. Further flags are settings:
// they say how to answer a question, such as --algorithm.
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

	// Rulesets can share questions and settings, but each flag is added once.
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
		cmd.Flags().StringVar(&a.core, "core", "", "core to find of an unsolvable game; --help lists them")
		Complete(cmd, "core", func() []string { return a.first().Cores })
	}
	if settings["trace"] {
		cmd.Flags().BoolVar(&a.trace, "trace", false, "print the reasoning before the verdict")
		cmd.Flags().StringSliceVar(&a.suppose, "suppose", nil, "begin --trace with the first player before the second")
	}
	a.names = append(a.names, slices.Sorted(maps.Keys(settings))...)
	cmd.SetHelpFunc(a.help)
	return a
}

// addQuestion adds the flag that asks a question about a game, such as --repair. The type of the flag's value depends
// on what the question needs besides the game: nothing, a file, or a number.
func addQuestion(cmd *cobra.Command, q single.Question) {
	switch q.Input {
	case "":
		cmd.Flags().Bool(q.Name, false, q.Summary)
	case single.File:
		cmd.Flags().Var(new(FileName), q.Name, q.Summary)
	default:
		cmd.Flags().Var(&number{name: q.Input}, q.Name, q.Summary)
	}
}

// settingsOf lists the flags that say how to answer a question q about a game: those of --algorithm, --core, --trace
// and --suppose that the question takes. They differ from question to question, because each question lists the
// algorithms and cores that it has.
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

// waysOf returns the names of the algorithms of a question.
func waysOf(q single.Question) []string {
	return lists.Map(q.Algorithms, func(way single.Algorithm) string { return way.Name })
}

// first returns the first question of the ruleset of --game, or an empty question if it has none.
func (a *Asking) first() single.Question {
	return slices.Concat(a.questions(a.game.Ruleset), []single.Question{{}})[0]
}

// has lists the flags of questions and settings that apply to the ruleset of --game.
func (a *Asking) has() (flags []string) {
	for _, q := range a.questions(a.game.Ruleset) {
		if slices.Contains(a.names, q.Name) {
			flags = append(flags, q.Name)
		}
	}
	return append(flags, settingsOf(a.first())...)
}

// given returns which of the flags in names the command line sets. A flag that is set to false counts as not set.
func given(cmd *cobra.Command, names []string) (list []string) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if slices.Contains(names, flag.Name) && flag.Value.String() != "false" {
			list = append(list, flag.Name)
		}
	})
	return list
}

// Chosen returns the questions that the command line asks by a flag such as --repair, or without such a flag the first
// question of the ruleset. It may return several questions with the same name, which differ in their formats. Chosen refuses flags
// that the ruleset does not have, and flags that do not go together.
func (a *Asking) Chosen(cmd *cobra.Command) ([]single.Question, error) {
	// Sort the flags of the command line into those that ask a question and settings.
	list, has := a.questions(a.game.Ruleset), a.has()
	name := a.first().Name
	var asked, settings []string
	for _, flag := range given(cmd, a.names) {
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
	// Two questions, or a question and a setting that it does not have, do not go together.
	q := chosen[0]
	if len(asked) == 1 {
		apart := slices.DeleteFunc(settings, func(flag string) bool { return slices.Contains(settingsOf(q), flag) })
		asked = given(cmd, append(asked, apart...))
	}
	if len(asked) > 1 {
		return nil, Usagef("--%s and --%s do not go together; leave out one", asked[0], asked[1])
	}
	// Standard input and output can be used once.
	if q.Output != "" && a.input(cmd, q) == "-" {
		return nil, Usagef("--%s -: name a file, because standard output has the answer", q.Name)
	}
	if q.Reads() && q.Read == nil && a.input(cmd, q) == "-" {
		if in := cmd.Flags().Arg(0); in == "" || in == "-" {
			return nil, Usagef("the game is read from standard input; give the name of another file")
		}
	}
	return chosen, a.checkSettings(q)
}

// checkSettings returns an error if one of the flags --algorithm, --core, --trace and --suppose has a value that the
// question q, such as "is the game solvable?", does not have. Without --algorithm, the first algorithm of the question
// is meant.
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
		return Usagef("the algorithm %s prints no reasoning; these do: %s", q.Algorithms[at].Name, strings.Join(waysOf(others), ", "))
	}
	return nil
}

// Format returns the format in which to print the answers to the question q, such as "table" or "json". The argument
// format is the value of --format; without --format it is "", and the first format of the question is meant. Format
// returns an error if the question does not have the format.
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

// input returns the file that the flag of a question names: the question reads or writes it.
func (a *Asking) input(cmd *cobra.Command, q single.Question) FileName {
	return *cmd.Flag(q.Name).Value.(*FileName)
}

// Open opens the input that the question q is about. Most questions are about games, which are in the files that the
// arguments name. A question such as --check FILE is about the answers in FILE instead; such a question has a function
// Read. The result noun says what the input consists of: "game" or "answer".
func (a *Asking) Open(cmd *cobra.Command, args []string, q single.Question) (in io.ReadCloser, name, noun string, err error) {
	if q.Read == nil {
		in, name, err = OpenGames(cmd, args, a.game.Ruleset)
		return in, name, "game", err
	}
	if len(args) > 0 {
		return nil, "", "", Usagef("--%s reads answers instead of games: leave out %s", q.Name, args[0])
	}
	in, name, err = a.input(cmd, q).Open(cmd.InOrStdin())
	return in, name, "answer", err
}

// Ask asks a question about the only game that the arguments name or contain. Its errors name the file of the game. If
// a check of the answer fails, Ask returns both the answer and an error.
func (a *Asking) Ask(ctx context.Context, cmd *cobra.Command, args []string, q single.Question) (single.Answer, error) {
	in, name, err := OpenGames(cmd, args, a.game.Ruleset)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	game, err := Only(ctx, a.game.Reader(name, cmd.ErrOrStderr())(in), name, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	// The question may also read the file that its flag names.
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
		return nil, reported(err, name, cmd.ErrOrStderr())
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// WriteOutput writes an answer to the file that the flag of its question names, such as --proof FILE. For a question whose
// answer has no such file, it does nothing.
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
