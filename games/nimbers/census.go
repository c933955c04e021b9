package nimbers

import (
	"fmt"
	"math/big"

	"enumerate/canon"
)

// A census counts labelled DAGs that a permutation of the vertices leaves as they are.
// That depends on the lengths of the permutation's cycles only. Let a(t) be the number
// for cycles t. The sources of such a DAG are whole cycles; if s is some of them, the
// arcs from s to the other cycles are free, but for gcd(c, d) orbits of arcs between
// cycles of c and d vertices, and there are none inside s. By inclusion and exclusion over
// the sets s of cycles that are sources,
//
//	a(t) = sum over s, not empty, of (-1)^(|s|+1) 2^(sum gcd(c, d), c in s, d not in s) a(t - s)
//
// where |s| counts cycles. Cycles of length 1 alone give Robinson's recurrence (1973):
// a(1^n) = 1, 3, 25, 543, 29281 for n = 1 to 5 (OEIS A003024).
//
// A census remembers all it has counted. It serves one goroutine.
type census struct {
	known map[string]*big.Int // by the numbers of cycles
}

func newCensus() *census { return &census{make(map[string]*big.Int)} }

// fixed returns the number of DAGs for t, which it leaves as it finds it.
func (c *census) fixed(t canon.CycleType) *big.Int {
	key := make([]byte, len(t))
	for length, count := range t {
		if count > 255 {
			panic(fmt.Sprintf("nimbers: a census of %d cycles, want at most 255", count))
		}
		key[length] = byte(count)
	}
	if known, ok := c.known[string(key)]; ok {
		return known
	}
	sum := new(big.Int)
	if t.Points() == 0 {
		sum.SetInt64(1)
	} else {
		c.sources(t, make(canon.CycleType, len(t)), 1, big.NewInt(-1), sum)
	}
	c.known[string(key)] = sum
	return sum
}

// sources adds the terms of all sets of cycles that extend s by cycles of length and
// more. ways is the number of ways to choose s, with the sign of (-1)^(|s|+1).
func (c *census) sources(t, s canon.CycleType, length int, ways, sum *big.Int) {
	if length == len(t) {
		if s.Points() == 0 {
			return
		}
		rest := make(canon.CycleType, len(t))
		free := uint(0)
		for l := range t {
			rest[l] = t[l] - s[l]
		}
		for l, chosen := range s {
			for k, left := range rest {
				if chosen*left > 0 {
					free += uint(chosen * left * gcd(l, k))
				}
			}
		}
		term := new(big.Int).Mul(ways, c.fixed(rest))
		sum.Add(sum, term.Lsh(term, free))
		return
	}
	more := new(big.Int).Set(ways)
	for chosen := 0; ; chosen++ {
		s[length] = chosen
		c.sources(t, s, length+1, more, sum)
		if chosen == t[length] {
			break
		}
		// From C(n, k) to -C(n, k+1).
		more.Mul(more, big.NewInt(int64(chosen-t[length])))
		more.Quo(more, big.NewInt(int64(chosen+1)))
	}
	s[length] = 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// labelled returns the number of labelled DAGs on n vertices.
func (c *census) labelled(n int) *big.Int { return new(big.Int).Set(c.fixed(canon.CycleType{0, n})) }

// classes returns the number of labelled DAGs on n vertices up to renaming those without
// a chip, and exchanging the chips if they are unordered, by Burnside's lemma: a mean
// over the permutations of the n-2 other vertices, each with the chips in two cycles of
// their own or, if unordered, in one.
func (c *census) classes(n int, unordered bool) *big.Int {
	sum, permutations := new(big.Int), new(big.Int)
	for _, others := range canon.CycleTypes(n - 2) {
		many := others.Permutations()
		all := make(canon.CycleType, n+1)
		copy(all, others)
		all[1] += 2
		sum.Add(sum, new(big.Int).Mul(many, c.fixed(all)))
		permutations.Add(permutations, many)
		if unordered {
			all[1] -= 2
			all[2]++
			sum.Add(sum, new(big.Int).Mul(many, c.fixed(all)))
			permutations.Add(permutations, many)
		}
	}
	classes, rest := new(big.Int).QuoRem(sum, permutations, new(big.Int))
	if rest.Sign() != 0 {
		panic(fmt.Sprintf("nimbers: %v permutations leave %v DAGs as they are, which is no multiple", permutations, sum))
	}
	return classes
}
