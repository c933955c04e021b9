package jump

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/jump/merge"
	"enumerate/games/jump/race"
)

const (
	// maxMerged bounds the tiles of boards that are merged, if they have more than one
	// line: with lengths up to 2, 20 tiles take seconds, and 25 more than any memory.
	maxMerged = 20
	// mergedMemory is how many bytes partial boards may hold by default.
	mergedMemory = 2 << 30
)

// merged returns the sizes whose boards can be merged.
func (r Ruleset) merged() enum.Range {
	return r.sizesUpTo(0, func(s *Space) uint64 {
		if err := s.toMerge(false).Validate(); err != nil || s.free() >= maxMerged && s.rows > 1 && s.columns > 1 {
			return 1
		}
		return 0
	})
}

// toMerge returns the boards to merge: all, with players anywhere off the goal, or the
// symmetric ones, with all players on the diagonal.
func (s *Space) toMerge(symmetric bool) merge.Boards {
	b := merge.Boards{
		Rows: s.rows, Columns: s.columns,
		Least: s.ruleset.lengths.least, Most: s.ruleset.lengths.most,
		Diamond: s.ruleset.rules.Move == race.Diamond, Inherit: s.ruleset.rules.Tie == race.Inherit,
		Symmetric: symmetric,
		Ordered:   s.ruleset.players > 1,
		Starts:    1<<min(s.free(), merge.MaxTiles) - 1,
	}
	if symmetric {
		b.Starts = 0
		for tile := 0; tile < s.free(); tile += s.columns + 1 {
			b.Starts |= 1 << tile
		}
	}
	return b
}

// mergedCut returns a piece for all boards, and one for the symmetric ones if there are
// any.
func (s *Space) mergedCut() pieces {
	if s.square() {
		return pieces{2, 1}
	}
	return pieces{1, 1}
}

// mergedWalker returns a walker that counts merged boards.
func (c *Counting) mergedWalker() enum.Walker { return mergedWalker{c} }

type mergedWalker struct{ counting *Counting }

// Walk counts the games of a shard.
func (w mergedWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	s, memory := w.counting.space, w.counting.means.Memory
	if memory == 0 {
		memory = mergedMemory
	}
	key := uint64(gamesKey)
	if shard.ID > 0 {
		key = fixedKey
	}
	return merge.Count(ctx, s.toMerge(key == fixedKey), memory, func(m, w int, times *big.Int) {
		addPlacings(tally, key, s.ruleset.players, m, w, times)
	})
}
