// Package expansion derives the share of solvable games of Ninja Assassin Wonderwall for many players, as a series in
// 1/n with exact coefficients. docs/papers/random.md has the theorem and its proof.
package expansion

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/games/wonderwall/space"
	"enumerate/internal/layers"
)

// The expansion is a sum over sets U of choices of different players. Each set has a weight a(U): the sum of (-1)^|U-W|
// over all subsets W of U that are satisfiable, i.e. some order of all players satisfies the choices in W. a(U) is 0
// unless U is a union of cores (minimal unsatisfiable sets). If U falls into parts that have no player in common, a(U)
// is the product of their weights; if it does not, U is connected. Three numbers are computed, each from the one
// before:
//
//	s(v, j)   the number of satisfiable games of v players in which only the first j have chosen;
//	b(v, u)   the sum of a(U) over all sets U of u choices of v players;
//	c(v, u)   the sum of a(U) over the connected sets U of u choices that mention all of v players.
//
// The numbers b(v, u) follow from the s(v, j), where j is the number of choices in W:
//
//	b(v, u) = sum over j of (-1)^(u-j) C(v,j) C(v-j,u-j) ((v-1)(v-2))^(u-j) s(v, j).
//
// Every set consists of connected parts, so the c(v, u) follow from the b(v, u). With formal variables x and y,
//
//	sum of b(v, u) x^v y^u / v! = exp(x + sum of c(v, u) x^v y^u / v!).
//
// The term x is for the players whom U does not mention. The share of solvable games of n players is
//
//	exp(sum of c(v, u) x^v y^u / v!)
//
// if x^v is replaced by n(n-1)...(n-v+1) and y by 1/((n-1)(n-2)).
//
// c(v, u) is 0 unless u <= v <= u+1. The u choices are by different players, so u <= v. A connected union of cores that
// has u choices mentions at most u+1 players (Lemma 6), so v <= u+1.
//
// x^v y^u becomes a series in 1/n that begins with the power 2u-v. So c(v, u) contributes to this power and to higher
// powers, and only c(k, k) and c(k+2, k+1) have power k as their lowest power.

// MaxTerms is the highest power of 1/n that can be derived. It needs partial games of ten players, in memory.
const MaxTerms = 8

// Terms returns the coefficients of n^0, n^-1, ..., n^-terms in the share of solvable games.
func Terms(ctx context.Context, terms int) ([]*big.Rat, error) {
	connected, err := ConnectedSums(ctx, terms+2, terms+1)
	if err != nil {
		return nil, err
	}

	// exponent has the coefficients of F = sum of c(v, u) x^v y^u / v!, by the power 2u-v.
	type monomial struct{ v, u int } // x^v y^u
	exponent := make([]map[monomial]*big.Rat, terms+1)
	for k := 1; k <= terms; k++ {
		exponent[k] = make(map[monomial]*big.Rat)
		for _, m := range []monomial{{k + 2, k + 1}, {k, k}} {
			if m.v >= space.Fewest {
				exponent[k][m] = connected[m.v][m.u]
			}
		}
	}

	// Compute E = exp(F). E_k and F_k are the parts of E and F with the terms x^v y^u for which 2u-v = k. As for a
	// power series, E' = F' E, so k E_k is the sum of i F_i E_(k-i).
	exponential := make([]map[monomial]*big.Rat, terms+1)
	exponential[0] = map[monomial]*big.Rat{{}: big.NewRat(1, 1)}
	coefficients := []*big.Rat{big.NewRat(1, 1)}
	for k := 1; k <= terms; k++ {
		coefficients = append(coefficients, new(big.Rat))
		exponential[k] = make(map[monomial]*big.Rat)
		for i := 1; i <= k; i++ {
			for f, a := range exponent[i] {
				for e, b := range exponential[k-i] {
					m := monomial{f.v + e.v, f.u + e.u}
					if exponential[k][m] == nil {
						exponential[k][m] = new(big.Rat)
					}
					product := new(big.Rat).Mul(a, b)
					exponential[k][m].Add(exponential[k][m], product.Mul(product, big.NewRat(int64(i), int64(k))))
				}
			}
		}
	}
	for k := 1; k <= terms; k++ {
		for m, c := range exponential[k] {
			for i, a := range falling(m.v, m.u, terms-k) {
				coefficients[k+i].Add(coefficients[k+i], new(big.Rat).Mul(c, a))
			}
		}
	}
	return coefficients, nil
}

