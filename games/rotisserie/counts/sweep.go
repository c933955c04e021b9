package counts

import (
	"context"
	"runtime"

	"enumerate/internal/share"
)

// A box is a set of tuples. Digit i of a tuple, the first one most significant, runs
// from low[i] to high[i]-1, and the tuple's index is its value as a number in the
// given base. A box without digits holds one tuple, of index 0.
type box struct {
	base      int
	low, high []int
}

func newBox(base, digits int) box {
	return box{base: base, low: make([]int, digits), high: make([]int, digits)}
}

// set lets digit i run from low to high-1.
func (b box) set(i, low, high int) { b.low[i], b.high[i] = low, high }

// runs returns how many runs a box consists of. A run is all tuples that differ in
// the last digit only: their indices follow one another.
func (b box) runs() int {
	n := 1
	for i := range b.low {
		width := b.high[i] - b.low[i]
		if width == 0 {
			return 0
		}
		if i < len(b.low)-1 {
			n *= width
		}
	}
	return n
}

// A cursor stands on a run of a box.
type cursor struct {
	box    box
	digits [maxHeaps]int // of the run's first tuple
	places [maxHeaps]int // what one more in a digit adds to the index
	start  int           // the index of the run's first tuple
	length int           // how many tuples the run has
}

// seek puts a cursor on the run of the given number, from 0 in the order of indices.
func (c *cursor) seek(b box, number int) {
	c.box, c.start, c.length = b, 0, 1
	place := 1
	for i := len(b.low) - 1; i >= 0; i-- {
		width := b.high[i] - b.low[i]
		c.digits[i], c.places[i] = b.low[i], place
		if i == len(b.low)-1 {
			c.length = width
		} else {
			c.digits[i] += number % width
			number /= width
		}
		c.start += c.digits[i] * place
		place *= b.base
	}
}

// next moves a cursor on to the following run; after the last one comes the first.
func (c *cursor) next() {
	for i := len(c.box.low) - 2; i >= 0; i-- {
		c.digits[i]++
		c.start += c.places[i]
		if c.digits[i] < c.box.high[i] {
			return
		}
		c.start -= (c.digits[i] - c.box.low[i]) * c.places[i]
		c.digits[i] = c.box.low[i]
	}
}

// chunk is how many runs a worker takes at a time: at most some milliseconds of work,
// after which it looks at the context.
const chunk = 128

// team returns how many workers to take where so many are asked for: at least one, and
// no more than can run at a time, as each has memory of its own.
func team(workers int) int { return max(1, min(workers, runtime.GOMAXPROCS(0))) }

// sweep calls visit for every run of a box, with the cursor on it and the number of the
// worker that calls, from 0 to team(workers)-1. No order is promised. It returns the context's error
// soon after the context has ended.
func sweep(ctx context.Context, workers int, b box, visit func(worker int, c *cursor)) error {
	runs := b.runs()
	chunks := (runs + chunk - 1) / chunk
	cursors := make([]cursor, team(workers))
	return share.Each(ctx, len(cursors), chunks, func(worker, i int) {
		c := &cursors[worker]
		c.seek(b, i*chunk)
		for range min(chunk, runs-i*chunk) {
			visit(worker, c)
			c.next()
		}
	})
}
