// Package partial counts the solvable games of Ninja Assassin Wonderwall by layers
// of partial games, without visiting games or classes.
//
// In a partial game some players have chosen. What completes it to a solvable game
// depends on its [state] only: who has still to choose, and the frontier, the
// closures that its choices allow. States that a relabeling of the players carries
// into each other have equally many completions, so they are one. The weight of a
// state is how many labelled partial games lead to it. A layer is all states in
// which equally many have chosen. The next layer lets one more player choose, for
// each state the one with the fewest choices left:
//
//	layer 0   1 state: no player has chosen
//	layer 1   1 state: of n = 4, the one closure 0<1<2, weight 6
//	...
//
// and a state may choose which player it asks next, since every complete game has
// a choice of each player. Of each layer
//
//	weights of its states + weights that died on the way to it
//
// is the weight of the layer before times (n-1)(n-2): no partial game is lost, and
// none is counted twice. A [Completer] counts the choices of the last players
// in bulk.
//
// For n = 4 it goes like this. Layer 1 has one state, of weight 6: a player has
// chosen, and the frontier is 0<1<2 up to reversal, with player 3 anywhere. Three
// players have still to choose. docs/papers/count.md draws the rest.
//
// The same is done with the games that a permutation leaves unchanged, one cycle
// at a time: by Burnside's lemma that gives the solvable classes. And it is done
// with core games, in which every player is chosen: they give the solvable games
// a second time. See [Games].
//
// Package layers keeps the layers; this one expands states ([Expander]) and
// completes them ([Completer]).
package partial

import (
	"fmt"
	"math/big"

	"enumerate/canon"
)

// MaxPlayers is the largest number of players there can be.
const MaxPlayers = canon.MaxFamily

// Games are labelled games to be counted: all games of a size, those in which
// every player is chosen, or those that a permutation of the players leaves
// unchanged.
//
// In a game that a permutation leaves unchanged one player of each cycle chooses,
// and the others of the cycle choose the images. The choice of a player on a
// cycle of length l is fixed by the l-th power of the permutation, so that it
// names players on cycles whose lengths divide l. In all games, and in core
// games, the permutation is the identity, and every player is a cycle.
//
// A layer is made of the partial games in which equally many cycles have chosen,
// the longest ones first: then players whom only those may choose can be
// forgotten.
type Games struct {
	players int
	core    bool
	next    [MaxPlayers]uint8 // the permutation
	lengths []int             // of the cycles, in descending order
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

// Fixed returns the games that a permutation of the given type leaves unchanged.
func Fixed(t canon.CycleType) Games {
	g := Games{players: t.Points()}
	p := uint8(0)
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

// Layers returns how many cycles choose.
func (g Games) Layers() int { return len(g.lengths) }

// identity reports whether every player is a cycle.
func (g Games) identity() bool { return len(g.lengths) == g.players }

// Choices returns how many choices the cycle has that chooses next when k have
// chosen: (f-1)(f-2), where f players are on cycles whose lengths divide its
// own.
func (g Games) Choices(k int) uint64 {
	f := 0
	for _, length := range g.lengths {
		if g.lengths[k]%length == 0 {
			f += length
		}
	}
	return uint64(f-1) * uint64(max(f-2, 0))
}

// Completions returns how many labelled games complete a partial game in which k
// cycles have chosen, solvable or not, and with every player chosen or not. With
// k = 0 these are all.
func (g Games) Completions(k int) *big.Int {
	product := big.NewInt(1)
	for ; k < len(g.lengths); k++ {
		product.Mul(product, new(big.Int).SetUint64(g.Choices(k)))
	}
	return product
}
