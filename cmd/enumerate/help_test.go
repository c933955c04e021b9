package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A help must fit a terminal: lines of at most 80 columns, and at most 40 lines of -h and 60 of --help.
func TestHelpFitsATerminal(t *testing.T) {
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "help" { // cobra's own
			continue
		}
		helps := []string{"--help"}
		if cmd.Flags().Lookup("game") != nil {
			for _, r := range games.All() {
				helps = append(helps, "--help --game "+r.Name)
			}
		}
		for _, flags := range helps {
			args := strings.Fields(strings.TrimPrefix(cmd.CommandPath(), "enumerate") + " " + flags)
			var out, stderr strings.Builder
			if code := program().Main(args, strings.NewReader(""), &out, &stderr); code != 0 || stderr.Len() > 0 {
				t.Fatalf("%s %s: exit code %d, %s", cmd.CommandPath(), flags, code, stderr.String())
			}
			if lines := strings.Count(out.String(), "\n"); lines > 60 {
				t.Errorf("%s %s has %d lines, expected at most 60", cmd.CommandPath(), flags, lines)
			}
		}
		short, long := helpOf(cmd, "-h"), helpOf(cmd, "--help")
		for _, help := range []string{long, short} {
			for line := range strings.Lines(help) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > 80 && !strings.Contains(cmd.Long, "\n"+line+"\n") {
					t.Errorf("%s: %q has %d columns", cmd.CommandPath(), line, utf8.RuneCountInString(line))
				}
			}
		}
		if lines := strings.Count(short, "\n"); lines > 40 {
			t.Errorf("%s -h has %d lines, want a screen", cmd.CommandPath(), lines)
		}
	}
}

func TestHelpsBeginWithASentenceAndThreeExamples(t *testing.T) {
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "help" { // cobra's own
			continue
		}
		first, _, _ := strings.Cut(cmd.Short, " ")
		if strings.ContainsAny(cmd.Short, ".;") || slices.Contains([]string{"Say", "Tell", "Have", "This", "The"}, first) {
			t.Errorf("%s: %q is not a sentence such as %q", cmd.CommandPath(), cmd.Short, "List one game of every class")
		}
		help := helpOf(cmd, "--help")
		examples, _, _ := strings.Cut(strings.TrimPrefix(help, cmd.Short+".\n\n"), "\n\n")
		lines := strings.Split(examples, "\n")
		if !strings.HasPrefix(help, cmd.Short+".\n\n  ") || len(lines) != 3 {
			t.Errorf("%s --help begins with\n%s\nwant a sentence and three examples", cmd.CommandPath(), help[:min(len(help), 300)])
		}
		for _, line := range lines {
			if !strings.Contains("\n"+cmd.Example+"\n", "\n"+line+"\n") {
				t.Errorf("%s: the example %q is not run by the test of examples", cmd.CommandPath(), line)
			}
		}
	}
}

// A help must not name a default that the verb refuses.
func TestHelpNamesOnlyDefaultsThatWork(t *testing.T) {
	root := program().Command()
	for _, verb := range []string{"play", "values"} {
		cmd, _, err := root.Find([]string{verb})
		if err != nil {
			t.Fatal(err)
		}
		if help := helpOf(cmd, "--help"); strings.Contains(help, "(default wonderwall)") {
			t.Errorf("%s needs --game, and --help names a default:\n%s", verb, help)
		}
	}
}

// The help of class must omit the flags of workbooks for rulesets that refuse them.
func TestHelpOfClassOmitsSheetsForOtherRulesets(t *testing.T) {
	for _, r := range games.All() {
		var help, stderr strings.Builder
		if code := program().Main([]string{"class", "--help", "--game", r.Name}, strings.NewReader(""), &help, &stderr); code != 0 {
			t.Fatalf("class --help --game %s: exit code %d, %s", r.Name, code, stderr.String())
		}
		for _, flag := range []string{"--sheet ", "--columns "} {
			if strings.Contains(help.String(), flag) != (r.Games.ReadPick != nil) {
				t.Errorf("class --help --game %s: %q is listed, or missing:\n%s", r.Name, flag, help.String())
			}
		}
	}
}

// The help of generate must have an example of the ruleset of --game that works, and explain only its families.
func TestHelpOfGenerateFollowsTheRuleset(t *testing.T) {
	for _, r := range games.All() {
		var help, out, stderr strings.Builder
		if code := program().Main([]string{"generate", "--help", "--game", r.Name}, strings.NewReader(""), &help, &stderr); code != 0 {
			t.Fatalf("generate --help --game %s: exit code %d, %s", r.Name, code, stderr.String())
		}
		converts := slices.ContainsFunc(r.Families, func(f single.Family) bool { return f.Origin != nil })
		if strings.Contains(help.String(), "The family sat converts") != converts && r.Families != nil {
			t.Errorf("generate --help --game %s: a family is missing, or foreign:\n%s", r.Name, help.String())
		}
		if converts || r.Families == nil {
			continue
		}
		_, example, _ := strings.Cut(help.String(), "\n  enumerate ")
		example, _, _ = strings.Cut(example, "\n")
		if code := program().Main(strings.Fields(example), strings.NewReader(""), &out, &stderr); code != 0 || out.Len() == 0 {
			t.Errorf("enumerate %s: exit code %d, %s", example, code, stderr.String())
		}
	}
}

