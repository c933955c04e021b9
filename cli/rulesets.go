package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
)

func newGames() *cobra.Command {
	var format oneOf
	cmd := &cobra.Command{
		Use:   "games [RULESET...]",
		Short: "List the rulesets, with their sizes, groups, methods and parameters",
		Long: `Games lists the rulesets that --game takes: what is played, what the size counts and
which sizes there are, what relabels the games and how many relabelings there are,
the methods that reach totals, the parameters with what they are by default, and an
example. Parameters are set in the name:

  enumerate --game jump:players=2,values=0..4 --n 2

A value @FILE stands for what is in the file. Each setting is a ruleset of its own, in
databases and tables too; games RULESET describes only those that are named.`,
		Example: `  enumerate games
  enumerate games --format json
  enumerate games nimbers:dag=complete`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := rulesetsOf(args)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			for i, r := range list {
				if format.value == "json" {
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
	addFormat(cmd, &format, "table", "json")
	return cmd
}

// rulesetsOf returns the rulesets of these names, or all of them.
func rulesetsOf(names []string) ([]enum.Ruleset, error) {
	if len(names) == 0 {
		return games.All(), nil
	}
	var list []enum.Ruleset
	for _, name := range names {
		var full string
		if err := (gameFlag{&full}).Set(name); err != nil {
			return nil, usageError{err}
		}
		r, err := games.Named(full)
		if err != nil {
			return nil, usageError{err}
		}
		list = append(list, r)
	}
	return list, nil
}

// methodsOf returns the methods of a ruleset: the walk, its counts, the sample.
func methodsOf(r enum.Ruleset) []enum.Method {
	methods := []enum.Method{{Name: checkpoints.Walk, Summary: "one game of every class, or many at once"}}
	if counted, ok := r.(enum.Counted); ok {
		methods = append(methods, counted.Methods()...)
	}
	if s, err := r.Space(r.About().Sizes.First); err == nil {
		if _, ok := s.(enum.Sampled); ok {
			methods = append(methods, enum.Method{Name: checkpoints.Sample, Summary: "random games"})
		}
	}
	return methods
}

// parametersOf returns the parameters of a ruleset.
func parametersOf(r enum.Ruleset) []enum.Parameter {
	if p, ok := r.(enum.Parametric); ok {
		return p.Parameters()
	}
	return nil
}

// printRuleset prints a few lines on a ruleset.
func printRuleset(out io.Writer, r enum.Ruleset) {
	about := r.About()
	fmt.Fprintf(out, "%s: %s\n", r.Name(), about.Summary)
	row := func(title, text string) { fmt.Fprintf(out, "  %-11s %s\n", title, text) }
	row("size", fmt.Sprintf("%s, %s, walked %s", about.Size, inWords(about.Sizes), inWords(about.Walked)))
	row("group", about.Group)
	for i, m := range methodsOf(r) {
		row(titled(i, "methods"), fmt.Sprintf("%-9s %s", m.Name, m.Summary))
	}
	for i, p := range parametersOf(r) {
		row(titled(i, "parameters"), fmt.Sprintf("%-9s %s (%s; %s by default)", p.Name, p.Summary, p.Values, p.Default))
	}
	row("example", "enumerate "+about.Example)
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
		Parameters []jsonParameter `json:"parameters,omitempty"`
		Example    string          `json:"example"`
	}
	jsonParameter struct {
		Name    string `json:"name"`
		Values  string `json:"values"`
		Default string `json:"default"`
		Summary string `json:"summary"`
	}
)

func jsonRulesetOf(r enum.Ruleset) jsonRuleset {
	about := r.About()
	out := jsonRuleset{
		Ruleset: r.Name(), Summary: about.Summary, Size: about.Size, First: about.Sizes.First, Last: about.Sizes.Last,
		Walked: []int{}, Group: about.Group, Example: "enumerate " + about.Example,
	}
	if !about.Walked.Empty() {
		out.Walked = []int{about.Walked.First, about.Walked.Last}
	}
	for _, m := range methodsOf(r) {
		out.Methods = append(out.Methods, m.Name)
	}
	for _, p := range parametersOf(r) {
		out.Parameters = append(out.Parameters, jsonParameter(p))
	}
	return out
}

// methodsHelp lists the counts of each ruleset that has some.
func methodsHelp() string {
	var b strings.Builder
	for _, r := range games.All() {
		counted, ok := r.(enum.Counted)
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "\nMethods for %s:\n", r.Name())
		for _, m := range counted.Methods() {
			fmt.Fprintf(&b, "  %-9s %s\n", m.Name, m.Summary)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
