package text

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/text"
)

// A Pick is what the user chose: a sheet of a workbook, and the columns of the three roles, by headings or letters.
type Pick = single.Pick

// ReadTables reads the games of r one after the other. The first line of a game decides its format:
//
//   - JSON, if it starts with '{': one object with a member for every player,
//     {"A":["B","C"],"B":["A","C"],"C":["A","B"]}. It may span lines, and another object may follow on the same line.
//   - Records, if it starts with '[' or '(', or with '{' and the first value of the object is not a list of names:
//     objects with the same keys, lists or tuples, in JSON or Python, in one array or one on each line.
//   - A code, if it has at least three fields of two letters A to Z or a to z each and has neither ':' nor '|' nor tab:
//     BC CA AB. The fields are the choices of the players A, B, C, ..., Z, a, ..., z, wonderwall first. Three fields
//     that are not a game in this form are read as a row of a table.
//   - A line of numbers in the format of the program of Schiller's thesis; see [isJob].
//   - A table otherwise: a row for every player, in any of the forms that [draft.cells] reads, such as "A: B C", "A ->
//     B, C" and "A | B | C", CSV, or rows of LaTeX. The first row may be a header; see [grid.layoutOf]. A table ends at
//     a line of white space only, or where JSON or a code starts. A line of separators, such as ",,", does not end it.
//
// A workbook (.xlsx) has at most one game. Its visible sheets are read as tables, without hidden rows and columns. If
// several sheets have a game, the error names them.
//
// A name in double quotes may contain anything, also line breaks, with escapes as in Go or in spreadsheets. Names are
// normalized ([Normal]). Players keep the order of their rows. If a table has two rows for a player, the later row is
// used; a name that differs from one player's only in capitals is read as this player. Remarks of the table state these
// assumptions. Lines may end in LF, CRLF or CR. Text may be UTF-8, UTF-16 or in an encoding of [encodingOf].
//
// A '#' at the start of a line starts a comment, except in JSON objects and in quotes. A '#' after white space starts a
// comment too, except in a text that is a game only with the '#' in a name.
//
// A comma or an arrow may be part of a name without quotes if the text is then a game. Of all readings of a table, the
// one with the fewest faults is used.
//
// The error of a game joins a [text.Error] for each of the first ten faults, and the number of further faults.
// ReadTables then continues with the next game, unless malformed JSON hides where it starts. Any other error is an
// error of r, and ends the sequence. A line of more than 1 MiB is an error; so is a game of more than 10,000,000 rows,
// which ends the sequence.
//
// ReadTables holds one game at a time, about 400 bytes for each player. It stops after the line that ends the game;
// below a table with a header, it also skips one or two lines of notes. Ranging again continues with the rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] { return ReadPicked(r, Pick{}) }

// ReadPicked is ReadTables for the sheet and the columns that the user chose.
func ReadPicked(r io.Reader, pick Pick) iter.Seq2[Table, error] {
	in := newReader(r)
	in.pick = pick
	return text.All(in.Scanner, in.next)
}

// Normal returns a name in the form in which names are compared: in Unicode's normal form C, without invisible
// characters and white space around it, and with one blank for each white space within it.
func Normal(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' }) {
		name = strings.Map(visible, norm.NFC.String(name))
		return strings.Trim(strings.Join(strings.Fields(name), " "), joiners)
	}
	return name
}

// joiners are invisible characters that may be needed within a name, but not at its ends.
const joiners = "\u200c\u200d"

// visible returns c, or -1 for an invisible character, which Normal removes.
func visible(c rune) rune {
	switch {
	case c == '\u200b' || c == '\u2060' || c == '\u00ad' || c == '\ufeff' || c == '\u061c',
		'\u200e' <= c && c <= '\u200f', '\u202a' <= c && c <= '\u202e', '\u2066' <= c && c <= '\u2069':
		return -1
	}
	return c
}

