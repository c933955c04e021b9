package betweenness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Algorithm is one way to decide a game. Algorithms share as little code as
// possible, so that each is an oracle for the others.
type Algorithm struct {
	Name    string
	Summary string // on one line
	// Players is the most players that a game may have, 0 for any number.
	Players int
	// Traces says that the algorithm can tell its reasoning.
	Traces bool

	// decide returns a solution, or nil if there is none. It is nil for the
	// algorithm of the Searcher, which returns certificates.
	decide func(ctx context.Context, g Game, trace *Trace) (order []int, work Work, err error)
}

// Work is what an algorithm did, in units that do not depend on the machine.
type Work struct {
	// Decisions are the choices that it made and might have had to take back,
	// Conflicts the times when it found that it had to.
	Decisions, Conflicts uint64
}

// Add adds the work of another algorithm.
func (w *Work) Add(v Work) {
	w.Decisions += v.Decisions
	w.Conflicts += v.Conflicts
}

// Algorithms returns all algorithms: the default first, then the others from the
// simplest to the best, and one for narrow games. Those from orders to implied-sorted come from the
// thesis that describes the game. It proposes twosat and sat.
func Algorithms() []Algorithm {
	return []Algorithm{
		{Name: "search", Summary: "conflict-driven search over one bit per player; any size"},
		{Name: "orders", Summary: fmt.Sprintf("all n!/2 orders, one after the other; up to %d players", maxOrders), Players: maxOrders, decide: ordersOrder},
		{Name: "orientations", Summary: fmt.Sprintf("all 2^(n-1) orientations, until one has no cycle; up to %d players", maxOrientations), Players: maxOrientations, decide: orientationsOrder},
		{Name: "backtrack", Summary: "one orientation after the other, back at every cycle; any size, may not end", Traces: true, decide: backtrackOrder},
		{Name: "implied", Summary: "backtracking that draws conclusions from shared pairs; any size, may not end", Traces: true, decide: impliedOrder},
		{Name: "implied-text", Summary: "the same, but next the player whose triplet shares two with most others; any size, may not end", Traces: true, decide: impliedBy(byTriplet)},
		{Name: "implied-sorted", Summary: "the same, but by an order that is fixed before; any size, may not end", Traces: true, decide: impliedBy(byScore)},
		{Name: "closures", Summary: "as implied, on closures kept in bit sets; any size, may not end", decide: closuresOrder},
		{Name: "twosat", Summary: "all solutions of the relaxed formula, until one is an order; any size, may not end", decide: twosatOrder},
		{Name: "sat", Summary: fmt.Sprintf("the propositional formula, by the SAT solver gophersat; up to %d players", maxSAT), Players: maxSAT, decide: satOrder},
		{Name: "prefixes", Summary: fmt.Sprintf("all sets of players that can stand first; up to %d players", maxPrefixes), Players: maxPrefixes, decide: prefixesOrder},
		{Name: "sweep", Summary: "closures on a front of players that moves over the game; games of any size whose front has up to 32", decide: sweepOrder},
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

// unsupported is an [errors.ErrUnsupported] in words of its own.
type unsupported string

func (u unsupported) Error() string        { return string(u) }
func (u unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// How says what to find of a game in addition to its verdict.
type How struct {
	Trace *Trace   // where to tell the reasoning; nil for nowhere
	Core  CoreKind // what to find of an unsolvable game
}

// Solve decides a valid game and returns a certificate that has been checked, or, of an
// unsolvable game of which no core is wanted, an empty one. A core always comes from the
// default algorithm.
//
// A game with too many players is an [ErrTooLarge]. To ask for the trace of an
// algorithm that has none is an [errors.ErrUnsupported]. An error of the trace's
// writer ends Solve. When the context ends Solve soon returns its error.
func (a Algorithm) Solve(ctx context.Context, g Game, how How) (Certificate, Work, error) {
	if how.Trace != nil && !a.Traces {
		traced := slices.DeleteFunc(Algorithms(), func(b Algorithm) bool { return !b.Traces })
		return Certificate{}, Work{}, unsupported(fmt.Sprintf("the algorithm %s tells no reasoning; these do: %s", a.Name, names(traced)))
	}
	if a.Players != 0 && len(g) > a.Players {
		return Certificate{}, Work{}, fmt.Errorf("%w for the algorithm %s: it takes up to %d, the game has %d", ErrTooLarge, a.Name, a.Players, len(g))
	}
	if err := ctx.Err(); err != nil {
		return Certificate{}, Work{}, err
	}
	certificate, work, err := a.certify(ctx, g, how)
	if err != nil {
		return certificate, work, err
	}
	if !certificate.Solvable() && how.Core == NoCore {
		return certificate, work, nil
	}
	if err := certificate.check(ctx, g); err != nil {
		if ctx.Err() != nil {
			return Certificate{}, work, ctx.Err()
		}
		return certificate, work, fmt.Errorf("the algorithm %s: %w", a.Name, err)
	}
	return certificate, work, nil
}

// certify returns a certificate that has not been checked yet.
func (a Algorithm) certify(ctx context.Context, g Game, how How) (Certificate, Work, error) {
	searcher := NewSearcher()
	searcher.Core = how.Core
	if a.decide == nil {
		return searcher.Solve(ctx, g)
	}
	order, work, err := a.decide(ctx, g, how.Trace)
	if err != nil || order != nil || how.Core == NoCore {
		return Certificate{Order: order}, work, err
	}
	certificate, _, err := searcher.Solve(ctx, g)
	if err == nil && certificate.Solvable() {
		err = fmt.Errorf("the algorithm %s says that a game is unsolvable, which has the solution %v", a.Name, certificate.Order)
	}
	return certificate, work, err
}
