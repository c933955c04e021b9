package heaps

import (
	"context"

	"enumerate/enum"
)

// A Decider is Rules with a way to the outcome of positions that no formula knows, and
// whose Grundy values would take too long.
type Decider interface {
	Rules
	// Way names the way, as an algorithm.
	Way() enum.Algorithm
	// Decides reports whether it reaches positions of so many heaps, of at most that many
	// sticks.
	Decides(heaps int, largest uint64) bool
	// Decide returns whether the next player wins a position that it reaches, and all moves
	// that win, by ascending heap and size, no two of which leave the same position. When
	// the context ends it returns the context's error, soon.
	Decide(ctx context.Context, p Position) (next bool, winning []Reduction, err error)
}

// decider returns the rules as a Decider that reaches the position, if they are one.
func (g Game) decider() (Decider, bool) {
	d, ok := g.Rules.(Decider)
	return d, ok && d.Decides(len(g.Position), g.Position.Largest())
}

// byDecision returns what a Decider says, which reaches the position.
func (g Game) byDecision(ctx context.Context, d Decider, listed int) (Answer, error) {
	next, winning, err := d.Decide(ctx, g.Position)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Next: next, Valued: !next, All: true}
	a.listReductions(g, winning, listed)
	return a, nil
}
