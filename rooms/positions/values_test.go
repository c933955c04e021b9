package positions

import (
	"strings"
	"testing"

	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/enum"
)

func TestRulesetsWithoutValuesOrMovesAreRefused(t *testing.T) {
	chess := &enum.Ruleset{Name: "chess"}
	for args, want := range map[string]string{
		"values":                    "values takes --game and --n, such as --game antonim --n 6, or values as arguments, such as '{2|-1}'",
		"values --n 3":              "--n needs --game, a ruleset whose positions have values, such as --game antonim",
		"values --n 3 --game chess": "the positions of chess have no values: use --game antonim, for example",
		"play --game chess 8/8/8":   "chess reads no single games",
	} {
		var stdout, stderr strings.Builder
		code := cli.Program{Rulesets: []*enum.Ruleset{chess}, Verbs: Verbs()}.Main(strings.Fields(args), strings.NewReader(""), &stdout, &stderr)
		if code != verb.ExitUsage || stderr.String() != "enumerate: "+want+"\n" || stdout.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", args, code, stderr.String(), stdout.String())
		}
	}
}
