package spies

import (
	"iter"
	"math/big"
	"slices"
	"testing"

	"enumerate/internal/ints"

	"pgregory.net/rapid"
)

// No three points of a conic modulo a prime are in line, so conics give the known large sets of points without three in
// line. But only few queens of a board without attacks can be on one conic; see docs/papers/spies.md.

// TestFewQueensAreOnOneConic tries all boards of n queens without attacks, and all conics modulo a prime p that are not
// pairs of lines. For n <= p, docs/papers/spies.md proves that at most (p+3)/2 + n (n^2-1) / (3 p^2) queens are on one
// conic. The largest number that occurs, in the field `most`, is far smaller.
func TestFewQueensAreOnOneConic(t *testing.T) {
	for _, test := range []struct{ n, p, most int }{{5, 5, 2}, {6, 7, 2}, {7, 7, 4}, {8, 11, 5}, {10, 11, 6}} {
		if testing.Short() && test.p > 7 {
			break
		}
		var boards []board
		if _, err := eachPeaceful(t.Context(), nil, test.n, func(b board) (bool, error) {
			if least, _ := b.least(make(board, test.n)); least { // the symmetries take conics to conics
				boards = append(boards, slices.Clone(b))
			}
			return true, nil
		}); err != nil {
			t.Fatal(err)
		}
		n, p, most := test.n, test.p, 0
		eachConic(p, func(on func(x, y int) bool) {
			var cells [13][13]bool
			for x := range n {
				for y := range n {
					cells[x][y] = on(x, y)
				}
			}
			for _, b := range boards {
				h := 0
				for x, y := range b {
					if cells[x][y] {
						h++
					}
				}
				most = max(most, h)
			}
		})
		if most != test.most {
			t.Errorf("%d queens have at most %d on a conic modulo %d, want %d", n, most, p, test.most)
		}
		if 3*p*p*(2*most-p-3) > 2*n*(n*n-1) {
			t.Errorf("%d of %d queens are on one conic modulo %d: more than is proved", most, n, p)
		}
	}
}

// eachConic visits all conics modulo an odd prime p that have a determinant other than 0. Each conic has one equation a
// x^2 + b xy + c y^2 + d x + e y + f = 0 in which the first coefficient that is not 0 is 1.
func eachConic(p int, visit func(on func(x, y int) bool)) {
	var q [6]int
	var choose func(i int, scaled bool)
	choose = func(i int, scaled bool) {
		if i == len(q) {
			a, b, c, d, e, f := q[0], q[1], q[2], q[3], q[4], q[5]
			if (4*a*c*f+b*d*e-a*e*e-c*d*d-f*b*b)%p != 0 {
				visit(func(x, y int) bool { return (a*x*x+b*x*y+c*y*y+d*x+e*y+f)%p == 0 })
			}
			return
		}
		for q[i] = range p {
			if scaled || q[i] <= 1 {
				choose(i+1, scaled || q[i] == 1)
			}
		}
	}
	choose(0, false)
}

// TestDiagonalsOfABoardHaveOneSumOfSquares checks an identity of docs/papers/spies.md. Number the diagonals in each
// direction from the middle one, which is 0. The squares of the numbers of all queens' diagonals add up to
// n (n^2-1) / 3.
func TestDiagonalsOfABoardHaveOneSumOfSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "n")
		b := make(board, n)
		for r := range b {
			b[r] = r
		}
		sum := 0
		for r, c := range rapid.Permutation(b).Draw(t, "board") {
			down, up := r-c, r+c-(n-1)
			sum += down*down + up*up
		}
		if want := n * (n*n - 1) / 3; sum != want {
			t.Fatalf("the squares add up to %d, want %d", sum, want)
		}
	})
}

