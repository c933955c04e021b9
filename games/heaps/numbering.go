package heaps

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sort"

	"enumerate/internal/ints"
	"enumerate/internal/rows"
)

// A numbering gives a number from 0 up to each position with at most some number of heaps, each of at most some number
// of sticks, so that a table can be indexed by positions. Positions with fewer heaps come first. For equally many heaps
// the order depends on the kind:
//
//   - Lists, of a Stack or a Queue, are in lexicographic order: they are numbers whose digits are the heaps less 1.
//   - Multisets and sets are ordered by their largest heaps, then by the second largest, and so on. The number of a set
//     is the sum of C(a_i - 1, i) over its heaps a_1 < a_2 < ... (the combinatorial number system). A multiset becomes
//     a set if i - 1 is added to its i-th heap.
//
// So taking sticks leads to a lesser number, except in a Queue.
type numbering struct {
	kind    Kind
	heaps   int
	largest uint64
	offsets []uint64   // offsets[k] is the number of the first position with k heaps; offsets[heaps+1] is the end
	choose  [][]uint64 // choose[k][n] = C(n, k) for k >= 2, for the n and k that positions need
}

// positions returns the number of positions with at most the given number of heaps, each of at most `largest` sticks,
// or the greatest uint64 if that does not fit.
func (k Kind) positions(heaps int, largest uint64) uint64 {
	sum := uint64(0)
	for n := 0; n <= heaps && sum < math.MaxUint64; n++ { // stop at the limit: there may be very many heaps
		sum = ints.SaturatingAdd(sum, k.ofLength(n, largest))
	}
	return sum
}

// ofLength returns the number of positions with exactly the given number of heaps, or the greatest uint64 if it does
// not fit.
func (k Kind) ofLength(heaps int, largest uint64) uint64 {
	switch {
	case heaps == 0:
		return 1
	case k == Set:
		return ints.SaturatingBinomial(largest, uint64(heaps))
	case k == Multiset && largest > 0: // C(largest+heaps-1, heaps); see numbering
		return ints.SaturatingBinomial(ints.SaturatingAdd(largest, uint64(heaps)-1), uint64(heaps))
	}
	power := uint64(1) // becomes largest^heaps, the number of lists; with largest = 1 it stays 1
	for i := 0; i < heaps && power < math.MaxUint64 && largest != 1; i++ {
		power = ints.SaturatingMul(power, largest)
	}
	return power
}

// maxNumbered limits the number of positions of a numbering, so that its tables are small.
const maxNumbered = 1 << 40

// newNumbering numbers the positions of a kind with at most the given number of heaps, each of at most `largest`
// sticks, or fails if there are more than maxNumbered. The memory is a word for each pair of a number of heaps and a
// number of sticks.
func newNumbering(kind Kind, heaps int, largest uint64) (*numbering, error) {
	if all := kind.positions(heaps, largest); all > maxNumbered {
		return nil, fmt.Errorf("up to %d heaps of up to %s sticks have more than %s positions: choose fewer or smaller heaps", heaps, rows.Count(largest), rows.Count(maxNumbered))
	}
	n := &numbering{kind: kind, heaps: heaps, largest: largest, offsets: []uint64{0}}
	for k := range heaps + 1 {
		n.offsets = append(n.offsets, n.offsets[k]+kind.ofLength(k, largest))
	}
	if kind.sorted() {
		n.choose = binomials(heaps, largest+uint64(heaps))
	}
	return n, nil
}

// binomials returns a table with choose[k][n] = C(n, k), or the greatest uint64 if that does not fit, for k from 2 to
// `most` and n below `end`.
func binomials(most int, end uint64) [][]uint64 {
	choose := make([][]uint64, most+1)
	for k := 2; k <= most; k++ {
		choose[k] = make([]uint64, end)
		for n := uint64(1); n < end; n++ {
			before := n - 1 // C(n-1, k-1) for k = 2
			if k > 2 {
				before = choose[k-1][n-1]
			}
			choose[k][n] = ints.SaturatingAdd(choose[k][n-1], before)
		}
	}
	return choose
}

// binomial returns C(top, k) for k >= 1.
func (n *numbering) binomial(top uint64, k int) uint64 {
	if k == 1 {
		return top
	}
	return n.choose[k][top]
}

// Heaps returns the largest number of heaps of a position.
func (n *numbering) Heaps() int { return n.heaps }

// Largest returns the largest number of sticks of a heap.
func (n *numbering) Largest() uint64 { return n.largest }

// Positions returns the number of positions.
func (n *numbering) Positions() uint64 { return n.offsets[n.heaps+1] }

// First returns the number of the first position with the given number of heaps. For n.Heaps()+1 heaps it returns the
// number of all positions.
func (n *numbering) First(heaps int) uint64 { return n.offsets[heaps] }

// Number returns the number of position p, in time linear in the number of heaps.
func (n *numbering) Number(p Position) uint64 {
	number := uint64(0)
	switch n.kind {
	case Multiset:
		for i, heap := range p {
			number += n.binomial(heap-1+uint64(i), i+1)
		}
	case Set:
		for i, heap := range p {
			number += n.binomial(heap-1, i+1)
		}
	default:
		for _, heap := range p {
			number = number*n.largest + heap - 1
		}
	}
	return n.offsets[len(p)] + number
}

