package marking

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"

	"enumerate/internal/ints"
	"enumerate/internal/share"
)

// MaxHeaps and MaxHeap are the limits of [MarkFew].
const (
	MaxHeaps = 64
	MaxHeap  = math.MaxUint16
)

// A FewTable says which sets of few heaps are P-positions. It is safe for use by several goroutines.
type FewTable struct {
	heaps, largest int
	binomials      binomials

	// least[k] has, for each set of k-1 heaps by its rank, the heap below all of these that makes the set a P-position,
	// or 0 if there is none.
	least [][]uint16
}

// Count returns the number of P-positions with exactly the given number of heaps and no heap above largest. Both must
// be within the table.
func (t *FewTable) Count(heaps, largest int) (count uint64) {
	switch {
	case heaps == 0:
		return 1
	case heaps == 1 || heaps > largest:
		return 0
	}
	for _, a := range t.least[heaps][:t.binomials[heaps-1][largest]] {
		if a != 0 {
			count++
		}
	}
	return count
}

// P reports whether heaps, in ascending order, are a P-position. It panics if they are too many or too large for the
// table, or not in ascending order.
func (t *FewTable) P(heaps ...int) bool {
	if len(heaps) > t.heaps {
		panic(fmt.Sprintf("marking: %d heaps in a table of %d", len(heaps), t.heaps))
	}
	before := 0
	for _, x := range heaps {
		if x <= before || x > t.largest {
			panic(fmt.Sprintf("marking: heaps %v in a table up to %d", heaps, t.largest))
		}
		before = x
	}
	if len(heaps) < 2 {
		return len(heaps) == 0
	}
	return int(t.least[len(heaps)][t.binomials.rank(heaps[1:])]) == heaps[0]
}

// FewMemory returns the number of bytes that [MarkFew] takes: two bytes for each set that has fewer heaps
// than the argument heaps says, and a bit for each pair of a heap and a set with two heaps fewer. It returns the largest
// uint64 if the arguments are out of range or the number needs more than 64 bits.
func FewMemory(heaps, largest int) uint64 {
	if heaps < 0 || heaps > MaxHeaps || largest < 0 || largest > MaxHeap {
		return math.MaxUint64
	}
	total := uint64(16 * (heaps + 1) * (largest + 1)) // the binomials and other small tables
	var rows uint64
	for k := 2; k <= min(heaps, largest); k++ {
		least := ints.SaturatingBinomial(uint64(largest), uint64(k-1))
		row := ints.SaturatingBinomial(uint64(largest), uint64(k-2))
		if least > math.MaxUint64>>8 || row > math.MaxUint64>>18 {
			return math.MaxUint64
		}
		total += 2 * least
		rows = max(rows, 8*row*stride(largest))
	}
	return ints.SaturatingAdd(total, rows)
}

// stride returns the number of words with a bit for each heap.
func stride(largest int) uint64 { return uint64(largest+63) / 64 }

