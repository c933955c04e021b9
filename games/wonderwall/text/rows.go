package text

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/text"
)

var errNoRows = errors.New("no rows")

// table reads a table that starts at the next line. If the text is not a game in plain rows, such as "A: B C", table
// uses the reading with the fewest faults:
//
//   - as a grid, if there is a header (if it names at least two roles, only this reading counts);
//   - as rows whose commas separate names that may have blanks;
//   - as rows in which commas and blanks separate names.
//
// A row without exactly three names weighs as much as three faults. If all rows have this same fault, they count as a
// single fault. If lines have a '#' within them, each reading is also tried with the '#' as part of a name.
func (r *reader) table(start text.Word) (Table, error) {
	defer r.forget()
	torn, commas := r.readRows() // torn are the faults of lines that cannot be read
	if r.ended {
		return Table{}, torn.Err()
	}

	// A code (a game on one line) with commas may look like a table of one row.
	if len(r.rows) == 1 && torn.Count() == 0 {
		line := r.rows[0]
		line.Text = strings.ReplaceAll(line.Text, ",", " ")
		if pairs := codePairs(line); pairs != nil {
			return r.code(start, pairs)
		}
	}

	if isLatex(r.rows) {
		r.rows = unlatex(r.rows)
	}

	var notes []text.Error
	for _, line := range r.lead.titles {
		notes = append(notes, line.Errorf("this line above the table is not read: %.60q", line.Text))
	}
	if len(r.rows) > 0 && inherits(r.rows[0], r.lead.header) {
		header := r.lead.header
		notes = append(notes, r.rows[0].Errorf("this table has no header; the header in line %d is used", header.Line))
		r.rows = slices.Insert(r.rows, 0, header)
	}

	begin := func() *draft {
		d := newDraft(start)
		d.errs, d.mayLackRows, d.keepsCells, d.notes = torn, torn.Count() > 0, r.shows, slices.Clone(notes)
		return d
	}

	if torn.Count() == 0 && isCounted(r.rows) {
		if err := r.withoutColumns(start, thesisForm); err != nil {
			return Table{}, err
		}
		const dropComments = true
		d := begin()
		d.plainRows(r.rows[1:], dropComments) // the first row is the number of rows
		return r.tableOf(d)
	}

	// Of equally good readings the last one is kept, in which a '#' starts a comment.
	var best *draft
	for _, comments := range r.hashes() {
		d := r.bestOf(begin, comments, commas)
		if d == nil {
			return Table{}, errNoRows
		}
		if best == nil || !best.isBetterThan(d) {
			best = d
		}
		if best.weight() == 0 {
			break
		}
	}

	if best.hasHeader && best.weight() == 0 {
		r.keepHeader(best)
		r.readNotes(best)
	}
	return r.tableOf(best)
}

// keepHeader keeps the header of the present table for a following table without a header. The draft d has what was
// read of the present table. A header is kept only if it is clear which columns it means (d.strong), because it names
// at least two roles or the user chose the columns. A header whose columns are in the usual order is not kept, because
// it is not needed.
func (r *reader) keepHeader(d *draft) {
	r.lead.header = text.Word{}
	for _, line := range r.rows {
		if line.Line != d.headerLine {
			continue
		}
		if roles, cells := rolesOf(line); d.strong && !isUsualOrder(roles, cells) {
			r.lead.header = line
		}
	}
}

// hashes returns the ways to read a '#' after white space: true as the start of a comment, false as part of a name.
func (r *reader) hashes() []bool {
	for _, line := range r.rows {
		if strings.Contains(line.Text, "#") {
			return []bool{false, true}
		}
	}
	return []bool{true}
}

