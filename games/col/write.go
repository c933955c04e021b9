package col

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"enumerate/games/col/search"
)

// textFormat is the format in which positions are written.
const textFormat = "text"

// Formats names the one format that positions are written in.
func (Position) Formats() []string { return []string{textFormat} }

// WriteFormat writes the position on a line, as it is read.
func (p Position) WriteFormat(w io.Writer, format string) error {
	if format != textFormat {
		return fmt.Errorf("there is no format %q; there is: %s", format, textFormat)
	}
	buffered := bufio.NewWriter(w) // which keeps the first error
	p.write(buffered)
	buffered.WriteByte('\n')
	return buffered.Flush()
}

// String returns the position as it is read: its trees with " + " between them, or "0" if
// there are none. A path is its vertices, "ooB"; any other tree its root and in
// brackets its children, "o(o,B(o))".
func (p Position) String() string {
	var b strings.Builder
	p.write(&b) // which has no errors
	return b.String()
}

// letters are the vertices by colour.
const letters = "oBR"

// letter returns the letter of a colour.
func letter(c search.Colour) byte { return letters[c] }

// write writes the position.
func (p Position) write(w io.ByteWriter) {
	if len(p) == 0 {
		w.WriteByte('0')
	}
	for v := 0; v < len(p); {
		if v > 0 {
			w.WriteByte(' ')
			w.WriteByte('+')
			w.WriteByte(' ')
		}
		end := p.treeEnd(v)
		if p[v:end].paths() {
			for ; v < end; v++ {
				w.WriteByte(letter(p[v].Colour))
			}
			continue
		}
		p[v:end].writeTree(w)
		v = end
	}
}

// treeEnd returns the vertex behind the subtree of one.
func (p Position) treeEnd(v int) int {
	for missing := 1; missing > 0; v++ {
		missing += int(p[v].Children) - 1
	}
	return v
}

// writeTree writes a position of one tree, with brackets.
func (p Position) writeTree(w io.ByteWriter) {
	var open []uint8 // children that vertices wait for
	for _, v := range p {
		w.WriteByte(letter(v.Colour))
		if v.Children > 0 {
			w.WriteByte('(')
			open = append(open, v.Children)
			continue
		}
		for len(open) > 0 {
			last := len(open) - 1
			if open[last]--; open[last] > 0 {
				w.WriteByte(',')
				break
			}
			w.WriteByte(')')
			open = open[:last]
		}
	}
}
