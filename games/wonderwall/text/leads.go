package text

import (
	"slices"
	"strings"

	"enumerate/internal/text"
)

// A lead is what the lines before a table say about it.
type lead struct {
	header text.Word   // of an earlier table, or in a comment
	titles []text.Word // lines that are left out
}

// cellsOf returns the texts of the cells in a line, without their quotes, or nil if a quote has no end.
func cellsOf(line text.Word) (cells []string) {
	const dropComment, blanks = false, ""
	s, open := quotes(line, dropComment)
	if open.Text != "" {
		return nil
	}
	for _, part := range s.trim().cells(blanks) {
		name, _ := unquoted(part)
		cells = append(cells, name.Text)
	}
	return cells
}

// rolesOf reads the cells of a line as headings, and returns the roles that they name, in their order, and the number
// of cells.
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
		if m.namesBoth { // both choices are in one column, so their order does not matter
			roles = append(roles, wonderwall, ninja)
		}
	}
	return roles, len(all)
}

func isHeader(line text.Word) bool {
	roles, _ := rolesOf(line)
	return len(roles) >= 2
}

// isUsualOrder reports whether a header has the columns player, wonderwall and ninja in this order, as tables without a
// header have.
func isUsualOrder(roles []role, cells int) bool {
	return cells == 3 && slices.Equal(roles, []role{player, wonderwall, ninja})
}

// commentedHeader returns the header in a comment, such as "# player ninja wonderwall", for the table below. found is
// false if there is none, or if its columns are in the usual order.
func commentedHeader(line text.Word) (header text.Word, found bool) {
	marks := len(line.Text) - len(strings.TrimLeft(line.Text, "#"))
	header = line.From(marks).Trim()
	roles, cells := rolesOf(header)
	return header, cells == 3 && len(roles) == 3 && !isUsualOrder(roles, cells)
}

// inherits reports whether a table has the columns of the header of an earlier table: its first row is not a header,
// and has the separator and the number of cells of the earlier header.
func inherits(row, header text.Word) bool {
	return header.Text != "" && !isHeader(row) && separatorOf(row) == separatorOf(header) && len(cellsOf(row)) == len(cellsOf(header))
}

// separatorOf returns the first separator that a line has, or a blank if it has none.
func separatorOf(line text.Word) string {
	for _, separator := range []string{"|", "│", "\t", ";", ",", "->", "→", ":"} {
		if strings.Contains(line.Text, separator) {
			return separator
		}
	}
	return " "
}

// continuesAfterBlank is called at a blank line, after the lines in r.rows. It returns true if the table continues
// because these lines are only a header, which names the columns, or only titles. Titles are lines of prose, which it
// moves to r.lead so that they are not read as rows. If the table has a blank line after every row, continuesAfterBlank
// reads the remaining rows itself, and returns false.
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
	case len(r.rows) == 1 || headed: // there may be a blank line after every row
		r.readSpaced()
	}
	return false
}

// skipBlank skips blank lines and comments after a title or a header. It returns false if the text ends, or a game in
// another form (JSON, a code) starts.
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

// areTitles reports whether the lines of the table so far are one or two lines of prose. A line with separators, quotes
// or exactly three words may be a row.
func (r *reader) areTitles() bool {
	const most = 2
	hasTitles := len(r.lead.titles) > 0 // before an earlier blank line
	if hasTitles || len(r.rows) == 0 || len(r.rows) > most {
		return false
	}
	for _, line := range r.rows {
		bare := strings.TrimSuffix(strings.TrimSpace(line.Text), ":") // a title may end in a colon
		if separatorOf(text.Whole(bare)) != " " || len(strings.Fields(bare)) == 3 || isEmpty(bare) || strings.Contains(bare, `"`) {
			return false
		}
	}
	return true
}

// readSpaced reads the remaining rows of a table with a blank line after every row, as some programs write CSV for
// Windows. If the lines do not follow this pattern, it puts them all back.
func (r *reader) readSpaced() {
	const least = 2 // further rows that are needed to recognize the pattern
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