// bestOf returns the reading of the lines of a table with the fewest faults, or nil if there are no rows. The function
// begin returns an empty draft, into which a reading puts the game. comments is set if a '#' after white space starts a
// comment, and commas if some line has a comma.
func (r *reader) bestOf(begin func() *draft, comments, commas bool) (best *draft) {
	if r.pick.Columns == nil {
		best = begin()
		best.plainRows(r.rows, comments)
		if best.finish(); best.weight() == 0 {
			return best
		}
	}

	lines := slices.DeleteFunc(slices.Clone(r.rows), func(line text.Word) bool { return comments && isComment(line) })
	if delimiter := delimiterOf(lines); delimiter != "" {
		if g := delimited(lines, delimiter, comments); g != nil && len(g.rows) > 0 {
			if d := begin(); d.gridRows(g, r.pick) {
				d.finish()
				if best == nil || !best.isBetterThan(d) {
					best = d
				}
				otherColumns := r.pick.Columns != nil && d.question != nil // the other readings may have the columns that the user chose
				if d.strong && !otherColumns || d.weight() == 0 {
					return d
				}
			}
		}
	}

	// First, commas separate names that may have blanks; then, commas are like blanks.
	lines = slices.DeleteFunc(lines, isComment)
	for i, blanks := range []string{"", ","} {
		if i > 0 && !commas {
			break // the second way would give the same rows
		}
		d := begin()
		d.cells(lines, blanks, comments, r.pick)
		if len(d.rows) == 0 && d.errs.Count() == 0 {
			return nil
		}
		d.finish()
		d.splitsAtCommas = i == 0

		// Of equally good readings, prefer any to plain rows, and otherwise the earlier one.
		equalToPlain := best != nil && best.plain && !best.isBetterThan(d)
		if best == nil || d.isBetterThan(best) || equalToPlain {
			best = d
		}
		if d.strong && best == d {
			return d
		}
	}
	return best
}

// isBetterThan reports whether a reading is more likely to be meant than another. A strong header, which names at least
// two roles, decides before the number of faults.
func (d *draft) isBetterThan(other *draft) bool {
	if d.strong != other.strong {
		return d.strong
	}
	return d.total() < other.total()
}

// total weighs the faults of a draft, which is the game that one way to read the text gives. A question to the user
// about the columns counts less than a fault, because the text has no fault. If all rows have the same fault after they
// were split at commas, the fault counts once, because the split may be the only mistake.
func (d *draft) total() int {
	const fault, question = 4, 3
	switch {
	case d.question != nil:
		return question
	case d.splitsAtCommas && d.sameFaults:
		return fault
	}
	return fault * d.weight()
}

// isComment reports whether a line is a comment, and not a header whose first heading is "#" or the result of a failed
// formula, such as #REF!.
func isComment(line text.Word) bool {
	return strings.HasPrefix(line.Text, "#") && !isHashHeader(line) && !beginsWithFormulaError(line.Text)
}

// beginsWithFormulaError reports whether the first cell of a row is the error of a formula that failed, such as #REF!.
func beginsWithFormulaError(row string) bool {
	end := strings.IndexAny(row, ",;|\t")
	return end > 0 && formulaErrors[strings.TrimSpace(row[:end])]
}

// isHashHeader reports whether a line is a header whose first heading is "#". A line is such a header if at least two
// of its other headings name different roles.
func isHashHeader(line text.Word) bool {
	if !strings.HasPrefix(line.Text, "#") {
		return false
	}
	for _, delimiter := range delimiters {
		parts := strings.Split(line.Text, delimiter)
		if len(parts) < 3 || strings.TrimSpace(parts[0]) != "#" {
			continue
		}
		roles := make(map[role]bool)
		for _, part := range parts[1:] {
			roles[meaningOf(strings.Trim(part, `" `)).role] = true
		}
		delete(roles, noRole)
		if len(roles) >= 2 {
			return true
		}
	}
	return false
}

// mayBeRow reports whether a line that begins with a '#' may be a row or a header: it has a delimiter, and no blank
// after the '#'.
func mayBeRow(line text.Word) bool {
	if isHashHeader(line) {
		return true
	}
	if len(line.Text) < 2 {
		return false
	}
	beginsComment := strings.IndexByte(" \t#!", line.Text[1]) >= 0 // such as "# a", "##" and "#!"
	return !beginsComment && strings.ContainsAny(line.Text, ",;\t|")
}

