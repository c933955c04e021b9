package tower

import "enumerate/games/heaps"

// Theorems returns what the paper states, with what is right where it errs.
func (r Rules) Theorems() []heaps.Theorem {
	every := heaps.Span{All: true}
	return []heaps.Theorem{
		{
			Name:      "recurrence",
			Statement: "a heap of a sticks on a stack of Grundy value g makes it a - [a <= g]",
			Holds:     true,
			Of:        heaps.Grundy,
			Heaps:     every,
			States:    func(p heaps.Position) (uint64, bool) { return r.Value(p), true },
		},
		{
			Name:      "outcome",
			Statement: "with n heaps of 1 on the last larger one a stack is N if n is even; without a larger one if n is odd",
			Holds:     true,
			Of:        heaps.Outcome,
			Heaps:     every,
			States: func(p heaps.Position) (uint64, bool) {
				if next, _ := r.Outcome(p); next {
					return 1, true
				}
				return 0, true
			},
		},
		{
			Name:      "ones",
			Statement: "a stack of n heaps of 1 has the Grundy value n mod 2, their exclusive or",
			Holds:     true,
			Of:        heaps.Grundy,
			Heaps:     every,
			States: func(p heaps.Position) (uint64, bool) {
				larger, ones := split(p)
				return uint64(ones) % 2, !larger
			},
		},
		{
			Name:      "parity",
			Statement: "n >= 1 heaps of 1 on a larger one make the Grundy value n mod 2, as the paper says",
			Holds:     false,
			Of:        heaps.Grundy,
			Heaps:     every,
			States: func(p heaps.Position) (uint64, bool) {
				larger, ones := split(p)
				return uint64(ones) % 2, larger && ones > 0
			},
		},
		{
			Name:      "parity-corrected",
			Statement: "n >= 1 heaps of 1 on a larger one make the Grundy value (n+1) mod 2",
			Holds:     true,
			Of:        heaps.Grundy,
			Heaps:     every,
			States: func(p heaps.Position) (uint64, bool) {
				larger, ones := split(p)
				return uint64(ones+1) % 2, larger && ones > 0
			},
		},
	}
}

// split reports whether any heap has more than one stick, and how many of one stick lie on
// the last such heap, or in all.
func split(p heaps.Position) (larger bool, ones int) {
	for _, heap := range p {
		if heap > 1 {
			larger, ones = true, 0
		} else {
			ones++
		}
	}
	return larger, ones
}
