package verb

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
)

// A verb whose output cannot be written must fail, so that a script does not take half an output for the whole.
func TestAnUnwritableOutputIsAFailure(t *testing.T) {
	inOwnDirectory(t)
	for _, args := range []string{"--n 3 --quiet", "count --n 3 --quiet --format json", "sample --n 3 --trials 10 --quiet --format csv", "ask --game chess e4"} {
		cmd := newProgram(&Program{Rulesets: rulesets()}, newAsk, newCount, newSample)
		var stderr strings.Builder
		cmd.SetArgs(strings.Fields(args))
		cmd.SetOut(unwritable{})
		cmd.SetErr(&stderr)
		if code := Execute(cmd); code != ExitFailure || stderr.String() != "enumerate: torn\n" {
			t.Errorf("%s: exit code %d, stderr %q", args, code, &stderr)
		}
	}
}

func TestErrorsOfUsageAndOfSomeGamesKeepTheirCause(t *testing.T) {
	for _, err := range []error{Usage(fs.ErrExist), Usagef("wrong usage: %w", fs.ErrExist), SomeFailedf("two: %w", fs.ErrExist)} {
		if !errors.Is(err, fs.ErrExist) {
			t.Errorf("%v does not wrap its cause", err)
		}
	}
}

// large is a space with 10^20 labelled games.
type large struct{ counted }

func (large) Games() *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil) }

// A table is printed row by row while later rows are still computed, but its columns must be wide enough for all rows.
func TestColumnsAreAsWideAsTheLargestNumberMayBe(t *testing.T) {
	var f Totals
	cmd := &cobra.Command{}
	f.Add(cmd, &Program{Rulesets: rulesets()})
	p, err := f.Printer(cmd, []Sized{{counted{}, 3}, {large{}, 9}})
	if err != nil {
		t.Fatal(err)
	}
	const width = len("100,000,000,000,000,000,000")
	for _, column := range []string{"games", "classes", "won-games", "lost-classes"} {
		if p.Widths[column] != width {
			t.Errorf("the column %s is %d wide, want %d", column, p.Widths[column], width)
		}
	}
	if p.Widths["n"] != 0 || len(p.All) != 11 {
		t.Errorf("the column n is %d wide, and there are %d columns", p.Widths["n"], len(p.All))
	}

	var out strings.Builder
	sample := Sample{Job: Job{Game: Game{Ruleset: &enum.Ruleset{
		Name: "chess", Sizes: enum.Range{First: 1, Last: 9}, Space: func(int) (enum.Space, error) { return counted{}, nil },
		Sampler: func(int) (func() enum.Sampler, error) { return func() enum.Sampler { return won{} }, nil },
	}}, Sizes: Sizes{3, 3}, Workers: 1, Quiet: true, Format: Format{Value: "table"}}, Trials: 1_000_000}
	list, err := sample.Samplings()
	if err != nil {
		t.Fatal(err)
	}
	list[0].Trials = 10 // although a million trials were asked for
	cmd.SetOut(&out)
	curve := sample.curve(list, nil)
	if err := sample.SampleAll(t.Context(), cmd, nil, list, &curve); err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(out.String(), "  proportion"); head != "  n     trials        won       lost" {
		t.Errorf("the column titles begin with %q", head)
	}
}

// --output must refuse the default database even if the command line does not name it with --db.
func TestTheUsualDatabaseIsNotWrittenOver(t *testing.T) {
	dir := inOwnDirectory(t)
	got := enumerate(t, "", "count", "--n", "3", "--output", "runs.db")
	if want := "enumerate: --output runs.db: it would replace " + dir + "/runs.db, which this command uses; name another file\n"; got.code != ExitUsage || got.stderr != want {
		t.Errorf("exit code %d, stderr %q, want %q", got.code, got.stderr, want)
	}
}

func TestFlagsStandInHelpAsTheyWereAdded(t *testing.T) {
	got := enumerate(t, "", "count", "--help")
	last := -1
	for _, flag := range []string{"--game", "--n ", "--method", "--shard", "--resume", "--workers", "--quiet", "--format", "--timeout", "--memory", "--output"} {
		_, flags, _ := strings.Cut(got.stdout, "\nFlags:\n")
		at := strings.Index(flags, flag)
		if at <= last {
			t.Errorf("%s is out of order in\n%s", flag, flags)
		}
		last = at
	}
	if strings.Contains(got.stdout, "default 0/1") {
		t.Errorf("help shows the default 0/1 for --shard in\n%s", got.stdout)
	}
	cmd := newCount(&Program{Rulesets: rulesets()})
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name == "method" && flag.DefValue != "" {
			t.Errorf("help shows a default method, %q", flag.DefValue)
		}
	})
}

// won is a sampler that gives every game the first verdict.
type won struct{}

func (won) Sample(context.Context, *rand.Rand) (int, enum.Work, error) { return 0, enum.Work{}, nil }
