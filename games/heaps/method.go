package heaps

import (
	"context"
	"fmt"
	"strings"

	"enumerate/enum"
)

// A method is a way to the verdicts of all positions of a space.
type method struct {
	name    string
	summary string
	// version changes whenever the shards of the method come to mean something else.
	version int
	sizes   func(Ruleset) enum.Range // that it reaches
	// solver finds the verdicts one by one; or count counts them, if it is not nil.
	solver func(context.Context, *Space) (*solver, error)
	count  *Count
}

// walk is the method of walks; the others are listed by methods.
var walk = method{"walk", "", version, Ruleset.walked, byTable, nil}

// methods lists the ways to count that the ruleset has, beside the walk.
func (r Ruleset) methods() []method {
	var list []method
	if r.covered() {
		list = append(list, method{"formula", "position by position as the walk, but each by what is known in closed form", 1, Ruleset.visited, byFormula, nil})
	}
	if _, ok := r.rules.(Bulk); ok {
		list = append(list, method{"count", "the Grundy values of all positions by a recurrence, without looking at every move", 1, Ruleset.walked, inBulk, nil})
	}
	for _, c := range r.counts() {
		list = append(list, method{c.Name, c.Summary, c.Version, c.reached, nil, &c})
	}
	return list
}

// visited returns the sizes whose classes can be visited one by one, without a table.
func (r Ruleset) visited() enum.Range { return r.permutable(r.upTo(maxVisited)) }

// Methods lists the ways to count.
func (r Ruleset) Methods() []enum.Method {
	var list []enum.Method
	for _, m := range r.methods() {
		list = append(list, enum.Method{Name: m.name, Summary: m.summary})
	}
	return list
}

// Counting returns the space of one size as a method sees it.
func (r Ruleset) Counting(name string, size int, means enum.Means) (enum.Space, error) {
	var names []string
	for _, m := range r.methods() {
		if m.name != name {
			names = append(names, m.name)
			continue
		}
		of := m
		if m.count != nil {
			of = walk // whose fingerprint the count's adds to
		}
		s, err := r.space(size, of)
		if err != nil {
			return nil, err
		}
		if there := m.sizes(r); !there.Contains(size) {
			return nil, fmt.Errorf("the method %s counts %s %s, not %d", name, r.Name(), sticksIn(there), size)
		}
		if m.count != nil {
			return m.count.direct(s, means), nil
		}
		return s, nil
	}
	if names == nil {
		return nil, fmt.Errorf("%s is walked, and not counted in any other way", r.Name())
	}
	return nil, fmt.Errorf("there is no method %q; there is: %s", name, strings.Join(names, ", "))
}

// byTable solves by the table that the definition fills.
func byTable(ctx context.Context, s *Space) (*solver, error) {
	table, err := Fill(ctx, s.ruleset.rules, s.ruleset.verdict, s.span.Most, s.size)
	if err != nil {
		return nil, err
	}
	return &solver{table.Numbering, func(p Position) int { return int(table.Value(p)) }}, nil
}

// inBulk solves by the table that the recurrence of Bulk rules fills.
func inBulk(ctx context.Context, s *Space) (*solver, error) {
	table, err := FillFast(ctx, s.ruleset.rules.(Bulk), s.span.Most, s.size)
	if err != nil {
		return nil, err
	}
	verdict := func(p Position) int { return int(table.Value(p)) }
	if s.ruleset.verdict == Outcome {
		verdict = func(p Position) int { return int(min(table.Value(p), 1)) }
	}
	return &solver{table.Numbering, verdict}, nil
}

// byFormula solves by what is known in closed form.
func byFormula(_ context.Context, s *Space) (*solver, error) {
	numbering, err := NewNumbering(s.ruleset.rules.Kind(), s.span.Most, s.size)
	if err != nil {
		return nil, err
	}
	return &solver{numbering, s.ruleset.formula()}, nil
}

// formula returns the function that gives the verdict of any position of a covered ruleset.
func (r Ruleset) formula() func(Position) int {
	if r.verdict == Grundy {
		value := r.rules.(Valued).Value
		return func(p Position) int { return int(value(p)) }
	}
	return func(p Position) int {
		next, known := r.rules.Outcome(p)
		if !known {
			panic(fmt.Sprintf("heaps: %s says that it covers %d heaps, but not the position %v", r.rules.Name(), len(p), p))
		}
		if next {
			return 1
		}
		return 0
	}
}
