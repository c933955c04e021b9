package marking

import "math/bits"

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

// Heaps returns up to how many heaps were counted.
func (c *Census) Heaps() int { return c.heaps }

// Largest returns up to which largest heap was counted.
func (c *Census) Largest() int { return c.largest }

// Exactly returns how many P-positions have so many heaps and that largest heap, which is
// 0 for the position without heaps. It returns 0 beyond what was counted.
func (c *Census) Exactly(heaps, largest int) uint64 {
	if heaps < 0 || heaps > c.heaps || largest < 0 || largest > c.largest {
		return 0
	}
	return *c.at(heaps, largest)
}

// UpTo returns how many P-positions have exactly so many heaps, none larger than largest.
func (c *Census) UpTo(heaps, largest int) uint64 {
	var n uint64
	for m := range min(largest, c.largest) + 1 {
		n += c.Exactly(heaps, m)
	}
	return n
}

// Sets returns how many P-positions have no heap larger than largest, up to c.Heaps()
// heaps.
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
// c.Largest(), which only the first block can have.
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
