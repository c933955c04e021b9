package hitting

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/bounded"
)

func TestHittingFindsASmallSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := rapid.IntRange(1, 9).Draw(t, "elements")
		h := Search{Budget: bounded.Steps{Context: context.Background()}, Sets: rapid.SliceOfN(rapid.Uint64Range(1, 1<<elements-1), 0, 12).Draw(t, "sets")}
		least := elements
		for set := range uint64(1) << elements {
			if !slices.ContainsFunc(h.Sets, func(s uint64) bool { return s&set == 0 }) {
				least = min(least, bits.OnesCount64(set))
			}
		}
		for size := range elements + 1 {
			set, ok, err := h.Find(size)
			if err != nil || ok != (size >= least) {
				t.Fatalf("find(%d) of %b = %b, %v, %v, a least one has %d", size, h.Sets, set, ok, err, least)
			}
			if ok && slices.ContainsFunc(h.Sets, func(s uint64) bool { return s&set == 0 }) {
				t.Fatalf("find(%d) of %b = %b, which does not hit all", size, h.Sets, set)
			}
		}
	})
}
