//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"enumerate/games"
)

// A user must be able to try every example of a help and of a ruleset as it stands, in a directory that has only data.
// Examples of servers and workers are tried together, and with free ports; see runnable.
func TestEveryExampleWorksInAnEmptyDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds; go test -short has seconds for all packages, go test runs it")
	}
	works := func(t *testing.T, examples string) {
		l := newLab(t, examples)
		for example := range strings.Lines(examples) {
			if printed, err := l.shell(t, runnable(strings.TrimSpace(example))); err != nil {
				t.Errorf("%s %v\n%s", example, err, printed)
			}
		}
	}
	root := program().Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Name() == "help" { // cobra's own
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

// runnable returns a line that runs an example to its end: it adds a worker to an example of serve and a server to an
// example of work, and ends an example of web after a second. The servers listen on any free port.
func runnable(example string) string {
	words := strings.Fields(example)
	verb := ""
	if len(words) > 1 {
		verb = words[1]
	}
	const server, worker = "enumerate serve --n 7 --db lab.db --listen 127.0.0.1:0", "enumerate work @lab.db.join"
	switch {
	case verb == "serve":
		return strings.ReplaceAll(example, " --listen 0.0.0.0:4222", "") + " --listen 127.0.0.1:0 & sleep 1; " + worker + "; wait"
	case verb == "work":
		return server + " & sleep 1; " + example + "; wait"
	case verb == "web" && !strings.Contains(example, "--export"):
		return strings.ReplaceAll(example, ":8080", ":0") + " & sleep 1; kill $!"
	}
	return example
}

// A lab is where a shell runs the commands that documents and helps show: a directory, with a database.
type lab struct{ dir string }

// newLab returns a lab that has data if one of the commands names it.
func newLab(t *testing.T, commands string) lab {
	dir := t.TempDir()
	if strings.Contains(commands, "data/") {
		if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("../../data")); err != nil {
			t.Fatal(err)
		}
	}
	return lab{dir}
}

// shell has a shell run a line, and returns what it prints, as on a terminal.
func (l lab) shell(t *testing.T, line string) (printed string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	cmd.Dir, cmd.Env = l.dir, append(os.Environ(), "ENUMERATE_DB="+filepath.Join(l.dir, "enumerate.db"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // kill its children too
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	both, err := cmd.CombinedOutput()
	return string(both), err
}
