package jump

import (
	"context"
	"errors"

	"enumerate/games/jump/race"
)

var document = race.Rules{Move: race.Diamond, Tie: race.Inherit}

// solvePrinted solves a game by the algorithm that is printed in the document, for comparison: it is WRONG on some
// boards. It is a breadth-first search from the starts that keeps the player and the round of each found tile. A found
// tile y is given to a player who jumps to it from a tile x if y has a greater round than x, and the jump that led to y
// was longer than the jump that led to x. When the goal leaves the queue, its player wins.
//
// Two obvious faults of the printed text are repaired: a tile is put into the queue when it is found, and the last jump
// of a player that has not jumped counts as 0.
//
// A board of R rows and C columns takes O(RC max(R, C)^2) time, as the document says.
func solvePrinted(ctx context.Context, g game) (race.Result, error) {
	if g.Rules != document {
		return race.Result{}, errors.New("the algorithm document needs other rules: choose --game jump:preset=document")
	}
	b := g.Board
	// A node is how a tile was found. The round is -1 if it was not, and the previous tile is -1 at a start.
	type node struct{ round, player, previous int }
	nodes := make([]node, len(b.Lengths))
	for i := range nodes {
		nodes[i] = node{round: -1, previous: -1}
	}
	lastJump := func(tile int) int32 { // the length of the jump that led to a tile
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
		if err := ctx.Err(); err != nil {
			return race.Result{}, err
		}
		x := queue[0]
		if x == int(b.Goal()) {
			return race.Result{Winner: nodes[x].player, Round: nodes[x].round}, nil
		}
		for _, to := range g.targets(int32(x)) {
			unvisited := nodes[to].round == -1
			if unvisited || nodes[to].round > nodes[x].round && lastJump(int(to)) > lastJump(x) {
				nodes[to] = node{nodes[x].round + 1, nodes[x].player, x}
				if unvisited {
					queue = append(queue, int(to))
				}
			}
		}
	}
	return race.Result{Winner: race.None}, nil
}
