package counts

import "context"

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

// layer goes from the heaps up to m-1 to those up to m: it finds the thresholds of the
// tuples with a heap of m, and closes those at m that were open at m-1 and are not
// open any more.
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

// column finds the thresholds of (b, s) for first <= b <= m, as far as y < m decides
// them; those for b < first are known. A threshold that no y decides is open.
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
