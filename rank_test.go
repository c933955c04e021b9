package enumerate_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestArrowsPointDown holds packages to their ranks: the core, which is the product, imports no
// room; the engine and what only counts or stores know no ruleset; walk and count, which check each
// other, know neither each other nor, of the count, the search; and a program with a ruleset of
// its own links nothing that serves machines, shows pages or paints pixels.
func TestArrowsPointDown(t *testing.T) {
	linked := dependencies(t)
	rooms := []string{"enumerate/fleet", "enumerate/web", "enumerate/simulate", "enumerate/claims", "enumerate/pictures", "enumerate/bench/...", "enumerate/release/..."}
	heavy := []string{"github.com/nats-io/...", "github.com/yuin/goldmark/...", "codeberg.org/go-fonts/...", "github.com/go-text/...", "golang.org/x/image/...", "enumerate/internal/png"}
	rulesets := []string{"enumerate/games/..."}
	for _, arrow := range []struct{ from, to []string }{
		{[]string{"enumerate/cli/...", "enumerate/checkpoints", "enumerate/results", "enumerate/estimate", "enumerate/enum", "enumerate/db", "enumerate/canon", "enumerate/internal/...", "enumerate/games/...", "enumerate/solver/..."}, rooms},
		{[]string{"enumerate/cli/...", "enumerate/checkpoints", "enumerate/results", "enumerate/estimate", "enumerate/enum", "enumerate/db", "enumerate/canon", "enumerate/internal/...", "enumerate/solver/..."}, rulesets},
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
	for _, there := range append(append(rooms, rulesets...), "enumerate/docs/tournaments", "enumerate/cli", "enumerate/solver/...", "enumerate/games/wonderwall/walk", "enumerate/games/wonderwall/count") {
		if !found(linked, there) {
			t.Errorf("there is no package %s", there)
		}
	}
}

// dependencies returns what each package of the project links, without itself.
func dependencies(t *testing.T) map[string][]string {
	out, err := exec.Command("go", "list", "-json=ImportPath,Deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := make(map[string][]string)
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Deps       []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return linked
		} else if err != nil {
			t.Fatal(err)
		}
		linked[p.ImportPath] = p.Deps
	}
}

// among reports whether a package is one of some; with /... at its end one stands for all below it.
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
