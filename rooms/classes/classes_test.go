package classes

import (
	"strings"
	"testing"

	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/enum"
)

func TestARulesetWithoutAListIsRefused(t *testing.T) {
	program := cli.Program{Rulesets: []*enum.Ruleset{{Name: "chess", Sizes: enum.Range{First: 1, Last: 9}}}, Verbs: Verbs()}
	var stdout, stderr strings.Builder
	code := program.Main([]string{"classes", "--n", "3"}, strings.NewReader(""), &stdout, &stderr)
	if want := "enumerate: chess lists no classes\n"; code != verb.ExitUsage || stderr.String() != want || stdout.Len() > 0 {
		t.Errorf("exit code %d, stderr %q, stdout %q, want %q", code, stderr.String(), stdout.String(), want)
	}
}
