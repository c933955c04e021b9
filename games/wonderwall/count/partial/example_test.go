package partial_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// This example counts the solvable games of four players. Two players choose one after the other, and each step makes a
// new layer of states. The choices of the other two are then counted together for each state. docs/papers/count.md has
// a picture of the layers. A partial game, in which some players have chosen, is live if an order of the players
// satisfies their choices, and otherwise dead. A state stands for equivalent live partial games, and its weight is
// their number.
func Example() {
	games := partial.All(4)
	expander := func() layers.Expander { return games.NewExpander() }

	layer := layers.Single(games.Start(), layers.Weight{Lo: 1})
	for k := 1; k <= 2; k++ {
		next, err := layers.Build(context.Background(), layers.Config{}, fmt.Sprint("layer-", k), "example", layer, expander, nil)
		if err != nil {
			log.Fatal(err)
		}
		// The partial games of a layer come from those of the layer before, each with 6 choices of the next player.
		fmt.Printf("layer %d: %d live and %d dead partial games, %d·%d in total\n",
			k, next.Weight().Big(), next.Dead().Big(), layer.Weight().Big(), games.Choices(k-1))
		layer = next
	}

	completer := games.NewCompleter()
	solvable := new(big.Int)
	err := layer.Each(0, layer.States(), func(key []byte, weight layers.Weight) error {
		completions, err := completer.Count(key)
		if err != nil {
			return err
		}
		fmt.Printf("state %x: weight %v, %d completions\n", key, weight, completions)
		found := new(big.Int).SetUint64(completions)
		solvable.Add(solvable, found.Mul(found, weight.Big()))
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("solvable games:", solvable, "of", games.Completions(0))
	// Output:
	// layer 1: 6 live and 0 dead partial games, 1·6 in total
	// layer 2: 24 live and 12 dead partial games, 6·6 in total
	// state 00067206: weight 12, 3 completions
	// state 000a7302: weight 6, 9 completions
	// state 000c2b0a: weight 6, 3 completions
	// solvable games: 108 of 1296
}
