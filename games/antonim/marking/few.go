package marking

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"

	"enumerate/internal/excess"
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

	// least[k] has an entry for each set of k-1 heaps, by its rank (see binomials): the one heap below all k-1 heaps
	// that makes the set a P-position of k heaps, or 0 if there is none.
	least [][]uint16
}

// Count returns the number of P-positions, where the player to move loses, with exactly the given number of heaps and
// no heap above `largest`. Neither number may exceed the limits for which the table was made.
func (t *FewTable) Count(heaps, largest int) (count uint64) {
	switch {
	case heaps == 0: // a player without heaps cannot move and loses: the only position is a P-position
		return 1
	case heaps == 1 || heaps > largest: // one heap can be removed, and heaps are different numbers up to largest
		return 0
	}
	sets := t.binomials[heaps-1][largest] // the sets of heaps-1 heaps up to largest, which come first in the table
	for _, leastHeap := range t.least[heaps][:sets] {
		if leastHeap != 0 {
			count++
		}
	}
	return count
}

// P reports whether heaps, in strictly ascending order, are a P-position. It panics if they are too many or too large
// for the table, or not in this order.
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
	if len(heaps) < 2 { // without heaps the player to move loses; one heap can be removed
		return len(heaps) == 0
	}
	others := t.binomials.rank(heaps[1:]) // t.least has the one smaller heap that makes these others a P-position, or 0
	return int(t.least[len(heaps)][others]) == heaps[0]
}

// FewMemory returns the number of bytes that [MarkFew] takes: two bytes for each set of 1 to heaps-1 heaps, and a table
// of bits, which the searches for k = 2, 3, ... heaps use in turn. The table has a bit for each pair of a heap and a
// set of k-2 heaps, for the k with the most such sets. FewMemory returns the largest uint64 if the arguments are out of
// range or the number does not fit.
func FewMemory(heaps, largest int) uint64 {
	if heaps < 0 || heaps > MaxHeaps || largest < 0 || largest > MaxHeap {
		return math.MaxUint64
	}
	total := uint64(16 * (heaps + 1) * (largest + 1)) // the binomials and other small tables
	var rows uint64                                   // the bytes of the rows of bits, which all sizes k use one after another
	for k := 2; k <= min(heaps, largest); k++ {
		least := ints.SaturatingBinomial(uint64(largest), uint64(k-1)) // the entries of FewTable.least[k]
		row := ints.SaturatingBinomial(uint64(largest), uint64(k-2))
		// Below these limits, the products and sums that follow do not overflow: a row has up to 2^10 words.
		if least > math.MaxUint64>>8 || row > math.MaxUint64>>18 {
			return math.MaxUint64
		}
		total += 2 * least
		rows = max(rows, 8*row*stride(largest))
	}
	return ints.SaturatingAdd(total, rows)
}

// stride returns the number of words of a row with a bit for each heap.
func stride(largest int) uint64 { return uint64(largest+63) / 64 }

// MarkFew finds all P-positions with at most the given number of heaps and no heap above `largest`. The heaps of a
// position are different. The limits are [MaxHeaps] and [MaxHeap].
//
// MarkFew returns an error if [FewMemory](heaps, largest) is more than memory, where 0 means 4 GiB, and the context's
// error soon after the context ends. It calls tell, unless it is nil, with the share of the work that is done.
func MarkFew(ctx context.Context, heaps, largest int, memory uint64, tell func(share float64)) (*FewTable, error) {
	memory = cmp.Or(memory, usualMemory)
	if heaps < 0 || heaps > MaxHeaps {
		return nil, fmt.Errorf("%d heaps, expected 0 to %d", heaps, MaxHeaps)
	}
	if largest < 0 || largest > MaxHeap {
		return nil, fmt.Errorf("heaps up to %d, expected 0 to %d", largest, MaxHeap)
	}
	if need := FewMemory(heaps, largest); need > memory || need > math.MaxInt {
		return nil, excess.Memory(memory, "%d heaps up to %d take %d MiB", heaps, largest, need>>20)
	}
	t := &FewTable{
		heaps: heaps, largest: largest,
		binomials: newBinomials(min(heaps, largest), largest),
		least:     make([][]uint16, heaps+1),
	}
	f := newFiller(t, tell)
	// One heap is never a P-position, and different heaps up to `largest` are at most that many.
	for k := 2; k <= min(heaps, largest); k++ {
		if err := f.fill(ctx, k); err != nil {
			return nil, err
		}
	}
	return t, nil
}

