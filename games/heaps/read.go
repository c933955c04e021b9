package heaps

import (
	"io"
	"iter"
	"slices"

	"enumerate/enum"
)

// input says how positions are written.
func (r settings) input() string {
	order := "in any order"
	switch r.rules.Kind {
	case Set:
		order = "in any order, no two of them equal"
	case Stack:
		order = "the top of the stack last"
	case Queue:
		order = "the front of the queue first"
	}
	return `a line for each, the sizes of its heaps with commas between them,
` + order + `; 0 stands for no heaps. A '#' starts a comment.
`
}

// Read reads positions as input says, whatever the ruleset's parameters, and yields each as
// a [Game], or a Fault with the first thing wrong with its line. Any other error is one of the input, and the last.
func (r settings) Read(in io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		s := newScanner(in)
		for s.err == nil {
			s.space()
			if ends(s.peek()) {
				s.skip()
				continue
			}
			p, err := s.position(r.rules.Kind)
			switch {
			case s.err != nil && s.err != io.EOF: // what was read may be half a number
			case err != nil && !yield(nil, err), err == nil && !yield(Game{r.rules, p}, nil):
				return
			}
			s.skip()
		}
		if s.err != io.EOF {
			yield(nil, s.err)
		}
	}
}

// position reads a position that begins with the next byte.
func (s *scanner) position(kind Kind) (Position, error) {
	var p Position
	there := make(map[uint64]bool) // of a Set
	for {
		column := s.column
		heap, err := s.heap()
		switch {
		case err != nil:
			return nil, err
		case len(p) == MaxHeaps:
			return nil, s.fault(column, "there are too many heaps, want at most %d", MaxHeaps)
		case kind == Set && there[heap]:
			return nil, s.fault(column, "the heap %d is there already, want a set", heap)
		}
		if kind == Set {
			there[heap] = true
		}
		p = append(p, heap)
		s.space()
		next := s.peek()
		alone := len(p) == 1 && ends(next)
		switch {
		case heap == 0 && alone:
			return Position{}, nil
		case heap == 0:
			return nil, s.fault(column, "a heap of 0 sticks is none; want a number from 1, or 0 alone for no heaps")
		case ends(next):
			if kind.sorted() {
				slices.Sort(p)
			}
			return p, nil
		case next != ',':
			column = s.column
			return nil, s.fault(column, "%s is too much; want a comma or the end of the line", quoted(s.next()))
		}
		s.take()
		s.space()
	}
}
