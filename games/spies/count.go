package spies

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"

	"enumerate/enum"
	"enumerate/internal/ints"
)

// maxCounted is the largest number of queens of boards for the method count; see counting.
const maxCounted = 21

// countVersion is the version of the count. It must change whenever the shards or their contents change.
const countVersion = 1

const countMethod = "count"

// A counting counts the boards of a space by finding every valid board. Its tallies have labelled boards of each verdict
// under the key 1. Under the keys 2 and 4 they have the valid boards that a rotation by 180 and by 90 degrees fixes.
type counting struct{ space }

// Keys of the tallies of a count.
const (
	boardsKey       = 1 // all boards
	unturnedKey     = 2 // the boards that a rotation by 180 degrees fixes
	unturnedBy90Key = 4 // the boards that a rotation by 90 degrees fixes
)

// newCounting returns the space of boards of n queens for the method count.
func newCounting(n int, _ enum.Means) (enum.Space, error) {
	if n < 1 || n > maxCounted {
		return nil, fmt.Errorf("boards of spies are counted from 1 to %d queens, not %d", maxCounted, n)
	}
	return counting{space{n}}, nil
}

// Fingerprint has everything that the shards depend on.
func (c counting) Fingerprint() string {
	return fmt.Sprintf("spies n=%d %s=%d", c.n, countMethod, countVersion)
}

// Shards yields a shard for every choice of the first queens, up to three queens.
func (c counting) Shards() iter.Seq[enum.Shard] { return prefixes(c.n, min(c.n-1, 3)) }

// Fits returns an error unless the tally of a shard counts each board of the shard once, and has no more boards under
// the keys of rotations than valid boards.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	boards := c.boardsIn(shard)
	all := t.Count(valid, boardsKey)
	if all.Add(all, t.Sum(invalid)).Cmp(boards) != 0 || t.Sum(invalid).Cmp(t.Count(invalid, boardsKey)) != 0 {
		return fmt.Errorf("the tally has %v boards; the shard has %v", all, boards)
	}
	for _, bar := range t.Histogram(valid) {
		if bar.Key != boardsKey && bar.Key != unturnedKey && bar.Key != unturnedBy90Key || bar.Count.Cmp(boards) > 0 {
			return fmt.Errorf("the tally has %v boards under the key %d, which is impossible", bar.Count, bar.Key)
		}
	}
	return nil
}

// Walker returns a walker of the shards.
func (c counting) Walker() enum.Walker { return newCounter(c.n) }

// Totals returns the numbers of boards in a tally. Once the tally covers the space, it returns the numbers of classes
// too: for the valid boards by Burnside's lemma, and for the invalid boards the rest of all classes.
func (c counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.NewTotals(c, []enum.Total{
		valid:   {Games: t.Count(valid, boardsKey)},
		invalid: {Games: t.Count(invalid, boardsKey)},
	})
	if !totals.Complete() {
		return totals, nil
	}
	classes := totals.Verdicts[valid].Games // right for one queen
	if c.n > 1 {
		// Burnside's lemma: (boards + F180 + 2 F90) / 8, where all three numbers are of valid boards.
		sum := t.Count(valid, unturnedBy90Key)
		sum.Lsh(sum, 1).Add(sum, t.Count(valid, unturnedKey)).Add(sum, classes)
		quotient, rest := new(big.Int).DivMod(sum, c.Group(), new(big.Int)) // the group has 8 members
		if rest.Sign() != 0 {
			return enum.Totals{}, fmt.Errorf("the symmetries leave %v valid boards in all, which %v does not divide", sum, c.Group())
		}
		classes = quotient
	}
	totals.Verdicts[valid].Classes = classes
	totals.Verdicts[invalid].Classes, totals.Verdicts[invalid].ClassesLeft = new(big.Int).Sub(c.Classes(), classes), true
	return totals, nil
}

// A counter is the walker of a counting. It finds the valid boards with a prefix, row by row from the top. Unlike the walk,
// it does not rule out cells in advance: for each cell that no queen above attacks, it compares the directions to all
// queens above. The cell may have a queen if all directions differ; see aligned.
type counter struct {
	ctx        context.Context
	board      board
	directions []uint16          // the number of each direction; see newCounter
	seen       []uint64          // seen[d] is the last look that found a queen in direction d
	look       uint64            // the number of looks: cells from which the queens above were examined
	broken     []uint64          // broken[d] is the number of prefixes of d queens whose last queen breaks a rule
	valid      map[uint64]uint64 // the numbers of valid boards found, by key
}