// readNotes skips the notes that people write below a table: one or two lines after a blank line, without the delimiter
// of the table. d is what was read of the table, which has a header.
func (r *reader) readNotes(d *draft) {
	var lines []text.Word
	for {
		line, err := r.Line(maxLine)

		trimmed := line.TrimLeft()
		mayBeRow := strings.Contains(line.Text, d.delimiter)
		if d.delimiter == "" {
			mayBeRow = len(trimmed.Fields()) == 3 || separatorOf(trimmed) != " "
		}
		startsGame := isStart(trimmed) || codePairs(trimmed) != nil
		note := err == nil && (isFooter(trimmed.Text) || !mayBeRow && !startsGame)
		blank := err == nil && trimmed.Text == ""

		if err == io.EOF || blank && len(lines) > 0 {
			var notes text.Faults
			for _, line := range lines {
				if isFooter(line.Text) {
					continue
				}
				notes.Errorf(line, "this line below the table is not read: %.60q", line.Text)
			}
			d.game.AddRemarks(&notes)
			r.Unread(line, err)
			return
		}

		if blank {
			continue
		}

		if !note || len(lines) == 2 {
			r.Unread(line, err)
			for _, line := range slices.Backward(lines) {
				r.Unread(line, nil)
			}
			return
		}
		lines = append(lines, line)
	}
}

// forget empties r.rows, and frees their memory after a large table.
func (r *reader) forget() {
	const few = 1 << 12
	clear(r.rows)
	r.rows = r.rows[:0]
	if cap(r.rows) > few {
		r.rows = nil
	}
}

// readRows reads the lines of a table into r.rows. It returns the faults of lines that cannot be read, and whether a
// line has a comma. If there are too many rows, it sets r.ended, and this is the only fault.
func (r *reader) readRows() (torn text.Faults, commas bool) {
	for {
		line, err := r.Line(maxLine)
		line = line.TrimLeft()
		if err != nil {
			wrong, ok := errors.AsType[text.Error](err)
			if !ok {
				return torn, commas
			}
			torn.Add(wrong)
			continue
		}
		switch {
		case line.Text == "" && r.continuesAfterBlank():
		case line.Text == "":
			return torn, commas || r.haveCommas()
		case isObject(line) && len(r.rows) > 0 || isCode(codePairs(line)) || isJob(line):
			r.Unread(line, nil)
			return torn, commas
		case line.Text[0] != '#' || mayBeRow(line):
			r.ended = len(r.rows) == r.mostRows
			if r.ended {
				torn = text.Faults{}
				torn.Add(tooMany(line, r.mostRows))
				return torn, commas
			}
			line = r.wholeRow(line)
			r.rows = append(r.rows, line)
			commas = commas || strings.IndexByte(line.Text, ',') >= 0
		}
	}
}

func (r *reader) haveCommas() bool {
	return slices.ContainsFunc(r.rows, func(line text.Word) bool { return strings.IndexByte(line.Text, ',') >= 0 })
}

// wholeRow returns the row that begins with a line. Cells of spreadsheets may have several lines: if a later line
// closes an open quote, the row continues to that line.
func (r *reader) wholeRow(line text.Word) text.Word {
	const mostLines, mostBytes = 100, 1 << 16
	const atStart = false // no quote is open where a row starts
	inside, ok := quoteAt(line.Text, atStart)
	if !inside || !ok {
		return line
	}

	var whole strings.Builder
	whole.WriteString(line.Text)
	var read []text.Word // to unread them if they do not close the quote
	for inside && ok && len(read) < mostLines && whole.Len() < mostBytes {
		next, err := r.Line(maxLine)
		if err != nil {
			r.Unread(next, err)
			break
		}
		read = append(read, next)
		whole.WriteString("\n" + next.Text)
		inside, ok = quoteAt(next.Text, true)
	}

	if !inside && ok {
		line.Text = whole.String()
		return line
	}
	for _, line := range slices.Backward(read) {
		r.Unread(line, nil)
	}
	return line
}

