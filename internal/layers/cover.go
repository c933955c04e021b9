package layers

import "slices"

// A span is the parents from..to-1, by their position in their layer.
type span struct{ from, to uint64 }

// A cover is a set of parents: ascending spans with gaps between them.
type cover []span

// add adds a parent that comes after all that are covered.
func (c cover) add(parent uint64) cover {
	if n := len(c); n > 0 && c[n-1].to == parent {
		c[n-1].to++
		return c
	}
	return append(c, span{parent, parent + 1})
}

// whole returns the cover of all parents of a layer of so many.
func whole(parents uint64) cover {
	if parents == 0 {
		return nil
	}
	return cover{{0, parents}}
}

// size returns how many parents are covered.
func (c cover) size() uint64 {
	var n uint64
	for _, s := range c {
		n += s.to - s.from
	}
	return n
}

// join returns the union of covers. ok is false if one parent is in two.
func join(covers ...cover) (union cover, ok bool) {
	all := slices.Concat(covers...)
	slices.SortFunc(all, func(a, b span) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	union, ok = all[:0], true
	for _, s := range all {
		n := len(union)
		switch {
		case n == 0 || union[n-1].to < s.from:
			union = append(union, s)
		case union[n-1].to == s.from:
			union[n-1].to = s.to
		default:
			ok = false
			union[n-1].to = max(union[n-1].to, s.to)
		}
	}
	return union, ok
}

// rest returns the parents, of so many, that are not covered.
func (c cover) rest(parents uint64) cover {
	var rest cover
	var at uint64
	for _, s := range c {
		if at < s.from {
			rest = append(rest, span{at, s.from})
		}
		at = s.to
	}
	if at < parents {
		rest = append(rest, span{at, parents})
	}
	return rest
}
