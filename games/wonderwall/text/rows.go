package text

import (
	"encoding/csv"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// errNoRows is the error of a table that has nothing but empty rows.
var errNoRows = errors.New("no rows")

// table reads a table that starts at the next line. Nearly always its rows are plain. If
// they make no game they are read in two other ways, by cells: commas separate names that
// hold blanks, or no more than blanks do. The way with the fewest faults is the one. A row
// that does not have three names counts as much as three faults, and all of them as one.
func (r *reader) table(start text.Word) (Table, error) {
	defer r.forget()
	torn, commas := r.readRows()
	if r.over {
		return Table{}, torn.Err()
	}
	if len(r.rows) == 1 && torn.Count() == 0 {
		line := r.rows[0]
		line.Text = strings.ReplaceAll(line.Text, ",", " ")
		if pairs := codePairs(line); pairs != nil {
			return readCode(start, pairs)
		}
	}
	plain := newDraft(start)
	plain.errs, plain.torn, plain.shows = torn, torn.Count() > 0, r.shows
	plain.plainRows(r.rows)
	if plain.finish(); plain.weight() == 0 {
		return r.made(plain)
	}
	best, least := plain, plain.weight()
	for i, blanks := range []string{"", ","} {
		if i > 0 && !commas {
			break // it would be the same once more
		}
		d := newDraft(start)
		d.errs, d.torn, d.shows = torn, torn.Count() > 0, r.shows
		d.cells(r.rows, blanks)
		if len(d.rows) == 0 && d.errs.Count() == 0 {
			return Table{}, errNoRows
		}
		d.finish()
		weight := d.weight()
		if i == 0 && d.alike {
			weight = 1
		}
		if weight < least || weight == least && best == plain {
			best, least = d, weight
		}
	}
	return r.made(best)
}

// forget lets go of the rows, which may be many.
func (r *reader) forget() {
	const usual = 1 << 12
	clear(r.rows)
	if r.rows = r.rows[:0]; cap(r.rows) > usual {
		r.rows = nil
	}
}

// readRows reads the lines of a table that may be rows. It returns the faults of those that
// cannot be read, and whether there are commas in the others. If there are more rows than a game
// may have, that is the only fault.
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
		case line.Text == "":
			return torn, commas
		case isObject(line) || isCode(codePairs(line)):
			r.Unread(line, nil)
			return torn, commas
		case line.Text[0] != '#':
			if r.over = len(r.rows) == r.most; r.over {
				torn = text.Faults{}
				torn.Add(tooMany(line, r.most))
				return torn, commas
			}
			r.rows = append(r.rows, line)
			commas = commas || strings.IndexByte(line.Text, ',') >= 0
		}
	}
}

// plainRows reads rows in which commas, semicolons and arrows are parts of names.
func (d *draft) plainRows(rows []text.Word) {
	d.ofRows, d.plain = true, true
	d.rows, d.number = make([]row, 0, len(rows)), make(map[string]int32, len(rows))
	for _, line := range rows {
		d.row(line)
	}
}

// usualRow reads a row such as "A: B C", of visible characters of ASCII and spaces, in one
// pass. It reports whether the line is one: row reads all others, and this one no
// differently, but in twice the time.
func (d *draft) usualRow(line text.Word) bool {
	var names [3]text.Word
	n, colon, within := 0, false, false
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

// row reads the plain row that a line holds, if any.
func (d *draft) row(line text.Word) {
	if d.usualRow(line) {
		return
	}
	line.Text = uncomment(line.Text)
	if line = line.Trim(); line.Text == "" {
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
			d.fail(name, "a quote, which is no part of a plain name")
		}
	}
	d.add(names, len(names), line, hint)
	d.words = names
}

// codeHint says what else a row of blanks may be meant for.
const codeHint = ", or a code of at least 3 pairs of letters"