// quoteAt reports whether a quoted name is still open at the end of a line. The argument inside says whether one is
// open at its start. ok is false if a closing quote is followed by neither a blank nor a separator; then quotes are
// parts of the names in this line.
func quoteAt(line string, inside bool) (still, ok bool) {
	begins := true // the next character may be the first of a name
	for i := 0; i < len(line); i++ {
		c := line[i]
		escape := c == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\')
		doubledQuote := c == '"' && i+1 < len(line) && line[i+1] == '"'

		switch {
		case inside && (escape || doubledQuote): // a quote within the name; skip its second byte
			i++
		case inside && c == '"':
			inside, begins = false, false
			if i+1 < len(line) && !strings.ContainsRune("|:-,; \t\r&", rune(line[i+1])) && line[i+1] < utf8.RuneSelf {
				return false, false
			}
		case inside:
		case c == '"' && begins:
			inside = true
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return false, true // the rest is a comment
		default:
			begins = strings.IndexByte("|:>;,& \t", c) >= 0 || c >= utf8.RuneSelf
		}
	}
	return inside, true
}

// plainRows adds rows such as "A: B C" and "A B C", in which commas, semicolons and arrows are parts of names. If
// comments is set, a '#' after white space begins a comment.
func (d *draft) plainRows(rows []text.Word, comments bool) {
	d.isTable, d.plain = true, true
	d.rows, d.number = make([]row, 0, len(rows)), make(map[string]int32, len(rows))
	for _, line := range rows {
		if !isComment(line) {
			d.row(line, comments)
		}
	}
}

// isCounted reports whether a table is in a format of the program of Schiller's thesis: the number of players, and then
// a row with the numbers of each player, its wonderwall and its ninja.
func isCounted(rows []text.Word) bool {
	if len(rows) == 0 || rows[0].Text[0] < '0' || rows[0].Text[0] > '9' { // a quick answer for most tables
		return false
	}
	first := strings.TrimSpace(rows[0].Text)
	if n, err := strconv.Atoi(first); err != nil || n != len(rows)-1 || n < 3 {
		return false
	}
	for _, line := range rows[1:] {
		fields := line.Fields()
		if len(fields) != 3 || slices.ContainsFunc(fields, func(w text.Word) bool { return !isNumber(w.Text) }) {
			return false
		}
	}
	return true
}

// usualRow adds a row such as "A: B C", of printable ASCII. For other lines it returns false. The method row would give
// the same result in twice the time.
func (d *draft) usualRow(line text.Word) bool {
	var names [3]text.Word
	n := 0
	colon := false
	within := false // the last character is part of name n-1
	for i := range len(line.Text) {
		switch c := line.Text[i]; {
		case c == ' ':
			within = false
		case c == ':' && n == 1 && !colon:
			colon, within = true, false
		case c < ' ' || c > '~' || c == ':' || c == '|' || c == '#':
			return false
		case within:
			names[n-1].Text = line.Text[i-len(names[n-1].Text) : i+1]
		case n == len(names) || n == 1 && !colon || c == '"':
			return false
		default:
			names[n] = text.Word{Line: line.Line, Column: line.Column + i, Text: line.Text[i : i+1]}
			n, within = n+1, true
		}
	}

	if n < len(names) {
		return false
	}
	d.addRow(names[:]...)
	return true
}

