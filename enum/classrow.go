package enum

import (
	"context"
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
	Relabeling           []Renaming // nil for none
	Solution             *Solution  // nil if it was not asked for
}

// ListRows is [List], with the row of each class with at least minAut automorphisms. A row
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

// Append appends the row as a line of a format, "table" or "json". The table leaves out the
// relabeling.
func (r *ClassRow) Append(line []byte, format string) []byte {
	if format == "json" {
		return r.appendJSON(line)
	}
	line = fmt.Appendf(line, "%s  orbit %s  aut %s", r.Game, shortened(r.Orbit), shortened(r.Automorphisms))
	if s := r.Solution; s != nil {
		line = append(line, "  "+s.Verdict...)
		if s.Certificate != "" {
			line = append(line, "  "+s.Certificate+": "+strings.Join(s.Names, " ")...)
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
	object := Object{{"game", r.Game}, {"orbit", r.Orbit}, {"automorphisms", r.Automorphisms}}
	if r.Relabeling != nil {
		object = append(object, Member{"relabeling", Renamed(r.Relabeling)})
	}
	if s := r.Solution; s != nil {
		object = append(object, Solution{Verdict: s.Verdict, Certificate: s.Certificate, Names: s.Names}.Object()...)
	}
	text, _ := object.MarshalJSON() // strings and numbers can be encoded
	return append(append(line, text...), '\n')
}

// Renamed returns an object of new names by old ones.
func Renamed(relabeling []Renaming) Object {
	object := Object{}
	for _, r := range relabeling {
		object = append(object, Member{r.From, r.To})
	}
	return object
}
