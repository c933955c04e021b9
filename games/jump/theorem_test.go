package jump

import (
	"context"
	"testing"

	"enumerate/games/jump/race"
)

// TestTheDocumentsAlgorithmErrs counts on how many tiny games the algorithm of the source
// document goes wrong, and names the smallest one it is known by.
func TestTheDocumentsAlgorithmErrs(t *testing.T) {
	rules := race.Rules{Move: race.Diamond, Tie: race.Inherit}
	known := game{race.Board{Rows: 1, Columns: 5, Lengths: []int32{0, 0, 2, 1, 0}}, []int32{2, 3}, rules}
	if got, want := documents(known), (race.Result{Winner: 1, Round: 1}); got != want {
		t.Errorf("the document says %v of %v, want %v", got, known, want)
	}
	var solver race.Solver
	for _, c := range []struct {
		rows, columns int
		most          int32
		games, wrong  int
	}{
		{1, 5, 4, 7500, 847},
		{2, 2, 2, 162, 20},
	} {
		games, wrong := 0, 0
		tiles := c.rows * c.columns
		g := game{race.Board{Rows: c.rows, Columns: c.columns, Lengths: make([]int32, tiles)}, make([]int32, 2), rules}
		for more := true; more; more = next(g.Board.Lengths[:tiles-1], c.most) {
			for again := true; again; again = next(g.Starts, int32(tiles-2)) {
				if g.Starts[0] == g.Starts[1] {
					continue
				}
				exact, err := solver.Solve(context.Background(), g.Board, g.Starts, rules)
				if err != nil {
					t.Fatal(err)
				}
				games++
				if exact != documents(g) {
					wrong++
				}
			}
		}
		if games != c.games || wrong != c.wrong {
			t.Errorf("%d x %d, lengths 0..%d: the document errs on %d of %d games, want %d of %d", c.rows, c.columns, c.most, wrong, games, c.wrong, c.games)
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
