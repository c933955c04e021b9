package spies

import (
	"io"
	"iter"
	"strconv"

	"enumerate/enum"
	"enumerate/games/spies/search"
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

// Read reads sizes and boards; see ReadEntries.
func (Ruleset) Read(r io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		for e, err := range ReadEntries(r) {
			switch {
			case err != nil:
				if !yield(nil, err) {
					return
				}
			case !yield(e.game(), nil):
				return
			}
		}
	}
}

// ReadClaims reads boards that are claimed to be valid; see ReadEntries. A size without
// a board claims nothing, and is an error.
func (Ruleset) ReadClaims(r io.Reader) iter.Seq2[enum.Claim, error] {
	return func(yield func(enum.Claim, error) bool) {
		for e, err := range ReadEntries(r) {
			if err == nil && e.Board == nil {
				err = e.First.Fault("a size without a board; want the columns of its queens on the next line")
			}
			switch {
			case err != nil:
				if !yield(nil, err) {
					return
				}
			case !yield(judged{e.Board}, nil):
				return
			}
		}
	}
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
