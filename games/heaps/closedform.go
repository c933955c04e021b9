package heaps

import "math/big"

// games returns the number of labelled games with so many heaps of at most that many
// sticks, of all lengths of a span: M^k or, for a Set, C(M, k).
func (k Kind) games(s Span, largest uint64) *big.Int {
	sum := new(big.Int)
	m := new(big.Int).SetUint64(largest)
	if k == Set {
		if s.All {
			return sum.Lsh(big.NewInt(1), uint(largest))
		}
		for heaps := s.Least; heaps <= s.within(k, largest).Most; heaps++ {
			sum.Add(sum, new(big.Int).Binomial(int64(largest), int64(heaps)))
		}
		return sum
	}
	power := new(big.Int).Exp(m, big.NewInt(int64(s.Least)), nil)
	for heaps := s.Least; heaps <= s.Most; heaps++ {
		sum.Add(sum, power)
		power.Mul(power, m)
	}
	return sum
}

// classes returns the number of classes. Of a Multiset these are as many as multisets of
// L heaps some of which have no sticks, C(M+L, L), less those with fewer than K heaps.
func (k Kind) classes(s Span, largest uint64) *big.Int {
	if k != Multiset {
		return k.games(s, largest)
	}
	upTo := func(heaps int) *big.Int {
		if heaps < 0 {
			return new(big.Int)
		}
		return new(big.Int).Binomial(int64(largest)+int64(heaps), int64(heaps))
	}
	return new(big.Int).Sub(upTo(s.Most), upTo(s.Least-1))
}
