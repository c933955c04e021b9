package games

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheExampleOfTheDocumentsPassesTheTestsOfRulesets checks that the ruleset of docs/tournaments, which a reader is
// told to copy, is a complete ruleset. It adds the ruleset to this package in an overlay of the go command, and runs
// the package's other tests.
func TestTheExampleOfTheDocumentsPassesTheTestsOfRulesets(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of this package again")
	}

	example := edited(t, "../docs/tournaments/main.go", [][2]string{
		{"package main\n", "package tournaments\n"},
		{"func main() {\n\tos.Exit(cli.Program{Rulesets: []*enum.Ruleset{tournaments()}}.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))\n}\n", ""},
		{"\t\"os\"\n", ""},
		{"\t\"enumerate/cli\"\n", ""},
		{"func tournaments()", "func New()"},
	})
	list := edited(t, "games.go", [][2]string{
		{"\t\"enumerate/games/tower\"\n", "\t\"enumerate/games/tournaments\"\n\t\"enumerate/games/tower\"\n"},
		{"\t\tcol.New(),\n", "\t\tcol.New(),\n\t\ttournaments.New(),\n"},
	})
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	content, err := json.Marshal(map[string]map[string]string{"Replace": {
		absolute(t, "tournaments/tournaments.go"): example,
		absolute(t, "games.go"):                   list,
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, content, 0o600); err != nil {
		t.Fatal(err)
	}

	// go vet cannot check a folder that exists only in an overlay.
	test := exec.CommandContext(t.Context(), "go", "test", "-short", "-vet=off", "-overlay", overlay, ".")
	output, err := test.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// edited writes a copy of a source file, in which each old text of replacements, which must occur exactly once, is
// replaced by its new text. It returns the path of the copy.
func edited(t *testing.T, path string, replacements [][2]string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	source := string(content)
	for _, r := range replacements {
		if strings.Count(source, r[0]) != 1 {
			t.Fatalf("%s has %q %d times, want once", path, r[0], strings.Count(source, r[0]))
		}
		source = strings.Replace(source, r[0], r[1], 1)
	}
	copied := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(copied, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	return copied
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
