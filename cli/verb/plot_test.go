package verb

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/results/estimate"
)

// For the sizes that are sampled, a plot must have all known data: the samples, the published figures and the exact
// values of the database.
func TestAPlotHasAllKnownData(t *testing.T) {
	inOwnDirectory(t)
	write(t, "figures.csv", "n,trials,proportion,unaccounted\n4,10000,0.0870,0\n6,10000,0.1643,0\n")
	write(t, "bad.csv", "n,trials\n")
	if err := os.Mkdir("folder.svg", 0o700); err != nil {
		t.Fatal(err)
	}
	var drawn estimate.Curve
	var path FileName
	var failed error
	program := &Program{Rulesets: games.All(), Plot: func(to FileName, c estimate.Curve) error { path, drawn = to, c; return failed }}
	sample := func(args string) outcome {
		drawn, path = estimate.Curve{}, ""
		return run(t, newProgram(program, newSample), "", append([]string{"sample", "--quiet"}, strings.Fields(args)...)...)
	}

	got := sample("--n 4..5 --trials 2000 --plot curve.svg --estimates figures.csv")
	if got.code != ExitDone || path != "curve.svg" || drawn.Title != "Random games of wonderwall, 2,000 of each size, seed 1" || drawn.Y != "proportion solvable" {
		t.Errorf("exit code %d, stderr %s; it draws %q, y axis %q, into %s", got.code, got.stderr, drawn.Title, drawn.Y, path)
	}
	if len(drawn.Samples) != 2 || drawn.Samples[0].Size != 4 || drawn.Samples[1].Trials != 2000 || len(drawn.Published) != 1 || drawn.Published[0].Size != 4 || drawn.Exact != nil || len(drawn.Expansion) != 6 {
		t.Errorf("without a database it draws %+v", drawn)
	}
	if _, err := os.Stat("runs.db"); err == nil {
		t.Error("the sample created a database")
	}

	for _, n := range []string{"4", "6"} {
		if got := run(t, newProgram(program), "", "--n", n, "--quiet", "--method", "count"); got.code != ExitDone {
			t.Fatalf("a count exits with %d: %s", got.code, got.stderr)
		}
	}
	for _, args := range []string{"", " --resume", " --db runs.db"} {
		got := sample("--n 4..5 --trials 10 --plot curve.svg" + args)
		if got.code != ExitDone || fmt.Sprint(drawn.Exact) != fmt.Sprintf("[{4 %v}]", 108./1296) || drawn.Published != nil {
			t.Errorf("with a database%s: exit code %d, stderr %s; it draws %+v", args, got.code, got.stderr, drawn)
		}
	}

	failed = errTorn
	for _, c := range []struct {
		claim, args string
		code        int
		want        string
	}{
		{"a plot that cannot be drawn", "--plot curve.svg", 1, "torn"},
		{"a directory with the name of the plot", "--plot folder.svg", 1, "folder.svg is a directory: name a file"},
		{"no directory for the plot", "--plot none/curve.svg", 1, "none/curve.svg: cannot create it: no such file or directory; name a file in a directory that exists"},
		{"figures that cannot be read", "--plot curve.svg --estimates bad.csv", 1, `bad.csv: line 1, column 1: "n,trials"; expected the columns n,trials,proportion,unaccounted`},
		{"figures that do not exist", "--plot curve.svg --estimates none.csv", 1, "none.csv: cannot open it: no such file or directory"},
		{"a file that is not a database", "--plot curve.svg --db bad.csv", 1, "bad.csv: not an enumerate database: it is not a bbolt file; name another file"},
		{"no trials", "--trials 0 --plot curve.svg", 2, "--trials 0: expected a number from 1 to 9,007,199,254,740,992"},
		{"a size that the ruleset does not have", "--n 2 --plot curve.svg", 2, "--n 2: for wonderwall, expected 3 to 10,000,000 players"},
	} {
		if !strings.Contains(c.args, "--n") {
			c.args += " --n 4"
		}
		if !strings.Contains(c.args, "--trials") {
			c.args += " --trials 10"
		}
		if got := sample(c.args); got.code != c.code || got.stderr != "enumerate: "+c.want+"\n" {
			t.Errorf("%s: exit code %d, stderr %q, want %d, %q", c.claim, got.code, got.stderr, c.code, c.want)
		}
	}
	f := Sample{Job: Job{Game: Game{Ruleset: games.All()[0], Program: program}}, Trials: 1 << 53}
	if err := f.Check(); err != nil {
		t.Errorf("2^53 trials, the most that a float64 counts exactly: %v", err)
	}
	f.Trials++
	if err := f.Check(); exitCode(err) != ExitUsage {
		t.Errorf("2^53 + 1 trials: %v", err)
	}
}

func TestAnEndedSampleReportsWhetherItIsStored(t *testing.T) {
	inOwnDirectory(t)
	usual := grace
	grace = time.Hour // a sample of this size ends between two trials
	defer func() { grace = usual }()
	for args, want := range map[string]string{
		"":          "enumerate: the limit of 100ms (--timeout) is exceeded; nothing is stored: with --resume, a sample is stored and can be resumed\n",
		" --resume": "enumerate: the limit of 100ms (--timeout) is exceeded; finished shards are stored. Resume with: enumerate sample --n 100000 --trials 100000000 --resume\n",
	} {
		got := enumerate(t, "", strings.Fields("sample --n 100000 --trials 100000000 --timeout 100ms"+args)...)
		if got.code != ExitUnknown || got.stderr != want {
			t.Errorf("sample%s: exit code %d, stderr %q, want %q", args, got.code, got.stderr, want)
		}
	}
}

// The progress of a resumed sample begins with the trials that are stored, not with 0.
func TestAResumedSampleShowsWhatIsStored(t *testing.T) {
	inOwnDirectory(t)
	if got := enumerate(t, "", strings.Fields("sample --n 5 --trials 300 --resume --quiet")...); got.code != ExitDone {
		t.Fatalf("exit code %d: %s", got.code, got.stderr)
	}
	store, err := checkpoints.Open("runs.db")
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	f := Sample{Job: Job{Game: Game{Ruleset: games.All()[0], Program: &Program{}}, Sizes: Sizes{5, 5}, Workers: 1, Quiet: true}, Trials: 400, Seed: 1}
	list, err := f.Samplings()
	if err != nil {
		t.Fatal(err)
	}
	var curve estimate.Curve
	var trials string
	err = f.Each(t.Context(), nil, store, list, &curve, func(_ int, tally *enum.Tally) error { trials = tally.SumAll().String(); return nil })
	runs, err2 := store.Runs()
	if err != nil || err2 != nil || trials != "400" || len(runs) != 1 || runs[0].Sum.Shards != 4 {
		t.Errorf("drew %s trials, %v; stored %+v, %v", trials, err, runs, err2)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Each(t.Context(), nil, store, list, &curve, nil); err == nil {
		t.Error("Each succeeds with a closed database")
	}
}
