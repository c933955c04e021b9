package jump

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/playing"
	"enumerate/games/jump/race"
	"enumerate/internal/lists"
)

// A turn is a jump game at the moment when a player has to jump. It is a [playing.Position], whose sides are the
// players.
//
// Package race proves that it is best for a player to follow a path with the least key (the rounds to the goal, then
// lengths that break ties), no matter how the others play. All paths from a tile begin with a jump of the same length,
// so the best jump leads to the tile from which the key is least.
type turn struct {
	game   game
	round  int
	at     []int32    // at[i] is the tile of player i
	due    []int      // the players who have not jumped in this round, the next one first
	jumps  []pastJump // of this round, in order
	over   string     // how the game ended, or "" if it has not
	winner int        // the player who has won, or playing.NoSide
}

const (
	// maxPlayed is the largest number of players of a game that is played: all are named by a letter.
	maxPlayed = 26
	maxTiles  = 64
)

// playable returns the game as a position before the first jump, or false if it has too many tiles or players. A player
// who starts on the goal has already won.
func (g game) playable() (playing.Position, bool) {
	if len(g.Board.Lengths) > maxTiles || len(g.Starts) > maxPlayed {
		return nil, false
	}
	t := turn{game: g, round: 1, at: g.Starts, winner: playing.NoSide}
	for player, start := range g.Starts {
		t.due = append(t.due, player) // in the first round the players jump in the order of their numbers
		if start == g.Board.Goal() && t.winner == playing.NoSide {
			t.winner, t.over = player, playerName(player)+" starts on the last tile"
		}
	}
	return t.skipStuck(), true
}

// String returns the tiles on which the players stand, with row and column from 0: "A 0,4 B 0,1".
func (t turn) String() string {
	var words []string
	for player, tile := range t.at {
		words = append(words, playerName(player)+" "+t.game.tileName(tile))
	}
	return strings.Join(words, " ")
}

// Side returns the player whose turn it is.
func (t turn) Side() int {
	if t.over != "" {
		return playing.NoSide
	}
	return t.due[0]
}

// targets returns the tiles to which a jump from a tile can lead, in the order of their numbers. It shares no code with
// the faster search of package race.
func (g game) targets(tile int32) (list []int32) {
	b := g.Board
	length := int(b.Lengths[tile])
	if length == 0 {
		return nil
	}
	for to := range b.Lengths {
		down, right := to/b.Columns-int(tile)/b.Columns, to%b.Columns-int(tile)%b.Columns
		far := max(down, -down) + max(right, -right)
		straight := far == length && (down == 0 || right == 0)
		inDiamond := far <= length && (length-far)%2 == 0
		if g.Rules.Move == race.Straight && straight || g.Rules.Move == race.Diamond && inDiamond {
			list = append(list, int32(to))
		}
	}
	return list
}

// Moves returns the turns that the player's jumps lead to, in the order of the tiles.
func (t turn) Moves() []playing.Position {
	if t.over != "" {
		return nil
	}
	player := t.due[0]
	return lists.Map(t.game.targets(t.at[player]), func(to int32) playing.Position { return t.jump(player, to) })
}

// jump returns the turn after the player whose turn it is has jumped to a tile. t itself does not change, because a
// user may come back to it.
func (t turn) jump(player int, to int32) turn {
	t.jumps = append(slices.Clone(t.jumps), pastJump{player, t.game.Board.Lengths[t.at[player]]})
	t.at = slices.Clone(t.at)
	t.at[player] = to
	t.due = t.due[1:]
	if to == t.game.Board.Goal() {
		t.winner, t.over = player, fmt.Sprintf("%s is first on the last tile, in round %d", playerName(player), t.round)
	}
	return t.skipStuck()
}

// skipStuck returns the next turn of a player who can jump, or a turn in which the game is over. It is over when no
// player has a path to the goal any more.
func (t turn) skipStuck() turn {
	for t.over == "" {
		switch {
		case t.game.nearest(t.at) < 0:
			t.over = "nobody can come to the last tile"
		case len(t.due) == 0:
			t = t.nextRound()
		case len(t.game.targets(t.at[t.due[0]])) > 0:
			return t
		default:
			t.due = t.due[1:] // this player is stuck, now and for good
		}
	}
	return t
}

type pastJump struct {
	player int
	length int32
}

