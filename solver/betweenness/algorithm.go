package betweenness

import (
	"context"
	"errors"
	"fmt"
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
	// prove, if there is one, returns a certificate of either verdict at once.
	prove func(ctx context.Context, g Game) (Certificate, Work, error)
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

// Algorithms returns all algorithms, the default first, the others from the
// simplest to the best. From orders to implied they are those of the thesis that
// describes the game; twosat and sat it proposes.
func Algorithms() []Algorithm {
	return []Algorithm{
		{Name: "search", Summary: "conflict-driven search over one bit per player; any size", decide: searchOrder, prove: func(ctx context.Context, g Game) (Certificate, Work, error) { return NewSearcher().Solve(ctx, g) }},
		{Name: "orders", Summary: fmt.Sprintf("all n!/2 orders, one after the other; up to %d players", maxOrders), Players: maxOrders, decide: ordersOrder},
		{Name: "orientations", Summary: fmt.Sprintf("all 2^(n-1) orientations, until one has no cycle; up to %d players", maxOrientations), Players: maxOrientations, decide: orientationsOrder},
		{Name: "backtrack", Summary: "one orientation after the other, back at every cycle; any size, may not end", Traces: true, decide: backtrackOrder},
		{Name: "implied", Summary: "backtracking that draws conclusions from shared pairs; any size, may not end", Traces: true, decide: impliedOrder},
		{Name: "closures", Summary: "the same on closures kept in bit sets; any size, may not end", decide: closuresOrder},
		{Name: "twosat", Summary: "all solutions of the relaxed formula, until one is an order; any size, may not end", decide: twosatOrder},
		{Name: "sat", Summary: fmt.Sprintf("the propositional formula, by the SAT solver gophersat; up to %d players", satPlayers), Players: satPlayers, decide: satOrder},
		{Name: "prefixes", Summary: fmt.Sprintf("all sets of players that can stand first; up to %d players", MaxPrefixes), Players: MaxPrefixes, decide: prefixesOrder},
	}
}

// Named returns the algorithm of that name, the default one for "", or an error
// that lists the names there are.
func Named(name string) (Algorithm, error) {
	algorithms := Algorithms()
	if name == "" {
		return algorithms[0], nil
	}
	for _, a := range algorithms {
		if a.Name == name {
			return a, nil
		}
	}
	return Algorithm{}, fmt.Errorf("there is no algorithm %q; there is: %s", name, names(algorithms))
}

func names(algorithms []Algorithm) string {
	var names []string
	for _, a := range algorithms {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// ErrTooLarge is the error of a game with more players than an algorithm takes.
var ErrTooLarge = errors.New("too many players")

// Solve decides a valid game and returns a certificate that has been checked. A
// core comes from the default algorithm, whichever decides.
//
// A game with too many players is an [ErrTooLarge]; a trace asked of an algorithm
// that tells no reasoning is an [errors.ErrUnsupported]. When the context ends
// Solve returns the context's error, soon. An error of the trace's writer ends it
// too.
func (a Algorithm) Solve(ctx context.Context, g Game, trace *Trace) (Certificate, Work, error) {
	if trace != nil && !a.Traces {
		return Certificate{}, Work{}, a.untraced()
	}
	if a.Players != 0 && len(g) > a.Players {
		return Certificate{}, Work{}, fmt.Errorf("%w for the algorithm %s: it takes %d, the game has %d", ErrTooLarge, a.Name, a.Players, len(g))
	}
	if err := ctx.Err(); err != nil {
		return Certificate{}, Work{}, err
	}
	certificate, work, err := a.certify(ctx, g, trace)
	if err != nil {
		return certificate, work, err
	}
	if err := certificate.check(ctx, g); err != nil {
		if ctx.Err() != nil {
			return Certificate{}, work, ctx.Err()
		}
		return certificate, work, fmt.Errorf("the algorithm %s: %w", a.Name, err)
	}
	return certificate, work, nil
}

// certify returns a certificate that nobody has checked.
func (a Algorithm) certify(ctx context.Context, g Game, trace *Trace) (Certificate, Work, error) {
	if a.prove != nil {
		return a.prove(ctx, g)
	}
	order, work, err := a.decide(ctx, g, trace)
	if err != nil || order != nil {
		return Certificate{Order: order}, work, err
	}
	certificate, _, err := NewSearcher().Solve(ctx, g)
	if err == nil && certificate.Solvable() {
		err = fmt.Errorf("the algorithm %s says that a game is unsolvable, which has the solution %v", a.Name, certificate.Order)
	}
	return certificate, work, err
}

// untraced returns the error of an algorithm that tells no reasoning.
func (a Algorithm) untraced() error {
	var traced []Algorithm
	for _, b := range Algorithms() {
		if b.Traces {
			traced = append(traced, b)
		}
	}
	return unsupported(fmt.Sprintf("the algorithm %s tells no reasoning; these do: %s", a.Name, names(traced)))
}

// unsupported is an [errors.ErrUnsupported] in words of its own.
type unsupported string

func (u unsupported) Error() string        { return string(u) }
func (u unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// searchOrder is the default algorithm.
func searchOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	s := NewSearcher()
	solvable, work, err := s.Solvable(ctx, g)
	if err != nil || !solvable {
		return nil, work, err
	}
	return s.order(), work, nil
}
