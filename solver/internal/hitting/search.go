// Package hitting finds small hitting sets: sets that contain an element of every given
// set.
package hitting

import (
	"errors"
	"math/bits"

	"enumerate/internal/bounded"
)

// Search holds sets, as bits, and finds small hitting sets.
type Search struct {
	Sets   []uint64
	Steps  int // sets looked at so far
	Most   int // the limit on sets visited, 0 for none
	Budget bounded.Steps
}

// ErrSteps is the error of a search that exceeds its limit.
var ErrSteps = errors.New("too many sets to look at")

// Find returns a hitting set of at most the given size, or false if there is none. Its time
// is exponential in the size. The error is ErrSteps or that of the budget's context.
func (h *Search) Find(size int) (set uint64, ok bool, err error) { return h.extend(0, 0, size) }

// extend adds up to more elements to a set, but no excluded ones. It branches on the
// remaining set with the fewest choices.
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

// enough reports whether more elements may suffice: it counts disjoint remaining sets
// greedily, each of which needs its own element.
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
