package counts

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// A Polynomial is the sum of Differences[j] * C(M-Start, j) over j, a polynomial in M
// that is an integer at every integer: Differences[j] is the j-th forward difference of
// its values at M = Start. Its last difference is not 0; without differences it is 0.
//
// If M counts heap sizes and the outcome depends only on the weak order of the heaps and
// 1, …, Start, then Differences[j] is how many weak orders of P-positions have
// j different heaps above Start.
type Polynomial struct {
	Start       int
	Differences []*big.Int
}

// Interpolate returns the polynomial of least degree that has the given values at
// M = start, start+1, …. It takes O(n²) additions for n values.
func Interpolate(start int, values []*big.Int) Polynomial {
	p := Polynomial{Start: start}
	row := make([]*big.Int, len(values))
	for i, v := range values {
		row[i] = new(big.Int).Set(v)
	}
	degree := -1
	for j := range values {
		p.Differences = append(p.Differences, new(big.Int).Set(row[0]))
		if row[0].Sign() != 0 {
			degree = j
		}
		for i := range len(row) - 1 {
			row[i].Sub(row[i+1], row[i])
		}
		row = row[:len(row)-1]
	}
	p.Differences = p.Differences[:degree+1]
	return p
}

// Degree returns the degree, -1 for the polynomial 0.
func (p Polynomial) Degree() int { return len(p.Differences) - 1 }

// At returns the value at m, any integer.
func (p Polynomial) At(m int64) *big.Int {
	sum, choose := new(big.Int), big.NewInt(1)
	x := new(big.Int).Sub(big.NewInt(m), big.NewInt(int64(p.Start)))
	for j, difference := range p.Differences {
		sum.Add(sum, new(big.Int).Mul(choose, difference))
		// C(x, j+1) = C(x, j) (x-j)/(j+1), without a remainder
		choose.Mul(choose, new(big.Int).Sub(x, big.NewInt(int64(j))))
		choose.Quo(choose, big.NewInt(int64(j)+1))
	}
	return sum
}

// coefficients returns the coefficients of M^0, M^1, … up to the degree, by Horner's rule: what is
// found from the last difference down to one of them, times (M-Start-j)/(j+1), belongs to the one
// before.
func (p Polynomial) coefficients() (sum []*big.Rat) {
	for j, difference := range slices.Backward(p.Differences) {
		next := []*big.Rat{new(big.Rat).SetInt(difference)}
		for i, c := range sum {
			c.Quo(c, big.NewRat(int64(j+1), 1))
			next[i].Sub(next[i], new(big.Rat).Mul(c, big.NewRat(int64(p.Start+j), 1)))
			next = append(next, c)
		}
		sum = next
	}
	return sum
}

// String returns the polynomial in powers of M over one denominator, such as
// "(3 M^2 - 5 M + 2)/2".
func (p Polynomial) String() string {
	coefficients := p.coefficients()
	denominator := big.NewInt(1)
	for _, c := range coefficients {
		common := new(big.Int).GCD(nil, nil, denominator, c.Denom())
		denominator.Mul(denominator, new(big.Int).Quo(c.Denom(), common))
	}
	var terms strings.Builder
	for i := len(coefficients) - 1; i >= 0; i-- {
		c := new(big.Rat).Mul(coefficients[i], new(big.Rat).SetInt(denominator)).Num()
		if c.Sign() == 0 {
			continue
		}
		switch {
		case terms.Len() == 0 && c.Sign() < 0:
			terms.WriteString("-")
		case c.Sign() < 0:
			terms.WriteString(" - ")
		case terms.Len() > 0:
			terms.WriteString(" + ")
		}
		terms.WriteString(term(new(big.Int).Abs(c), i))
	}
	switch {
	case terms.Len() == 0:
		return "0"
	case denominator.Cmp(big.NewInt(1)) == 0:
		return terms.String()
	}
	return fmt.Sprintf("(%s)/%v", terms.String(), denominator)
}

// term returns a positive multiple of a power of M.
func term(coefficient *big.Int, power int) string {
	factor := coefficient.String() + " "
	if coefficient.Cmp(big.NewInt(1)) == 0 {
		factor = ""
	}
	switch power {
	case 0:
		return coefficient.String()
	case 1:
		return factor + "M"
	}
	return fmt.Sprintf("%sM^%d", factor, power)
}