// cells reads rows in the forms below. What separates names is the first of '|', ':', "->",
// '→', tab, ';' and ',' that there is outside quotes, or else blanks; but ':' and the arrows
// only stand behind the player, before any ';' and ','. The characters of blanks are blanks
// too.
//
//	Ann | Bob | Cy       also with '|' around
//	Ann: Bob Cy          also Ann: Bob, Cy and Ann: Bob; Cy, and with tabs
//	Ann -> Bob, Cy
//	Ann,Bob,Cy           also with ';' or tabs, and with separators around
//	Ann Bob Cy           or by two blanks and more: Ann Lee   Bob   Cy Day
//
// Rows of separators alone, and lines of dashes, mean nothing, nor do the numbers or marks of
// a list if all rows have them. The first row may be a header: with the words of all three
// columns it says where they stand, perhaps among others; of three columns two words are
// enough. Before it there may be a line such as "sep=;", and titles.
func (d *draft) cells(rows []text.Word, blanks string) {
	d.ofRows = true
	header := &d.header
	rows = unlisted(rows)
	for i, line := range rows {
		d.checkUTF8(line)
		row, open := quotes(line)
		if row = row.trim(); open.Text != "" {
			d.fail(open, OpenQuote)
			d.torn = true
			continue
		}
		if isEmpty(row.outside) || i == 0 && len(row.Text) == len("sep=;") && strings.HasPrefix(row.Text, "sep=") {
			continue
		}
		if len(d.rows) == d.uneven.Count() && !header.found {
			*header = headerOf(row)
			if without := slices.Index(header.columns[:], -1); header.heads != nil {
				if heads := header.find(without, rows[i+1:]); !header.found {
					d.odd = true
					d.fail(row.Word, "no column is headed %q; rename that of %s which is", headings[without][0], strings.Join(heads, ", "))
					return
				}
			}
			if header.found {
				d.rows, d.uneven, d.unlike, d.shown = nil, text.Faults{}, false, nil // which are titles
				continue
			}
		}
		var cells []span
		hint := ""
		if header.found && strings.Contains(row.outside, header.separator) {
			if cells = header.pick(row); cells == nil {
				continue
			}
		} else if cells = row.cells(blanks); !strings.ContainsAny(row.outside, "|:>→\t;,") {
			hint = codeHint
		}
		names := d.words[:0]
		for _, cell := range cells {
			names = append(names, d.unquote(cell))
		}
		if d.words = names; len(names) == 3 && names[1].Text == "" && names[2].Text == "" {
			names = names[:1] // such as a title
		}
		d.add(names, len(names), row.Word, hint)
	}
}

// unlisted returns rows without "1.", "2)", "-", "*", "•" or ">" before each, if all have that.
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

// OpenQuote is what is said of a quote that has no end.
const OpenQuote = `a quote without an end; want another '"' behind the name`

// isEmpty reports whether a row has nothing but separators, or is a line of dashes.
func isEmpty(row string) bool {
	return strings.Trim(row, "|,; \t") == "" || strings.Contains(row, "--") && strings.Trim(row, "-+|:,; \t") == ""
}

// A header says what separates the columns of a table, how many there are, and where the
// player, the wonderwall and the ninja stand.
type header struct {
	found     bool
	separator string
	count     int
	columns   [3]int   // -1 for one that is not known
	heads     []string // of all columns, if a column is not known
	titles    []string // of all columns, without quotes
}

// headings has words that headers have over the players, the wonderwalls and the ninjas.
var headings = [3][]string{{"player", "name", "spieler"}, {"wonderwall"}, {"ninja", "assassin"}}

// isHeading reports whether a name is one that stands over a column.
func isHeading(name string, column int) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(headings[column], func(word string) bool { return strings.Contains(name, word) })
}

