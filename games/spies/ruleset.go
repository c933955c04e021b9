package spies

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"enumerate/enum"
	"enumerate/games/spies/search"
	"enumerate/internal/text"
)

// New returns the ruleset.
func New() *enum.Ruleset {
	return &enum.Ruleset{
		Name:    "spies",
		Summary: "n queens on a board, no two attacking each other, no three on any straight line",
		Size:    "queens",
		Sizes:   enum.Range{First: 1, Last: maxSize},
		Walked:  enum.Range{First: 1, Last: maxWalked},
		Group:   "the symmetries of the square, 8",
		Example: "--game spies --n 8..12",
		Space:   newSpace,
		Methods: []enum.Method{
			{
				Name:     enum.Walk,
				Summary:  "one game of every class, or many at once",
				Space:    func(n int, _ enum.Means) (enum.Space, error) { return walkable(n) },
				Estimate: estimateWalk,
			},
			{
				Name:    countMethod,
				Summary: "all valid boards, without regard to symmetry; classes by Burnside's lemma",
				Space:   newCounting,
			},
		},
		Lister:  newLister,
		Sampler: newSampler,
		Read:    read,
		Input: `a size on a line of its own, up to ` + strconv.Itoa(search.MaxSize) + `, for which a board is found; or
a board, whose verdict is found: the columns of its queens on one line, from 1, row by
row, with or without its size on the line before; or a line for each of its rows, S for
a queen and * for any other cell. "1" followed by "1" is a board of one queen. A '#'
starts a comment.
`,
		// The verdict of a board that is given needs no algorithm.
		Algorithms: []enum.Algorithm{{
			Name:    searchAlgorithm,
			Summary: fmt.Sprintf("boards of up to %d queens by a walk, which finds the first one or that there is none; larger ones by local search", maxWalked),
		}},
		Formats:    formats(),
		Pictures:   []string{svgFormat},
		Draw:       draw,
		ReadClaims: readClaims,
	}
}

// estimateWalk returns how many seconds a walk takes.
func estimateWalk(ctx context.Context, n int) (seconds float64, by string, err error) {
	s, err := walkable(n)
	if err != nil {
		return 0, "", err
	}
	return enum.Estimate(ctx, s, newWalker(n).descent, 300*time.Millisecond, 1)
}

// read reads sizes and boards; see reader.
func read(in io.Reader) iter.Seq2[enum.Game, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (enum.Game, error) {
		e, err := r.next()
		return e.game(), err
	})
}

// readClaims reads boards that are claimed to be valid; see reader. A size without a
// board claims nothing, and is an error.
func readClaims(in io.Reader) iter.Seq2[enum.Claim, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (enum.Claim, error) {
		e, err := r.next()
		if err == nil && e.board == nil {
			err = e.first.Errorf("a size without a board; want the columns of its queens on the next line")
		}
		return judged{e.board}.check, err
	})
}
