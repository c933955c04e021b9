package jump

import (
	"iter"

	"enumerate/enum"
)

// pieces cuts a numbered set of boards into shards: each has as many boards one after
// the other, the last one what is left.
type pieces struct{ boards, each uint64 }

// number returns how many pieces there are.
func (p pieces) number() uint64 { return (p.boards-1)/p.each + 1 }

// piece returns the first board of a piece, and how many it has.
func (p pieces) piece(id uint64) (first, boards uint64) {
	first = id * p.each
	return first, min(p.each, p.boards-first)
}

// shards yields the pieces.
func (p pieces) shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for id := range p.number() {
			if !yield(enum.Shard{ID: id}) {
				return
			}
		}
	}
}