// headerOf reads a header with the words of all three columns, or of all but one.
func headerOf(row span) (h header) {
	for _, separator := range []string{"|", "\t", ";", ","} {
		if !strings.Contains(row.outside, separator) {
			continue
		}
		cells := row.split(separator)
		where := func(column int, but ...int) int {
			for i, cell := range cells {
				if !slices.Contains(but, i) && isHeading(cell.Text, column) {
					return i
				}
			}
			return -1
		}
		wonderwall := where(1)
		ninja := where(2, wonderwall)
		player := where(0, wonderwall, ninja)
		h := header{separator: separator, count: len(cells), columns: [3]int{player, wonderwall, ninja}}
		h.titles = lists.Map(cells, func(cell span) string {
			title := cell.Text
			if strings.HasPrefix(title, `"`) {
				title, _ = Unquote(title)
			}
			return Normal(title)
		})
		without := slices.Index(h.columns[:], -1)
		switch {
		case without < 0:
			h.found = true
		case slices.Contains(h.columns[without+1:], -1): // two, or all
		case h.count == len(h.columns):
			h.columns[without] = len(h.columns) - (player + wonderwall + ninja + 1) // the places sum to 0 + 1 + 2
			h.found = true
		case h.count > len(h.columns):
			h.heads = lists.Map(cells, span.Quoted)
		}
		return h
	}
	return header{}
}

// find finds the column that no word is over by its cells: most of them are names that the two
// others have. It returns the headings of those that it may be.
func (h *header) find(without int, rows []text.Word) (heads []string) {
	cells := make([][]string, h.count)
	for _, line := range rows {
		row, _ := quotes(line)
		for c, cell := range row.split(h.separator) {
			if name := Normal(strings.Trim(cell.Text, `"`)); c < h.count && name != "" {
				cells[c] = append(cells[c], name)
			}
		}
	}
	known, names := h.columns, make(map[string]bool)
	for _, c := range known {
		for _, name := range cells[max(c, 0)] {
			names[name] = names[name] || c >= 0
		}
	}
	for c, list := range cells {
		if slices.Contains(known[:], c) {
			continue
		}
		heads = append(heads, h.heads[c])
		list = slices.DeleteFunc(list, func(name string) bool { return !names[name] })
		if 2*len(list) > len(cells[c]) {
			h.found = h.columns[without] < 0 // it is the only one
			h.columns[without] = c
		}
	}
	return heads
}

// pick returns the cells of a row that stand in the three columns; all cells if there are
// more than headings, and none if the three are empty.
func (h header) pick(row span) []span {
	cells := within(row.split(h.separator), h.count)
	if len(cells) > h.count {
		return cells
	}
	var picked []span
	for _, column := range h.columns {
		cell := row.slice(len(row.outside), len(row.outside))
		if column < len(cells) {
			cell = cells[column]
		}
		picked = append(picked, cell)
	}
	if !slices.ContainsFunc(picked, func(s span) bool { return s.Text != "" }) {
		return nil
	}
	return picked
}

// A span is a part of a line. Outside is its text with an x for every byte in quotes, and
// for the quotes, so that separators are found in it and cut in both.
type span struct {
	text.Word
	outside string
}

// quotes returns a line without its comment, and the first quote that has no end.
func quotes(line text.Word) (s span, open text.Word) {
	if !strings.Contains(line.Text, `"`) {
		line.Text = uncomment(line.Text)
		return span{line, line.Text}, open
	}
	outside := []byte(line.Text)
	space, begins := true, true // a comment or a name may
	for i := 0; i < len(line.Text); {
		c, size := utf8.DecodeRuneInString(line.Text[i:])
		switch {
		case c == '#' && space:
			line.Text = line.Text[:i]
			return span{line, string(outside[:i])}, open
		case c == '"' && begins:
			if size = quoted(line.Text[i:]); size < 0 {
				return span{line, string(outside)}, line.From(i)
			}
			copy(outside[i:], strings.Repeat("x", size))
		}
		space = unicode.IsSpace(c)
		begins = space || strings.ContainsRune("|:>→;,", c)
		i += size
	}
	return span{line, string(outside)}, open
}

// CutName cuts a line into a name and what is behind it: at the first '|', or else at the last
// ':', as a name may hold colons. It drops a comment, and looks at nothing in quotes. If there
// is neither, found is false and the name is the line. Open is the first quote that has no end.
func CutName(line text.Word) (name, behind text.Word, found bool, open text.Word) {
	s, open := quotes(line)
	s = s.trim()
	at := strings.IndexByte(s.outside, '|')
	if at < 0 {
		at = strings.LastIndexByte(s.outside, ':')
	}
	if at < 0 {
		return s.Word, text.Word{}, false, open
	}
	return s.slice(0, at).trim().Word, s.From(at + 1), true, open
}

