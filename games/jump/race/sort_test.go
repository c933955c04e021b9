package race

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestLayersAreSortedByLengthAndKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		lengths := make([]int32, rapid.IntRange(1, 256).Draw(t, "tiles"))
		shift := rapid.IntRange(0, 30).Draw(t, "shift")
		back := rapid.SampledFrom([]int{0, shift}).Draw(t, "back")
		for tile := range lengths {
			lengths[tile] = random.Int32() >> shift << back
		}
		layer := make([]int32, len(lengths))
		for i, tile := range random.Perm(len(lengths)) {
			layer[i] = int32(tile)
		}
		layer = layer[:rapid.IntRange(0, len(layer)).Draw(t, "layer")]
		want := slices.Clone(layer)
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(lengths[a], lengths[b]) })
		var s sorter
		if got := s.byLength(layer, lengths); !slices.Equal(got, want) {
			t.Fatalf("byLength(%v) = %v, want %v", layer, got, want)
		}
	})
}
