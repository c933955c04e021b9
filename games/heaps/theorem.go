package heaps

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
)

// usualPositions is how many positions a theorem is compared with, unless more are asked
// for.
const usualPositions = 300_000

// A Theorem is a statement about the outcomes or the Grundy values of some positions.
type Theorem struct {
	Name, Statement string
	Holds           bool     // as far as is known
	From            int      // of a false one, the least size with a counterexample; see enum.Theorem
	Of              Question // what it states
	// Heaps is how many heaps the positions have that it is about.
	Heaps Span
	// States returns what it states of a position, and whether it is about it at all.
	States func(p Position) (value uint64, speaks bool)
}

// OutcomeTheorem returns a theorem that holds, on who wins: states reports whether the next
// player does, and whether the theorem is about the position at all.
func OutcomeTheorem(name, statement string, heaps Span, states func(p Position) (next, speaks bool)) Theorem {
	return Theorem{Name: name, Statement: statement, Holds: true, Of: Outcome, Heaps: heaps, States: func(p Position) (uint64, bool) {
		next, speaks := states(p)
		if next {
			return 1, speaks
		}
		return 0, speaks
	}}
}

// theorems lists what is stated about positions. A check compares it with the table of all
// positions with the numbers of heaps that are set, as far as the theorem is about them.
func (r settings) theorems() []enum.Theorem {
	var list []enum.Theorem
	usual := r.upTo(usualPositions).Last
	add := func(t Theorem, check func(context.Context, int) (enum.Finding, error)) {
		list = append(list, enum.Theorem{Name: t.Name, Statement: t.Statement, Holds: t.Holds, From: t.From, Usual: usual, Check: check})
	}
	for _, t := range r.rules.Theorems {
		add(t, func(ctx context.Context, size int) (enum.Finding, error) { return r.check(ctx, t, size) })
	}
	if r.rules.Laws != nil && !r.heaps.All {
		list = append(list, r.rules.Laws(r.heaps)...)
	}
	return list
}

// check compares a theorem with the exhaustive solution of all positions.
func (r settings) check(ctx context.Context, theorem Theorem, size int) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	if size < 1 || size > maxSize {
		return finding, fmt.Errorf("%s has positions %s, not %d", r.name(), sticksIn(enum.Range{First: 1, Last: maxSize}), size)
	}
	kind, largest := r.rules.Kind, uint64(size)
	span := r.heaps.within(kind, largest)
	stated := theorem.Heaps.within(kind, largest)
	if !theorem.Heaps.All {
		span = Span{Least: max(span.Least, stated.Least), Most: min(span.Most, stated.Most)}
	}
	if span.Least > span.Most {
		finding.Details = fmt.Sprintf("it speaks of %v heaps, the ruleset has %v", theorem.Heaps, r.heaps)
		return finding, nil
	}
	table, err := Fill(ctx, r.rules, theorem.Of, span.Most, largest)
	if err != nil {
		return finding, err
	}
	finding.Details = fmt.Sprintf("%v heaps of 1 to %d sticks", span, size)
	compared := int64(0)
	p := table.At(table.First(span.Least), make(Position, 0, span.Most))
	for more := true; more; p, more = table.Next(p) {
		if want, speaks := theorem.States(p); speaks {
			compared++
			if got := table.Value(p); got != want {
				finding.Counterexample = fmt.Sprintf("%v has the %s, stated is %s", p, theorem.Of.inWords(got), theorem.Of.value(want))
				break
			}
		}
	}
	finding.Positions.SetInt64(compared)
	return finding, nil
}

// inWords says a value with what it is.
func (q Question) inWords(value uint64) string {
	if q == Outcome {
		return "outcome " + q.value(value)
	}
	return "Grundy value " + q.value(value)
}
