package claims

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestLinesAreCutAsAShellCutsThem(t *testing.T) {
	for line, want := range map[string]string{
		"enumerate solve BC CD":                         "[[enumerate solve BC CD]]",
		`printf '1 2\n'|enumerate solve --game nimbers`: `[[printf 1 2\n] [enumerate solve --game nimbers]]`,
		"go test ./x -run 'A|B'":                        "[[go test ./x -run A|B]]",
	} {
		if got := fmt.Sprint(stagesOf(line)); got != want {
			t.Errorf("stagesOf(%q) = %s, want %s", line, got, want)
		}
	}
}

// eachCommand calls do with each command of all claims.
func eachCommand(do func(claim string, c Command)) {
	for _, s := range Sources() {
		for _, c := range s.Claims {
			for _, command := range c.Shown {
				do(c.ID, command)
			}
		}
	}
}

// TestEveryLineIsOneThatIsRun: nothing is lost where a line is cut, each command of a pipe is there, and
// what needs no program has what it needs.
func TestEveryLineIsOneThatIsRun(t *testing.T) {
	numbers := regexp.MustCompile(`^\d+ \d+$`)
	eachCommand(func(claim string, c Command) {
		if rest := strings.TrimSpace(word.ReplaceAllString(c.Line, "")); rest != "" {
			t.Errorf("%s: %s has a quotation mark that is not closed", claim, c.Line)
		}
		for _, words := range stagesOf(c.Line) {
			switch {
			case len(words) == 0:
				t.Fatalf("%s: %s lacks a command", claim, c.Line)
			case words[0] == "printf" && len(words) != 2, words[0] == "seq" && !numbers.MatchString(strings.Join(words[1:], " ")):
				t.Errorf("%s: %s: %q lacks what it prints", claim, c.Line, words)
			}
		}
		switch first := stagesOf(c.Line)[0][0]; first {
		case "enumerate", "echo", "printf", "seq":
		default:
			if !c.Checkout() {
				t.Errorf("%s: %s: nothing runs %s", claim, c.Line, first)
			}
		}
	})
}
