package rotisserie

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// maxFilled is how many queues the lemmas are compared with, unless more are asked for.
const maxFilled = 300_000

// lemmas lists the two lemmas of the document by which it goes from two heaps to three. They are
// about a queue and what is left when its front heap goes, or is another one: so they cannot be
// stated of single positions. Each is compared with the outcomes of all queues, by the
// definition.
func lemmas(s heaps.Span) []enum.Theorem {
	usual := 1
	for usual < usualLargest && queues(s.Most, usual+1).Cmp(big.NewInt(maxFilled)) <= 0 {
		usual++
	}
	lemma := func(name, statement string, states func(*heaps.Table, heaps.Position) (speaks bool, wrong string)) enum.Theorem {
		return enum.Theorem{Name: name, Statement: statement, Holds: true, Usual: usual, Check: func(ctx context.Context, size int) (enum.Finding, error) {
			return checkLemma(ctx, s, size, states)
		}}
	}
	return []enum.Theorem{
		lemma("strategy", "if a move wins, but not to take the whole front heap, it wins to leave 1 of it if the heaps are odd in number, and to take 1 if they are even", strategy),
		lemma("smaller-front", "a queue in P is in P with any smaller heap in front", smallerFront),
	}
}

// checkLemma compares a lemma with all queues of a span of heaps of 1 to size.
func checkLemma(ctx context.Context, s heaps.Span, size int, states func(*heaps.Table, heaps.Position) (speaks bool, wrong string)) (enum.Finding, error) {
	if size < 1 {
		return enum.Finding{}, fmt.Errorf("heaps have 1 stick or more, not %d", size)
	}
	outcomes, err := heaps.Fill(ctx, Rules(), heaps.Outcome, s.Most, uint64(size))
	if err != nil {
		return enum.Finding{}, err
	}
	compared := int64(0)
	finding := enum.Finding{Details: fmt.Sprintf("%v heaps of 1 to %d sticks", s, size)}
	p := outcomes.At(outcomes.First(s.Least), make(heaps.Position, 0, s.Most))
	for more := true; more && finding.Counterexample == ""; p, more = outcomes.Next(p) {
		speaks, wrong := states(outcomes, p)
		if speaks {
			compared++
		}
		if wrong != "" {
			finding.Counterexample = fmt.Sprintf("%v: %s", p, wrong)
		}
	}
	finding.Positions = big.NewInt(compared)
	return finding, nil
}

// isN reports whether a table says that the next player wins.
func isN(outcomes *heaps.Table, p heaps.Position) bool { return outcomes.Value(p) == 1 }

// strategy compares the lemma on what to leave of the front heap with a queue. It is about those
// from which a move wins, but not that to the other heaps.
func strategy(outcomes *heaps.Table, p heaps.Position) (speaks bool, wrong string) {
	if len(p) == 0 || !isN(outcomes, p) || !isN(outcomes, p[1:]) {
		return false, ""
	}
	left := p[0] - 1
	if len(p)%2 == 1 {
		left = 1
	}
	if option := heaps.Queue.Reduce(nil, p, 0, left); isN(outcomes, option) {
		return true, fmt.Sprintf("the outcome of %v is N", option)
	}
	return true, ""
}

// smallerFront compares the lemma on smaller fronts with a queue, and with one stick less: so
// with all.
func smallerFront(outcomes *heaps.Table, p heaps.Position) (speaks bool, wrong string) {
	if len(p) == 0 || p[0] == 1 || isN(outcomes, p) {
		return false, ""
	}
	smaller := append(heaps.Position{p[0] - 1}, p[1:]...)
	if isN(outcomes, smaller) {
		return true, fmt.Sprintf("the outcome is P, that of %v is N", smaller)
	}
	return true, ""
}
