package spies

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"enumerate/enum"
	"enumerate/games/spies/search"
)

const searchAlgorithm = "search"

// Algorithms lists the only way to find a board of a size. The verdict of a board that is
// given needs none.
func (Ruleset) Algorithms() []enum.Algorithm {
	return []enum.Algorithm{{
		Name:    searchAlgorithm,
		Summary: fmt.Sprintf("boards of up to %d queens by a walk, which finds the first one or that there is none; larger ones by local search", MaxWalked),
	}}
}

// game returns the entry as a game.
func (e entry) game() enum.Game {
	if e.board == nil {
		return wanted{e.size}
	}
	return judged{e.board}
}

// A wanted is a size for which a valid board is to be found. It implements enum.Game and
// enum.Drawable.
type wanted struct{ size int }

// Solve returns a valid board, or that there is none.
func (g wanted) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if how.Trace != nil {
		return nil, enum.ErrNoTrace
	}
	if how.Algorithm != "" && how.Algorithm != searchAlgorithm {
		return nil, fmt.Errorf("there is no algorithm %q; there is: %s", how.Algorithm, searchAlgorithm)
	}
	if g.size <= MaxWalked {
		return g.walk(ctx)
	}
	columns, err := search.Board(ctx, g.size)
	if err != nil {
		return nil, err
	}
	return answerWith(ctx, columns)
}

// walk finds the first board in lexicographic order, which is the least of its class as
// well, or goes through all boards.
func (g wanted) walk(ctx context.Context) (enum.Answer, error) {
	w := newWalker(g.size)
	w.begin(ctx)
	var board Board
	w.finish(nil, func(uint64) bool {
		board = append(board, w.queens...)
		return false
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case board != nil:
		return answerWith(ctx, board)
	}
	return w.noBoard(ctx)
}

// noBoard returns the answer of a walk that found no board. What it gave up has to be all
// boards there are; and as that says nothing of one that was misjudged, package search,
// which shares no code with the walk, must find none either.
func (w *walker) noBoard(ctx context.Context) (enum.Answer, error) {
	tally := enum.NewTally(len(verdicts))
	w.weigh(tally)
	covered, whole := tally.SumAll(), boards(w.n)
	if covered.Cmp(whole) != 0 {
		return nil, fmt.Errorf("a walk of size %d found no board, but covered %v of %v", w.n, covered, whole)
	}
	switch columns, err := search.Board(ctx, w.n); {
	case err == nil:
		return nil, fmt.Errorf("a walk of size %d found no board, but a search did: %v", w.n, Board(columns))
	case !errors.Is(err, search.ErrNone):
		return nil, err
	}
	answer := none{size: w.n, followed: w.followed, boards: covered}
	for _, prefixes := range w.givenUp {
		answer.givenUp += prefixes
	}
	return answer, nil
}

// answerWith judges a board that was found, so that nothing is printed that is not valid.
func answerWith(ctx context.Context, b Board) (enum.Answer, error) {
	used := make([]bool, len(b))
	for _, c := range b {
		if c < 0 || c >= len(used) || used[c] {
			return nil, fmt.Errorf("a board was found that is no permutation: %v", b)
		}
		used[c] = true
	}
	fault, err := b.Fault(ctx)
	switch {
	case err != nil:
		return nil, err
	case fault != nil:
		return nil, fmt.Errorf("a board was found that is not valid (%s: %s): %v", fault.certificate(), strings.Join(b.cells(fault), " "), b)
	}
	return found{b}, nil
}

// A judged is a board whose verdict is to be found. It implements enum.Game,
// enum.Drawable and enum.Claim.
type judged struct{ board Board }

// Solve returns the verdict.
func (g judged) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if how.Trace != nil {
		return nil, enum.ErrNoTrace
	}
	fault, err := g.board.Fault(ctx)
	return ruling{g.board, fault}, err
}

// Check reports whether the board is valid.
func (g judged) Check(ctx context.Context) (why enum.Answer, holds bool, err error) {
	fault, err := g.board.Fault(ctx)
	return ruling{g.board, fault}, err == nil && fault == nil, err
}
