// Package space knows the number of labelled games of Ninja Assassin Wonderwall of a size, and the number of classes,
// which are games up to relabeling.
//
// The walk and the count of solvable games check each other. Except for this package and the engine, they share no code
// that computes totals.
package space

import (
	"fmt"
	"math/big"

	"enumerate/canon"
	"enumerate/internal/rows"
)

// The verdicts, in the order of Verdicts.
const (
	Solvable = iota
	Unsolvable
)

// Verdicts names the verdicts.
func Verdicts() []string { return []string{Solvable: "solvable", Unsolvable: "unsolvable"} }

const (
	// Fewest is the smallest size: every player chooses two others.
	Fewest = 3
	// Most is the largest size. More players would need more memory than most computers have.
	Most = 10_000_000
)

// A Space is all games with a number of players.
type Space struct{ Players int }

// New returns the space of all games of a size.
func New(players int) (Space, error) {
	if players < Fewest || players > Most {
		return Space{}, fmt.Errorf("n = %d: expected %d to %s players", players, Fewest, rows.Count(Most))
	}
	return Space{players}, nil
}

// Games returns ((n-1)(n-2))^n: the choices of n players are independent.
func (s Space) Games() *big.Int { return s.Choices(s.Players) }

// Choices returns ((n-1)(n-2))^k, the number of ways in which k of the players can choose.
func (s Space) Choices(k int) *big.Int {
	n := int64(s.Players)
	return new(big.Int).Exp(big.NewInt((n-1)*(n-2)), big.NewInt(int64(k)), nil)
}

// Classes returns the number of classes, by Burnside's lemma the average, over all permutations of the players, of the
// number of games that the permutation fixes.
//
// In a game that a permutation fixes, the choice of one player of each cycle determines those of the others. On a cycle
// of length l, the l-th power of the permutation fixes the player, so it must also fix the two players whom it chooses.
// If the power fixes f players, there are (f-1)(f-2) choices for each cycle of length l.
func (s Space) Classes() *big.Int {
	classes, err := canon.Burnside(s.Players, func(t canon.CycleType, length int) *big.Int {
		f := int64(t.Fixed(length)) // there are t[length] cycles of this length
		return new(big.Int).Exp(big.NewInt((f-1)*(f-2)), big.NewInt(int64(t[length])), nil)
	})
	if err != nil {
		panic(err) // the rule is proved above
	}
	return classes
}

// Group returns n!.
func (s Space) Group() *big.Int { return new(big.Int).MulRange(1, int64(s.Players)) }

// Verdicts names the verdicts.
func (s Space) Verdicts() []string { return Verdicts() }
