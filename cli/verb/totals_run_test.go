package verb

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"enumerate/games"
	"enumerate/internal/golden"
)

var seconds = regexp.MustCompile(`"seconds":[0-9.e-]+`)

// Walks and counts must print the known totals of small sizes, whatever the database, which all cases share, already
// has.
func TestTotalsMatchTheKnownTotals(t *testing.T) {
	inOwnDirectory(t)
	classes := func(n int) string { return golden.Total("wonderwall", n, "classes") }
	for _, c := range []struct {
		claim, args    string
		stdout, stderr string
	}{
		{"a walk of two sizes", "--n 3..4 --format csv", `ruleset,n,method,part,games,classes,solvable-games,solvable-classes,unsolvable-games,unsolvable-classes,checked
wonderwall,3,walk,0/1,8,2,0,0,8,2,"games ok, classes ok, verdicts by walk alone"
wonderwall,4,walk,0/1,1296,60,108,6,1188,54,"games ok, classes ok, verdicts by walk alone"
`, ""},
		{"a size given without --n", "count 4 --format csv", `ruleset,n,method,part,games,classes,solvable-games,solvable-classes,unsolvable-games,unsolvable-classes,checked
wonderwall,4,count,0/1,1296,60,108,6,1188,54,"games ok, classes ok, verdicts by walk, count"
`, ""},
		{"a walk lists classes by automorphisms", "--n 3 --format json", `{"ruleset":"wonderwall","n":3,"method":"walk","games":"8","classes":"2","verdicts":{"solvable":{"games":"0","classes":"0","automorphisms":{}},"unsolvable":{"games":"8","classes":"2","automorphisms":{"1":"1","3":"1"}}},"checks":{"games":"ok","classes":"ok"},"seconds":0}
`, "n=3: run 1, of TIME, agrees with this one and is replaced by it\n"},
		{"a count lists no automorphisms, and other methods agree", "--n 4 --method core --format json", `{"ruleset":"wonderwall","n":4,"method":"core","games":"1296","classes":"60","verdicts":{"solvable":{"games":"108","classes":"6"},"unsolvable":{"games":"1188","classes":"54"}},"checks":{"games":"ok","classes":"ok"},"agrees":["walk","count"],"seconds":0}
`, ""},
		{"quiet", "--n 3 --format csv --quiet", `ruleset,n,method,part,games,classes,solvable-games,solvable-classes,unsolvable-games,unsolvable-classes,checked
wonderwall,3,walk,0/1,8,2,0,0,8,2,"games ok, classes ok, verdicts by walk alone"
`, ""},
		{"a finished run is printed again", "--n 4 --resume --method count --format markdown", `| n | labelled games | classes | solvable games | solvable classes | unsolvable games | unsolvable classes |
|--:|--:|--:|--:|--:|--:|--:|
| 4 | 1,296 | 60 | 108 | 6 | 1,188 | 54 |
`, ""},
		{"columns are as wide as the largest number needs", "--n 3..5 --resume", `  n  labelled games  classes  solvable games  solvable classes  unsolvable games  unsolvable classes  checked
  3               8        2               0                 0                 8                   2  games ok, classes ok, verdicts by walk alone
  4           1,296       60             108                 6             1,188                  54  games ok, classes ok, verdicts by walk, count (and core)
  5         248,832    ` + classes(5)[:1] + "," + classes(5)[1:] + `          30,480               254           218,352               1,830  games ok, classes ok, verdicts by walk alone
`, ""},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		stdout := seconds.ReplaceAllString(got.stdout, `"seconds":0`)
		stderr := times.ReplaceAllString(got.stderr, "of TIME")
		if got.code != ExitDone || stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s: exit code %d, stdout and stderr\n%s%s\nwant\n%s%s", c.claim, got.code, stdout, stderr, c.stdout, c.stderr)
		}
	}
}

func TestAPartIsNotChecked(t *testing.T) {
	inOwnDirectory(t)
	for format, want := range map[string]string{
		"csv":   "wonderwall,4,walk,0/2,",
		"json":  `"part":"0/2",`,
		"table": "no, part 0/2\n",
	} {
		got := enumerate(t, "", "--n", "4", "--shard", "0/2", "--format", format, "--quiet")
		if got.code != ExitDone || !strings.Contains(got.stdout, want) || strings.Contains(got.stdout, "ok") {
			t.Errorf("%s: exit code %d, stdout and stderr\n%s%s\nwant %q in it, and no check that is ok", format, got.code, got.stdout, got.stderr, want)
		}
		if checks := `"checks":{"games":"not checked","classes":"not checked"}`; format == "json" && !strings.Contains(got.stdout, checks) {
			t.Errorf("stdout is %s, want %s in it", got.stdout, checks)
		}
	}
}

