package spies

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// No three points of a conic modulo a prime are in line, not even modulo the prime. That makes the
// known large sets without three in line; but a board of queens has too few diagonals for it,
// see docs/papers/spies.md.

// checkHyperbolas judges the boards on hyperbolas up to a size.
func checkHyperbolas(ctx context.Context, size int) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	if size > maxHyperbola {
		size, finding.UpTo = maxHyperbola, maxHyperbola
	}
	boards := int64(0)
	for n := 1; n <= size; n++ {
		for b := range hyperbolas(n) {
			boards++
			switch f, err := b.conflict(ctx); {
			case err != nil:
				return finding, err
			case f == nil && finding.Counterexample == "":
				finding.Counterexample = fmt.Sprintf("%v is valid", b)
			}
		}
	}
	finding.Positions.SetInt64(boards)
	return finding, nil
}

// hyperbolas yields the boards of n queens on hyperbolas modulo an odd prime p: if p = n+1, those
// with x y = k for rows and columns from 1; if p = n, those with (x-a)(y-b) = k, from 0, and
// a queen in row a, column b. The board is the caller's until the next one.
func hyperbolas(n int) iter.Seq[board] {
	return func(yield func(board) bool) {
		if p := n + 1; isOddPrime(p) {
			b := make(board, n)
			for k := 1; k < p; k++ {
				for x := 1; x < p; x++ {
					b[k*x%p-1] = inverse(x, p) - 1 // of the row k x
				}
				if !yield(b) {
					return
				}
			}
		}
		if p := n; isOddPrime(p) {
			b := make(board, n)
			for k := 1; k < p; k++ {
				for centre := range p * p {
					row, column := centre/p, centre%p
					b[row] = column
					for x := 1; x < p; x++ {
						b[(k*x+row)%p] = (inverse(x, p) + column) % p
					}
					if !yield(b) {
						return
					}
				}
			}
		}
	}
}

// isOddPrime reports whether a number below 2^64 is an odd prime.
func isOddPrime(n int) bool { return n > 2 && big.NewInt(int64(n)).ProbablyPrime(0) }

// inverse returns the inverse of x modulo a prime that does not divide it.
func inverse(x, p int) int {
	return int(new(big.Int).ModInverse(big.NewInt(int64(x)), big.NewInt(int64(p))).Int64())
}