type filler struct {
	*FewTable
	stride uint64
	work   *share.Counter // counts the words to read: for each set of fewer heaps, the number of its heaps

	// While the P-positions of k heaps are found, a set of k-1 heaps is closed if it is a P-position, or a part of a
	// P-position of k heaps found before. No further heap makes a P-position of a closed set. rows has a row of bits
	// for each set V of k-2 heaps; the number of the row is the rank of V, its number in colexicographic order. Bit
	// a-1, for a heap a less than all of V, is set if the set V ∪ {a} is closed.
	rows []uint64
	top  []int // the heaps of a P-position except the two least, in ascending order
	// Replace heap i of top by a heap w that is less than all heaps of top. The row of bits of this set begins at
	// rows[bases[i] + (w-1)*stride]. The last entry of bases is for top itself; see scan.
	bases []uint64
}

// newFiller returns a filler with memory for every number k of heaps. tell gets shares of the work for all k.
func newFiller(t *FewTable, tell func(share float64)) *filler {
	rows, work := uint64(0), uint64(0)
	for k := 2; k <= min(t.heaps, t.largest); k++ {
		rows = max(rows, t.binomials[k-2][t.largest])
		work += t.binomials[k-1][t.largest] * uint64(k-1)
	}
	stride := stride(t.largest)
	return &filler{FewTable: t, stride: stride, rows: make([]uint64, rows*stride), work: share.Of(work, tell)}
}