var times = regexp.MustCompile(`of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)

func TestEveryEndOfARunPrintsHowToResume(t *testing.T) {
	inOwnDirectory(t)
	interrupt := func(context.Context) { raise(syscall.SIGTERM) }
	for _, c := range []struct {
		claim, args string
		end         func(context.Context)
		code        int
		want        string
	}{
		{"a signal", "--n 3 --method=walk", interrupt, ExitInterrupted, "interrupted; finished shards are stored. Resume with: enumerate --n 3 --method walk --resume\n"},
		{"an argument that needs quotes in a shell", "--n 3 --db it's|one.db --resume --quiet=false --workers 1", interrupt, ExitInterrupted,
			`interrupted; finished shards are stored. Resume with: enumerate --n 3 --db 'it'\''s one.db' --quiet=false --workers 1 --resume` + "\n"},
		{"quiet", "--n 3 --quiet", interrupt, ExitInterrupted, ""},
		{"the time limit", "--n 3 --timeout 100ms", func(context.Context) {}, ExitUnknown,
			"enumerate: the limit of 100ms (--timeout) is exceeded; finished shards are stored. Resume with: enumerate --n 3 --resume\n"},
		{"the time limit, quiet", "--n 3 --timeout 100ms --quiet", func(context.Context) {}, ExitUnknown, "enumerate: the limit of 100ms (--timeout) is exceeded; increase it\n"},
	} {
		if c.code == ExitInterrupted && !canRaise {
			continue
		}
		f := Totals{Walks: true}
		cmd := &cobra.Command{Use: "enumerate", SilenceUsage: true, SilenceErrors: true, RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(cmd) }}
		f.Add(cmd, &Program{Rulesets: games.All()})
		f.Then = func() error {
			c.end(cmd.Context())
			<-cmd.Context().Done()
			return cmd.Context().Err()
		}
		Finish(cmd)
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "|", " ")
		}
		got := run(t, cmd, "", args...)
		stderr := ""
		for line := range strings.Lines(got.stderr) { // skip the lines about older runs
			if !strings.HasPrefix(line, "n=3: ") {
				stderr += line
			}
		}
		if got.code != c.code || stderr != c.want {
			t.Errorf("%s: exit code %d, stderr %q, want %d, %q", c.claim, got.code, stderr, c.code, c.want)
		}
		if _, err := os.Stat("runs.db"); err != nil {
			t.Errorf("%s: nothing is stored: %v", c.claim, err)
		}
	}
}

// A sample that is resumed or extended must have the same numbers as a sample that one command draws. The commands
// share a database.
func TestSamplesAreDrawnAndResumed(t *testing.T) {
	dir := inOwnDirectory(t)
	const head = "ruleset,n,trials,solvable,unsolvable,proportion,low,high,decisions,conflicts,seed\n"
	for _, c := range []struct {
		claim, args string
		want        string
	}{
		{"a sample", "--n 5 --trials 100", "  n  trials  solvable  unsolvable  proportion       low      high  decisions/game  conflicts/game\n  5     100        15          85    0.150000  0.093060  0.232836            3.86            0.85\n"},
		{"another seed", "--n 5 --trials 100 --seed 2 --format csv --quiet", head + "wonderwall,5,100,12,88,0.12,0.069994064,0.198120994,3.74,0.88,2\n"},
		{"in JSON", "--n 5 --trials 3 --format json", `{"ruleset":"wonderwall","n":5,"trials":3,"verdicts":{"solvable":0,"unsolvable":3},"proportion":0,"low":0,"high":0.561497032,"decisions":3.6666666666666665,"conflicts":1,"seed":1}` + "\n"},
		{"several sizes", "--n 4..5 --trials 10 --format csv", head + "wonderwall,4,10,3,7,0.3,0.107791267,0.603221853,3.6,0.7,1\nwonderwall,5,10,0,10,0,0,0.2775328,3.5,1,1\n"},
		{"a stored sample", "--n 5 --trials 200 --resume --format csv", head + "SAME"},
		{"a resumed sample", "--n 5 --trials 200 --resume --format csv", head + "SAME"},
	} {
		got := enumerate(t, "", append([]string{"sample"}, strings.Fields(c.args)...)...)
		if c.want == head+"SAME" {
			c.want = enumerate(t, "", strings.Fields("sample --n 5 --trials 200 --format csv")...).stdout
		}
		if got.code != ExitDone || got.stdout != c.want || got.stderr != "" {
			t.Errorf("%s: exit code %d, stdout and stderr\n%s%s\nwant\n%s", c.claim, got.code, got.stdout, got.stderr, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "runs.db")); (err == nil) != strings.Contains(c.args, "--resume") {
			t.Errorf("%s: looking for the database gives %v", c.claim, err)
		}
	}
}
