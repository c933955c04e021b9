package verb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games"
	"enumerate/internal/text"
)

// A move is a game. Its answer is a text that names the move and the settings.
type move string

func (m move) Solve(_ context.Context, how single.How) (single.Answer, error) {
	if how.Trace != nil {
		fmt.Fprintf(how.Trace, "suppose %q\n", how.Suppose)
	}
	return reply(fmt.Sprintf("%s by %q, core %q", m, how.Algorithm, how.Core)), nil
}

// A reply is an answer that prints itself and its format.
type reply string

func (r reply) Contents() (c single.Contents) {
	for _, format := range []string{"table", "json", "game", "xml", "lrat"} {
		c.Others = append(c.Others, single.Format{Name: format, Write: func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%s: %s\n", format, string(r))
			return err
		}})
	}
	return c
}

// readMoves reads a move from each line and skips blank lines. A line with "check" or a space in it is an error.
func readMoves(r io.Reader) iter.Seq2[single.Game, error] {
	return func(yield func(single.Game, error) bool) {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			line := strings.TrimSpace(lines.Text())
			switch {
			case line == "":
			case strings.Contains(line, "check") || strings.Contains(line, " "):
				if !yield(nil, fmt.Errorf("%q is no move\nit has to be one word", line)) {
					return
				}
			case !yield(move(line), nil):
				return
			}
		}
	}
}

// chess is a ruleset with every kind of question.
func chess() *enum.Ruleset {
	answer := func(_ context.Context, g single.Game, how single.How) (single.Answer, error) {
		input := ""
		if how.Input != nil {
			read, err := io.ReadAll(how.Input)
			if err != nil {
				return nil, err
			}
			input = string(read)
		}
		switch g := g.(move); g {
		case "wrong":
			return reply("wrong"), single.Wrong{Err: errors.New("it is not true")}
		case "fault":
			return nil, text.Whole("").Errorf("a fault\nline 2: another one")
		case "large":
			return nil, errors.New("too large")
		default:
			return reply(fmt.Sprintf("%s %v %s", g, how.Number, input)), nil
		}
	}
	return &enum.Ruleset{
		Name: "chess", Summary: "a queen and a king", Size: "moves", Sizes: enum.Range{First: 1, Last: 9}, Group: "nothing",
		Games: single.Games{
			Reading: single.Reading{Read: readMoves, Input: "a move on each line", Remarks: func(g single.Game) error {
				if g == move("kween") {
					return errors.New("\"kween\" is taken for \"queen\"")
				}
				return nil
			}},
			Questions: []single.Question{
				{
					Name: single.Solve, Title: "Answer", Example: "enumerate ask e4\n", Formats: []string{"table", "json"}, Cores: []string{"small", "any"}, Ask: single.Asks(single.Game.Solve),
					Algorithms: []single.Algorithm{{Name: "plain", Summary: "one move after the other"}, {Name: "clever", Summary: "all at once", Traces: true, Supposes: true}, {Name: "odd", Summary: "by chance", Traces: true}},
				},
				{Name: "mend", Summary: "print a move that is better", Example: "enumerate ask --mend e4", Alone: true, Formats: []string{"game"}, Ask: answer},
				{Name: "modulo", Summary: "count modulo a number", Input: "P", Alone: true, Formats: []string{"table", "xml"}, Ask: answer},
				{Name: "against", Summary: "compare with a file", Input: single.File, Alone: true, Formats: []string{"table"}, Ask: answer},
				{Name: "proof", Summary: "write a proof to a file", Input: single.File, Output: "lrat", Alone: true, Formats: []string{"table"}, Ask: answer},
				{Name: "verify", Summary: "verify answers in a file", Input: single.File, Read: readMoves, Formats: []string{"table"}, Ask: answer},
			},
		},
	}
}

// draughts is a ruleset whose only question is solve. It has a parameter, size.
func draughts() *enum.Ruleset {
	r := &enum.Ruleset{Name: "draughts", Summary: "a man and a king", Size: "men", Sizes: enum.Range{First: 1, Last: 1}, Games: single.Games{Reading: single.Reading{Read: readMoves, Input: "a line"}}}
	r.Questions = []single.Question{single.Solving("enumerate ask --game draughts e4", []string{"json", "table"})}
	r.Parameters = []enum.Parameter{{Name: "size"}}
	r.With = func(values map[string]string) (*enum.Ruleset, error) {
		set := *r
		set.Name += ":size=" + values["size"]
		return &set, nil
	}
	return r
}

