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
	Steps  int // the number of sets visited so far, counted each time
	Most   int // the limit on Steps, 0 for none
	Budget bounded.Steps
}

// ErrSteps is the error of a search that exceeds its limit.
var ErrSteps = errors.New("the search for a hitting set has visited as many sets as its limit allows")

// Find returns a hitting set of at most the given size, or false if there is none. Its time is exponential in the size.
// The error is ErrSteps or that of the budget's context.
func (h *Search) Find(size int) (set uint64, ok bool, err error) { return h.extend(0, 0, size) }

// extend looks for a hitting set by adding at most `more` elements to `set`, none of them in `excluded`. Of the sets
// that are not hit yet, it takes the one with the fewest elements that may be added, and tries each of these. After an
// element was tried without success, it is excluded, so no hitting set is tried twice.
func (h *Search) extend(set, excluded uint64, more int) (uint64, bool, error) {
	h.Steps += len(h.Sets)
	if err := h.Budget.Spend(1 + len(h.Sets)); err != nil {
		return 0, false, err
	}
	if h.Most > 0 && h.Steps > h.Most {
		return 0, false, ErrSteps
	}

	var narrow uint64
	for _, s := range h.Sets {
		if s&set != 0 {
			continue // it is hit
		}
		s &^= excluded
		if s == 0 {
			return 0, false, nil // nothing may hit it
		}
		if narrow == 0 || bits.OnesCount64(s) < bits.OnesCount64(narrow) {
			narrow = s
		}
	}
	if narrow == 0 { // all sets are hit
		return set, true, nil
	}
	if more == 0 || !h.canSuffice(set, excluded, more) {
		return 0, false, nil
	}

	for ; narrow != 0; narrow &= narrow - 1 {
		element := narrow & -narrow // the lowest one
		if found, ok, err := h.extend(set|element, excluded, more-1); ok || err != nil {
			return found, ok, err
		}
		excluded |= element
	}
	return 0, false, nil
}

// canSuffice returns false if the sets certainly cannot all be hit by adding `more` elements to `set`, none of them in
// `excluded`. Sets that are not hit yet and share no element that may be added need an element each, so canSuffice
// counts such sets greedily.
func (h *Search) canSuffice(set, excluded uint64, more int) bool {
	var taken uint64
	for _, s := range h.Sets {
		s &^= excluded
		if s&set == 0 && s&taken == 0 { // s is not hit, and shares no element with the sets counted so far
			taken |= s
			more--
			if more < 0 {
				return false
			}
		}
	}
	return true
}
