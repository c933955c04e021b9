package verb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
)

// AddFormat adds --format, whose formats depend on the question; see Format.
func (a *Asking) AddFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "", "how to print: "+a.formats(a.game.Program.Rulesets...))
	Complete(cmd, "format", func() []string {
		if list, err := a.Chosen(cmd); err == nil && list != nil {
			return list[0].Formats
		}
		return a.first().Formats
	})
}

// formats lists the formats of the first questions of rulesets, and what others have besides.
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

// indented returns the lines of some texts, each two columns further to the right.
func indented(texts []string) string {
	return "  " + strings.ReplaceAll(strings.Join(texts, "\n"), "\n", "\n  ")
}

// help prints what the ruleset of --game offers, and only that: with -h without the words.
func (a *Asking) help(cmd *cobra.Command, args []string) {
	var b strings.Builder
	r, short := a.game.Ruleset, slices.Contains(args, "-h")
	fmt.Fprintf(&b, "%s.\n", cmd.Short)
	var examples []string
	for _, q := range a.questions(r) {
		if q.Example != "" {
			examples = append(examples, strings.Split(q.Example, "\n")...)
		}
	}
	if short {
		examples = examples[:min(len(examples), 3)]
	}
	if examples != nil {
		fmt.Fprintf(&b, "\n%s\n", indented(examples))
	}
	if !short {
		fmt.Fprintf(&b, "\n%s\n", Filled(cmd.Long, HelpWidth))
		if a.first().Name == enum.Solve {
			fmt.Fprintf(&b, "\n%s\n", Filled("Games of "+r.Name+": "+r.Input, HelpWidth))
		}
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n\n%s", cmd.UseLine(), a.Offered(cmd))
	if short {
		fmt.Fprintf(&b, "\n%s --help says more.\n", cmd.CommandPath())
	} else if others := a.others(); others != nil {
		fmt.Fprintf(&b, "\n%s\n", Filled(fmt.Sprintf("Other rulesets have a help of their own: %s --help --game %s.", cmd.CommandPath(), strings.Join(others, ", ")), HelpWidth))
	}
	fmt.Fprint(cmd.OutOrStdout(), b.String())
}

// others lists the other rulesets that have questions.
func (a *Asking) others() (names []string) {
	for _, r := range a.game.Program.Rulesets {
		if plain, _, _ := strings.Cut(a.game.Name, ":"); r.Name != plain && a.questions(r) != nil {
			names = append(names, r.Name)
		}
	}
	return names
}

// common are flags that most verbs have: the help of a ruleset only names them.
var common = []string{"game", "workers", "timeout", "memory", "output"}

// Offered describes the flags that mean something for the ruleset, and the ways to answer.
func (a *Asking) Offered(cmd *cobra.Command) string {
	set := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	set.SortFlags = false
	unknown := slices.DeleteFunc(slices.Concat(a.names, []string{"core", "trace"}), func(flag string) bool { return slices.Contains(a.has(), flag) })
	hidden := slices.Concat(unknown, common, []string{"algorithm", "help"})
	var also []string
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		own := *flag
		switch {
		case slices.Contains(common, flag.Name):
			also = append(also, "--"+flag.Name)
		case flag.Name == "core":
			own.Usage = "which core to find: " + strings.Join(a.first().Cores, ", ")
		case flag.Name == "format" && a.first().Name == enum.Solve:
			own.Usage = "how to print: " + a.formats(a.game.Ruleset)
		}
		for _, q := range a.questions(a.game.Ruleset) {
			if q.Name == flag.Name {
				own.Usage = q.Summary
			}
		}
		if !slices.Contains(hidden, flag.Name) {
			set.AddFlag(&own)
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "Flags, beside %s:\n%s", strings.Join(also, ", "), set.FlagUsagesWrapped(HelpWidth))
	if ways := a.first().Algorithms; ways != nil {
		var list []string
		for _, way := range ways {
			list = append(list, fmt.Sprintf("  %-14s  %s", way.Name, way.Summary))
		}
		fmt.Fprintf(&b, "\nWays for --algorithm, the first by default:\n%s\n", Filled(strings.Join(list, "\n"), HelpWidth))
	}
	return b.String()
}