// newCounter returns a counter of boards of n queens, up to maxFirst. It numbers the directions from a cell to the
// cells above it. The direction to the cell up rows higher and left columns to the left is directions[2*n*up+n+left].
func newCounter(n int) *counter {
	c := &counter{board: make(board, n), directions: make([]uint16, 2*n*n), broken: make([]uint64, n+1)}
	numbers := make(map[[2]int]uint16)
	for up := 1; up < n; up++ {
		for left := 1 - n; left < n; left++ {
			g := ints.GCD(up, max(left, -left))
			direction := [2]int{up / g, left / g}
			number, known := numbers[direction]
			if !known {
				number = uint16(len(numbers))
				numbers[direction] = number
			}
			c.directions[2*n*up+n+left] = number
		}
	}
	c.seen = make([]uint64, len(numbers))
	return c
}

// Walk counts the boards with the shard's prefix.
func (c *counter) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	n := len(c.board)
	c.ctx = ctx
	c.valid = make(map[uint64]uint64)
	clear(c.broken)
	c.follow(shard.Path)
	for key, boards := range c.valid {
		tally.Add(valid, key, boards)
	}
	for d, prefixes := range c.broken {
		each := boards(n - d) // the number of boards that begin with a prefix of d queens
		tally.AddBig(invalid, boardsKey, each.Mul(each, new(big.Int).SetUint64(prefixes)))
	}
	return ctx.Err()
}

// follow counts the boards with a prefix: if the prefix itself breaks a rule, as one broken prefix, and otherwise one by one.
func (c *counter) follow(path []byte) {
	var a attackedColumns
	for d, column := range path {
		if a.cells()>>column&1 != 0 || c.aligned(d, int(column)) {
			c.broken[len(path)]++
			return
		}
		c.board[d] = int(column)
		a = a.under(int(column))
	}
	c.extend(len(path), a)
}

// extend counts the boards that extend the first d queens. The parameter a has the cells of row d that these queens
// attack. It also counts in c.broken, by number of queens, the placements that break a rule with the last of their queens:
// together with the valid boards they stand for all n! boards, which is how a tally is checked.
func (c *counter) extend(d int, a attackedColumns) {
	n := len(c.board)
	if d == n {
		c.settle()
		return
	}
	if n-d >= interval && c.ctx.Err() != nil {
		return
	}
	broken := uint64(n - d) // of the n-d columns without a queen, those whose cell in row d breaks a rule
	for free := (1<<n - 1) &^ a.cells(); free != 0; free &= free - 1 {
		column := bits.TrailingZeros64(free)
		if c.aligned(d, column) {
			continue
		}
		broken--
		c.board[d] = column
		c.extend(d+1, a.under(column))
	}
	c.broken[d+1] += broken
}

// aligned reports whether two of the first d queens are in the same direction from the cell in row d and the given
// column.
func (c *counter) aligned(d, column int) bool {
	n := len(c.board)
	c.look++
	for above := d - 1; above >= 0; above-- {
		direction := c.directions[2*n*(d-above)+n+column-c.board[above]]
		if c.seen[direction] == c.look {
			return true
		}
		c.seen[direction] = c.look
	}
	return false
}

// An attackedColumns has the columns of a row that the queens above attack, as bits: along columns, along diagonals
// from the left, and along diagonals from the right.
type attackedColumns struct{ columns, fromLeft, fromRight uint64 }

// cells returns all attacked columns of the row.
func (a attackedColumns) cells() uint64 { return a.columns | a.fromLeft | a.fromRight }

// under returns the attacked columns of the next row, after a queen was put into the given column of this row.
func (a attackedColumns) under(column int) attackedColumns {
	queen := uint64(1) << column
	return attackedColumns{a.columns | queen, (a.fromLeft | queen) << 1, (a.fromRight | queen) >> 1}
}

// settle counts a valid board under its keys, one key for each rotation that fixes it.
func (c *counter) settle() {
	last := len(c.board) - 1
	half, quarter := true, true
	for row, column := range c.board {
		half = half && c.board[last-row] == last-column
		quarter = quarter && c.board[column] == last-row
	}
	c.valid[boardsKey]++
	if half {
		c.valid[unturnedKey]++
	}
	if quarter {
		c.valid[unturnedBy90Key]++
	}
}
