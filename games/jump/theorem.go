package jump

import (
	"context"
	"fmt"
	"math/big"
	"slices"

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
)

// theorems lists what is stated of the race. All of it is checked on boards of one row, with
// lengths 0 to 2 off the goal and two players, who start on different tiles.
func theorems() []enum.Theorem {
	document := race.Rules{Move: race.Diamond, Tie: race.Inherit}
	return []enum.Theorem{
		{
			Name: "document", Statement: "the document's algorithm, mended to enqueue tiles, finds the winner and the round, by its reading of the rules",
			From: wrongFrom, Usual: usualColumns,
			Check: checked([]race.Rules{document}, documents),
		},
		{
			Name: "keys", Statement: "who has the least key wins, as found backwards from the goal, by both readings of moves and of ties", Holds: true, Usual: usualColumns,
			Check: checked([]race.Rules{{}, {Tie: race.Inherit}, {Move: race.Diamond}, document}, func(g game) race.Result {
				result, err := g.solveByKeys()
				if err != nil {
					panic(err) // for the boards are small
				}
				return result
			}),
		},
	}
}

// checked returns the check of an algorithm: it is compared with the search forwards, on
// all boards up to a size, by each of the rules.
func checked(rules []race.Rules, stated func(game) race.Result) func(context.Context, int) (enum.Finding, error) {
	return func(ctx context.Context, size int) (enum.Finding, error) {
		finding := enum.Finding{Positions: new(big.Int), Details: "boards of one row, lengths 0 to 2, two players on different tiles"}
		if size > maxColumns {
			size, finding.UpTo = maxColumns, maxColumns
		}
		var solver race.Solver
		for columns := 3; columns <= size; columns++ {
			for _, rule := range rules {
				g := game{race.Board{Rows: 1, Columns: columns, Lengths: make([]int32, columns)}, make([]int32, 2), rule}
				for more := true; more; more = next(g.Board.Lengths[:columns-1], 2) {
					for again := true; again; again = next(g.Starts, int32(columns-2)) {
						if g.Starts[0] == g.Starts[1] {
							continue
						}
						want, err := solver.Solve(ctx, g.Board, g.Starts, rule)
						if err != nil {
							return finding, err
						}
						finding.Positions.Add(finding.Positions, big.NewInt(1))
						if got := stated(g); got != want {
							finding.Counterexample = fmt.Sprintf("%v is %v, stated is %v", g, newWinner(want), newWinner(got))
							return finding, nil
						}
					}
					if err := ctx.Err(); err != nil {
						return finding, err
					}
				}
			}
		}
		return finding, nil
	}
}

// next counts digits up to most, the last one fastest, and reports whether there was a next
// number.
func next(digits []int32, most int32) bool {
	for i := range slices.Backward(digits) {
		if digits[i] < most {
			digits[i]++
			return true
		}
		digits[i] = 0
	}
	return false
}

// documents is the algorithm of the source document, repaired in the obvious way: a tile
// is put into the queue when it is found, and the last jump of a player that has not
// jumped counts as 0. Everything else is as printed: the goal counts when it leaves the
// queue; a tile that was found is taken over if its round is greater than that of the
// tile that reaches it, and the jump that found it longer than the one before this one.
func documents(g game) race.Result {
	b := g.Board
	type node struct{ round, player, previous int }
	nodes := make([]node, len(b.Lengths))
	for i := range nodes {
		nodes[i] = node{round: -1, previous: -1}
	}
	last := func(tile int) int32 {
		if nodes[tile].previous < 0 {
			return 0
		}
		return b.Lengths[nodes[tile].previous]
	}
	var queue []int
	for player, start := range g.Starts {
		nodes[start] = node{0, player, -1}
		queue = append(queue, int(start))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		if x == int(b.Goal()) {
			return race.Result{Winner: nodes[x].player, Round: nodes[x].round}
		}
		for _, to := range g.targets(int32(x)) {
			unvisited := nodes[to].round == -1
			if unvisited || nodes[to].round > nodes[x].round && last(int(to)) > last(x) {
				nodes[to] = node{nodes[x].round + 1, nodes[x].player, x}
				if unvisited {
					queue = append(queue, int(to))
				}
			}
		}
	}
	return race.Result{Winner: race.None}
}
