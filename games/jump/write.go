package jump

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// GameFormats names the formats that a game is written in, the default first.
func GameFormats() []string { return []string{"contest", "line"} }

// Formats returns GameFormats.
func (g Game) Formats() []string { return GameFormats() }

// WriteFormat writes the game as it is read: "contest" a line for each line, "line" with a
// slash for each line break but the last.
func (g Game) WriteFormat(w io.Writer, format string) error {
	between := "\n"
	switch format {
	case "contest":
	case "line":
		between = "/"
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(GameFormats(), ", "))
	}
	buffered := bufio.NewWriter(w) // which keeps the first error
	g.write(buffered, between)
	buffered.WriteString("\n")
	return buffered.Flush()
}

// write writes the game with something between its lines.
func (g Game) write(w io.StringWriter, between string) {
	w.WriteString(strconv.Itoa(g.Board.Rows) + " " + strconv.Itoa(g.Board.Columns) + between)
	w.WriteString(strconv.Itoa(len(g.Starts)))
	for tile, length := range g.Board.Lengths {
		if tile%g.Board.Columns == 0 {
			w.WriteString(between)
		} else {
			w.WriteString(" ")
		}
		w.WriteString(strconv.Itoa(int(length)))
	}
	for _, start := range g.Starts {
		w.WriteString(between + strconv.Itoa(int(start)/g.Board.Columns) + " " + strconv.Itoa(int(start)%g.Board.Columns))
	}
}