// row adds a plain row, unless the line is empty. The names are separated by bars, by tabs or by blanks, and a colon
// may follow the player.
func (d *draft) row(line text.Word, comments bool) {
	if d.usualRow(line) {
		return
	}
	if comments {
		line.Text = uncomment(line.Text)
	}
	line = line.Trim()
	if line.Text == "" {
		return
	}
	d.checkUTF8(line)

	names := d.words[:0]
	hint := ""
	player, choices, colon := line.Cut(":")
	switch {
	case strings.Contains(line.Text, "|"):
		names = line.Split("|")
	case colon:
		names = choices.AppendFields(append(names, player.Trim()))
	case strings.Contains(line.Text, "\t"):
		names = slices.DeleteFunc(line.Split("\t"), func(w text.Word) bool { return w.Text == "" })
	default:
		names = line.AppendFields(names)
		hint = codeHint
	}

	for _, name := range names {
		if strings.HasPrefix(name.Text, `"`) {
			d.fail(name, "a quote within a plain name; remove it, or put each name in quotes")
		}
	}
	d.add(names, len(names), line, hint)
	d.words = names
}

// codeHint ends the message about a row of names between blanks, which may be meant as a code, a game on one line.
const codeHint = ", or a code of at least 3 pairs of letters"

// cells reads rows in the forms below. Names are separated by the first of '|', ':', "->", '→', tab, ';' and ',' that
// occurs outside of quotes, or else by blanks. A ':' or an arrow separates only the player from the choices, and must
// come before any ';' and ','. The argument blanks is "", or "," if commas count as blanks.
//
//	Ann | Bob | Cy       also with '|' around
//	Ann: Bob Cy          also Ann: Bob, Cy and Ann: Bob; Cy, and with tabs
//	Ann -> Bob, Cy
//	Ann,Bob,Cy           also with ';' or tabs, and with separators around
//	Ann Bob Cy           or by two blanks and more: Ann Lee   Bob   Cy Day
//
// Lines of dashes and rows that have only separators are skipped, and so are the numbers or marks of a list if all rows
// begin with them.
func (d *draft) cells(rows []text.Word, blanks string, comments bool, pick Pick) {
	d.isTable = true
	g := new(grid)
	for i, line := range unlisted(rows) {
		d.checkUTF8(line)
		row, open := quotes(line, comments)
		row = row.trim()
		if open.Text != "" {
			d.fail(open, OpenQuote)
			d.mayLackRows = true
			continue
		}
		if isEmpty(row.maskedText) || i == 0 && isSep(row.Text) {
			continue
		}
		hint := ""
		if !strings.ContainsAny(row.maskedText, "|:>→\t;,") {
			hint = codeHint
		}
		var cells []cell
		for _, part := range row.cells(blanks) {
			cells = append(cells, cellOf(d.unquote(part)))
		}
		end := row.From(len(row.Text))
		g.add(cells, cell{line: int32(end.Line), column: int32(end.Column)})
		g.hints = append(g.hints, hint)
	}
	if d.mayLackRows || !d.gridRows(g, pick) {
		d.rowsInOrder(g)
	}
}

// unlisted removes the numbers or marks of a list, such as "1." or "-", if all rows begin with them.
func unlisted(rows []text.Word) []text.Word {
	bare := make([]text.Word, len(rows))
	for i, row := range rows {
		mark, _, _ := strings.Cut(row.Text, " ")
		number := strings.TrimRight(mark, ".)")
		isNumber := number != "" && len(number)+1 == len(mark) && strings.Trim(number, "0123456789") == ""
		if !isNumber && mark != "-" && mark != "*" && mark != "•" && mark != ">" {
			return rows
		}
		bare[i] = row.From(len(mark)).TrimLeft()
	}
	return bare
}

// OpenQuote is the message for a quote without an end.
const OpenQuote = `a quote without an end; add '"' after the name`

// isEmpty reports whether a row has only separators, such as ",,", or is a line drawn between rows.
func isEmpty(row string) bool {
	ascii := strings.Map(func(c rune) rune {
		if '─' <= c && c <= '╿' && c != '│' { // the characters that draw boxes
			return '-'
		}
		return c
	}, row)
	if strings.Trim(ascii, "|│,;& \t\n") == "" {
		return true
	}
	hasDashes := strings.Contains(ascii, "--") || strings.Contains(ascii, "==")
	return hasDashes && strings.Trim(ascii, "-=+|│:,;& \t") == ""
}

