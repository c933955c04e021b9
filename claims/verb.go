package claims

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/file"
	"enumerate/internal/text"
)

// claimsFlags are the flags of claims.
type claimsFlags struct {
	verdicts  []string
	run, slow bool
	into      verb.FileName
	format    verb.Format
}

// Verbs returns claims.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

func newVerb(p *verb.Program) *cobra.Command {
	var f claimsFlags
	cmd := &cobra.Command{
		Use:   "claims [SOURCE|CLAIM...]",
		Short: "List what the sources state, and show what came of it",
		Long: `Claims lists statements of the documents that the rulesets come from: the place,
the verdict, why, and the commands that show it. Without arguments it lists all, and
otherwise those of the sources and claims named; of claims named it prints all that is
known. The sources are thesis, nimbers, spies, jump and structures. The verdicts:

  confirmed  true, by a proof or as far as the commands try it
  refuted    false, with a counterexample
  unclear    it has several readings, or a part of it is missing
  open       neither proved nor refuted; why says how far it is known
  solved     the source gives it as open, and it is not any more
  reported   a run time, or what others found: nothing here can show it

With --run it runs the commands and compares their exit codes, and what they print,
with what is said of them. It says for each claim whether that holds; if one fails, the
exit code is 3. Runs are stored in databases of their own, which are removed. No shell
is needed. Commands that take more than seconds want --slow as well. Tests and scripts are
for a checkout of this project, where go test runs them; --run does not.

With --into it writes errata.md and published.md into a directory, which are made of the
claims.`,
		Example: `  enumerate claims thesis
  enumerate claims --verdict refuted,open
  enumerate claims spies-printed
  enumerate claims jump --run
  enumerate claims nimbers --run --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.into != "" && (len(args) > 0 || f.run || len(f.verdicts) > 0) {
				return verb.Usagef("--into writes whole documents; give it alone")
			}
			for _, flag := range []string{"slow", "format"} {
				if cmd.Flags().Changed(flag) && !f.run {
					return verb.Usagef("--%s goes with --run", flag)
				}
			}
			sources, err := f.chosen(args)
			switch {
			case err != nil:
				return err
			case f.into != "":
				return writeDocuments(string(f.into))
			case f.run:
				program, err := os.Executable()
				if err != nil {
					return err
				}
				return f.rederive(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), program, os.Args[0], sources)
			}
			return printClaims(cmd.OutOrStdout(), sources, args)
		},
	}
	cmd.Flags().StringSliceVar(&f.verdicts, "verdict", nil, "only claims with one of these verdicts")
	verb.Complete(cmd, "verdict", verdictWords)
	cmd.Flags().BoolVar(&f.run, "run", false, "run the commands, and compare what they print")
	cmd.Flags().BoolVar(&f.slow, "slow", false, "run those too that take more than seconds")
	cmd.Flags().Var(&f.into, "into", "write the documents made of the claims into this directory")
	verb.AddFormat(cmd, &f.format, verb.Formats...)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return claimWords(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// verdictWords are the verdicts that a claim can have.
func verdictWords() (list []string) {
	for _, v := range Verdicts {
		list = append(list, string(v))
	}
	return list
}

// claimWords are the names of all sources and claims.
func claimWords() (list []string) {
	for _, s := range Sources() {
		list = append(list, s.Name)
		for _, c := range s.Claims {
			list = append(list, c.ID)
		}
	}
	return list
}

// chosen returns the sources with those claims that are asked for.
func (f *claimsFlags) chosen(words []string) (list []Source, err error) {
	for _, v := range f.verdicts {
		if !slices.Contains(verdictWords(), v) {
			return nil, verb.Usagef("--verdict %s: want some of %s", v, strings.Join(verdictWords(), ", "))
		}
	}
	all := claimWords()
	for _, word := range words {
		if slices.Contains(all, word) {
			continue
		}
		if near, found := text.Nearest(word, all); found {
			return nil, verb.Usagef("there is no source or claim %q; did you mean %q?", word, near)
		}
		return nil, verb.Usagef("there is no source or claim %q; enumerate claims lists them", word)
	}
	for _, s := range Sources() {
		s.Claims = slices.DeleteFunc(s.Claims, func(c Claim) bool {
			named := len(words) == 0 || slices.Contains(words, s.Name) || slices.Contains(words, c.ID)
			return !named || len(f.verdicts) > 0 && !slices.Contains(f.verdicts, string(c.Verdict))
		})
		if len(s.Claims) > 0 {
			list = append(list, s)
		}
	}
	return list, nil
}

// printClaims lists claims; all that is known of those named.
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

// documentLink is a link of a document to another one.
var documentLink = regexp.MustCompile(`\[[^\]]+\]\((?:\.\./)?([a-z/]+\.md)[^)]*\)`)

// printClaim prints a claim for eyes; with all that is known of it, or the first paragraph.
func printClaim(out io.Writer, c Claim, whole bool) {
	const indent = 4
	why := c.Short()
	if whole {
		why = c.Why
	}
	fmt.Fprintf(out, "\n  %s: %s\n", c.ID, c.Verdict)
	for _, paragraph := range []string{c.Place, c.Says, documentLink.ReplaceAllString(why, "docs/$1")} {
		for line := range strings.SplitSeq(verb.Filled(paragraph, verb.HelpWidth-indent), "\n") {
			fmt.Fprintln(out, strings.TrimRight(strings.Repeat(" ", indent)+line, " "))
		}
	}
	for _, command := range c.Shown {
		fmt.Fprintf(out, "%*s$ %s\n", indent, "", command.Line)
	}
}

// writeDocuments writes the documents that are made of claims.
func writeDocuments(dir string) error {
	for _, d := range Documents() {
		if err := file.Replace(filepath.Join(dir, d.Name), []byte(d.Text)); err != nil {
			return err
		}
	}
	return nil
}
