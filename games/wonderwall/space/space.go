// Package space says what there is of a size of Ninja Assassin Wonderwall: how many labelled
// games and classes, and which verdicts. The walk and the count share no other code that
// finds totals, except the engine.
//
// For 4 players there are 1,296 labelled games, in 60 classes.
package space

import (
	"fmt"
	"math/big"

	"enumerate/canon"
)

// The verdicts, in the order of Verdicts.
const (
	Solvable = iota
	Unsolvable
)

// Verdicts names the verdicts.
func Verdicts() []string { return []string{Solvable: "solvable", Unsolvable: "unsolvable"} }

const (
	// Fewest is the fewest players: every player chooses two others.
	Fewest = 3
	// Most bounds the sizes there are, by what a machine can hold.
	Most = 10_000_000
)

// A Space is all games of one size, relabeled by all permutations of the players.
type Space struct{ Players int }

// New returns the space of all games of a size.
func New(players int) (Space, error) {
	if players < Fewest || players > Most {
		return Space{}, fmt.Errorf("wonderwall games have from %d to %d players, not %d", Fewest, Most, players)
	}
	return Space{players}, nil
}

// Games returns ((n-1)(n-2))^n: the choices of n players are independent.
func (s Space) Games() *big.Int { return s.Choices(s.Players) }

// Choices returns ((n-1)(n-2))^k: in how many ways k of the players can choose.
func (s Space) Choices(k int) *big.Int {
	n := int64(s.Players)
	return new(big.Int).Exp(big.NewInt((n-1)*(n-2)), big.NewInt(int64(k)), nil)
}

// Classes returns the number of classes by Burnside's lemma.
//
// A game fixed by a permutation is chosen by one player of each cycle: the
// others' choices follow. Along a cycle of length l that player comes back to
// itself, so its choice must be fixed by the permutation's l-th power: two
// different players among the f that this power fixes, the player itself being
// one of them. That makes (f-1)(f-2) choices.
func (s Space) Classes() *big.Int {
	classes, err := canon.Burnside(s.Players, func(t canon.CycleType, length int) *big.Int {
		f := int64(t.Fixed(length))
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
