package enumerate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Packages may import only packages of a lower rank. The core imports nothing from the folders rooms and tools. The
// engine, and packages that only count or store, import no ruleset. Walk and count check each other, so neither imports
// the other, and the count does not import the search. A program that adds a ruleset, like docs/tournaments, links
// neither the coordinator of worker machines nor the web pages.
func TestArrowsPointDown(t *testing.T) {
	linked := dependencies(t)
	rooms := []string{"enumerate/rooms/...", "enumerate/tools/..."}
	heavy := []string{"github.com/nats-io/...", "github.com/yuin/goldmark/..."}
	rulesets := []string{"enumerate/games/..."}
	for _, arrow := range []struct{ from, to []string }{
		{[]string{"enumerate/cli/...", "enumerate/checkpoints", "enumerate/results/...", "enumerate/enum", "enumerate/db", "enumerate/canon", "enumerate/internal/...", "enumerate/games/...", "enumerate/solver/..."}, rooms},
		{[]string{"enumerate/cli/...", "enumerate/checkpoints", "enumerate/results/...", "enumerate/enum", "enumerate/db", "enumerate/canon", "enumerate/internal/...", "enumerate/solver/..."}, rulesets},
		{[]string{"enumerate/enum", "enumerate/canon"}, []string{"enumerate/checkpoints", "enumerate/db", "enumerate/cli/..."}},
		{[]string{"enumerate/db"}, []string{"enumerate/enum", "enumerate/checkpoints"}},
		{[]string{"enumerate/games/wonderwall/walk"}, []string{"enumerate/games/wonderwall/count/..."}},
		{[]string{"enumerate/games/wonderwall/count/..."}, []string{"enumerate/games/wonderwall/walk", "enumerate/solver/..."}},
		{[]string{"enumerate/docs/tournaments"}, append(append(heavy, rooms...), rulesets...)},
		{[]string{"enumerate/games", "enumerate/cli/..."}, heavy},
	} {
		for from, all := range linked {
			if !among(from, arrow.from) {
				continue
			}
			for _, to := range all {
				if among(to, arrow.to) {
					t.Errorf("%s links %s", from, to)
				}
			}
		}
	}
	for _, pattern := range append(append(rooms, rulesets...), "enumerate/docs/tournaments", "enumerate/cli", "enumerate/solver/...", "enumerate/games/wonderwall/walk", "enumerate/games/wonderwall/count") {
		if !found(linked, pattern) {
			t.Errorf("there is no package %s", pattern)
		}
	}
}

// The packages walk and count compute the same totals by different methods. Agreement is no evidence for the code that
// they share, which docs/reference/trust.md lists. No other package may become common to both unnoticed.
func TestWalkAndCountShareWhatIsNamed(t *testing.T) {
	linked := dependencies(t)
	count := linked["enumerate/games/wonderwall/count"]
	var shared []string
	for _, p := range linked["enumerate/games/wonderwall/walk"] {
		if name, own := strings.CutPrefix(p, "enumerate/"); own && slices.Contains(count, p) {
			shared = append(shared, "`"+name+"`")
		}
	}
	slices.Sort(shared)
	text, err := os.ReadFile("docs/reference/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "Both link " + strings.Join(shared, ", ") + "."
	if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
		t.Errorf("docs/reference/trust.md does not say %q", want)
	}
}

// The three tables of packages in CONTRIBUTING.md, core, options and rooms (optional parts such as the page), must have
// exactly the packages of the project. The table of the core must have the main package and the packages linked by a
// program without rooms whose only ruleset is Ninja Assassin Wonderwall. None of them may import a package above it in
// the table.
func TestTheTablesOfPackagesMatchTheTree(t *testing.T) {
	linked := dependencies(t)
	tables := packageTables(t)
	core := tables["Core"]
	links := []string{"enumerate/cmd/enumerate"}
	for _, root := range []string{"enumerate/cli", "enumerate/games/wonderwall"} {
		for _, p := range append([]string{root}, linked[root]...) {
			if strings.HasPrefix(p, "enumerate/") && !slices.Contains(links, p) {
				links = append(links, p)
			}
		}
	}
	for _, p := range links {
		if !slices.Contains(core, p) {
			t.Errorf("the core links %s, which its table does not have", p)
		}
	}
	for i, p := range core {
		if !slices.Contains(links, p) {
			t.Errorf("the table of the core has %s, which it does not link", p)
		}
		for _, above := range core[:i] {
			if slices.Contains(linked[p], above) {
				t.Errorf("%s links %s, which is above it", p, above)
			}
		}
	}
	for _, folder := range slices.Concat(tables["Options"], tables["Rooms"]) {
		if _, err := os.Stat(strings.TrimSuffix(strings.TrimPrefix(folder, "enumerate/"), "/...")); err != nil {
			t.Errorf("a table has what is not there: %v", err)
		}
	}
	for p := range linked {
		shown := p+"/" == "enumerate/" || p == "enumerate/docs/tournaments" || slices.Contains(core, p)
		for _, folder := range slices.Concat(tables["Options"], tables["Rooms"]) {
			shown = shown || among(p, []string{strings.TrimSuffix(folder, "/...") + "/..."}) // and what is below it
		}
		if !shown {
			t.Errorf("no table has %s", p)
		}
	}
}

// mostLines is the largest number of lines of code that the core may have, so that one person can read the whole core.
// Tests, comments, empty lines and generated code do not count.
const mostLines = 25_000

func TestTheCoreCanBeRead(t *testing.T) {
	total := 0
	for _, p := range packageTables(t)["Core"] {
		files, err := filepath.Glob(strings.TrimPrefix(p, "enumerate/") + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", p, len(files), err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") || bytes.HasPrefix(source, []byte("// Code generated")) {
				continue
			}
			for line := range strings.Lines(string(source)) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
					total++
				}
			}
		}
	}
	if total > mostLines {
		t.Errorf("the core has %d lines, expected at most %d", total, mostLines)
	}
	t.Logf("the core has %d lines", total)
}

// packageTables returns the packages in each table of CONTRIBUTING.md, by the heading of the table, e.g. "Core". A name
// that ends in /... stands for all packages below it.
func packageTables(t *testing.T) map[string][]string {
	source, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, heading := make(map[string][]string), ""
	for line := range strings.Lines(string(source)) {
		if name, ok := strings.CutPrefix(line, "**"); ok {
			heading, _, _ = strings.Cut(name, ".**")
		}
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for i, name := range strings.Split(cells[1], "`") {
				if i%2 == 1 {
					tables[heading] = append(tables[heading], "enumerate/"+strings.Replace(name, "…", "...", 1))
				}
			}
		}
	}
	return tables
}

func dependencies(t *testing.T) map[string][]string {
	linked, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return linked
}

// listed returns, for each package, all packages that it imports, directly or not.
var listed = sync.OnceValues(func() (map[string][]string, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Deps", "./...").Output()
	if err != nil {
		return nil, err
	}
	linked := make(map[string][]string)
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Deps       []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return linked, nil
		} else if err != nil {
			return nil, err
		}
		linked[p.ImportPath] = p.Deps
	}
})

// among reports whether some, a list of packages, has the name. In it, NAME/... stands for NAME and all packages below.
func among(name string, some []string) bool {
	for _, one := range some {
		tree, all := strings.CutSuffix(one, "/...")
		if name == tree || all && strings.HasPrefix(name, tree+"/") {
			return true
		}
	}
	return false
}

func found(linked map[string][]string, one string) bool {
	for name := range linked {
		if among(name, []string{one}) {
			return true
		}
	}
	return false
}
