// Package partial counts the solvable games of Ninja Assassin Wonderwall by layers of partial games, without visiting
// games or classes.
//
// In a partial game some players have chosen. A choice allows two orders of three players, with the wonderwall in the
// middle. A closure is what one such order for each choice implies about who stands before whom, without a
// contradiction. The frontier of a partial game has all its minimal closures.
//
// The number of solvable games that complete a partial game depends only on its [state]: the players without a choice,
// and the frontier. States that differ only by a relabeling of the players have equally many completions, so they are
// merged. A layer has the states in which equally many players have chosen, each with its weight, the number of its
// partial games. To make the next layer, one player chooses in each state: the player with the fewest choices that
// leave a closure. The layers begin like this:
//
//	layer 0   1 state: no player has chosen
//	layer 1   1 state; for n = 4 its frontier is 0<1<2 up to reversal, and its weight 6
//	...
//
// Different states may let different players choose, because every player chooses once in a complete game. A check
// shows that no partial game is lost or counted twice: the weights of the states of a layer, and the weights that died
// on the way to this layer, sum to the weight of the layer before times (n-1)(n-2). A [Completer] counts the choices of
// the last players in bulk. docs/papers/count.md draws the layers for n = 4.
//
// The package counts the games that a permutation fixes in the same way, but one cycle chooses at a time. Burnside's
// lemma turns these counts into the number of solvable classes. The package also counts core games, in which every
// player is chosen; these give the number of solvable games a second time. See [Games].
//
// This package expands states ([Expander]) and completes them ([Completer]); package layers stores them.
//
// # Terms
//
//   - choosers: the players without a choice so far.
//   - wanted players: the players whom no player has chosen yet. Only states of core games have them,
//     because there the remaining choices must choose all wanted players.
//   - eligible players: the players whom the next choice may name. These are all players, unless the games are
//     those that a permutation fixes.
//   - to expand a state: to make its children, the states after one more choice.
//   - dead: a partial game is dead if no solvable game completes it, because no closure is left, or because more
//     players are wanted than the remaining choices can name.
//   - loose: a frontier is loose if no two players are related in all of its closures.
package partial

import (
	"fmt"
	"math/big"

	"enumerate/canon"
)

// MaxPlayers is the largest number of players.
const MaxPlayers = canon.MaxFamily

// Games are the labelled games to be counted: all games of a size, the core games of a size, in which every player is
// chosen, or the games that a permutation of the players leaves unchanged.
//
// In a game that a permutation leaves unchanged, the choice of one player determines the choices of all players on its
// cycle: they are the images of this choice. On a cycle of length l, the l-th power of the permutation leaves the
// player in its place, and so the two players whom it chose. Their cycles therefore have lengths that divide l. For all
// games, and for core games, the permutation is the identity, and every player is a cycle.
//
// The longest cycles choose first, because then the players whom only they may choose can be forgotten.
type Games struct {
	players int
	core    bool
	next    [MaxPlayers]uint8 // the permutation: the image of each player
	lengths []int             // the lengths of the cycles, in descending order; cycles choose in this order
}

// All returns all games of the given number of players, from 3 to MaxPlayers.
func All(players int) Games {
	if players < 3 || players > MaxPlayers {
		panic(fmt.Sprintf("partial: games of %d players", players))
	}
	return Fixed(canon.CycleType{1: players})
}

// Core returns the games in which every player is the wonderwall or ninja of
// another.
func Core(players int) Games {
	g := All(players)
	g.core = true
	return g
}

// Fixed returns the games that one permutation leaves unchanged, where t[l] is the number of its cycles of length l.
// All permutations of a type leave equally many games unchanged; Fixed takes one whose cycles are runs of consecutive
// players, the longest first.
func Fixed(t canon.CycleType) Games {
	g := Games{players: t.Points()}
	p := uint8(0) // the first player of the next cycle
	for length := len(t) - 1; length > 0; length-- {
		for range t[length] {
			g.lengths = append(g.lengths, length)
			for i := range length {
				g.next[p+uint8(i)] = p + uint8((i+1)%length)
			}
			p += uint8(length)
		}
	}
	return g
}

// Layers returns the number of layers after the first, which is the number of cycles.
func (g Games) Layers() int { return len(g.lengths) }

// identity reports whether the permutation is the identity, so that every player is a cycle.
func (g Games) identity() bool { return len(g.lengths) == g.players }

// Choices returns the number of choices that the players of cycle k, numbered from 0, have together. Its first player,
// whose choice determines the others, may choose the players on cycles whose lengths divide the length of cycle k. With
// the first player itself these are f players, so there are (f-1)(f-2) choices.
func (g Games) Choices(k int) uint64 {
	f := 0
	for _, length := range g.lengths {
		if g.lengths[k]%length == 0 {
			f += length
		}
	}
	return uint64(f-1) * uint64(max(f-2, 0)) // max because f may be 1; f-1 is never negative
}

// Completions returns the number of labelled games that complete a partial game in which the players of the first k
// cycles have chosen. It counts solvable and unsolvable games, and for core games also those in which not every player
// is chosen.
func (g Games) Completions(k int) *big.Int {
	product := big.NewInt(1)
	for ; k < len(g.lengths); k++ {
		product.Mul(product, new(big.Int).SetUint64(g.Choices(k)))
	}
	return product
}
