package nimbers

import (
	"context"
	"testing"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/solver/impartial"
)

// TestGrundyValueIsTheXorOfBothNimbers tests the theorem by which games are decided: the Grundy value of a game is the
// exclusive or of the nimbers of the chips' vertices. It computes the Grundy values of all games of up to five vertices
// from the moves of both chips.
func TestGrundyValueIsTheXorOfBothNimbers(t *testing.T) {
	for n := 2; n <= short(4, 5); n++ {
		s := newLabelled(n, false)
		compared := int64(0)
		err := enum.List(t.Context(), s, lister(s), enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
			d := parse(t, c.Game())
			value, err := byMoves(t.Context(), d)
			nimbers := d.Nimbers()
			if err != nil || value != nimbers[0]^nimbers[1] || (value > 0) != (c.Verdict == chip.First) {
				t.Errorf("%v has the value %d, %v, the nimbers %v, and the verdict %s", d, value, err, nimbers, chip.Verdicts()[c.Verdict])
			}
			compared++
			return true
		})
		if err != nil || compared != s.Classes().Int64() {
			t.Errorf("n = %d: %d classes of %v, %v", n, compared, s.Classes(), err)
		}
	}
}

// byMoves returns the Grundy value of the chips on the first two vertices, computed from their moves.
func byMoves(ctx context.Context, d *dag.DAG) (int, error) {
	type pair struct{ chip, other int }
	return impartial.NewSolver(func(p pair, moves []pair) []pair {
		for _, to := range d.Out(p.chip) {
			moves = append(moves, pair{to, p.other})
		}
		for _, to := range d.Out(p.other) {
			moves = append(moves, pair{p.chip, to})
		}
		return moves
	}).Grundy(ctx, pair{0, 1})
}
