package betweenness

import (
	"context"
	"math/bits"
	"slices"
)

// Games of up to smallestPlayers players get a smallest core however long it
// takes; those of whom up to hittingPlayers are left after peeling get one unless
// more than hittingSteps sets have been looked at without finding one.
const (
	smallestPlayers = 16
	hittingPlayers  = 64
	hittingSteps    = 200_000
)

// smallest returns a core, given one of them and players among whom all cores are,
// and whether it knows that none is smaller.
//
// Players who can all be met leave some out; every core holds one of those left
// out. So a smallest set that holds one of those left out, for every such set found
// so far, is no larger than a smallest core. If it is a core it is a smallest one;
// if not, its players can all be met, and so can most others beside them: that
// makes another set to hold one of. (Ignatiev, Previti, Liffiton and
// Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
// 2015.)
func (s *Searcher) smallest(ctx context.Context, g Game, players, core []int) (smallest []int, known bool, err error) {
	if len(core) == 2 {
		return core, true, nil // no choice contradicts itself
	}
	if len(players) > hittingPlayers {
		return core, false, nil
	}
	hit := hitting{patience: patience{ctx: ctx}}
	for size := 2; size < len(core); {
		set, ok, err := hit.find(size)
		if err != nil {
			return nil, false, err
		}
		if !ok {
			size++
			continue
		}
		left, fewer, err := s.leftOut(ctx, g, players, set)
		if err != nil || fewer != nil {
			return fewer, true, err
		}
		hit.sets = append(hit.sets, left)
		if hit.steps > hittingSteps && len(g) > smallestPlayers {
			return core, false, nil
		}
	}
	return core, true, nil
}

// leftOut returns the players, as bits of their places, who are left out when as
// many as can be are added to some that can be met. If those cannot they are
// returned as a core.
func (s *Searcher) leftOut(ctx context.Context, g Game, players []int, set uint64) (left uint64, core []int, err error) {
	var chosen []int
	for rest := set; rest != 0; rest &= rest - 1 {
		chosen = append(chosen, players[bits.TrailingZeros64(rest)])
	}
	if len(chosen) > 0 {
		s.take(g, chosen)
		solved, _, err := s.run(ctx, false)
		if err != nil {
			return 0, nil, err
		}
		if !solved {
			return 0, chosen, nil
		}
		s.order()
	} else {
		s.outer.reset(len(g))
		for p := range g {
			s.outer.insertAfter(int32(p), s.outer.left())
		}
	}
	for k, p := range players {
		if s.outer.meets(tripleOf(g, p)) {
			if set>>k&1 == 0 {
				chosen = append(chosen, p)
			}
		} else {
			left |= 1 << k
		}
	}
	for rest := left; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		s.take(g, append(slices.Clone(chosen), players[k]))
		solved, _, err := s.run(ctx, false)
		if err != nil {
			return 0, nil, err
		}
		if solved {
			chosen = append(chosen, players[k])
			left &^= 1 << k
		}
	}
	return left, nil, nil
}
