package counts

import "math/big"

// A Fit is a polynomial and how well some values bear it out.
type Fit struct {
	Polynomial Polynomial
	From       int // the least M from which on it gives all the values
	Used       int // how many values were used to find it: one more than the degree
	Tested     int // how many values it gives that were not used
}

// FitPolynomial looks for a polynomial that gives the values at M = first, first+1, …,
// all of them from some M on, and of these the one that leaves the most values to test
// it, the first of them if several do. It reports whether there is one that at least
// one value tests: that is a find, not a proof.
func FitPolynomial(first int, values []*big.Int) (Fit, bool) {
	var best Fit
	for i := range values {
		p := Interpolate(first+i, values[i:])
		used := max(p.Degree()+1, 1)
		tested := len(values) - i - used
		if tested > best.Tested {
			best = Fit{Polynomial: p, From: first + i, Used: used, Tested: tested}
		}
	}
	return best, best.Tested > 0
}
