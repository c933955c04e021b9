package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFitsATerminal holds all lines of both helps to 80 columns, but for examples, and -h
// to a screen.
func TestHelpFitsATerminal(t *testing.T) {
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "completion" || cmd.Name() == "help" { // cobra's own
			continue
		}
		short := helpOf(cmd, "-h")
		for _, help := range []string{helpOf(cmd, "--help"), short} {
			for line := range strings.Lines(help) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > 80 && !strings.Contains(cmd.Example, line) && !strings.Contains(cmd.Long, "\n"+line+"\n") {
					t.Errorf("%s: %q has %d columns", cmd.CommandPath(), line, utf8.RuneCountInString(line))
				}
			}
		}
		if lines := strings.Count(short, "\n"); lines > 40 {
			t.Errorf("%s -h has %d lines, want a screen", cmd.CommandPath(), lines)
		}
	}
}

// helpOf returns what a verb prints for -h or --help.
func helpOf(cmd *cobra.Command, flag string) string {
	var b strings.Builder
	cmd.SetOut(&b)
	cmd.HelpFunc()(cmd, []string{flag})
	return b.String()
}
