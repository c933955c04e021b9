//go:build unix

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// completing is what bash does before and after a completion, with the least that the
// package bash-completion has for it: words end at blanks alone, and what stands before the
// last colon is not part of a reply.
const completing = `
_get_comp_words_by_ref() {
    local words_=($COMP_LINE)
    [[ $COMP_LINE == *" " ]] && words_+=("")
    while [[ $1 == -* ]]; do shift 2; done
    local name
    for name; do
        case $name in
        cur) cur=${words_[-1]} ;;
        prev) prev=${words_[-2]} ;;
        words) words=("${words_[@]}") ;;
        cword) cword=$((${#words_[@]} - 1)) ;;
        esac
    done
}
__ltrim_colon_completions() {
    [[ $1 == *:* ]] || return
    COMPREPLY=("${COMPREPLY[@]#"${1%"${1##*:}"}"}")
}
compopt() { :; }
source <(enumerate completion bash)
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
__start_enumerate
printf '%s\n' "${COMPREPLY[@]}"
`

// TestBashCompletes asks bash for what a line may become.
func TestBashCompletes(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"enumerate dra", "draw"},
		{"enumerate --game jum", "jump"},
		{"enumerate --game=jum", "jump"},
		{"enumerate --game nim --method f", "formula"},
		{"enumerate results --game spies --column v", "valid-games valid-classes"},
		{"enumerate classes --verdict s", "solvable"},
		{"enumerate generate cor", "coronene"},
		{"enumerate solve --format j", "json"},
		{"enumerate solve --algorithm two", "twosat"},
		{"enumerate games spi", "spies"},
	} {
		printed, err := exec.Command("bash", "-c", completing, "bash", c.line).CombinedOutput()
		if got := strings.Join(strings.Fields(string(printed)), " "); err != nil || got != c.want {
			t.Errorf("after %q bash offers %q (%v), want %q", c.line, got, err, c.want)
		}
	}
}
