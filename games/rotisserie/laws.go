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
	usualBytes   = 256 << 20  // of tables, at most
	usualLargest = 60
)

// tested is how many values a polynomial must give that were not used to find it.
const tested = 3

// maxExceptions is how many exceptions to a law are listed.
const maxExceptions = 3

// laws lists what is stated of several queues together: the lemmas and, for the largest
// number of heaps in the span, what outcomes depend on, and that a polynomial in the largest
// heap is the number of P-positions. There is none for more heaps than a law is known for.
func laws(s heaps.Span) []enum.Theorem {
	k := s.Most
	if k > counts.MaxSolved {
		return nil
	}
	return append(lemmas(s),
		orderLaw("order-2", k, 2, lawOfTwo, lawOfTwoFails),
		orderLaw("order-3", k, 3, lawOfThree, 0),
		enum.Theorem{
			Name:      "polynomial",
			Statement: fmt.Sprintf("the P-positions of %d heaps of 1 to M are a polynomial in M, of degree %d at most", k, k),
			Holds:     true,
			Usual:     usualForPolynomial(k),
			Check: func(ctx context.Context, size int) (enum.Finding, error) {
				return checkPolynomial(ctx, k, size)
			},
		},
	)
}

// usual returns the largest heap with which there are no more than usualQueues queues, and
// their tables take no more than usualBytes.
func usual(heaps int) int {
	largest := 1
	for largest < usualLargest && fits(heaps, largest+1) && queues(heaps, largest+1).Cmp(big.NewInt(usualQueues)) <= 0 {
		largest++
	}
	return largest
}

// usualForPolynomial returns a largest heap with which there are values enough to test a
// polynomial, if the tables for that take no more than usualBytes.
func usualForPolynomial(heaps int) int {
	largest := usual(heaps)
	if enough := valuesFor(heaps); largest < enough && fits(heaps, enough) {
		return enough
	}
	return largest
}

// fits reports whether tables take no more than usualBytes.
func fits(heaps, largest int) bool {
	bytes, err := counts.Bytes(heaps, largest)
	return err == nil && bytes <= usualBytes
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
			law, err := counts.WeakOrder(ctx, k, size, anchors, maxExceptions)
			if err != nil {
				return enum.Finding{}, err
			}
			f := enum.Finding{Positions: law.Positions, Details: fmt.Sprintf("heaps of 1 to %d", size)}
			if !law.Holds() {
				var first []string
				for _, e := range law.First {
					first = append(first, e.String())
				}
				f.Counterexample = fmt.Sprintf("%d exceptions, the first: %s", law.Exceptions, strings.Join(first, "; "))
			} else if law.Complete() {
				f.Details += ", which proves it for all if it holds for fewer heaps"
			}
			return f, nil
		},
	}
}

// checkPolynomial tests whether the numbers of P-positions are those of a polynomial.
func checkPolynomial(ctx context.Context, k, largest int) (enum.Finding, error) {
	values, err := counts.Counts(ctx, k, largest)
	if err != nil {
		return enum.Finding{}, err
	}
	return judge(k, values), nil
}

// valuesFor returns how many values it takes to find a polynomial and to test it.
func valuesFor(degree int) int { return degree + 1 + tested }

// judge says whether values at M = 1, 2, … are those of a polynomial of a degree of k at
// most. It says nothing of too few values: any others would do.
func judge(k int, values []*big.Int) enum.Finding {
	if len(values) < valuesFor(k) {
		return enum.Finding{
			Positions: new(big.Int),
			Details:   fmt.Sprintf("the values up to M = %d are too few to find one and test it on %d others: it takes M = %d", len(values), tested, valuesFor(k)),
		}
	}
	finding := enum.Finding{Positions: queues(k, len(values))}
	p := counts.Interpolate(1, values)
	used := max(p.Degree()+1, 1)
	switch {
	case used == len(values): // any other values are those of one as well
		finding.Counterexample = fmt.Sprintf("there is none from M = 1 on; the numbers are %v", values)
	case p.Degree() > k:
		finding.Counterexample = fmt.Sprintf("%v has the degree %d", p, p.Degree())
	default:
		finding.Details = fmt.Sprintf("%v, from M = 1 on; fitted on %d values, tested on %d others, up to M = %d", p, used, len(values)-used, len(values))
	}
	return finding
}
