package release

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var home = flag.Bool("home", false, "give a copy of the project a public address and build it")

func run(t *testing.T, dir, name string, arguments ...string) (string, bool) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, arguments...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	return string(out), err == nil
}

func clone(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "enumerate")
	if out, ok := run(t, ".", "git", "clone", "--quiet", "../..", dir); !ok {
		t.Fatal(out)
	}
	return dir
}

func TestInvalidAddressIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("clones the project")
	}
	dir := clone(t)
	for _, tt := range []struct {
		arguments []string
		want      string
	}{
		{nil, "usage: tools/release/home.sh ADDRESS\n"},
		{[]string{"enumerate"}, "enumerate is no address of a repository: expected one such as https://example.org/games/enumerate\n"},
		{[]string{"http://example.org/games"}, "http://example.org/games is no address of a repository: expected one such as https://example.org/games/enumerate\n"},
		{[]string{"https://example.org"}, "https://example.org is no address of a repository: expected one such as https://example.org/games/enumerate\n"},
		{[]string{"https://example.org/a|b"}, "https://example.org/a|b is no address of a repository: expected one such as https://example.org/games/enumerate\n"},
	} {
		out, ok := run(t, dir, "tools/release/home.sh", tt.arguments...)
		if ok || out != tt.want {
			t.Errorf("home.sh %q succeeds: %t; it prints %q, want %q", tt.arguments, ok, out, tt.want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, ok := run(t, dir, "tools/release/home.sh", "https://example.org/games/enumerate"); ok || out != "commit or stash your changes first\n" {
		t.Errorf("with a changed file home.sh succeeds: %t; it prints %q", ok, out)
	}
}

// TestAProjectWithAnAddressBuilds gives a copy of the project the address of a repository, which becomes the path of
// its module, and then another one. The copy must compile.
func TestAProjectWithAnAddressBuilds(t *testing.T) {
	if !*home {
		t.Skip("checks and compiles the project again: -home runs it")
	}
	dir := clone(t)
	for _, address := range []string{"https://example.org/games/enumerate", "https://git.example.com/a/b-c"} {
		path := strings.TrimPrefix(address, "https://")
		out, ok := run(t, dir, "tools/release/home.sh", address+".git")
		if !ok || !strings.Contains(out, "the project is at "+address) {
			t.Fatalf("home.sh %s: %s", address, out)
		}
		for file, want := range map[string]string{
			"go.mod":                     "module " + path + "\n",
			"tools/bench/browser/go.mod": "module " + path + "/tools/bench/browser\n",
			"README.md":                  "\n    git clone " + address + " enumerate\n",
			"CITATION.cff":               "\nrepository-code: " + address + "\n",
			"docs/reference/ruleset.md":  "    go mod edit -require " + path + "@v0.0.0 -replace " + path + "=/path/to/enumerate\n",
			"cmd/enumerate/main.go":      "\t\"" + path + "/cli\"\n",
		} {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: %s does not contain %q", address, file, want)
			}
		}
		if out, ok := run(t, dir, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "--all", "--message", "move the project"); !ok {
			t.Fatal(out)
		}
	}
	for _, command := range [][]string{
		{"gofmt", "-l", "."},
		{"go", "run", ".ci/typecheck.go", runtime.GOOS + "/" + runtime.GOARCH, "./..."}, // faster than compiling all packages, and sees tests too
		{"go", "test", "-run", "TestArrowsPointDown|TestTheTablesOfPackagesMatchTheTree|Documents", "."},
	} {
		out, ok := run(t, dir, command[0], command[1:]...)
		if !ok || command[0] == "gofmt" && out != "" {
			t.Errorf("%q: %s", command, out)
		}
	}
	if out, ok := run(t, dir, "docs/tournaments/check.sh"); !ok || !strings.HasSuffix(out, "tournaments: ok\n") {
		t.Errorf("a program with a ruleset of its own: %s", out)
	}
	if out, ok := run(t, dir, "git", "grep", "-nE", `"enumerate/(cli|enum|db|games|rooms)`); ok {
		t.Errorf("some files still name the old module:\n%s", out)
	}
}
