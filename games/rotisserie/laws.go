package rotisserie

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
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

// usualQueues is about how many queues a law is tested on where nobody asks for more.
const usualQueues = 20_000_000

// maxExceptions is how many exceptions to a law are listed.
const maxExceptions = 3

// Laws lists what is stated of all queues together, of the largest number of heaps in the
// span: on what their outcomes depend, and that the P-positions are as many as a
// polynomial in the largest heap says.
func (Rules) Laws(s heaps.Span) []enum.Theorem {
	k := s.Most
	usual := usualLargest(k)
	return []enum.Theorem{
		orderLaw("order-2", k, 2, k <= lawOfTwo, usual),
		orderLaw("order-3", k, 3, k <= lawOfThree, usual),
		{
			Name:      "polynomial",
			Statement: fmt.Sprintf("the P-positions of %d heaps of 1 to M are a polynomial in M", k),
			Holds:     true,
			Usual:     max(usual, k+4),
			Check: func(ctx context.Context, size int) (enum.Finding, error) {
				return checkPolynomial(ctx, k, size)
			},
		},
	}
}

// usualLargest returns a largest heap with which there are about usualQueues queues.
func usualLargest(heaps int) int {
	largest := 1
	for queues := 1; queues <= usualQueues && largest < 60; {
		largest++
		queues = 1
		for range heaps {
			queues *= largest
		}
	}
	return largest
}

// orderLaw returns the statement that outcomes depend on weak orders alone.
func orderLaw(name string, k, anchors int, holds bool, usual int) enum.Theorem {
	var names []string
	for a := range anchors {
		names = append(names, fmt.Sprint(a+1))
	}
	return enum.Theorem{
		Name:      name,
		Statement: fmt.Sprintf("the outcome of %d heaps depends only on the weak order of them and %s", k, strings.Join(names, ", ")),
		Holds:     holds,
		Usual:     max(usual, anchors),
		Check: func(ctx context.Context, size int) (enum.Finding, error) {
			if size < 1 {
				return enum.Finding{}, fmt.Errorf("heaps have 1 stick or more, not %d", size)
			}
			if size < anchors {
				return enum.Finding{Positions: new(big.Int), Details: fmt.Sprintf("it takes heaps of %d at least", anchors)}, nil
			}
			law, err := counts.WeakOrder(ctx, k, size, anchors, maxExceptions, runtime.GOMAXPROCS(0))
			if err != nil {
				return enum.Finding{}, err
			}
			f := enum.Finding{Positions: law.Positions, Details: fmt.Sprintf("heaps of 1 to %d", size)}
			if !law.Holds() {
				var first []string
				for _, e := range law.First {
					first = append(first, sentence(e))
				}
				f.Counterexample = fmt.Sprintf("%d exceptions, the first: %s", law.Exceptions, strings.Join(first, "; "))
			} else if law.Complete() {
				f.Details += ", which proves it for all if it holds for fewer heaps"
			}
			return f, nil
		},
	}
}

// sentence says an exception with positions as they are read.
func sentence(e counts.Exception) string {
	outcome, other := "N", "P"
	if e.P {
		outcome, other = other, outcome
	}
	return fmt.Sprintf("%s is %s and %s is %s", written(e.Queue), outcome, written(e.Ranked), other)
}

// written returns a queue as it is read.
func written(queue []int) string {
	var words []string
	for _, heap := range queue {
		words = append(words, fmt.Sprint(heap))
	}
	return strings.Join(words, ",")
}

// checkPolynomial fits a polynomial to the numbers of P-positions and tests it on those not
// used for the fit.
func checkPolynomial(ctx context.Context, k, largest int) (enum.Finding, error) {
	values, err := counts.Counts(ctx, k, largest, runtime.GOMAXPROCS(0))
	if err != nil {
		return enum.Finding{}, err
	}
	queues := new(big.Int).Exp(big.NewInt(int64(largest)), big.NewInt(int64(k)), nil)
	fit, ok := counts.FitPolynomial(1, values)
	if !ok {
		return enum.Finding{Positions: queues, Details: fmt.Sprintf("too few values up to M = %d to fit and test one", largest)}, nil
	}
	return enum.Finding{Positions: queues, Details: fmt.Sprintf("%v, from M = %d on; fitted on %d values, tested on %d others, up to M = %d", fit.Polynomial, fit.From, fit.Used, fit.Tested, largest)}, nil
}
