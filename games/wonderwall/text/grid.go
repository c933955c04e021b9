package text

import (
	"slices"
	"strings"

	"enumerate/internal/text"
)

// A cell is a name or another text in a grid, as [Normal] has it, and where it stands. It has no more
// than it needs, as there are many.
type cell struct {
	text         string
	line, column int32
}

func cellOf(w text.Word) cell {
	return cell{Normal(w.Text), int32(w.Line), int32(w.Column)}
}

func (c cell) word() text.Word {
	return text.Word{Line: int(c.line), Column: int(c.column), Text: c.text}
}

// A grid is a table cut into cells, from text, JSON or a sheet.
type grid struct {
	rows      [][]cell
	ends      []cell // of the rows of text, where a cell would stand that is missing
	hints     []string
	delimiter string // of its cells in text, "" elsewhere
	headed    bool   // the first row is a header for certain
	inSheet   bool
}

func (g *grid) add(cells []cell, end cell) {
	g.rows = append(g.rows, cells)
	g.ends = append(g.ends, end)
}

// count returns how many cells of a row are not empty.
func count(row []cell) (n int) {
	for _, c := range row {
		if c.text != "" {
			n++
		}
	}
	return n
}

// at returns a cell of a row, empty behind its last one.
func (g *grid) at(row, column int) cell {
	if column < len(g.rows[row]) {
		return g.rows[row][column]
	}
	end := g.end(row)
	if g.inSheet {
		end.column = int32(column + 1)
	}
	return end
}

// end returns where a cell would stand behind the last one of a row.
func (g *grid) end(row int) cell {
	if !g.inSheet {
		return g.ends[row]
	}
	last := g.rows[row][len(g.rows[row])-1]
	return cell{line: last.line, column: last.column + 1}
}

// delimiters separate the cells of a row. Those before are tried first. Boxes that databases draw have
// other bars.
var delimiters = []string{"|", "│", "\t", ";", ","}

// delimiterOf returns what separates cells in at least half of the lines, "" for nothing.
func delimiterOf(lines []text.Word) string {
	for _, delimiter := range delimiters {
		n, all := 0, 0
		for _, line := range lines {
			if !strings.Contains(line.Text, delimiter) && (isEmpty(line.Text) || !strings.ContainsAny(line.Text, "|\t;,│")) {
				continue // a title, a note or a line of dashes
			}
			all++
			row, _ := quotes(line, false)
			if strings.Contains(row.outside, delimiter) {
				n++
			}
		}
		if n > 1 && 2*n >= all {
			return delimiter
		}
	}
	return ""
}

// isLatex reports whether lines are a table in LaTeX: at least half of them end as its rows do.
func isLatex(lines []text.Word) bool {
	n := 0
	for _, line := range lines {
		end := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line.Text), `\hline`))
		if strings.Contains(line.Text, "&") && strings.HasSuffix(end, `\\`) {
			n++
		}
	}
	return n > 1 && 2*n >= len(lines)
}

// delimited cuts lines at a delimiter as RFC 4180 does. Comments says whether a '#' behind white space begins one. It
// returns nil if a quote has no end.
func delimited(lines []text.Word, delimiter string, comments bool) *grid {
	g := &grid{delimiter: delimiter}
	for i, line := range lines {
		if i == 0 && isSep(line.Text) || isFooter(line.Text) {
			continue
		}
		row, open := quotes(line, comments)
		if open.Text != "" {
			return nil
		}
		row = row.trimmed(delimiter)
		if isEmpty(row.outside) {
			continue
		}
		var cells []cell
		parts := row.split(delimiter)
		if delimiter == "|" || delimiter == "│" {
			parts = withoutFrame(parts)
		}
		for _, part := range parts {
			name, ok := unquoted(part)
			if !ok {
				return nil
			}
			cells = append(cells, cellOf(name))
		}
		end := row.From(len(row.Text))
		g.add(cells, cell{line: int32(end.Line), column: int32(end.Column)})
	}
	return g
}

// trimmed returns a row without white space around it, but with the delimiters at both ends.
func (s span) trimmed(delimiter string) span {
	from := len(s.outside) - len(strings.TrimLeft(s.outside, " "))
	to := len(strings.TrimRight(s.outside, " \r"))
	return s.slice(min(from, to), to)
}

// withoutFrame leaves out what is before the first bar and behind the last one of "| a | b |".
func withoutFrame(parts []span) []span {
	if len(parts) > 2 && parts[0].Text == "" {
		parts = parts[1:]
	}
	if len(parts) > 1 && parts[len(parts)-1].Text == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// isSep reports whether a line says what separates cells, as spreadsheets understand it.
func isSep(line string) bool { return len(line) == len("sep=;") && strings.HasPrefix(line, "sep=") }

// isFooter reports whether a line is what databases print below a table.
func isFooter(line string) bool {
	words := strings.Fields(strings.Trim(line, "() "))
	if len(words) < 2 || strings.Trim(words[0], "0123456789") != "" {
		return false
	}
	ends := words[1] == "row" || words[1] == "rows"
	switch {
	case !ends:
		return false
	case len(words) == 2:
		return true
	}
	return words[2] == "in" || words[2] == "selected" || words[2] == "returned" || strings.HasPrefix(words[2], "(")
}

// unlatex returns lines of LaTeX as rows with bars, and blanks for what is not in cells, so that cells keep their places.
func unlatex(lines []text.Word) (rows []text.Word) {
	for _, line := range lines {
		if start := strings.TrimSpace(line.Text); strings.HasPrefix(start, `\begin`) || strings.HasPrefix(start, `\end`) {
			continue
		}
		for _, command := range []string{`\hline`, `\toprule`, `\midrule`, `\bottomrule`, `\\`, "$"} {
			line.Text = strings.ReplaceAll(line.Text, command, strings.Repeat(" ", len(command)))
		}
		line.Text = strings.ReplaceAll(line.Text, "|", " ")
		line.Text = strings.ReplaceAll(line.Text, `\&`, "\x00 ")
		line.Text = strings.NewReplacer("&", "|", "\x00", "&", `\`, " ", "~", " ").Replace(line.Text)
		if line = line.TrimLeft(); line.Text != "" {
			rows = append(rows, line)
		}
	}
	return rows
}

// types are what DuckDB prints below the names of columns.
var types = []string{"varchar", "int32", "int64", "text", "integer", "string"}

// isTypes reports whether the cells of a row are types of columns.
func isTypes(row []cell) bool {
	return len(row) > 0 && !slices.ContainsFunc(row, func(c cell) bool { return !slices.Contains(types, c.text) })
}
