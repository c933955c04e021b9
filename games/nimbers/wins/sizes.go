package wins

import (
	"context"
	"math/big"

	"enumerate/internal/share"
)

// bySizes returns the number Equal(r) of sets of arcs that give the vertices of both chips the same nimber. The DAG has
// r + 2 vertices, the chips on the first two, and an arc from each vertex to every later one, except between the chips.
//
// Let T be the set of those of the r vertices that have nimber 0, and Q the rest. Each vertex of Q has an arc to T, so
// the number of sets of arcs between T and Q is
//
//	2^e(T,Q) · product over v in Q of (2^e(v,T) - 1)
//
// where e(T,Q) is the number of arcs of the DAG from T to Q. Let weight(t, q) be the sum of these numbers over all ways
// to divide t + q vertices into t vertices of T and q vertices of Q. Take the vertices from the last one down. The DAG
// has an arc from the present vertex to every vertex taken before. If it is put into T, it may have any of its arcs to
// the q vertices of Q. If it is put into Q, it has at least one of its arcs to the t vertices of T. So
//
//	weight(t, q) = weight(t-1, q) 2^q + weight(t, q-1) (2^t - 1),  weight(0, 0) = 1
//
// If both chips have nimbers above 0, each has an arc to T, in 2^t - 1 ways. Removing T then lowers all other nimbers
// by 1, so Equal(q) counts the rest. If both have nimber 0, they have no arc to T, and their arcs to Q and those within
// Q are free:
//
//	Equal(r) = sum over t + q = r, t > 0, of
//	           weight(t, q) ((2^t - 1)^2 Equal(q) + 2^(q(q-1)/2 + 2q)),  Equal(0) = 1
//
// This takes r^2/2 products of numbers of up to r^2/4 bits.
func bySizes(ctx context.Context, r int, o Options) (*big.Int, error) {
	work := share.Of(uint64(r*(r+1)/2), o.Share)
	weight := make([]*big.Int, r+1) // weight[q] is weight(size - q, q)
	for q := range weight {
		weight[q] = new(big.Int)
	}
	weight[0].SetInt64(1)
	equal := []*big.Int{big.NewInt(1)}
	var below []*big.Int // below[q] is 2^(q(q-1)/2 + 2q)
	term, shifted := new(big.Int), new(big.Int)
	mersenne := func(x *big.Int, i int) *big.Int { // returns x (2^i - 1), in term
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
