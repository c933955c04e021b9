package count

import "math/big"

// The method core counts solvable games by their cores. A player whom no other chose does not matter for the verdict:
// into any solution of the other players it can be inserted next to its wonderwall, on the side away from its ninja
// (docs/papers/walk.md). If such players are removed, again and again, the rest of the game is its core. The number of
// solvable games of n players is therefore
//
//	S(n) = sum over k of C(n,k) a(k, n-k) core(k)
//
// where core(k) is the number of solvable games of k players in which every player is chosen, and a(k, m) the number of
// ways in which m further players can choose such that exactly these are removed; see around.

// fromCores returns the number of solvable games of n players. For k from 3 to n, cores[k] is core(k) above.
func fromCores(n int, cores map[int]*big.Int) *big.Int {
	sum := new(big.Int)
	for k, core := range cores {
		term := new(big.Int).Binomial(int64(n), int64(k))
		term.Mul(term, around(k, n-k))
		sum.Add(sum, term.Mul(term, core))
	}
	return sum
}

// around returns a(k, m), the number of ways in which m players can choose so that exactly these m are removed, and a
// core of k other players stays, if the players whom no remaining player chose are removed again and again. The formula
// is an inclusion and exclusion over the sets of j players whom no player chose. Each chooses two of the k+m-j players
// outside the set:
//
//	a(k, m) = sum over j = 1..m of (-1)^(j+1) C(m,j) ((k+m-j)(k+m-j-1))^j a(k, m-j)
//
// and a(k, 0) = 1.
func around(k, m int) *big.Int {
	a := []*big.Int{big.NewInt(1)} // a[i] is a(k, i)
	for i := 1; i <= m; i++ {
		sum := new(big.Int)
		for j := 1; j <= i; j++ {
			outside := int64(k + i - j)
			term := new(big.Int).Exp(big.NewInt(outside*(outside-1)), big.NewInt(int64(j)), nil)
			term.Mul(term, new(big.Int).Binomial(int64(i), int64(j)))
			term.Mul(term, a[i-j])
			if j%2 == 0 {
				term.Neg(term)
			}
			sum.Add(sum, term)
		}
		a = append(a, sum)
	}
	return a[m]
}
