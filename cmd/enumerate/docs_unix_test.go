//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Documents show commands with their output, and the program must still print the same. Such a command is a line of an
// indented block that begins with "$", in the README or in docs; the lines below it are its output. The commands of a
// document run in a directory that has only data. Pictures that they draw must be equal to those in docs.
func TestDocumentsPrintWhatTheProgramPrints(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all commands of the documents; go test runs it")
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	in, err := filepath.Glob("../../docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, path := range append(append(documents, in...), "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list := commandsIn(string(text))
		if len(list) == 0 {
			continue
		}
		commands += len(list)
		t.Run(filepath.Base(path), func(t *testing.T) {
			if !*slow && filepath.Base(path) == "play.md" {
				t.Skip("its trials take half a minute; -slow runs them")
			}
			t.Parallel()
			var lines []string
			for _, c := range list {
				lines = append(lines, c.line)
			}
			l := newLab(t, strings.Join(lines, "\n"))
			for _, c := range list {
				printed, err := l.shell(t, c.line)
				if errors.As(err, new(*exec.ExitError)) {
					err = nil // a document may show one that fails
				}
				if err != nil || printed != c.prints {
					t.Errorf("$ %s\nprints (%v)\n%swant\n%s", c.line, err, printed, c.prints)
				}
			}
			drawn, err := filepath.Glob(filepath.Join(l.dir, "*.svg"))
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range drawn {
				got, err1 := os.ReadFile(path)
				want, err2 := os.ReadFile(filepath.Join("../../docs/pictures", filepath.Base(path)))
				if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
					t.Errorf("%s is not what docs has (%v, %v)", filepath.Base(path), err1, err2)
				}
			}
		})
	}
	if commands == 0 {
		t.Error("no document shows a command with what it prints")
	}
}

type shownCommand struct{ line, prints string }

// commandsIn returns the commands that a document shows, each with its output.
func commandsIn(document string) (list []shownCommand) {
	within := false // of what a command prints
	for line := range strings.Lines(document) {
		code, indented := strings.CutPrefix(line, "    ")
		shown, prompt := strings.CutPrefix(code, "$ ")
		switch {
		case indented && prompt:
			list = append(list, shownCommand{line: strings.TrimSpace(shown)})
			within = true
		case indented && within:
			list[len(list)-1].prints += code
		default:
			within = false
		}
	}
	return list
}

func TestCommandsOfADocumentAreFound(t *testing.T) {
	const document = `Text.

    $ enumerate solve BC
    solvable
      order: A B
    $ enumerate games

    $ another one
Text.

    indented, and no command
`
	want := []shownCommand{
		{"enumerate solve BC", "solvable\n  order: A B\n"},
		{"enumerate games", ""},
		{"another one", ""},
	}
	if got := commandsIn(document); !reflect.DeepEqual(got, want) {
		t.Errorf("commandsIn = %q, want %q", got, want)
	}
}
