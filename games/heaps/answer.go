package heaps

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Formats names the formats of answers.
func (Ruleset) Formats() []string { return []string{"table", "json"} }

// An Answer is what is known of a position. It is an enum.Answer.
type Answer struct {
	Next   bool   // the next player wins
	Value  uint64 // the Grundy value, if Valued
	Valued bool
	// Winning is positions that winning moves lead to, and Unlisted how many others
	// there are, if All; otherwise there may be any number of others.
	Winning  []Position
	Unlisted uint64
	All      bool
}

// WriteFormat writes the answer on one line:
//
//	P  value 0
//	N  value 1  winning: 2,5,7 3,4,7 3,5,6
//	N  value unknown  winning: 1,3 and 998 more
//	N  value unknown  winning, among others: 2,2,2,1
//	{"outcome":"N","value":"1","winning":["2,5,7","3,4,7","3,5,6"],"unlisted":"0"}
//
// In JSON a value that is not known is null, and so is the number of winning moves that
// are not listed.
func (a Answer) WriteFormat(w io.Writer, format string) error {
	out := bufio.NewWriter(w) // which keeps the first error
	switch format {
	case "table":
		a.writeTable(out)
	case "json":
		a.writeJSON(out)
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Ruleset{}.Formats(), ", "))
	}
	return out.Flush()
}

func (a Answer) writeTable(out *bufio.Writer) {
	value := "unknown"
	if a.Valued {
		value = strconv.FormatUint(a.Value, 10)
	}
	out.WriteString(outcomeOf(a.Next) + "  value " + value)
	if a.Next {
		out.WriteString("  winning")
		if !a.All {
			out.WriteString(", among others")
		}
		out.WriteString(":")
		for _, p := range a.Winning {
			out.WriteString(" " + p.String())
		}
		if a.Unlisted > 0 {
			fmt.Fprintf(out, " and %d more", a.Unlisted)
		}
	}
	out.WriteString("\n")
}

func (a Answer) writeJSON(out *bufio.Writer) {
	value, unlisted := "null", "null"
	if a.Valued {
		value = fmt.Sprintf(`"%d"`, a.Value)
	}
	if a.All {
		unlisted = fmt.Sprintf(`"%d"`, a.Unlisted)
	}
	fmt.Fprintf(out, `{"outcome":%q,"value":%s,"winning":[`, outcomeOf(a.Next), value)
	for i, p := range a.Winning {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString(`"` + p.String() + `"`)
	}
	fmt.Fprintf(out, `],"unlisted":%s}`+"\n", unlisted)
}
