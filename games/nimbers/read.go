package nimbers

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// A Fault is what is wrong with a DAG as written. Line and Column count from 1, columns
// in bytes. Message says what is wrong and what would be right.
type Fault struct {
	Line, Column int
	Message      string
}

func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}

// ReadDAGs reads DAGs one after the other, each in the contest's format (AtCoder, AGC
// 016 F):
//
//	n m        vertices and arcs
//	x y        an arc from x to y, m times; vertices are numbered from 1
//
// or as a word (see DAG.Word) on a line of its own. Blank lines mean nothing, nor does
// what follows a '#'. Arcs may lead to smaller numbers too.
//
// The error of a DAG is a [Fault]; ReadDAGs goes on with the next one, unless the fault
// hides where that starts. Any other error is one of r and the last.
func ReadDAGs(r io.Reader) iter.Seq2[*DAG, error] {
	in := newDAGReader(r)
	return func(yield func(*DAG, error) bool) {
		for !in.lost {
			d, err := in.next()
			if err == io.EOF || !yield(d, err) {
				return
			}
		}
	}
}

// ParseDAG reads the only DAG of a text, in any of the formats of [ReadDAGs].
func ParseDAG(text string) (*DAG, error) {
	in := newDAGReader(strings.NewReader(text))
	d, err := in.next()
	switch {
	case err == io.EOF:
		return nil, Fault{1, 1, "there is no DAG; want a word such as 4.1-3.2-4, or a line \"n m\" and m lines \"x y\""}
	case err != nil:
		return nil, err
	}
	if fields, err := in.fields(); err == nil {
		return nil, Fault{in.line, fields[0].column, "a second DAG starts here; want one"}
	}
	return d, nil
}

// maxLine is the most bytes of a line; a word of MaxArcs arcs has fewer.
const maxLine = 1 << 24

// A dagReader reads DAGs.
type dagReader struct {
	in   *bufio.Scanner
	line int
	lost bool // nobody knows where the next DAG starts
	err  error
}

func newDAGReader(r io.Reader) *dagReader {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	return &dagReader{in: in}
}

// fields returns the words of the next line that has some. Its error is io.EOF after
// the last one.
func (r *dagReader) fields() ([]span, error) {
	for r.err == nil && r.in.Scan() {
		r.line++
		text := r.in.Text()
		skipped := 0
		if r.line == 1 {
			whole := len(text)
			text = strings.TrimPrefix(text, "\ufeff")
			skipped = whole - len(text)
		}
		text, _, _ = strings.Cut(text, "#")
		if fields := split(text, skipped+1); fields != nil {
			return fields, nil
		}
	}
	if r.err == nil {
		r.err = io.EOF
		switch err := r.in.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			r.err = Fault{r.line + 1, 1, fmt.Sprintf("the line is longer than %d bytes; want \"x y\"", maxLine)}
		case err != nil:
			r.err = err
		}
	}
	r.lost = true
	return nil, r.err
}

// split returns the words of a line that starts at some column.
func split(text string, column int) []span {
	var fields []span
	blank := func(i int) bool { return text[i] == ' ' || text[i] == '\t' || text[i] == '\r' }
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && !blank(i) {
			i++
		}
		if i > start {
			fields = append(fields, span{text[start:i], column + start})
		}
	}
	return fields
}

// next reads the next DAG. Its error is io.EOF after the last.
func (r *dagReader) next() (*DAG, error) {
	head, err := r.fields()
	if err != nil {
		return nil, err
	}
	if len(head) == 1 && (strings.Contains(head[0].text, ".") || isNumber(head[0].text)) {
		return readWord(r.line, head[0])
	}
	vertices, arcs, err := r.sizes(head)
	if err != nil {
		r.lost = true
		return nil, err
	}
	draft := newDraft(vertices)
	var fault error
	for i := range arcs {
		fields, err := r.fields()
		if err == io.EOF && fault == nil {
			return nil, Fault{r.line + 1, 1, fmt.Sprintf("the input ends after %d of %d arcs; want a line \"x y\" for each", i, arcs)}
		}
		switch {
		case err == io.EOF:
			return nil, fault
		case err != nil:
			return nil, err
		case fault != nil:
			continue // only the place of the next DAG is of interest now
		}
		if len(fields) != 2 {
			fault = Fault{r.line, fields[min(2, len(fields)-1)].column, fmt.Sprintf("%d numbers for an arc; want two, \"x y\"", len(fields))}
			continue
		}
		fault = draft.add(r.line, fields[0], fields[1])
	}
	if fault != nil {
		return nil, fault
	}
	return draft.dag()
}

// sizes reads the line "n m".
func (r *dagReader) sizes(head []span) (vertices, arcs int, err error) {
	if len(head) != 2 {
		at := head[min(2, len(head)-1)]
		return 0, 0, Fault{r.line, at.column, fmt.Sprintf("a DAG starts with %d words; want two numbers, \"n m\", or a word such as 4.1-3.2-4", len(head))}
	}
	vertices, err = readNumber(r.line, head[0], "the number of vertices", 2, MaxVertices)
	if err != nil {
		return 0, 0, err
	}
	most := min(vertices*(vertices-1)/2, MaxArcs)
	arcs, err = readNumber(r.line, head[1], fmt.Sprintf("the number of arcs of a DAG on %d vertices", vertices), 0, most)
	return vertices, arcs, err
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// readNumber reads a number of what it is, from least to most.
func readNumber(line int, at span, what string, least, most int) (int, error) {
	x := 0
	for i := 0; i < len(at.text) && x <= most && isNumber(at.text); i++ {
		x = 10*x + int(at.text[i]-'0')
	}
	if !isNumber(at.text) || x < least || x > most {
		return 0, Fault{line, at.column, fmt.Sprintf("%.40q for %s; want a number from %d to %d", at.text, what, least, most)}
	}
	return x, nil
}

// A draft is a DAG being read.
type draft struct {
	vertices int
	arcs     []Arc
	places   []place     // of the arcs
	at       map[Arc]int // the lines of the arcs
}

type place struct{ line, column int }

func newDraft(vertices int) *draft { return &draft{vertices: vertices, at: make(map[Arc]int)} }

// add adds the arc between two vertices as written.
func (d *draft) add(line int, from, to span) error {
	var ends [2]int
	for i, at := range []span{from, to} {
		x, err := readNumber(line, at, "a vertex", 1, d.vertices)
		if err != nil {
			return err
		}
		ends[i] = x - 1
	}
	a := Arc{ends[0], ends[1]}
	if a.From == a.To {
		return Fault{line, from.column, fmt.Sprintf("the arc %v is a loop; want two vertices", a)}
	}
	if before, ok := d.at[a]; ok {
		return Fault{line, from.column, fmt.Sprintf("the arc %v is in line %d already; want every arc once", a, before)}
	}
	if len(d.arcs) == MaxArcs {
		return Fault{line, from.column, fmt.Sprintf("more than %d arcs", MaxArcs)}
	}
	d.at[a] = line
	d.arcs = append(d.arcs, a)
	d.places = append(d.places, place{line, from.column})
	return nil
}

// dag returns the DAG, or says which arc closes a cycle.
func (d *draft) dag() (*DAG, error) {
	graph := newDAG(d.vertices, d.arcs)
	if len(graph.order()) == d.vertices {
		return graph, nil
	}
	cycle := closing(d.vertices, d.arcs)
	return nil, Fault{d.places[cycle.arc].line, d.places[cycle.arc].column, cycle.Error()}
}
