package spies

import (
	"io"
	"iter"
	"strconv"

	"enumerate/enum"
	"enumerate/games/spies/search"
	"enumerate/internal/text"
)

// Ruleset is the spy game. It implements enum.Counted, enum.Reader and enum.Checker.
type Ruleset struct{}

// Name returns "spies".
func (Ruleset) Name() string { return "spies" }

// About describes the ruleset.
func (Ruleset) About() enum.About {
	return enum.About{
		Summary: "n queens on a board, no two attacking each other, no three on any straight line",
		Size:    "queens",
		Sizes:   enum.Range{First: 1, Last: MaxSize},
		Walked:  enum.Range{First: 1, Last: MaxWalked},
		Group:   "the symmetries of the square, 8",
		Example: "--game spies --n 8..12",
	}
}

// Space returns the space of all boards of one size; see NewSpace.
func (Ruleset) Space(size int) (enum.Space, error) {
	s, err := NewSpace(size)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// Read reads sizes and boards; see reader.
func (Ruleset) Read(in io.Reader) iter.Seq2[enum.Game, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (enum.Game, error) {
		e, err := r.next()
		return e.game(), err
	})
}

// ReadClaims reads boards that are claimed to be valid; see reader. A size without a
// board claims nothing, and is an error.
func (Ruleset) ReadClaims(in io.Reader) iter.Seq2[enum.Claim, error] {
	r := newReader(in)
	return text.All(r.Scanner, func() (enum.Claim, error) {
		e, err := r.next()
		if err == nil && e.board == nil {
			err = e.first.Errorf("a size without a board; want the columns of its queens on the next line")
		}
		return judged{e.board}, err
	})
}

// Input says how games are written.
func (Ruleset) Input() string {
	return `a size on a line of its own, up to ` + strconv.Itoa(search.MaxSize) + `, for which a board is found; or
a board, whose verdict is found: the columns of its queens on one line, from 1, row by
row, with or without its size on the line before; or a line for each of its rows, S for
a queen and * for any other cell. "1" followed by "1" is a board of one queen. A '#'
starts a comment.
`
}
