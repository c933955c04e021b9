package enum

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A ClassRow is a class as it is printed.
type ClassRow struct {
	Game                 string // of the class, one that stands for it
	Orbit, Automorphisms string
	Rank                 string     // "" if it is not known
	Relabeling           []Renaming // nil for none
	First, Times         int        // of a tally: the first game in the input, and how many; 0 for none
	Solution             *Solution  // nil if it was not asked for
}

// ListRows is [List], with the row of each class that has at least so many automorphisms. A row
// is valid until visit returns.
func ListRows(ctx context.Context, s Space, list Lister, part Part, verdict int, minAut uint64, visit func(*ClassRow) bool) error {
	orbits := make(map[uint64]string) // there are few different ones
	verdicts := s.Verdicts()
	return List(ctx, s, list, part, verdict, func(c Class) bool {
		if c.Automorphisms < minAut {
			return true
		}
		orbit, ok := orbits[c.Automorphisms]
		if !ok {
			orbit = Orbit(s, c.Automorphisms).String()
			orbits[c.Automorphisms] = orbit
		}
		solution := c.Solution()
		solution.Verdict = verdicts[c.Verdict]
		return visit(&ClassRow{Game: c.Game(), Orbit: orbit, Automorphisms: strconv.FormatUint(c.Automorphisms, 10), Solution: &solution})
	})
}

// Append appends the row as a line of a format, "table" or "json". The table leaves out rank and
// relabeling.
func (r *ClassRow) Append(line []byte, format string) []byte {
	if format == "json" {
		return r.appendJSON(line)
	}
	line = append(line, r.Game...)
	line = append(line, "  orbit "...)
	line = append(line, shortened(r.Orbit)...)
	line = append(line, "  aut "...)
	line = append(line, shortened(r.Automorphisms)...)
	if r.Times > 0 {
		line = append(line, "  times "...)
		line = strconv.AppendInt(line, int64(r.Times), 10)
	}
	if s := r.Solution; s != nil {
		line = append(line, "  "...)
		line = append(line, s.Verdict...)
		if s.Certificate != "" {
			line = append(line, "  "...)
			line = append(line, s.Certificate...)
			line = append(line, ": "...)
			line = append(line, strings.Join(s.Names, " ")...)
		}
	}
	return append(line, '\n')
}

// WriteFormat writes the line that Append appends, so that a class is an [Answer].
func (r *ClassRow) WriteFormat(w io.Writer, format string) error {
	if there := []string{"table", "json"}; !slices.Contains(there, format) {
		return Unknown("format", format, there)
	}
	_, err := w.Write(r.Append(nil, format))
	return err
}

// shortened leaves out the middle of a number that is too long for a line of a table.
func shortened(digits string) string {
	const most, shown = 60, 10
	if len(digits) <= most {
		return digits
	}
	return fmt.Sprintf("%s...%s (%d digits)", digits[:shown], digits[len(digits)-shown:], len(digits))
}

// appendJSON appends the row as a line of JSON.
func (r *ClassRow) appendJSON(line []byte) []byte {
	line = appendString(append(line, `{"game":`...), r.Game)
	line = appendString(append(line, `,"orbit":`...), r.Orbit)
	line = appendString(append(line, `,"automorphisms":`...), r.Automorphisms)
	if r.Rank != "" {
		line = appendString(append(line, `,"rank":`...), r.Rank)
	}
	if r.Relabeling != nil {
		line = AppendRelabeling(append(line, `,"relabeling":`...), r.Relabeling)
	}
	if r.Times > 0 {
		line = strconv.AppendInt(append(line, `,"first":`...), int64(r.First), 10)
		line = appendString(append(line, `,"times":`...), strconv.Itoa(r.Times))
	}
	if s := r.Solution; s != nil {
		line = appendString(append(line, `,"verdict":`...), s.Verdict)
		if s.Certificate != "" {
			line = appendString(append(line, ','), s.Certificate)
			line = append(line, ":["...)
			for i, name := range s.Names {
				if i > 0 {
					line = append(line, ',')
				}
				line = appendString(line, name)
			}
			line = append(line, ']')
		}
	}
	return append(line, "}\n"...)
}

// AppendRelabeling appends a JSON object of new names by old ones.
func AppendRelabeling(line []byte, relabeling []Renaming) []byte {
	line = append(line, '{')
	for i, r := range relabeling {
		if i > 0 {
			line = append(line, ',')
		}
		line = appendString(line, r.From)
		line = appendString(append(line, ':'), r.To)
	}
	return append(line, '}')
}

// appendString appends a string as encoding/json writes it. Most have nothing to escape.
func appendString(line []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte(`"\<>&`, c) >= 0 {
			escaped, _ := json.Marshal(s) // strings can be encoded
			return append(line, escaped...)
		}
	}
	line = append(line, '"')
	line = append(line, s...)
	return append(line, '"')
}
