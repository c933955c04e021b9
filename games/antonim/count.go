package antonim

import (
	"context"
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/antonim/marking"
	"enumerate/games/heaps"
)

// maxMemory is how many bytes tables of few heaps take at most, unless the caller says
// otherwise.
const maxMemory = 4 << 30

// Counts returns the way of package marking: a bit for each set of heaps or, if the number
// of heaps has a bound, for each set of one heap less.
func (Rules) Counts() []heaps.Count {
	return []heaps.Count{{
		Method:  enum.Method{Name: "count", Summary: "each P-position marks all that have a move to it, a word of sets at a time"},
		Version: 1,
		Reaches: func(s heaps.Span, largest int) bool {
			if s.All {
				return largest <= marking.MaxSets
			}
			return largest <= marking.MaxHeap && s.Most <= marking.MaxHeaps && marking.FewMemory(s.Most, largest) <= maxMemory
		},
		P:      countP,
		Forget: func(largest int, dir string) error { return marking.Remove(dir, largest) },
	}}
}

// audited is how many sets of a table, drawn at random, are held to the definition before
// the table is believed.
const audited = 100_000

// countP counts P-positions. What is marked of all sets is kept in the caller's directory.
func countP(ctx context.Context, s heaps.Span, largest int, m enum.Means) (*big.Int, error) {
	if !s.All {
		table, err := marking.MarkFew(ctx, s.Most, largest, uint64(m.Memory))
		if err != nil {
			return nil, err
		}
		sum := new(big.Int)
		for n := s.Least; n <= s.Most; n++ {
			sum.Add(sum, new(big.Int).SetUint64(table.Census().UpTo(n, largest)))
		}
		return sum, nil
	}
	table, err := marking.Mark(ctx, largest, marking.Options{Workers: m.Workers, Memory: uint64(m.Memory), Dir: m.Dir})
	if err != nil {
		return nil, err
	}
	if err := table.Audit(ctx, rand.New(rand.NewPCG(1, uint64(largest))), audited); err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(table.Census().Sets(largest)), nil
}
