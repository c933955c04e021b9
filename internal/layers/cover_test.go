package layers

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// members returns the parents of a cover.
func members(c cover) []uint64 {
	var all []uint64
	for _, s := range c {
		for p := s.from; p < s.to; p++ {
			all = append(all, p)
		}
	}
	return all
}

// coverOf returns the cover of ascending parents.
func coverOf(parents []uint64) cover {
	var c cover
	for _, p := range parents {
		c = c.add(p)
	}
	return c
}

func TestCoversAreSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const parents = 30
		owners := rapid.SliceOfN(rapid.IntRange(0, 3), parents, parents).Draw(t, "owners")
		sets := make([][]uint64, 4)
		for p, owner := range owners {
			sets[owner] = append(sets[owner], uint64(p))
		}
		covers := make([]cover, 4)
		for i, set := range sets {
			covers[i] = coverOf(set)
			if got := members(covers[i]); !slices.Equal(got, set) || covers[i].size() != uint64(len(set)) {
				t.Errorf("the cover of %v has %v, %d", set, got, covers[i].size())
			}
			for j := 1; j < len(covers[i]); j++ {
				if covers[i][j-1].to >= covers[i][j].from {
					t.Errorf("the cover of %v has no gap: %v", set, covers[i])
				}
			}
		}
		union, ok := join(covers[1], covers[2], covers[3])
		want := slices.Concat(sets[1:]...)
		slices.Sort(want)
		if !ok || !slices.Equal(members(union), want) {
			t.Errorf("join(%v) = %v, %t, want %v", covers[1:], union, ok, want)
		}
		if got := members(union.rest(parents)); !slices.Equal(got, sets[0]) {
			t.Errorf("%v.rest(%d) = %v, want %v", union, parents, got, sets[0])
		}
		if _, ok := join(covers[1], covers[2], covers[1]); ok && len(covers[1]) > 0 {
			t.Errorf("join says that %v is not twice in %v", covers[1], covers)
		}
	})
}
