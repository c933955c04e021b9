package estimate

import (
	"math"
	"math/big"
)

// An Expansion is the share of the games of size n, for large n: the sum of c_k/n^k for
// its coefficients c_0, c_1, ..., up to O of the next power of 1/n.
type Expansion []*big.Rat

// steep is how many times smaller each term must be than the one before.
const steep = 4

// At returns what the expansion says of a size, and false if it says nothing: it is good
// where every term that depends on n is at most a quarter of the one before. Such
// an expansion need not converge. The last term is taken for its error, about four
// times the next one; that is an estimate and no bound.
func (e Expansion) At(size int) (Expanded, bool) {
	found := Expanded{Size: size}
	last := math.Inf(1)
	power := 1.0 // of 1/n
	for k, c := range e {
		coefficient, _ := c.Float64()
		term := coefficient * power
		power /= float64(size)
		found.Proportion += term
		if k == 0 {
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

// An Expanded is what an expansion says of one size.
type Expanded struct {
	Size       int
	Proportion float64
	Error      float64 // estimated
}

// Nearest returns the proportion within the error that is nearest to another one.
func (e Expanded) Nearest(proportion float64) float64 {
	return min(max(proportion, e.Proportion-e.Error, 0), e.Proportion+e.Error, 1)
}
