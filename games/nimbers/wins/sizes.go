package wins

import (
	"context"
	"math/big"

	"enumerate/internal/share"
)

// bySizes returns the number of sets of arcs that give the chips the same nimber, of the
// complete DAG on the chips and r other vertices (the arc between the chips left out).
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
	work := share.Of(uint64(r*(r+1)/2), o.Share)
	weight := make([]*big.Int, r+1) // weight(size - q, q), by q
	for q := range weight {
		weight[q] = new(big.Int)
	}
	weight[0].SetInt64(1)
	equal := []*big.Int{big.NewInt(1)}
	var below []*big.Int // 2^(q(q-1)/2 + 2q), by q
	term, shifted := new(big.Int), new(big.Int)
	mersenne := func(x *big.Int, i int) *big.Int { // x (2^i - 1)
		return term.Sub(shifted.Lsh(x, uint(i)), x)
	}
	for size := 1; size <= r; size++ {
		below = append(below, new(big.Int).Lsh(big.NewInt(1), uint((size-1)*(size-2)/2+2*(size-1))))
		sum := new(big.Int)
		for q := size - 1; q >= 0; q-- {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t, w := size-q, weight[q]
			w.Lsh(w, uint(q))
			if q > 0 {
				w.Add(w, mersenne(weight[q-1], t))
			}
			mersenne(mersenne(equal[q], t), t)
			term.Add(term, below[q])
			sum.Add(sum, term.Mul(term, w))
		}
		equal = append(equal, sum)
		work.Add(uint64(size))
	}
	return equal[r], nil
}
