package questions

import (
	"testing"

	"enumerate/games/wonderwall/space"
)

// TestTheoremsAreFoundAsExpected checks each at the sizes around that of its counterexample. The
// printed formula has a satisfying assignment for each of the 8 + 1,296 games.
func TestTheoremsAreFoundAsExpected(t *testing.T) {
	for _, theorem := range Theorems() {
		for size := space.Fewest; size <= usualStated; size++ {
			finding, err := theorem.Check(t.Context(), size)
			if err != nil || (finding.Counterexample == "") != theorem.Holds {
				t.Errorf("%s up to %d: %q, %v", theorem.Name, size, finding.Counterexample, err)
			}
			if want := map[int]int64{3: 8, 4: 1304}[size]; finding.Positions.Int64() != want {
				t.Errorf("%s up to %d: %v games, want %d", theorem.Name, size, finding.Positions, want)
			}
		}
	}
	all, err := checkFormula(allTrue)(t.Context(), 4)
	if want := "all labelled games of up to 4 players: to have all variables true satisfies 1304 of 1304"; err != nil || all.Details != want {
		t.Errorf("the printed formula: %q, %v, want %q", all.Details, err, want)
	}
}
