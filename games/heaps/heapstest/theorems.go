package heapstest

import (
	"context"
	"testing"

	"enumerate/games/heaps"
)

// Theorem checks one of a ruleset's theorems up to a size, and compares how many positions
// it compared, and its first counterexample, with what is wanted.
func Theorem(t *testing.T, r heaps.Ruleset, values map[string]string, name string, size int, positions int64, counterexample string) {
	t.Helper()
	set, err := r.With(values)
	if err != nil {
		t.Fatal(err)
	}
	for _, theorem := range set.(heaps.Ruleset).Theorems() {
		if theorem.Name != name {
			continue
		}
		finding, err := theorem.Check(context.Background(), size)
		switch {
		case err != nil:
			t.Errorf("%s: check of %s up to %d: %v", set.Name(), name, size, err)
		case finding.Positions.Int64() != positions || finding.Counterexample != counterexample:
			t.Errorf("%s: check of %s up to %d = %v positions, %q, want %d, %q", set.Name(), name, size, finding.Positions, finding.Counterexample, positions, counterexample)
		case theorem.Holds != (finding.Counterexample == ""):
			t.Errorf("%s: the theorem %s is said to hold: %t; the counterexample is %q", set.Name(), name, theorem.Holds, finding.Counterexample)
		}
		return
	}
	t.Errorf("%s has no theorem %q", set.Name(), name)
}
