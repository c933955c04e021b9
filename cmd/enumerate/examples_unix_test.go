//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/games"
	"enumerate/internal/shown"
)

// TestEveryExampleWorksInAnEmptyDirectory runs the examples of each --help one after the
// other, and those of the rulesets, where there is nothing but data.
func TestEveryExampleWorksInAnEmptyDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds; go test -short has seconds for all packages, go test runs it")
	}
	works := func(t *testing.T, examples string) {
		l := newLab(t)
		for example := range strings.Lines(examples) {
			if did, err := l.Shell(t.Context(), strings.TrimSpace(example)); err != nil || did.Code != 0 {
				t.Errorf("%s exit code %d, %v\n%s", example, did.Code, err, did.Printed)
			}
		}
	}
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "completion" || cmd.Name() == "help" { // cobra's own
			continue
		}
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Parallel()
			if cmd.Example == "" {
				t.Fatal("--help has no example")
			}
			works(t, cmd.Example)
		})
	}
	for _, r := range games.All() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			works(t, "enumerate "+r.Example)
		})
	}
}

// newLab returns where commands are run, with data and a database.
func newLab(t *testing.T) shown.Lab {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("../../data")); err != nil {
		t.Fatal(err)
	}
	return shown.Lab{Dir: dir, Database: filepath.Join(dir, "enumerate.db")}
}
