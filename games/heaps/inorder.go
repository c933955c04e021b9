package heaps

import "context"

// between is how much work is done before the context is asked again, in moves or
// positions: some milliseconds.
const between = 1 << 16

// eachInOrder calls visit with every position, after all that a move leads to from it.
// Visit returns how many moves it looked at.
func (n *Numbering) eachInOrder(ctx context.Context, visit func(Position) int) error {
	if n.kind == Queue {
		return n.eachBySticks(ctx, visit)
	}
	work := 0
	for p, more := make(Position, 0, n.heaps), true; more; p, more = n.Next(p) {
		if work += visit(p) + 1; work > between {
			if err := ctx.Err(); err != nil {
				return err
			}
			work = 0
		}
	}
	return ctx.Err()
}

// eachBySticks visits the positions by their number of heaps, then by their number of
// sticks, then in lexicographic order. A move in a Queue does not lead to a lesser number,
// but always to fewer sticks.
func (n *Numbering) eachBySticks(ctx context.Context, visit func(Position) int) error {
	work := 0
	visit(Position{})
	if n.largest == 0 {
		return nil
	}
	for heaps := 1; heaps <= n.heaps; heaps++ {
		p := make(Position, heaps)
		for sticks := uint64(heaps); sticks <= uint64(heaps)*n.largest; sticks++ {
			n.spread(p, sticks)
			for more := true; more; more = n.nextOfSum(p) {
				if work += visit(p) + 1; work > between {
					if err := ctx.Err(); err != nil {
						return err
					}
					work = 0
				}
			}
		}
	}
	return ctx.Err()
}

// spread sets heaps to the first list of so many sticks: ones, then one heap of any size,
// then the largest there are.
func (n *Numbering) spread(p Position, sticks uint64) {
	left := sticks - uint64(len(p)) // beyond one for each
	for i := len(p) - 1; i >= 0; i-- {
		more := min(left, n.largest-1)
		p[i] = 1 + more
		left -= more
	}
}

// nextOfSum changes a list into the next one with as many sticks, or returns false after
// the last: the last heap that can grow at the cost of those behind it grows by one.
func (n *Numbering) nextOfSum(p Position) bool {
	behind := uint64(0)
	for i := len(p) - 1; i >= 0; i-- {
		rest := uint64(len(p) - 1 - i)
		if behind > rest && p[i] < n.largest {
			p[i]++
			n.spread(p[i+1:], behind-1)
			return true
		}
		behind += p[i]
	}
	return false
}
