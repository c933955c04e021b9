package dag

import (
	"errors"

	"enumerate/internal/text"
)

// A draft is a DAG being read.
type draft struct {
	vertices int
	arcs     []Arc
	places   []place     // of the arcs
	at       map[Arc]int // the lines of the arcs
}

type place struct{ line, column int }

func newDraft(vertices int) *draft { return &draft{vertices: vertices, at: make(map[Arc]int)} }

// line adds the arc on a line.
func (d *draft) line(words []text.Word) error {
	switch len(words) {
	case 1:
		return words[0].Fault("one number for an arc; want two, \"x y\"")
	case 2:
		return d.add(words[0], words[1])
	}
	return words[2].Fault("a third word for an arc; want two numbers, \"x y\"")
}

// add adds the arc between two vertices as written.
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
		return from.Fault("the arc %v is a loop; want two vertices", a)
	}
	if before, ok := d.at[a]; ok {
		return from.Fault("the arc %v is in line %d already; want every arc once", a, before)
	}
	if len(d.arcs) == MaxArcs {
		return from.Fault("an arc too many; want at most %d", MaxArcs)
	}
	d.at[a] = from.Line
	d.arcs = append(d.arcs, a)
	d.places = append(d.places, place{from.Line, from.Column})
	return nil
}

// dag returns the DAG, or says which arc closes a cycle.
func (d *draft) dag() (*DAG, error) {
	graph, err := New(d.vertices, d.arcs)
	var cycle cycleError
	if errors.As(err, &cycle) {
		at := d.places[cycle.index]
		return nil, text.Fault{Line: at.line, Column: at.column, Message: cycle.Error()}
	}
	return graph, err
}