// quoted returns how many bytes the name in quotes has that a text begins with, or -1 if it
// has no end.
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

// unquote returns the name that a cell holds.
func (d *draft) unquote(cell span) text.Word {
	if !strings.HasPrefix(cell.Text, `"`) {
		return cell.Word
	}
	name, ok := Unquote(cell.Text)
	if !ok {
		d.fail(cell.Word, "%s is no name in quotes; want nothing behind it, and a quote within it twice", cell.Quoted())
		d.torn = true
	}
	cell.Text = name
	return cell.Word
}

// Unquote returns what stands in quotes, written by this program as by Go, or by a
// spreadsheet.
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

// slice returns a part of the span, by bytes.
func (s span) slice(from, to int) span {
	w := s.From(from)
	w.Text = w.Text[:to-from]
	return span{w, s.outside[from:to]}
}

// trim returns the span without the white space around it.
func (s span) trim() span {
	rest := strings.TrimLeftFunc(s.outside, unicode.IsSpace)
	from := len(s.outside) - len(rest)
	return s.slice(from, from+len(strings.TrimRightFunc(rest, unicode.IsSpace)))
}

// split cuts the span at every separator, and trims the parts.
func (s span) split(separator string) (parts []span) {
	for {
		i := strings.Index(s.outside, separator)
		if i < 0 {
			return append(parts, s.trim())
		}
		parts = append(parts, s.slice(0, i).trim())
		s = s.slice(i+len(separator), len(s.outside))
	}
}

// words returns what is between white space and other blanks.
func (s span) words(blanks string) (words []span) {
	blank := func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(blanks, c) }
	for {
		from := len(s.outside) - len(strings.TrimLeftFunc(s.outside, blank))
		to := strings.IndexFunc(s.outside[from:], blank)
		if to += from; to < from {
			to = len(s.outside)
		}
		if from == to {
			return words
		}
		words = append(words, s.slice(from, to))
		s = s.slice(to, len(s.outside))
	}
}

// cells cuts a row into names.
func (s span) cells(blanks string) []span {
	if strings.Contains(s.outside, "|") {
		return within(s.split("|"), 3)
	}
	at, behind := len(s.outside), 0
	if strings.ContainsAny(s.outside, "\t;,") && len(s.parts(3, "")) > 3 {
		return s.parts(3, "") // of many cells, such as one with a time
	}
	if i := strings.IndexAny(s.outside, ";,"); i >= 0 {
		at = i
	}
	for _, mark := range []string{":", "->", "→"} {
		if i := strings.Index(s.outside[:at], mark); i >= 0 {
			at, behind = i, i+len(mark)
		}
	}
	if behind > 0 {
		choices := s.slice(behind, len(s.outside)).trim()
		return append([]span{s.slice(0, at).trim()}, choices.parts(2, blanks)...)
	}
	return s.parts(3, blanks)
}

// parts cuts a row without a mark behind the player, or the choices behind it, into that
// many names if it can.
func (s span) parts(want int, blanks string) []span {
	there := func(parts []span) []span {
		return slices.DeleteFunc(parts, func(s span) bool { return s.Text == "" })
	}
	if strings.Contains(s.outside, "\t") {
		if cells := there(s.split("\t")); len(cells) == want || !strings.ContainsAny(s.outside, ";,") {
			return cells
		}
	}
	switch {
	case strings.Contains(s.outside, ";"):
		return within(s.split(";"), want)
	case strings.Contains(s.outside, ",") && blanks == "":
		return within(s.split(","), want)
	}
	words := s.words(blanks)
	if wide := there(s.split("  ")); len(words) != want && len(wide) == want {
		return wide
	}
	return words
}

// within takes empty cells from both ends of a row that has more than it should, first from
// its end.
func within(cells []span, want int) []span {
	for len(cells) > want && cells[len(cells)-1].Text == "" {
		cells = cells[:len(cells)-1]
	}
	for len(cells) > want && cells[0].Text == "" {
		cells = cells[1:]
	}
	return cells
}
