package betweenness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An Algorithm is one way to decide a game. Algorithms share as little code as possible, so that their results can be
// compared.
type Algorithm struct {
	Name    string
	Summary string // on one line
	// Players is the largest number of players, 0 for any number.
	Players int
	// Traces reports whether the algorithm can write a [Trace].
	Traces bool

	// Decide returns a solution of a valid game, as an order of all players, or nil if there is none. It writes its
	// reasoning to trace unless trace is nil. Decide is nil for the default algorithm, because [Searcher.Solve] decides
	// instead.
	Decide func(ctx context.Context, g Game, trace *Trace) (order []int, work Work, err error)
	// Steps decides a valid game and returns its steps, for a drawing, and a solution or nil. If there are more than
	// `most` steps, the error is [ErrManySteps]. Steps is nil if the algorithm cannot record its steps.
	Steps func(ctx context.Context, g Game, most int) (steps []Step, order []int, err error)
}

// Work counts what an algorithm did, in units that do not depend on the machine.
type Work struct {
	// Decisions counts the choices that the algorithm may have to undo. Conflicts counts the contradictions that made
	// it undo such a choice.
	Decisions, Conflicts uint64
}

// Add adds the work of another algorithm.
func (w *Work) Add(v Work) {
	w.Decisions += v.Decisions
	w.Conflicts += v.Conflicts
}

// Algorithms returns the algorithms of this package, the default first.
func Algorithms() []Algorithm {
	return []Algorithm{
		{Name: "search", Summary: "conflict-driven search over one bit per player; any size"},
		{Name: "sweep", Summary: "keeps minimal closures, triple by triple; width up to 32", Decide: sweepOrder},
	}
}

// Named returns the algorithm with the given name; the empty name means the first algorithm.
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

// ErrTooLarge is the error for a game with more players than the algorithm accepts.
var ErrTooLarge = errors.New("too many players")

// A Trace records the reasoning of an algorithm as text, with a line for each step, indented by four spaces for each
// assumption that the step rests on:
//
//	Suppose B -> C:
//	    We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
//	    No more players to try, and there is no cycle: success.
//
// A triplet is a player, its wonderwall and its ninja; A->B says that A stands before B. The algorithm calls W.Write
// once for each line, and stops if that fails.
type Trace struct {
	W     io.Writer
	Names []string
	// First names two players: the first assumption is that one stands before the other. If First is nil, the algorithm
	// chooses.
	First []int
}

// A Step is the state of an algorithm after one assumption: a digraph of which player stands before which.
type Step struct {
	// Depth is the number of assumptions made, including this one.
	Depth int
	// Arcs lists the arcs of the digraph in the order of their addition. Arcs[New] is the assumption, from which the
	// arcs after it follow.
	Arcs [][2]int
	New  int
	// Cycle lists the players of a cycle in the digraph, each before the next, if the assumption is wrong.
	Cycle []int
}

// ErrManySteps is the error of [Algorithm.Steps] if there are more steps than the caller allows.
var ErrManySteps = errors.New("the game takes more steps than the limit")

// An unsupported is an error text; [errors.Is] treats the error as [errors.ErrUnsupported].
type unsupported string

func (u unsupported) Error() string        { return string(u) }
func (u unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// How says what to find besides the verdict.
type How struct {
	Trace *Trace   // where to write the reasoning; nil for nowhere
	Core  CoreKind // which core to find of an unsolvable game
}

// Solve decides a valid game and returns a checked proof: a solution, or a core, a set of players whose choices
// contradict each other. If how.Core is [NoCore], the proof of an unsolvable game is empty. Only the default
// algorithm finds cores, so Solve also runs it after another one has found a game unsolvable.
//
// The error is [ErrTooLarge] if the game has too many players for the algorithm, an [errors.ErrUnsupported] if it
// cannot write a trace that is wanted, or an error of the trace's writer or of the context.
func (a Algorithm) Solve(ctx context.Context, g Game, how How) (Proof, Work, error) {
	if how.Trace != nil && !a.Traces {
		return Proof{}, Work{}, unsupported("the algorithm " + a.Name + " prints no reasoning")
	}
	if a.Players != 0 && len(g) > a.Players {
		return Proof{}, Work{}, fmt.Errorf("%w for the algorithm %s: the game has %d; choose another algorithm, or a game of at most %d", ErrTooLarge, a.Name, len(g), a.Players)
	}
	if err := ctx.Err(); err != nil {
		return Proof{}, Work{}, err
	}

	proof, work, err := a.certify(ctx, g, how)
	if err != nil {
		return proof, work, err
	}
	if !proof.Solvable() && how.Core == NoCore {
		return proof, work, nil // the proof is empty, so there is nothing to check
	}

	if err := proof.check(ctx, g); err != nil {
		if ctx.Err() != nil {
			return Proof{}, work, ctx.Err()
		}
		return proof, work, fmt.Errorf("the algorithm %s: %w", a.Name, err)
	}
	return proof, work, nil
}

// certify returns a proof that Solve has yet to check. It is an error if two algorithms disagree.
func (a Algorithm) certify(ctx context.Context, g Game, how How) (Proof, Work, error) {
	searcher := NewSearcher()
	searcher.Core = how.Core
	if a.Decide == nil { // the default algorithm
		return searcher.Solve(ctx, g)
	}

	order, work, err := a.Decide(ctx, g, how.Trace)
	if err != nil || order != nil || how.Core == NoCore {
		return Proof{Order: order}, work, err
	}

	proof, _, err := searcher.Solve(ctx, g)
	if err == nil && proof.Solvable() {
		err = fmt.Errorf("the algorithm %s calls a game unsolvable that has the solution %v", a.Name, proof.Order)
	}
	return proof, work, err
}
