package verb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
	"enumerate/enum/single"
)

// AddFormat adds --format. Its values depend on the question, so Format checks them when all flags are read.
func (a *Asking) AddFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "", "format: "+a.formats(a.game.Program.Rulesets...))
	Complete(cmd, "format", func() []string {
		if list, err := a.Chosen(cmd); err == nil && list != nil {
			return list[0].Formats
		}
		return a.first().Formats
	})
}

// formats returns the text about formats for the help of --format. First come the formats of each ruleset's first
// question, which is the default, then the formats that only its other questions offer. A question with a single format
// leaves nothing to choose, and is left out.
func (a *Asking) formats(rulesets ...*enum.Ruleset) string {
	var usual, others []string
	for _, r := range rulesets {
		for i, q := range a.questions(r) {
			for _, format := range q.Formats {
				switch {
				case len(q.Formats) == 1 || slices.Contains(usual, format):
				case i == 0:
					usual = append(usual, format)
				default:
					others = append(others, fmt.Sprintf("; with --%s also %s", q.Name, format))
				}
			}
		}
	}
	return strings.Join(usual, ", ") + strings.Join(others, "")
}

// examples returns the examples for the help, one on each line: the first example of each question, then all others.
func (a *Asking) examples(r *enum.Ruleset) (lines string) {
	others := ""
	for _, q := range a.questions(r) {
		first, rest, _ := strings.Cut(q.Example, "\n")
		if first != "" {
			lines += "  " + first + "\n"
		}
		for example := range strings.Lines(rest) {
			others += "  " + strings.TrimSuffix(example, "\n") + "\n"
		}
	}
	return lines + others
}

// help prints the help of a verb for the ruleset of --game.
func (a *Asking) help(cmd *cobra.Command, args []string) {
	p := page{example: a.examples(a.game.Ruleset), long: cmd.Long, flags: a.offered(cmd)}
	if a.first().Name == single.Solve {
		p.long += "\n\nInput for the ruleset " + a.game.Name + ": " + a.game.Input
	}
	p.more = a.game.otherHelps(cmd, func(r *enum.Ruleset) bool { return a.questions(r) != nil })
	p.print(cmd, args)
}

// offered describes the flags that apply to the ruleset of --game, and lists its algorithms. To keep the help short,
// flags that most verbs have are only named; the help of class describes them.
func (a *Asking) offered(cmd *cobra.Command) string {
	common := []string{"game", "workers", "timeout", "memory", "output"}
	questions, has := a.questions(a.game.Ruleset), a.has()
	var otherFlags []string
	text := usages(cmd, func(flag *pflag.Flag) bool {
		if i := slices.IndexFunc(questions, func(q single.Question) bool { return q.Name == flag.Name }); i >= 0 {
			flag.Usage = questions[i].Summary
		}
		switch {
		case slices.Contains(common, flag.Name):
			otherFlags = append(otherFlags, "--"+flag.Name)
			return false
		case slices.Contains(a.names, flag.Name) && !slices.Contains(has, flag.Name), flag.Name == "algorithm", flag.Name == "help", omits(cmd, flag.Name, false):
			return false
		case flag.Name == "core":
			flag.Usage = "core to find: " + strings.Join(a.first().Cores, ", ")
		case flag.Name == "format" && a.first().Name == single.Solve:
			flag.Usage = "format: " + a.formats(a.game.Ruleset)
		}
		return true
	})
	text = fmt.Sprintf("Flags; for %s see class --help:\n%s", strings.Join(otherFlags, ", "), text)
	if ways := a.first().Algorithms; ways != nil {
		text += "\nAlgorithms (default the first; choose another with --algorithm):\n"
		for _, way := range ways {
			text += Filled(fmt.Sprintf("  %-14s  %s", way.Name, way.Summary), HelpWidth) + "\n"
		}
	}
	return text
}
