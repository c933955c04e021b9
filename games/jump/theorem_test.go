package jump

import (
	"context"
	"testing"

	"enumerate/games/jump/race"
)

// TestTheDocumentsAlgorithmErrs counts on how many tiny games the algorithm of the source
// document goes wrong, and names the smallest one it is known by.
func TestTheDocumentsAlgorithmErrs(t *testing.T) {
	known := game{race.Board{Rows: 1, Columns: 5, Lengths: []int32{0, 0, 2, 1, 0}}, []int32{2, 3}, document}
	if got, want := mended(known), (race.Result{Winner: 1, Round: 1}); got != want {
		t.Errorf("the document says %v of %v, want %v", got, known, want)
	}
	for _, c := range []struct {
		rows, columns int
		most          int32
		want          comparison
	}{
		{1, 5, 4, comparison{7500, 847}},
		{2, 2, 2, comparison{162, 20}},
	} {
		got, err := tinyGames(context.Background(), document, c.rows, c.columns, c.most, mended)
		if err != nil || got != c.want {
			t.Errorf("%d x %d, lengths 0..%d: games and errors of the document are %v, %v, want %v", c.rows, c.columns, c.most, got, err, c.want)
		}
	}
}

// TestTheTilesLandedOnChangeWinners counts the tiny games whose winner depends on whose number
// decides who jumps first.
func TestTheTilesLandedOnChangeWinners(t *testing.T) {
	for i, want := range []int{40, 44, 156, 172} {
		rules := allRules()[i]
		got, err := tinyGames(context.Background(), rules, 1, 5, 4, landed)
		if err != nil || got != (comparison{7500, want}) {
			t.Errorf("%v: games and changes are %v, %v, want 7500 and %d", rules, got, err, want)
		}
	}
}

// TestTheoremsAreFoundAsExpected checks each at the sizes around that of its counterexample.
func TestTheoremsAreFoundAsExpected(t *testing.T) {
	for _, theorem := range theorems() {
		for size := 3; size <= 6; size++ {
			finding, err := theorem.Check(context.Background(), size)
			if err != nil || finding.Positions.Sign() == 0 || (finding.Counterexample == "") != (theorem.Holds || size < theorem.From) {
				t.Errorf("%s up to %d: %v positions, %q, %v", theorem.Name, size, finding.Positions, finding.Counterexample, err)
			}
		}
	}
}

// TestTheDocumentsRoundsAreRight compares the rounds alone, of the games whose winner is wrong too.
func TestTheDocumentsRoundsAreRight(t *testing.T) {
	got, err := tinyGames(context.Background(), document, 1, 5, 4, func(g game) race.Result {
		right := g.byKeys()
		return race.Result{Winner: right.Winner, Round: mended(g).Round}
	})
	if err != nil || got != (comparison{7500, 0}) {
		t.Errorf("games and wrong rounds are %v, %v, want 7500 and none", got, err)
	}
}
