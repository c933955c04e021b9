package spies

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// maxCounted is the most queens of boards that are counted; see counting.
const maxCounted = 17

// countVersion is the version of the count. It changes whenever its shards or what is in
// them do.
const countVersion = 1

const countMethod = "count"

// A counting is the same boards as a space, of which every valid one is found. Its tallies
// have labelled boards under the key 1, all of both verdicts; under 2 and 4 those
// of the valid ones that a rotation by 180 and by 90 degrees leaves as they are.
type counting struct{ space }

// The keys of a count's tallies.
const (
	boardsKey       = 1
	unturnedKey     = 2
	unturnedBy90Key = 4
)

// newCounting returns the space of boards of n queens, counted.
func newCounting(n int, _ enum.Means) (enum.Space, error) {
	if n < 1 || n > maxCounted {
		return nil, fmt.Errorf("boards of spies are counted from 1 to %d queens, not %d", maxCounted, n)
	}
	return counting{space{n}}, nil
}

// Fingerprint names all that the shards depend on.
func (c counting) Fingerprint() string {
	return fmt.Sprintf("spies n=%d %s=%d", c.n, countMethod, countVersion)
}

// Shards yields a shard for every prefix of some queens.
func (c counting) Shards() iter.Seq[enum.Shard] { return prefixes(c.n, min(c.n-1, 3)) }

// Fits returns an error unless a shard counts all its boards, once each, and of these those that
// rotations leave as they are.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	boards := c.boardsIn(shard)
	all := t.Count(valid, boardsKey)
	if all.Add(all, t.Sum(invalid)).Cmp(boards) != 0 || t.Sum(invalid).Cmp(t.Count(invalid, boardsKey)) != 0 {
		return fmt.Errorf("it counts %v boards, and has %v", all, boards)
	}
	for _, bar := range t.Histogram(valid) {
		if bar.Key != boardsKey && bar.Key != unturnedKey && bar.Key != unturnedBy90Key || bar.Count.Cmp(boards) > 0 {
			return fmt.Errorf("it has %v boards under the key %d, and no such ones", bar.Count, bar.Key)
		}
	}
	return nil
}

// Walker returns a walker of the shards.
func (c counting) Walker() enum.Walker {
	return &counter{board: make(board, c.n), used: make([]bool, c.n), broken: make([]uint64, c.n+1)}
}

// Totals returns the labelled boards that a tally has, and once it covers the space the
// classes as well: the valid by Burnside's lemma, of the others what these leave of all.
func (c counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.NewTotals(c, []enum.Total{
		valid:   {Games: t.Count(valid, boardsKey)},
		invalid: {Games: t.Count(invalid, boardsKey)},
	})
	if !totals.Complete() {
		return totals, nil
	}
	classes := totals.Verdicts[valid].Games // of one queen
	if c.n > 1 {
		sum := t.Count(valid, unturnedBy90Key)
		sum.Lsh(sum, 1).Add(sum, t.Count(valid, unturnedKey)).Add(sum, classes)
		quotient, rest := new(big.Int).DivMod(sum, c.Group(), new(big.Int))
		if rest.Sign() != 0 {
			return enum.Totals{}, fmt.Errorf("the symmetries leave %v valid boards in all, which %v does not divide", sum, c.Group())
		}
		classes = quotient
	}
	totals.Verdicts[valid].Classes = classes
	totals.Verdicts[invalid].Classes, totals.Verdicts[invalid].ClassesLeft = new(big.Int).Sub(c.Classes(), classes), true
	return totals, nil
}

// A counter finds the valid boards with a prefix, by comparing every new queen with all
// pairs of others. It is the walker of a counting.
type counter struct {
	ctx    context.Context
	board  board
	used   []bool
	broken []uint64 // by length: prefixes whose last queen breaks a rule
	valid  map[uint64]uint64
}

// Walk counts the boards with the shard's prefix.
func (c *counter) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	n := len(c.board)
	c.ctx = ctx
	c.valid = make(map[uint64]uint64)
	clear(c.used)
	clear(c.broken)
	c.follow(shard.Path)
	for key, boards := range c.valid {
		tally.Add(valid, key, boards)
	}
	for d, prefixes := range c.broken {
		weight := boards(n - d)
		tally.AddBig(invalid, boardsKey, weight.Mul(weight, new(big.Int).SetUint64(prefixes)))
	}
	return ctx.Err()
}

// follow counts the boards with a prefix.
func (c *counter) follow(path []byte) {
	for d, column := range path {
		c.board[d] = int(column)
		c.used[column] = true
		if c.breaks(d) {
			c.broken[len(path)]++
			return
		}
	}
	c.extend(len(path))
}

// extend counts the boards that extend the first d queens.
func (c *counter) extend(d int) {
	n := len(c.board)
	if d == n {
		c.settle()
		return
	}
	if n-d >= interval && c.ctx.Err() != nil {
		return
	}
	for column := range n {
		if c.used[column] {
			continue
		}
		c.board[d] = column
		if c.breaks(d) {
			c.broken[d+1]++
			continue
		}
		c.used[column] = true
		c.extend(d + 1)
		c.used[column] = false
	}
}

// breaks reports whether the queen of row d attacks one above it, or is in line with two:
// the cross product of the ways to them is 0.
func (c *counter) breaks(d int) bool {
	column := c.board[d]
	for i, ci := range c.board[:d] {
		if ci-column == d-i || column-ci == d-i {
			return true
		}
	}
	for i, ci := range c.board[:d] {
		down, right := d-i, column-ci
		for j := i + 1; j < d; j++ {
			if down*(column-c.board[j]) == right*(d-j) {
				return true
			}
		}
	}
	return false
}

// settle counts a valid board, and whether rotations leave it as it is.
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
