package expansion

import (
	"cmp"
	"context"
	"math/big"

	"enumerate/games/wonderwall/count/partial"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/layers"
)

// unmerged is the number of last choosers whose choices are counted without merging partial games into states.
const unmerged = 3

// Satisfiable returns the number of ways in which `choosers` of the players can choose such that an order of all
// players satisfies their choices. It counts by layers of states (merged partial games), as package count does. For
// each state of the last layer it counts the choices of the last three choosers.
func Satisfiable(ctx context.Context, players, choosers int) (*big.Int, error) {
	if players < space.Fewest { // no one can choose
		return big.NewInt(int64(max(0, 1-choosers))), nil
	}

	games := partial.All(players)
	expander := func() layers.Expander { return games.NewExpander() }
	layer := layers.Single(games.StartOf(choosers), layers.Weight{Lo: 1})
	for k := 1; k <= choosers-unmerged; k++ {
		// A layer in memory needs no file name and no fingerprint.
		next, err := layers.Build(ctx, layers.Config{}, "", "", layer, expander, nil)
		if err != nil {
			return nil, cmp.Or(ctx.Err(), err)
		}
		layer = next
	}
	sum := new(big.Int)
	completer := games.NewCompleter()
	err := layer.Each(0, layer.States(), func(key []byte, weight layers.Weight) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		ways, err := completer.Count(key)
		sum.Add(sum, new(big.Int).Mul(new(big.Int).SetUint64(ways), weight.Big()))
		return err
	})
	return sum, err
}
