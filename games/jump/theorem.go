package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

const (
	// usualColumns is the default size of a check, which takes a fraction of a second, and
	// maxColumns the largest, which takes some seconds.
	usualColumns = 6
	maxColumns   = 9
	// wrongFrom is the least size of boards of one row on which the document's algorithm errs.
	wrongFrom = 3
	// landedFrom is the least size of boards of one row on which the tiles landed on decide
	// otherwise than the tiles left.
	landedFrom = 4
)

// theorems lists what is stated of the race. All of it is checked on boards of one row, with
// lengths 0 to 2 off the goal and two players, who start on different tiles.
func theorems() []enum.Theorem {
	return []enum.Theorem{
		{
			Name: "document", Statement: "the document's algorithm, mended to enqueue tiles, finds the winner and the round, by its reading of the rules",
			From: wrongFrom, Usual: usualColumns,
			Check: checkDocument,
		},
		{
			Name: "landed", Statement: "the winner is the same whether the tiles left or the tiles landed on decide who jumps first, by both readings of moves and of ties",
			From: landedFrom, Usual: usualColumns,
			Check: checkLanded,
		},
	}
}

// document is the rules as the document's algorithm has them.
var document = race.Rules{Move: race.Diamond, Tie: race.Inherit}

// allRules lists the rules, in every combination: the tiles left decide in the first half.
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

// checkDocument looks for the smallest board of one row on which the document's algorithm errs,
// and counts on how many games it does on two kinds of boards.
func checkDocument(ctx context.Context, size int) (enum.Finding, error) {
	finding, err := checked([]race.Rules{document}, mended)(ctx, size)
	if err != nil {
		return finding, err
	}
	row, err1 := tinyGames(ctx, document, 1, 5, 4, mended)
	square, err2 := tinyGames(ctx, document, 2, 2, 2, mended)
	finding.Details += fmt.Sprintf("; of %v on 1 x 5 tiles with lengths 0 to 4 it errs on %v, of %v on 2 x 2 with 0 to 2 on %v", row.games, row.other, square.games, square.other)
	return finding, cmp.Or(err1, err2)
}

// checkLanded looks for the smallest board of one row on which the tiles landed on make another
// winner. It also counts on how many games of two players on 1 x 5 tiles they do.
func checkLanded(ctx context.Context, size int) (enum.Finding, error) {
	left := allRules()[:4]
	finding, err := checked(left, landed)(ctx, size)
	if err != nil {
		return finding, err
	}
	var changed []string
	for _, rules := range left {
		tiny, err := tinyGames(ctx, rules, 1, 5, 4, landed)
		if err != nil {
			return finding, err
		}
		changed = append(changed, fmt.Sprintf("%d (%v, %v)", tiny.other, rules.Move, rules.Tie))
	}
	finding.Details += "; of 7500 on 1 x 5 tiles with lengths 0 to 4 they change " + strings.Join(changed, ", ")
	return finding, nil
}

// landed solves a small game by the tiles landed on, mended one by the document's algorithm.
func landed(g game) race.Result {
	var solver race.Solver
	rules := g.Rules
	rules.Order = race.Landed
	return must(solver.Solve(context.Background(), g.Board, g.Starts, rules))
}

func mended(g game) race.Result { return must(documents(context.Background(), g)) }

// A comparison is how many games there are, and of how many something else is said.
type comparison struct{ games, other int }

// tinyGames compares what is stated with the search forwards, on all boards of a size with
// lengths up to most and two players on different tiles off the goal.
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

// eachGame visits the games of these boards, each with what the search forwards says of it, until
// visit returns false.
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

// must returns a result that is no error: the boards here are small, and the rules right.
func must(result race.Result, err error) race.Result {
	if err != nil {
		panic(err)
	}
	return result
}

// checked returns the check of an algorithm: it is compared with the search forwards, on
// all boards up to a size, by each of the rules.
func checked(rules []race.Rules, stated func(game) race.Result) func(context.Context, int) (enum.Finding, error) {
	return func(ctx context.Context, size int) (enum.Finding, error) {
		finding := enum.Finding{Positions: new(big.Int), Details: "boards of one row, lengths 0 to 2, two players on different tiles"}
		if size > maxColumns {
			size, finding.UpTo = maxColumns, maxColumns
		}
		compared := int64(0)
		for columns := 3; columns <= size; columns++ {
			for _, rule := range rules {
				err := eachGame(ctx, rule, 1, columns, 2, func(g game, want race.Result) bool {
					compared++
					if got := stated(g); got != want {
						finding.Counterexample = fmt.Sprintf("%v is %v, stated is %v", g, newWinner(want), newWinner(got))
					}
					return finding.Counterexample == ""
				})
				if finding.Positions.SetInt64(compared); err != nil || finding.Counterexample != "" {
					return finding, err
				}
			}
		}
		return finding, nil
	}
}

// next counts digits from least to most, the last one fastest, and reports whether there was a next
// number.
func next(digits []int32, least, most int32) bool {
	for i := range slices.Backward(digits) {
		if digits[i] < most {
			digits[i]++
			return true
		}
		digits[i] = least
	}
	return false
}
