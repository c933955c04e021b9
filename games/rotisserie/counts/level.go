package counts

import (
	"context"
	"slices"
)

// open is the threshold of a tuple that all fronts so far put into a P-position. It is
// not less than any heap.
const open = maxLargest + 1

// A builder finds the thresholds of the tuples of heaps-1 heaps, for two heaps or more
// in a queue. Here a tuple (b, s, y) is a queue without a front, s has heaps-2 heaps,
// and b and y are heaps.
type builder struct {
	heaps   int
	largest int
	fewer   []uint8 // the thresholds of the tuples s
	found   []uint8 // the thresholds of the tuples (b, s) and (s, y): these are the same
	stride  int     // largest^(heaps-2): (b, s) has the index (b-1)*stride + s
}

// level returns the thresholds of all tuples of heaps-1 heaps of 1 to largest. Those of
// one heap less, fewer, are known.
func level(ctx context.Context, heaps, largest int, fewer []uint8) ([]uint8, error) {
	if heaps == 1 {
		return []uint8{0}, ctx.Err() // to remove a lone heap wins
	}
	b := &builder{heaps: heaps, largest: largest, fewer: fewer, stride: len(fewer)}
	b.found = make([]uint8, largest*len(fewer))
	for m := 1; m <= largest; m++ {
		if err := b.layer(ctx, m); err != nil {
			return nil, err
		}
	}
	return b.found, nil
}

// layer extends the tables from heaps up to m-1 to heaps up to m. It finds the thresholds of the tuples with a heap
// of m, and closes the tuples at m that were open at m-1 and are closed now.
func (b *builder) layer(ctx context.Context, m int) error {
	digits := b.heaps - 2
	tuples := newBox(b.largest, digits)

	// The column of s, (b, s) for all b, depends on its row, (s, y) for all y < m. So
	// if the last heap of m in s is the j-th of s (from 1, 0 for none), what is read has its
	// last one in place j and what is written in place j+1.
	for j := 0; j <= digits; j++ {
		first := 1
		for i := range digits {
			switch {
			case i < j-1:
				tuples.set(i, 0, m)
			case i == j-1:
				tuples.set(i, m-1, m)
			default:
				tuples.set(i, 0, m-1)
			}
		}
		if j == 0 {
			first = m // the others are known
		}
		err := sweep(ctx, tuples, func(_ []int, start, length int) {
			for s := start; s < start+length; s++ {
				b.column(s, first, m)
			}
		})
		if err != nil {
			return err
		}
	}

	for i := range digits {
		tuples.set(i, 0, m)
	}
	// Closing reads (s, m), of which open and m come to the same, and writes (b, s).
	return sweep(ctx, tuples, func(_ []int, start, length int) {
		for s := start; s < start+length; s++ {
			b.close(s, m)
		}
	})
}

// column finds the thresholds of (b, s) for first <= b <= m that some y < m decides; those for b < first are known. A
// threshold that no y decides is open.
//
// They do not fall as b grows, once b is above the threshold of s, so one scan of the
// row does. Below it they are 0, as the memory is.
func (b *builder) column(s, first, m int) {
	row := b.found[s*b.largest : s*b.largest+m-1]
	lowest := int(b.fewer[s]) + 1
	y := 0
	if first > lowest {
		y = min(int(b.found[(first-2)*b.stride+s])-1, len(row))
	}
	for heap := max(first, lowest); heap <= m; heap++ {
		for y < len(row) && int(row[y]) < heap {
			y++
		}
		threshold := uint8(open)
		if y < len(row) {
			threshold = uint8(y + 1)
		}
		b.found[(heap-1)*b.stride+s] = threshold
	}
}

// close closes the open thresholds of (b, s) at m where (b, s, m) is a P-position. Open
// thresholds stand at the end of a column, so it stops at the first that is not.
func (b *builder) close(s, m int) {
	for heap := min(int(b.found[s*b.largest+m-1]), m); heap >= 1; heap-- {
		at := (heap-1)*b.stride + s
		if b.found[at] != open {
			return
		}
		b.found[at] = uint8(m)
	}
}

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
			steps++
			if steps%128 > 0 || ctx.Err() == nil {
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
