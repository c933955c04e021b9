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

const maxCounted = 21

// countVersion must change whenever the shards or their contents change.
const countVersion = 1

const countMethod = "count"

// A counting is all boards of a size, for the method count. The number of classes follows from the numbers of valid
// boards that a rotation leaves unchanged, which a tally counts under keys of their own.
type counting struct{ space }

const (
	boardsKey     = 1 // all boards
	fixedBy180Key = 2 // the boards that a rotation by 180 degrees fixes
	fixedBy90Key  = 4 // the boards that a rotation by 90 degrees fixes
)

func newCounting(n int, _ enum.Means) (enum.Space, error) {
	if n < 1 || n > maxCounted {
		return nil, fmt.Errorf("n = %d: expected 1 to %d queens to count boards of spies", n, maxCounted)
	}
	return counting{space{n}}, nil
}

// Fingerprint has everything that the shards depend on.
func (c counting) Fingerprint() string {
	return fmt.Sprintf("spies n=%d %s=%d", c.n, countMethod, countVersion)
}

// Shards yields a shard for every choice of the first queens, up to three.
func (c counting) Shards() iter.Seq[enum.Shard] { return prefixes(c.n, min(c.n-1, 3)) }

// Fits returns an error unless the numbers of valid and invalid boards add up to the number of boards of the shard. The
// tally also counts, under keys of their own, the valid boards that a rotation fixes. Each such number must be at most
// the number of boards of the shard.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	boards := c.boardsIn(shard)
	all := t.Count(valid, boardsKey)
	if all.Add(all, t.Sum(invalid)).Cmp(boards) != 0 || t.Sum(invalid).Cmp(t.Count(invalid, boardsKey)) != 0 {
		return fmt.Errorf("the tally has %v boards; the shard has %v", all, boards)
	}
	for _, bar := range t.Histogram(valid) {
		if bar.Key != boardsKey && bar.Key != fixedBy180Key && bar.Key != fixedBy90Key || bar.Count.Cmp(boards) > 0 {
			return fmt.Errorf("the tally has %v boards under the key %d, which is impossible", bar.Count, bar.Key)
		}
	}
	return nil
}

func (c counting) Walker() enum.Walker { return newCounter(c.n) }

// Totals returns the numbers of valid and of invalid boards in a tally and, once the tally covers all boards, the
// numbers of classes.
func (c counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.NewTotals(c, []enum.Total{
		valid:   {Games: t.Count(valid, boardsKey)},
		invalid: {Games: t.Count(invalid, boardsKey)},
	})
	if !totals.Complete() {
		return totals, nil
	}
	classes := totals.Verdicts[valid].Games // for one queen, the only board is the only class
	if c.n > 1 {
		// The identity fixes all valid boards, the rotation by 180 degrees F180 of them, each of the two rotations by
		// 90 degrees F90, and a reflection none. So there are (boards + F180 + 2 F90) / 8 classes by Burnside's lemma.
		sum := t.Count(valid, fixedBy90Key)
		sum.Lsh(sum, 1).Add(sum, t.Count(valid, fixedBy180Key)).Add(sum, totals.Verdicts[valid].Games)
		quotient, rest := new(big.Int).DivMod(sum, c.Group(), new(big.Int)) // the group has 8 members
		if rest.Sign() != 0 {
			return enum.Totals{}, fmt.Errorf("the numbers of valid boards that each symmetry fixes sum to %v, which is not a multiple of %v", sum, c.Group())
		}
		classes = quotient
	}
	totals.Verdicts[valid].Classes = classes
	totals.Verdicts[invalid].Classes, totals.Verdicts[invalid].ClassesLeft = new(big.Int).Sub(c.Classes(), classes), true
	return totals, nil
}

// A counter finds all valid boards that begin with some given queens. It goes down row by row. A cell that no queen
// above attacks may have a queen if the directions from it to all queens above differ.
type counter struct {
	ctx             context.Context
	board           board
	directions      []uint16          // the number of each direction; see newCounter
	lastLook        []uint64          // lastLook[d] is the last look that found a queen in direction d
	look            uint64            // the number of looks: cells from which the queens above were examined
	invalidPrefixes []uint64          // invalidPrefixes[d] is the number of prefixes of d queens given up because they break a rule
	valid           map[uint64]uint64 // the numbers of valid boards found, by key
}

