package marking

import "slices"

// outcomes solves positions by the definition of P-positions. A position is an ascending list of heaps below 256.
type outcomes map[string]bool

func (o outcomes) p(heaps []int) bool {
	key := make([]byte, len(heaps))
	for i, x := range heaps {
		key[i] = byte(x)
	}
	p, ok := o[string(key)]
	if !ok {
		p = !slices.ContainsFunc(movesOf(heaps), o.p)
		o[string(key)] = p
	}
	return p
}

// movesOf returns the sets of heaps after each move.
func movesOf(heaps []int) (after [][]int) {
	for i, x := range heaps {
		rest := slices.Delete(slices.Clone(heaps), i, i+1)
		for y := range x {
			next := slices.Clone(rest)
			if y > 0 && !slices.Contains(rest, y) {
				next = append(next, y)
				slices.Sort(next)
			}
			after = append(after, next)
		}
	}
	return after
}

func heapsOf(set uint64) (heaps []int) {
	for x := range 64 {
		if set>>x&1 != 0 {
			heaps = append(heaps, x+1)
		}
	}
	return heaps
}

func setOf(heaps []int) (set uint64) {
	for _, x := range heaps {
		set |= 1 << (x - 1)
	}
	return set
}
