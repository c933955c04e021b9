//go:build unix

package claims

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/games"
	"enumerate/generate"
)

// The commands that the tests run are verbs of the core, and generate.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"enumerate": func() {
		os.Exit(cli.Program{Rulesets: games.All(), Verbs: generate.Verbs()}.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// underTest is this program, as a test runs it.
func underTest(t *testing.T) (path string) {
	path, err := exec.LookPath("enumerate")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRefutedClaimsAreShownByTheirCommands runs the quick commands of refuted claims that need no
// checkout; with -short those that look at single positions. .ci/run has all claims run.
func TestRefutedClaimsAreShownByTheirCommands(t *testing.T) {
	t.Parallel()
	var sources []Source
	for _, s := range Sources() {
		for i, c := range s.Claims {
			s.Claims[i].Shown = slices.DeleteFunc(c.Shown, func(c Command) bool {
				single := strings.Contains(c.Line, "enumerate solve") && !strings.Contains(c.Line, "--algorithm first")
				return c.Slow || c.Checkout() || testing.Short() && !single
			})
		}
		s.Claims = slices.DeleteFunc(s.Claims, func(c Claim) bool { return len(c.Shown) == 0 || c.Verdict != Refuted })
		sources = append(sources, s)
	}
	f := claimsFlags{format: verb.Format{Value: "csv"}}
	program := underTest(t)
	var stdout, stderr bytes.Buffer
	if err := f.rederive(context.Background(), &stdout, &stderr, program, program, sources); err != nil || strings.Contains(stdout.String(), ",not run,") {
		t.Errorf("%v\n%s", err, stdout.String())
	}
}

// TestAFalseClaimFails plants claims whose commands do something else than is said of them.
func TestAFalseClaimFails(t *testing.T) {
	t.Parallel()
	const valid = "enumerate solve BC CD BA BA"
	for _, c := range []struct {
		command Command
		want    string // in the remark; none if the claim holds
	}{
		{Command{Line: valid, Prints: []string{"solvable   order: A B C D"}}, ""},
		{Command{Line: valid, Prints: []string{"order: A B D C"}}, `it does not print "order: A B D C"`},
		{Command{Line: valid, Exit: 3}, "exit code 0, want 3"},
		{Command{Line: "enumerate solve BC CD BA", Prints: []string{"solvable"}}, "exit code 1, want 0"},
		{Command{Line: "enumerate generate trap --copies 900 --format code | enumerate solve"}, "enumerate exits with 2"},
		{Command{Line: "echo BC CD BA BA | enumerate solve | enumerate solve --algorithm"}, "exit code 2, want 0"},
	} {
		f := claimsFlags{format: verb.Format{Value: "csv"}}
		source := Source{Claims: []Claim{{ID: "planted", Verdict: Confirmed, Shown: []Command{c.command}}}}
		var stdout, stderr bytes.Buffer
		program := underTest(t)
		err := f.rederive(context.Background(), &stdout, &stderr, program, program, []Source{source})
		if holds := err == nil; holds != (c.want == "") || !holds && !errors.Is(err, verb.ErrCheck) {
			t.Errorf("%s: %v", c.command.Line, err)
		}
		if said := strings.ReplaceAll(stdout.String(), `""`, `"`); !strings.Contains(said, c.want) {
			t.Errorf("%s: it says %q, want %q", c.command.Line, said, c.want)
		}
	}
}
