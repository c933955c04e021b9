package dag

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// maxLine is the largest number of bytes of a line. A word of MaxArcs arcs has fewer.
const maxLine = 1 << 24

// Read reads DAGs one after the other, each in the contest's format (AtCoder, AGC 016 F):
//
//	n m    the numbers of vertices and arcs
//	x y    an arc from x to y, m times; vertices are numbered from 1
//
// or as a word (see [DAG.Word]) on a separate line. Blank lines are ignored, and a '#' begins a comment.
//
// The error of a DAG is a [text.Error]. Read then continues with the next DAG, unless the error makes it impossible to
// see where it begins. Any other error is an error of r, and ends the sequence.
func Read(r io.Reader) iter.Seq2[*DAG, error] {
	in := &reader{lines: text.NewScanner(r)}
	return text.All(in.lines, in.next)
}

type reader struct {
	lines *text.Scanner
	lost  bool // whether it is unknown where the next DAG begins
}

// next reads the next DAG. It returns io.EOF after the last one.
func (r *reader) next() (*DAG, error) {
	if r.lost {
		return nil, io.EOF
	}
	head, err := r.lines.Words(maxLine)
	if err == nil && len(head) == 1 && isWord(head[0]) {
		return readWord(head[0])
	}
	var d *draft
	arcs := 0
	if err == nil {
		d, arcs, err = sizes(head)
	}
	if err != nil {
		r.lost = true
		return nil, err
	}

	// Read all lines of the arcs, also after an error.
	for i := range arcs {
		words, failed := r.lines.Words(maxLine)
		if failed == io.EOF {
			ends := r.lines.End().Errorf("the input ends after %d of %d arcs; expected a line \"x y\" for each", i, arcs)
			return nil, cmp.Or(err, error(ends))
		}
		if failed == nil && err == nil {
			failed = d.line(words)
		}
		err = cmp.Or(err, failed) // keep the first error; the rest of the DAG is read only to find the next one
	}
	if err != nil {
		return nil, err
	}
	return d.dag()
}

// sizes reads the first line of a DAG, "n m": the numbers of vertices and of arcs.
func sizes(head []text.Word) (d *draft, arcs int, err error) {
	const want = `expected two numbers, "n m", or a word such as 4.1-3.2-4`
	switch len(head) {
	case 1:
		return nil, 0, head[0].Errorf("%s is not a DAG; %s", head[0].Quoted(), want)
	case 2:
	default:
		return nil, 0, head[2].Errorf("a third word where a DAG starts; %s", want)
	}
	if d, err = newDraft(head[0]); err == nil {
		arcs, err = head[1].Number("number of arcs", 0, min(d.vertices*(d.vertices-1)/2, MaxArcs))
	}
	return d, arcs, err
}

// isWord reports whether a word that is alone on its line is meant as the word of a DAG.
func isWord(w text.Word) bool {
	return strings.Contains(w.Text, ".") || strings.Trim(w.Text, "0123456789") == ""
}

// readWord reads a DAG from a word such as 4.1-3.2-4.
func readWord(word text.Word) (*DAG, error) {
	size, arcs, dotted := word.Cut(".")
	d, err := newDraft(size)
	for dotted && err == nil {
		var arc text.Word
		arc, arcs, dotted = arcs.Cut(".")
		if from, to, dashed := arc.Cut("-"); dashed {
			err = d.add(from, to)
		} else {
			err = arc.Errorf("%s is not an arc; expected x-y", arc.Quoted())
		}
	}
	if err != nil {
		return nil, err
	}
	return d.dag()
}

// A draft is a DAG whose arcs are being read.
type draft struct {
	vertices int
	arcs     []Arc
	at       map[Arc]place // where each arc is in the text
}

type place struct{ line, column int }

func newDraft(size text.Word) (*draft, error) {
	vertices, err := size.Number("number of vertices", 2, MaxVertices)
	return &draft{vertices: vertices, at: make(map[Arc]place)}, err
}

// line adds the arc of a line "x y".
func (d *draft) line(words []text.Word) error {
	switch len(words) {
	case 1:
		return words[0].Errorf("one number for an arc; expected two, \"x y\"")
	case 2:
		return d.add(words[0], words[1])
	}
	return words[2].Errorf("a third word for an arc; expected two numbers, \"x y\"")
}

// add adds an arc, given by the words for its two vertices, to the draft. It notes the place of the arc in the text for
// later messages.
func (d *draft) add(from, to text.Word) error {
	v, err := from.Number("vertex", 1, d.vertices)
	if err != nil {
		return err
	}
	w, err := to.Number("vertex", 1, d.vertices)
	if err != nil {
		return err
	}
	a := Arc{v - 1, w - 1}
	if v == w {
		return from.Errorf("the arc %v is a loop; expected two vertices", a)
	}
	if before, ok := d.at[a]; ok {
		return from.Errorf("the arc %v is already in line %d; write each arc once", a, before.line)
	}
	if len(d.arcs) == MaxArcs {
		return from.Errorf("an arc too many; expected at most %s", rows.Count(MaxArcs))
	}
	d.at[a] = place{from.Line, from.Column}
	d.arcs = append(d.arcs, a)
	return nil
}

// dag returns the DAG, or an error that names the place of the arc that closes a cycle.
func (d *draft) dag() (*DAG, error) {
	graph, err := New(d.vertices, d.arcs)
	if cycle, ok := errors.AsType[cycleError](err); ok {
		at := d.at[cycle.arc]
		err = text.Word{Line: at.line, Column: at.column}.Errorf("%v", cycle)
	}
	return graph, err
}

// Word returns the DAG as one word: the number of vertices, and then the sorted arcs, each after a dot, such as
// 4.1-3.2-4.
func (d *DAG) Word() string {
	word := strconv.AppendInt(nil, int64(len(d.out)), 10)
	for a := range d.All() {
		word = append(word, '.')
		word = strconv.AppendInt(word, int64(a.From+1), 10)
		word = append(word, '-')
		word = strconv.AppendInt(word, int64(a.To+1), 10)
	}
	return string(word)
}

// String returns the DAG's word.
func (d *DAG) String() string { return d.Word() }

// Formats returns the names of the formats of a DAG: "table", which is the contest's format, and "word".
func Formats() []string { return []string{single.TableFormat, "word"} }

// Contents returns the DAG in the formats in which it can be written.
func (d *DAG) Contents() single.Contents {
	return single.Contents{Lines: d.writeTable, Others: []single.Format{{Name: "word", Write: func(w io.Writer) error {
		_, err := io.WriteString(w, d.Word()+"\n")
		return err
	}}}}
}

func (d *DAG) writeTable(w *bufio.Writer) {
	fmt.Fprintf(w, "%d %d\n", len(d.out), d.arcs)
	for a := range d.All() {
		fmt.Fprintf(w, "%v\n", a)
	}
}
