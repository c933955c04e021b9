package rotisserie

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// How far the laws are known to hold, from runs of package counts. A check that finds
// otherwise is news.
const (
	lawOfTwo   = 7 // heaps: the outcome depends on the weak order with 1 and 2
	lawOfThree = 9 // the same with 1, 2 and 3
)

// lawOfTwoFails is the least size at which the first law fails for more heaps than that. For
// 8 heaps a run finds it, and a heap of 1 in front of both positions keeps them apart.
const lawOfTwoFails = 4

// What a law is tested on, unless more is asked for.
const (
	usualQueues  = 20_000_000 // at most
	usualLargest = 60
)

// maxExceptions is how many exceptions to a law are listed.
const maxExceptions = 3

// laws lists, for the largest number of heaps in the span, what outcomes depend on. There is none for more heaps
// than a law is known for.
func laws(s heaps.Span) []enum.Theorem {
	k := s.Most
	if k > counts.MaxSolved {
		return nil
	}
	return []enum.Theorem{
		orderLaw("order-2", k, 2, lawOfTwo, lawOfTwoFails),
		orderLaw("order-3", k, 3, lawOfThree, 0),
	}
}

// usual returns the largest heap with which there are no more than usualQueues queues. Their tables
// take no more bytes than that.
func usual(heaps int) int {
	largest := 1
	for largest < usualLargest && queues(heaps, largest+1).Cmp(big.NewInt(usualQueues)) <= 0 {
		largest++
	}
	return largest
}

// queues returns how many queues there are of the given number of heaps of 1 to largest.
func queues(heaps, largest int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(largest)), big.NewInt(int64(heaps)), nil)
}

// orderLaw returns the statement that outcomes depend on weak orders alone. It holds for the
// given number of heaps; for more it is false from a size on.
func orderLaw(name string, k, anchors, heaps, from int) enum.Theorem {
	holds := k <= heaps
	if holds {
		from = 0
	}
	var names []string
	for a := range anchors {
		names = append(names, fmt.Sprint(a+1))
	}
	return enum.Theorem{
		Name:      name,
		Statement: fmt.Sprintf("the outcome of %d heaps depends only on the weak order of them and %s", k, strings.Join(names, ", ")),
		Holds:     holds,
		From:      from,
		Usual:     max(usual(k), anchors),
		Check: func(ctx context.Context, size int) (enum.Finding, error) {
			if size < 1 {
				return enum.Finding{}, fmt.Errorf("heaps have 1 stick or more, not %d", size)
			}
			if size < anchors {
				return enum.Finding{Positions: new(big.Int), Details: fmt.Sprintf("it takes heaps of %d at least", anchors)}, nil
			}
			exceptions, listed, err := counts.WeakOrder(ctx, k, size, anchors, maxExceptions)
			if err != nil {
				return enum.Finding{}, err
			}
			f := enum.Finding{Positions: queues(k, size), Details: fmt.Sprintf("heaps of 1 to %d", size)}
			if exceptions > 0 {
				var first []string
				for _, e := range listed {
					first = append(first, e.String())
				}
				f.Counterexample = fmt.Sprintf("%d exceptions, the first: %s", exceptions, strings.Join(first, "; "))
			} else if size > k+anchors { // see the theorem in package counts
				f.Details += ", which proves it for all if it holds for fewer heaps"
			}
			return f, nil
		},
	}
}
