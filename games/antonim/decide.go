package antonim

import (
	"context"
	"slices"

	"enumerate/enum"
	"enumerate/games/antonim/marking"
	"enumerate/games/heaps"
)

// decideMemory is how many bytes the table for one position may take.
const decideMemory = 1 << 30

// Way names the table of P-positions.
func (Rules) Way() enum.Algorithm {
	return enum.Algorithm{Name: "marking", Summary: "outcomes alone, by all P-positions with no more and no larger heaps, as far as a gigabyte holds them"}
}

// Decides reports whether the table takes no more memory than it may.
func (Rules) Decides(n int, largest uint64) bool {
	return n <= marking.MaxHeaps && largest <= marking.MaxHeap && marking.FewMemory(n, int(largest)) <= decideMemory
}

// Decide looks into the table, for the position and all its options.
func (Rules) Decide(ctx context.Context, p heaps.Position) (next bool, winning []heaps.Reduction, err error) {
	table, err := marking.MarkFew(ctx, len(p), int(p.Largest()), decideMemory)
	if err != nil {
		return false, nil, err
	}
	option, set := make(heaps.Position, len(p)), make([]int, len(p))
	for i, heap := range p {
		for left := range heap {
			if left > 0 && slices.Contains(p[:i], left) {
				continue // as if the heap had been removed
			}
			option = heaps.Set.Reduce(option, p, i, left)
			set = set[:0]
			for _, x := range option {
				set = append(set, int(x))
			}
			if table.P(set...) {
				winning = append(winning, heaps.Reduction{Heap: i, Least: left, Most: left})
			}
		}
	}
	return len(winning) > 0, winning, nil
}