// silent is a ruleset that has no questions and reads no games.
func silent() *enum.Ruleset {
	return &enum.Ruleset{Name: "silent", Summary: "nothing", Sizes: enum.Range{First: 1, Last: 2}}
}

func newAsk(p *Program) *cobra.Command {
	var game Game
	var asking *Asking
	var format string
	cmd := &cobra.Command{Use: "ask [FILE|-|GAME...]", Short: "Ask about games", Long: "Ask asks about games.", Annotations: map[string]string{TimeoutOf: "a game"}}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := asking.Chosen(cmd)
		if err != nil {
			return err
		}
		if list == nil {
			return Usagef("%s has no questions", game.Name)
		}
		q := list[0]
		how, err := asking.Format(q, format)
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		if q.Alone {
			answer, err := asking.Ask(cmd.Context(), cmd, args, q)
			if answer == nil {
				return err
			}
			if err := asking.WriteOutput(cmd, q, answer); err != nil {
				return err
			}
			return errors.Join(single.Write(out, answer, how), err)
		}
		in, name, noun, err := asking.Open(cmd, args, q)
		if err != nil {
			return err
		}
		defer in.Close()
		read := game.Reader(name, cmd.ErrOrStderr())
		if q.Read != nil {
			read = q.Read
		}
		failed := 0
		for g, err := range Games(cmd.Context(), in, read) {
			if err != nil {
				failed++
				Report(err, name, cmd.ErrOrStderr())
				continue
			}
			settings := asking.How(cmd, q)
			if asking.Tracing() {
				settings.Trace = out
			}
			fmt.Fprintf(out, "%s of %s: ", noun, name)
			if err := q.Write(cmd.Context(), out, g, settings, how); err != nil {
				return err
			}
		}
		if failed > 0 {
			return SomeFailedf("%s: %d failed", name, failed)
		}
		return nil
	}
	AddGame(cmd, &game, p)
	asking = AddQuestions(cmd, &game, func(r *enum.Ruleset) []single.Question { return r.Questions })
	asking.AddFormat(cmd, &format)
	return cmd
}

func newCount(p *Program) *cobra.Command {
	var f Totals
	cmd := &cobra.Command{Use: "count --n N", Short: "Count games", Args: NoArgs, Long: "Count counts games.", RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(cmd) }}
	f.Add(cmd, p)
	FollowGame(cmd, &f.Game, "Methods for", func(r *enum.Ruleset) (list []Item) {
		for _, m := range r.Methods {
			if m.Name != enum.Walk {
				list = append(list, Item{m.Name, m.Summary})
			}
		}
		return list
	}, func(flag string) bool { return flag == "db" })
	return cmd
}

func newSample(p *Program) *cobra.Command {
	var f Sample
	cmd := &cobra.Command{Use: "sample --n N", Short: "Draw games", Args: NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(cmd) }}
	f.AddGames(cmd, p)
	AddTrials(cmd, &f.Trials, &f.Seed)
	cmd.Flags().BoolVar(&f.Resume, "resume", false, "store the sample")
	f.AddWork(cmd, Formats...)
	cmd.Flags().Var(&f.Plot, "plot", "draw the proportions into this file, an .svg")
	f.AddEstimates(cmd)
	return cmd
}

// newDo returns a verb that prints a line and then calls do.
func newDo(do func(cmd *cobra.Command) error) Verb {
	return func(*Program) *cobra.Command {
		var share Percent
		var in FileName
		cmd := &cobra.Command{Use: "do [FILE...]", Short: "Do something", RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), "a line")
			return do(cmd)
		}}
		cmd.Flags().Var(&share, "share", "a share")
		cmd.Flags().Var(&in, "in", "a file")
		AddDB(cmd, new(FileName))
		return cmd
	}
}