// A span is a part of a line. maskedText is its text with an x for every byte of a quoted name, to find separators that
// are not within quotes.
type span struct {
	text.Word
	maskedText string
}

// quotes returns a line as a span, which also has the line with an x for each byte of a quoted name, to find separators
// outside of quotes. If comments is set, it drops a comment at the end of the line, except in a line that begins with a
// failed formula such as #REF!, whose '#' starts no comment. If a quote has no end, the result open is the text from
// this quote on.
func quotes(line text.Word, comments bool) (s span, open text.Word) {
	comments = comments && !beginsWithFormulaError(line.Text)
	if !strings.Contains(line.Text, `"`) {
		if comments {
			line.Text = uncomment(line.Text)
		}
		return span{line, line.Text}, open
	}
	masked := []byte(line.Text)
	space, begins := true, true // whether a comment may begin at i, and whether a quoted name may
	for i := 0; i < len(line.Text); {
		c, size := utf8.DecodeRuneInString(line.Text[i:])
		switch {
		case c == '#' && space && comments:
			line.Text = line.Text[:i]
			return span{line, string(masked[:i])}, open
		case c == '"' && begins:
			size = quoted(line.Text[i:])
			if size < 0 {
				return span{line, string(masked)}, line.From(i)
			}
			copy(masked[i:], strings.Repeat("x", size))
		}
		space = unicode.IsSpace(c)
		begins = space || strings.ContainsRune("|│:>→;,", c)
		i += size
	}
	return span{line, string(masked)}, open
}

// CutName splits a line such as "Ann: 1 2" into the name of a player and the text after it, at the first '|', or else
// at the last ':' because names may have colons. It ignores separators in quotes and drops a comment. Without a
// separator, name is the whole line. If a quote has no end, open is the text from this quote on.
func CutName(line text.Word) (name, after text.Word, found bool, open text.Word) {
	s, open := quotes(line, true)
	s = s.trim()
	at := strings.IndexByte(s.maskedText, '|')
	if at < 0 {
		at = strings.LastIndexByte(s.maskedText, ':')
	}
	if at < 0 {
		return s.Word, text.Word{}, false, open
	}
	return s.slice(0, at).trim().Word, s.From(at + 1), true, open
}

// quoted returns the length in bytes of the quoted name, with both quotes, at the start of a text, or -1 if the closing
// quote is missing.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch next := i + 1; {
		case s[i] == '\\' && next < len(s) && (s[next] == '"' || s[next] == '\\'):
			i++
		case s[i] == '"' && next < len(s) && s[next] == '"':
			i++
		case s[i] == '"':
			return next
		}
	}
	return -1
}

// unquote returns the name in a cell without its quotes. Text after the closing quote is a fault.
func (d *draft) unquote(cell span) text.Word {
	name, ok := unquoted(cell)
	if !ok {
		d.fail(cell.Word, "%s is not a name in quotes; remove what follows the closing quote, and double each quote within the name", cell.Quoted())
		d.mayLackRows = true
	}
	return name
}

func unquoted(cell span) (name text.Word, ok bool) {
	name, ok = cell.Word, true
	if strings.HasPrefix(cell.Text, `"`) {
		name.Text, ok = Unquote(cell.Text)
	}
	return name, ok
}

// Unquote returns the name in quotes. A quote within the name may be written \" as in Go, which this program writes, or
// doubled as in the CSV of spreadsheets.
func Unquote(s string) (name string, ok bool) {
	if name, err := strconv.Unquote(s); err == nil {
		return name, utf8.ValidString(name)
	}
	record, err := csv.NewReader(strings.NewReader(s)).Read()
	if err != nil || len(record) != 1 {
		return s, false
	}
	return record[0], true
}

func (s span) slice(from, to int) span {
	w := s.From(from)
	w.Text = w.Text[:to-from]
	return span{w, s.maskedText[from:to]}
}

