package rotisserie

import (
	"context"
	"sort"

	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// maxDecided is the most heaps of a queue that is decided by two moves: some seconds.
const maxDecided = 24

// A decider finds outcomes of queues of any heaps by the two moves of each that can be best: see
// the package's doc. It keeps what it has found of weak orders.
type decider struct {
	ctx   context.Context
	found map[string]bool // whether a weak order is P
	err   error           // of the context, once it has ended
	steps int
}

// decide returns all moves of a queue that win.
func decide(ctx context.Context, p heaps.Position) ([]heaps.Reduction, error) {
	return (&decider{ctx: ctx, found: make(map[string]bool)}).winning(p)
}

// winning returns all moves that win. The sizes that win, besides none at all, are those up to
// one if the heaps are odd in number, and those from one on if they are even.
func (d *decider) winning(p heaps.Position) (winning []heaps.Reduction, err error) {
	if len(p) == 0 {
		return nil, nil
	}
	if d.p(p[1:]) {
		winning = append(winning, heaps.Reduction{})
	}
	wins := func(left uint64) bool { return d.p(heaps.Queue.Reduce(nil, p, 0, left)) }
	sizes := int(p[0]) - 1 // 1 to sizes may be left
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

// p reports whether a queue is P. What it says is void once d.err is set.
func (d *decider) p(q heaps.Position) bool {
	if next, known := outcome(q); known {
		return !next
	}
	d.steps++
	if d.steps%1024 == 0 && d.err == nil {
		d.err = context.Cause(d.ctx)
	}
	if d.err != nil {
		return false
	}
	order := weakOrder(q)
	p, ok := d.found[order]
	if !ok {
		left := uint64(1)
		if len(q)%2 == 0 {
			left = q[0] - 1
		}
		p = !d.p(q[1:]) && (q[0] == 1 || !d.p(heaps.Queue.Reduce(nil, q, 0, left)))
		d.found[order] = p
	}
	return p
}

// weakOrder names the queues that the theorem puts together with one: by the ranks of their heaps above
// half of their number.
func weakOrder(q heaps.Position) string {
	order := make([]byte, len(q))
	for i, heap := range counts.Rank(q, uint64(len(q)/2)) {
		order[i] = byte(heap)
	}
	return string(order)
}