// At returns the position with the given number. It uses the memory of buffer if the position fits.
//
// After subtracting the number of the first position with as many heaps, At takes the number apart, from the last heap
// to the first. In a list each heap is a digit. In a set the largest term C(a_i - 1, i) that is not above the remaining
// number gives the heap a_i.
func (n *numbering) At(number uint64, buffer Position) Position {
	heaps := sort.Search(n.heaps, func(k int) bool { return n.offsets[k+1] > number })
	number -= n.offsets[heaps]
	p := buffer[:0]
	for range heaps {
		p = append(p, 0)
	}

	for i := heaps - 1; i >= 0; i-- {
		if !n.kind.sorted() {
			p[i] = number%n.largest + 1
			number /= n.largest
			continue
		}

		end := n.largest + uint64(heaps)
		top := uint64(sort.Search(int(end)-1, func(x int) bool { return n.binomial(uint64(x)+1, i+1) > number }))
		number -= n.binomial(top, i+1)
		p[i] = top + 1
		if n.kind == Multiset { // from the set back to the multiset
			p[i] -= uint64(i)
		}
	}
	return p
}

// Next changes position p into the position with the next number, or returns false if p is the last position. It counts
// as an odometer does, whose fastest wheel is the last heap in a list, and the first heap in a Multiset or a Set. If no
// heap can grow, the position gets one more heap.
func (n *numbering) Next(p Position) (Position, bool) {
	if n.kind.sorted() {
		for i := range p {
			last := i+1 == len(p)
			mayGrow := last && p[i] < n.largest || !last && p[i]+n.gap() <= p[i+1]
			if mayGrow {
				p[i]++
				n.reset(p[:i])
				return p, true
			}
		}
	} else {
		for i := len(p) - 1; i >= 0; i-- {
			if p[i] < n.largest {
				p[i]++
				n.reset(p[i+1:])
				return p, true
			}
		}
	}

	noneLonger := len(p) == n.heaps || n.offsets[len(p)+1] == n.offsets[len(p)+2]
	if noneLonger {
		return p, false
	}
	p = append(p, 0)
	n.reset(p)
	return p, true
}

// gap returns the least difference between a heap and the next larger one that lets the smaller heap grow by one.
func (n *numbering) gap() uint64 {
	if n.kind == Set {
		return 2
	}
	return 1
}

// reset gives the heaps of p their least sizes.
func (n *numbering) reset(p Position) {
	for i := range p {
		p[i] = 1
		if n.kind == Set {
			p[i] = uint64(i) + 1
		}
	}
}

// between is the number of moves or positions between two checks of the context: a few milliseconds.
const between = 1 << 16

// eachInOrder calls visit with every position after all its options: for most kinds in the order of the numbers, and in
// a Queue by the number of heaps and then of sticks. visit returns the number of moves that it examined, a measure of
// the work between two checks of the context.
func (n *numbering) eachInOrder(ctx context.Context, visit func(Position) int) error {
	work := 0 // the number of moves and positions since the last check of the context
	goOn := func(p Position) bool {
		work += visit(p) + 1
		if work <= between {
			return true
		}
		work = 0
		return ctx.Err() == nil
	}

	p := make(Position, 0, n.heaps)
	if n.kind != Queue {
		for more := true; more && goOn(p); p, more = n.Next(p) {
		}
		return ctx.Err()
	}

	for heaps := range n.heaps + 1 {
		for sticks := uint64(heaps); sticks <= uint64(heaps)*n.largest; sticks++ {
			if !n.eachOfSum(p[:heaps], 0, sticks, goOn) {
				return ctx.Err()
			}
		}
	}
	return ctx.Err()
}

// eachOfSum calls visit with all lists of len(p) heaps that begin with p[:from], and whose other heaps have the given
// number of sticks in total, in lexicographic order, until visit returns false. The lists use the memory of p.
func (n *numbering) eachOfSum(p Position, from int, sticks uint64, visit func(Position) bool) bool {
	if from == len(p) {
		return visit(p)
	}

	laterHeaps := uint64(len(p) - from - 1)                   // the number of heaps after this one, which have 1 to n.largest sticks
	least := max(1, sticks-min(sticks, laterHeaps*n.largest)) // so many sticks remain if the heaps behind are as large as possible
	for heap := least; heap <= min(n.largest, sticks-laterHeaps); heap++ {
		p[from] = heap
		if !n.eachOfSum(p, from+1, sticks-heap, visit) {
			return false
		}
	}
	return true
}

// games returns the number of labelled games with heaps of at most M = largest sticks: for each number k of heaps in
// the span s, M^k lists or, for a Set, C(M, k) sets.
func (k Kind) games(s Span, largest uint64) *big.Int {
	sum := new(big.Int)
	m := new(big.Int).SetUint64(largest)
	if k == Set {
		if s.All {
			return sum.Lsh(big.NewInt(1), uint(largest))
		}
		for heaps := s.Least; heaps <= s.within(k, largest).Most; heaps++ {
			sum.Add(sum, new(big.Int).Binomial(int64(largest), int64(heaps)))
		}
		return sum
	}

	power := new(big.Int).Exp(m, big.NewInt(int64(s.Least)), nil)
	for heaps := s.Least; heaps <= s.Most; heaps++ {
		sum.Add(sum, power)
		power.Mul(power, m)
	}
	return sum
}

// classes returns the number of classes of positions with K = s.Least to L = s.Most heaps, each of at most M = largest
// sticks.
//
// A multiset of at most L heaps is the same as a multiset of exactly L heaps, where some may have no sticks, and there
// are C(M+L, L) of these. The multisets with fewer than K heaps are subtracted.
func (k Kind) classes(s Span, largest uint64) *big.Int {
	if k != Multiset {
		return k.games(s, largest)
	}
	upTo := func(heaps int) *big.Int {
		if heaps < 0 {
			return new(big.Int)
		}
		return new(big.Int).Binomial(int64(largest)+int64(heaps), int64(heaps))
	}
	return new(big.Int).Sub(upTo(s.Most), upTo(s.Least-1))
}
