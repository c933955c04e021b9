//go:build unix

package main

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"enumerate/rooms/claims"
)

var whichClaims = flag.String("claims", "refuted", "whose commands are run: those of refuted claims, all quick ones, or all, which takes ten minutes: refuted, quick, all")

// Each claim about the program names commands that show it, and these must print what the claim says. The test leaves
// out commands that are tests or scripts. With -short it runs only the commands about single positions.
func TestClaimsAreShownByTheirCommands(t *testing.T) {
	for _, s := range claims.Sources() {
		for _, claim := range s.Claims {
			if *whichClaims == "refuted" && claim.Verdict != claims.Refuted {
				continue
			}
			shown := slices.DeleteFunc(claim.Commands, func(c claims.Command) bool {
				single := strings.Contains(c.Line, "enumerate solve") && !strings.Contains(c.Line, "--algorithm first")
				return c.Slow && *whichClaims != "all" || outside(c) || testing.Short() && !single
			})
			if len(shown) == 0 {
				continue
			}
			t.Run(claim.ID, func(t *testing.T) {
				t.Parallel()
				l := newLab(t, fmt.Sprint(shown))
				for _, c := range shown {
					if fault := l.wrong(t, c); fault != "" {
						t.Errorf("$ %s\n%s", c.Line, fault)
					}
				}
			})
		}
	}
}

// outside reports whether a command is a test or a script.
func outside(c claims.Command) bool {
	word, _, _ := strings.Cut(c.Line, " ")
	return word == "go" || strings.Contains(word, "/")
}

// blanks matches the blanks between two words. Their number is not compared.
var blanks = regexp.MustCompile(`[ \t]+`)

// wrong runs a command, and returns how its output differs from what the claim says, or "".
func (l lab) wrong(t *testing.T, c claims.Command) string {
	printed, err := l.shell(t, c.Line)
	code := 0
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code, err = exit.ExitCode(), nil
	}
	if err != nil || code != c.Exit {
		return fmt.Sprintf("%v, exit code %d, want %d\n%s", err, code, c.Exit, printed)
	}
	once := func(text string) string { return blanks.ReplaceAllString(text, " ") }
	for _, want := range c.Prints {
		if !strings.Contains(once(printed), once(want)) {
			return fmt.Sprintf("it does not print %q\n%s", want, printed)
		}
	}
	return ""
}

func TestAFalseClaimIsFound(t *testing.T) {
	const valid = "enumerate solve BC CD BA BA"
	for _, c := range []struct {
		command claims.Command
		want    string // part of the difference, "" for none
	}{
		{claims.Command{Line: valid, Prints: []string{"solvable   order: A B C D"}}, ""},
		{claims.Command{Line: valid, Prints: []string{"order: A B D C"}}, `it does not print "order: A B D C"`},
		{claims.Command{Line: valid, Exit: 3}, "exit code 0, want 3"},
		{claims.Command{Line: "enumerate solve BC CD BA", Prints: []string{"solvable"}}, "exit code 1, want 0"},
		{claims.Command{Line: "echo BC CD BA BA | enumerate solve | enumerate solve --algorithm"}, "exit code 2, want 0"},
	} {
		if got := newLab(t, c.command.Line).wrong(t, c.command); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.command.Line, got, c.want)
		}
	}
}
