package marking

// A binomials numbers the sets of k positive integers by the combinatorial number system:
// in colexicographic order, {w_1 < … < w_k} is number C(w_1-1, 1) + … + C(w_k-1, k). So all
// sets below m come before those with an element of m, and b[k][x] is C(x, k).
type binomials [][]uint64

// newBinomials returns all C(x, j) for x <= largest, j <= k, which must be below 2^64.
func newBinomials(k, largest int) binomials {
	b := make(binomials, k+1)
	for j := range b {
		b[j] = make([]uint64, largest+1)
		for x := range b[j] {
			switch {
			case j == 0:
				b[j][x] = 1
			case x > 0:
				b[j][x] = b[j][x-1] + b[j-1][x-1]
			}
		}
	}
	return b
}

// rank returns the number of an ascending set.
func (b binomials) rank(set []int) uint64 {
	var r uint64
	for j, w := range set {
		r += b[j+1][w-1]
	}
	return r
}
