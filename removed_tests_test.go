package enumerate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A repository is a git repository in a temporary folder, with the tool that looks for removed tests.
type repository struct {
	t      *testing.T
	folder string
	tool   string
}

func buildRemovedTests(t *testing.T) string {
	if testing.Short() {
		t.Skip("builds a program and runs git")
	}
	tool := filepath.Join(t.TempDir(), "removed-tests.exe")
	build := exec.Command("go", "build", "-o", tool, ".ci/removed_tests.go")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return tool
}

func newRepository(t *testing.T, tool string) repository {
	r := repository{t: t, folder: t.TempDir(), tool: tool}
	r.git("init", "-q")
	return r
}

func (r repository) git(args ...string) {
	r.t.Helper()
	args = append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)
	cmd := exec.Command("git", args...)
	cmd.Dir = r.folder
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (r repository) write(file, text string) {
	r.t.Helper()
	name := filepath.Join(r.folder, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) remove(file string) {
	r.t.Helper()
	if err := os.Remove(filepath.Join(r.folder, filepath.FromSlash(file))); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "change")
}

// check runs the tool, and returns its output and whether it has succeeded.
func (r repository) check(args ...string) (string, bool) {
	cmd := exec.Command(r.tool, args...)
	cmd.Dir = r.folder
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

const (
	testA     = "package a\n\nfunc TestA(t *testing.T) {}\n"
	testB     = "package a\n\nfunc TestB(t *testing.T) {}\n"
	listOfOne = "# Replaced\nTestA\ta\treplaced by TestB\n"
)

func TestRemovedTestsAreNamed(t *testing.T) {
	cases := []struct {
		name string
		// change makes the change to check. Before it the repository has one commit, with TestA and TestB in package a,
		// and TestA in package b.
		change func(repository)
		fault  string // a part of the output; the check must fail with it, or pass if it is empty
	}{
		{"nothing removed", func(r repository) {}, ""},
		{"a test removed", func(r repository) { r.remove("a/b_test.go") }, "TestB: removed"},
		{"a fuzz target removed", func(r repository) {
			r.write("a/c_test.go", "package a\n\nfunc FuzzC(f *testing.F) {}\n")
			r.commit()
			r.remove("a/c_test.go")
		}, "FuzzC: removed"},
		{"an example removed", func(r repository) {
			r.write("a/c_test.go", "package a\n\nfunc Example() {}\n")
			r.commit()
			r.remove("a/c_test.go")
		}, "Example: removed"},
		{"a script removed", func(r repository) { r.remove("a/testdata/script/walk.txtar") }, "walk.txtar: removed"},
		{"one of two tests of a name removed", func(r repository) { r.remove("b/a_test.go") }, "had 2 tests of this name (a, b), now 1 exist"},
		{"the removed test listed", func(r repository) {
			r.remove("b/a_test.go")
			r.write(".ci/removed-tests.txt", listOfOne)
		}, ""},
		{"both tests removed, one listed", func(r repository) {
			r.remove("a/a_test.go")
			r.remove("b/a_test.go")
			r.write(".ci/removed-tests.txt", listOfOne)
		}, "now 0 exist and 1 are listed"},
		{"a listed test back", func(r repository) { r.write(".ci/removed-tests.txt", listOfOne) }, "remove a line"},
		{"a line without a reason", func(r repository) {
			r.write(".ci/removed-tests.txt", "TestA\ta\n")
		}, "removed-tests.txt:1: expected a name"},
		{"a file renamed", func(r repository) {
			r.remove("a/b_test.go")
			r.write("a/other_test.go", testB)
		}, ""},
		{"a folder renamed", func(r repository) {
			r.remove("a/b_test.go")
			r.write("c/d/b_test.go", testB)
		}, ""},
		{"a test removed between two commits", func(r repository) {
			r.write("a/c_test.go", "package a\n\nfunc TestC(t *testing.T) {}\n")
			r.commit()
			r.remove("a/c_test.go")
			r.commit()
		}, "TestC: removed"},
		{"a test removed on a branch that is merged", func(r repository) {
			r.git("checkout", "-q", "-b", "side")
			r.write("a/c_test.go", "package a\n\nfunc TestC(t *testing.T) {}\n")
			r.commit()
			r.git("checkout", "-q", "-")
			r.commit()
			r.git("merge", "-q", "-s", "ours", "-m", "merge", "side")
		}, "TestC: removed"},
	}

	tool := buildRemovedTests(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := newRepository(t, tool)
			r.write("a/a_test.go", testA)
			r.write("a/b_test.go", testB)
			r.write("b/a_test.go", testA)
			r.write("a/testdata/script/walk.txtar", "exec walk\n")
			r.commit()
			c.change(r)

			out, ok := r.check()
			if ok != (c.fault == "") || !strings.Contains(out, c.fault) {
				t.Errorf("succeeded: %v, want %q in\n%s", ok, c.fault, out)
			}
		})
	}
}

// If a commit is given as a base, the check for removed tests must report a test that was removed after the base and is
// missing from the list of removed tests, but no test that the base already lacks.
func TestRemovedTestsOfABase(t *testing.T) {
	r := newRepository(t, buildRemovedTests(t))
	r.write("a/a_test.go", testA)
	r.write("a/b_test.go", testB)
	r.commit()
	r.remove("a/a_test.go")
	r.write(".ci/removed-tests.txt", listOfOne)
	r.commit()
	if out, ok := r.check("HEAD"); !ok {
		t.Errorf("nothing was removed since HEAD, and the check fails:\n%s", out)
	}

	r.remove("a/b_test.go")
	r.commit()
	out, ok := r.check("HEAD~1")
	if ok || !strings.Contains(out, "TestB: removed") || strings.Contains(out, "TestA") {
		t.Errorf("succeeded: %v, want TestB alone in\n%s", ok, out)
	}
}

func TestRemovedTestsRefuseAShallowClone(t *testing.T) {
	r := newRepository(t, buildRemovedTests(t))
	r.write("a/a_test.go", testA)
	r.commit()
	r.commit()
	clone := repository{t: t, folder: t.TempDir(), tool: r.tool}
	clone.git("clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(r.folder), ".")

	out, ok := clone.check()
	if ok || !strings.Contains(out, "git fetch --unshallow") || strings.Count(out, "\n") != 1 {
		t.Errorf("succeeded: %v, want one line that says how to fetch the history in\n%s", ok, out)
	}
}
