// Package orientations counts the acyclic orientations of all games of Ninja Assassin Wonderwall by a formula, without
// games or closures. Tests of the walk and of the count compare their closures with this number.
//
// An orientation of a game puts the three players of each choice in one of two orders, because the wonderwall stands
// between the player and the ninja. It is acyclic if these orders do not contradict each other. The 1,296 games of 4
// players have 108 acyclic orientations, one for each solvable game.
package orientations

import "math/big"

// Count returns F(n), the number of acyclic orientations of all labelled games of n players, with
// an orientation and its reverse counted as one. docs/papers/random.md has the theorem: F(n) is
// half of the sum, over all weak orders of the players, of
//
//	(-1)^(s-1) a^s
//
// multiplied over the blocks, where s is the size of a block and a is the number of choices of one of its players
// that the weak order satisfies. A weak order puts the players in blocks, and the blocks on a line. It satisfies a
// choice if the wonderwall's block stands between the blocks of the player and of the ninja.
func Count(players int) *big.Int {
	sum := new(big.Int)
	for squares := players; squares <= players*players; squares++ {
		sum.Add(sum, weakOrders(players, squares))
	}
	return sum.Rsh(sum, 1)
}

// weakOrders returns the sum over the weak orders whose block sizes have a given sum of squares. The number of choices
// that such a weak order satisfies for the players of a block depends only on this sum and on the squares of the blocks
// before, so the blocks can be added one after another.
func weakOrders(players, squares int) *big.Int {
	// sums[m][q] is the sum over the first blocks, if these have m players and squares that sum to q.
	sums := make([]map[int]*big.Int, players+1)
	for m := range sums {
		sums[m] = make(map[int]*big.Int)
	}
	sums[0][0] = big.NewInt(1)

	for m := range players {
		for q, sum := range sums[m] {
			for size := 1; size <= players-m; size++ {
				// The pairs of players in different blocks among those before the new block, and among those after it.
				before := pairs(m, q)
				after := pairs(players-m-size, squares-q-size*size)
				if after < 0 { // the squares cannot have the given sum
					continue
				}

				term := block(players-m, size, before+after)
				add(sums[m+size], q+size*size, term.Mul(term, sum))
			}
		}
	}

	if sum := sums[players][squares]; sum != nil {
		return sum
	}
	return new(big.Int)
}

// pairs returns the number of pairs of players in different blocks, for blocks with a given number of players in total
// and a given sum of squared sizes. It is negative if no such blocks exist.
func pairs(players, squares int) int {
	if squares < players || squares > players*players {
		return -1
	}
	return (players*players - squares) / 2
}

// block returns the factor of a block of size players, times the number of ways to choose these players from left
// players. choices is a of [Count], the number of satisfied choices of each player in the block.
func block(left, size, choices int) *big.Int {
	factor := new(big.Int).Exp(big.NewInt(int64(choices)), big.NewInt(int64(size)), nil)
	factor.Mul(factor, new(big.Int).Binomial(int64(left), int64(size)))
	if size%2 == 0 {
		factor.Neg(factor)
	}
	return factor
}

// add adds a term to the sum for a number of squares.
func add(sums map[int]*big.Int, squares int, term *big.Int) {
	if sums[squares] == nil {
		sums[squares] = new(big.Int)
	}
	sums[squares].Add(sums[squares], term)
}
