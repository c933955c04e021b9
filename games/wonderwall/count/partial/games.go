// Package partial counts the solvable games of Ninja Assassin Wonderwall by layers of partial games, without visiting
// games or classes.
//
// In a partial game some players have chosen. A choice allows two orders of three players, with the wonderwall in the
// middle. A closure is what one such order for each choice implies about who stands before whom, without a
// contradiction. The frontier of a partial game has all its minimal closures.
//
// The number of solvable games that complete a partial game depends only on its [state]: the players without a choice,
// and the frontier. States that differ only by a relabeling of the players are merged. A layer has the states in which
// equally many players have chosen, each with its weight, the number of its partial games. To make the next layer, in
// each state the player with the fewest choices that leave a closure chooses. A [Completer] counts the choices of the
// last players in bulk. docs/papers/count.md draws the layers for n = 4.
//
// Different states may let different players choose, because every player chooses once in a complete game. A check
// shows that no partial game is lost or counted twice: the weights of the states of a layer, and the weights that died
// on the way to this layer, sum to the weight of the layer before times (n-1)(n-2).
//
// The games that a permutation fixes are counted in the same way, but one cycle chooses at a time. Burnside's lemma
// turns these counts into the number of solvable classes. Core games, in which every player is chosen, give the number
// of solvable games a second time.
//
// # Terms
//
//   - choosers: the players without a choice so far.
//   - wanted players: in core games, the players whom no player has chosen yet.
//   - eligible players: the players whom the next choice may name: all players, unless the games are those that a
//     permutation fixes.
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
// chosen, or the games that a permutation of the players fixes.
//
// In a game that a permutation fixes, the choices of the players on a cycle are the images of one of them. On a cycle
// of length l, the l-th power of the permutation fixes the player, and so the two players whom it chose. Their cycles
// therefore have lengths that divide l. The longest cycles choose first, because then the players whom only they may
// choose can be forgotten.
//
// If all games or all core games of a size are counted, no permutation is asked for. The permutation here is then the
// identity, so each player is a cycle of its own.
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

// Core returns the games in which every player is the wonderwall or ninja of another.
func Core(players int) Games {
	g := All(players)
	g.core = true
	return g
}

// Fixed returns the games that one permutation fixes, where t[l] is the number of its cycles of length l. Its cycles
// are runs of consecutive players, the longest first. All permutations of a type fix equally many games.
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

func (g Games) identity() bool { return len(g.lengths) == g.players }

// Choices returns the number of choices that the players on cycle k of the permutation, numbered from 0, have together.
// The permutation fixes the games, so the choice of the first player determines the others. This player may choose the
// players on cycles whose lengths divide that of cycle k. With the first player itself these are f players, so there
// are (f-1)(f-2) choices.
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
// cycles of the permutation have chosen. If the games are all games or core games, the permutation is the identity, so
// each player is a cycle of its own. Completions counts solvable and unsolvable games, and for core games also those in
// which some player is not chosen.
func (g Games) Completions(k int) *big.Int {
	product := big.NewInt(1)
	for ; k < len(g.lengths); k++ {
		product.Mul(product, new(big.Int).SetUint64(g.Choices(k)))
	}
	return product
}
