package wonderwall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Formats names the formats of WriteFormat: those of ReadTables.
func (t Table) Formats() []string { return []string{"table", "code", "json"} }

// WriteFormat writes the game as a table, as a code or as JSON; see
// [Table.WriteTable], [Table.Code] and [Table.object]. It ends with a
// newline. A JSON object too long for a line that can be read has a line for each
// player.
func (t Table) WriteFormat(w io.Writer, format string) error {
	var line string
	switch format {
	case "table":
		return t.WriteTable(w)
	case "code":
		code, err := t.Code()
		if err != nil {
			return err
		}
		line = code
	case "json":
		object, err := t.object(",")
		if err == nil && len(object) > maxLine {
			object, err = t.object(",\n")
		}
		if err != nil {
			return err
		}
		line = string(object)
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(t.Formats(), ", "))
	}
	_, err := io.WriteString(w, line+"\n")
	return err
}

// WriteTable writes t as a table, one row per player:
//
//	A: B C
//	Ann Lee | Bob | Cy
//
// All rows have the first form, or all the second if some name holds a colon or
// white space. [ReadTables] reads either back; a blank line separates tables.
//
// WriteTable writes nothing and reports an error if t is not valid, or if there
// is a name that no row can hold: one with '|', a control character or white
// space at an end, one that starts with '{' or a byte order mark, one with '#'
// at its start or after white space, or one too long for a line. JSON takes
// them all.
func (t Table) WriteTable(w io.Writer) error {
	if err := t.Validate(); err != nil {
		return err
	}
	first, second := ": ", " "
	for _, name := range t.Names {
		if why := unwritable(name); why != "" {
			return fmt.Errorf("the name %.60q %s, which no row of a table can hold; write JSON instead", name, why)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r == ':' || unicode.IsSpace(r) }) {
			first, second = " | ", " | "
		}
	}
	var b bytes.Buffer
	for p, c := range t.Game {
		start := b.Len()
		b.WriteString(t.Names[p])
		b.WriteString(first)
		b.WriteString(t.Names[c.Wonderwall])
		b.WriteString(second)
		b.WriteString(t.Names[c.Ninja])
		if b.Len()-start > maxLine {
			return fmt.Errorf("the row of player %.60q is longer than a line of a table may be, %d bytes; write JSON instead", t.Names[p], maxLine)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// unwritable says why no row can hold name, or nothing if one can. Control
// characters other than the newline would be read back, but a table is for eyes.
func unwritable(name string) string {
	switch {
	case strings.ContainsRune(name, '|'):
		return "contains '|'"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "contains a control character"
	case strings.TrimSpace(name) != name:
		return "starts or ends with white space"
	case strings.HasPrefix(name, "{"):
		return "starts with '{'"
	case strings.HasPrefix(name, "\ufeff"):
		return "starts with a byte order mark"
	case len(uncomment(name)) < len(name):
		return "contains the start of a comment"
	}
	return ""
}

// Code returns the game of t in one line: for every player in order the letters
// of its wonderwall and its ninja, as in "BC CD BA BA". The letters are A to Z,
// then a to z; the names of t are lost. Code reports an error if the game is not
// valid or has more than 52 players.
func (t Table) Code() (string, error) {
	if err := t.Game.Validate(); err != nil {
		return "", err
	}
	if n := len(t.Game); n > len(codeLetters) {
		return "", fmt.Errorf("a code has letters for %d players, this game has %d; write a table instead", len(codeLetters), n)
	}
	var b strings.Builder
	for p, c := range t.Game {
		if p > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(codeLetters[c.Wonderwall])
		b.WriteByte(codeLetters[c.Ninja])
	}
	return b.String(), nil
}

// object returns t as a JSON object with a member for every player in order, its name
// and the names of its wonderwall and its ninja, and a separator between members:
//
//	{"A":["B","C"],"B":["A","C"],"C":["A","B"]}
//
// It reports an error if t is not valid.
func (t Table) object(separator string) ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	b := []byte{'{'}
	for p, c := range t.Game {
		if p > 0 {
			b = append(b, separator...)
		}
		name, _ := json.Marshal(t.Names[p]) // any string can be written
		choices, _ := json.Marshal([]string{t.Names[c.Wonderwall], t.Names[c.Ninja]})
		b = append(append(append(b, name...), ':'), choices...)
	}
	return append(b, '}'), nil
}
