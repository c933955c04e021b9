package pictures

import (
	"strings"
	"testing"

	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/enum"
)

func TestARulesetWithoutPicturesIsRefused(t *testing.T) {
	var stdout, stderr strings.Builder
	chess := &enum.Ruleset{Name: "chess"}
	code := cli.Program{Rulesets: []*enum.Ruleset{chess}, Verbs: Verbs()}.Main([]string{"draw"}, strings.NewReader(""), &stdout, &stderr)
	if code != verb.ExitUsage || stderr.String() != "enumerate: chess draws no games\n" || stdout.Len() > 0 {
		t.Errorf("exit code %d, %q, %q", code, stderr.String(), stdout.String())
	}
}
