package checkpoints

import "github.com/bits-and-blooms/bitset"

// A shardSet is a set of shard numbers. The shards of a space have the numbers 0, 1, 2, ..., so the set is a bit set,
// 38 KB for the 305,373 shards of a walk of n = 11. A damaged or hostile database may hold shards of any number. The bits
// therefore take at most one word for each member, and larger numbers are kept in a map: the memory
// is proportional to the size of the database.
type shardSet struct {
	members int
	bits    bitset.BitSet
	large   map[uint64]bool
}

// wordsAtLeast is the number of words that the bits of every set may take.
const wordsAtLeast = 1024

// newShardSet returns the numbers of stored shards.
func newShardSet(shards []shard) *shardSet {
	s := new(shardSet)
	for _, stored := range shards {
		s.add(stored.id)
	}
	return s
}

// has reports whether a number is in the set.
func (s *shardSet) has(id uint64) bool {
	return id < uint64(s.bits.Len()) && s.bits.Test(uint(id)) || s.large[id]
}

// add adds a number, and reports whether it is new.
func (s *shardSet) add(id uint64) bool {
	if s.has(id) {
		return false
	}

	s.members++
	if id/64 < uint64(s.members+wordsAtLeast) {
		s.bits.Set(uint(id))
		return true
	}

	if s.large == nil {
		s.large = make(map[uint64]bool)
	}
	s.large[id] = true
	return true
}
