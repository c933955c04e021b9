// Package spies is the spy game: n queens on a board of n x n cells, one in each row and column. No two attack each
// other along a diagonal, and no three stand on a straight line of any slope.
//
// A labelled game of size n is a board, one of n! permutations, with the queen of row r in column b[r]. The group is
// the eight symmetries of the square. The proof of an invalid board is a conflict: two queens that attack each
// other, or three in line. Verdicts are computed with integers, because floating-point slopes miss lines.
//
// # Classes
//
// F180, F90 and I are the numbers of boards fixed by a rotation by 180 degrees, a rotation by 90 degrees, and a
// reflection in a diagonal:
//
//   - F180 = 2^m m!, where m = floor(n/2).
//   - F90 = (2k)!/k! if n = 4k or 4k+1, and 0 otherwise.
//   - I is the number of involutions, I(n) = I(n-1) + (n-1) I(n-2).
//   - A reflection in a horizontal or vertical line fixes no board if n > 1, because a row or column would have two
//     queens.
//
// By Burnside's lemma, the number of classes for n > 1 is
//
//	(n! + F180 + 2 F90 + 2 I) / 8
//
// A reflection in a diagonal fixes no valid board of two or more queens: all queens would stand on the diagonal, or two
// on a diagonal across it. So there are (boards + F180 + 2 F90) / 8 valid classes, where all three numbers are of valid
// boards only.
//
// # Walking and counting
//
// A path is a choice of some queens, which a walk extends queen by queen. The walk first fills the rows of a shard's
// prefix from the top, then always the row or column with the fewest cells left. It follows only paths that may still
// become the least board of a class. Every path of d queens that it gives up stands for (n-d)! boards. These numbers,
// and one for the least board of each valid class, must add up to n!.
//
// A count finds all valid boards, not one of each class, and the number of classes by Burnside's lemma. It shares no
// sets, tables or bounds with a walk.
//
// # The smallest example
//
// There are 4! = 24 boards of size 4, in 7 classes. Two boards are valid, 2 4 1 3 (the columns of the queens, from 1)
// and its mirror image 3 1 4 2:
//
//	. S . .
//	. . . S
//	S . . .
//	. . S .
//
// A rotation by 90 degrees fixes them, so they are one class with four automorphisms.
package spies

import (
	"errors"
	"io"
	"iter"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
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
		Group:   "the symmetries of the square, 8",
		Example: "--game spies --n 8..12",
		Space:   newSpace,
		Methods: []enum.Method{
			{
				Name:     enum.Walk,
				Summary:  "visits one game of every class",
				Sizes:    enum.Range{First: 1, Last: maxWalked},
				Space:    walkable,
				Estimate: enum.Forecasts(walkable, func(s enum.Space) enum.Descent { return s.Walker().(*walker).descent }),
			},
			{
				Name:    countMethod,
				Summary: "counts all valid boards, and the classes by Burnside's lemma",
				Sizes:   enum.Range{First: 1, Last: maxCounted},
				Space:   newCounting,
			},
		},
		Lister:  newLister,
		Sampler: kit.Samples(newSpace, func(s enum.Space) enum.Sampler { return &sampler{make(board, s.(space).n)} }),
		Games: single.Games{
			Reading: single.Reading{Read: read, Remarks: remarks, Input: `a size on a line of its own, up to ` + strconv.Itoa(search.MaxSize) + `, to find a board of this size; or
a board to check: the columns of its queens on one line, from 1, row by
row, with or without its size on the line before; or a line for each of its rows, S or Q
for a queen and *, . or _ for any other cell, or 1 and 0; or row and column of each queen,
(1,2) (2,4) (3,1) (4,3). Brackets, commas and quotes are read as programs print them;
numbers may count from 0. "1" followed by "1" is a board of one queen. A '#' starts a
comment.
`},
			Questions: []single.Question{
				single.Solving(`echo 8 | enumerate solve --game spies --format text
enumerate solve --game spies data/examples/boards.txt`, formats(), algorithms()...),
				{
					Name: single.Explain, Summary: "also print every line with too many queens", Title: "Why",
					Example: "enumerate solve --game spies data/examples/boards.txt --explain",
					Lines:   true, Formats: formats(), Ask: explain,
				}, {
					Name: "check", Summary: "check the boards in this file, - for standard input", Input: single.File, Read: readBoards,
					Example: "enumerate solve --game spies --check data/examples/boards.txt",
					Formats: single.SolutionFormats(), Ask: single.Asks(boardGame.check),
				},
			},
			Drawings: []single.Question{{Name: "draw", Example: "echo 8 | enumerate draw --game spies -o spies.svg", Formats: []string{svgFormat}, Ask: draw}},
			Classify: classify,
			Puzzle:   puzzle,
			Puzzles:  []string{"4", "8", "9", "10", "11", "12"},
		},
	}
}

func read(in io.Reader) iter.Seq2[single.Game, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (single.Game, error) {
		e, err := r.next()
		return e.game(), err
	})
}

func remarks(g single.Game) error {
	if game, ok := g.(boardGame); ok && game.remark != "" {
		return errors.New(game.remark)
	}
	return nil
}

// readBoards reads boards that are claimed to be valid. A size, which claims nothing, is an error.
func readBoards(in io.Reader) iter.Seq2[single.Game, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (single.Game, error) {
		e, err := r.next()
		if err == nil && e.board == nil {
			err = e.first.Errorf("a size without a board; expected the columns of its queens on the next line")
		}
		return e.boardGame(), err
	})
}
