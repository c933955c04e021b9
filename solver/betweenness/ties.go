package betweenness

import "math/bits"

// Two triples that speak of the same two players are tied: either orientation of
// one says which of the two comes first, so it decides the orientation of the
// other. Ties alone are a system of equations modulo 2, the relaxation that
// leaves transitivity out; where they contradict each other there is no
// solution, and this is found in linear time. In random games few players are
// tied, and nearly all unsolvable large ones are unsolvable for this reason.
//
// Triples are oriented forward (end, middle, other) or backward.
type ties struct {
	table []tiePair
	first []int32 // of each triple, the first of its ties, or none
	ties  []tie
	side  []int8  // of each triple: 0 unknown, 1 as the first one of its component, -1 reversed
	from  []int32 // the tie by which a triple was reached
	queue []int32
}

// A tie is one direction of it: a triple, and whether its orientation is the
// same as that of the triple the tie belongs to, or reversed.
type tie struct {
	to, next int32 // next tie of the same triple, or none
	reversed bool
}

// A tiePair is a slot of a hash table of pairs of players, with the triple that
// spoke of the pair last.
type tiePair struct {
	pair     uint64 // 0 for an empty slot
	triple   int32
	reversed bool // forward, it puts the higher-numbered player first
}

// find finds all ties: of the triples that speak of a pair, each is tied to the
// next. It takes linear time on average.
func (ts *ties) find(triples []triple) {
	ts.first = resize(ts.first, len(triples))
	for i := range ts.first {
		ts.first[i] = none
	}
	ts.ties = ts.ties[:0]
	width := bits.Len(uint(6 * len(triples))) // at most half full
	ts.table = resize(ts.table, 1<<width)
	clear(ts.table)
	for i, t := range triples {
		ts.speak(int32(i), t.end, t.middle, width)
		ts.speak(int32(i), t.middle, t.other, width)
		ts.speak(int32(i), t.end, t.other, width)
	}
}

// speak notes that triple i, oriented forward, puts u before v.
func (ts *ties) speak(i, u, v int32, width int) {
	reversed := u > v
	if reversed {
		u, v = v, u
	}
	pair := uint64(u)<<32 | uint64(v) // never 0, as u < v
	slot := pair * 0x9e3779b97f4a7c15 >> (64 - width)
	for ts.table[slot].pair != pair {
		if ts.table[slot].pair == 0 {
			ts.table[slot] = tiePair{pair, i, reversed}
			return
		}
		slot = (slot + 1) & (1<<width - 1)
	}
	j, differ := ts.table[slot].triple, ts.table[slot].reversed != reversed
	ts.table[slot].triple, ts.table[slot].reversed = i, reversed
	ts.add(i, j, differ)
	ts.add(j, i, differ)
}

func (ts *ties) add(i, to int32, reversed bool) {
	ts.ties = append(ts.ties, tie{to, ts.first[i], reversed})
	ts.first[i] = int32(len(ts.ties) - 1)
}

// contradiction returns triples whose ties contradict each other, or nil.
func (ts *ties) contradiction() []int32 {
	ts.side = resize(ts.side, len(ts.first))
	ts.from = resize(ts.from, len(ts.first))
	clear(ts.side)
	for i := range ts.first {
		if ts.side[i] != 0 || ts.first[i] == none {
			continue
		}
		ts.side[i], ts.from[i] = 1, none
		ts.queue = append(ts.queue[:0], int32(i))
		for k := 0; k < len(ts.queue); k++ {
			at := ts.queue[k]
			for e := ts.first[at]; e != none; e = ts.ties[e].next {
				to, side := ts.ties[e].to, ts.side[at]
				if ts.ties[e].reversed {
					side = -side
				}
				switch {
				case ts.side[to] == 0:
					ts.side[to], ts.from[to] = side, e
					ts.queue = append(ts.queue, to)
				case ts.side[to] != side:
					return ts.loop(at, to)
				}
			}
		}
	}
	return nil
}

// loop returns the triples on the ways by which two were reached, up to where
// these meet.
func (ts *ties) loop(a, b int32) []int32 {
	way := func(i int32) (way []int32) {
		for {
			way = append(way, i)
			if ts.from[i] == none {
				return way
			}
			i = ts.ties[ts.from[i]^1].to // ties are made in pairs: the other direction
		}
	}
	left, right := way(a), way(b)
	for len(left) > 1 && len(right) > 1 && left[len(left)-2] == right[len(right)-2] {
		left, right = left[:len(left)-1], right[:len(right)-1]
	}
	return append(left, right[:len(right)-1]...) // both end where they meet
}