const maxLine = named.MaxLine

func tooMany(at text.Word, most int) text.Error {
	return at.Errorf("the game has more than %d rows; expected fewer players", most)
}

type reader struct {
	*text.Scanner
	raw      io.Reader // the input
	*source            // nil before the first game is read
	pick     Pick
	rows     []text.Word  // of the present table
	mostRows int          // the number of rows that a game may have
	ended    bool         // the rest of the input is not read: it is not text, or a game has too many rows
	shows    bool         // keep the cells of the present game for a form
	game     *draft       // the present game, if shows and the game is not a code
	form     single.Sheet // the cells of the present game, if shows and the game has faults
	lead     lead
}

func newReader(r io.Reader) *reader {
	in := &reader{raw: r, mostRows: space.Most}
	in.Scanner = text.NewScanner(lines{in})
	return in
}

// A lines reads from the reader's source, which does not exist before the first game is read.
type lines struct{ *reader }

func (l lines) Read(p []byte) (int, error) { return l.source.Read(p) }

// next reads the next game. Its error is io.EOF after the last game. It reads no line too early, so that a game typed
// into a terminal is answered as soon as it is complete.
func (r *reader) next() (Table, error) {
	if r.source == nil {
		s, err := openSource(r.raw)
		if err != nil { // all later calls get an empty text
			r.source, r.ended = &source{Reader: strings.NewReader("")}, true
			return Table{}, err
		}

		r.source = s
		if s.book != nil {
			r.ended = true
			return r.readBook(s.book)
		}
		if r.pick.Sheet != "" {
			r.ended = true
			return Table{}, errors.New("the input has no sheets; leave out --sheet")
		}
	}

	t, err := r.nextInText()
	if r.remarks.Count() > 0 && err == nil {
		t.AddRemarks(&r.remarks)
		r.remarks = text.Faults{}
	}
	return t, err
}

// nextInText reads the next game of a text, after comments and blank lines, in the format that its first line shows.
func (r *reader) nextInText() (Table, error) {
	for {
		if r.ended {
			return Table{}, io.EOF
		}

		var line text.Word
		var err error
		for err == nil && (line.Text == "" || line.Text[0] == '#' && !isHashHeader(line)) {
			line, err = r.Line(maxLine)
			line = line.TrimLeft()
			if header, found := commentedHeader(line); found && strings.HasPrefix(line.Text, "#") && !isHashHeader(line) {
				r.lead.header = header
			}
		}

		r.lead.titles = nil
		switch pairs := codePairs(line); {
		case err != nil && !errors.As(err, new(text.Error)):
			return Table{}, err
		case isStart(line):
			return r.readStructured(line)
		case isCode(pairs):
			return r.code(line, pairs)
		case isJob(line):
			return r.job(line)
		default:
			r.Unread(line, err)
			if table, err := r.table(line); err != errNoRows {
				return table, err
			}
		}
	}
}

// readStructured reads a game that begins with a bracket or a brace. It is either an object of this program,
// {"A":["B","C"],...}, or a table of records, in which each row is an object or a list. Other text is an error if it
// begins with a brace. If it begins with a bracket, it may have brackets in names, and is read as a table.
func (r *reader) readStructured(line text.Word) (Table, error) {
	if isObject(line) && r.isGame(line) {
		if err := r.withoutColumns(line, "a JSON object with a member for each player"); err != nil {
			return Table{}, err
		}
		d := newDraft(line)
		d.keepsCells = r.shows
		r.ended = d.object(r.Scanner, line, r.mostRows)
		return r.tableOf(d)
	}
	g, malformed := r.records(line)
	if g != nil {
		return r.fromGrid(line, g)
	}

	// The lines above the malformed one are complete objects.
	if isObject(line) && malformed.Line > line.Line {
		r.ended = true
		return Table{}, malformed.Errorf("malformed JSON: found %.60q; the rows above are complete: correct or remove this one", firstLine(malformed.Text))
	}
	if isObject(line) { // to report what is wrong with it
		d := newDraft(line)
		r.ended = d.object(r.Scanner, line, r.mostRows)
		return r.tableOf(d)
	}
	r.Unread(line, nil)
	return r.table(line)
}

