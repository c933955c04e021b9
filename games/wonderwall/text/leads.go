package text

import (
	"slices"
	"strings"

	"enumerate/internal/text"
)

// A lead is what the lines before a table say about it.
type lead struct {
	header text.Word   // the header of an earlier table, or a header in a comment
	titles []text.Word // titles, which are left out
}

// cellsOf splits a line into the cells of a row.
func cellsOf(line text.Word) (cells []string) {
	s, open := quotes(line, false)
	if open.Text != "" {
		return nil
	}
	for _, part := range s.trim().cells("") {
		name, _ := unquoted(part)
		cells = append(cells, name.Text)
	}
	return cells
}

// rolesOf returns the roles that the cells of a line name, in the order of the cells, and the number of cells.
func rolesOf(line text.Word) (roles []role, cells int) {
	const most = 1 << 12 // bytes of a header
	if len(line.Text) > most {
		return nil, 0
	}
	all := cellsOf(line)
	for _, c := range all {
		m := meaningOf(c)
		if m.role != noRole && !slices.Contains(roles, m.role) {
			roles = append(roles, m.role)
		}
		if m.also {
			roles = append(roles, wonderwall, ninja)
		}
	}
	return roles, len(all)
}

// isHeader reports whether a line names at least two roles.
func isHeader(line text.Word) bool {
	roles, _ := rolesOf(line)
	return len(roles) >= 2
}

// isUsual reports whether roles are in the order that tables without a header have.
func isUsual(roles []role, cells int) bool {
	return cells == 3 && slices.Equal(roles, []role{player, wonderwall, ninja})
}

// commentedHeader returns the header in a comment, such as "# player ninja wonderwall": three cells that name the three
// roles. Found is false if the roles are in the usual order, because the header then changes nothing.
func commentedHeader(line text.Word) (header text.Word, found bool) {
	marks := len(line.Text) - len(strings.TrimLeft(line.Text, "#"))
	header = line.From(marks).Trim()
	roles, cells := rolesOf(header)
	return header, cells == 3 && len(roles) == 3 && !isUsual(roles, cells)
}

// inherits reports whether a table whose first row is row has the columns of an earlier header: its first row is not a
// header, and has the same separator and the same number of cells.
func inherits(row, header text.Word) bool {
	return header.Text != "" && !isHeader(row) && separatorOf(row) == separatorOf(header) && len(cellsOf(row)) == len(cellsOf(header))
}

// separatorOf returns the mark that separates the cells of a line, or a blank.
func separatorOf(line text.Word) string {
	for _, separator := range []string{"|", "│", "\t", ";", ",", "->", "→", ":"} {
		if strings.Contains(line.Text, separator) {
			return separator
		}
	}
	return " "
}

// continuesAfterBlank reports whether the present table continues after a blank line. It does if its lines so far are
// only titles or a header, or if there is a blank line after every row.
func (r *reader) continuesAfterBlank() bool {
	headed := len(r.rows) > 0 && len(r.rows) <= 2 && isHeader(r.rows[0])
	switch {
	case headed && (len(r.rows) == 1 || isEmpty(r.rows[1].Text)):
		return r.skipBlank()
	case r.areTitles():
		if !r.skipBlank() {
			return false
		}
		r.lead.titles = slices.Clone(r.rows)
		r.rows = r.rows[:0]
		return true
	case len(r.rows) == 1 || headed:
		r.readSpaced()
	}
	return false
}

// skipBlank skips blank lines and comments. It returns false if the text after these lines is not a table.
func (r *reader) skipBlank() bool {
	for {
		line, err := r.Line(maxLine)
		trimmed := line.TrimLeft()
		if err == nil && (trimmed.Text == "" || isComment(trimmed) && !mayBeRow(trimmed)) {
			continue
		}
		r.Unread(line, err)
		return err == nil && !isStart(trimmed) && !isJob(trimmed) && codePairs(trimmed) == nil
	}
}

// areTitles reports whether the lines so far are one or two lines of prose that cannot be rows.
func (r *reader) areTitles() bool {
	const most = 2
	if len(r.lead.titles) > 0 || len(r.rows) == 0 || len(r.rows) > most {
		return false
	}
	for _, line := range r.rows {
		bare := strings.TrimSuffix(strings.TrimSpace(line.Text), ":")
		if separatorOf(text.Whole(bare)) != " " || len(strings.Fields(bare)) == 3 || isEmpty(bare) || strings.Contains(bare, `"`) {
			return false
		}
	}
	return true
}

// readSpaced reads the following rows if there is a blank line after every row: some programs write CSV for Windows in
// this way. Otherwise it reads nothing.
func (r *reader) readSpaced() {
	const least = 2 // the number of further rows that are needed to recognize the pattern
	var read, more []text.Word
	blank := true // the last line is blank
	spaced := true
	for spaced && len(r.rows)+len(more) < r.mostRows {
		line, err := r.Line(maxLine)
		if err != nil {
			r.Unread(line, err)
			break
		}
		read = append(read, line)

		line = line.TrimLeft()
		if line.Text == "" && blank {
			break
		}

		if line.Text != "" {
			mayBeRow := line.Text[0] != '#' && !isStart(line) && !isJob(line) && codePairs(line) == nil
			spaced = blank && mayBeRow
			more = append(more, line)
		}
		blank = line.Text == ""
	}

	if spaced && len(more) >= least {
		r.rows = append(r.rows, more...)
		return
	}
	for _, line := range slices.Backward(read) {
		r.Unread(line, nil)
	}
}
