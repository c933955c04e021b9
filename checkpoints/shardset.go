package checkpoints

import "github.com/bits-and-blooms/bitset"

// A ShardSet is a set of shard numbers. The zero ShardSet is empty.
//
// The shards of a space have the numbers 0, 1, 2, ..., so a bit set holds them: 38 KB for the 305,373 shards of a walk
// of wonderwall games with 11 players. But a hostile database may hold arbitrary numbers. Therefore the bit set takes
// at most one word for each member, and 8 KB more, and a map holds larger numbers, so the memory is proportional to the
// size of the database.
type ShardSet struct {
	members int
	bits    bitset.BitSet
	large   map[uint64]bool
}

const wordsAtLeast = 1024

func newShardSet(shards []shard) *ShardSet {
	s := new(ShardSet)
	for _, stored := range shards {
		s.Add(stored.id)
	}
	return s
}

// Has reports whether a number is in the set.
func (s *ShardSet) Has(id uint64) bool {
	return id < uint64(s.bits.Len()) && s.bits.Test(uint(id)) || s.large[id]
}

// Add adds a number to the set, and reports whether it is new. A number goes into the bit set if the index of its word
// is less than wordsAtLeast plus the number of members, and otherwise into a map, so that the memory grows only with
// the number of members.
func (s *ShardSet) Add(id uint64) bool {
	if s.Has(id) {
		return false
	}

	s.members++
	if id/64 < uint64(s.members+wordsAtLeast) { // the bit is in word id/64
		s.bits.Set(uint(id))
		return true
	}

	if s.large == nil {
		s.large = make(map[uint64]bool)
	}
	s.large[id] = true
	return true
}

// Remove removes a number, if it is in the set.
func (s *ShardSet) Remove(id uint64) {
	if !s.Has(id) {
		return
	}

	s.members--
	if s.large[id] {
		delete(s.large, id)
		return
	}
	s.bits.Clear(uint(id))
}

// Len returns the number of members.
func (s *ShardSet) Len() int { return s.members }
