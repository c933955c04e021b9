package enum

import (
	"iter"
	"math"
	"slices"
)

const (
	// spreadHeld is the largest number of shards kept in memory with their paths, about 50 MB.
	spreadHeld = 1 << 20
	// spreadSeen is the largest number of shards counted before the first one is done, which takes a few
	// seconds. Wonderwall games of 12 players have 10,989,290.
	spreadSeen = 1 << 24
	// spreadRuns is the smallest number of runs of neighbours, unless there are fewer shards, and spreadRun the
	// most shards of a run. A walker that does neighbours one after the other has less to set up: for 9 players of
	// wonderwall, single shards took 7 % more time than shards in order, and runs of eight 4 %. Larger sizes have
	// larger shards.
	spreadRuns = 1 << 10
	spreadRun  = 8
)

// Spread yields shards in an order in which any number of first shards is a sample of all, so that the time of the
// rest and the share of each verdict can be estimated. In the order of their ids the first shards of a walk are
// similar. Spread iterates over the shards more than once, so they must be the same each time.
func Spread(shards iter.Seq[Shard]) iter.Seq[Shard] {
	return spread(shards, spreadHeld, spreadSeen)
}

// spread is Spread with the limits that the caller provides. It iterates over the shards once to count them, and again for
// each mostHeld; it spreads the first mostSeen shards, then the next mostSeen, and so on.
func spread(shards iter.Seq[Shard], mostHeld, mostSeen uint64) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for from := uint64(0); ; from += mostSeen {
			seen := window{shards, from, mostSeen, 1}.count()
			passes := (seen + mostHeld - 1) / mostHeld
			for pass := range inSteps(passes) {
				held := window{shards, from + pass, seen - pass, passes}.collect()
				if !yieldRuns(held, yield) {
					return
				}
			}
			if seen < mostSeen {
				return
			}
		}
	}
}

// yieldRuns yields shards in runs of neighbours, and reports false once yield does.
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

// A window is the shards at the places from, from+every, from+2·every and so on, before the place from+among of a
// sequence.
type window struct {
	shards             iter.Seq[Shard]
	from, among, every uint64
}

// each visits the shards of the window.
func (w window) each(visit func(Shard)) {
	place := uint64(0)
	for shard := range w.shards {
		if place >= w.from && place-w.from >= w.among {
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

// inSteps yields the numbers below n, each once, in steps of a fixed length modulo n.
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

// stepOf returns the length of a step: the number closest to n/φ that has no divisor in common with n, so that
// every number is met. Here φ is the golden ratio. Its multiples are spread more evenly than those of other
// numbers, and follow no pattern of the shards, for example that every eighth is alike.
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
