package marking

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/share"
)

// Options say how to mark. The zero value is ready to use.
type Options struct {
	Workers int    // that may work at a time, 1 if smaller. The table is the same
	Memory  uint64 // bytes that may be taken; 4 GiB if 0

	// Share, if not nil, is told which share of the work is done, 0 to 1, by any worker.
	Share func(share float64)
}

func (o Options) memory() uint64 { return cmp.Or(o.Memory, 4<<30) }

// Mark finds all P-positions among the subsets of {1..n}, n from 0 to [MaxSets]. For each
// 64 sets it unites some (n-15)²/8 + 40 words. It takes tableMemory(n) bytes.
// It returns an error if that is more than o.Memory, and the cause of the context within some
// milliseconds after it ends.
func Mark(ctx context.Context, n int, o Options) (*Table, error) {
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, want 0 to %d", n, MaxSets)
	}
	if need := tableMemory(n); need > o.memory() || uint64(int(need)) != need {
		return nil, fmt.Errorf("subsets of {1..%d} take %d MiB of memory, want at most %d MiB", n, need>>20, o.memory()>>20)
	}
	order := newLevels(headBits(n))
	t := &Table{n: n, words: make([]uint64, len(order.heads)*blockWords)}
	within := newMoves()
	markers := make([]*marker, max(o.Workers, 1))
	for i := range markers {
		markers[i] = &marker{within: within, words: t.words, census: newCensus(n, n)}
	}
	work := share.Of(uint64(len(order.heads)), o.Share)
	for s := range order.count() {
		heads := order.level(s)
		err := share.Each(ctx, len(markers), len(heads), func(worker, i int) {
			m := markers[worker]
			m.mark(heads[i])
			m.census.block(heads[i], blockAt(m.words, heads[i]))
			work.Add(1)
		})
		if err != nil {
			return nil, err
		}
	}
	t.census = newCensus(n, n)
	for _, m := range markers {
		t.census.add(m.census)
	}
	return t, nil
}

// Levels are all heads in the order in which they are marked. Every move that changes a
// head makes the sum of its elements smaller, so the heads of one sum, a level, do not
// wait for each other: a machine's cores share a level, and meet at its end.
//
// The heads of 15 elements have 121 levels, the widest of 722 heads.
type levels struct {
	heads []uint32 // by sum, then by number
	ends  []uint32 // where each sum ends
}

// newLevels returns the levels of all heads of so many elements, at most 31.
func newLevels(elements int) levels {
	l := levels{
		heads: make([]uint32, 1<<elements),
		ends:  make([]uint32, levelCount(elements)),
	}
	for head := range uint32(len(l.heads)) {
		l.ends[sum(head)]++
	}
	var begin uint32
	for s, width := range l.ends {
		l.ends[s] = begin
		begin += width
	}
	for head := range uint32(len(l.heads)) {
		end := &l.ends[sum(head)]
		l.heads[*end] = head
		*end++
	}
	return l
}

// levelCount returns how many levels the heads of so many elements have.
func levelCount(elements int) int { return elements*(elements+1)/2 + 1 }

// count returns how many levels there are.
func (l levels) count() int { return len(l.ends) }

// level returns the heads of sum s.
func (l levels) level(s int) []uint32 {
	var begin uint32
	if s > 0 {
		begin = l.ends[s-1]
	}
	return l.heads[begin:l.ends[s]]
}

// sum returns the sum of the elements of a head, the least of which counts as 1.
func sum(head uint32) int {
	return bits.OnesCount32(head) +
		bits.OnesCount32(head&0xaaaaaaaa) +
		bits.OnesCount32(head&0xcccccccc)<<1 +
		bits.OnesCount32(head&0xf0f0f0f0)<<2 +
		bits.OnesCount32(head&0xff00ff00)<<3 +
		bits.OnesCount32(head&0xffff0000)<<4
}
