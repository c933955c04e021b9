package race_test

import (
	"slices"

	"enumerate/games/jump/race"
)

type play struct {
	board race.Board
	rules race.Rules
	at    []int32
	turns []int // the players whose turn in this round is still to come, in order
	order []int // the players who have jumped in this round, in the order of their jumps
	jumps []int32
	round int
}

func targets(b race.Board, move race.Move, tile int32) []int32 {
	var list []int32
	length := int(b.Lengths[tile])
	if length == 0 {
		return nil
	}
	for to := range b.Lengths {
		down := max(to/b.Columns-int(tile)/b.Columns, int(tile)/b.Columns-to/b.Columns)
		right := max(to%b.Columns-int(tile)%b.Columns, int(tile)%b.Columns-to%b.Columns)
		far := down + right
		if move == race.Straight && far == length && (down == 0 || right == 0) ||
			move == race.Diamond && far <= length && (length-far)%2 == 0 {
			list = append(list, int32(to))
		}
	}
	return list
}

// anybody represents all players as a team, which wins if any player reaches the goal.
const anybody = -1

// forced reports whether a player can force to be the first on the goal, by the end of the round `until` at the latest.
func (p play) forced(player, until int) bool {
	if p.round > until {
		return false
	}
	if len(p.turns) == 0 {
		if len(p.order) == 0 {
			return false // all are stuck
		}
		return p.nextRound().forced(player, until)
	}
	mover := p.turns[0]
	friend := player == anybody || mover == player
	jumps := targets(p.board, p.rules.Move, p.at[mover])
	if len(jumps) == 0 {
		next := p
		next.turns = p.turns[1:] // the player is stuck, now and for good
		return next.forced(player, until)
	}
	for _, to := range jumps {
		next := p
		next.turns = p.turns[1:]
		next.order = append(slices.Clone(p.order), mover)
		next.jumps = append(slices.Clone(p.jumps), p.board.Lengths[p.at[mover]])
		next.at = slices.Clone(p.at)
		next.at[mover] = to
		good := friend
		if to != p.board.Goal() {
			good = next.forced(player, until)
		}
		if good == friend {
			return good
		}
	}
	return !friend
}

// nextRound orders the players that have jumped by the lengths of their last or, with Landed, their next jumps,
// shortest first.
func (p play) nextRound() play {
	places := make([]int, len(p.order))
	for i := range places {
		places[i] = i
	}
	numbers := slices.Clone(p.jumps)
	if p.rules.Order == race.Landed {
		for i, player := range p.order {
			numbers[i] = p.board.Lengths[p.at[player]]
		}
	}
	slices.SortFunc(places, func(a, b int) int {
		if numbers[a] != numbers[b] {
			return int(numbers[a]) - int(numbers[b])
		}
		if p.rules.Tie == race.Initial {
			return p.order[a] - p.order[b]
		}
		return a - b
	})
	next := p
	next.turns, next.order, next.jumps = nil, nil, nil
	for _, place := range places {
		next.turns = append(next.turns, p.order[place])
	}
	next.round++
	return next
}

// simulate tries all jumps of all players. It returns the player who can force a win, and the first round by the end of
// which this player can force it. If nobody can ever win, the winner is race.None. If someone can win, but only with
// the help of other players, ok is false.
func simulate(b race.Board, starts []int32, rules race.Rules) (result race.Result, ok bool) {
	begin := play{board: b, rules: rules, at: starts, round: 1}
	for player, start := range starts {
		if start == b.Goal() {
			return race.Result{Winner: player, Round: 0}, true
		}
		begin.turns = append(begin.turns, player)
	}
	// A shortest path has no tile twice.
	for round := 1; round < len(b.Lengths); round++ {
		for player := range starts {
			if begin.forced(player, round) {
				return race.Result{Winner: player, Round: round}, true
			}
		}
	}
	return race.Result{Winner: race.None}, !begin.forced(anybody, len(b.Lengths)-1)
}

// leastKeys returns, for each tile, the least key of the paths from it to the goal, or nil if there are none. A key has
// the number of jumps of a path, and then the lengths that break ties. In package race it ends with the player; here it
// does not.
func leastKeys(b race.Board, rules race.Rules) [][]int32 {
	leads := make([][]int32, len(b.Lengths)) // leads[to] has the tiles from which a jump leads to the tile
	for from := range b.Lengths {
		for _, to := range targets(b, rules.Move, int32(from)) {
			leads[to] = append(leads[to], int32(from))
		}
	}
	keys := make([][]int32, len(b.Lengths)) // a key is the rounds, then the lengths of jumps from the last but one on
	goal := b.Goal()
	keys[goal] = []int32{0}
	for layer := []int32{goal}; len(layer) > 0; {
		rounds := keys[layer[0]][0] + 1
		var next []int32
		for _, to := range layer {
			for _, from := range leads[to] {
				key := append([]int32{rounds}, keys[to][1:]...)
				if rounds == 2 || rounds > 2 && rules.Tie == race.Inherit {
					counts := from // the tile whose length goes into the key
					if rules.Order == race.Landed {
						counts = to
					}
					key = append(key, b.Lengths[counts])
				}
				switch {
				case keys[from] == nil:
					next = append(next, from)
					keys[from] = key
				case keys[from][0] == rounds && slices.Compare(key, keys[from]) < 0:
					keys[from] = key
				}
			}
		}
		layer = next
	}
	return keys
}

// best returns the player whose start has the least key.
func best(keys [][]int32, starts []int32) race.Result {
	winner := race.None
	for player, start := range starts {
		if keys[start] != nil && (winner == race.None || slices.Compare(keys[start], keys[starts[winner]]) < 0) {
			winner = player
		}
	}
	if winner == race.None {
		return race.Result{Winner: race.None}
	}
	return race.Result{Winner: winner, Round: int(keys[starts[winner]][0])}
}