// newProgram returns a root command that walks games, as enumerate does, with these verbs.
func newProgram(p *Program, verbs ...Verb) *cobra.Command {
	f := Totals{Walks: true}
	cmd := &cobra.Command{
		Use: "enumerate --n N", Short: "Walk games", Long: "Enumerate walks games.", Example: "  enumerate --n 3\n  enumerate --n 4\n  enumerate --n 5\n  enumerate --n 6", Args: NoArgs,
		SilenceUsage: true, SilenceErrors: true, RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(cmd) },
	}
	f.Add(cmd, p)
	for _, verb := range verbs {
		cmd.AddCommand(verb(p))
	}
	Finish(cmd)
	return cmd
}

type outcome struct {
	code           int
	stdout, stderr string
}

func run(t *testing.T, cmd *cobra.Command, stdin string, args ...string) outcome {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd.SetArgs(args)
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	code := Execute(cmd)
	return outcome{code, stdout.String(), stderr.String()}
}

// enumerate executes a command line of a program with the verbs ask, count and sample.
func enumerate(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	return run(t, newProgram(&Program{Rulesets: rulesets()}, newAsk, newCount, newSample), stdin, args...)
}

func rulesets() Rulesets { return append(games.All()[:3:3], chess(), draughts(), silent()) }

// inOwnDirectory changes to a new directory for the duration of the test, and puts the default database there.
func inOwnDirectory(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	t.Setenv("ENUMERATE_DB", filepath.Join(dir, "runs.db"))
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCommandsSayWhatIsWrongInOneLine(t *testing.T) {
	inOwnDirectory(t)
	write(t, "figures.csv", "n\n")
	const sizes = `expected a size, such as 6, or a range of sizes, such as 3..8`
	for _, c := range []struct {
		args string
		code int
		want string // "" for nothing
	}{
		{"--n six", ExitUsage, `--n six: ` + sizes},
		{"--n 0", ExitUsage, `--n 0: ` + sizes},
		{"--n 8..3", ExitUsage, `--n 8..3: the range is reversed: use 3..8`},
		{"--n 3..", ExitUsage, `--n 3..: ` + sizes},
		{"--resume", ExitUsage, "no size given: add --n, such as --n 6"},
		{"--game spies --resume", ExitUsage, "no size given: add --n, such as --n 6"},
		{"--n 2", ExitUsage, "--n 2: for wonderwall, expected 3 to 13 players"},
		{"--n 2..4", ExitUsage, "--n 2..4: for wonderwall, expected 3 to 13 players"},
		{"--n 14", ExitUsage, "--n 14: for wonderwall, expected 3 to 13 players; for totals of larger sizes, use enumerate count --method count"},
		{"six", ExitUsage, `unknown verb "six"; enumerate --help lists the verbs`},
		{"cuont", ExitUsage, `unknown verb "cuont"; did you mean "count"? enumerate --help lists the verbs`},
		{"chess", ExitUsage, `unknown verb "chess"; for the ruleset, use enumerate --game chess`},
		{"3 4", ExitUsage, `unknown verb "3"; enumerate --help lists the verbs`},
		{"count chess", ExitUsage, `count takes flags only, not "chess"`},
		{"count --n 3 4", ExitUsage, `count takes flags only, not "4"`},
		{"help cuont", ExitUsage, `unknown verb "cuont"; did you mean "count"? enumerate --help lists the verbs`},
		{"--speed 9", ExitUsage, "unknown flag: --speed; enumerate -h lists the flags"},
		{"--worker 9", ExitUsage, "unknown flag: --worker; did you mean --workers?"},
		{"count --worker 9", ExitUsage, "unknown flag: --worker; did you mean --workers?"},
		{"count --speed 9", ExitUsage, "unknown flag: --speed; enumerate count -h lists the flags"},
		{"--n 3 --timeout 9", ExitUsage, "--timeout 9: expected a duration with a unit, such as 30s or 5m"},
		{"--n 3 --timeout soon", ExitUsage, `--timeout soon: expected a duration with a unit, such as 30s or 5m`},
		{"--n 3 --timeout -1s", ExitUsage, "--timeout -1s: expected a duration such as 30s, or 0 for no limit"},
		{"--n 3 --workers 0", ExitUsage, "--workers 0: expected a number from 1 to 4,096"},
		{"--n 3 --workers 4097", ExitUsage, "--workers 4097: expected a number from 1 to 4,096"},
		{"--n 3 --workers x", ExitUsage, `--workers x: expected a whole number without a sign, at most 9,223,372,036,854,775,807`},
		{"--n 3 --shard 4/4", ExitUsage, `--shard 4/4: expected RES/MOD with 0 <= RES < MOD, such as 0/4`},
		{"--n 3 --format xml", ExitUsage, `--format xml: expected one of table, json, csv, markdown`},
		{"--n 3 --format markdown --shard 0/2", ExitUsage, "--format markdown prints whole sizes, not part 0/2"},
		{"--n 3 --method guess", ExitUsage, "--method guess: for wonderwall, expected one of walk, count, core, core-walk"},
		{"count --n 3 --method walk", ExitUsage, "--method walk: for wonderwall, expected one of count, core, core-walk"},
		{"count --n 3 --game chess", ExitUsage, "chess has no method except walk, which visits every class of games: use enumerate --game chess"},
		{"--n 3 --game go", ExitUsage, `--game go: unknown ruleset "go"; choose one of: wonderwall, nimbers, spies, chess, draughts, silent`},
		{"--n 3 --memory 63MiB", ExitUsage, `--memory 63MiB: expected a number with a unit, at least 64MiB, such as 500MB or 4GiB`},
		{"--n 3 --memory 5EiB", ExitUsage, `--memory 5EiB: expected a number with a unit, at least 64MiB, such as 500MB or 4GiB`},
		{"--n 3 --memory much", ExitUsage, `--memory much: expected a number with a unit, at least 64MiB, such as 500MB or 4GiB`},
		{"--n 3 --db=", ExitUsage, `--db "": expected the name of a file`},
		{"--n 3 --output=", ExitUsage, `--output "": expected the name of a file`},
		{"--n 3 --db none/runs.db", ExitDone, ""},
		{"--n 3 --db figures.csv", ExitFailure, "figures.csv: not an enumerate database: it is not a bbolt file; name another file"},
		{"--n 3 --db runs.db --output runs.db", ExitUsage, "--output runs.db: it would replace runs.db, which this command uses; name another file"},
		{"--n 3 --output none.csv/out", ExitFailure, "none.csv/out: cannot create it: no such file or directory; name a file in a directory that exists"},
		{"sample --n 2", ExitUsage, "--n 2: for wonderwall, expected 3 to 10,000,000 players"},
		{"sample --n 3 --game chess", ExitUsage, "games of chess cannot be drawn at random"},
		{"sample --n 3 --trials 0", ExitUsage, "--trials 0: expected a number from 1 to 9,007,199,254,740,992"},
		{"sample --n 3 --trials 9007199254740993", ExitUsage, "--trials 9007199254740993: expected a number from 1 to 9,007,199,254,740,992"},
		{"sample --n 3 --trials 1 --workers 0", ExitUsage, "--workers 0: expected a number from 1 to 4,096"},
		{"sample --n 3 --seed -1", ExitUsage, `--seed -1: expected a whole number without a sign, at most 18,446,744,073,709,551,615`},
		{"sample --n 3 --db x.db", ExitUsage, "--db goes with --resume, which stores the sample, or with --plot, which shows exact values"},
		{"sample --n 3 --estimates figures.csv", ExitUsage, "--estimates goes with --plot; to compare figures without a plot, use enumerate check --estimates"},
		{"sample --n 3 --plot curve.png", ExitUsage, `--plot: "curve.png" does not end in .svg: plots are SVG files`},
		{"sample --n 3 --plot curve.svg", ExitUsage, "--plot: this program draws no plots"},
		{"ask --game silent e4", ExitUsage, "silent has no questions"},
		{"ask --game silent --mend e4", ExitUsage, "silent has no --mend; leave it out"},
		{"ask --game draughts --mend e4", ExitUsage, "draughts has no --mend; leave it out"},
		{"ask --game chess --nimber e4", ExitUsage, "unknown flag: --nimber; enumerate ask -h lists the flags"},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		want := c.want
		if want != "" {
			want = "enumerate: " + want + "\n"
		}
		if got.code != c.code || got.stderr != want || c.want != "" && got.stdout != "" {
			t.Errorf("%s: exit code %d, stderr %q, stdout %q; want %d, %q", c.args, got.code, got.stderr, got.stdout, c.code, want)
		}
	}
}
