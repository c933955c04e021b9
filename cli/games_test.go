package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"enumerate/games"
)

// TestRulesetsAreDescribedWithinTheTerminal prints every ruleset for terminals of several widths. No line may be wider
// than the terminal, except the example, which is a command.
func TestRulesetsAreDescribedWithinTheTerminal(t *testing.T) {
	for _, r := range games.All() {
		var file bytes.Buffer
		printRuleset(&file, r, 0)
		for _, width := range []int{60, 80, 120, 1000} {
			var screen bytes.Buffer
			printRuleset(&screen, r, width)
			if got, want := strings.Fields(screen.String()), strings.Fields(file.String()); strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s: %d columns have other words than a file:\n%s", r.Name, width, &screen)
			}
			for line := range strings.Lines(screen.String()) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > width && !strings.HasPrefix(line, "  example ") {
					t.Errorf("%s: a line of %d columns: %q", r.Name, width, line)
				}
			}
		}
	}
}