// nextRound begins a round. The players who jumped in the round before jump in the order of the lengths of their last
// jumps, or of the tiles where they landed. Stuck players drop out.
func (t turn) nextRound() turn {
	rules := t.game.Rules
	number := func(m pastJump) int32 {
		if rules.Order == race.Landed {
			return t.game.Board.Lengths[t.at[m.player]]
		}
		return m.length
	}
	slices.SortStableFunc(t.jumps, func(a, b pastJump) int {
		order := cmp.Compare(number(a), number(b))
		if rules.Tie == race.Initial { // otherwise equal players stay in the order of the round before
			order = cmp.Or(order, cmp.Compare(a.player, b.player))
		}
		return order
	})
	t.due = lists.Map(t.jumps, func(m pastJump) int { return m.player })
	t.jumps = nil
	t.round++
	return t
}

// Best returns the best jump of the player whose turn it is, as an index of Moves, -1 if the game is over, and the
// player who wins if everybody plays best.
func (t turn) Best(ctx context.Context) (move, winner int, err error) {
	if t.over != "" {
		return -1, t.winner, nil
	}
	move = t.best()
	for t.over == "" {
		if err := ctx.Err(); err != nil {
			return 0, playing.NoSide, err
		}
		player := t.due[0]
		t = t.jump(player, t.game.targets(t.at[player])[t.best()])
	}
	return move, t.winner, nil
}

// best returns the best jump of the player whose turn it is, as an index of the player's targets. Of equally good jumps
// it takes the first or, if the tiles on which players landed decide who jumps first, the first to a tile of the least
// length. If no jump leads to the goal, now or later, all are equally good.
func (t turn) best() int {
	targets := t.game.targets(t.at[t.due[0]])
	order := slices.Clone(targets)
	if t.game.Rules.Order == race.Landed {
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(t.game.Board.Lengths[a], t.game.Board.Lengths[b]) })
	}
	return slices.Index(targets, order[max(0, t.game.nearest(order))])
}

// nearest returns the index, in a list of tiles, of the tile from which a player comes to the goal soonest, the first
// of equally good ones, or -1 if no tile leads there. It solves the game in which a player starts on each of the tiles.
func (g game) nearest(tiles []int32) int {
	var solver race.Solver
	result, err := solver.Solve(context.Background(), g.Board, tiles, g.Rules)
	if err != nil {
		panic(err) // this context does not end
	}
	return result.Winner
}

// Value returns no value, because the last player to move need not win.
func (turn) Value(context.Context) (string, error) { return "", nil }

func (t turn) Ending() (winner int, how string) { return t.winner, t.over }

// Board returns a cell for each tile with its length, a flag on the goal, and a disk for each player. A cell to which
// the player in turn can jump is a link to the position after that jump. The words of Kind are classes of the
// stylesheet: "left" colours a disk blue, here that of the player in turn or of the winner. "lefts" colours a tile
// blue, here each tile to which the player can jump.
func (t turn) Board() (b playing.Board) {
	goal := int(t.game.Board.Goal())
	for tile, length := range t.game.Board.Lengths {
		b.Cells = append(b.Cells, playing.Cell{X: float64(tile % t.game.Board.Columns), Y: float64(tile / t.game.Board.Columns), Text: fmt.Sprint(length), Kind: "tile"})
	}
	b.Cells[goal].Kind += " goal"
	// put puts a cell on a tile, moved to the right by a part of the tile's width.
	put := func(tile int, kind, text string, right float64) {
		c := b.Cells[tile]
		b.Cells = append(b.Cells, playing.Cell{X: c.X + right, Y: c.Y + 0.18, Text: text, Kind: kind})
	}
	put(goal, "flag", "", 0.18)
	side := t.Side()
	for player, tile := range t.at {
		kind := map[bool]string{true: "token left", false: "token"}[player == side || player == t.winner]
		put(int(tile), kind, playerName(player), 0.18-0.36*float64(player%2))
	}
	if side != playing.NoSide {
		b.How = fmt.Sprintf("You are %s, the blue disk. Press a blue tile to jump there: %s. Whoever lands on the flag first wins.", playerName(side), [...]string{race.Straight: "straight up, down, left or right, exactly as many tiles as the number on your tile says", race.Diamond: "take as many steps as the number on your tile says, each up, down, left or right"}[t.game.Rules.Move])
		for _, to := range t.game.targets(t.at[side]) {
			b.Cells[to].Kind += " lefts"
			b.Cells[to].To, b.Cells[to].Did = t.jump(side, to).String(), "jumped to the tile with the broken edge"
		}
	}
	return b
}