// withoutColumns returns an error if the user chose columns of a game in a form without columns. It then ends the
// input, because further games would probably give the same error.
func (r *reader) withoutColumns(start text.Word, form string) error {
	if r.pick.Columns == nil {
		return nil
	}
	r.ended = true
	return start.Errorf("%s has no columns; leave out --columns", form)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// fromGrid returns the game of a grid, a table that is split into cells.
func (r *reader) fromGrid(start text.Word, g *grid) (Table, error) {
	d := newDraft(start)
	d.keepsCells = r.shows
	if !d.gridRows(g, r.pick) {
		d.rowsInOrder(g)
	}
	return r.tableOf(d)
}

// tableOf returns the game of a draft, or the draft's faults as an error. A draft is what was read from a text in one
// of the possible ways. If r.shows is set, tableOf keeps the draft. If there are also faults, it keeps the cells, for a
// form in which the user can correct them. No further game is read if the text is not UTF-8.
func (r *reader) tableOf(d *draft) (Table, error) {
	r.ended = r.ended || d.notUTF8.Count() > 0
	t, err := d.table()
	if r.shows {
		r.game = d
	}
	if r.shows && err != nil {
		r.form = r.sheetOf(d)
	}
	return t, err
}

// isStart reports whether a line begins a game in JSON or Python.
func isStart(line text.Word) bool {
	return isObject(line) || strings.HasPrefix(line.Text, "[") || strings.HasPrefix(line.Text, "(")
}

func isObject(line text.Word) bool { return strings.HasPrefix(line.Text, "{") }

// codePairs returns the pairs of a code such as BC CA AB, or nil. The line must not begin with white space.
func codePairs(line text.Word) []text.Word {
	if len(line.Text) < len("BC CA AB") || !isPair(line.Text[:2]) { // a quick answer for most lines
		return nil
	}
	line.Text = strings.TrimSpace(uncomment(line.Text))
	if strings.ContainsAny(line.Text, ":|\t") {
		return nil
	}
	pairs := line.Fields()
	if len(pairs) < 3 || slices.ContainsFunc(pairs, func(p text.Word) bool { return !isPair(p.Text) }) {
		return nil
	}
	return pairs
}

// isCode reports whether the pairs of letters in a line are a code, a whole game in one line such as "BC CA AB". Three
// pairs could also be a row of a table, so they are a code only if the game that they stand for has no faults.
func isCode(pairs []text.Word) bool {
	if len(pairs) != 3 {
		return pairs != nil
	}
	return codeDraft(pairs[0], pairs).finish().Count() == 0
}

func isPair(s string) bool { return len(s) == 2 && isLetter(s[0]) && isLetter(s[1]) }

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// uncomment returns a line without its comment, which begins at a '#' at the start of the line or after white space.
func uncomment(line string) string {
	if strings.IndexByte(line, '#') < 0 {
		return line
	}
	space := true // at the start, or after white space
	for i, c := range line {
		if c == '#' && space {
			return line[:i]
		}
		space = unicode.IsSpace(c)
	}
	return line
}

// code returns the game of a code, such as "BC CA AB". If the text would be a game in capitals, the error says so.
func (r *reader) code(line text.Word, pairs []text.Word) (Table, error) {
	if err := r.withoutColumns(line, "a code"); err != nil {
		return Table{}, err
	}

	table, err := codeDraft(line, pairs).table()
	if err == nil {
		return table, nil
	}

	upper := slices.Clone(pairs)
	for i := range upper {
		upper[i].Text = strings.ToUpper(upper[i].Text)
	}
	if codeDraft(line, upper).finish().Count() == 0 {
		var small text.Faults
		small.Errorf(pairs[0], "a code in lower case names players from the 27th on; use capitals, such as %s", upper[0].Text)
		err = small.Err()
	}
	return Table{}, err
}

// codeDraft reads the pairs of a code as a draft (a game with its faults). Pair i has the choices of player i, whose
// name is letter i of A to Z, a to z.
func codeDraft(start text.Word, pairs []text.Word) *draft {
	d := newDraft(start)
	d.unit = "pair"
	if most := len(named.CodeLetters); len(pairs) > most {
		d.fail(pairs[most], "pair %d of %d; a code has at most %d, write a table instead", most+1, len(pairs), most)
		pairs = pairs[:most]
	}
	d.rows = make([]row, 0, len(pairs))
	for i, p := range pairs {
		player, wonderwall, ninja := p, p, p.From(1) // the player has no letter in the text, so its place is that of the pair
		player.Text, wonderwall.Text = named.CodeLetters[i:i+1], p.Text[:1]
		d.addRow(player, wonderwall, ninja)
	}
	return d
}

// object reads a game that is a JSON object, which starts in the given line and may continue on the next lines. over is
// true if it has more members than `most`; then nothing more can be read. After a malformed object, object skips to the
// next line that is blank or begins with '{', because lines within an object rarely do.
func (d *draft) object(in *text.Scanner, line text.Word, most int) (over bool) {
	j := in.JSON(line, maxLine)
	if err := d.members(j, most); d.noteTextFault(err) {
		if len(d.rows) > most { // report only that there are too many members
			d.errs, d.badRows, d.rows = text.Faults{}, text.Faults{}, nil
			d.noteTextFault(err)
			return true
		}
		// Skip at least the rest of the present line, whose column is above 1.
		line, err = j.Rest, nil
		for err == nil && (line.Column > 1 || !isObject(line) && line.Trim().Text != "") {
			line, err = in.Line(maxLine)
		}
		in.Unread(line, err)
	} else if rest := j.Rest.TrimLeft(); isObject(rest) { // another game on the same line
		in.Unread(rest, nil)
	} else if rest.Text != "" && rest.Text[0] != '#' {
		d.fail(rest, "text after the JSON object; expected another object or a new line")
	}
	return false
}

// members reads the players of a JSON object, each with the list of its wonderwall and ninja. It returns an error if
// the JSON is malformed, or has more members than `most`.
func (d *draft) members(j *text.JSON, most int) error {
	if _, err := j.Token(); err != nil {
		return err
	}
	for {
		player, more, err := d.name(j, '}')
		if !more || err != nil {
			return err
		}

		if token, err := j.Token(); err != nil {
			return err
		} else if token.Kind != '[' {
			return token.Errorf("malformed JSON: found %.60s; expected '['", token.Text)
		}

		names, count := append(d.words[:0], player), 1
		for {
			name, more, err := d.name(j, ']')
			if err != nil {
				return err
			}
			if !more {
				const noHint = ""
				end := name // the bracket, which is the place of a missing name
				end.Text = ""
				d.add(names, count, end, noHint)
				break
			}
			count++
			if count <= 4 { // add needs at most four names, and a list may have any number
				names = append(names, name)
			}
		}
		d.words = names
		if len(d.rows) > most {
			return tooMany(player, most)
		}
	}
}

// name reads the next name in a JSON object or list. If end, the closing bracket, comes instead, more is false, and the
// word returned is the bracket.
func (d *draft) name(j *text.JSON, end byte) (name text.Word, more bool, err error) {
	token, err := j.Token()
	name, more = token.Word, token.Kind != end
	if err == nil && more {
		if token.Kind == '"' {
			d.checkUTF8(token.Word)
			name.Text = token.Value
		} else {
			err = token.Errorf("malformed JSON: found %.60s; expected the name of a player in double quotes", token.Text)
		}
	}
	return name, more, err
}
