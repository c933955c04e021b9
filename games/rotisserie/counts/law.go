package counts

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// An Exception is two queues, front first, of the same weak order with different
// outcomes.
type Exception struct {
	Queue  []int
	Ranked []int // the least queue of this weak order, see Rank
	P      bool  // whether Queue is a P-position, and so Ranked is none
}

// String returns an exception as a sentence.
func (e Exception) String() string {
	outcome, other := "N", "P"
	if e.P {
		outcome, other = other, outcome
	}
	return fmt.Sprintf("%s is %s and %s is %s", written(e.Queue), outcome, written(e.Ranked), other)
}

// written returns a queue with commas between its heaps.
func written(queue []int) string {
	var words []string
	for _, heap := range queue {
		words = append(words, strconv.Itoa(heap))
	}
	return strings.Join(words, ",")
}

// A Law says how far the weak-order law holds: whether the outcome of a queue depends
// only on the weak order of its heaps and 1, 2, …, Anchors.
type Law struct {
	Heaps, Anchors, Largest int
	Positions               *big.Int    // how many queues it was tested on: Largest^Heaps
	Exceptions              uint64      // how many of them have another outcome than their ranked queue
	First                   []Exception // the first of them, by largest heap and then by their heaps in order
}

// Holds reports whether no exception was found.
func (l Law) Holds() bool { return l.Exceptions == 0 }

// Complete reports whether the test was large enough: whether the law, if it holds for
// these heaps and for all queues of fewer heaps, holds for heaps of any size. See the
// theorem in the package's doc.
func (l Law) Complete() bool { return l.Largest > l.Heaps+l.Anchors }

// WeakOrder builds tables and tests the weak-order law on all queues of the given
// number of heaps, from 1 to largest each. See Tables.WeakOrder.
func WeakOrder(ctx context.Context, heaps, largest, anchors, limit, workers int) (Law, error) {
	t, err := Build(ctx, heaps, largest, workers)
	if err != nil {
		return Law{}, err
	}
	return t.WeakOrder(ctx, heaps, anchors, limit, workers)
}

// WeakOrder tests the weak-order law on all queues of the given number of heaps, 0 to
// t.Heaps(), that the tables know, against the anchors 1, 2, …, anchors. It returns the first
// exceptions, limit at most. It takes O(largest^heaps) steps, and returns an error if
// anchors is not from 0 to t.Largest() or if the context ends.
func (t *Tables) WeakOrder(ctx context.Context, heaps, anchors, limit, workers int) (Law, error) {
	law := Law{Heaps: heaps, Anchors: anchors, Largest: t.largest}
	if anchors < 0 || anchors > t.largest {
		return law, fmt.Errorf("%d anchors, want 0 to %d", anchors, t.largest)
	}
	law.Positions = new(big.Int).Exp(big.NewInt(int64(t.largest)), big.NewInt(int64(heaps)), nil)
	exceptions, first, err := t.exceptions(ctx, workers, heaps, ranker{anchors: anchors, missing: t.largest, limit: limit})
	if err != nil {
		return law, err
	}
	law.Exceptions = exceptions
	for _, queue := range first {
		p, err := t.P(queue)
		if err != nil {
			return law, err
		}
		law.First = append(law.First, Exception{Queue: queue, Ranked: Rank(queue, anchors), P: p})
	}
	return law, nil
}

// exceptions returns how many queues of so many heaps have another outcome than their
// ranked ones, and the first of them, as rankers like the given one find them.
func (t *Tables) exceptions(ctx context.Context, workers, heaps int, like ranker) (uint64, [][]int, error) {
	if heaps == 0 {
		return 0, nil, ctx.Err() // there is one queue
	}
	thresholds := t.thresholds[heaps]
	like.largest, like.thresholds = t.largest, thresholds
	rankers := slices.Repeat([]ranker{like}, team(workers))
	err := sweep(ctx, workers, t.all(heaps), func(worker int, c *cursor) {
		digits := c.digits[:heaps-1]
		for i, threshold := range thresholds[c.start : c.start+c.length] {
			if heaps > 1 {
				digits[heaps-2] = i
			}
			rankers[worker].compare(digits, int(threshold))
		}
		if heaps > 1 {
			digits[heaps-2] = 0
		}
	})
	if err != nil {
		return 0, nil, err
	}
	var found uint64
	var first [][]int
	for i := range rankers {
		found += rankers[i].exceptions
		first = append(first, rankers[i].first...)
	}
	slices.SortFunc(first, compareQueues)
	return found, first[:min(max(like.limit, 0), len(first))], nil
}

// compareQueues orders queues by their largest heap and then by their heaps, so that the
// first exceptions stay the first ones when larger heaps are looked at.
func compareQueues(a, b []int) int {
	if d := slices.Max(a) - slices.Max(b); d != 0 {
		return d
	}
	return slices.Compare(a, b)
}