// The help of generate must list the formats of the ruleset of --game.
func TestHelpOfGenerateListsFormats(t *testing.T) {
	for _, r := range games.All() {
		var help, stderr strings.Builder
		if code := program().Main([]string{"generate", "--help", "--game", r.Name}, strings.NewReader(""), &help, &stderr); code != 0 {
			t.Fatalf("generate --help --game %s: exit code %d, %s", r.Name, code, stderr.String())
		}
		_, line, _ := strings.Cut(help.String(), "--format FORMAT ")
		line, _, _ = strings.Cut(line, "\n")
		for _, family := range r.Families {
			for _, format := range family.Formats {
				if !strings.Contains(line, format) {
					t.Errorf("generate --help --game %s: --format does not list %s: %q", r.Name, format, line)
				}
			}
		}
	}
}

// Flags of a judge, which few runs need, must be the last flags of a verb without --game, before those of all verbs.
func TestJudgeFlagsComeLast(t *testing.T) {
	root := program().Command()
	for _, verb := range []string{"audit", "merge", "work"} {
		cmd, _, err := root.Find([]string{verb})
		if err != nil {
			t.Fatal(err)
		}
		help := helpOf(cmd, "--help")
		_, after, _ := strings.Cut(help, "--judge-timeout ")
		for line := range strings.Lines(after[strings.Index(after, "\n")+1:]) {
			if strings.Contains(line, " --") {
				if !strings.HasPrefix(line, "      --timeout ") {
					t.Errorf("%s --help has after the flags of a judge: %q", verb, line)
				}
				break
			}
		}
	}
}

// ownWords lists, by flag, the verbs in which this flag means something else than in other verbs, so that its help
// differs.
var ownWords = map[string][]string{
	"certificate": {"audit", "count"},
	"count":       {"generate", "solve"},
	"points":      {"draw", "solve"},
	"trials":      {"simulate"},
	"verdict":     {"claims", "classes"},
}

// A flag that means the same in several verbs must have the same words in their helps.
func TestAFlagHasTheSameWordsEverywhere(t *testing.T) {
	type words struct{ verb, usage string }
	first := make(map[string]words)
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "help" { // cobra's own
			continue
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			usage := flag.Usage
			switch flag.Name {
			case "format":
				usage, _, _ = strings.Cut(usage, ":")
				usage, _, _ = strings.Cut(usage, " (")
			case "method", "seed":
				usage, _, _ = strings.Cut(usage, " (") // the defaults differ
			case "timeout":
				usage = usage[:min(len(usage), len("time limit"))] // some verbs say what is timed
			case "help":
				return
			}
			if slices.Contains(ownWords[flag.Name], cmd.Name()) {
				return
			}
			if before, found := first[flag.Name]; found && before.usage != usage {
				t.Errorf("--%s is %q in %s, and %q in %s", flag.Name, before.usage, before.verb, usage, cmd.Name())
			}
			first[flag.Name] = words{cmd.Name(), usage}
		})
	}
	for name := range ownWords {
		if !slices.ContainsFunc(append(root.Commands(), root), func(cmd *cobra.Command) bool { return cmd.Flags().Lookup(name) != nil }) {
			t.Errorf("no verb has --%s, which ownWords lists", name)
		}
	}
}

// The part of a help that depends on --game must fit on a screen: at most 26 lines of flags and algorithms. It must
// list all flags and algorithms of the ruleset, and no others.
func TestTheHelpOfARulesetFitsOnAScreen(t *testing.T) {
	for verb, questions := range map[string]func(*enum.Ruleset) []single.Question{
		"solve": func(r *enum.Ruleset) []single.Question { return r.Questions },
		"draw":  func(r *enum.Ruleset) []single.Question { return r.Drawings },
	} {
		var all []string
		for _, r := range games.All() {
			for _, q := range questions(r)[1:] {
				all = append(all, q.Name)
			}
		}
		for _, r := range games.All() {
			for _, flag := range []string{"-h", "--help"} {
				var out, stderr strings.Builder
				if code := program().Main([]string{verb, "--game", r.Name, flag}, strings.NewReader(""), &out, &stderr); code != 0 || stderr.Len() > 0 {
					t.Fatalf("%s %s --game %s: exit code %d, %s", verb, flag, r.Name, code, stderr.String())
				}
				help := out.String()
				_, offered, _ := strings.Cut(help, "\nFlags; ")
				lines := 0
				for line := range strings.Lines(offered) {
					if strings.HasPrefix(line, " ") {
						lines++
					}
				}
				if lines == 0 || lines > 26 {
					t.Errorf("%s %s --game %s: %d lines of flags and ways, expected at most 26", verb, flag, r.Name, lines)
				}
				description, _, _ := strings.Cut(help, "\nUsage:\n")
				for _, name := range all {
					named := regexp.MustCompile("--" + name + `\b`).MatchString(description)
					if named && !slices.ContainsFunc(questions(r), func(q single.Question) bool { return q.Name == name }) {
						t.Errorf("%s %s --game %s: its description names --%s, which the ruleset does not have", verb, flag, r.Name, name)
					}
					i := slices.IndexFunc(questions(r), func(q single.Question) bool { return q.Name == name })
					if got := strings.Contains(help, "\n      --"+name+" "); got != (i > 0 && name != questions(r)[0].Name) {
						t.Errorf("%s %s --game %s: it has --%s: %t", verb, flag, r.Name, name, got)
					}
				}
				for i, q := range questions(r) {
					if example, _, _ := strings.Cut(q.Example, "\n"); i < 3 && !strings.Contains(help, "\n  "+example+"\n") {
						t.Errorf("%s %s --game %s: it has no example %q", verb, flag, r.Name, example)
					}
					for _, a := range q.Algorithms {
						if !strings.Contains(offered, "\n  "+a.Name+" ") {
							t.Errorf("%s %s --game %s: it has no %s", verb, flag, r.Name, a.Name)
						}
					}
				}
			}
		}
	}
}

