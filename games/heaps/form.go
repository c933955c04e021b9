package heaps

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"enumerate/enum/single"
	"enumerate/internal/rows"
)

// classify returns the class of a position of a Multiset. The heaps are sorted, so the position is its own canonical
// form. The group is the permutations of L places for heaps, where L is the largest number of heaps of the ruleset, or
// of this position if that is larger. So positions with different numbers of heaps have the same group, and their
// classes can be added up.
func (r settings) classify(p Position) single.Form {
	places := max(r.heaps.Most, len(p))
	return single.Form{
		Size:          int(min(p.Largest(), math.MaxInt)),
		Game:          p.String(),
		Automorphisms: permutationsOf(p, places),
		Group:         func() *big.Int { return new(big.Int).MulRange(1, int64(places)) },
		Solution:      func(ctx context.Context) (single.Solution, error) { return r.judge(ctx, p) },
	}
}

// permutationsOf returns the number of automorphisms of position p, a multiset of k heaps in ascending order. So that
// classes with different k can be added up, the group has L! elements for all k up to L = `places`: each permutation of
// the k heaps stands for L!/k! elements. The permutations that exchange only equal heaps fix the position. There are
// m1! m2! … of them, where m1, m2, … are the numbers of heaps of each size. So the number is L!/k! m1! m2! …. The
// uint64 of automorphismsOf is large enough for a walk, but not for every position that a user enters.
func permutationsOf(p Position, places int) *big.Int {
	automorphisms := new(big.Int).MulRange(int64(len(p))+1, int64(places)) // L!/k!
	for i := 0; i < len(p); {                                              // each size of heaps
		first := i
		for i < len(p) && p[i] == p[first] {
			i++
		}
		automorphisms.Mul(automorphisms, new(big.Int).MulRange(1, int64(i-first)))
	}
	return automorphisms
}

// maxJudged limits the number of moves of a position that judge accepts, since a proof may name every move.
const maxJudged = 10_000

// judge returns the verdict of a position and its proof, as the method walk lists them.
func (r settings) judge(ctx context.Context, p Position) (single.Solution, error) {
	if moves := r.rules.moves(p); moves > maxJudged {
		return single.Solution{}, fmt.Errorf("the position has %s moves; verdicts are proved only for positions with at most %s moves", rows.Count(moves), rows.Count(maxJudged))
	}

	s := &space{settings: r, size: p.Largest(), heaps: Span{Most: len(p)}} // the positions with no more and no larger heaps
	solver, err := r.fastest()(ctx, s)
	if err != nil {
		return single.Solution{}, err
	}
	return (&walker{space: s, p: p}).solution(solver), ctx.Err()
}
