package single

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"

	"enumerate/internal/lists"
)

// An Answer is the answer to a question about a game, or a game that was generated. [Write] writes it in a format.
type Answer interface {
	Contents() Contents
}

// Contents is what an answer consists of, and an Answer itself.
type Contents struct {
	// Lines writes the answer as lines of text. It need not check for errors, because the bufio.Writer keeps the first
	// one. Lines may be nil.
	Lines func(w *bufio.Writer)
	// Value returns the answer as a value for package encoding/json, with exact counts as strings of digits. Value may
	// be nil.
	Value func() any
	// Others are further formats.
	Others []Format
}

// A Format is a way to write an answer, in whole lines.
type Format struct {
	Name  string
	Write func(w io.Writer) error
}

// The formats that several kinds of answers have.
const (
	TableFormat = "table" // lines of text
	JSONFormat  = "json"  // one object on one line
	GameFormat  = "game"  // only the game that an answer contains, such as a repaired one
)

// SolutionFormats names the formats of answers with lines and a value, the default first.
func SolutionFormats() []string { return []string{TableFormat, JSONFormat} }

// Contents returns c.
func (c Contents) Contents() Contents { return c }

// Formats returns the formats in which the answer can be written.
func (c Contents) Formats() (list []Format) {
	if c.Lines != nil {
		list = append(list, Format{TableFormat, func(w io.Writer) error {
			out := bufio.NewWriter(w)
			c.Lines(out)
			return out.Flush()
		}})
	}
	if c.Value != nil {
		list = append(list, Format{JSONFormat, func(w io.Writer) error { return json.NewEncoder(w).Encode(c.Value()) }})
	}
	return append(list, c.Others...)
}

// Write writes an answer in one of its formats.
func Write(w io.Writer, a Answer, format string) error {
	formats := a.Contents().Formats()
	at := slices.IndexFunc(formats, func(f Format) bool { return f.Name == format })
	if at < 0 {
		return Unknown("format", format, lists.Map(formats, func(f Format) string { return f.Name }))
	}
	return formats[at].Write(w)
}
