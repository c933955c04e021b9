package canon_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"enumerate/canon"
)

// Ada, Bob and Cy sit in a circle: each is fond of the next player and afraid of the one after. Dot is fond of Ada and
// afraid of Bob. At another table, players 0 to 3 play the same game. Who there has the part of whom here?
func Example() {
	const fondOf, afraidOf = 0, 1 // kinds of arcs

	// Players 0 to 3 are Ada, Bob, Cy and Dot.
	here := canon.Graph{Points: 4, Arcs: []canon.Arc{
		{From: 0, To: 1, Kind: fondOf}, {From: 0, To: 2, Kind: afraidOf},
		{From: 1, To: 2, Kind: fondOf}, {From: 1, To: 0, Kind: afraidOf},
		{From: 2, To: 0, Kind: fondOf}, {From: 2, To: 1, Kind: afraidOf},
		{From: 3, To: 0, Kind: fondOf}, {From: 3, To: 1, Kind: afraidOf},
	}}
	// There Dot, whom no player chose, sits first.
	relabeled := here.Relabel(canon.Relabeling{3, 2, 1, 0})

	form, err := canon.Canonical(context.Background(), here)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("automorphisms:", form.Automorphisms)
	fmt.Println("labelled games of this class:", new(big.Int).Div(big.NewInt(4*3*2), form.Automorphisms))

	other, err := canon.Canonical(context.Background(), relabeled)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same class:", form.Graph.Equal(other.Graph))

	r, _, err := canon.Isomorphic(here, relabeled)
	if err != nil {
		log.Fatal(err)
	}
	for player, name := range []string{"Ada", "Bob", "Cy", "Dot"} {
		fmt.Printf("%s's part is played there by %d\n", name, r[player])
	}

	// Output:
	// automorphisms: 1
	// labelled games of this class: 24
	// the same class: true
	// Ada's part is played there by 3
	// Bob's part is played there by 2
	// Cy's part is played there by 1
	// Dot's part is played there by 0
}

// Each player names two different other players. In a game that a permutation leaves unchanged, the choice of the first
// player of a cycle determines the choices of the others on the cycle. If a power of the permutation fixes the first
// player, it must also fix the two players that the first player names.
func ExampleBurnside() {
	games := func(t canon.CycleType, length int) *big.Int {
		fixed := int64(t.Fixed(length))
		choices := big.NewInt((fixed - 1) * (fixed - 2))
		return choices.Exp(choices, big.NewInt(int64(t[length])), nil)
	}
	for n := 3; n <= 6; n++ {
		classes, err := canon.Burnside(n, games)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(n, "players:", classes)
	}

	// Output:
	// 3 players: 2
	// 4 players: 60
	// 5 players: 2084
	// 6 players: 89630
}
