package checkpoints

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// Missing says which shards of a space a run does not have.
type Missing struct {
	Shards uint64
	// Parts are disjoint and hold all of them and no others, if a few parts do: what is left
	// to be done of a run that is done in parts.
	Parts []enum.Part
	First []uint64 // the first few
}

const (
	mostParts  = 4    // that are told
	mostFirst  = 3    // likewise
	largestMod = 4096 // of a part that is looked for
)

// Missing returns which shards of its space a run does not have.
func (s Summary) Missing(space enum.Space) Missing {
	var m Missing
	var absent []bool // by shard
	for piece := range space.Shards() {
		_, found := slices.BinarySearchFunc(s.stored.shards, piece.ID, shard.compare)
		absent = append(absent, !found)
		if found {
			continue
		}
		if m.Shards++; len(m.First) < mostFirst {
			m.First = append(m.First, piece.ID)
		}
	}
	m.Parts = partsOf(absent)
	return m
}

// partsOf returns disjoint parts that hold the marked shards and no others, nil if it takes
// more than a few. Of the first shard that is left it takes the largest part with it, of the
// smallest modulus: a run that was cut into parts of one modulus is cut so again.
func partsOf(marked []bool) (parts []enum.Part) {
	left := slices.Clone(marked)
	for {
		first := slices.Index(left, true)
		if first < 0 {
			return parts
		}
		part, ok := partWith(left, uint64(first))
		if !ok || len(parts) == mostParts {
			return nil
		}
		parts = append(parts, part)
		for id := part.Res; id < uint64(len(left)); id += part.Mod {
			left[id] = false
		}
	}
}

// partWith returns the part of the smallest modulus that has the shard and none that is not
// marked.
func partWith(marked []bool, shard uint64) (enum.Part, bool) {
next:
	for mod := uint64(1); mod <= largestMod; mod++ {
		for id := shard % mod; id < uint64(len(marked)); id += mod {
			if !marked[id] {
				continue next
			}
		}
		return enum.Part{Res: shard % mod, Mod: mod}, true
	}
	return enum.Part{}, false
}

// String says it in words, nothing if none is missing.
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
	return fmt.Sprintf("%s: %s, ...", rows.Counted(m.Shards, "shard", "shards"), strings.Join(first, ", "))
}