// TestHyperbolasAgreeWithASearch compares the boards that hyperbolas yields with a search through all cells for each
// hyperbola's equation.
func TestHyperbolasAgreeWithASearch(t *testing.T) {
	for n := 1; n <= 13; n++ {
		var want []string
		if p := n + 1; slices.Contains([]int{3, 5, 7, 11, 13}, p) {
			for k := 1; k < p; k++ {
				want = append(want, onCells(n, func(x, y int) bool { return ((x+1)*(y+1)-k)%p == 0 }).String())
			}
		}
		if p := n; slices.Contains([]int{3, 5, 7, 11, 13}, p) {
			for k := 1; k < p; k++ {
				for a := range p {
					for c := range p {
						want = append(want, onCells(n, func(x, y int) bool { return ((x-a)*(y-c)-k)%p == 0 || x == a && y == c }).String())
					}
				}
			}
		}
		var got []string
		for b := range hyperbolas(n) {
			got = append(got, b.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("the boards of %d queens on hyperbolas are %d, want %d: %q, want %q", n, len(got), len(want), got, want)
		}
	}
}

// onCells returns the board of n queens on the cells for which the function `on` returns true.
func onCells(n int, on func(x, y int) bool) board {
	b := make(board, n)
	for x := range n {
		for y := range n {
			if on(x, y) {
				b[x] = y
			}
		}
	}
	return b
}

// TestOtherPermutationsModuloAPrimeGiveNoBoard judges the permutations other than hyperbolas that docs/papers/spies.md
// says were tried.
func TestOtherPermutationsModuloAPrimeGiveNoBoard(t *testing.T) {
	judge := func(kind string, b board) {
		sorted := slices.Clone(b)
		slices.Sort(sorted)
		for i, c := range sorted {
			if i != c {
				t.Fatalf("%s: %v is no permutation", kind, b)
			}
		}
		if f, err := b.conflict(t.Context()); err != nil || f == nil {
			t.Errorf("%s: %v has the conflict %v, %v, want one", kind, b, f, err)
		}
	}

	for _, p := range []int{11, 13, 17, 19, 23} {
		if testing.Short() && p > 13 {
			break
		}

		var roots [][]int // the powers of each primitive root
		for g := range p {
			powers := make([]int, p)
			for i, power := 0, 1; i < p; i, power = i+1, power*g%p {
				powers[i] = power
			}
			if g > 0 && slices.Index(powers[1:], 1) == p-2 {
				roots = append(roots, powers)
			}
		}

		// Maps x -> x^e, for all e that give a permutation, with other factors and offsets.
		g := roots[0]
		for e := 2; e < p-2; e++ {
			if ints.GCD(p-1, e) != 1 {
				continue
			}
			power := make([]int, p)
			for i := range p - 1 {
				power[g[i]] = g[i*e%(p-1)]
			}
			for kab := p * p; kab < p*p*p; kab++ {
				b := make(board, p)
				for x := range b {
					b[(x+kab/p)%p] = (kab/(p*p)*power[x] + kab) % p
				}
				judge("a power", b)
			}
		}

		// Permutations of Welch and of Golomb, from all primitive roots.
		for _, g := range roots {
			for k := 1; k < p; k++ {
				b := make(board, p-1)
				for i := range b {
					b[i] = k*g[i]%p - 1
				}
				judge("Welch's", b)
			}
			for _, h := range roots {
				b := make(board, p-2)
				for i := range b {
					b[i] = slices.Index(h[1:], (1-g[i+1]+p)%p)
				}
				judge("Golomb's", b)
			}
		}
	}
}

// TestNoBoardOnAHyperbolaIsValid judges all boards of the corollary in docs/papers/spies.md.
func TestNoBoardOnAHyperbolaIsValid(t *testing.T) {
	largest := 40
	if testing.Short() {
		largest = 20
	}
	for n := 1; n <= largest; n++ {
		for b := range hyperbolas(n) {
			if f, err := b.conflict(t.Context()); err != nil || f == nil {
				t.Errorf("%v: the conflict %v, %v, want one", b, f, err)
			}
		}
	}
}

// hyperbolas yields the boards of n queens on a hyperbola modulo an odd prime p. If p = n+1, the hyperbolas are x y = k
// for rows x and columns y that count from 1. If p = n, they are (x-a)(y-b) = k for rows and columns that count from 0,
// and the board has one more queen, in row a and column b. A board is valid until the next one is yielded.
func hyperbolas(n int) iter.Seq[board] {
	return func(yield func(board) bool) {
		if p := n + 1; isOddPrime(p) {
			b := make(board, n)
			for k := 1; k < p; k++ {
				for x := 1; x < p; x++ {
					b[k*x%p-1] = inverse(x, p) - 1 // the queen of the row k x
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

// isOddPrime is exact below 2^64.
func isOddPrime(n int) bool { return n > 2 && big.NewInt(int64(n)).ProbablyPrime(0) }

func inverse(x, p int) int {
	return int(new(big.Int).ModInverse(big.NewInt(int64(x)), big.NewInt(int64(p))).Int64())
}
