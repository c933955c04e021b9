package checkpoints

import (
	"fmt"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// Missing lists the shards of a space that a run does not have.
type Missing struct {
	Shards uint64
	// Parts are disjoint parts, such as 1/4 (the numbers 1 modulo 4), that hold exactly the missing shards. They are
	// nil if more than a few would be necessary.
	Parts []enum.Part
	First []uint64 // the first few missing shards
}

const (
	mostParts    = 4       // in Missing.Parts
	mostFirst    = 3       // in Missing.First
	largestMod   = 4096    // the largest modulus of a part in Missing.Parts
	mostSearched = 1 << 27 // shards of a space whose missing shards are described by parts; their set takes at most 32 MB
)

// Missing returns which shards of the space the run does not have. The space must number its shards 0, 1, 2, .... The
// result also describes the missing shards as parts, such as 1 modulo 4, which a user can compute with --shard 1/4,
// unless the space has more than mostSearched shards.
func (s Summary) Missing(space enum.Space) Missing {
	stored := newShardSet(s.contents.shards)

	var m Missing
	var absent bitset.BitSet
	number := uint64(0)
	for piece := range space.Shards() {
		number++
		if stored.Has(piece.ID) {
			continue
		}
		m.Shards++
		if len(m.First) < mostFirst {
			m.First = append(m.First, piece.ID)
		}
		if piece.ID < mostSearched {
			absent.Set(uint(piece.ID))
		}
	}

	if number <= mostSearched {
		m.Parts = partsOf(&absent, uint(number))
	}
	return m
}

// partsOf splits a set of shard numbers into disjoint parts, or returns nil if more than a few parts are necessary. A
// part is all numbers below the limit that are r modulo m. Each part begins at the smallest number that is left, and
// has the smallest possible m. If a run was cut into parts and lacks some, the result is the missing parts, or fewer
// parts that join some of them.
func partsOf(set *bitset.BitSet, limit uint) (parts []enum.Part) {
	left := set.Clone()
	for {
		first, ok := left.NextSet(0)
		if !ok {
			return parts
		}

		part, ok := partWith(left, limit, first)
		if !ok || len(parts) == mostParts {
			return nil
		}
		parts = append(parts, part)

		for id := uint(part.Res); id < limit; id += uint(part.Mod) {
			left.Clear(id)
		}
	}
}

// partWith returns the part with the smallest modulus, at most largestMod, that contains the given number, and whose
// numbers below the limit are all in the set.
func partWith(set *bitset.BitSet, limit, number uint) (enum.Part, bool) {
	for mod := uint(1); mod <= largestMod; mod++ {
		res := number % mod
		if holdsAll(set, limit, res, mod) {
			return enum.Part{Res: uint64(res), Mod: uint64(mod)}, true
		}
	}
	return enum.Part{}, false
}

// holdsAll reports whether the set has all numbers below the limit that leave the remainder res modulo mod.
func holdsAll(set *bitset.BitSet, limit, res, mod uint) bool {
	for id := res; id < limit; id += mod {
		if !set.Test(id) {
			return false
		}
	}
	return true
}

// String lists the missing shards: as parts, or their number and the first few.
func (m Missing) String() string {
	switch {
	case m.Shards == 0:
		return ""
	case len(m.Parts) == 1:
		return "part " + m.Parts[0].String()
	case m.Parts != nil:
		return "parts " + strings.Join(lists.Map(m.Parts, enum.Part.String), ", ")
	}

	first := lists.Map(m.First, func(id uint64) string { return fmt.Sprint(id) })
	return fmt.Sprintf("%s: %s, ...", rows.Counted(rows.Count(m.Shards), "shard", "shards"), strings.Join(first, ", "))
}
