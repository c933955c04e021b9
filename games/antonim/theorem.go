package antonim

import "enumerate/games/heaps"

// Theorems returns what is known of one, two and three heaps.
func (Rules) Theorems() []heaps.Theorem {
	theorem := func(name, statement string, n int, next func(p heaps.Position) bool) heaps.Theorem {
		return heaps.Theorem{
			Name:      name,
			Statement: statement,
			Holds:     true,
			Of:        heaps.Outcome,
			Heaps:     heaps.Span{Least: n, Most: n},
			States: func(p heaps.Position) (uint64, bool) {
				if next(p) {
					return 1, true
				}
				return 0, true
			},
		}
	}
	return []heaps.Theorem{
		theorem("one", "one heap is N", 1, func(heaps.Position) bool { return true }),
		theorem("two", "two heaps a < b are P if and only if a is odd and b = a+1", 2, func(p heaps.Position) bool {
			return p[0]%2 == 0 || p[1] != p[0]+1
		}),
		theorem("three", "three heaps a, b, c are P if and only if (a+1) xor (b+1) xor (c+1) = 0", 3, func(p heaps.Position) bool {
			return (p[0]+1)^(p[1]+1)^(p[2]+1) != 0
		}),
	}
}
