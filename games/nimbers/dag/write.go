package dag

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
func Formats() []string { return []string{"table", "word"} }

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
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Formats(), ", "))
	}
	_, err := io.WriteString(w, text.String())
	return err
}
