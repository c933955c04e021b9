package claims

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// Verbs returns claims.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

func newVerb(p *verb.Program) *cobra.Command {
	var verdicts []string
	cmd := &cobra.Command{
		Use:   "claims [SOURCE|CLAIM...]",
		Short: "List the claims of the sources, with verdicts",
		Long: `Each ruleset comes from a document, its source. This verb lists the claims of these sources, each with its
place in the source, our verdict, the reason for the verdict, and commands that show it. Arguments select sources
(thesis, nimbers, spies, jump, structures) or single claims, which are printed in full. The verdicts:

  confirmed  true, by a proof or as far as the commands test it
  refuted    false, with a counterexample
  unclear    ambiguous or incomplete
  open       neither proved nor refuted; the reason says what is known
  solved     open in the source, and solved since
  reported   a run time or a finding of others, which no command can show`,
		Example: `  enumerate claims thesis
  enumerate claims --verdict refuted,open
  enumerate claims spies-printed`,
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, err := chosen(args, verdicts)
			if err != nil {
				return err
			}
			return printClaims(cmd.OutOrStdout(), sources, args)
		},
	}
	cmd.Flags().StringSliceVar(&verdicts, "verdict", nil, "only claims with one of these verdicts")
	verb.Complete(cmd, "verdict", verdictWords)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return claimWords(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func verdictWords() []string {
	return lists.Map(Verdicts, func(v Verdict) string { return string(v) })
}

// claimWords lists the possible arguments: the names of all sources and claims.
func claimWords() (list []string) {
	for _, s := range Sources() {
		list = append(append(list, s.Name), lists.Map(s.Claims, func(c Claim) string { return c.ID })...)
	}
	return list
}

// chosen returns the sources with the selected claims.
func chosen(words, verdicts []string) (list []Source, err error) {
	for _, v := range verdicts {
		if !slices.Contains(verdictWords(), v) {
			return nil, verb.Usagef("--verdict %s: expected one or more of %s", v, strings.Join(verdictWords(), ", "))
		}
	}

	all := claimWords()
	for _, word := range words {
		if slices.Contains(all, word) {
			continue
		}
		if near, found := text.Nearest(word, all); found {
			return nil, verb.Usagef("unknown source or claim %q; did you mean %q?", word, near)
		}
		return nil, verb.Usagef("unknown source or claim %q; enumerate claims lists all sources and claims", word)
	}

	for _, s := range Sources() {
		s.Claims = slices.DeleteFunc(s.Claims, func(c Claim) bool {
			named := len(words) == 0 || slices.Contains(words, s.Name) || slices.Contains(words, c.ID)
			return !named || len(verdicts) > 0 && !slices.Contains(verdicts, string(c.Verdict))
		})
		if len(s.Claims) > 0 {
			list = append(list, s)
		}
	}
	return list, nil
}

// printClaims prints the title of each source, and below it the source's claims. It prints the claims in the list
// `named` in full.
func printClaims(w io.Writer, sources []Source, named []string) error {
	out := bufio.NewWriter(w)
	for i, s := range sources {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s\n", s.Title)
		for _, c := range s.Claims {
			printClaim(out, c, slices.Contains(named, c.ID))
		}
	}
	return out.Flush()
}

// Links are printed as their text and the file: "Berman 1978 (docs/papers/literature.md)".
var (
	link   = regexp.MustCompile(`\[([^\]]+)\]\(([^)#]+)[^)]*\)`)
	folder = strings.NewReplacer("(../", "(docs/")
)

// printClaim prints a claim, with the whole reason for the verdict or only its first paragraph.
func printClaim(out io.Writer, c Claim, whole bool) {
	const indent = 4
	why := c.Short()
	if whole {
		why = c.Why
	}
	fmt.Fprintf(out, "\n  %s: %s\n", c.ID, c.Verdict)
	// The reason is in Markdown: show links as "text (address)".
	for _, paragraph := range []string{c.Place, c.Says, folder.Replace(link.ReplaceAllString(why, "$1 ($2)"))} {
		for line := range strings.SplitSeq(verb.Filled(paragraph, verb.HelpWidth-indent), "\n") {
			fmt.Fprintln(out, strings.TrimRight(strings.Repeat(" ", indent)+line, " "))
		}
	}
	for _, command := range c.Commands {
		fmt.Fprintf(out, "%*s$ %s\n", indent, "", command.Line)
	}
}
