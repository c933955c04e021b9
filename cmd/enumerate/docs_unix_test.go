//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"enumerate/internal/shown"
)

// TestDocumentsPrintWhatTheProgramPrints runs the commands of the README and of docs that
// are shown with what they print: lines that begin with "$" in an indented block, and below
// each what a terminal shows. The commands of one document run one after the other in a
// directory that has nothing but data; what they draw is what docs has.
func TestDocumentsPrintWhatTheProgramPrints(t *testing.T) {
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
		list := shown.In(string(text))
		commands += len(list)
		t.Run(filepath.Base(path), func(t *testing.T) {
			if !*slow && filepath.Base(path) == "play.md" {
				t.Skip("its trials take half a minute; -slow runs them")
			}
			t.Parallel()
			l := newLab(t)
			for _, c := range list {
				if did, err := l.Shell(t.Context(), c.Line); err != nil || string(did.Printed) != c.Prints {
					t.Errorf("$ %s\nprints (%v, exit code %d)\n%swant\n%s", c.Line, err, did.Code, did.Printed, c.Prints)
				}
			}
			drawn, err := filepath.Glob(filepath.Join(l.Dir, "*.svg"))
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