// MarkFew finds all P-positions with at most the given number of heaps and no heap above largest. The limits are
// [MaxHeaps] and [MaxHeap]. For each set of fewer heaps it reads one word for each of the set's heaps, and rarely more.
// It takes [FewMemory](heaps, largest) bytes, and returns an error if this is more than memory, where 0 means 4 GiB. It
// returns the context's error soon after the context ends. It calls tell as [Mark] does.
func MarkFew(ctx context.Context, heaps, largest int, memory uint64, tell func(share float64)) (*FewTable, error) {
	memory = cmp.Or(memory, usualMemory)
	if heaps < 0 || heaps > MaxHeaps {
		return nil, fmt.Errorf("%d heaps, expected 0 to %d", heaps, MaxHeaps)
	}
	if largest < 0 || largest > MaxHeap {
		return nil, fmt.Errorf("heaps up to %d, expected 0 to %d", largest, MaxHeap)
	}
	if need := FewMemory(heaps, largest); need > memory || need > math.MaxInt {
		return nil, fmt.Errorf("%d heaps up to %d take %d MiB of memory, expected at most %d MiB", heaps, largest, need>>20, memory>>20)
	}
	t := &FewTable{
		heaps: heaps, largest: largest,
		binomials: newBinomials(min(heaps, largest), largest),
		least:     make([][]uint16, heaps+1),
	}
	f := newFiller(t, tell)
	for k := 2; k <= min(heaps, largest); k++ {
		if err := f.fill(ctx, k); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// A filler finds the P-positions of k heaps from those of fewer heaps.
type filler struct {
	*FewTable
	stride uint64
	work   *share.Counter // counts the words to read: for each set of fewer heaps, the number of its heaps

	// rows has a row of bits for each set V of k-2 heaps, by its rank. For a below all heaps of V, bit a-1 says that V
	// ∪ {a} is closed: it is a P-position, or a P-position was found that consists of V ∪ {a} and one more heap.
	rows  []uint64
	top   []int    // the heaps of a P-position to be found except the two least, in ascending order
	bases []uint64 // where rows begin: see scan
}

// newFiller returns a filler with room for the rows of any k.
func newFiller(t *FewTable, tell func(share float64)) *filler {
	rows, work := uint64(0), uint64(0)
	for k := 2; k <= min(t.heaps, t.largest); k++ {
		rows = max(rows, t.binomials[k-2][t.largest])
		work += t.binomials[k-1][t.largest] * uint64(k-1)
	}
	stride := stride(t.largest)
	return &filler{FewTable: t, stride: stride, rows: make([]uint64, rows*stride), work: share.Of(work, tell)}
}

// fill finds the P-positions of k heaps, 2 <= k <= largest, in colexicographic order. Every move leads to an earlier
// set. A set S is a P-position iff no set of k-1 of its heaps is closed: for each heap x of S, the moves of x lead to S
// without x and to S with x replaced by a smaller heap, and one of these is a P-position iff S without x is closed when
// S has its turn.
//
// So for a set W of k-1 heaps, at most one heap a below W makes W ∪ {a} a P-position. It is the least a for which W ∪
// {a} contains no closed set, which is the first bit that is clear in all rows of W without one of its heaps. The inner
// loop runs through all least heaps of W, because the rows that lack another heap of W then follow one another.
func (f *filler) fill(ctx context.Context, k int) error {
	if err := f.open(ctx, k); err != nil {
		return err
	}
	f.least[k] = make([]uint16, f.binomials[k-1][f.largest])
	f.top = f.top[:0]
	for i := range k - 2 {
		f.top = append(f.top, i+2)
	}
	work := 0 // the number of sets W since the last call of tell; each takes k-1 words
	for more := true; more; more = f.next() {
		work += f.scan(k)
		if work > 1<<18 {
			f.work.Add(uint64(work * (k - 1)))
			work = 0
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	f.work.Add(uint64(work * (k - 1)))
	return context.Cause(ctx)
}

// open prepares the rows for k heaps: closed are the sets of k-1 heaps that are P-positions, and no other sets.
func (f *filler) open(ctx context.Context, k int) error {
	const piece = 1 << 16 // the rows between two checks of the context
	for from := uint64(0); from < f.binomials[k-2][f.largest]; from += piece {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to := min(from+piece, f.binomials[k-2][f.largest])
		clear(f.rows[from*f.stride : to*f.stride])
		if k == 2 {
			continue // no P-position has one heap
		}
		for rank := from; rank < to; rank++ {
			if a := uint64(f.least[k-1][rank]); a != 0 {
				f.rows[rank*f.stride+(a-1)/64] |= 1 << ((a - 1) % 64)
			}
		}
	}
	return nil
}

// next replaces top by the next set, which must leave room for a heap below. It returns false if there is none.
func (f *filler) next() bool {
	for i := range f.top {
		limit := f.largest
		if i+1 < len(f.top) {
			limit = f.top[i+1] - 1
		}
		if f.top[i] < limit {
			f.top[i]++
			return true
		}
		f.top[i] = i + 2
	}
	return false
}

// scan finds the P-positions of k heaps that consist of the heaps of top and two lesser heaps. It tries each second
// least heap w: W is top with w, and the least heap is looked for. It returns the number of sets W that it tried.
func (f *filler) scan(k int) int {
	end := f.largest + 1 // the second least is below end
	if k > 2 {
		end = f.top[0]
	}

	// bases[i] + w - 1 is the number of the row of {w} ∪ top without top[i]. For i = k-2 it is the number of {w} ∪ top
	// among the sets of k-1 heaps.
	f.bases = f.bases[:0]
	for without := range k - 1 {
		var base uint64
		for i, w := range f.top {
			switch {
			case i < without:
				base += f.binomials[i+2][w-1]
			case i > without:
				base += f.binomials[i+1][w-1]
			}
		}
		f.bases = append(f.bases, base*f.stride)
	}

	least := f.least[k][f.bases[k-2]/f.stride:]
	bases := f.bases[:k-2]
	var rank uint64
	if k > 2 {
		rank = f.binomials.rank(f.top)
	}

	row := f.rows[rank*f.stride:][:f.stride] // the row of W without its least heap
	for second := uint64(1); second < uint64(end); second++ {
		w := second - 1 // its bit
		if row[w/64]>>(w%64)&1 != 0 {
			continue // W is a P-position
		}

		a, ok := f.first(row, bases, w)
		if !ok {
			continue
		}

		// W + a is a P-position: mark all its sets of k-1 heaps.
		row[w/64] |= 1 << (w % 64)
		row[a/64] |= 1 << (a % 64)
		for _, base := range bases {
			f.rows[base+w*f.stride+a/64] |= 1 << (a % 64)
		}
		least[w] = uint16(a + 1)
	}
	return end - 1
}

// first returns the first bit before bit w that is clear in row and also in some other rows. For each base, an index of a
// word in f.rows, one of these rows begins w rows, of f.stride words each, after the base. The result ok is false if there is
// no such bit.
func (f *filler) first(row, bases []uint64, w uint64) (a uint64, ok bool) {
	for i := uint64(0); 64*i < w; i++ {
		closed := row[i]
		for _, base := range bases {
			closed |= f.rows[base+w*f.stride+i]
		}
		if closed != math.MaxUint64 {
			a = 64*i + uint64(bits.TrailingZeros64(^closed))
			return a, a < w
		}
	}
	return 0, false
}

// A binomials numbers the sets of k positive integers by the combinatorial number system, which is colexicographic
// order: {w_1 < … < w_k} has the number C(w_1-1, 1) + … + C(w_k-1, k). All sets below m come before the sets with an
// element of m. b[k][x] is C(x, k).
type binomials [][]uint64

// newBinomials returns all C(x, j) for x <= largest and j <= k. They must be below 2^64.
func newBinomials(k, largest int) binomials {
	b := make(binomials, k+1)
	for j := range b {
		b[j] = make([]uint64, largest+1)
		for x := range b[j] {
			switch {
			case j == 0:
				b[j][x] = 1
			case x > 0:
				b[j][x] = b[j][x-1] + b[j-1][x-1]
			}
		}
	}
	return b
}

// rank returns the number of a set, given in ascending order.
func (b binomials) rank(set []int) uint64 {
	var r uint64
	for j, w := range set {
		r += b[j+1][w-1]
	}
	return r
}
