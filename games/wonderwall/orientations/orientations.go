// Package orientations counts the acyclic orientations of all games of Ninja Assassin Wonderwall of a size, by a
// formula that needs no games. Tests of the walk and of the count compare what they find with this number.
//
// A choice allows two orders of its three players, with the wonderwall in the middle. An orientation of a game takes
// one of them for each choice, and it is acyclic if these orders do not contradict each other. The 1,296 games of 4
// players have 108 acyclic orientations, one for each solvable game.
package orientations

import "math/big"

// Count returns F(n), the number of acyclic orientations of all labelled games of n players. An orientation takes, for
// each choice, one of the two orders of three players that the choice allows, and is acyclic if these orders do not
// contradict each other. An orientation and its reverse count as one. docs/papers/random.md proves the formula. A weak
// order puts the players into blocks, and the blocks on a line. It satisfies a choice if the wonderwall's block stands
// between the blocks of the player and of the ninja. F(n) is half of the sum, over all weak orders of the players, of
// the product of
//
//	(-1)^(s-1) a^s
//
// over its blocks, where s is the size of a block, and a is how many of a player's possible choices the weak order
// satisfies, which is the same for all players of a block. The sizes of the blocks up to this block and the sum of the
// squares of all sizes determine a. So Count adds the products separately for each such sum, and then weakOrders can
// add the blocks of a weak order one after another.
func Count(players int) *big.Int {
	sum := new(big.Int)
	for squares := players; squares <= players*players; squares++ {
		sum.Add(sum, weakOrders(players, squares))
	}
	return sum.Rsh(sum, 1)
}

// weakOrders returns the part of the sum in [Count] over the weak orders (orders with ties, whose blocks are the tied
// players) whose block sizes have a given sum of squares. What a block contributes depends only on this sum of squares,
// on the block's size, and on the sum and the sum of squares of the block sizes before it. So blocks can be added one
// after another.
func weakOrders(players, squares int) *big.Int {
	// sums[m][q] is a sum over all ways to choose the first blocks of a weak order so that they have m players in all
	// and q is the sum of the squares of their sizes. Each way adds the product of what its blocks contribute.
	sums := make([]map[int]*big.Int, players+1)
	for m := range sums {
		sums[m] = make(map[int]*big.Int)
	}
	sums[0][0] = big.NewInt(1)

	for m := range players {
		for q, sum := range sums[m] {
			for size := 1; size <= players-m; size++ {
				// Pairs of players in different blocks before the new block, and after it.
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

// pairs returns the number of unordered pairs of players in different blocks, given the number of players in all blocks
// and the sum of the squares of the blocks' sizes. It is -1 if the sum is too small or too large for any blocks.
func pairs(players, squares int) int {
	if squares < players || squares > players*players {
		return -1
	}
	return (players*players - squares) / 2
}

// block returns what a block contributes to the sum in [Count], (-1)^(s-1) a^s, where s is the size and a the parameter
// choices, times the number of ways to choose the block among the `left` players that are in no earlier block.
func block(left, size, choices int) *big.Int {
	factor := new(big.Int).Exp(big.NewInt(int64(choices)), big.NewInt(int64(size)), nil)
	factor.Mul(factor, new(big.Int).Binomial(int64(left), int64(size)))
	if size%2 == 0 {
		factor.Neg(factor)
	}
	return factor
}

func add(sums map[int]*big.Int, squares int, term *big.Int) {
	if sums[squares] == nil {
		sums[squares] = new(big.Int)
	}
	sums[squares].Add(sums[squares], term)
}
