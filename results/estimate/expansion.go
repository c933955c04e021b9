package estimate

import (
	"math"
	"math/big"
)

// An Expansion approximates the share of games of size n that have a verdict, for large n. Its elements are the
// coefficients c_0, c_1, ..., c_m of a series: the share is the sum of c_k/n^k, with an error of the order of
// 1/n^(m+1).
type Expansion []*big.Rat

// steep is the least factor by which a term is smaller than the term before, where an expansion is valid.
const steep = 4

// At returns the value of the expansion for a size. The expansion need not converge, so it is valid for n only if every
// term after the second is at most a quarter of the term before it; otherwise At returns false. The error is estimated
// by the last term, which is not a bound.
func (e Expansion) At(size int) (Expanded, bool) {
	found := Expanded{Size: size}
	last := math.Inf(1) // the size of the term before
	power := 1.0        // a power of 1/n
	for k, c := range e {
		coefficient, _ := c.Float64()
		term := coefficient * power
		power /= float64(size)
		found.Proportion += term
		if k == 0 { // the term c_0 does not depend on n, and may be small
			continue
		}
		if math.Abs(term) > last/steep {
			return Expanded{}, false
		}
		last = math.Abs(term)
	}
	found.Error = last
	return found, len(e) > 1
}

// An Expanded is the value of an expansion, a series in 1/n, for one size n.
type Expanded struct {
	Size       int
	Proportion float64
	Error      float64 // an estimate, not a bound
}

// Nearest returns the value nearest to a given proportion among all from Proportion - Error to Proportion + Error.
func (e Expanded) Nearest(proportion float64) float64 {
	return min(max(proportion, e.Proportion-e.Error, 0), e.Proportion+e.Error, 1)
}
