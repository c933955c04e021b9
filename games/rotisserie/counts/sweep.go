package counts

import (
	"context"
	"slices"
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

// sweep calls visit for every run of a box, in the order of indices: all tuples that differ in the last
// digit only, given by the digits of the first, its index and how many they are. It returns the
// context's error soon after the context has ended.
func sweep(ctx context.Context, b box, visit func(digits []int, start, length int)) error {
	last, steps := len(b.low)-1, 0
	digits := slices.Clone(b.low)
	var extend func(i, index int)
	extend = func(i, index int) {
		switch {
		case last < 0:
			visit(digits, 0, 1)
		case i == last && b.low[last] < b.high[last]:
			if steps++; steps%128 > 0 || ctx.Err() == nil {
				visit(digits, index*b.base+b.low[last], b.high[last]-b.low[last])
			}
		case i < last:
			for digit := b.low[i]; digit < b.high[i] && ctx.Err() == nil; digit++ {
				digits[i] = digit
				extend(i+1, index*b.base+digit)
			}
		}
	}
	extend(0, 0)
	return context.Cause(ctx)
}
