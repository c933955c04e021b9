package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"

	"enumerate"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/build"
)

func newVersion(p *verb.Program) *cobra.Command {
	var format verb.Format
	var cite bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of each method",
		Long: `Version prints the version and commit of the program, the version of Go and the platform. Then it prints
a fingerprint for each method of each ruleset, at the method's smallest size. A fingerprint is a text that names the
ruleset, the size and the version of the method. It is stored with each run: the program resumes or merges a run only if
its own method has the same fingerprint. Totals of the same size are compared even if the fingerprints differ.

--cite prints how to cite this version (Citation File Format). docs/papers.md says how to cite a number or theorem.`,
		Example: `  enumerate version
  enumerate version --cite
  enumerate version --format json`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cite {
				if cmd.Flags().Changed("format") {
					return verb.Usagef("--cite always prints the Citation File Format: leave out --format")
				}
				_, err := io.WriteString(cmd.OutOrStdout(), citation(build.Info()))
				return err
			}
			object := struct {
				build.Build
				Rulesets []versions `json:"rulesets"`
			}{Build: build.Info()}
			for _, r := range p.Rulesets {
				methods, err := fingerprints(r)
				if err != nil {
					return err
				}
				object.Rulesets = append(object.Rulesets, versions{r.Name, methods})
			}
			out := cmd.OutOrStdout()
			if format.Value == "json" {
				return json.NewEncoder(out).Encode(object)
			}
			fmt.Fprintf(out, "enumerate %v\n", object.Build)
			for _, r := range object.Rulesets {
				for _, m := range r.Methods {
					if _, err := fmt.Fprintf(out, "%-12s %-10s %s\n", r.Ruleset, m.Method, m.Fingerprint); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	verb.AddFormat(cmd, &format, "table", "json")
	cmd.Flags().BoolVar(&cite, "cite", false, "print how to cite this version")
	return cmd
}

func citation(b build.Build) string {
	text := enumerate.Citation
	if b.Version != build.Development {
		text = versionLine.ReplaceAllLiteralString(text, "version: "+strconv.Quote(b.Version))
	}
	if b.Commit != "" {
		text += "commit: " + b.Commit + "\n"
	}
	return text
}

var versionLine = regexp.MustCompile(`(?m)^version: .*$`)

type versions struct {
	Ruleset string        `json:"ruleset"`
	Methods []fingerprint `json:"methods"`
}

// A fingerprint identifies the code that the stored shards of a method depend on: shards with equal fingerprints can be
// summed.
type fingerprint struct {
	Method      string `json:"method"`
	Fingerprint string `json:"fingerprint"`
}

// fingerprints returns the fingerprint of each method of a ruleset, from the smallest size, which is made fastest.
func fingerprints(r *enum.Ruleset) (list []fingerprint, err error) {
	for i := range r.Methods {
		m := &r.Methods[i]
		size := r.Sizes.First
		if m.Name == enum.Walk {
			size = r.Walked().First
		}
		space, err := m.Space(size, enum.Means{})
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", r.Name, m.Name, err)
		}
		list = append(list, fingerprint{m.Name, space.Fingerprint()})
		if closer, ok := space.(io.Closer); ok {
			if err := closer.Close(); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}
