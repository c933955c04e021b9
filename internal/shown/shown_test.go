package shown

import (
	"reflect"
	"strings"
	"testing"
)

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
	want := []Command{
		{"enumerate solve BC", "solvable\n  order: A B\n"},
		{"enumerate games", ""},
		{"another one", ""},
	}
	if got := In(document); !reflect.DeepEqual(got, want) {
		t.Errorf("In = %q, want %q", got, want)
	}
}

func TestLinesAreCutAsAShellCutsThem(t *testing.T) {
	for line, want := range map[string]string{
		"enumerate solve BC CD":                         "[[enumerate solve BC CD]]",
		`printf '1 2\n'|enumerate solve --game nimbers`: `[[printf 1 2\n] [enumerate solve --game nimbers]]`,
		"go test ./x -run 'A|B'":                        "[[go test ./x -run A|B]]",
	} {
		got, err := stagesOf(line)
		var text []string
		for _, words := range got {
			text = append(text, "["+strings.Join(words, " ")+"]")
		}
		if said := "[" + strings.Join(text, " ") + "]"; err != nil || said != want {
			t.Errorf("stagesOf(%q) = %s, %v, want %s", line, said, err, want)
		}
	}
}
