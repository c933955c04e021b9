package solver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An Algorithm is one way to decide a game. They share no more code than they
// must, so that each is an oracle for the others.
type Algorithm struct {
	Name    string
	Summary string // on one line
	// Players is the most players a game may have, 0 for any number.
	Players int
	// Traces says that the algorithm can tell its reasoning.
	Traces bool

	// decide returns a solution, or nil if there is none.
	decide func(ctx context.Context, g Game, trace *Trace) (order []int, work Work, err error)
}

// Work is what an algorithm did, in units that do not depend on the machine.
type Work struct {
	// Decisions are the choices it made that it might have had to take back,
	// Conflicts those times that it found that it must.
	Decisions, Conflicts uint64
}

// Add adds the work of another algorithm.
func (w *Work) Add(v Work) {
	w.Decisions += v.Decisions
	w.Conflicts += v.Conflicts
}

// A Trace is where an algorithm tells its reasoning, in the players' names.
type Trace struct {
	W     io.Writer
	Names []string
}

// Algorithms returns all algorithms, the default first, the others from the
// simplest to the best.
func Algorithms() []Algorithm {
	return []Algorithm{
		{Name: "search", Summary: "conflict-driven search over one bit per player; any size", decide: searchOrder},
	}
}

// Named returns the algorithm of that name, the default one for "", or an error
// that lists the names there are.
func Named(name string) (Algorithm, error) {
	var names []string
	for _, a := range Algorithms() {
		if a.Name == name || name == "" {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Algorithm{}, fmt.Errorf("there is no algorithm %q; there is: %s", name, strings.Join(names, ", "))
}

// ErrTooLarge is the error of a game with more players than an algorithm takes.
var ErrTooLarge = errors.New("too many players")

// Solve decides a valid game and returns a certificate that has been checked. A
// core comes from the default algorithm, whichever decides. When the context
// ends it returns the context's error, soon.
func (a Algorithm) Solve(ctx context.Context, g Game, trace *Trace) (Certificate, Work, error) {
	if a.Players != 0 && len(g) > a.Players {
		return Certificate{}, Work{}, fmt.Errorf("%w for the algorithm %s: it takes %d, the game has %d", ErrTooLarge, a.Name, a.Players, len(g))
	}
	if trace != nil && !a.Traces {
		return Certificate{}, Work{}, fmt.Errorf("the algorithm %s tells no reasoning", a.Name)
	}
	order, work, err := a.decide(ctx, g, trace)
	if err != nil {
		return Certificate{}, work, err
	}
	certificate := Certificate{Order: order}
	if order == nil {
		if certificate = Solve(g); certificate.Solvable() {
			return certificate, work, fmt.Errorf("the algorithm %s says that a game is unsolvable, which has the solution %v", a.Name, certificate.Order)
		}
	}
	if err := certificate.Check(g); err != nil {
		return certificate, work, fmt.Errorf("the algorithm %s: %w", a.Name, err)
	}
	return certificate, work, nil
}

// searchOrder is the default algorithm.
func searchOrder(_ context.Context, g Game, _ *Trace) ([]int, Work, error) {
	return Solve(g).Order, Work{}, nil
}
