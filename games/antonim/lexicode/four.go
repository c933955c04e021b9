package lexicode

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"enumerate/internal/share"
)

// MaxHeap is the largest heap of [Four].
const MaxHeap = math.MaxUint16

// FourMemory returns how many bytes [Four] takes for heaps up to largest, 0 <= largest <=
// MaxHeap: a bit for each set of three heaps, two bits for each pair.
func FourMemory(largest int) uint64 {
	n := uint64(largest)
	triples, pairs := uint64(0), n*words(largest) // a full layer, and the rows that are not full
	for second := 1; second < largest; second++ {
		triples += words(second-1) * (n - uint64(second))
	}
	return 8*(triples+2*pairs) + 64*n
}

// words returns how many words have a bit for each of the given number of heaps.
func words(heaps int) uint64 { return uint64(heaps+63) / 64 }

// Four calls visit with every P-position of four heaps a < b < c < d up to largest, by d, then c,
// then b: at most one for each b, c and d. It ends when visit returns false. It returns an error
// if largest is not from 0 to MaxHeap or FourMemory(largest) exceeds the given bytes, and the
// context's error soon after the context ends. It calls tell, unless that is nil, with the
// completed share. It takes O(largest^3) steps, each of about largest/190 words.
func Four(ctx context.Context, largest int, memory uint64, tell func(share float64), visit func(a, b, c, d int) bool) error {
	if largest < 0 || largest > MaxHeap {
		return fmt.Errorf("heaps up to %d, expected 0 to %d", largest, MaxHeap)
	}
	if need := FourMemory(largest); need > memory || need != uint64(int(need)) {
		return fmt.Errorf("four heaps up to %d take %d MiB of memory, expected at most %d MiB", largest, need>>20, memory>>20)
	}
	work := share.Of(uint64(largest)*uint64(largest)*uint64(largest), tell)
	f := &fourth{stride: words(largest), layer: make([]uint64, (uint64(largest)+1)*words(largest))}
	f.rows, f.open = make([][]uint64, largest+1), make([][]uint64, largest+1)
	for d := 1; d <= largest; d++ {
		for x := 1; x < d; x++ {
			clear(f.row(x))
		}
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
		work.Add(uint64(3*d*d + 3*d + 1))
	}
	return context.Cause(ctx)
}

// A fourth finds the P-positions with one largest heap d after another.
type fourth struct {
	stride uint64
	// layer has a row of bits for each x < d. Bit y-1, y < d, y != x, says that x, y and d are
	// closed: they are a P-position, or part of one that was found.
	layer []uint64
	// rows[c] has, for c < d, a row of bits for each b < c, one after another, of as many words as
	// the heaps below b take: bit a-1 says that a, b and c are closed.
	rows [][]uint64
	// open[c] has bit b-1 if the row of b in rows[c] may have a clear bit.
	open [][]uint64
}

func (f *fourth) row(x int) []uint64 { return f.layer[uint64(x)*f.stride:][:f.stride] }

// third finds the P-positions whose two largest heaps are c and d. For each b the least a below it
// that makes one is the first bit that is clear in four rows: those of a, b, c; of a, b, d; and of
// a, c, d; if b, c, d is open at all.
func (f *fourth) third(c, d int, visit func(a, b, c, d int) bool) bool {
	rowC, rows, open := f.row(c), f.rows[c], f.open[c]
	for i := range open {
		for left := open[i]; left != 0; left &= left - 1 {
			second := 64*i + bits.TrailingZeros64(left) // b-1
			if rowC[i]>>(second%64)&1 != 0 {
				continue
			}
			rowB := f.row(second + 1)
			row := rows[rowsBelow(second):][:words(second)]
			full := true
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
				rowA, a, b, third := f.row(first+1), uint64(1)<<(first%64), uint64(1)<<(second%64), uint64(1)<<((c-1)%64)
				row[j] |= a
				rowA[second/64] |= b
				rowA[(c-1)/64] |= third
				rowB[j] |= a
				rowB[(c-1)/64] |= third
				rowC[j] |= a
				rowC[i] |= b
				if !visit(first+1, second+1, c, d) {
					return false
				}
				full = false // it may be, and is looked at again
				break
			}
			if full {
				open[i] &^= 1 << (second % 64)
			}
		}
	}
	return true
}

// keep makes the rows of d of its layer.
func (f *fourth) keep(d int) {
	f.rows[d], f.open[d] = make([]uint64, rowsBelow(d-1)), make([]uint64, words(d-1))
	for second := 1; second < d-1; second++ {
		row := f.rows[d][rowsBelow(second):][:words(second)]
		copy(row, f.row(second+1))
		row[len(row)-1] &= lowest(second - 64*(len(row)-1))
		f.open[d][second/64] |= 1 << (second % 64)
	}
}

// rowsBelow returns how many words the rows take of heaps with fewer than the given number of
// heaps below them.
func rowsBelow(heaps int) uint64 {
	full := uint64(max(heaps-1, 0)) / 64 // how often 64 rows of the same number of words
	return 32*full*(full+1) + (uint64(max(heaps-1, 0))-64*full)*(full+1)
}

// lowest returns a word with the given number of its lowest bits set, 1 to 64.
func lowest(bits int) uint64 { return math.MaxUint64 >> (64 - bits) }
