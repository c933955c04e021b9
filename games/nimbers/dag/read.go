package dag

import (
	"errors"
	"io"
	"iter"
	"strings"

	"enumerate/internal/text"
)

// maxLine is the most bytes of a line; a word of MaxArcs arcs has fewer.
const maxLine = 1 << 24

// Read reads DAGs one after the other, each in the contest's format (AtCoder, AGC 016 F):
//
//	n m        vertices and arcs
//	x y        an arc from x to y, m times; vertices are numbered from 1
//
// or as a word (see [DAG.Word]) on a line of its own. Blank lines mean nothing, nor does
// what follows a '#'. Arcs may lead to smaller numbers too.
//
// The error of a DAG is a [text.Fault]; Read goes on with the next one, unless the fault
// hides where that starts. Any other error is one of r and the last.
func Read(r io.Reader) iter.Seq2[*DAG, error] {
	in := newReader(r)
	return func(yield func(*DAG, error) bool) {
		for !in.lost {
			d, err := in.next()
			if err == io.EOF || !yield(d, err) {
				return
			}
		}
	}
}

// Parse reads the only DAG of a text, in any of the formats of [Read].
func Parse(s string) (*DAG, error) {
	in := newReader(strings.NewReader(s))
	start := in.lines.End()
	d, err := in.next()
	switch {
	case err == io.EOF:
		return nil, start.Fault("there is no DAG; want a word such as 4.1-3.2-4, or a line \"n m\" and m lines \"x y\"")
	case err != nil:
		return nil, err
	}
	switch words, err := in.line(); {
	case err == io.EOF:
		return d, nil
	case err != nil:
		return nil, err
	default:
		return nil, words[0].Fault("a second DAG starts here; want one")
	}
}

// A reader reads DAGs.
type reader struct {
	lines *text.Scanner
	lost  bool // nobody knows where the next DAG starts
}

func newReader(r io.Reader) *reader { return &reader{lines: text.NewScanner(r, maxLine, "")} }

// line returns the words of the next line that has some. Its error is io.EOF after
// the last one.
func (r *reader) line() ([]text.Word, error) {
	for {
		words, err := r.lines.Line()
		if err != nil && !errors.As(err, new(text.Fault)) {
			r.lost = true
		}
		if err != nil || len(words) > 0 {
			return words, err
		}
	}
}

// next reads the next DAG. Its error is io.EOF after the last.
func (r *reader) next() (*DAG, error) {
	head, err := r.line()
	if err != nil {
		r.lost = true
		return nil, err
	}
	if len(head) == 1 && isWord(head[0]) {
		return readWord(head[0])
	}
	vertices, arcs, err := sizes(head)
	if err != nil {
		r.lost = true
		return nil, err
	}
	draft := newDraft(vertices)
	var fault error
	for i := range arcs {
		words, err := r.line()
		switch {
		case fault != nil && !r.lost: // only the place of the next DAG is of interest now
		case fault != nil:
			return nil, fault
		case err == io.EOF:
			return nil, r.lines.End().Fault("the input ends after %d of %d arcs; want a line \"x y\" for each", i, arcs)
		case r.lost:
			return nil, err
		case err != nil:
			fault = err
		default:
			fault = draft.line(words)
		}
	}
	if fault != nil {
		return nil, fault
	}
	return draft.dag()
}

// sizes reads the line "n m".
func sizes(head []text.Word) (vertices, arcs int, err error) {
	const want = `want two numbers, "n m", or a word such as 4.1-3.2-4`
	switch len(head) {
	case 1:
		return 0, 0, head[0].Fault("%s is no DAG; %s", head[0].Quoted(), want)
	case 2:
	default:
		return 0, 0, head[2].Fault("a third word where a DAG starts; %s", want)
	}
	vertices, err = head[0].Number("number of vertices", 2, MaxVertices)
	if err != nil {
		return 0, 0, err
	}
	arcs, err = head[1].Number("number of arcs", 0, min(vertices*(vertices-1)/2, MaxArcs))
	return vertices, arcs, err
}
