package wins

import (
	"context"
	"math/big"

	"enumerate/internal/share"
)

// bySizes returns the number of sets of arcs that give the chips the same nimber, of the
// complete DAG on the chips and r other vertices (the arc between the chips left out):
// modulo o.Modulus, or exactly if that is nil.
//
// Only sizes matter. Let Equal(r) be that number, and weight(t, q) the sum, over all
// ways to divide t + q vertices into T and Q, of the product over v in Q of
// (2^e(v,T) - 1) and of 2^e(T,Q). From the largest vertex down, one that goes into T has
// an arc to all in Q so far, one that goes into Q to all in T so far:
//
//	weight(t, q) = weight(t-1, q) 2^q + weight(t, q-1) (2^t - 1),  weight(0, 0) = 1
//
// and for the class T of nimber 0, either both chips are above it or both are in it:
//
//	Equal(r) = sum over t + q = r, t > 0, of
//	           weight(t, q) ((2^t - 1)^2 Equal(q) + 2^(q(q-1)/2 + 2q)),  Equal(0) = 1
//
// This takes r^2/2 products of numbers of up to r^2/4 bits.
func bySizes(ctx context.Context, r int, o Options) (*big.Int, error) {
	a := newArithmetic(r, o.Modulus)
	work := share.Of(uint64(r*(r+1)/2), o.Share)
	weight := make([]*big.Int, r+1) // weight(size - q, q), by q
	for q := range weight {
		weight[q] = new(big.Int)
	}
	weight[0].SetInt64(1)
	equal := []*big.Int{a.reduce(big.NewInt(1))}
	var below []*big.Int // 2^(q(q-1)/2 + 2q), by q
	term := new(big.Int)
	for size := 1; size <= r; size++ {
		below = append(below, a.power((size-1)*(size-2)/2+2*(size-1)))
		sum := new(big.Int)
		for q := size - 1; q >= 0; q-- {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t, w := size-q, weight[q]
			a.shift(w, w, q)
			if q > 0 {
				a.add(w, a.mersenne(term, weight[q-1], t))
			}
			a.mersenne(term, equal[q], t)
			a.mersenne(term, term, t)
			a.add(term, below[q])
			a.add(sum, a.mul(term, term, w))
		}
		equal = append(equal, sum)
		work.Add(uint64(size))
	}
	return equal[r], nil
}

// An arithmetic is that of the integers, or of their remainders modulo m if it is not nil.
// Its functions return their first argument, which gets the result.
type arithmetic struct {
	m      *big.Int
	powers []*big.Int // of two, modulo m
	term   *big.Int   // a buffer
}

// newArithmetic returns an arithmetic that can shift by up to most.
func newArithmetic(most int, m *big.Int) *arithmetic {
	a := &arithmetic{m: m, term: new(big.Int)}
	if m != nil {
		for i := range most + 1 {
			a.powers = append(a.powers, a.power(i))
		}
	}
	return a
}

// power returns 2^i.
func (a *arithmetic) power(i int) *big.Int {
	if a.m == nil {
		return new(big.Int).Lsh(big.NewInt(1), uint(i))
	}
	return new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(i)), a.m)
}

func (a *arithmetic) reduce(z *big.Int) *big.Int {
	if a.m != nil {
		z.Mod(z, a.m)
	}
	return z
}

func (a *arithmetic) add(z, x *big.Int) *big.Int    { return a.reduce(z.Add(z, x)) }
func (a *arithmetic) mul(z, x, y *big.Int) *big.Int { return a.reduce(z.Mul(x, y)) }

// shift makes z be x 2^i.
func (a *arithmetic) shift(z, x *big.Int, i int) *big.Int {
	if a.m == nil {
		return z.Lsh(x, uint(i))
	}
	return a.mul(z, x, a.powers[i])
}

// mersenne makes z be x (2^i - 1).
func (a *arithmetic) mersenne(z, x *big.Int, i int) *big.Int {
	return a.reduce(z.Sub(a.shift(a.term, x, i), x))
}
