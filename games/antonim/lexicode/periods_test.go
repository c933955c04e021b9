package lexicode

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"enumerate/internal/ints"
)

// MaxPair is the largest second heap of Periods.
const MaxPair = 64

// A Period says how the P-positions of four heaps A < B < c < d repeat: for every c >= From, the position A, B, c, d is
// P iff A, B, c+Length, d+Length is P. Length is the least such number.
type Period struct {
	A, B         int
	Length, From int // 0, 0 if no period is proved
	Most         int // the largest d - c among the P-positions that were found
}

// Bound returns an upper bound of d - c for all P-positions A < B < c < d, by the theorem in the package documentation.
func (p Period) Bound() int { return 2*p.A + 4*p.B - 2 }

// Periods returns a Period for every pair of heaps A < B with B at most `second`, in the order of B and then of A. A
// Period says how the P-positions A < B < c < d repeat as c grows. For each pair, the algorithm takes one c after
// another, like the proof of the theorem in the package documentation, and has proved a period once it is in the same
// state twice. If this needs a c above `end`, the pair has Length 0. `second` must be from 0 to MaxPair.
func Periods(ctx context.Context, second, end int) ([]Period, error) {
	if second < 0 || second > MaxPair {
		return nil, fmt.Errorf("second heaps up to %d, expected 0 to %d", second, MaxPair)
	}
	m := &machine{end: end, closed: make([][][]int32, second+1)}
	for x := range m.closed {
		m.closed[x] = make([][]int32, end+1)
	}
	var all []Period
	for b := 2; b <= second; b++ {
		for a := 1; a < b; a++ {
			p, err := m.pair(ctx, a, b, all)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// A machine goes through pairs a < b of heaps, and finds the P-positions whose two least heaps are a and b.
type machine struct {
	end    int
	closed [][][]int32 // closed[x][c]: the d > c for which {x, c, d} is part of a P-position that was found
}

// pair finds the P-positions a < b < c < d with c up to m.end, and proves the Period by which they repeat, as in the
// package documentation (for the set S = {a, b}). The argument `before` must have the Periods of all earlier pairs:
// those with a smaller b, or the same b and a smaller a. In the comments below, a set of three heaps is closed if it is
// a P-position, or a part of a P-position found before. {a, b, x} is a P-position for the heap x = closing(a, b).
func (m *machine) pair(ctx context.Context, a, b int, before []Period) (Period, error) {
	p := Period{A: a, B: b}
	taken := make([]bool, m.end+p.Bound()+2) // taken[x]: {a, b, x} is closed, so x is neither a c nor a d any more
	finite := max(b, closing(a, b))
	taken[min(closing(a, b), len(taken)-1)] = true
	for _, d := range m.closedWith(a, b) {
		taken[min(int(d), len(taken)-1)] = true
		finite = max(finite, int(d))
	}

	length, from := inputs(a, b, before)
	from = max(from, finite+1)
	seen := make(map[string]int) // the c at which the machine was in each state
	above := make([]int, m.end+1)
	first, again := 0, 0 // two c at which the machine is in the same state

	// For each c for which {a, b, c} is not closed, i.e. not part of a P-position found before, find the least d that
	// makes a, b, c, d a P-position. The inputs of this search are periodic in c (see inputs). At the beginning of each
	// period of the inputs, note the state: for which x from c on the set {a, b, x} is closed. If a state occurs twice,
	// the P-positions are periodic too.
	for c := b + 1; c <= m.end; c++ {
		if c%1024 == 0 && ctx.Err() != nil {
			return p, context.Cause(ctx)
		}
		if length > 0 && again == 0 && c >= from && (c-from)%length == 0 {
			state := fmt.Sprint(taken[c:][:p.Bound()+1])
			if at, ok := seen[state]; ok {
				first, again = at, c
			}
			seen[state] = c
		}
		if taken[c] {
			continue
		}
		d := c + 1
		for taken[d] || d == closing(a, c) || d == closing(b, c) || slices.Contains(m.closed[a][c], int32(d)) || slices.Contains(m.closed[b][c], int32(d)) {
			d++
			if d-c > p.Bound() {
				return p, fmt.Errorf("%d, %d, %d: no d up to %d makes a P-position, which contradicts the theorem", a, b, c, d)
			}
		}
		taken[d] = true
		above[c] = d - c
		p.Most = max(p.Most, d-c)
		m.close(a, c, d)
		m.close(b, c, d)
		m.close(a, b, c)
		m.close(a, b, d)
	}

	if again > 0 {
		p.Length, p.From = shortest(above[b+1:], first-b-1, again-first)
		p.From += b + 1
	}
	return p, nil
}

// closing returns the heap that makes a P-position of three with two different heaps x and y, or 0 if x and y alone are
// a P-position.
func closing(x, y int) int { return ((x + 1) ^ (y + 1)) - 1 }

// close notes that the heaps x < y < z are part of a P-position that was found, so that closedWith(x, y) returns z. The
// function pair calls closedWith only with an x below len(m.closed) and a y of at most m.end, so close drops all other
// triples.
func (m *machine) close(x, y, z int) {
	if x < len(m.closed) && y <= m.end {
		m.closed[x][y] = append(m.closed[x][y], int32(z))
	}
}

// closedWith returns the heaps z > y for which x, y, z are part of a P-position that was found.
func (m *machine) closedWith(x, y int) []int32 {
	if y > m.end {
		return nil
	}
	return m.closed[x][y]
}

// inputs returns a period in c of everything on which the search for the P-positions a < b < c < d depends, and the c
// from which this period holds. The search depends on two kinds of P-positions. Those of three heaps that contain a or
// b repeat with a period that divides the least power of 2 above b+1. Those of four heaps whose two least heaps are an
// earlier pair with a or b repeat with the Period of this pair, given in the argument `before`. The length is 0 if one
// of these pairs has no proved period, or if the common period is too long.
func inputs(a, b int, before []Period) (length, from int) {
	length = 1 << bits.Len(uint(b+1))
	for _, p := range before {
		if p.A != a && p.B != a && p.B != b {
			continue
		}
		if p.Length == 0 || length > 1<<31 {
			return 0, 0
		}
		length = length / ints.GCD(length, p.Length) * p.Length
		from = max(from, p.From)
	}
	return length, from
}

// shortest returns the least period of a sequence, and the index from which on it holds. From the index `first` on, the
// sequence is known to have the period `period`.
func shortest(sequence []int, first, period int) (length, from int) {
	for length = 1; ; length++ {
		if period%length == 0 && repeats(sequence[first:][:period], length) {
			break
		}
	}
	from = first
	for from > 0 && sequence[from-1] == sequence[from-1+length] {
		from--
	}
	return length, from
}

func repeats(sequence []int, length int) bool {
	for i := length; i < len(sequence); i++ {
		if sequence[i] != sequence[i-length] {
			return false
		}
	}
	return true
}
