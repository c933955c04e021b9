package betweenness

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWrongAnswersAreFound(t *testing.T) {
	solvable := Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}}
	unsolvable := Game{{1, 2}, {3, 0}, {1, 0}, {1, 0}}
	for _, c := range []struct {
		game   Game
		answer []int
		want   string
	}{
		{solvable, nil, "the algorithm liar calls a game unsolvable that has the solution"},
		{solvable, []int{1, 0, 2, 3}, "the algorithm liar: player 0: its wonderwall 1 does not stand between"},
		{unsolvable, []int{0, 1, 2, 3}, "the algorithm liar: player 1: its wonderwall 3 does not stand between"},
	} {
		liar := Algorithm{Name: "liar", Decide: func(context.Context, Game, *Trace) ([]int, Work, error) {
			return c.answer, Work{}, nil
		}}
		_, _, err := liar.Solve(context.Background(), c.game, How{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Solve(%v) = %v where the algorithm says %v, want %q", c.game, err, c.answer, c.want)
		}
	}
}

// crowdedGame draws a game in which most players choose among about half of the players, so that more choices have a
// pair of players in common.
func crowdedGame(n int, random *rand.Rand) Game {
	g := randomGame(n, random)
	crowd := n/2 + 2
	for p := range g {
		c := Choice{random.IntN(min(crowd, n)), random.IntN(min(crowd, n))}
		if c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja {
			g[p] = c
		}
	}
	return g
}
