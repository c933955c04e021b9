package verb

import (
	"strings"
	"testing"
)

// between returns the lines of a text from the first that starts with begin to the next blank line.
func between(text, begin string) (lines string) {
	_, rest, found := strings.Cut("\n"+text, "\n"+begin)
	if !found {
		return ""
	}
	lines, _, _ = strings.Cut(begin+rest, "\n\n")
	return lines
}

func TestHelp(t *testing.T) {
	for _, c := range []struct {
		claim, args string
		begin       string // the start of the first compared line
		want        string
	}{
		{"-h prints three examples", "-h", "  enumerate --n 3", "  enumerate --n 3\n  enumerate --n 4\n  enumerate --n 5"},
		{"-h prints the names of verbs", "-h", "Verbs:", "Verbs: ask, completion, count, sample"},
		{"-h refers to --help", "-h", "enumerate --help", "enumerate --help says more.\n"},
		{"--help prints three examples", "--help", "  enumerate --n 3", "  enumerate --n 3\n  enumerate --n 4\n  enumerate --n 5"},
		{"--help describes the verbs", "--help", "Verbs:", "Verbs:\n  ask         Ask about games\n  completion  Generate the autocompletion script for the specified shell\n  count       Count games\n  sample      Draw games"},
		{"the help of a verb begins with its summary", "count --help", "Count games.", "Count games."},
		{"the usage line", "count --help", "Usage:", "Usage:\n  enumerate count --n N [flags]"},
		{"the description of the verb", "count --help", "Count counts games.", "Count counts games."},
		{"the methods of a ruleset", "count --game nimbers --help", "Methods for", "Methods for nimbers:\n  count      counts all labelled DAGs at once, by how many vertices have each\n             nimber"},
		{"rulesets with their own help", "count --help", "Help for other", "Help for other rulesets: enumerate count --help --game nimbers, spies.\n"},
		{"no methods for a ruleset without any", "count --help --game chess", "Usage:", "Usage:\n  enumerate count --n N [flags]"},
		{"the algorithms", "ask --game chess --help", "Algorithms", "Algorithms (default the first; choose another with --algorithm):\n  plain           one move after the other\n  clever          all at once\n  odd             by chance"},
		{"the flags of questions, and the names of common flags", "ask --game chess --help", "Flags; for", `Flags; for --game, --timeout, --memory, --output see class --help:
      --proof FILE      write a proof to a file
      --mend            print a move that is better
      --modulo P        count modulo a number
      --against FILE    compare with a file
      --verify FILE     verify answers in a file
      --core CORE       core to find: small, any
      --trace           print the reasoning; some algorithms only
      --suppose A,B     begin --trace with the first player before the second
      --format FORMAT   format: table, json; with --modulo also xml`},
		{"examples of the ruleset", "ask --game chess --help", "  enumerate ask", "  enumerate ask e4\n  enumerate ask --mend e4"},
		{"the input format", "ask --game chess --help", "Input for", "Input for the ruleset chess: a move on each line"},
		{"the flags of another ruleset", "ask --game draughts --help", "Flags; for", "Flags; for --game, --timeout, --memory, --output see class --help:\n      --format FORMAT   format: json, table"},
		{"the examples of another ruleset", "ask --game draughts --help", "  enumerate ask", "  enumerate ask --game draughts e4"},
		{"rulesets with their own questions", "ask --game chess --help", "Help for other", ""},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		lines := between(got.stdout, c.begin)
		if c.claim == "rulesets with their own questions" {
			if want := "\nHelp for other rulesets: enumerate ask --help --game wonderwall,"; !strings.Contains(got.stdout, want) || strings.Contains(lines, "chess") || strings.Contains(lines, "silent") || !strings.Contains(lines, "draughts") {
				t.Errorf("%s: stdout is\n%s", c.claim, got.stdout)
			}
			continue
		}
		if got.code != ExitDone || lines != c.want || got.stderr != "" {
			t.Errorf("%s: exit code %d, stdout\n%q\nstderr\n%s\nwant\n%q", c.claim, got.code, lines, got.stderr, c.want)
		}
		for line := range strings.Lines(got.stdout) {
			if len(line) > HelpWidth+1 && !strings.Contains(line, "default") {
				t.Errorf("%s: the line %q is too long", c.claim, line)
			}
		}
	}
}

