package spies

import (
	"context"

	"enumerate/enum"
)

// A Fault is the rows of the queens that make a board invalid, from 0 and in ascending
// order: two that attack each other, or three in line. A valid board has none.
type Fault []int

// certificate names what the fault is.
func (f Fault) certificate() string {
	if len(f) == 2 {
		return "attack"
	}
	return "line"
}

// Fault returns the first fault of a board, nil if it is valid: the one whose last queen
// is highest on the board; of those an attack before a line; of those the one whose
// first queen is highest, then its second. Two queens in one column count as an
// attack, so b need not be a permutation. When the context ends Fault returns its error.
//
// Three queens are in line if a cell between two of them has the third. There are g-1
// such cells for queens that are a rows and b columns apart and g = gcd(a, b), less
// than log n on average: so it takes some n^2 log n steps for a valid board.
func (b Board) Fault(ctx context.Context) (Fault, error) {
	for last := range b {
		if (last%64 == 0 || last > 1000) && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for first := range last {
			if b.attack(first, last) {
				return Fault{first, last}, nil
			}
		}
		for first := range last {
			if between := b.between(first, last); between > 0 {
				return Fault{first, between, last}, nil
			}
		}
	}
	return nil, nil
}

// attack reports whether the queens of two rows attack each other.
func (b Board) attack(r, s int) bool {
	across := b[s] - b[r]
	return across == 0 || across == s-r || across == r-s
}

// between returns the first row of a queen on the line from the queen of row r to that of
// row s > r, between them, or 0 if there is none.
func (b Board) between(r, s int) int {
	down, right := s-r, b[s]-b[r]
	g := gcd(down, max(right, -right))
	down, right = down/g, right/g
	for k := 1; k < g; k++ {
		if b[r+k*down] == b[r]+k*right {
			return r + k*down
		}
	}
	return 0
}

// gcd returns the greatest common divisor of a > 0 and b >= 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// verdictOf returns the verdict that a fault gives to a board.
func verdictOf(f Fault) int {
	if f == nil {
		return valid
	}
	return invalid
}

// solution returns the verdict that a fault gives to a board, with its certificate.
func (b Board) solution(f Fault) enum.Solution {
	if f == nil {
		return enum.Solution{Verdict: verdicts[valid], Certificate: "queens", Names: b.columns()}
	}
	return enum.Solution{Verdict: verdicts[invalid], Certificate: f.certificate(), Names: b.cells(f)}
}
