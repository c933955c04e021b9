package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
)

func newGames(p *verb.Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "games [RULESET...]",
		Short: "List the rulesets: sizes, groups, methods, parameters",
		Long: `Games describes the rulesets that the flag --game of other verbs takes. For each ruleset it prints what
the game is, what the size of a game counts, and which group relabels games. Then it lists the methods, with the sizes
that each can reach given enough memory and time; the parameters, with their defaults; and an example. To set
parameters, write them after the name of the ruleset:

  enumerate --game jump:players=2,values=0..4 --n 2

A ruleset with other parameters is another ruleset: databases and tables keep its results separate.`,
		Example: `  enumerate games
  enumerate games jump nim
  enumerate games nimbers:dag=complete`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := p.Rulesets.Named(args)
			if err != nil {
				return err
			}
			width := rows.ScreenWidth(cmd.OutOrStdout())
			out := bufio.NewWriter(cmd.OutOrStdout())
			for i, r := range list {
				if i > 0 {
					fmt.Fprintln(out)
				}
				printRuleset(out, r, width)
			}
			return out.Flush()
		},
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return p.Rulesets.Names(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// printRuleset prints the description of a ruleset in rows. Lines are broken at the width of the terminal in columns,
// or not at all if the width is 0.
func printRuleset(out io.Writer, r *enum.Ruleset, width int) {
	printFilled(out, r.Name+": ", r.Summary, len("  "), width)
	row := func(title, columns, text string) {
		head := fmt.Sprintf("  %-11s %s", title, columns)
		printFilled(out, head, text, utf8.RuneCountInString(head), width)
	}

	row("size", "", fmt.Sprintf("%s, %s", r.Size, inWords(r.Sizes)))
	row("group", "", r.Group)
	for i, m := range r.Methods { // only the first row of a group has a title
		row(titled(i, "methods"), fmt.Sprintf("%-9s %-13s ", m.Name, inWords(m.Sizes)), m.Summary)
	}
	if r.Sampler != nil { // sampling has no largest size, so that its row names no sizes
		row(titled(len(r.Methods), "methods"), fmt.Sprintf("%-9s %-13s ", enum.Sample, ""), "random games")
	}
	for i, p := range r.Parameters {
		row(titled(i, "parameters"), fmt.Sprintf("%-9s ", p.Name), fmt.Sprintf("%s (%s; %s by default)", p.Summary, p.Values, p.Default))
	}
	row("example", "enumerate "+r.Example, "")
}

// printFilled prints a line that begins with head, such as a title, and continues with a text. If the line is wider
// than width, it is broken, and further lines begin with indent blanks. The width 0 stands for no limit.
func printFilled(out io.Writer, head, text string, indent, width int) {
	line := head + text
	if width > 0 && utf8.RuneCountInString(line) > width {
		const least = 20 // columns of text, however narrow the terminal is
		first := max(utf8.RuneCountInString(head), indent)
		line = head + strings.ReplaceAll(verb.Filled(text, max(width-first, least)), "\n", fmt.Sprintf("\n%*s", indent, ""))
	}
	fmt.Fprintln(out, line)
}

func titled(i int, title string) string {
	if i > 0 {
		return ""
	}
	return title
}

func inWords(r enum.Range) string {
	if r.Empty() {
		return "none"
	}
	return fmt.Sprintf("%d..%d", r.First, r.Last)
}
