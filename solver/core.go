package solver

import "slices"

// core returns players whose choices contradict each other, given some whose
// choices do. In games of at most MaxFrontier players no smaller core exists;
// in larger ones none lies within it.
func core(g Game, players []int) []int {
	irreducible := reduce(g, players)
	if len(g) > MaxFrontier {
		return irreducible
	}
	for size := 2; size < len(irreducible); size++ {
		if c := smaller(g, NewFrontier(len(g)), nil, players, size); c != nil {
			return c
		}
	}
	return irreducible
}

// reduce leaves out every player without whom the others still contradict each
// other.
func reduce(g Game, players []int) []int {
	rest := slices.Clone(players)
	for i := 0; i < len(rest); {
		without := slices.Delete(slices.Clone(rest), i, i+1)
		if agree(g, without) == nil {
			rest = without
		} else {
			i++
		}
	}
	return rest
}

// smaller returns the first core that adds at most the given number of players
// to those on the frontier, or nil.
func smaller(g Game, f Frontier, taken, players []int, more int) []int {
	for i, p := range players {
		open := f.Push(p, g[p])
		now := append(taken, p)
		if !open {
			return slices.Clone(now)
		}
		if more > 1 {
			if c := smaller(g, f, now, players[i+1:], more-1); c != nil {
				return c
			}
		}
		f.Pop()
	}
	return nil
}
