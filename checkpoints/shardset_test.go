package checkpoints

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestAShardSetHoldsWhatWasAdded adds and removes random numbers, small ones that the set keeps as bits and large ones
// that it keeps in a map, and compares the set with a map after each step.
func TestAShardSetHoldsWhatWasAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(
			rapid.Uint64Range(0, 300),
			rapid.Uint64Range(64*wordsAtLeast-2, 64*wordsAtLeast+200),
			rapid.Uint64Range(math.MaxUint64-3, math.MaxUint64),
		)
		set := new(ShardSet)
		want := make(map[uint64]bool)
		for range rapid.IntRange(0, 50).Draw(t, "additions") {
			id := number.Draw(t, "added")
			if added := set.Add(id); added == want[id] {
				t.Fatalf("Add(%d) = %v, though the number is in the set: %v", id, added, want[id])
			}
			want[id] = true

			if removed := number.Draw(t, "removed"); rapid.Bool().Draw(t, "remove") {
				set.Remove(removed)
				delete(want, removed)
			}

			asked := number.Draw(t, "asked")
			if set.Has(asked) != want[asked] {
				t.Fatalf("Has(%d) = %v, want %v", asked, set.Has(asked), want[asked])
			}
		}
		if set.Len() != len(want) {
			t.Fatalf("%d members, want %d", set.Len(), len(want))
		}
	})
}

// TestAShardSetTakesMemoryInProportionToItsMembers adds the shard numbers of a long run, and those that a hostile
// database may contain.
func TestAShardSetTakesMemoryInProportionToItsMembers(t *testing.T) {
	for _, c := range []struct {
		claim string
		ids   func(i uint64) uint64
		large bool // numbers stay outside of the bits
	}{
		{"all shards of a run, in order", func(i uint64) uint64 { return i }, false},
		{"one part of 64 of a run", func(i uint64) uint64 { return 64 * i }, false},
		{"numbers far apart", func(i uint64) uint64 { return i << 40 }, true},
		{"the largest numbers", func(i uint64) uint64 { return math.MaxUint64 - i }, true},
	} {
		const members = 5000
		set := new(ShardSet)
		for i := range uint64(members) {
			set.Add(c.ids(i))
		}
		if words := len(set.bits.Words()); words > members+wordsAtLeast {
			t.Errorf("%s: %d words for %d members", c.claim, words, members)
		}
		if large := len(set.large) > 0; large != c.large {
			t.Errorf("%s: %d of %d members are in the map", c.claim, len(set.large), members)
		}
	}
}

func TestTheFirstNumberOfAShardSetIsABitUpToALimit(t *testing.T) {
	const limit = 64 * (1 + wordsAtLeast)
	for _, c := range []struct {
		id    uint64
		words int
	}{{0, 1}, {63, 1}, {64, 2}, {limit - 1, 1 + wordsAtLeast}, {limit, 0}} {
		set := new(ShardSet)
		set.Add(c.id)
		if words := len(set.bits.Words()); words != c.words || !set.Has(c.id) || len(set.large) > 0 != (words == 0) {
			t.Errorf("the set of %d has %d words, want %d, and %d numbers in the map", c.id, words, c.words, len(set.large))
		}
	}
}
