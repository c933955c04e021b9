package rotisserie

import (
	"context"
	"sort"

	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// maxDecided is the largest number of heaps of a queue that is decided by two moves, which takes some seconds.
const maxDecided = 24

// A decider finds who wins from a queue of heaps of any size. In each queue it tries only the two moves that can be
// best, as the package documentation proves. It remembers the outcome of each weak order, i.e. how the heaps compare
// with one another and with a few small numbers, because the weak order determines the outcome.
type decider struct {
	ctx      context.Context
	outcomes map[string]bool // the weak orders that were decided, and whether they are P
	err      error           // the context's error, once it has ended
	steps    int
}

func decide(ctx context.Context, p heaps.Position) ([]heaps.Reduction, error) {
	return (&decider{ctx: ctx, outcomes: make(map[string]bool)}).winningMoves(p)
}

// winningMoves returns all moves that win from a queue. If the number of heaps is odd, a move that leaves a part of the
// front wins if this part is at most some limit. If the number is even, such a move wins if the part is at least some
// limit. Binary search finds the limit. The section "Two moves" of the package documentation has the proof.
func (d *decider) winningMoves(p heaps.Position) (winning []heaps.Reduction, err error) {
	if len(p) == 0 {
		return nil, nil
	}
	if d.p(p[1:]) { // the front may be removed
		winning = append(winning, heaps.Reduction{})
	}
	wins := func(left uint64) bool { return d.p(heaps.Queue.Reduce(nil, p, 0, left)) }
	sizes := int(p[0]) - 1 // the front may be reduced to 1, ..., sizes
	if len(p)%2 == 1 {
		most := sort.Search(sizes, func(i int) bool { return !wins(uint64(i) + 1) })
		if most > 0 {
			winning = append(winning, heaps.Reduction{Least: 1, Most: uint64(most)})
		}
	} else if least := sort.Search(sizes, func(i int) bool { return wins(uint64(i) + 1) }); least < sizes {
		winning = append(winning, heaps.Reduction{Least: uint64(least) + 1, Most: uint64(sizes)})
	}
	return winning, d.err
}

// p reports whether a queue is a P-position, which the player who moves loses. It tries only the two moves that can be
// best: removing the front heap, and reducing it, to 1 stick if the number of heaps is odd, and by 1 stick if it is
// even. The result means nothing once d.err is set.
func (d *decider) p(q heaps.Position) bool {
	if next, known := outcome(q); known { // a formula decides the queue; next says that the player who moves wins
		return !next
	}
	d.steps++
	if d.steps%1024 == 0 && d.err == nil {
		d.err = context.Cause(d.ctx)
	}
	if d.err != nil {
		return false
	}
	order := weakOrder(q) // decides the outcome, by a theorem of the package documentation
	p, ok := d.outcomes[order]
	if !ok {
		left := uint64(1) // what the second move leaves of the front
		if len(q)%2 == 0 {
			left = q[0] - 1
		}
		p = !d.p(q[1:]) && (q[0] == 1 || !d.p(heaps.Queue.Reduce(nil, q, 0, left)))
		d.outcomes[order] = p
	}
	return p
}

// weakOrder returns the string under which the decider stores the outcome of a queue. All queues with this string have
// the same outcome. Let h be half of the number of heaps, rounded down. The byte of a heap is the heap itself if it is
// at most h, otherwise h plus its rank among the heaps above h.
func weakOrder(q heaps.Position) string {
	order := make([]byte, len(q))
	for i, heap := range counts.Rank(q, uint64(len(q)/2)) {
		order[i] = byte(heap)
	}
	return string(order)
}
