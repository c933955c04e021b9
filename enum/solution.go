package enum

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Solution is the verdict of a game and its certificate. It is an [Answer] in the
// formats of SolutionFormats.
type Solution struct {
	Verdict     string   // one of the verdicts of the ruleset's spaces
	Certificate string   // what Names are: "order", "core"
	Names       []string // in the game's own words
	// Choices is what each of Names chose, where that shows the contradiction;
	// nil where it proves nothing.
	Choices [][]string
	// Smallest says of a certificate that could be smaller that it is not: that
	// is known.
	Smallest bool
}

// SolutionFormats names the formats of a Solution, the default first.
func SolutionFormats() []string { return []string{"table", "json"} }

// WriteFormat writes the solution on one line:
//
//	solvable  order: A B D C
//	{"verdict":"solvable","order":["A","B","D","C"]}
//	unsolvable  core: A (B C) B (D A)
//	{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["D","A"]},"smallest":true}
func (s Solution) WriteFormat(w io.Writer, format string) error {
	switch format {
	case "table":
		words := Words(s.Names)
		for i, chosen := range s.Choices {
			words[i] += " (" + strings.Join(Words(chosen), " ") + ")"
		}
		_, err := fmt.Fprintf(w, "%s  %s: %s\n", s.Verdict, s.Certificate, strings.Join(words, " "))
		return err
	case "json":
		object, err := s.MarshalJSON()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", object)
		return err
	}
	return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(SolutionFormats(), ", "))
}

// MarshalJSON returns the solution as one object, with its members in a fixed order.
// Choices are in the form in which games of players are read.
func (s Solution) MarshalJSON() ([]byte, error) {
	names, err := json.Marshal(s.Names)
	if err != nil {
		return nil, err
	}
	object := fmt.Appendf(nil, "{%q:%q,%q:%s", "verdict", s.Verdict, s.Certificate, names)
	if s.Choices == nil {
		return append(object, '}'), nil
	}
	object = append(object, `,"choices":{`...)
	for i, chosen := range s.Choices {
		name, err := json.Marshal(s.Names[i])
		if err != nil {
			return nil, err
		}
		names, err := json.Marshal(chosen)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			object = append(object, ',')
		}
		object = append(append(append(object, name...), ':'), names...)
	}
	return fmt.Appendf(object, `},"smallest":%t}`, s.Smallest), nil
}
