package merge

import (
	"errors"
	"fmt"
	"math/big"
)

const (
	// MaxTiles is the largest number of tiles of a board.
	MaxTiles = 64
	// maxBoards limits the bit length of the number of boards of a size.
	maxBoards = 120
	// maxOptions is the largest number of lengths of a tile that are distinguished.
	maxOptions = 1 << 8
)

// Boards describes which boards Count counts, and by which rules: all boards of a size whose tiles have lengths in a
// range. The length of the goal, the last tile, does not matter. Tiles are numbered row by row, from 0.
type Boards struct {
	Rows, Columns int
	Least, Most   int32  // the range of lengths
	Diamond       bool   // jumps lead anywhere in a diamond, not straight
	Inherit       bool   // ties are broken by the order of the round before, not the initial one
	Landed        bool   // the player who landed on the lesser number jumps first
	Symmetric     bool   // count only boards that are their own transposes
	Ordered       bool   // for several players: distinguish tiles with different keys that need equally many rounds
	Starts        uint64 // the tiles on which players may start, as bits
}

// Validate returns an error unless Count can count the boards: sets of tiles must fit in words, numbers of boards in
// 128 bits, and tiles must not have too many different lengths.
func (b Boards) Validate() error {
	switch {
	case b.Rows < 1 || b.Columns < 1 || b.Rows > MaxTiles/b.Columns:
		return fmt.Errorf("boards that are counted have 1 to %d tiles, not %d rows of %d", MaxTiles, b.Rows, b.Columns)
	case b.Ordered && b.Rows*b.Columns > maxOrdered:
		return fmt.Errorf("boards that are counted for several players have 1 to %d tiles, not %d rows of %d", maxOrdered, b.Rows, b.Columns)
	case b.Least < 0 || b.Most < b.Least:
		return fmt.Errorf("lengths from %d to %d: expected a range from 0 or more", b.Least, b.Most)
	case b.Symmetric && b.Rows != b.Columns:
		return errors.New("only square boards are symmetric")
	case new(big.Int).Exp(big.NewInt(b.choices()), big.NewInt(int64(b.Rows*b.Columns-1)), nil).BitLen() > maxBoards:
		return fmt.Errorf("2^%d boards or more are too many to count: choose a smaller size", maxBoards)
	}
	for _, u := range b.units() {
		if len(u.options) > maxOptions {
			return fmt.Errorf("a tile has more than %d lengths with different effects, too many to be counted: allow fewer lengths", maxOptions)
		}
	}
	return nil
}

func (b Boards) choices() int64 { return int64(b.Most) - int64(b.Least) + 1 }

// A unit is the tiles of a board whose length, that of the jumps from them, is chosen together: one tile or, if only
// symmetric boards are counted, a tile and its mirror image. The last tile, the goal, has no length.
type unit struct {
	tiles   uint64 // as bits
	options []option
}

// An option is a set of lengths of a unit that have the same effect: they lead to the same tiles and, if the length may
// decide which player comes first, are equal.
type option struct {
	targets uint64 // the tiles that a jump from the unit's first tile reaches
	length  int32  // the length, or 0 if it does not count
	times   uint64 // the number of lengths in the set
}

// units returns all units, the tiles whose length is chosen together, row by row.
func (b Boards) units() []unit {
	var units []unit
	for tile := range b.Rows*b.Columns - 1 {
		row, column := tile/b.Columns, tile%b.Columns
		u := unit{tiles: 1 << tile}
		if b.Symmetric {
			if row > column {
				continue // the tile is in the unit of its mirror image
			}
			u.tiles |= 1 << (column*b.Columns + row)
		}
		u.options = b.options(row, column)
		units = append(units, u)
	}
	return units
}

// options returns the options of the tile in a row and column, each a set of lengths that lead to the same tiles. If
// b.Ordered, the length may also decide which player comes first, so an option that leads to a tile has only one
// length. There may be up to 2^31 lengths, so lengths beyond the board are not tried one by one. The function stops
// after maxOptions+1 options, and then Validate refuses the boards.
func (b Boards) options(row, column int) []option {
	farthest := int64(b.Rows + b.Columns) // a greater length leads where farthest or farthest+1 does: a diamond jump can go back and forth
	shortened := func(length int64) int64 { return min(length, farthest+(length-farthest)&1) }

	var options []option
	add := func(o option) {
		if o.times == 0 {
			return
		}
		if o.targets == 0 || !b.Ordered {
			o.length = 0 // the length makes no difference to any key
		}
		for i := range options {
			if options[i].targets == o.targets && options[i].length == o.length {
				options[i].times += o.times
				return
			}
		}
		options = append(options, o)
	}

	length, most := int64(b.Least), int64(b.Most)
	last := min(most, farthest)
	if b.Ordered && b.Diamond {
		last = most // all lengths are distinguished
	}
	for ; length <= last && len(options) <= maxOptions; length++ {
		add(option{b.destinations(row, column, shortened(length)), int32(length), 1})
	}

	// Of the remaining lengths, all beyond the board, those of the same parity lead to the same tiles.
	if length <= most && last < most {
		more := uint64(most - length)
		add(option{targets: b.destinations(row, column, shortened(length)), times: more/2 + 1})
		add(option{targets: b.destinations(row, column, shortened(length+1)), times: (more + 1) / 2})
	}
	return options
}

// destinations returns the tiles to which a jump of the given length leads from the tile in a row and column. If
// b.Diamond is set, a jump consists of single steps in any directions, so it leads to each tile whose distance is at
// most the length and has the same parity.
func (b Boards) destinations(row, column int, length int64) uint64 {
	if length == 0 {
		return 0
	}
	var reached uint64
	for tile := range b.Rows * b.Columns {
		down, right := abs(tile/b.Columns-row), abs(tile%b.Columns-column)
		far := int64(down + right)
		straight := far == length && (down == 0 || right == 0)
		inDiamond := far <= length && (length-far)%2 == 0
		if straight || b.Diamond && inDiamond {
			reached |= 1 << tile
		}
	}
	return reached
}

func abs(x int) int { return max(x, -x) }