// falling expands n(n-1)...(n-v+1) / ((n-1)(n-2))^u in powers of t = 1/n. It returns the coefficients of t^0 to t^terms
// in
//
//	(1-t)(1-2t)...(1-(v-1)t) / ((1-t)(1-2t))^u,
//
// the same expression times n^(2u-v).
func falling(v, u, terms int) []*big.Rat {
	series := make([]*big.Rat, terms+1)
	for i := range series {
		series[i] = new(big.Rat)
	}
	series[0].SetInt64(1)
	var term big.Rat

	// Multiply by 1 - i·t, from the highest power down, so that series[k-1] is not multiplied yet.
	for i := range v {
		for k := terms; k > 0; k-- {
			series[k].Sub(series[k], term.Mul(series[k-1], big.NewRat(int64(i), 1)))
		}
	}

	// Divide by 1 - i·t, from the lowest power up, so that series[k-1] is divided already.
	for range u {
		for i := int64(1); i <= 2; i++ {
			for k := 1; k <= terms; k++ {
				series[k].Add(series[k], term.Mul(series[k-1], big.NewRat(i, 1)))
			}
		}
	}
	return series
}

// ConnectedSums returns the numbers c(v, u)/v! for v up to players and u up to choosers. They are the coefficients of
// the series whose exponential is the share of solvable games. c(v, u) is a signed count of the connected sets of u
// choices that mention all of v players: the sum of their weights a(U) (see the formulas at the top of this file). For
// v > 1, c(v, u)/v! is the coefficient of x^v y^u in
//
//	log(sum of b(v, u) x^v y^u / v!),
//
// where b(v, u) is the sum of the weights of all sets of u choices, see signedSums. The entries for v <= 1 have no such
// meaning. ConnectedSums returns an error if a c(v, u) with v > u+1 is not 0, which would contradict Lemma 6 of
// docs/papers/random.md.
func ConnectedSums(ctx context.Context, players, choosers int) ([][]*big.Rat, error) {
	all := make([][]*big.Rat, players+1) // b(v, u)/v!
	for v := range all {
		var err error
		if all[v], err = signedSums(ctx, v, choosers); err != nil {
			return nil, err
		}
	}
	// Compute C, the logarithm of B, from v B_v = sum of w C_w B_(v-w), where the index is the power of x.
	connected := make([][]*big.Rat, players+1)
	for v := range connected {
		connected[v] = make([]*big.Rat, choosers+1)
		for u := range connected[v] {
			c := new(big.Rat).Set(all[v][u])
			for w := 1; w < v; w++ {
				for t := range u + 1 {
					product := new(big.Rat).Mul(connected[w][t], all[v-w][u-t])
					c.Sub(c, product.Mul(product, big.NewRat(int64(w), int64(v))))
				}
			}
			connected[v][u] = c
			if v > u+1 && c.Sign() != 0 {
				return nil, fmt.Errorf("the coefficient of x^%d y^%d in the expansion is %v; expected 0 by Lemma 6 of docs/papers/random.md: %w", v, u, c, layers.ErrMismatch)
			}
		}
	}
	return connected, nil
}

// signedSums returns b(v, u)/v! for the given number v of players and all u up to choosers. b(v, u) is a sum over all
// sets U of u choices of different players, by inclusion and exclusion: each satisfiable subset of j choices of U
// counts (-1)^(u-j). So
//
//	b(v, u) = sum over j of (-1)^(u-j) C(v,j) C(v-j,u-j) ((v-1)(v-2))^(u-j) s(v, j),
//
// where s(v, j) is the number of satisfiable games of v players in which only the first j have chosen. ConnectedSums
// derives the numbers c(v, u) of the expansion from the b(v, u).
func signedSums(ctx context.Context, players, choosers int) ([]*big.Rat, error) {
	choices := big.NewInt(int64((players - 1) * (players - 2)))
	sums := make([]*big.Rat, choosers+1)
	for u := range sums {
		sums[u] = new(big.Rat)
	}
	for j := range min(players, choosers) + 1 {
		satisfiable, err := Satisfiable(ctx, players, j)
		if err != nil {
			return nil, err
		}
		for u := j; u <= choosers; u++ {
			term := new(big.Int).Exp(choices, big.NewInt(int64(u-j)), nil)
			term.Mul(term, satisfiable)
			term.Mul(term, new(big.Int).Binomial(int64(players), int64(j)))
			term.Mul(term, new(big.Int).Binomial(int64(players-j), int64(u-j)))
			if (u-j)%2 == 1 {
				term.Neg(term)
			}
			sums[u].Add(sums[u], new(big.Rat).SetInt(term))
		}
	}
	factorial := new(big.Int).MulRange(1, int64(players))
	for u := range sums {
		sums[u].Quo(sums[u], new(big.Rat).SetInt(factorial))
	}
	return sums, nil
}