func TestHelpsListWhatTheRulesetHas(t *testing.T) {
	for verb, items := range map[string]func(*enum.Ruleset) (title string, lines []string){
		"count": func(r *enum.Ruleset) (string, []string) {
			var lines []string
			for _, m := range r.Methods {
				if m.Name != enum.Walk {
					lines = append(lines, fmt.Sprintf("  %-10s ", m.Name))
				}
			}
			return "Methods for ", lines
		},
		"generate": func(r *enum.Ruleset) (string, []string) {
			var lines []string
			for _, family := range r.Families {
				lines = append(lines, fmt.Sprintf("  %-10s ", family.Name))
				for _, n := range family.Numbers {
					lines = append(lines, "      --"+n.Name+" ")
				}
				if family.Origin != nil {
					lines = append(lines, "      --"+family.Origin.Name+" ", "      --read ")
				}
			}
			return "Families of ", lines
		},
	} {
		var all []string
		for _, r := range games.All() {
			_, lines := items(r)
			all = append(all, lines...)
		}
		for _, r := range games.All() {
			var help, stderr strings.Builder
			if code := program().Main([]string{verb, "--help", "--game", r.Name}, strings.NewReader(""), &help, &stderr); code != 0 || stderr.Len() > 0 {
				t.Fatalf("%s --help --game %s: exit code %d, %s", verb, r.Name, code, stderr.String())
			}
			title, lines := items(r)
			if got := strings.Contains(help.String(), "\n"+title+r.Name+":\n"); got != (lines != nil) || strings.Count(help.String(), "\n"+title) > 1 {
				t.Errorf("%s --help --game %s: it lists %q: %t", verb, r.Name, title+r.Name, got)
			}
			for _, line := range all {
				if got := strings.Contains(help.String(), "\n"+line); got != slices.Contains(lines, line) {
					t.Errorf("%s --help --game %s: it has %q: %t", verb, r.Name, line, got)
				}
			}
		}
	}
}

func helpOf(cmd *cobra.Command, flag string) string {
	var b strings.Builder
	cmd.SetOut(&b)
	cmd.InitDefaultHelpFlag() // adds the line of --help, as running the program does
	cmd.HelpFunc()(cmd, []string{flag})
	return b.String()
}

var verbsPage = flag.String("verbs", "", "write the page of all verbs to this file")

// The archive of a release has a page with the --help of the program and of each verb, as on a machine with two
// processors. No help may be missing. With -verbs the test writes the page to a file for tools/release/build.sh.
func TestThePageOfVerbsHasEveryHelp(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // defaults depend on it
	root := program().Command()
	page := pageOfVerbs(root)
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		section := "\n## " + cmd.CommandPath() + "\n\n```\n"
		cobras := cmd.Name() == "help"
		if got := strings.Count(page, section); got != 1 && !cobras {
			t.Errorf("the page has %d sections for %s, want one", got, cmd.CommandPath())
		}
		if !cobras && !strings.Contains(page, section+helpOf(cmd, "--help")+"```\n") {
			t.Errorf("the section for %s is not what --help prints", cmd.CommandPath())
		}
	}
	if *verbsPage == "" {
		return
	}
	if err := os.WriteFile(*verbsPage, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
}

func pageOfVerbs(root *cobra.Command) string {
	page := "# All verbs and their flags\n\nThis page has what `enumerate VERB --help` prints. `solve`, `count`, `generate` and `draw` also have help for\neach ruleset: add `--game RULESET`.\n"
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		if cmd.Name() == "help" { // cobra's own
			continue
		}
		page += "\n## " + cmd.CommandPath() + "\n\n```\n" + helpOf(cmd, "--help") + "```\n"
	}
	return page
}
