//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/games"
)

// TestEveryExampleWorksInAnEmptyDirectory runs the examples of each --help one after the
// other, and those of the rulesets, where there is nothing but data.
func TestEveryExampleWorksInAnEmptyDirectory(t *testing.T) {
	works := func(t *testing.T, examples string) {
		_, run := exampleShell(t)
		for example := range strings.Lines(examples) {
			if printed, err := run(strings.TrimSpace(example)); err != nil {
				t.Errorf("%s %v\n%s", example, err, printed)
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
			if testing.Short() && (strings.Contains(cmd.Example, "sleep") || cmd.Name() == "check") {
				t.Skip("takes a second; go test -short has seconds for all packages, go test runs it")
			}
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

// exampleShell returns what runs commands in a directory of their own, with data and a
// database, and returns all that they print.
func exampleShell(t *testing.T) (dir string, run func(command string) (printed string, err error)) {
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("../../data")); err != nil {
		t.Fatal(err)
	}
	return dir, func(command string) (string, error) {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "ENUMERATE_DB="+filepath.Join(dir, "enumerate.db"))
		printed, err := cmd.CombinedOutput()
		return string(printed), err
	}
}
