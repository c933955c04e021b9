package heaps

import (
	"context"
	"math/big"
	"sort"

	"enumerate/enum"
)

// Counter are Rules that know ways to count P-positions without looking at each by
// itself.
type Counter interface {
	Rules
	Counts() []Count
}

// A Count is a way to count P-positions.
type Count struct {
	enum.Method
	// Version changes whenever the method comes to mean another computation.
	Version int
	// Reaches reports whether it counts the positions of a span of heaps of at most that
	// many sticks. If so, it counts those of fewer sticks.
	Reaches func(s Span, largest int) bool
	// P returns how many positions of a span, with heaps of at most that many sticks, are
	// P. When the context ends it returns the context's error, soon.
	P func(ctx context.Context, s Span, largest int, m enum.Means) (*big.Int, error)
	// Forget, if not nil, removes what P keeps in the directory of its means.
	Forget func(largest int, dir string) error
}

// counts returns the ways to count P-positions; none if Grundy values are asked for.
func (r Ruleset) counts() []Count {
	if counter, ok := r.rules.(Counter); ok && r.verdict == Outcome {
		return counter.Counts()
	}
	return nil
}

// reached returns the sizes that a count reaches.
func (c Count) reached(r Ruleset) enum.Range {
	last := sort.Search(maxSize, func(n int) bool { return !c.Reaches(r.span, n+1) })
	return enum.Range{First: r.least(), Last: last}
}

// direct returns the space of a size as a count sees it.
func (c Count) direct(s *Space, m enum.Means) enum.Direct {
	d := enum.Direct{Of: s, Method: c.Name, Version: c.Version, Count: func(ctx context.Context) ([]*big.Int, error) {
		p, err := c.P(ctx, s.ruleset.span, int(s.size), m)
		if err != nil {
			return nil, err
		}
		return []*big.Int{p, nil}, nil // the others are N
	}}
	if c.Forget != nil && m.Dir != "" {
		d.Forget = func() error { return c.Forget(int(s.size), m.Dir) }
	}
	return d
}
