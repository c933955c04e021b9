package wins

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// byFrontier returns the number of sets of arcs that give the chips the same nimber, of
// a trimmed DAG, and needs no more than memory bytes, or returns a *memoryError.
//
// Vertices get their nimbers one after the other. A state is the nimbers of the live
// ones, those that still matter; its count is how many sets of the arcs so far lead to
// it. A vertex with r arcs, a[j] of them to vertices of nimber j, gets nimber g from
//
//	(2^a[0] - 1) … (2^a[g-1] - 1) 2^(r - a[0] - … - a[g])
//
// sets of its arcs. Nimbers that make no difference any more count as one, and those of
// twins, live vertices to which the same vertices will have an arc, are sorted.
func byFrontier(ctx context.Context, steps []step, memory int64) (*big.Int, error) {
	now, next := new(layer), new(layer)
	now.reset(0, 1)
	now.at(nil)[0] = 1
	arcs := 0
	var w walker
	for _, s := range steps {
		arcs += s.arcs
		next.reset(len(s.from), arcs/64+1)
		w.prepare(s)
		for i := range now.states {
			if i%1024 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			w.expand(s, now.key(i), now.count(i), next)
			if used := now.bytes() + next.bytes(); used > memory {
				return nil, &memoryError{next.states, memory}
			}
		}
		now, next = next, now
	}
	equal := new(big.Int)
	if now.states == 0 {
		return equal, nil // the chips never have the same nimber
	}
	count := now.count(0)
	for i := len(count) - 1; i >= 0; i-- {
		equal.Lsh(equal, 64).Or(equal, new(big.Int).SetUint64(count[i]))
	}
	return equal, nil
}

// A memoryError says that the states of the frontier need more memory than there is.
type memoryError struct {
	states int
	memory int64
}

func (e *memoryError) Error() string {
	return fmt.Sprintf("frontier: more than %d states at a time, want at most what fits into %d MiB",
		e.states, e.memory>>20)
}

// A walker is the buffers of a step.
type walker struct {
	ends   []int // by nimber: how many ends have it
	key    []byte
	ways   []uint64 // the product (2^a[0] - 1) … (2^a[g-1] - 1)
	weight []uint64 // that times the power of two
}

// prepare makes the buffers large enough for a step.
func (w *walker) prepare(s step) {
	w.ends = make([]int, int(s.void)+1)
	w.key = make([]byte, len(s.from))
	w.ways = make([]uint64, s.arcs/64+1)
	w.weight = make([]uint64, s.arcs/64+1)
}

// expand adds what becomes of a state to the next layer.
func (w *walker) expand(s step, state []byte, count []uint64, next *layer) {
	clear(w.ends)
	w.ends[0] = s.sinks
	for _, place := range s.ends {
		if g := state[place]; g < s.void {
			w.ends[g]++
		}
	}
	clear(w.ways)
	w.ways[0] = 1
	free := s.arcs
	for g := 0; ; g++ {
		free -= w.ends[g]
		if w.wanted(s, state, g) {
			shiftLeft(w.weight, w.ways, free)
			addProduct(next.at(w.after(s, state, g)), count, w.weight)
		}
		if w.ends[g] == 0 {
			return // a larger nimber would need an arc to a vertex of nimber g
		}
		shiftLeft(w.weight, w.ways, w.ends[g])
		subtract(w.weight, w.ways)
		w.ways, w.weight = w.weight, w.ways
	}
}

// wanted says whether the vertex may have nimber g: the upper chip only that of the lower
// one, which is 0 if the lower one has no arcs.
func (w *walker) wanted(s step, state []byte, g int) bool {
	if s.vertex != 0 {
		return true
	}
	if s.lower < 0 {
		return g == 0
	}
	return g == int(state[s.lower])
}

// after returns the state after the step, when the vertex gets nimber g.
func (w *walker) after(s step, state []byte, g int) []byte {
	for i, from := range s.from {
		nimber := uint8(g)
		if from >= 0 {
			nimber = state[from]
		}
		w.key[i] = min(nimber, s.most[i])
	}
	for _, t := range s.twins {
		insertionSort(w.key[t.first:t.end])
	}
	return w.key
}

// insertionSort sorts nimbers, which are nearly sorted.
func insertionSort(a []byte) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

// shiftLeft makes z be x 2^by, which must fit. Both have the same number of words.
func shiftLeft(z, x []uint64, by int) {
	words, shift := by/64, by%64
	for i := len(z) - 1; i >= 0; i-- {
		z[i] = 0
		if j := i - words; j >= 0 {
			z[i] = x[j] << shift
			if j > 0 {
				z[i] |= x[j-1] >> (64 - shift)
			}
		}
	}
}

// subtract makes z be z - x, for x <= z.
func subtract(z, x []uint64) {
	var borrow uint64
	for i := range z {
		z[i], borrow = bits.Sub64(z[i], x[i], borrow)
	}
}
