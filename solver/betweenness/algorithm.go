package betweenness

import (
	"context"
	"errors"
	"fmt"
	"io"
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

	// Decide returns a solution of a valid game, or nil if there is none. It is nil for the
	// algorithm of the Searcher, which returns certificates.
	Decide func(ctx context.Context, g Game, trace *Trace) (order []int, work Work, err error)
	// Steps returns the steps in which the algorithm decides a valid game, and the solution
	// that it finds, nil if there is none. More steps than the most are an [ErrManySteps].
	// It is nil for an algorithm that shows none.
	Steps func(ctx context.Context, g Game, most int) (steps []Step, order []int, err error)
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

// Algorithms returns the algorithms of this package, the default first. Packages thesis
// and orders have more.
func Algorithms() []Algorithm {
	return []Algorithm{
		{Name: "search", Summary: "conflict-driven search over one bit per player; any size"},
		{Name: "sweep", Summary: "closures on a front that moves over the game, of up to 32", Decide: sweepOrder},
	}
}

// Named returns the algorithm of that name, the first one for "", or an error
// that lists the names there are.
func Named(algorithms []Algorithm, name string) (Algorithm, error) {
	var names []string
	for _, a := range algorithms {
		if name == "" || a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q; choose one of: %s", name, strings.Join(names, ", "))
}

// ErrTooLarge is the error of a game with more players than an algorithm takes.
var ErrTooLarge = errors.New("too many players")

// A Trace is where an algorithm tells its reasoning, in the players' names. It
// has a line for each step, and four spaces before it for each assumption that the
// step rests on:
//
//	Suppose B -> C:
//	    We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
//	    No more players to try, and there is no cycle: success.
//
// A triplet is a player, its wonderwall and its ninja; A->B says that A stands
// before B. Each line is one call of W.Write. Its error ends the algorithm.
type Trace struct {
	W     io.Writer
	Names []string
	// First is the first assumption: one player stands before another, or else behind it; nil for
	// that of the algorithm.
	First []int
}

// A Step is the digraph of an algorithm after one of its assumptions, with all
// that this implies.
type Step struct {
	// Depth is how many assumptions the digraph rests on, this one among them.
	Depth int
	// Arcs are those of the digraph, in the order they came: the first player of each stands
	// before the second. The assumption is Arcs[New]; all after it follow from it.
	Arcs [][2]int
	New  int
	// Cycle lists players: each stands before the next, and the last before the first; nil
	// if the digraph has no cycle.
	Cycle []int
}

// ErrManySteps is the error of [Algorithm.Steps] for a game that takes more steps than asked for.
var ErrManySteps = errors.New("the game takes more steps")

// unsupported is an [errors.ErrUnsupported] with a text of its own.
type unsupported string

func (u unsupported) Error() string        { return string(u) }
func (u unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// How says what to find of a game in addition to its verdict.
type How struct {
	Trace *Trace   // where to tell the reasoning; nil for nowhere
	Core  CoreKind // what to find of an unsolvable game
}

// Solve decides a valid game and returns a certificate that has been checked. For an
// unsolvable game it is empty if no core is wanted. A core always comes from the default
// algorithm.
//
// A game with too many players is an [ErrTooLarge]. Asking for the trace of an
// algorithm that has none is an [errors.ErrUnsupported]. An error of the trace's
// writer ends Solve. When the context ends Solve soon returns its error.
func (a Algorithm) Solve(ctx context.Context, g Game, how How) (Certificate, Work, error) {
	if how.Trace != nil && !a.Traces {
		return Certificate{}, Work{}, unsupported("the algorithm " + a.Name + " tells no reasoning")
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
	if a.Decide == nil {
		return searcher.Solve(ctx, g)
	}
	order, work, err := a.Decide(ctx, g, how.Trace)
	if err != nil || order != nil || how.Core == NoCore {
		return Certificate{Order: order}, work, err
	}
	certificate, _, err := searcher.Solve(ctx, g)
	if err == nil && certificate.Solvable() {
		err = fmt.Errorf("the algorithm %s says that a game is unsolvable, which has the solution %v", a.Name, certificate.Order)
	}
	return certificate, work, err
}
