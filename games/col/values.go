package col

import (
	"cmp"
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// Values returns the values that occur among the trees with so many vertices: lesser ones
// first, and a number before what is confused with it. The sizes are those that can be walked.
func (r Ruleset) Values(ctx context.Context, vertices int) ([]enum.ValueCount, error) {
	s, err := NewSpace(r, vertices)
	if err != nil {
		return nil, err
	}
	if err := s.Walkable(); err != nil {
		return nil, err
	}
	t := newValueTable(s)
	for shard := range s.Shards() {
		if err := t.add(ctx, shard); err != nil {
			return nil, err
		}
	}
	return t.counts(), nil
}

// A valueTable counts values.
type valueTable struct {
	walker  *walker
	group   *big.Int
	counted map[partizan.Value]*enum.ValueCount
}

func newValueTable(s *Space) *valueTable {
	return &valueTable{newWalker(s, search.NewExhaustive()), s.Group(), make(map[partizan.Value]*enum.ValueCount)}
}

// add counts the classes of a shard.
func (t *valueTable) add(ctx context.Context, shard enum.Shard) error {
	one := big.NewInt(1)
	arena := t.walker.solver.Arena()
	orbit := new(big.Int)
	return t.walker.each(ctx, shard.ID, func(verdict int, automorphisms uint64, value partizan.Value) bool {
		count := t.counted[value]
		if count == nil {
			count = &enum.ValueCount{
				Value: arena.String(value), Verdict: verdicts()[verdict].String(),
				Games: new(big.Int), Classes: new(big.Int), First: t.walker.position.String(),
			}
			t.counted[value] = count
		}
		count.Classes.Add(count.Classes, one)
		count.Games.Add(count.Games, orbit.Div(t.group, orbit.SetUint64(automorphisms)))
		return true
	})
}

// counts returns what was counted, in order: by the numbers that play stops at, and a number
// before what is confused with it.
func (t *valueTable) counts() []enum.ValueCount {
	arena := t.walker.solver.Arena()
	order := func(v, w partizan.Value) int {
		leftV, rightV := arena.Stops(v)
		leftW, rightW := arena.Stops(w)
		_, _, numberV := arena.Number(v)
		_, _, numberW := arena.Number(w)
		return cmp.Or(
			compareNumbers(arena, leftV, leftW),
			compareNumbers(arena, rightV, rightW),
			-compareBools(numberV, numberW),
			strings.Compare(arena.String(v), arena.String(w)),
		)
	}
	var counts []enum.ValueCount
	for _, v := range slices.SortedFunc(maps.Keys(t.counted), order) {
		counts = append(counts, *t.counted[v])
	}
	return counts
}

// compareNumbers compares two numbers.
func compareNumbers(arena *partizan.Arena, v, w partizan.Value) int {
	switch arena.Compare(v, w) {
	case partizan.Less:
		return -1
	case partizan.Greater:
		return 1
	}
	return 0
}

// compareBools puts false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
