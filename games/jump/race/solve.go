package race

import (
	"context"
	"slices"
)

// None is the winner of a game that no player wins.
const None = -1

// A Result is how a game ends. If no player wins, Winner is None and Round is 0.
type Result struct {
	Winner int // a player, from 0
	Round  int
}

// A Solver solves jump games one after the other, in buffers that grow to the size of the largest board. A Solver is
// for one goroutine; its zero value is ready.
type Solver struct {
	board Board
	reach reach
	// from[tile] is the tile from which a jump led to this tile, or startOf - p for a start of player p, or unreached.
	from []int32
	// reachedTiles has all tiles reached so far, layer by layer.
	reachedTiles []int32
	end          int32 // the tile that the winner leaves last, or the goal if it starts there
	steps        int   // the number of steps until the next check of the context

	sorter sorter
}

const (
	unreached = -1
	startOf   = -2
)

// Solve returns who wins, and in which round, if all players play best. Player i starts on the tile starts[i]. The
// board must not change before Path and Reached are called. Soon after the context ends, Solve returns the context's
// error.
func (s *Solver) Solve(ctx context.Context, b Board, starts []int32, rules Rules) (Result, error) {
	s.board = b
	s.steps = 0
	s.reachedTiles = s.reachedTiles[:0]
	s.from = resize(s.from, len(b.Lengths))
	for i := range s.from {
		s.from[i] = unreached
	}
	for player, start := range starts {
		if s.from[start] == unreached { // otherwise an earlier player, with a better key, starts there too
			s.from[start] = startOf - int32(player)
			s.reachedTiles = append(s.reachedTiles, start)
		}
		if start == b.Goal() {
			s.end = start
			return Result{s.player(start), 0}, nil
		}
	}
	if rules.Move == Diamond {
		s.reach.reset(b, s.from)
	}

	// A layer is the tiles that players first reach in the same round. The loop goes through a layer twice, in orders
	// that may differ. First it looks for a jump to the goal, in the order in which the players on the layer jump in
	// this round. Then it finds the tiles of the next layer, in the order of these players that the switch below
	// chooses by the rules. A tile that several players can reach belongs to the first of them in this order.
	before, first := 0, 0 // where the previous layer and the current layer begin in reachedTiles
	for round := 1; first < len(s.reachedTiles); round++ {
		layer := s.reachedTiles[first:]
		if rules.Order == Landed && round > 1 {
			layer = s.sorter.byLength(layer, b.Lengths)
		}
		if finisher, ok := s.finisher(layer, rules.Move); ok {
			if rules.Order == Left && rules.Tie == Initial && round > 1 {
				if err := s.orderLast(ctx, before, first, rules.Move); err != nil {
					return Result{}, err
				}
				finisher, _ = s.finisher(s.reachedTiles[first:], rules.Move)
			}
			s.end = finisher
			return Result{s.player(finisher), round}, nil
		}
		before, first = first, len(s.reachedTiles)
		// With Initial, take the tiles in the order of the players. With Inherit and Landed, layer has the right order.
		switch {
		case rules.Tie == Initial:
			layer = s.reachedTiles[before:first]
		case rules.Order == Left:
			layer = s.sorter.byLength(layer, b.Lengths)
		}
		if err := s.expand(ctx, layer, rules.Move); err != nil {
			return Result{}, err
		}
	}
	return Result{None, 0}, nil
}

// finisher returns the first tile of a layer from which a jump reaches the goal, or false if there is none. A layer is
// the tiles that players first reach in the same round, here in the order in which the players jump next.
func (s *Solver) finisher(layer []int32, move Move) (tile int32, ok bool) {
	goal := s.board.Goal()
	columns := int32(s.board.Columns)
	for _, tile := range layer {
		length := s.board.Lengths[tile]
		if length == 0 {
			continue
		}
		// The goal is the last tile, and away is the number of tiles after this one, row by row. If away is less than
		// the number of columns, the tile is in the last row, at this distance from the goal. If away is a multiple of
		// the number of columns, the tile is above the goal.
		away := goal - tile
		if move == Straight {
			if away == length && away < columns || int64(away) == int64(length)*int64(columns) {
				return tile, true
			}
			continue
		}
		row, column := tile/columns, tile%columns
		distance := goal/columns - row + columns - 1 - column // more steps of the same parity can go there and back
		if distance <= length && (length-distance)%2 == 0 {
			return tile, true
		}
	}
	return 0, false
}

