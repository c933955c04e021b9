package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/cli/verb"
)

// The page docs/reference/exit-codes.md says which wrong arguments have exit code 1, and which have exit code 2.
func TestWrongArgumentsHaveTheDocumentedExitCodes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim, stdin string
		args         []string
		code         int
	}{
		{"a game", "", []string{"solve", "foo"}, verb.ExitFailure},
		{"a value", "", []string{"values", "foo"}, verb.ExitUsage},
		{"a value in the input", "foo\n", []string{"values", "-"}, verb.ExitFailure},
		{"a position in a value", "", []string{"values", "nim x"}, verb.ExitFailure},
		{"a join URL", "", []string{"work", "foo"}, verb.ExitFailure},
		{"a join URL in a file", "", []string{"work", "@" + file}, verb.ExitFailure},
		{"a judge", "", []string{"--game", "choices", "--n", "4", "--judge", "no-such-program"}, verb.ExitFailure},
		{"a directory for a copy", "", []string{"web", "--export", file}, verb.ExitFailure},
		{"several games to draw", "", []string{"draw", "BC CD BA BA\nBC CD BA BA"}, verb.ExitFailure},
		{"a ruleset without turns", "", []string{"play", "--game", "spies", "4"}, verb.ExitFailure},
		{"a ruleset without values", "", []string{"values", "--game", "spies", "--n", "4"}, verb.ExitUsage},
		{"players", "", []string{"solve", "BC CD BA BA", "--algorithm", "implied", "--trace", "--suppose", "A,Z"}, verb.ExitFailure},
		{"a sheet", "", []string{"solve", "BC CD BA BA", "--sheet", "x"}, verb.ExitFailure},
		{"a flag", "", []string{"solve", "BC CD BA BA", "--core", "foo"}, verb.ExitUsage},
	} {
		var out, stderr strings.Builder
		if code := program().Main(c.args, strings.NewReader(c.stdin), &out, &stderr); code != c.code || stderr.Len() == 0 {
			t.Errorf("%s: %q ends with exit code %d, want %d, and prints %q", c.claim, c.args, code, c.code, stderr.String())
		}
	}
}
