package counts

import "math/big"

// A Polynomial is the sum of Differences[j] * C(M-Start, j) over all j, where C is the binomial coefficient. Its value
// is an integer at every integer M, and Differences[j] is the j-th forward difference of its values at M = Start. The
// last difference is not 0. Without differences the polynomial is 0.
//
// The package writes numbers of P-positions in this form, with M as the largest heap. If the outcome of a queue depends
// only on how its heaps compare with one another and with the numbers 1, …, Start, then Differences[j] is the number of
// ranked P-positions (see Rank) with j different sizes above Start.
type Polynomial struct {
	Start       int
	Differences []*big.Int
}

// Interpolate returns the polynomial of least degree that has the given values at M = start, start+1, …, by Newton's
// forward differences. It takes O(n²) additions for n values.
func Interpolate(start int, values []*big.Int) Polynomial {
	p := Polynomial{Start: start}
	row := make([]*big.Int, len(values)) // the differences of order j; first the values
	for i, v := range values {
		row[i] = new(big.Int).Set(v)
	}
	degree := -1 // the order of the last difference that is not 0
	for j := range values {
		p.Differences = append(p.Differences, new(big.Int).Set(row[0]))
		if row[0].Sign() != 0 {
			degree = j
		}
		for i := range len(row) - 1 { // the differences of the next order
			row[i].Sub(row[i+1], row[i])
		}
		row = row[:len(row)-1]
	}
	p.Differences = p.Differences[:degree+1]
	return p
}

// At returns the value of the polynomial at m, which may be any integer.
func (p Polynomial) At(m int64) *big.Int {
	sum, choose := new(big.Int), big.NewInt(1) // choose is C(x, j)
	x := new(big.Int).Sub(big.NewInt(m), big.NewInt(int64(p.Start)))
	for j, difference := range p.Differences {
		sum.Add(sum, new(big.Int).Mul(choose, difference))
		// C(x, j+1) = C(x, j) (x-j)/(j+1), and the division has no remainder.
		choose.Mul(choose, new(big.Int).Sub(x, big.NewInt(int64(j))))
		choose.Quo(choose, big.NewInt(int64(j)+1))
	}
	return sum
}
