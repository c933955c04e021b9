package thesis

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func dependencies(t *testing.T, of string) []string {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-deps", of).Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v", of, err)
	}
	return strings.Fields(string(list))
}

// TestTheSearchNeedsNoSlowAlgorithm checks the packages on which the search and the ruleset depend: package thesis must
// not be among them.
func TestTheSearchNeedsNoSlowAlgorithm(t *testing.T) {
	for _, p := range dependencies(t, "enumerate/games/wonderwall") {
		if p == "enumerate/solver/thesis" || strings.Contains(p, "gophersat") || strings.Contains(p, "bitset") {
			t.Errorf("the ruleset needs %s", p)
		}
	}
	of := dependencies(t, "enumerate/solver/betweenness")
	if !slices.Contains(of, "enumerate/solver/internal/hitting") {
		t.Errorf("the search needs %v", of)
	}
	// Apart from these packages and solver/internal, the search may need no package of the project.
	own := []string{"enumerate/solver/betweenness", "enumerate/internal/bounded"}
	for _, p := range of {
		if strings.HasPrefix(p, "enumerate/") && !slices.Contains(own, p) && !strings.HasPrefix(p, "enumerate/solver/internal/") {
			t.Errorf("the search needs %s", p)
		}
	}
}
