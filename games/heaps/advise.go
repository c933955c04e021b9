package heaps

import (
	"context"
	"slices"

	"enumerate/enum"
)

// Best returns the number of a move that wins, the first one known; or, if none does, the
// last move, which takes few sticks.
func (g Playable) Best(ctx context.Context, _ int) (move int, wins bool, err error) {
	answer, err := g.solve(ctx, enum.How{}, 1)
	if err != nil {
		return 0, false, err
	}
	if answer.Next {
		return g.indexOf(answer.Winning[0]), true, nil
	}
	return len(g.Moves(enum.Left)) - 1, false, nil
}

// indexOf returns the number of the move that leads to a position.
func (g Playable) indexOf(p Position) int {
	number, found := 0, -1
	eachMove(g.Rules, g.Position, make(Position, len(g.Position)), func(option Position) bool {
		if slices.Equal(option, p) {
			found = number
		}
		number++
		return found < 0
	})
	return found
}
