// Package hitting finds small hitting sets: sets that hold an element of each of some sets.
package hitting

import (
	"errors"
	"math/bits"

	"enumerate/internal/bounded"
)

// Search holds sets, as bits, and finds small hitting sets of them.
type Search struct {
	Sets   []uint64
	Steps  int // sets looked at so far
	Most   int // that may be looked at, 0 for any number
	Budget bounded.Steps
}

// ErrSteps is the error of a search that has looked at more sets than it may.
var ErrSteps = errors.New("too many sets to look at")

// Find returns a hitting set of at most the given size, or false if there is none.
// Its time is exponential in the size. When the context of its budget ends it
// returns the context's error.
func (h *Search) Find(size int) (set uint64, ok bool, err error) { return h.extend(0, 0, size) }

// extend adds up to more elements to a set, but no excluded ones. It branches on the
// elements of a set not hit yet that leaves the fewest choices.
func (h *Search) extend(set, excluded uint64, more int) (uint64, bool, error) {
	var narrow uint64
	h.Steps += len(h.Sets)
	if err := h.Budget.Spend(1 + len(h.Sets)); err != nil {
		return 0, false, err
	}
	if h.Most > 0 && h.Steps > h.Most {
		return 0, false, ErrSteps
	}
	for _, s := range h.Sets {
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

// enough reports whether at most more of the sets not hit yet are disjoint from each
// other: each of those takes an element of its own. It looks at one collection of
// disjoint sets.
func (h *Search) enough(set, excluded uint64, more int) bool {
	var taken uint64
	for _, s := range h.Sets {
		if s &^= excluded; s&set == 0 && s&taken == 0 {
			taken |= s
			if more--; more < 0 {
				return false
			}
		}
	}
	return true
}
