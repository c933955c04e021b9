package lexicode

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"enumerate/internal/excess"
	"enumerate/internal/share"
)

// MaxHeap is the largest heap of [Four].
const MaxHeap = math.MaxUint16

// FourMemory returns the number of bytes that [Four] takes, 0 <= largest <= MaxHeap: a bit for each set of three heaps,
// and two bits for each pair of heaps.
func FourMemory(largest int) uint64 {
	n := uint64(largest)
	triples, pairs := uint64(0), n*words(largest) // words with a bit for each set of three heaps, and for each pair
	for second := 1; second < largest; second++ {
		triples += words(second-1) * (n - uint64(second))
	}
	return 8*(triples+2*pairs) + 64*n
}

// words returns the number of words with a bit for each of so many heaps.
func words(heaps int) uint64 { return uint64(heaps+63) / 64 }

// Four passes each P-position (the player to move loses) of four heaps a < b < c < d <= `largest` to the function
// `visit`, until this returns false. The P-positions come in the order of d, then c, then b; there is at most one for
// each b, c and d. Unless the function `tell` is nil, Four calls it with the share of the work that is done. Four takes
// O(largest^3) steps, and each reads about largest/3 bits on average, 64 at a time.
//
// Four keeps a bit for each set of three heaps: whether the set is closed. A set is closed if it is a P-position, or if
// a P-position found before consists of it and one more heap. Four heaps are a P-position iff none of their four
// subsets of three heaps is closed when Four reaches them (see the package documentation).
//
// It returns an error if largest is not from 0 to MaxHeap, or if FourMemory(largest) exceeds memory, and the context's
// error soon after the context ends.
func Four(ctx context.Context, largest int, memory uint64, tell func(share float64), visit func(a, b, c, d int) bool) error {
	if largest < 0 || largest > MaxHeap {
		return fmt.Errorf("heaps up to %d, expected 0 to %d", largest, MaxHeap)
	}
	if need := FourMemory(largest); need > memory || need != uint64(int(need)) {
		return excess.Memory(memory, "four heaps up to %d take %d MiB", largest, need>>20)
	}
	work := share.Of(uint64(largest)*uint64(largest)*uint64(largest), tell)

	f := &fourth{stride: words(largest), layer: make([]uint64, (uint64(largest)+1)*words(largest))}
	f.rows, f.open = make([][]uint64, largest+1), make([][]uint64, largest+1)
	for d := 1; d <= largest; d++ {
		for x := 1; x < d; x++ {
			clear(f.row(x))
		}
		// Three heaps are a P-position if (x+1) xor (y+1) xor (d+1) = 0.
		for x := 1; x < d; x++ {
			if y := ((x + 1) ^ (d + 1)) - 1; 0 < y && y < d { // x, y and d are a P-position
				f.row(x)[(y-1)/64] |= 1 << ((y - 1) % 64)
			}
		}

		for c := 3; c < d; c++ {
			if !f.third(c, d, visit) {
				return context.Cause(ctx)
			}
			if c%64 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}

		f.keep(d)
		work.Add(uint64(3*d*d + 3*d + 1)) // (d+1)³ - d³
	}
	return context.Cause(ctx)
}

// A fourth finds the P-positions of four heaps with the same largest heap d, for one d after another.
type fourth struct {
	stride uint64
	// layer says which sets of three heaps with the present largest heap d are closed. Closed means that no further
	// P-position of four heaps contains the set, because it is a P-position, or because a P-position found before
	// consists of it and a fourth heap. There is a row of bits for each heap x < d: bit y-1 is for the set of x, y and
	// d. So each set has two bits, in the rows of x and y.
	layer []uint64
	// rows says which sets of three heaps a < b < c are closed (no further P-position of four heaps contains them), for
	// each c below the largest heap d. rows[c] has a row of bits for each b: bit a-1 is for a, b and c. The row has
	// just enough words for all heaps a below b.
	rows [][]uint64
	// open[c] has a bit for each b < c. Bit b-1 is clear only if all sets {a, b, c} with a < b are known to be closed
	// (no further P-position of four heaps contains them). Then the search skips this b.
	open [][]uint64
}

