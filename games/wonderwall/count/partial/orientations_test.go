package partial

import (
	"testing"

	"enumerate/games/wonderwall/orientations"
	"enumerate/internal/layers"
)

// TestClosuresOfAllGamesAreAsManyAsTheFormulaSays compares the closures of the count with a formula that does not use
// closures. A closure follows from one way to orient the choices. The count keeps only the minimal closures of a state.
// The test makes each closure a separate state, so that none is dropped: a choice makes at most two closures of a
// closure, and neither contains the other. The weights of the last layer then sum to the number of acyclic orientations
// of all games, for which docs/papers/random.md has a formula.
func TestClosuresOfAllGamesAreAsManyAsTheFormulaSays(t *testing.T) {
	most := 8
	if testing.Short() {
		most = 7
	}
	for n := 3; n <= most; n++ {
		g := All(n)
		expander, encoder := g.NewExpander(), &encoder{games: g}
		layer := states{string(g.Start()): layers.Weight{Lo: 1}}
		for range n {
			next := make(states)
			for key, weight := range layer {
				_, err := expander.Expand([]byte(key), weight, func(child []byte, w layers.Weight) error {
					return emitClosures(g, encoder, child, w, next)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			layer = next
		}

		if got, want := layer.weight(), orientations.Count(n); got.Cmp(want) != 0 {
			t.Errorf("n=%d: all games have %v closures, want %v", n, got, want)
		}
	}
}

// emitClosures emits a state for each closure in the frontier of a state.
func emitClosures(g Games, e *encoder, key []byte, w layers.Weight, to states) error {
	var s state
	if err := g.decode(key, &s); err != nil {
		return err
	}
	all := s.frontier
	for i := range all {
		s.frontier = all[i : i+1]
		if err := to.emit(e.key(s), w); err != nil {
			return err
		}
	}
	return nil
}
