package canon

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A CycleType has the number of cycles of each length of a permutation: t[l] cycles of length l. t[0] is unused.
type CycleType []int

// Points returns the number of permuted points.
func (t CycleType) Points() int {
	points := 0
	for length, count := range t {
		points += length * count
	}
	return points
}

// Permutations returns the number of permutations of t.Points() points with type t: n! divided by l^c c! for every
// length l, where c = t[l], because a cycle may begin at any of its l points, and the c cycles may come in any order.
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

// String returns the lengths of the cycles, longest first, with exponents for repeated
// lengths: "3 2^2 1^4".
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

// CycleTypes returns the types of the permutations of n points, beginning with the identity: types with more short
// cycles come first.
func CycleTypes(n int) (types []CycleType) {
	t := make(CycleType, n+1) // the cycles chosen so far

	// part appends the types that extend t by cycles of the length `least` or longer.
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

// Fixed returns the number of points that the power-th power of a permutation of type t fixes, power >= 1: the points
// on cycles whose length divides the power. It takes about √power divisions.
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

// Burnside returns the number of classes of structures on n points up to permutations of the points: by the
// Cauchy–Frobenius (or Burnside's) lemma, the mean number of structures that a permutation leaves unchanged.
//
// The number of structures that a permutation of type t leaves unchanged must be the product of factor(t, l) over the
// lengths l of its cycles. For example, let every point choose a point. In an unchanged structure, the choice of one
// point on a cycle determines the others, and a point on a cycle of length l may choose the points that the l-th power
// of the permutation fixes. There are t[l] such cycles, so factor(t, l) is t.Fixed(l) to the power t[l].
//
// Burnside calls factor for the lengths in increasing order; t then has only the cycles up to this length. If the
// number of unchanged structures is not such a product, factor can return 1 until t is complete (t.Points() is n), and
// then the whole number. After a factor of zero, Burnside does not ask for longer cycles. factor must not change or
// keep t. Burnside only reads the result.
//
// Burnside fails if n is negative, if factor returns nil, or if the sum over all permutations is not a multiple of n!,
// because factor is wrong. The cost is at most two calls of factor and three multiplications for each partition of n.
// There are about exp(2.565√n)/(6.93n) partitions: a million for n = 60, and 190,569,292 for n = 100. The memory grows
// as n² log n.
func Burnside(n int, factor func(t CycleType, length int) *big.Int) (*big.Int, error) {
	if n < 0 {
		return nil, fmt.Errorf("canon: cannot permute %d points", n)
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
		return nil, fmt.Errorf("canon: the permutations of %d points leave %v structures unchanged, which is not a multiple of %d!: the callback factor is wrong", n, sum, n)
	}
	return classes, nil
}

var errNoFactor = errors.New("canon: the callback factor returned nil; expected a number")

// A typeSum adds up the numbers of structures that permutations of n points leave unchanged. For a permutation of type
// t, with t[l] cycles of length l, this number is the product of factor(t, l) over its cycle lengths l. The value
// factor(t, l) may depend only on the cycles of length at most l. So the sum takes one cycle length after the other,
// from the shortest, like Horner's scheme. Let t have all cycles shorter than l, and let r points be left. The sum over
// the permutations of these r points is
//
//	S(l, r) = Σ r!/((r-lc)! l^c c!) · factor(t with t[l] = c, l) · S(l+1, r-lc)
//
// where c takes all possible numbers of cycles of length l, and S(l, 0) = 1. The fraction is the number of ways to form
// the c cycles. The whole sum is S(1, n).
type typeSum struct {
	factor func(t CycleType, length int) *big.Int
	t      CycleType
	// ways[r][l][c] is the number of ways to choose c cycles of length l among r points, r!/((r-lc)! l^c c!).
	ways   [][][]*big.Int
	levels []level // by the number of different lengths in t so far
	err    error
}

// A level has the buffers of one depth of the recursion.
type level struct{ sum, term, product big.Int }

// newTypeSum returns a typeSum for the permutations of n points. It fills the table s.ways: ways[r][length][c] is the
// number of ways to choose c cycles of this length among r points.
func newTypeSum(n int, factor func(t CycleType, length int) *big.Int) *typeSum {
	s := &typeSum{factor: factor, t: make(CycleType, n+1), ways: make([][][]*big.Int, n+1)}
	for r := range s.ways {
		s.ways[r] = make([][]*big.Int, r+1)
		for length := 1; length <= r; length++ {
			ways := []*big.Int{big.NewInt(1)} // by c
			for c := 1; c*length <= r; c++ {
				// Add a cycle to c-1 cycles: choose its points in order. Divide by the length, because rotations give
				// the same cycle, and by c, because any of the cycles can be the added one.
				w := new(big.Int).MulRange(int64(r-c*length+1), int64(r-(c-1)*length))
				w.Mul(w, ways[c-1])
				ways = append(ways, w.Div(w, big.NewInt(int64(length)*int64(c))))
			}
			s.ways[r][length] = ways
		}
	}

	// Cycles of k different lengths have at least 1 + 2 + ... + k = k(k+1)/2 points, and the recursion goes one level
	// down for each length.
	for k := 1; k*(k+1)/2 <= n; k++ {
		s.levels = append(s.levels, level{})
	}

	return s
}

// below returns the sum S(least, r) (see typeSum), for r >= least. It is over all permutations of r points whose cycles
// have the length `least` or more; each adds the product of its factors (numbers of unchanged structures, by cycle
// length). The other points are on shorter cycles, which s.t counts by length. The argument `depth` is the number of
// different lengths of these shorter cycles. The next call with the same depth overwrites the result.
//
// below tries each length that the shortest cycle of the r points can have, and each number c of cycles of this length.
// The recursion adds the longer cycles, so it needs no step for a length without cycles. If all r points are on one
// cycle, the shortest length is r. Otherwise it is at most r/2, and the points that remain, if any, must be enough for
// a longer cycle.
func (s *typeSum) below(least, r, depth int) *big.Int {
	// Begin with the permutations that have all r points on one cycle.
	l := &s.levels[depth]
	l.sum.Mul(s.ways[r][r][1], s.with(r, 1))
	s.t[r] = 0

	for length := least; 2*length <= r; length++ {
		ways := s.ways[r][length]
		for c := 1; c < len(ways); c++ {
			rest := r - c*length
			if 0 < rest && rest <= length { // too few points for a longer cycle
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

// with sets the number of cycles of a length in t, and returns the factor of this length.
func (s *typeSum) with(length, c int) *big.Int {
	s.t[length] = c
	f := s.factor(s.t, length)
	if f == nil {
		s.err = errNoFactor
		return new(big.Int)
	}
	return f
}
