package betweenness

import "math/bits"

// A hitting holds sets, as bits, and finds small sets that hold an element of
// each.
type hitting struct {
	sets     []uint64
	steps    int // sets looked at so far
	patience patience
}

// find returns a set of at most the given size that holds an element of every
// one, or false if there is none. Its time is exponential in the size; when the
// context of its patience ends it returns the context's error.
func (h *hitting) find(size int) (set uint64, ok bool, err error) { return h.extend(0, 0, size) }

// extend adds to a set elements not excluded. It takes the set not hit yet that
// leaves the least choice.
func (h *hitting) extend(set, excluded uint64, more int) (uint64, bool, error) {
	var narrow uint64
	h.steps += len(h.sets)
	if err := h.patience.spend(1 + len(h.sets)); err != nil {
		return 0, false, err
	}
	for _, s := range h.sets {
		if s&set != 0 {
			continue
		}
		if s &^= excluded; narrow == 0 || bits.OnesCount64(s) < bits.OnesCount64(narrow) {
			if narrow = s; s == 0 {
				return 0, false, nil
			}
		}
	}
	if narrow == 0 {
		return set, true, nil
	}
	if more == 0 || !h.enough(set, excluded, more) {
		return 0, false, nil
	}
	for ; narrow != 0; narrow &= narrow - 1 {
		element := narrow & -narrow
		if found, ok, err := h.extend(set|element, excluded, more-1); ok || err != nil {
			return found, ok, err
		}
		excluded |= element
	}
	return 0, false, nil
}

// enough reports whether no more sets than that are not hit yet and have no
// element in common with each other: each takes an element of its own. It looks at
// one such collection of sets.
func (h *hitting) enough(set, excluded uint64, more int) bool {
	var taken uint64
	for _, s := range h.sets {
		if s &^= excluded; s&set == 0 && s&taken == 0 {
			taken |= s
			if more--; more < 0 {
				return false
			}
		}
	}
	return true
}
