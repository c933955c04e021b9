package counts

import (
	"context"
	"slices"
)

// open marks a threshold (the largest front with which the player to move loses) that is not known yet. A builder,
// which tries fronts in ascending order, has found only losing fronts for it. The mark is larger than any heap.
const open = maxLargest + 1

// A builder makes the table of thresholds for queues of at least two heaps. The threshold of a tuple of heaps after the
// front is the largest front with which the queue is a P-position, lost for the player who moves.
//
// A move takes the front away or puts what is left of it, y, at the back. So the threshold of a tuple (h, s), the heap
// h before a tuple s, follows from those of s and of the tuples (s, y). The thresholds of the tuples s, which have
// heaps-2 heaps, are known.
type builder struct {
	heaps      int
	largest    int
	fewer      []uint8 // the thresholds of the tuples s
	thresholds []uint8 // the thresholds of the tuples (h, s) or (s, y)
	stride     int     // largest^(heaps-2): (h, s) has the index (h-1)*stride + s
}

// level makes the table of thresholds (the largest fronts with which the player to move loses) for queues of the given
// number of heaps, each of 1 to largest, from the table for one heap fewer. The package documentation explains the
// method.
func level(ctx context.Context, heaps, largest int, fewer []uint8) ([]uint8, error) {
	if heaps == 1 {
		return []uint8{0}, ctx.Err() // a lone heap is always N, because removing it wins
	}
	b := &builder{heaps: heaps, largest: largest, fewer: fewer, stride: len(fewer)}
	b.thresholds = make([]uint8, largest*len(fewer))
	for m := 1; m <= largest; m++ {
		if err := b.layer(ctx, m); err != nil {
			return nil, err
		}
	}
	return b.thresholds, nil
}

// layer extends the table from tuples of heaps up to m-1 to tuples of heaps up to m.
func (b *builder) layer(ctx context.Context, m int) error {
	digits := b.heaps - 2 // the number of heaps of s
	tuples := newBox(b.largest, digits)

	// The threshold of a tuple of heaps is the largest heap in front of it with which the player to move loses. For
	// each tuple s, column finds the thresholds of (h, s), for heaps h up to m, from those of (s, y), for heaps y < m.
	// The rounds are in an order in which each reads only thresholds that were found before. Round j has the tuples s
	// in which heap j, counted from 1, is the last that equals m. Round 0 has the tuples s without m. So the last m of
	// (s, y) is at place j, and that of (h, s) at place j+1. The thresholds of tuples whose last m is at place j were
	// found in round j-1, and those of tuples without m in the layer before.
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
			first = m // the thresholds for smaller h are known
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
	// The thresholds that this pass reads may be open or m, which makes no difference to it.
	return sweep(ctx, tuples, func(_ []int, start, length int) {
		for s := start; s < start+length; s++ {
			b.close(s, m)
		}
	})
}

// column finds the thresholds t(h, s) of the tuples that consist of a heap h and the tuple s, given by its index, for
// first <= h <= m, where m is the largest heap of this layer. The thresholds for smaller h are known. The player to
// move loses a queue iff its front, the first heap, is at most the threshold of the tuple after the front.
//
// A move takes the front away, or reduces it and puts it at the back. Let a be the front before (h, s). Taking it
// leaves the queue (h, s), which the other player loses iff h <= t(s); then every a wins. Reducing it to y leaves the
// queue (h, s, y), which the other player loses iff h <= t(s, y); then every a > y wins. So
//
//	t(h, s) = 0                               if h <= t(s)
//	t(h, s) = the least y with t(s, y) >= h    otherwise
//
// Only t(s, y) with y < m are known. If all of them are below h, t(h, s) is set to open (not known yet, at least m).
// The least y does not fall as h grows, so one scan of t(s, 1), t(s, 2), ... finds t(h, s) for all h. It starts at
// y = t(first-1, s) if this is not 0.
func (b *builder) column(s, first, m int) {
	row := b.thresholds[s*b.largest : s*b.largest+m-1] // row[y-1] is t(s, y)
	lowest := int(b.fewer[s]) + 1                      // the least h for which t(h, s) is not 0; t(s) is b.fewer[s]
	y := 0                                             // an index of row, so the scan is at (s, y+1)
	if first > lowest {
		y = min(int(b.thresholds[(first-2)*b.stride+s])-1, len(row)) // the least y for h = first-1
	}
	for heap := max(first, lowest); heap <= m; heap++ {
		for y < len(row) && int(row[y]) < heap {
			y++
		}
		threshold := uint8(open)
		if y < len(row) {
			threshold = uint8(y + 1)
		}
		b.thresholds[(heap-1)*b.stride+s] = threshold // t(heap, s); a threshold 0 is in the memory already
	}
}

// close sets to m the thresholds t(h, s) that were open (only known to be at least m) and turn out to be m. The
// threshold of a tuple, here a heap h and the tuple s, is the largest front with which the player to move loses.
//
// A reduced front goes to the back. So the player can reduce the front m+1 before (h, s) to m, which leaves the queue
// (h, s, m). If h is at most the threshold of (s, m), the other player loses this queue. Then the front m+1 wins, so
// t(h, s) is m. The threshold does not fall as h grows, so the open thresholds are those of the largest h. close starts
// at the largest h to be set, and goes down to the first h whose threshold is not open.
func (b *builder) close(s, m int) {
	for heap := min(int(b.thresholds[s*b.largest+m-1]), m); heap >= 1; heap-- {
		at := (heap-1)*b.stride + s
		if b.thresholds[at] != open {
			return
		}
		b.thresholds[at] = uint8(m)
	}
}

// A box is a set of tuples of digits. Digit i runs from low[i] to high[i]-1. The index of a tuple is its value as a
// number in the given base, with the most significant digit first. A box without digits has one tuple, with index 0.
type box struct {
	base      int
	low, high []int
}

// newBox returns a box whose digits must all be set before it is used.
func newBox(base, digits int) box {
	return box{base: base, low: make([]int, digits), high: make([]int, digits)}
}

func (b box) set(i, low, high int) { b.low[i], b.high[i] = low, high }

// sweep goes through all tuples of a box, a set of tuples of digits. To be fast, it calls visit once for all tuples
// that differ only in the last digit. visit gets the digits of the first of these tuples, its index, and the number of
// the tuples, whose indices follow one another. visit may overwrite the last digit. sweep returns the context's error
// soon after the context has ended.
func sweep(ctx context.Context, b box, visit func(digits []int, start, length int)) error {
	last, steps := len(b.low)-1, 0
	digits := slices.Clone(b.low)
	// extend goes through all values of digit i and of the digits after it, and calls visit for them. The argument
	// `index` is the number that the digits before digit i form in base b.base.
	var extend func(i, index int)
	extend = func(i, index int) {
		switch {
		case last < 0: // the tuple without digits
			visit(digits, 0, 1)
		case i == last && b.low[last] < b.high[last]:
			steps++
			if steps%128 > 0 || ctx.Err() == nil { // look at the context in every 128th run only
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