func (s span) trim() span {
	rest := strings.TrimLeftFunc(s.maskedText, unicode.IsSpace)
	from := len(s.maskedText) - len(rest)
	return s.slice(from, from+len(strings.TrimRightFunc(rest, unicode.IsSpace)))
}

// split splits the span at a separator, except within quotes.
func (s span) split(separator string) (parts []span) {
	for {
		i := strings.Index(s.maskedText, separator)
		if i < 0 {
			return append(parts, s.trim())
		}
		parts = append(parts, s.slice(0, i).trim())
		s = s.slice(i+len(separator), len(s.maskedText))
	}
}

// words splits the span at white space and at the characters in blanks, except within quotes.
func (s span) words(blanks string) (words []span) {
	isBlank := func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(blanks, c) }
	for {
		from := len(s.maskedText) - len(strings.TrimLeftFunc(s.maskedText, isBlank))
		to := strings.IndexFunc(s.maskedText[from:], isBlank)
		to += from
		if to < from { // no blank follows
			to = len(s.maskedText)
		}
		if from == to {
			return words
		}
		words = append(words, s.slice(from, to))
		s = s.slice(to, len(s.maskedText))
	}
}

// cells splits a row into its names, as [draft.cells] describes.
func (s span) cells(blanks string) []span {
	for _, bar := range []string{"|", "│"} {
		if strings.Contains(s.maskedText, bar) {
			return dropEmptyEnds(s.split(bar), 3)
		}
	}

	// In a row with many cells, a colon may be part of a time, so it separates nothing.
	if strings.ContainsAny(s.maskedText, "\t;,") && len(s.parts(3, "")) > 3 {
		return s.parts(3, "")
	}

	// `at` and `after` are the start and the end of the colon or arrow after the player. If there is none, `after` is
	// 0.
	at, after := len(s.maskedText), 0
	if i := strings.IndexAny(s.maskedText, ";,"); i >= 0 {
		at = i
	}
	for _, mark := range []string{":", "->", "→"} {
		if i := strings.Index(s.maskedText[:at], mark); i >= 0 {
			at, after = i, i+len(mark)
		}
	}

	if after > 0 {
		choices := s.slice(after, len(s.maskedText)).trim()
		return append([]span{s.slice(0, at).trim()}, choices.parts(2, blanks)...)
	}
	return s.parts(3, blanks)
}

// parts splits a row, or the choices behind a player and a colon, into names: at tabs, semicolons, commas, two blanks
// or single blanks, preferably so that there are `want` names. The argument blanks is "", or "," if commas count as
// blanks. If it is "", a row with commas is split only at the commas, so its names may have blanks.
func (s span) parts(want int, blanks string) []span {
	nonempty := func(parts []span) []span {
		return slices.DeleteFunc(parts, func(s span) bool { return s.Text == "" })
	}
	if strings.Contains(s.maskedText, "\t") {
		if cells := nonempty(s.split("\t")); len(cells) == want || !strings.ContainsAny(s.maskedText, ";,") {
			return cells
		}
	}
	switch {
	case strings.Contains(s.maskedText, ";"):
		return dropEmptyEnds(s.split(";"), want)
	case strings.Contains(s.maskedText, ",") && blanks == "":
		return dropEmptyEnds(s.split(","), want)
	}
	// Names may have single blanks, as in "Ann Lee   Ben   Cleo Day".
	words := s.words(blanks)
	if wide := nonempty(s.split("  ")); len(words) != want && len(wide) == want {
		return wide
	}
	return words
}

// dropEmptyEnds removes empty cells, which come from separators around a row, from its end and then from its start,
// until `want` cells are left.
func dropEmptyEnds(cells []span, want int) []span {
	for len(cells) > want && cells[len(cells)-1].Text == "" {
		cells = cells[:len(cells)-1]
	}
	for len(cells) > want && cells[0].Text == "" {
		cells = cells[1:]
	}
	return cells
}
