package verb

import (
	"strings"
	"testing"
)

// between returns the lines of a text from one that begins so to the next blank one.
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
		begin       string // of the lines that are compared
		want        string
	}{
		{"a screen has three examples", "-h", "  enumerate --n 3", "  enumerate --n 3\n  enumerate --n 4\n  enumerate --n 5"},
		{"and the names of verbs", "-h", "Verbs:", "Verbs: ask, completion, count, sample"},
		{"and where more is said", "-h", "enumerate --help", "enumerate --help says more.\n"},
		{"all of it has all examples", "--help", "  enumerate --n 3", "  enumerate --n 3\n  enumerate --n 4\n  enumerate --n 5\n  enumerate --n 6"},
		{"and says what verbs do", "--help", "Verbs:", "Verbs:\n  ask         Ask about games\n  completion  Generate the autocompletion script for the specified shell\n  count       Count games\n  sample      Draw games"},
		{"it begins with what the verb does", "count --help", "Count games.", "Count games."},
		{"what is to be typed", "count --help", "Usage:", "Usage:\n  enumerate count --n N [flags]"},
		{"the methods of the ruleset", "count --help", "Count counts games.", "Count counts games."},
		{"below their title", "count --game nimbers --help", "Methods for", "Methods for nimbers:\n  count      by the numbers of vertices of each nimber, over all labelled DAGs\n             at once"},
		{"and others that have some", "count --help", "Other rulesets", "Other rulesets have a help of their own: enumerate count --help --game nimbers,\nspies.\n"},
		{"none of a ruleset that has none", "count --help --game chess", "Usage:", "Usage:\n  enumerate count --n N [flags]"},
		{"flags of questions, and the ways", "ask --game chess --help", "Ways for", "Ways for --algorithm, the first by default:\n  plain           one move after the other\n  clever          all at once\n  odd             by chance"},
		{"flags that all have are named", "ask --game chess --help", "Flags, besides", `Flags, besides --game, --timeout, --memory, --output:
      --proof FILE        write a proof to a file
      --mend              print a move that is better
      --modulo P          count modulo a number
      --against FILE      compare with a file
      --verify FILE       verify answers in a file
      --core string       which core to find: small, any
      --trace             print the reasoning before the verdict
      --suppose strings   of A,B: have --trace begin with A before B
      --format string     how to print: table, json; with --modulo also xml`},
		{"examples of the ruleset", "ask --game chess --help", "  enumerate ask", "  enumerate ask e4\n  enumerate ask --mend e4"},
		{"how games are written", "ask --game chess --help", "Games of", "Games of chess: a move on each line"},
		{"another ruleset has its own flags", "ask --game draughts --help", "Flags, besides", "Flags, besides --game, --timeout, --memory, --output:\n      --format string   how to print: json, table"},
		{"and its own examples", "ask --game draughts --help", "  enumerate ask", "  enumerate ask --game draughts e4"},
		{"others are named", "ask --game chess --help", "Other rulesets", ""},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		lines := between(got.stdout, c.begin)
		if c.claim == "others are named" {
			if want := "\nOther rulesets have a help of their own: enumerate ask --help --game wonderwall,"; !strings.Contains(got.stdout, want) || strings.Contains(lines, "chess") || strings.Contains(lines, "silent") || !strings.Contains(lines, "draughts") {
				t.Errorf("%s: it prints\n%s", c.claim, got.stdout)
			}
			continue
		}
		if got.code != ExitDone || lines != c.want || got.stderr != "" {
			t.Errorf("%s: it exits with %d, and prints\n%q\n%s\nwant\n%q", c.claim, got.code, lines, got.stderr, c.want)
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
		{"ask --game chess --help", "--algorithm string", "Ways for --algorithm"},
		{"ask --game draughts --help", "Ways for", "Flags, besides"},
		{"ask --game silent --help", "Games of silent", "Flags, besides"},
		{"ask --help --game chess", "--help\n", "Flags, besides"},
	} {
		got := enumerate(t, "", strings.Fields(c.args)...)
		if strings.Contains(got.stdout, c.lacks) || !strings.Contains(got.stdout, c.has) {
			t.Errorf("%s: it prints\n%s\nwant %q, and not %q", c.args, got.stdout, c.has, c.lacks)
		}
	}
}

// TestExamplesOfAllRulesetsAreThoseOfTheVerb is for documents that are made of the verbs.
func TestExamplesOfAllRulesetsAreThoseOfTheVerb(t *testing.T) {
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
		{"a line that is just full", "one two", 7, "one two"},
		{"one that is too long by a character", "one two", 6, "one\ntwo"},
		{"characters are counted, not bytes", "äöü äöü", 7, "äöü äöü"},
		{"a word that is longer than a line", "a longest b", 5, "a\nlongest\nb"},
		{"words are one blank apart", "one   two\nthree", 20, "one two three"},
		{"a blank line parts two", "one\n\ntwo\n\n\nthree", 20, "one\n\ntwo\n\n\nthree"},
		{"blank lines at the end are left out", "one\n\n", 20, "one"},
		{"an item that is just full", "  word  and all", 15, "  word  and all"},
		{"an item goes on below its second column", "  word  and all of it", 15, "  word  and all\n        of it"},
		{"and what follows begins a new line", "  word  and all of it\nnext", 15, "  word  and all\n        of it\nnext"},
		{"an item of one column stays as it is", "  enumerate --n 3 --resume --quiet", 15, "  enumerate --n 3 --resume --quiet"},
		{"a line after an item, and one before", "one\n  item  two\nthree", 20, "one\n  item  two\nthree"},
		{"an item after a full line", "one two three\n  item  two", 8, "one two\nthree\n  item  two"},
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
		"--method|":                                 "walk count core",
		"count --method|":                           "count core",
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
			t.Errorf("%s: it offers %q, want %q without names of files", args, got.stdout, want)
		}
	}
}
