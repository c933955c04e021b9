package nimbers

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Word returns the DAG as one word, the same for the same DAG: the number of vertices,
// and behind a dot each the arcs, sorted, such as 4.1-3.2-4.
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

// Formats names the formats of WriteFormat: "table", the contest's own, and "word".
func (d *DAG) Formats() []string { return []string{"table", "word"} }

// WriteFormat writes the DAG: as a table, a line with the numbers of vertices and arcs
// and a line for every arc; or as its word.
func (d *DAG) WriteFormat(w io.Writer, format string) error {
	var text strings.Builder
	switch format {
	case "table":
		fmt.Fprintf(&text, "%d %d\n", len(d.out), d.arcs)
		for a := range d.All() {
			fmt.Fprintf(&text, "%v\n", a)
		}
	case "word":
		text.WriteString(d.Word())
		text.WriteByte('\n')
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(d.Formats(), ", "))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// A span is a piece of a line, and its column, in bytes from 1.
type span struct {
	text   string
	column int
}

// readWord reads a word that stands on a line.
func readWord(line int, word span) (*DAG, error) {
	size, arcs, dotted := strings.Cut(word.text, ".")
	vertices, err := readNumber(line, span{size, word.column}, "the number of vertices", 2, MaxVertices)
	if err != nil {
		return nil, err
	}
	draft := newDraft(vertices)
	column := word.column + len(size) + 1
	for dotted {
		var text string
		text, arcs, dotted = strings.Cut(arcs, ".")
		from, to, dashed := strings.Cut(text, "-")
		if !dashed {
			return nil, Fault{line, column, fmt.Sprintf("%.40q is no arc; want x-y", text)}
		}
		if err := draft.add(line, span{from, column}, span{to, column + len(from) + 1}); err != nil {
			return nil, err
		}
		column += len(text) + 1
	}
	return draft.dag()
}
