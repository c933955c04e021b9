package jump

import (
	"context"
	"errors"

	"enumerate/games/jump/race"
)

// document is the rules as the document's algorithm has them.
var document = race.Rules{Move: race.Diamond, Tie: race.Inherit}

// documents is the algorithm of the source document, repaired in the obvious way: a tile
// is put into the queue when it is found, and the last jump of a player that has not
// jumped counts as 0. Everything else is as printed: the goal counts when it leaves the
// queue; a tile that was found is taken over if its round is greater than that of the
// tile that reaches it, and if the jump that found it is longer than the one before this
// one.
//
// It reads the rules as preset=document has them. A jump looks at all tiles of its diamond that
// are on the board: a board of R rows and C columns takes O(RC max(R, C)^2), as the document
// says.
func documents(ctx context.Context, g game) (race.Result, error) {
	if g.Rules != document {
		return race.Result{}, errors.New("the algorithm document needs other rules: choose --game jump:preset=document")
	}
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
		if err := ctx.Err(); err != nil {
			return race.Result{}, err
		}
		x := queue[0]
		if x == int(b.Goal()) {
			return race.Result{Winner: nodes[x].player, Round: nodes[x].round}, nil
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
	return race.Result{Winner: race.None}, nil
}
