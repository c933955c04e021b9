package wins

import (
	"context"
	"math/bits"
)

// bothZero returns, for every set R, how many sets of arcs within R and the chips give both
// chips nimber 0. Nimber 0 needs no more than who has it, so sets are taken apart
// vertex by vertex: the last one, v, has no arc within R, and nimber 0. Let X be the
// vertices that have an arc to it in the set. They do not have nimber 0, no chip is among
// them, and their other arcs within R may be in the set or not:
//
//	Both(R) = sum over X, of vertices of R with an arc to v, of
//	          2^(arcs with one or two ends in X, both in R - v, chips included) Both(R - v - X)
//
// The sum over X goes vertex by vertex, in place: O(k) a set instead of O(2^k).
//
// A lower chip in the middle of the order is the last vertex before any vertex that
// comes before it, and is gone from then on.
func bothZero(ctx context.Context, s *subsets, r ring, power []uint64) []uint64 {
	both := make([]uint64, 1<<s.k)
	both[0] = power[0] // only the upper chip
	chips := []int{s.k}
	for v := 0; v <= s.k; v++ {
		if v == s.lower {
			s.strike(ctx, r, both[:1<<v], s.k+1, chips, power)
			chips = append(chips, s.k+1)
		}
		if v == s.k || ctx.Err() != nil {
			break
		}
		with := both[1<<v : 2<<v]
		copy(with, both[:1<<v])
		s.strike(ctx, r, with, v, chips, power)
	}
	return both
}

// strike replaces f(C), for every set C, by the sum over the sets X in C of vertices with
// an arc to v of 2^(arcs with one or two ends in X, both in C or chips) f(C - X).
func (s *subsets) strike(ctx context.Context, r ring, f []uint64, v int, chips []int, power []uint64) {
	for preds := s.in[v] & uint(len(f)-1); preds != 0 && ctx.Err() == nil; preds &= preds - 1 {
		u := bits.TrailingZeros(preds)
		bit, beside := uint(1)<<u, s.out[u]|s.in[u]
		fixed := 0
		for _, chip := range chips {
			fixed += bits.OnesCount((s.out[chip] | s.in[chip]) & bit)
		}
		for c := range uint(len(f)) {
			if c&bit != 0 {
				arcs := fixed + bits.OnesCount(beside&c)
				f[c] = r.add(f[c], r.mul(power[arcs], f[c&^bit]))
			}
		}
	}
}
