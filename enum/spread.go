package enum

import (
	"iter"
	"math"
	"slices"
)

const (
	// spreadHeld is the largest number of shards that are kept in memory with their paths, about 50 MB.
	spreadHeld = 1 << 20
	// spreadSeen is the largest number of shards that are mixed together. Counting this many takes a few seconds.
	// Wonderwall games of 12 players have 10,989,290 shards.
	spreadSeen = 1 << 24
	// Spread mixes runs of neighbouring shards, not single shards, because a walker has less to set up for a neighbour
	// of the shard before. With 9 players of wonderwall, spreading single shards took 7 % more time than the shards in
	// order, and spreading runs of eight shards 4 % more. Larger sizes have larger shards, so the set-up matters less.
	// Runs have at most spreadRun shards, and fewer if otherwise there were fewer than spreadRuns runs.
	spreadRuns = 1 << 10
	spreadRun  = 8
)

// Spread yields all shards in a mixed order, so that the shards yielded so far are a sample of all, from which the
// remaining time and the share of each verdict can be estimated. To save memory, it iterates over the shards more than
// once, so the sequence must yield the same ones each time.
func Spread(shards iter.Seq[Shard]) iter.Seq[Shard] {
	return spread(shards, spreadHeld, spreadSeen)
}

// spread yields all shards in a mixed order, like Spread. It holds at most mostHeld shards in memory, and counts at
// most mostSeen shards before it yields the first one.
//
// The shards are mixed within groups of mostSeen shards. A group can be too large for memory, so it is read in passes:
// k passes if it has k times mostHeld shards. Each pass holds a sample of the group in memory, every k-th shard, and
// yieldRuns yields the shards of the sample in a mixed order.
func spread(shards iter.Seq[Shard], mostHeld, mostSeen uint64) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for from := uint64(0); ; from += mostSeen { // the place of the group's first shard
			size := window{shards, from, mostSeen, 1}.count() // of the group
			passes := (size + mostHeld - 1) / mostHeld        // rounded up
			for pass := range inSteps(passes) {               // 0 to passes-1, in a mixed order
				held := window{shards, from + pass, size - pass, passes}.collect()
				if !yieldRuns(held, yield) {
					return
				}
			}

			if size < mostSeen { // this was the last group
				return
			}
		}
	}
}

// yieldRuns yields the shards in runs of up to spreadRun neighbours, because a walker has less to set up for a
// neighbour of the shard before. The order of the runs is mixed (see inSteps), so that the shards yielded so far are a
// sample of all. yieldRuns returns false when yield does.
func yieldRuns(shards []Shard, yield func(Shard) bool) bool {
	length := min(max(len(shards)/spreadRuns, 1), spreadRun)
	runs := slices.Collect(slices.Chunk(shards, length))
	for i := range inSteps(uint64(len(runs))) {
		for _, shard := range runs[i] {
			if !yield(shard) {
				return false
			}
		}
	}
	return true
}

// A window selects the shards of a sequence at the places from, from+every, from+2·every and so on, below from+among.
type window struct {
	shards             iter.Seq[Shard]
	from, among, every uint64
}

// each calls visit for the shards that the window selects.
func (w window) each(visit func(Shard)) {
	place := uint64(0)
	for shard := range w.shards {
		if place >= w.from && place-w.from >= w.among { // from+among is reached; the sum itself could overflow
			return
		}
		if place >= w.from && (place-w.from)%w.every == 0 {
			visit(shard)
		}
		place++
	}
}

func (w window) count() (number uint64) {
	w.each(func(Shard) { number++ })
	return number
}

func (w window) collect() (list []Shard) {
	w.each(func(shard Shard) { list = append(list, shard) })
	return list
}

// inSteps yields the numbers below n, each once, in steps of a fixed length modulo n, so that the numbers yielded so
// far are spread evenly.
func inSteps(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		at, step := uint64(0), stepOf(n)
		for range n {
			if !yield(at) {
				return
			}
			at = (at + step) % n
		}
	}
}

// stepOf returns the length of the steps of inSteps: the number closest to n/φ that has no divisor in common with n,
// where φ is the golden ratio, so the steps reach every number below n. The multiples of n/φ modulo n are spread more
// evenly than the multiples of other numbers, and follow no pattern of the shards.
func stepOf(n uint64) uint64 {
	golden := uint64(math.Round(float64(n) / math.Phi))
	for off := uint64(0); ; off++ {
		if commonDivisor(golden+off, n) == 1 {
			return golden + off
		}
		if off < golden && commonDivisor(golden-off, n) == 1 {
			return golden - off
		}
	}
}

func commonDivisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