// orderLast sorts the last layer, s.reachedTiles[first:], from which a player jumps to the goal, in the order in which
// the players jump. With the rules Left and Initial, the player whose jump to this layer was shorter jumps first, and
// of players with equally long jumps the one with the smaller number. The lengths of earlier jumps do not matter, so
// the solver has found all layers in the order of the players' numbers alone. orderLast undoes the last call of expand
// (with the move Diamond also in s.reach), and repeats this call from the layer before, s.reachedTiles[before:first],
// with the tiles in the order of their jump lengths, so that the tiles of the last layer are reached in the right
// order.
func (s *Solver) orderLast(ctx context.Context, before, first int, move Move) error {
	for _, tile := range s.reachedTiles[first:] {
		s.from[tile] = unreached
	}
	s.reachedTiles = s.reachedTiles[:first]
	if move == Diamond {
		s.reach.reset(s.board, s.from)
	}
	return s.expand(ctx, s.sorter.byLength(s.reachedTiles[before:first], s.board.Lengths), move)
}

// stepsBetween is the number of tiles and lines that are examined between two checks of the context: some milliseconds.
const stepsBetween = 1 << 20

// expand appends to reachedTiles the tiles that one jump from the given layer reaches and that no player reached
// before.
func (s *Solver) expand(ctx context.Context, layer []int32, move Move) error {
	for _, tile := range layer {
		if s.steps <= 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.steps = stepsBetween
		}
		if move == Straight {
			s.straight(tile)
		} else {
			s.diamond(tile)
		}
	}
	return nil
}

// straight adds to the next layer (the tiles first reached in the next round) the tiles that a [Straight] jump from the
// given tile reaches and that no player reached before.
func (s *Solver) straight(tile int32) {
	s.steps--
	columns, goal := int32(s.board.Columns), s.board.Goal()
	length := s.board.Lengths[tile]
	if length == 0 {
		return
	}
	column := tile % columns
	if length <= column {
		s.visit(tile-length, tile)
	}
	if length < columns-column {
		s.visit(tile+length, tile)
	}
	if down := int64(length) * int64(columns); down <= int64(goal) {
		if int64(tile) >= down {
			s.visit(tile-int32(down), tile)
		}
		if int64(tile)+down <= int64(goal) {
			s.visit(tile+int32(down), tile)
		}
	}
}

// visit adds a tile to the next layer (of tiles first reached in the next round), unless it was reached before.
func (s *Solver) visit(tile, from int32) {
	if s.from[tile] == unreached {
		s.from[tile] = from
		s.reachedTiles = append(s.reachedTiles, tile)
	}
}

// player returns the player who reached a tile first, and so the start of its path.
func (s *Solver) player(tile int32) int {
	for s.from[tile] > unreached {
		tile = s.from[tile]
	}
	return int(startOf - s.from[tile])
}

// Path returns the tiles of the winner's path, from its start to the goal. The game that was solved last must have a
// winner.
func (s *Solver) Path() (path []int32) {
	if s.end != s.board.Goal() { // otherwise the winner starts on the goal
		path = append(path, s.board.Goal())
	}
	tile := s.end
	for ; s.from[tile] > unreached; tile = s.from[tile] {
		path = append(path, tile)
	}
	path = append(path, tile)
	slices.Reverse(path)
	return path
}

// Reached returns the tiles that the players can reach in the game that was solved last, the tiles of earlier rounds
// first. If the game has a winner, these are only the tiles that were found until it was decided. The result is valid
// until the next game is solved.
func (s *Solver) Reached() []int32 { return s.reachedTiles }

// resize returns n elements, in the memory of s if that is large enough.
func resize[T any](s []T, n int) []T {
	return slices.Grow(s[:0], n)[:n]
}

// A sorter puts the tiles of a layer in the order of their lengths.
type sorter struct {
	keys  []uint64 // for each tile, its length << 32 | its index in the layer
	tiles []int32  // the tiles in order
}

// byLength returns the tiles of a layer in the order of their lengths. Tiles of equal lengths keep the layer's order.
// Sorting numbers with the index in the lower bits is faster than a stable sort of the tiles. The result is valid until
// the next call.
func (s *sorter) byLength(layer, lengths []int32) []int32 {
	s.keys, s.tiles = s.keys[:0], s.tiles[:0]
	for i, tile := range layer {
		s.keys = append(s.keys, uint64(lengths[tile])<<32|uint64(i))
	}
	slices.Sort(s.keys)
	for _, key := range s.keys {
		s.tiles = append(s.tiles, layer[uint32(key)]) // uint32 keeps the index
	}
	return s.tiles
}