func TestHelpOfAVerbLeavesOutWhatDoesNotApply(t *testing.T) {
	for _, c := range []struct {
		args, lacks, has string
	}{
		{"count --help", "--db FILE", "--shard RES/MOD"},
		{"count -h", "Methods for", "--shard RES/MOD"},
		{"-h", "Walk walks", "enumerate --help says more."},
		{"--help", "says more", "Enumerate walks games."},
		{"ask --game chess --help", "--algorithm TEXT", "Algorithms (default"},
		{"ask --game draughts --help", "Algorithms (default", "Flags; for"},
		{"ask --game silent --help", "Input for the ruleset silent", "Flags; for"},
		{"ask --help --game chess", "--help\n", "Flags; for"},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		if strings.Contains(got.stdout, c.lacks) || !strings.Contains(got.stdout, c.has) {
			t.Errorf("%s: stdout is\n%s\nwant %q in it, and not %q", c.args, got.stdout, c.has, c.lacks)
		}
	}
}

// The generated documents take the examples of a verb from its cobra command, which must have the examples of every
// ruleset, not only those of the default of --game.
func TestAVerbHasTheExamplesOfAllRulesets(t *testing.T) {
	cmd := newAsk(&Program{Rulesets: Rulesets{chess(), draughts(), silent()}})
	if want := "  enumerate ask e4\n  enumerate ask --mend e4\n  enumerate ask --game draughts e4"; cmd.Example != want {
		t.Errorf("the examples are\n%s\nwant\n%s", cmd.Example, want)
	}
}

func TestFilledLinesAreAsLongAsTheyMayBe(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		width       int
		want        string
	}{
		{"a line of the full width", "one two", 7, "one two"},
		{"a line that is one character too long", "one two", 6, "one\ntwo"},
		{"characters are counted, not bytes", "äöü äöü", 7, "äöü äöü"},
		{"a word that is longer than the width", "a longest b", 5, "a\nlongest\nb"},
		{"words are separated by one space", "one   two\nthree", 20, "one two three"},
		{"blank lines separate paragraphs", "one\n\ntwo\n\n\nthree", 20, "one\n\ntwo\n\n\nthree"},
		{"blank lines at the end are removed", "one\n\n", 20, "one"},
		{"an item of the full width", "  word  and all", 15, "  word  and all"},
		{"a long item continues below its second column", "  word  and all of it", 15, "  word  and all\n        of it"},
		{"the text after a long item begins a new line", "  word  and all of it\nnext", 15, "  word  and all\n        of it\nnext"},
		{"an item of one column is not wrapped", "  enumerate --n 3 --resume --quiet", 15, "  enumerate --n 3 --resume --quiet"},
		{"an item between two lines", "one\n  item  two\nthree", 20, "one\n  item  two\nthree"},
		{"an item after a paragraph of two lines", "one two three\n  item  two", 8, "one two\nthree\n  item  two"},
	} {
		if got := Filled(c.text, c.width); got != c.want {
			t.Errorf("%s: %q, want %q", c.claim, got, c.want)
		}
	}
}

func TestAShellCompletesValuesOfFlags(t *testing.T) {
	inOwnDirectory(t)
	for args, want := range map[string]string{
		"--game|":                                   "wonderwall nimbers spies chess draughts silent",
		"--method|":                                 "walk count core core-walk",
		"count --method|":                           "count core core-walk",
		"count --game nimbers --method|":            "count",
		"--format|":                                 "table json csv markdown",
		"ask --game chess --format|":                "table json",
		"ask --game chess --modulo 7 --format|":     "table xml",
		"ask --game chess --mend --trace --format|": "table json",
		"ask --game chess --algorithm|":             "plain clever odd",
		"ask --game chess --core|":                  "small any",
		"ask --game silent --algorithm|":            "",
	} {
		list := []string{"__complete"}
		for _, word := range strings.Fields(args) {
			list = append(list, strings.TrimSuffix(word, "|"))
		}
		got := enumerate(t, "", append(list, "")...)
		values, directive, _ := strings.Cut(strings.ReplaceAll(got.stdout, "\n", " "), ":")
		if strings.TrimSpace(values) != want || strings.TrimSpace(directive) != "4" {
			t.Errorf("%s: completions %q, want %q and no file names", args, got.stdout, want)
		}
	}
}
