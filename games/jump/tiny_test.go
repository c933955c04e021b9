package jump

import (
	"context"

	"enumerate/games/jump/race"
)

// allRules lists all combinations of rules. The first half has order=left.
func allRules() (all []race.Rules) {
	for _, order := range []race.Order{race.Left, race.Landed} {
		for _, move := range []race.Move{race.Straight, race.Diamond} {
			for _, tie := range []race.Tie{race.Initial, race.Inherit} {
				all = append(all, race.Rules{Move: move, Tie: tie, Order: order})
			}
		}
	}
	return all
}

// landed solves a small game by order=landed.
func landed(g game) race.Result {
	var solver race.Solver
	rules := g.Rules
	rules.Order = race.Landed
	return must(solver.Solve(context.Background(), g.Board, g.Starts, rules))
}

// mended solves a game by the algorithm of the document, with its obvious faults repaired.
func mended(g game) race.Result { return must(solvePrinted(context.Background(), g)) }

// A comparison has the number of games, and of those with another result.
type comparison struct{ games, other int }

// tinyGames counts the games on which the function `stated` differs from the forward search. It goes through all boards
// of a size with lengths up to `most` and two players on different tiles other than the goal.
func tinyGames(ctx context.Context, rules race.Rules, rows, columns int, most int32, stated func(game) race.Result) (comparison, error) {
	var c comparison
	err := eachGame(ctx, rules, rows, columns, most, func(g game, exact race.Result) bool {
		c.games++
		if stated(g) != exact {
			c.other++
		}
		return true
	})
	return c, err
}

// eachGame calls visit with each game of tinyGames, and its result by the forward search, until visit returns false.
func eachGame(ctx context.Context, rules race.Rules, rows, columns int, most int32, visit func(g game, exact race.Result) bool) error {
	var solver race.Solver
	tiles := rows * columns
	g := game{race.Board{Rows: rows, Columns: columns, Lengths: make([]int32, tiles)}, make([]int32, 2), rules}
	for more := true; more; more = next(g.Board.Lengths[:tiles-1], 0, most) {
		for again := true; again; again = next(g.Starts, 0, int32(tiles-2)) {
			if g.Starts[0] == g.Starts[1] {
				continue
			}
			exact, err := solver.Solve(ctx, g.Board, g.Starts, rules)
			if err != nil {
				return err
			}
			if !visit(g, exact) {
				return nil
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// must panics if there is an error, which cannot occur in these tests.
func must(result race.Result, err error) race.Result {
	if err != nil {
		panic(err)
	}
	return result
}