// fill finds all P-positions of k heaps for 2 <= k <= largest, when those of k-1 heaps are known. For each set W of k-1
// heaps, it stores in f.least[k] the heap a, smaller than all heaps of W, that makes W ∪ {a} a P-position, or 0 if
// there is none.
//
// Sets of k heaps have their turn in colexicographic order, in which every move leads to an earlier set. A set of k-1
// heaps is closed if it is a P-position, or a part of a P-position of k heaps found before. So the rule is: a set S of
// k heaps is a P-position iff, in its turn, none of its subsets of k-1 heaps is closed. For k = 2, one heap is closed
// once it is in a P-position of two heaps, so these are {1,2}, {3,4}, {5,6} and so on.
//
// Proof of the rule: let V be S without a heap x. A move that takes x leads to V. A move that reduces x leads to V with
// a heap smaller than x, a set that had its turn before S. If one of these positions is a P-position, V is closed.
// Conversely, if V is closed, V is a P-position, or V with another heap is a P-position found before S. This other heap
// is smaller than x because of the order. In both cases, a move with x leads to a P-position.
//
// If W is closed, no a makes W ∪ {a} a P-position. So at most one a does, because W is closed after that. To find it,
// there is a row of bits for each heap w of W: bit a-1 is set if W with w replaced by a is closed. If W is not closed,
// the first bit that is clear in all these rows gives a, if this a is smaller than all heaps of W. f.top has the heaps
// of W except the least. For each f.top, scan tries the possible least heaps of W in ascending order, because most of
// the rows that they need then lie one after another in memory.
func (f *filler) fill(ctx context.Context, k int) error {
	if err := f.open(ctx, k); err != nil {
		return err
	}
	f.least[k] = make([]uint16, f.binomials[k-1][f.largest])

	f.top = f.top[:0]
	for i := range k - 2 {
		f.top = append(f.top, i+2)
	}

	const between = 1 << 18 // the number of sets W between two checks of the context
	work := 0               // the number of sets W since the last call of tell; each takes k-1 words
	for more := true; more; more = f.next() {
		work += f.scan(k)
		if work > between {
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

// open prepares f.rows for the search for P-positions of k heaps. f.rows has a row of bits for each set V of k-2 heaps.
// Bit a-1, for a heap a smaller than all heaps of V, says that V ∪ {a}, a set of k-1 heaps, is closed: it is a
// P-position, or a part of a P-position that the search has found. At the beginning the search has found none. So open
// sets only the bits of P-positions of k-1 heaps. Each V has at most one such bit, for a = f.least[k-1][V]; it has none
// if this number is 0.
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
		for rank := from; rank < to; rank++ { // the ranks of the sets V
			if a := uint64(f.least[k-1][rank]); a != 0 {
				bit := a - 1
				f.rows[rank*f.stride+bit/64] |= 1 << (bit % 64)
			}
		}
	}
	return nil
}

// next replaces f.top, the heaps of a P-position except the two least, by the next set in colexicographic order that
// has equally many heaps, all from 2 to f.largest. It returns false if f.top was the last such set.
func (f *filler) next() bool {
	for i := range f.top {
		limit := f.largest
		if i+1 < len(f.top) {
			limit = f.top[i+1] - 1
		}
		if f.top[i] < limit { // increase the first heap that has room, after all heaps before it were reset
			f.top[i]++
			return true
		}
		f.top[i] = i + 2 // no room: back to its least value, as in a counter
	}
	return false
}

// scan finds the P-positions of k heaps that consist of the k-2 heaps of f.top and two smaller heaps. For each possible
// second least heap w, let W be the set of f.top and w, which has k-1 heaps. A set of k-1 heaps is closed if it is a
// P-position, or part of one found before. Let a be the least heap below w for which W ∪ {a} has no closed subset. Then
// W ∪ {a} is a P-position, and its subsets of k-1 heaps are closed from now on. scan returns the number of sets W that
// it tried.
func (f *filler) scan(k int) int {
	end := f.largest + 1 // the second least is below end
	if k > 2 {
		end = f.top[0]
	}

	// The method `first` reads, for each heap i of f.top, the row of the set in which a heap w replaces heap i. This
	// row begins at f.rows[f.bases[i] + (w-1)*f.stride], because its number, the rank of the set, is w - 1 plus a part
	// that does not depend on w. f.bases[i] is this part times f.stride, the number of words of a row.
	//
	// The last entry, f.bases[k-2], serves to store the result. It is computed in the same way for the set {w} ∪ f.top,
	// in which no heap is replaced. The index of this set in f.least[k] is f.bases[k-2]/f.stride + w - 1.
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
		w := second - 1 // the bit of this heap
		if row[w/64]>>(w%64)&1 != 0 {
			continue // W is closed
		}

		a, ok := f.first(row, bases, w)
		if !ok {
			continue
		}

		row[w/64] |= 1 << (w % 64)
		row[a/64] |= 1 << (a % 64)
		for _, base := range bases {
			f.rows[base+w*f.stride+a/64] |= 1 << (a % 64)
		}
		least[w] = uint16(a + 1)
	}
	return end - 1
}

// first looks for a P-position that consists of f.top, the heap w+1 and a smaller heap a+1. It returns the least such
// a, or false if there is none. The condition is that no subset that has the heap a+1, and lacks one other heap, is
// closed (a P-position, or part of one found before).
//
// A row of f.stride words stands for a set of heaps: bit a is set if this set with the heap a+1 added is closed. The
// argument `row` is the row of f.top. The argument `bases` has a number for each heap of f.top: the row that begins at
// f.rows[base+w*f.stride] stands for f.top with this heap replaced by w+1. So the result is the first bit a < w that is
// clear in all these rows.
func (f *filler) first(row, bases []uint64, w uint64) (a uint64, ok bool) {
	for i := uint64(0); 64*i < w; i++ {
		closed := row[i] // the union of word i of all rows
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

// A binomials numbers the sets of k positive integers, so that tables can be indexed by sets. b[k][x] is the binomial
// coefficient C(x, k). In the combinatorial number system, the set {w_1 < … < w_k} has the number C(w_1-1, 1) + … +
// C(w_k-1, k). This is colexicographic order: the sets of numbers below m come before the sets that contain m or more.
type binomials [][]uint64

// newBinomials returns the table for x <= largest and sets of at most k elements. The coefficients must be below 2^64.
func newBinomials(k, largest int) binomials {
	b := make(binomials, k+1)
	for j := range b {
		b[j] = make([]uint64, largest+1)
		for x := range b[j] {
			switch {
			case j == 0:
				b[j][x] = 1
			case x > 0: // Pascal's rule; C(0, j) is 0
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
