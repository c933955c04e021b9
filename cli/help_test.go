package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"enumerate/games"
)

// TestHelpFitsATerminal holds all lines of both helps to 80 columns, but for examples, and -h
// to a screen.
func TestHelpFitsATerminal(t *testing.T) {
	root := newRoot(games.All())
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "completion" || cmd.Name() == "help" { // cobra's own
			continue
		}
		short := shortHelp(cmd)
		for _, help := range []string{fullHelp(cmd), short} {
			for line := range strings.Lines(help) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > helpWidth && !strings.Contains(cmd.Example, line) && !strings.Contains(cmd.Long, "\n"+line+"\n") {
					t.Errorf("%s: %q has %d columns", cmd.CommandPath(), line, utf8.RuneCountInString(line))
				}
			}
		}
		if lines := strings.Count(short, "\n"); lines > 40 {
			t.Errorf("%s -h has %d lines, want a screen", cmd.CommandPath(), lines)
		}
	}
}

// TestFilled fills a text of each kind of lines.
func TestFilled(t *testing.T) {
	const text = "one two three\nfour five\n\nlists:\n  word     what it means\n  other words\n\nend"
	const want = "one two three four\nfive\n\nlists:\n  word     what it\n           means\n  other words\n\nend"
	if got := filled(text, 18); got != want {
		t.Errorf("filled =\n%s\nwant\n%s", got, want)
	}
}
