package rotisserie

import "enumerate/games/heaps"

// Theorems returns what is known of two and three heaps, and of heaps of at least 2 sticks.
func (Rules) Theorems() []heaps.Theorem {
	theorem := func(name, statement string, span heaps.Span, states func(p heaps.Position) (next, speaks bool)) heaps.Theorem {
		return heaps.Theorem{
			Name:      name,
			Statement: statement,
			Holds:     true,
			Of:        heaps.Outcome,
			Heaps:     span,
			States: func(p heaps.Position) (uint64, bool) {
				next, speaks := states(p)
				if next {
					return 1, speaks
				}
				return 0, speaks
			},
		}
	}
	return []heaps.Theorem{
		theorem("two", "a,b is N if and only if a > b", exactly(2), func(p heaps.Position) (next, speaks bool) {
			return p[0] > p[1], true
		}),
		theorem("large", "n heaps of at least 2 are N if and only if n is odd or the first least heap is at an even place", heaps.Span{All: true}, large),
		theorem("one-first", "1,b,c is P if and only if b > c", exactly(3), func(p heaps.Position) (next, speaks bool) {
			return p[1] <= p[2], p[0] == 1
		}),
		theorem("three", "a,b,c with a >= 2 is P if and only if c = 1 and b > c", exactly(3), func(p heaps.Position) (next, speaks bool) {
			return p[2] != 1 || p[1] <= p[2], p[0] >= 2
		}),
	}
}

// exactly returns the span of one number of heaps.
func exactly(n int) heaps.Span { return heaps.Span{Least: n, Most: n} }

// large states the outcome of heaps of at least 2 sticks.
func large(p heaps.Position) (next, speaks bool) {
	if len(p) == 0 {
		return false, false
	}
	place, least := 0, ^uint64(0)
	for i, heap := range p {
		if heap < least {
			place, least = i+1, heap
		}
	}
	return len(p)%2 == 1 || place%2 == 0, least >= 2
}
