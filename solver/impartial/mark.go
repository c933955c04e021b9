package impartial

import (
	"context"
	"fmt"
	"math"

	"github.com/bits-and-blooms/bitset"
)

// MaxMark is the most positions that Mark takes: their bits fill 8 GiB.
const MaxMark = min(1<<36, math.MaxInt)

// Mark returns the set of P-positions among the positions 0, 1, …, count-1, whose moves
// must lead to smaller ones. For each P-position p it calls before, which must call mark
// with each position that has a move to p; more than once does no harm. So it costs a call
// for each move to a P-position and count bits. That a position marked is not above p,
// or not below count, is an error, as are a count below 0 or above MaxMark. It returns the
// context's error soon after the context ends, if single calls of before are short.
func Mark(ctx context.Context, count int, before func(p int, mark func(q int))) (*bitset.BitSet, error) {
	if count < 0 || count > MaxMark {
		return nil, fmt.Errorf("%d positions, want 0 to %d", count, MaxMark)
	}
	won := bitset.MustNew(uint(count))
	current := 0
	var err error
	mark := func(q int) {
		if q <= current || q >= count {
			err = fmt.Errorf("position %d is said to have a move to %d, want one of %d..%d to have it", q, current, current+1, count-1)
			return
		}
		won.Set(uint(q))
	}
	next, ok := won.NextClear(0)
	for steps := 0; ok; steps++ {
		if steps%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		current = int(next)
		before(current, mark)
		if err != nil {
			return nil, err
		}
		next, ok = won.NextClear(next + 1)
	}
	won.FlipRange(0, uint(count))
	return won, nil
}
