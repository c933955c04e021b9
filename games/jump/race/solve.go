package race

import (
	"context"
	"slices"
)

// None is the winner of a game that no player wins.
const None = -1

// A Result is how a game ends. If no player wins, Winner is None and Round 0.
type Result struct {
	Winner int // a player, from 0
	Round  int
}

// A Solver solves games one after the other. Its buffers grow to the largest board
// and are used again: solving allocates nothing more. It is for one goroutine, and
// its zero value is ready.
type Solver struct {
	board Board
	reach reach
	// from is how each tile was reached: from that tile, or by a start, or not yet.
	from []int32
	// found is all tiles reached, layer by layer.
	found []int32
	end   int32 // the tile that the winner leaves last, or the goal if it starts there
	steps int   // until the context is asked again

	sorter sorter
}

// Values of Solver.from that are not tiles: not reached, and the start of player p
// as startOf - p.
const (
	unreached = -1
	startOf   = -2
)

// Solve returns how a game ends, for players that start on the given tiles, which there are. The board must not change before
// Path and Reached have been used. When the context ends, Solve returns its error,
// soon.
func (s *Solver) Solve(ctx context.Context, b Board, starts []int32, rules Rules) (Result, error) {
	s.board = b
	s.steps = 0
	s.found = s.found[:0]
	s.from = resize(s.from, len(b.Lengths))
	for i := range s.from {
		s.from[i] = unreached
	}
	for player, start := range starts {
		if s.from[start] == unreached { // or an earlier player has the better key
			s.from[start] = startOf - int32(player)
			s.found = append(s.found, start)
		}
		if start == b.Goal() {
			s.end = start
			return Result{s.player(start), 0}, nil
		}
	}
	if rules.Move == Diamond {
		s.reach.reset(b, s.from)
	}

	before, first := 0, 0 // where the layer before the current one begins, and that one
	for round := 1; first < len(s.found); round++ {
		layer := s.found[first:]
		if rules.Order == Landed && round > 1 {
			layer = s.sorter.byLength(layer, b.Lengths)
		}
		if finisher, ok := s.finisher(layer, rules.Move); ok {
			if rules.Order == Left && rules.Tie == Initial && round > 1 {
				if err := s.again(ctx, before, first, rules.Move); err != nil {
					return Result{}, err
				}
				finisher, _ = s.finisher(s.found[first:], rules.Move)
			}
			s.end = finisher
			return Result{s.player(finisher), round}, nil
		}
		before, first = first, len(s.found)
		switch {
		case rules.Tie == Initial:
			layer = s.found[before:first]
		case rules.Order == Left:
			layer = s.sorter.byLength(layer, b.Lengths)
		}
		if err := s.expand(ctx, layer, rules.Move); err != nil {
			return Result{}, err
		}
	}
	return Result{None, 0}, nil
}

// finisher returns the first tile of a layer from which a jump reaches the goal.
func (s *Solver) finisher(layer []int32, move Move) (tile int32, ok bool) {
	goal := s.board.Goal()
	columns := int32(s.board.Columns)
	for _, tile := range layer {
		length := s.board.Lengths[tile]
		if length == 0 {
			continue
		}
		away := goal - tile
		// A tile of another column that is this near is in the last row, and its
		// distance the difference of the numbers.
		if move == Straight {
			if away == length && away < columns || int64(away) == int64(length)*int64(columns) {
				return tile, true
			}
			continue
		}
		row, column := tile/columns, tile%columns
		distance := goal/columns - row + columns - 1 - column
		if distance <= length && (length-distance)%2 == 0 {
			return tile, true
		}
	}
	return 0, false
}

// again finds the last layer a second time, in the order of the final round: that of
// the lengths jumped to get there, then that of the players. The layer begins at
// first, the one before it at before.
func (s *Solver) again(ctx context.Context, before, first int, move Move) error {
	for _, tile := range s.found[first:] {
		s.from[tile] = unreached
	}
	s.found = s.found[:first]
	if move == Diamond {
		s.reach.reset(s.board, s.from)
	}
	return s.expand(ctx, s.sorter.byLength(s.found[before:first], s.board.Lengths), move)
}

// stepsBetween is how many tiles and lines are looked at before the context is asked
// again: some milliseconds.
const stepsBetween = 1 << 20

// expand finds what is reached from a layer, tile after tile.
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

// straight finds the tiles that a straight jump reaches.
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

func (s *Solver) visit(tile, from int32) {
	if s.from[tile] == unreached {
		s.from[tile] = from
		s.found = append(s.found, tile)
	}
}

// player returns who reached a tile.
func (s *Solver) player(tile int32) int {
	for s.from[tile] > unreached {
		tile = s.from[tile]
	}
	return int(startOf - s.from[tile])
}

// Path returns the tiles of the winner's path, from its start to the goal. It is a path of
// the winner's least key, and belongs to a game with a winner that was just solved.
func (s *Solver) Path() (path []int32) {
	if s.end != s.board.Goal() {
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

// Reached returns the tiles that some player can reach, nearest first, if the game that
// was just solved has no winner; otherwise those that were looked at. It is
// valid until the next game is solved.
func (s *Solver) Reached() []int32 { return s.found }

// resize returns a slice of n elements, s itself if it has room.
func resize[T any](s []T, n int) []T {
	return slices.Grow(s[:0], n)[:n]
}

// A sorter puts the tiles of a layer in the order of their lengths.
type sorter struct {
	keys   []uint64 // length << 32 | place in the layer
	sorted []int32
}

// byLength returns the tiles of a layer in the order of their lengths, those of one
// length in the layer's order, in a slice that is valid until the next call.
func (s *sorter) byLength(layer, lengths []int32) []int32 {
	s.keys, s.sorted = s.keys[:0], s.sorted[:0]
	for i, tile := range layer {
		s.keys = append(s.keys, uint64(lengths[tile])<<32|uint64(i))
	}
	slices.Sort(s.keys)
	for _, key := range s.keys {
		s.sorted = append(s.sorted, layer[uint32(key)])
	}
	return s.sorted
}
