package canon

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A CycleType says how many cycles of each length a permutation has: t[l] is
// the number of cycles of length l. t[0] is unused.
type CycleType []int

// Points returns the number of points that are permuted.
func (t CycleType) Points() int {
	points := 0
	for length, count := range t {
		points += length * count
	}
	return points
}

// Permutations returns how many permutations of t.Points() points are of type
// t: n! divided by l^t[l] t[l]! for every length l.
func (t CycleType) Permutations() *big.Int {
	same := big.NewInt(1)
	for length := 1; length < len(t); length++ {
		if count := int64(t[length]); count > 0 {
			same.Mul(same, new(big.Int).Exp(big.NewInt(int64(length)), big.NewInt(count), nil))
			same.Mul(same, factorial(t[length]))
		}
	}
	all := factorial(t.Points())
	return all.Div(all, same)
}

// String returns the lengths of the cycles, longest first, each with how many there are
// unless it is one: "3 2^2 1^4".
func (t CycleType) String() string {
	var words []string
	for length := len(t) - 1; length > 0; length-- {
		switch {
		case t[length] == 1:
			words = append(words, strconv.Itoa(length))
		case t[length] > 1:
			words = append(words, fmt.Sprintf("%d^%d", length, t[length]))
		}
	}
	return strings.Join(words, " ")
}

// CycleTypes returns the types of the permutations of n points, each of length n+1: those
// with more short cycles first, so that the identity is the first one.
func CycleTypes(n int) (types []CycleType) {
	t := make(CycleType, n+1)
	var part func(least, left int)
	part = func(least, left int) {
		if left == 0 {
			types = append(types, slices.Clone(t))
		}
		for length := least; length <= left; length++ {
			t[length]++
			part(length, left-length)
			t[length]--
		}
	}
	part(1, n)
	return types
}

// Fixed returns how many points are fixed by the power-th power of a
// permutation of type t, which are the points of the cycles whose length
// divides the power. The power is at least 1. The cost is that of about √power
// divisions.
func (t CycleType) Fixed(power int) int {
	fixed := 0
	for d := 1; d*d <= power; d++ {
		if power%d != 0 {
			continue
		}
		if d < len(t) {
			fixed += d * t[d]
		}
		if e := power / d; e != d && e < len(t) {
			fixed += e * t[e]
		}
	}
	return fixed
}

// Burnside returns the number of classes of structures on n points: of orbits
// of the permutations of the points, when factor gives the number of structures
// that a permutation leaves unchanged. By the Cauchy–Frobenius lemma, known as
// Burnside's, it is the mean of that number over all n! permutations.
//
// A permutation of type t leaves unchanged the product of factor(t, l) over the
// lengths l that occur in t, taken in increasing order. For example, let every
// point choose independently of the others. Then the choices of one cycle
// follow from that of one of its points. A point on a cycle of length l may
// choose what the l-th power of the permutation fixes.
//
// When factor is called t is complete up to length l and has zeros beyond; a
// rule that needs the whole type returns 1 until t.Points() is n and everything
// then. Types that begin alike share their calls, and after a factor of zero
// no longer length is asked for. factor must not change or keep t. What it
// returns is only read, so it may return the same number again; to do so from a
// table is what makes large n fast.
//
// Burnside fails if n is negative, if factor returns nil, or if the sum over
// all permutations is not a multiple of n!, in which case factor does not count
// what it should. The cost is at most two calls of factor and three
// multiplications for each partition of n into positive integers. There are
// about exp(2.565√n)/(6.93n) partitions: a million for n = 60, and 190,569,292
// for n = 100. The memory grows as n² log n.
func Burnside(n int, factor func(t CycleType, length int) *big.Int) (*big.Int, error) {
	if n < 0 {
		return nil, fmt.Errorf("canon: permutations of %d points", n)
	}
	s := newTypeSum(n, factor)
	sum := big.NewInt(1)
	if n > 0 {
		sum = s.below(1, n, 0)
	}
	if s.err != nil {
		return nil, s.err
	}
	classes, rest := new(big.Int).QuoRem(sum, factorial(n), new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("canon: the permutations of %d points leave %v structures unchanged, which is not a multiple of %d!: the rule is wrong", n, sum, n)
	}
	return classes, nil
}

var errNoFactor = errors.New("canon: the rule has returned no number")

// A typeSum sums over cycle types by length, like Horner's scheme: with t fixed
// for the lengths below l, and r points not yet on cycles,
//
//	S(l, r) = Σ r!/((r-lc)! l^c c!) · factor(t with t[l] = c, l) · S(l+1, r-lc)
//
// over the possible numbers c of cycles of length l, where S(l, 0) is 1.
type typeSum struct {
	factor func(t CycleType, length int) *big.Int
	t      CycleType
	// ways[r][l][c] is r!/((r-lc)! l^c c!), the number of ways to form c cycles
	// of length l out of r points.
	ways   [][][]*big.Int
	levels []level // by the number of different lengths that t has so far
	err    error
}

// A level has the numbers that one depth of the recursion works with, so that
// none are allocated on the way.
type level struct{ sum, term, product big.Int }

func newTypeSum(n int, factor func(t CycleType, length int) *big.Int) *typeSum {
	s := &typeSum{factor: factor, t: make(CycleType, n+1), ways: make([][][]*big.Int, n+1)}
	for r := range s.ways {
		s.ways[r] = make([][]*big.Int, r+1)
		for length := 1; length <= r; length++ {
			ways := []*big.Int{big.NewInt(1)}
			for c := 1; c*length <= r; c++ {
				// One more cycle, but c of the c cycles could be the last made.
				w := new(big.Int).MulRange(int64(r-c*length+1), int64(r-(c-1)*length))
				w.Mul(w, ways[c-1])
				ways = append(ways, w.Div(w, big.NewInt(int64(length)*int64(c))))
			}
			s.ways[r][length] = ways
		}
	}
	// k different lengths use at least k(k+1)/2 points.
	for k := 1; k*(k+1)/2 <= n; k++ {
		s.levels = append(s.levels, level{})
	}
	return s
}

// below returns S(least, r) for r of at least least. The number belongs to the
// level at depth and is good until that is used again.
//
// It does not go through the lengths one by one but through the possibilities
// for the next one that occurs. Either that is r, in a single cycle, or it is
// at most r/2 and leaves nothing or enough for a longer one.
func (s *typeSum) below(least, r, depth int) *big.Int {
	l := &s.levels[depth]
	l.sum.Mul(s.ways[r][r][1], s.with(r, 1))
	s.t[r] = 0
	for length := least; 2*length <= r; length++ {
		ways := s.ways[r][length]
		for c := 1; c < len(ways); c++ {
			rest := r - c*length
			if 0 < rest && rest <= length {
				continue
			}
			f := s.with(length, c)
			if f.Sign() == 0 {
				continue
			}
			l.term.Mul(ways[c], f)
			if rest == 0 {
				l.sum.Add(&l.sum, &l.term)
				continue
			}
			l.product.Mul(&l.term, s.below(length+1, rest, depth+1))
			l.sum.Add(&l.sum, &l.product)
		}
		s.t[length] = 0
	}
	return &l.sum
}

// with returns the factor of c cycles of some length, which it puts into t.
func (s *typeSum) with(length, c int) *big.Int {
	s.t[length] = c
	f := s.factor(s.t, length)
	if f == nil {
		s.err = errNoFactor
		return new(big.Int)
	}
	return f
}
