package text

import (
	"slices"
	"strings"

	"enumerate/internal/text"
)

// A cell is a normalized text in a grid (see [Normal]) and its place. It is small because a grid has many.
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

// A grid is a table from text, JSON or a sheet that is split into cells.
type grid struct {
	rows        [][]cell
	ends        []cell   // the ends of rows of text, which are the places of missing cells
	hints       []string // by row: what to add to the message for a row without three names; may be nil
	delimiter   string   // of cells in text, "" otherwise
	headed      bool     // the first row is certainly a header
	inSheet     bool
	gaps        []int // the rows of text that stand below an empty row
	hiddenAbove bool  // the first rows of the sheet are hidden
}

// add adds a row of text to the grid. Messages about a missing cell point to end.
func (g *grid) add(cells []cell, end cell) {
	g.rows = append(g.rows, cells)
	g.ends = append(g.ends, end)
}

// count returns the number of nonempty cells of a row.
func count(row []cell) (n int) {
	for _, c := range row {
		if c.text != "" {
			n++
		}
	}
	return n
}

// at returns the cell in a row and a column, or an empty cell at the place where it is missing.
func (g *grid) at(row, column int) cell {
	if column < len(g.rows[row]) {
		return g.rows[row][column]
	}
	end := g.end(row)
	if g.inSheet { // places are cells, counted from 1; in text, the missing cell is at the end of the line
		end.column = int32(column + 1)
	}
	return end
}

// end returns the place after the last cell of a row, without text.
func (g *grid) end(row int) cell {
	if !g.inSheet {
		return g.ends[row]
	}
	last := g.rows[row][len(g.rows[row])-1]
	return cell{line: last.line, column: last.column + 1}
}

// isBelowGap reports whether a row directly above row i was left out: an empty row, or a hidden row of a sheet.
func (g *grid) isBelowGap(i int) bool {
	if g.inSheet {
		return i > 0 && g.rows[i][0].line > g.rows[i-1][0].line+1
	}
	return slices.Contains(g.gaps, i)
}

func (g *grid) isCopy(a, b int) bool {
	return slices.EqualFunc(g.rows[a], g.rows[b], func(a, b cell) bool { return a.text == b.text })
}

func (g *grid) isHeaderRow(row []cell) bool { return rolesIn(row) == int(noRole) }

// delimiters are tried in this order. Some databases draw their tables with the bar │.
var delimiters = []string{"|", "│", "\t", ";", ","}

// delimiterOf returns the first of the delimiters that at least half of the lines, and at least two, have outside of
// quotes, or "".
func delimiterOf(lines []text.Word) string {
	for _, delimiter := range delimiters {
		separated, all := 0, 0 // the lines with the delimiter, and all lines except those skipped below
		for _, line := range lines {
			if !strings.Contains(line.Text, delimiter) && (isEmpty(line.Text) || !strings.ContainsAny(line.Text, "|\t;,│")) {
				continue // skip titles, notes and lines of dashes
			}
			all++
			row, _ := quotes(line, false) // row.maskedText is the line with an x for each byte in quotes
			if strings.Contains(row.maskedText, delimiter) {
				separated++
			}
		}
		if separated > 1 && 2*separated >= all {
			return delimiter
		}
	}
	return ""
}

// isLatex reports whether lines are a table in LaTeX: at least half of the lines have an & and end in \\.
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

// delimited splits the lines of a table into cells at a delimiter, with quotes as in RFC 4180 (CSV). If comments is
// set, a '#' after white space begins a comment. If a quote has no end, or text follows a closing quote, delimited
// returns nil.
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

		// A line that has only separators is a gap between rows; one with dashes is a ruled line.
		if isEmpty(row.maskedText) {
			if strings.Trim(row.maskedText, "|│,;& \t\n") == "" && len(g.rows) > 0 {
				g.gaps = append(g.gaps, len(g.rows))
			}
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

// trimmed returns a row without the white space around it. Delimiters at both ends stay, even if they are tabs.
func (s span) trimmed(delimiter string) span {
	from := len(s.maskedText) - len(strings.TrimLeft(s.maskedText, " "))
	to := len(strings.TrimRight(s.maskedText, " \r"))
	return s.slice(min(from, to), to)
}

// withoutFrame removes the empty parts outside of the first and the last bar of "| a | b |".
func withoutFrame(parts []span) []span {
	if len(parts) > 2 && parts[0].Text == "" {
		parts = parts[1:]
	}
	if len(parts) > 1 && parts[len(parts)-1].Text == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// isSep reports whether a line, such as "sep=;", tells spreadsheet programs the delimiter.
func isSep(line string) bool { return len(line) == len("sep=;") && strings.HasPrefix(line, "sep=") }

// isFooter reports whether a line is a footer that databases print below a table, such as "(4 rows)".
func isFooter(line string) bool {
	words := strings.Fields(strings.Trim(line, "(). "))
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
	return slices.Contains([]string{"in", "selected", "returned", "affected"}, words[2]) || strings.HasPrefix(words[2], "(")
}

// unlatex converts the rows of a LaTeX table to rows with bars. Blanks replace each character of a command, so that the
// cells keep their columns, to which messages point.
func unlatex(lines []text.Word) (rows []text.Word) {
	for _, line := range lines {
		if start := strings.TrimSpace(line.Text); strings.HasPrefix(start, `\begin`) || strings.HasPrefix(start, `\end`) {
			continue
		}
		for _, command := range []string{`\hline`, `\toprule`, `\midrule`, `\bottomrule`, `\\`, "$"} {
			line.Text = strings.ReplaceAll(line.Text, command, strings.Repeat(" ", len(command)))
		}
		line.Text = strings.ReplaceAll(line.Text, "|", " ")
		line.Text = strings.ReplaceAll(line.Text, `\&`, "\x00 ") // an escaped & is part of a name; \x00 stands for it until & is replaced
		line.Text = strings.NewReplacer("&", "|", "\x00", "&", `\`, " ", "~", " ").Replace(line.Text)
		line = line.TrimLeft()
		if line.Text != "" {
			rows = append(rows, line)
		}
	}
	return rows
}

// types are the names of types that DuckDB prints in a row below the header.
var types = []string{"varchar", "int32", "int64", "text", "integer", "string"}

func isTypes(row []cell) bool {
	return len(row) > 0 && !slices.ContainsFunc(row, func(c cell) bool { return !slices.Contains(types, c.text) })
}
