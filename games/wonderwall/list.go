package wonderwall

import (
	"context"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/walk"
	"enumerate/solver/betweenness"
)

// newLister returns a lister of the classes that package walk visits. It makes the code and the solution of a game only
// on demand.
func newLister(players int) (enum.Lister, error) {
	lister, err := walk.NewLister(players)
	if err != nil {
		return nil, err
	}
	code := func() string {
		code, err := named.FromGame(lister.Game()).Code()
		if err != nil {
			panic(err) // impossible: there are letters for all sizes that can be walked
		}
		return code
	}
	solution := func() single.Solution {
		t := fromGame(lister.Game())
		return t.Solution(betweenness.Solve(t.Game))
	}
	return func(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
		return lister.List(ctx, shard, verdict, func(verdict int, automorphisms uint64) bool {
			return visit(enum.Class{Verdict: verdict, Automorphisms: automorphisms, Game: code, Solution: solution})
		})
	}, nil
}
