package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

func newVersion(all rulesets) *cobra.Command {
	var format formatFlag
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program, and of each ruleset's methods",
		Long: `Version prints which program this is: its version and commit, the Go that built it and
the machine it is for. Then it prints the fingerprint of each ruleset's methods, at the
least size. A fingerprint names all that stored shards depend on: this program resumes
the runs that have its own fingerprint, compares those with another one, and refuses
to merge the two.`,
		Example: `  enumerate version
  enumerate version --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			build := buildOf()
			if format.value == "json" {
				return printBuildJSON(cmd.OutOrStdout(), build, all)
			}
			return printBuild(cmd.OutOrStdout(), build, all)
		},
	}
	addFormat(cmd, &format, "table", "json")
	return cmd
}

// version is the version of a release, which sets it with -ldflags -X.
var version = "development"

// A build is what the program was built from.
type build struct {
	Version   string `json:"version"`
	Commit    string `json:"commit,omitempty"`
	Committed string `json:"committed,omitempty"` // RFC 3339
	Modified  bool   `json:"modified"`            // since the commit
	Go        string `json:"go"`
	Platform  string `json:"platform"` // GOOS/GOARCH
}

// buildOf returns what Go recorded. A program that was built outside a checkout knows no
// commit.
func buildOf() build {
	b := build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if version == "development" && strings.HasPrefix(info.Main.Version, "v") {
		b.Version = info.Main.Version // of the module that it was installed from
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Committed = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String returns the build on one line.
func (b build) String() string {
	line := b.Version
	if b.Commit != "" {
		line += fmt.Sprintf(", commit %.12s of %s", b.Commit, b.Committed)
	}
	if b.Modified {
		line += ", modified"
	}
	return line + ", " + b.Go + " " + b.Platform
}

// printBuild prints the build, and a line for each method of each ruleset.
func printBuild(out io.Writer, b build, all rulesets) error {
	fmt.Fprintf(out, "enumerate %v\n", b)
	for _, r := range all {
		prints, err := fingerprints(r)
		if err != nil {
			return err
		}
		for _, p := range prints {
			if _, err := fmt.Fprintf(out, "%-12s %-10s %s\n", r.Name, p.Method, p.Fingerprint); err != nil {
				return err
			}
		}
	}
	return nil
}

// printBuildJSON prints the same as one object.
func printBuildJSON(out io.Writer, b build, all rulesets) error {
	type ruleset struct {
		Ruleset string        `json:"ruleset"`
		Methods []fingerprint `json:"methods"`
	}
	object := struct {
		build
		Rulesets []ruleset `json:"rulesets"`
	}{build: b}
	for _, r := range all {
		prints, err := fingerprints(r)
		if err != nil {
			return err
		}
		object.Rulesets = append(object.Rulesets, ruleset{r.Name, prints})
	}
	return json.NewEncoder(out).Encode(object)
}

// A fingerprint is what stored shards of a method depend on.
type fingerprint struct {
	Method      string `json:"method"`
	Fingerprint string `json:"fingerprint"`
}

// fingerprints returns those of a ruleset's methods at the least size that each takes.
func fingerprints(r *enum.Ruleset) (list []fingerprint, err error) {
	for i := range r.Methods {
		m := &r.Methods[i]
		size := r.Sizes.First
		if m.Name == enum.Walk {
			size = r.Walked.First
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
