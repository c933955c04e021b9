//go:build unix

package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// completing is a script that does what bash does before and after a completion. Its arguments are the line and the
// words of the line.
const completing = `
unset -f _init_completion _get_comp_words_by_ref
compopt() { :; }
eval "$(enumerate completion bash)"
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
__start_enumerate
printf '%s\n' "${COMPREPLY[@]}"
`

// bashWords matches a word of a line as bash cuts it for completion functions.
var bashWords = regexp.MustCompile(`[=:]+|[^ =:]+`)

// The completion script must work in bash, also without the package bash-completion.
func TestBashCompletes(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"enumerate dra", "draw"},
		{"enumerate --game jum", "jump"},
		{"enumerate --game=jum", "jump"},
		{"enumerate --game = jum", ""},
		{"enumerate --format=json --game=nim --method=f", "formula"},
		{"enumerate --game=jump:players=3 --method=wal", "walk"},
		{"enumerate --method ", "walk count core core-walk"},
		{"enumerate --game nim --method f", "formula"},
		{"enumerate results --game spies --column v", "valid-games valid-classes"},
		{"enumerate classes --verdict s", "solvable"},
		{"enumerate generate cor", "coronene"},
		{"enumerate solve --format j", "json"},
		{"enumerate solve --algorithm two", "twosat"},
		{"enumerate games spi", "spies"},
	} {
		words := bashWords.FindAllString(c.line, -1)
		if strings.HasSuffix(c.line, " ") {
			words = append(words, "")
		}

		arguments := append([]string{"--norc", "-c", completing, "bash", c.line}, words...)
		printed, err := exec.Command("bash", arguments...).CombinedOutput()
		if got := strings.Join(strings.Fields(string(printed)), " "); err != nil || got != c.want {
			t.Errorf("after %q bash offers %q (%v), want %q", c.line, got, err, c.want)
		}
	}
}
