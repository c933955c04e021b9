package spies

import (
	"context"
	"math/big"

	"enumerate/enum"
)

// A counter finds the valid boards with a prefix, by comparing every new queen with all
// pairs of others. It is the enum.Walker of a Counting.
type counter struct {
	ctx    context.Context
	board  Board
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
