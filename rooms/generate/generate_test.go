package generate

import (
	"strings"
	"testing"

	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/enum"
)

func TestARulesetThatMakesNoGamesIsRefused(t *testing.T) {
	var stdout, stderr strings.Builder
	chess := &enum.Ruleset{Name: "chess"}
	program := cli.Program{Rulesets: []*enum.Ruleset{chess}, Verbs: Verbs()}
	code := program.Main(strings.Fields("generate random --n 3"), strings.NewReader(""), &stdout, &stderr)
	if code != verb.ExitUsage || stderr.String() != "enumerate: chess has no families of games: choose another --game\n" || stdout.Len() > 0 {
		t.Errorf("exit code %d, %q, %q", code, stderr.String(), stdout.String())
	}
}