// newCounter numbers the directions from a cell to the cells above it: directions[2*n*up+n+left] is the number for the
// cell that is up rows higher and left columns to the left.
func newCounter(n int) *counter {
	c := &counter{board: make(board, n), directions: make([]uint16, 2*n*n), invalidPrefixes: make([]uint64, n+1)}
	numbers := make(map[[2]int]uint16)
	for up := 1; up < n; up++ {
		for left := 1 - n; left < n; left++ {
			g := ints.GCD(up, max(left, -left))
			direction := [2]int{up / g, left / g} // the same for all cells on one line
			number, found := numbers[direction]
			if !found {
				number = uint16(len(numbers))
				numbers[direction] = number
			}
			c.directions[2*n*up+n+left] = number
		}
	}
	c.lastLook = make([]uint64, len(numbers))
	return c
}

// Walk adds the boards of a shard to a tally. Invalid boards are counted in groups that begin with the same broken
// prefix.
func (c *counter) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	n := len(c.board)
	c.ctx = ctx
	c.valid = make(map[uint64]uint64)
	clear(c.invalidPrefixes)
	c.follow(shard.Path)
	for key, boards := range c.valid {
		tally.Add(valid, key, boards)
	}
	for d, prefixes := range c.invalidPrefixes {
		each := boards(n - d)
		tally.AddBig(invalid, boardsKey, each.Mul(each, new(big.Int).SetUint64(prefixes)))
	}
	return ctx.Err()
}

// follow counts the boards that begin with queens in the columns of path, one in each row from the top. If one of these
// queens breaks a rule, it counts the path in c.invalidPrefixes.
func (c *counter) follow(path []byte) {
	var attacked attackedColumns // by the queens so far, in the next row
	for row, column := range path {
		if attacked.cells()>>column&1 != 0 || c.aligned(row, int(column)) {
			c.invalidPrefixes[len(path)]++
			return
		}
		c.board[row] = int(column)
		attacked = attacked.nextRow(int(column))
	}
	c.extend(len(path), attacked)
}

// extend counts the boards that begin with the first d queens of c.board, which break no rule and attack the given
// cells of row d. If a queen in row d breaks a rule, extend counts only the prefix of d+1 queens, in
// c.invalidPrefixes[d+1]. The boards of these prefixes and the valid boards must be all boards, which is how a tally
// is checked.
func (c *counter) extend(d int, attacked attackedColumns) {
	n := len(c.board)
	if d == n {
		c.settle()
		return
	}
	if n-d >= interval && c.ctx.Err() != nil {
		return
	}
	// A queen of row d has n-d columns to choose from; broken is the number of these in which she breaks a rule.
	broken := uint64(n - d)
	for free := (1<<n - 1) &^ attacked.cells(); free != 0; free &= free - 1 {
		column := bits.TrailingZeros64(free)
		if c.aligned(d, column) {
			continue
		}
		broken--
		c.board[d] = column
		c.extend(d+1, attacked.nextRow(column))
	}
	c.invalidPrefixes[d+1] += broken
}

// aligned reports whether a queen in row d and the given column would be in line with two of the d queens above it. It
// marks the direction of each queen above with the number of the call; a direction that already has this mark occurs
// twice. Marks of earlier calls need not be cleared.
func (c *counter) aligned(d, column int) bool {
	n := len(c.board)
	c.look++
	for above := d - 1; above >= 0; above-- {
		direction := c.directions[2*n*(d-above)+n+column-c.board[above]]
		if c.lastLook[direction] == c.look {
			return true
		}
		c.lastLook[direction] = c.look
	}
	return false
}

// An attackedColumns is the set of cells of one row that the queens above attack: along columns, and along diagonals
// that come from the left and from the right. Each word has a bit for each column.
type attackedColumns struct{ columns, fromLeft, fromRight uint64 }

func (a attackedColumns) cells() uint64 { return a.columns | a.fromLeft | a.fromRight }

// nextRow returns the attacked columns of the next row, after a queen was put into a column of this row.
func (a attackedColumns) nextRow(column int) attackedColumns {
	queen := uint64(1) << column
	return attackedColumns{a.columns | queen, (a.fromLeft | queen) << 1, (a.fromRight | queen) >> 1}
}

// settle counts the valid and complete board in c.board, again for each rotation that leaves it unchanged.
func (c *counter) settle() {
	last := len(c.board) - 1
	half, quarter := true, true // whether the rotation by 180 or by 90 degrees fixes the board
	for row, column := range c.board {
		half = half && c.board[last-row] == last-column
		quarter = quarter && c.board[column] == last-row
	}
	c.valid[boardsKey]++
	if half {
		c.valid[fixedBy180Key]++
	}
	if quarter {
		c.valid[fixedBy90Key]++
	}
}
