package partial

import (
	"testing"

	"enumerate/games/wonderwall/orientations"
	"enumerate/internal/layers"
)

// TestClosuresOfAllGamesAreAsManyAsTheFormulaSays counts the acyclic orientations of all games in two ways: by a
// formula in docs/papers/random.md, and by closures. An orientation takes one of the two orders that each choice
// allows. Its closure is the partial order of the players that follows. The package counts games by sets of closures,
// and drops a closure that contains another one of its set. The test must not lose an orientation in this way, so it
// splits each set into single closures after every choice. A choice turns a single closure into at most two, and
// neither of the two contains the other. So no closure is dropped, and at the end the weights sum to the number of
// acyclic orientations.
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

// emitClosures decodes a state, which is a set of closures (its frontier), and emits a state for each single closure.
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
