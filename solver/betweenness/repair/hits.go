package repair

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
	"enumerate/solver/internal/hitting"
)

// byCores collects cores (sets of players whose choices contradict each other), and finds a smallest hitting set:
// players such that each core contains one. If an order satisfies the choices of all other players, no repair changes
// fewer choices; otherwise there is a further core. byCores also ends when the effort is used up.
func (f *repairing) byCores(ctx context.Context, effort *int) error {
	var cores [][]int
	for *effort > 0 {
		hit, least, err := hitAll(ctx, cores, effort)
		if err != nil {
			return err
		}
		f.least = max(f.least, least)
		if f.least >= len(f.unsatisfied) {
			return nil
		}

		before := len(cores)
		cores, err = f.disjoint(ctx, hit, cores, effort)
		if err != nil {
			return err
		}
		if len(cores) == before {
			return nil // an order satisfies the choices outside the set, or the effort is used up
		}
	}
	return nil
}

// disjoint appends to `cores` cores that share no player with each other or with the set `without`. It ends when the
// effort is used up, or an order satisfies the choices of all players outside these sets; it offers this order as a
// repair.
func (f *repairing) disjoint(ctx context.Context, without []int, cores [][]int, effort *int) ([][]int, error) {
	left := make([]int, len(f.game)) // the players in none of these sets
	for p := range left {
		left[p] = p
	}
	left = except(left, slices.Sorted(slices.Values(without)))

	for *effort > 0 {
		c, known, err := f.searcher.Among(ctx, f.game, left, true, effort)
		if err != nil || !known {
			return cores, err
		}
		if c.Solvable() {
			f.offer(c.Order)
			return cores, f.extend(ctx, left, effort)
		}

		// A smaller core is easier to hit, but spend only a part of the effort on it.
		some := min(*effort, repairEffort/10)
		*effort -= some
		c, err = f.searcher.Reduce(ctx, f.game, c, &some)
		*effort += some // give back the rest
		if err != nil {
			return cores, err
		}

		cores = append(cores, c.Core)
		left = except(left, c.Core)
	}
	return cores, nil
}

// except removes the players in `removed`, which must be sorted, from a list, which it overwrites.
func except(list, removed []int) []int {
	return slices.DeleteFunc(list, func(p int) bool {
		_, found := slices.BinarySearch(removed, p)
		return found
	})
}

// extend looks for a better repair, an order that leaves fewer choices unsatisfied. The argument players is a set whose
// choices one order satisfies. extend tries to add to it, one after the other, the players whose choices the best order
// leaves unsatisfied.
func (f *repairing) extend(ctx context.Context, players []int, effort *int) error {
	for _, p := range slices.Clone(f.unsatisfied) {
		isMinimal := len(f.unsatisfied) == f.least // no order leaves fewer choices unsatisfied
		if slices.Contains(players, p) || isMinimal || *effort <= 0 {
			continue
		}

		c, _, err := f.searcher.Among(ctx, f.game, append(players, p), false, effort)
		if err != nil {
			return err
		}
		if c.Solvable() {
			players = append(players, p)
			f.offer(c.Order)
		}
	}
	return nil
}

// hitAll returns players that hit every core, and a lower bound on the number of players in any such set. It treats
// components (cores that shared players connect) separately.
func hitAll(ctx context.Context, cores [][]int, effort *int) (set []int, least int, err error) {
	for _, linked := range components(cores) {
		some, fewest, err := hitLinked(ctx, linked, effort)
		if err != nil {
			return nil, 0, err
		}
		set = append(set, some...)
		if fewest {
			least += len(some)
		} else { // a component needs at least one player
			least++
		}
	}
	return set, least, nil
}

// components divides cores into components: cores that share a player are in the same component.
func components(cores [][]int) (parts [][][]int) {
	componentOf := make(map[int]int) // by player: the index in parts of the component of its cores
	for _, core := range cores {
		latest := len(parts)
		parts = append(parts, [][]int{core})
		for _, p := range core {
			earlier, found := componentOf[p]
			componentOf[p] = latest
			if !found || earlier == latest {
				continue
			}

			// The player is in an earlier component: move all its cores to the new one.
			for _, other := range parts[earlier] {
				parts[latest] = append(parts[latest], other)
				for _, q := range other {
					componentOf[q] = latest
				}
			}
			parts[earlier] = nil
		}
	}
	return slices.DeleteFunc(parts, func(p [][]int) bool { return p == nil })
}

// hittingMost limits the steps of a search for a hitting set (players such that each core contains one), to a second.
const hittingMost = 200_000_000

// hittingUnit is the number of steps in a unit of effort.
const hittingUnit = 200

// hitLinked returns players that hit every core of a component (cores that shared players connect), and whether their
// number is known to be minimal. It leaves out each player p if another player is in all cores of p, because the other
// player hits at least as much. If more than 64 players are left, or the effort is used up, it chooses players
// greedily.
func hitLinked(ctx context.Context, cores [][]int, effort *int) (set []int, fewest bool, err error) {
	in := make(map[int][]int) // by player: the indices of its cores, ascending
	for i, core := range cores {
		for _, p := range core {
			in[p] = append(in[p], i)
		}
	}

	// Players in more cores come first, because they make others unnecessary.
	players := slices.SortedFunc(maps.Keys(in), func(p, q int) int { return cmp.Or(len(in[q])-len(in[p]), p-q) })
	within := func(p, q int) bool { // whether q is in all cores of p
		return !slices.ContainsFunc(in[p], func(i int) bool {
			_, found := slices.BinarySearch(in[q], i)
			return !found
		})
	}
	var kept []int
	for _, p := range players {
		*effort -= 1 + len(kept)/100
		if !slices.ContainsFunc(kept, func(q int) bool { return within(p, q) }) {
			kept = append(kept, p)
		}
	}
	if len(kept) > 64 {
		return hitGreedily(cores, kept), false, nil
	}

	h := hitting.Search{Sets: make([]uint64, len(cores)), Most: hittingMost, Budget: bounded.Steps{Context: ctx}}
	for k, p := range kept {
		for _, i := range in[p] {
			h.Sets[i] |= 1 << k
		}
	}
	defer func() { *effort -= h.Steps / hittingUnit }()
	for size := 1; ; size++ {
		switch hit, ok, err := h.Find(size); {
		case errors.Is(err, hitting.ErrSteps):
			return hitGreedily(cores, kept), false, nil
		case err != nil:
			return nil, false, err
		case ok:
			for ; hit != 0; hit &= hit - 1 {
				set = append(set, kept[bits.TrailingZeros64(hit)])
			}
			return set, true, nil
		}
	}
}

// hitGreedily repeatedly takes the player in the most cores that are not hit yet.
func hitGreedily(cores [][]int, players []int) (set []int) {
	for open := slices.Clone(cores); len(open) > 0; {
		best, most := -1, 0
		for _, p := range players {
			hits := 0
			for _, core := range open {
				if slices.Contains(core, p) {
					hits++
				}
			}
			if hits > most {
				best, most = p, hits
			}
		}

		set = append(set, best)
		open = slices.DeleteFunc(open, func(core []int) bool { return slices.Contains(core, best) })
	}
	return set
}