// row returns the bits that say which sets of heap x, a heap y, and the present largest heap are closed; see layer.
func (f *fourth) row(x int) []uint64 { return f.layer[uint64(x)*f.stride:][:f.stride] }

// third finds the P-positions of four heaps a < b < c < d whose third and fourth heap are the given c and d. It calls
// visit with each, and returns false if visit does.
//
// Call a set of three heaps closed if it is a P-position, or if a P-position found before consists of it and one more
// heap. For each b, unless {b, c, d} is closed, third looks for the least a below b for which none of the sets {a, b,
// c}, {a, b, d} and {a, c, d} is closed. Each of these sets has the bit a-1 in one of three rows of bits, so third
// looks for the first bit that is clear in all three rows. Then a, b, c and d are a P-position, and third marks its
// four sets of three heaps as closed.
func (f *fourth) third(c, d int, visit func(a, b, c, d int) bool) bool {
	rowC, rows, open := f.row(c), f.rows[c], f.open[c]
	for i := range open {
		for left := open[i]; left != 0; left &= left - 1 {
			second := 64*i + bits.TrailingZeros64(left) // b-1
			if rowC[i]>>(second%64)&1 != 0 {
				continue
			}

			rowB := f.row(second + 1) // bit a-1 says that a, b and d are closed; the same bit of rowC that a, c and d are
			row := rows[rowsBelow(second):][:words(second)]
			full := true // whether the row of b has no clear bit
			for j := range row {
				free := ^row[j]
				if j == len(row)-1 {
					free &= lowest(second - 64*j)
				}
				full = full && free == 0
				free &^= rowC[j] | rowB[j]
				if free == 0 {
					continue
				}

				first := 64*j + bits.TrailingZeros64(free) // a-1
				rowA := f.row(first + 1)

				bitA, bitB, bitC := uint64(1)<<(first%64), uint64(1)<<(second%64), uint64(1)<<((c-1)%64)
				row[j] |= bitA
				rowA[second/64] |= bitB
				rowA[(c-1)/64] |= bitC
				rowB[j] |= bitA
				rowB[(c-1)/64] |= bitC
				rowC[j] |= bitA
				rowC[i] |= bitB
				if !visit(first+1, second+1, c, d) {
					return false
				}
				full = false // the row may be full now; the next visit will see
				break
			}
			if full {
				open[i] &^= 1 << (second % 64)
			}
		}
	}
	return true
}

// keep copies the layer of d (the closed sets whose largest heap is d) to f.rows, because larger d need it.
func (f *fourth) keep(d int) {
	f.rows[d], f.open[d] = make([]uint64, rowsBelow(d-1)), make([]uint64, words(d-1))
	for second := 1; second < d-1; second++ {
		row := f.rows[d][rowsBelow(second):][:words(second)]
		copy(row, f.row(second+1))
		row[len(row)-1] &= lowest(second - 64*(len(row)-1))
		f.open[d][second/64] |= 1 << (second % 64)
	}
}

// rowsBelow returns where the row of bits of a heap begins in a slice with the rows of all heaps. The argument is the
// number of smaller heaps. The row has a bit for each of them, and takes whole words. The heap 1 has no row.
func rowsBelow(heaps int) uint64 {
	rows := uint64(max(heaps-1, 0)) // the rows before, which are for 1, 2, …, heaps-1 smaller heaps
	full := rows / 64               // 64 rows have one word each, the next 64 two words, and so on: full blocks of 64 rows
	return 32*full*(full+1) + (rows-64*full)*(full+1)
}

// lowest returns a word with the given number of lowest bits set, from 1 to 64.
func lowest(bits int) uint64 { return math.MaxUint64 >> (64 - bits) }
