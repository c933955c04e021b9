package marking

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// MaxSets is the largest n of [Mark]. It takes 128 GiB.
const MaxSets = 40

// A Table tells the P-positions among all subsets of {1..n}. It is safe for use by many
// goroutines.
type Table struct {
	n      int
	words  []uint64 // bit s says whether s is a P-position; bit x-1 of s stands for x
	census *Census
}

// Census returns the numbers of P-positions, of any number of heaps up to n. The caller
// must not change it.
func (t *Table) Census() *Census { return t.census }

// P reports whether a set of heaps is a P-position: bit x-1 of it stands for a heap of x. It
// panics if the set has a heap larger than n.
func (t *Table) P(set uint64) bool {
	if bits.Len64(set) > t.n {
		panic(fmt.Sprintf("marking: a heap of %d in a table up to %d", bits.Len64(set), t.n))
	}
	return t.words[set>>wordBits]>>(set%64)&1 != 0
}

// tableMemory returns how many bytes [Mark] takes for subsets of {1..n}: one bit for each, and
// four bytes for each block of 2^15. It is the largest number there is if n is out of range.
func tableMemory(n int) uint64 {
	if n < 0 || n > MaxSets {
		return math.MaxUint64
	}
	blocks := uint64(1) << headBits(n)
	return blocks*(8*blockWords+4) + 1<<20 // what workers have is far below 1 MiB
}

// headBits returns how many elements heads have.
func headBits(n int) int { return max(n-blockBits, 0) }

// A Census says how many P-positions there are, by their number of heaps and their
// largest heap. Both methods make one.
type Census struct {
	heaps, largest int
	count          []uint64 // heaps by heaps, and then by largest heap
}

// newCensus returns a census without positions.
func newCensus(heaps, largest int) *Census {
	return &Census{heaps, largest, make([]uint64, (heaps+1)*(largest+1))}
}

// exactly returns how many P-positions have so many heaps and that largest heap, which is
// 0 for the position without heaps. It returns 0 beyond what was counted.
func (c *Census) exactly(heaps, largest int) uint64 {
	if heaps < 0 || heaps > c.heaps || largest < 0 || largest > c.largest {
		return 0
	}
	return *c.at(heaps, largest)
}

// UpTo returns how many P-positions have exactly so many heaps, none larger than largest.
func (c *Census) UpTo(heaps, largest int) uint64 {
	var n uint64
	for m := range min(largest, c.largest) + 1 {
		n += c.exactly(heaps, m)
	}
	return n
}

// Sets returns how many P-positions have no heap larger than largest, up to as
// many heaps as were counted.
func (c *Census) Sets(largest int) uint64 {
	var n uint64
	for k := range c.heaps + 1 {
		n += c.UpTo(k, largest)
	}
	return n
}

func (c *Census) at(heaps, largest int) *uint64 {
	return &c.count[heaps*(c.largest+1)+largest]
}

// add adds what another census of the same bounds has counted.
func (c *Census) add(other *Census) {
	for i, n := range other.count {
		c.count[i] += n
	}
}

// block counts the P-positions of a block, but for those with a heap larger than
// c.largest, which only the first block can have.
func (c *Census) block(head uint32, p *block) {
	if head == 0 {
		c.first(p)
		return
	}
	var count [blockBits + 1]uint64 // by the size of the tail
	sizes := sizes()
	for i, word := range p {
		n := count[bits.OnesCount(uint(i)):][:wordBits+1]
		for k, sets := range sizes {
			n[k] += uint64(bits.OnesCount64(word & sets))
		}
	}
	heaps, largest := bits.OnesCount32(head), bits.Len32(head)+blockBits
	for k, n := range count {
		*c.at(heaps+k, largest) += n
	}
}

// first counts the P-positions of the block without a head, one by one.
func (c *Census) first(p *block) {
	for i, word := range p {
		for ; word != 0; word &= word - 1 {
			set := uint(i)<<wordBits | uint(bits.TrailingZeros64(word))
			if largest := bits.Len(set); largest <= c.largest {
				*c.at(bits.OnesCount(set), largest)++
			}
		}
	}
}

// sizes returns the sets of a word by how many of its elements they have.
func sizes() [wordBits + 1]uint64 {
	return [...]uint64{
		0x0000000000000001,
		0x0000000100010116,
		0x0001011601161668,
		0x0116166816686880,
		0x1668688068808000,
		0x6880800080000000,
		0x8000000000000000,
	}
}

// Audit tries all moves of so many random subsets of {1..n}: a P-position must have none to
// a P-position, any other at least one. It shares nothing with the marking but the table.
// It returns an error that names the first set to break that, and the error of the context
// soon after it ends.
func (t *Table) Audit(ctx context.Context, random *rand.Rand, sets int) error {
	for i := range sets {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		set := random.Uint64() & (1<<t.n - 1)
		if t.P(set) == t.hasMoveToP(set) {
			return fmt.Errorf("set %b of a table up to %d: P-position %v, has a move to one %v", set, t.n, t.P(set), t.P(set))
		}
	}
	return nil
}

// hasMoveToP reports whether a move leads from a set to a P-position.
func (t *Table) hasMoveToP(set uint64) bool {
	for x := range t.n {
		if set>>x&1 == 0 {
			continue
		}
		without := set &^ (1 << x)
		if t.P(without) {
			return true
		}
		for y := range x {
			if t.P(without | 1<<y) {
				return true
			}
		}
	}
	return false
}
