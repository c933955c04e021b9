package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
)

func newGames(p *verb.Program) *cobra.Command {
	var format verb.Format
	cmd := &cobra.Command{
		Use:   "games [RULESET...]",
		Short: "List the rulesets: sizes, groups, methods, parameters",
		Long: `Games lists the rulesets that --game takes: what is played, what the size counts and
which sizes there are, what relabels the games and how many relabelings there are,
the methods that reach totals with the sizes that each reaches, given memory and time
enough, the parameters with their defaults, and an example. Parameters are set in the name:

  enumerate --game jump:players=2,values=0..4 --n 2

A value @FILE stands for the content of the file. Each setting is a ruleset of its own,
in databases and tables too. games RULESET describes only the rulesets named.`,
		Example: `  enumerate games
  enumerate games --format json
  enumerate games nimbers:dag=complete`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := p.Rulesets.Named(args)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			for i, r := range list {
				if format.Value == "json" {
					if err := json.NewEncoder(out).Encode(jsonRulesetOf(r)); err != nil {
						return err
					}
					continue
				}
				if i > 0 {
					fmt.Fprintln(out)
				}
				printRuleset(out, r)
			}
			return out.Flush()
		},
	}
	verb.AddFormat(cmd, &format, "table", "json")
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return p.Rulesets.Completions(word), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// methodsOf returns the methods of a ruleset: the walk, its counts, the sample.
func methodsOf(r *enum.Ruleset) []enum.Method {
	if r.Sampler == nil {
		return r.Methods
	}
	return append(slices.Clone(r.Methods), enum.Method{Name: enum.Sample, Summary: "random games"})
}

// printRuleset prints a few lines on a ruleset.
func printRuleset(out io.Writer, r *enum.Ruleset) {
	fmt.Fprintf(out, "%s: %s\n", r.Name, r.Summary)
	row := func(title, text string) { fmt.Fprintf(out, "  %-11s %s\n", title, text) }
	row("size", fmt.Sprintf("%s, %s", r.Size, inWords(r.Sizes)))
	row("group", r.Group)
	for i, m := range methodsOf(r) {
		sizes := inWords(m.Sizes)
		if m.Name == enum.Sample {
			sizes = "" // those of the ruleset, as far as one game can be solved
		}
		row(titled(i, "methods"), fmt.Sprintf("%-9s %-13s %s", m.Name, sizes, m.Summary))
	}
	for i, p := range r.Parameters {
		row(titled(i, "parameters"), fmt.Sprintf("%-9s %s (%s; %s by default)", p.Name, p.Summary, p.Values, p.Default))
	}
	row("example", "enumerate "+r.Example)
}

// titled returns the title of the first of some rows, and nothing for the others.
func titled(i int, title string) string {
	if i > 0 {
		return ""
	}
	return title
}

// inWords writes a range of sizes.
func inWords(r enum.Range) string {
	if r.Empty() {
		return "none"
	}
	return fmt.Sprintf("%d..%d", r.First, r.Last)
}

type (
	jsonRuleset struct {
		Ruleset    string          `json:"ruleset"`
		Summary    string          `json:"summary"`
		Size       string          `json:"size"`
		First      int             `json:"first"`
		Last       int             `json:"last"`
		Walked     []int           `json:"walked"` // first and last, or nothing
		Group      string          `json:"group"`
		Methods    []string        `json:"methods"`
		Reach      []jsonReach     `json:"reach"`
		Parameters []jsonParameter `json:"parameters,omitempty"`
		Example    string          `json:"example"`
	}
	// jsonReach is the sizes that a method reaches; first is above last if there are none.
	jsonReach struct {
		Method string `json:"method"`
		First  int    `json:"first"`
		Last   int    `json:"last"`
	}
	jsonParameter struct {
		Name    string `json:"name"`
		Values  string `json:"values"`
		Default string `json:"default"`
		Summary string `json:"summary"`
	}
)

func jsonRulesetOf(r *enum.Ruleset) jsonRuleset {
	out := jsonRuleset{
		Ruleset: r.Name, Summary: r.Summary, Size: r.Size, First: r.Sizes.First, Last: r.Sizes.Last,
		Walked: []int{}, Group: r.Group, Example: "enumerate " + r.Example,
	}
	if !r.Walked().Empty() {
		out.Walked = []int{r.Walked().First, r.Walked().Last}
	}
	for _, m := range methodsOf(r) {
		out.Methods = append(out.Methods, m.Name)
		if m.Name == enum.Sample {
			continue
		}
		out.Reach = append(out.Reach, jsonReach{m.Name, m.Sizes.First, m.Sizes.Last})
	}
	for _, p := range r.Parameters {
		out.Parameters = append(out.Parameters, jsonParameter(p))
	}
	return out
}

// methodsHelp lists the counts of each ruleset that has some.
func methodsHelp(all verb.Rulesets) string {
	return listing(all, "\nMethods for %s:\n", func(r *enum.Ruleset) (items []item) {
		for _, m := range r.Methods {
			if m.Name != enum.Walk {
				items = append(items, item{m.Name, m.Summary})
			}
		}
		return items
	}, 9)
}

// An item is a name and what it stands for.
type item struct{ name, summary string }

// listing lists items of each ruleset that has some, under a title with its name.
func listing(all verb.Rulesets, title string, items func(*enum.Ruleset) []item, width int) string {
	var b strings.Builder
	for _, r := range all {
		list := items(r)
		if len(list) > 0 {
			fmt.Fprintf(&b, title, r.Name)
		}
		for _, i := range list {
			fmt.Fprintf(&b, "  %-*s %s\n", width, i.name, i.summary)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
