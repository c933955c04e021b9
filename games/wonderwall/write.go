package wonderwall

import (
	"io"

	"enumerate/enum"
)

// tableFormats names the formats of WriteFormat: those of ReadTables.
func tableFormats() []string { return []string{"table", "code", "json"} }

// WriteFormat writes the game as a table, as a code or as JSON; see
// [Table.writeTable], [Table.code] and [Table.MarshalJSON]. It ends with a
// newline. A JSON object too long for a line that can be read has a line for each
// player.
func (t Table) WriteFormat(w io.Writer, format string) error {
	var line string
	switch format {
	case "table":
		return t.writeTable(w)
	case "code":
		code, err := t.code()
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
		return enum.Unknown("format", format, tableFormats())
	}
	_, err := io.WriteString(w, line+"\n")
	return err
}
