package enum

import (
	"iter"
	"math"
	"slices"
)

const (
	// spreadHeld is the largest number of shards that are kept in memory with their paths, about 50 MB.
	spreadHeld = 1 << 20
	// spreadSeen is the largest number of shards that are mixed together. Counting this many before the first one is
	// yielded takes a few seconds. Wonderwall games of 12 players have 10,989,290 shards.
	spreadSeen = 1 << 24
	// Spread mixes runs of neighbouring shards, not single shards, because a walker has less to set up for a neighbour
	// of the shard before. With 9 players of wonderwall, spreading single shards took 7 % more time than the shards in
	// order, and spreading runs of eight shards 4 % more. Larger sizes have larger shards, so the set-up matters less.
	// spreadRun is the largest number of shards in a run. Runs are shorter if otherwise there were fewer than
	// spreadRuns.
	spreadRuns = 1 << 10
	spreadRun  = 8
)

// Spread yields all shards in a mixed order. At any time the shards yielded so far are a sample of all shards, so their
// results allow an estimate of the remaining time and of the share of each verdict. In the order of their ids the first
// shards would be no sample, because neighbours are similar. To save memory, Spread iterates over the shards more than
// once, so the sequence must yield the same ones each time.
func Spread(shards iter.Seq[Shard]) iter.Seq[Shard] {
	return spread(shards, spreadHeld, spreadSeen)
}

// spread is Spread with two limits: at most mostHeld shards are in memory, and at most mostSeen are counted before the
// first one is yielded.
//
// It mixes the shards of each group of mostSeen. A group of k times mostHeld shards is read in k passes. A pass holds
// every k-th shard of the group, which are a sample of it.
func spread(shards iter.Seq[Shard], mostHeld, mostSeen uint64) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for from := uint64(0); ; from += mostSeen { // the place of the group's first shard
			size := window{shards, from, mostSeen, 1}.count() // of the group
			passes := (size + mostHeld - 1) / mostHeld        // rounded up
			for pass := range inSteps(passes) {               // 0 to passes-1, in a mixed order
				// Hold every passes-th shard of the group, beginning with shard number pass of the group.
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

// yieldRuns yields the shards in a mixed order: runs of up to spreadRun neighbours, in the order of inSteps. It stops
// and returns false when yield returns false.
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

// A window selects the shards of a sequence at the places from, from+every, from+2·every and so on, below from+among,
// counted from 0.
type window struct {
	shards             iter.Seq[Shard]
	from, among, every uint64
}

// each visits the shards of the window, in order.
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

// count returns how many shards the window has.
func (w window) count() (number uint64) {
	w.each(func(Shard) { number++ })
	return number
}

// collect returns the shards of the window.
func (w window) collect() (list []Shard) {
	w.each(func(shard Shard) { list = append(list, shard) })
	return list
}

// inSteps yields the numbers below n, each once, so that those yielded so far are spread evenly, in steps of a fixed
// length modulo n; see stepOf.
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

// stepOf returns the length of the steps in which inSteps goes through the numbers below n: the number closest to n/φ
// that has no divisor in common with n, where φ is the golden ratio. Therefore the steps modulo n reach every number
// below n. The multiples of n/φ are spread more evenly than those of other numbers, and follow no pattern of the
// shards.
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

// commonDivisor returns the greatest common divisor of two numbers.
func commonDivisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
