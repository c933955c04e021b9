package col

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// An Answer is the outcome of a position, its value, and the best moves of both sides. It
// is an enum.Answer.
type Answer struct {
	Outcome string    // L, R, N or P
	Value   string    // in standard notation
	Best    [2][]Move // by side, Left first; none of a side that cannot move
}

// A Move is a move with what it leads to.
type Move struct {
	Position Position // that it leads to
	Value    string
	Wins     bool // for the side that moves
}

// formats names the formats of answers, the default first.
func formats() []string { return []string{"table", "json"} }

// WriteFormat writes the answer on one line:
//
//	N  value: *  Left: Bo = 0 wins  Right: Ro = 0 wins
//	{"verdict":"N","value":"*","left":[{"move":"Bo","value":"0","wins":true}],"right":[{"move":"Ro","value":"0","wins":true}]}
func (a Answer) WriteFormat(w io.Writer, format string) error {
	buffered := bufio.NewWriter(w) // which keeps the first error
	switch format {
	case "table":
		fmt.Fprintf(buffered, "%s  value: %s", a.Outcome, a.Value)
		for side, name := range []string{"Left", "Right"} {
			fmt.Fprintf(buffered, "  %s: ", name)
			writeMoves(buffered, a.Best[side])
		}
	case "json":
		fmt.Fprintf(buffered, `{"verdict":%s,"value":%s`, quoted(a.Outcome), quoted(a.Value))
		for side, name := range []string{"left", "right"} {
			fmt.Fprintf(buffered, `,"%s":[`, name)
			for i, m := range a.Best[side] {
				if i > 0 {
					buffered.WriteByte(',')
				}
				fmt.Fprintf(buffered, `{"move":%s,"value":%s,"wins":%t}`, quoted(m.Position.String()), quoted(m.Value), m.Wins)
			}
			buffered.WriteByte(']')
		}
		buffered.WriteByte('}')
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(formats(), ", "))
	}
	buffered.WriteByte('\n')
	return buffered.Flush()
}

// writeMoves writes moves for eyes.
func writeMoves(w *bufio.Writer, moves []Move) {
	if len(moves) == 0 {
		w.WriteString("no move")
	}
	for i, m := range moves {
		if i > 0 {
			w.WriteString("; ")
		}
		m.Position.write(w)
		fmt.Fprintf(w, " = %s", m.Value)
		if m.Wins {
			w.WriteString(" wins")
		} else {
			w.WriteString(" loses")
		}
	}
}

// quoted returns a string as JSON.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // of {2|-1} and the like nothing is to be escaped
	if err := encoder.Encode(text); err != nil {
		panic(err) // strings have a JSON form
	}
	return strings.TrimSuffix(b.String(), "\n")
}
