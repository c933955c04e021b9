package heaps

import (
	"io"
	"iter"
	"slices"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// input returns a text for users that says how positions are written. Only the order of the heaps depends on the rules.
func (r settings) input() string {
	order := "in any order"
	switch r.rules.Kind {
	case Set:
		order = "in any order, all different"
	case Stack:
		order = "the top of the stack last"
	case Queue:
		order = "the front of the queue first"
	}
	return `one position on each line, as the sizes of its heaps, separated by commas or blanks,
such as 3,5,7 or 3 5 7, ` + order + `; 0 means no heaps. A '#' starts a comment.
`
}

// read yields each position as a [game], or a [text.Error] for the first fault of its line. Any other error is an error
// of the input and ends the sequence.
func (r settings) read(in io.Reader) iter.Seq2[single.Game, error] {
	s := text.NewScanner(in)
	s.Marks = ","
	return text.All(s, func() (single.Game, error) {
		if err := s.Begin(); err != nil {
			return nil, err
		}
		p, err := readPosition(s, r.rules.Kind)
		s.SkipLine()
		return game{r.rules, p}, err
	})
}

// readPosition reads a position from a line, whose first word was read already. A line with both commas and blanks is
// an error, because 3,5 7,9 may be meant as two positions.
func readPosition(s *text.Scanner, kind Kind) (Position, error) {
	var p Position
	var first, comma bool      // whether a comma was before the second heap, and whether one was before this heap
	seen := make(map[int]bool) // the heaps read so far, for a Set
	for {
		w := s.Word
		if w.Kind == text.Plain {
			s.Next()
		}

		// Only zeros on a line are the position without heaps.
		ends := s.Word.Kind != text.Plain
		if ends && len(p) == 0 && strings.Trim(w.Text, "0") == "" {
			return Position{}, nil
		}

		heap, err := w.Number("number of sticks", 1, maxHeap)
		switch {
		case err != nil:
			return nil, err
		case len(p) == maxHeaps:
			return nil, w.Errorf("too many heaps; expected at most %s", rows.Count(maxHeaps))
		case len(p) > 1 && comma != first:
			return nil, w.Errorf("heaps are separated by commas and by blanks: use either, and a line for each game")
		case kind == Set && seen[heap]:
			return nil, w.Errorf("the heap %d is repeated; all heaps of this game are different", heap)
		}
		p = append(p, uint64(heap))
		if ends {
			if kind.sorted() {
				slices.Sort(p)
			}
			return p, nil
		}

		if kind == Set {
			seen[heap] = true
		}
		comma = s.Word.Text == ","
		if comma {
			s.Next()
		}
		if len(p) == 1 {
			first = comma
		}
	}
}
