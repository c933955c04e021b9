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

// A Pick is the user's choice of a sheet of a workbook, and of the columns of the player, the wonderwall and the
// ninja by headings or letters. Zero values are detected.
type Pick = single.Pick

// ReadTables reads the games of r one after the other. The first line of a game decides its format:
//
//   - JSON, if it starts with '{': one object, with a member for every player,
//     {"A":["B","C"],"B":["A","C"],"C":["A","B"]}. It may span lines, and
//     another object may follow on the same line.
//   - Records, if it starts with '[' or '(', or with '{' and its values are not arrays: objects with the same
//     keys, lists or tuples, in an array or one on each line, as in JSON and Python.
//   - A code, if it has at least three fields of two letters A to Z or a to z
//     each and neither ':' nor '|' nor tab: one line, BC CA AB. The fields are
//     the choices of the players A, B, C, ..., Z, a, ..., z, wonderwall first.
//     Three fields that are not a game in this form are a row of a table.
//   - A line of numbers in the format of the program of the thesis: the number of players, and for each
//     of them the player, its wonderwall and its ninja.
//   - A table otherwise: a row for every player, with player, wonderwall and
//     ninja, in any of the forms that [draft.cells] reads: "A: B C", "A: B, C",
//     "A -> B, C", "A | B | C", "A B C", CSV with commas, semicolons or tabs, and rows of LaTeX.
//     The first row may be a header, which names the columns; see [grid.layoutOf].
//     A table ends at a line of white space only, or where JSON or a code starts. A line of
//     separators, such as ",,", does not end it.
//
// A workbook (.xlsx) has at most one game. Its visible sheets are read as tables, without hidden rows and columns,
// and the places of faults are cells. If several sheets have a game, the error names them.
//
// A name in double quotes may contain anything, also line breaks, with escapes as in Go or in spreadsheets. Names
// are normalized ([Normal]). Players keep the order of their rows. If a table has two rows for a player, the later
// row is used; a name that differs from one player's only in capitals is read as this player. Remarks of the table
// state these assumptions. A '#' at the start of a line starts a comment up to the end of the line, except in JSON
// objects and in quotes. So does a '#' after white space, unless it makes a game as part of a name. Lines may end in
// LF, CRLF or CR. Text may be UTF-8, UTF-16 or in one of the encodings of [encodingOf].
//
// A comma or an arrow may be part of a name without quotes if that makes a game. Of all readings of a table, the
// one with the fewest faults is used.
//
// The error of a game joins a [text.Error] for each of the first ten faults, and the number of further faults.
// ReadTables then continues with the next game, unless malformed JSON hides where it starts. Any other error is an
// error of r, and ends the sequence. A line of more than 1 MiB is an error; so is a game of more than 10,000,000 rows,
// which ends the sequence. ReadTables holds one game at a time, about 400 bytes for each player. It reads no further than
// the line that ends the game, or, below a table with a header, than the notes that are not a game. Ranging over the
// sequence again continues with the rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] { return ReadPicked(r, Pick{}) }

// ReadPicked is ReadTables for the sheet and the columns that the user chose.
func ReadPicked(r io.Reader, pick Pick) iter.Seq2[Table, error] {
	in := newReader(r)
	in.pick = pick
	return text.All(in.Scanner, in.next)
}

// Normal returns a name in the form in which names are compared: Unicode's normal form C, without surrounding white
// space and invisible characters, and with one blank for white space within it.
func Normal(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' }) {
		name = strings.Map(seen, norm.NFC.String(name))
		return strings.Trim(strings.Join(strings.Fields(name), " "), joiners)
	}
	return name
}

// joiners may be needed within a name, but not at its ends.
const joiners = "\u200c\u200d"

// seen returns a character, or -1 if it is invisible: a zero-width space, a soft hyphen, a direction mark, or a
// byte order mark.
func seen(c rune) rune {
	switch {
	case c == '\u200b' || c == '\u2060' || c == '\u00ad' || c == '\ufeff' || c == '\u061c',
		'\u200e' <= c && c <= '\u200f', '\u202a' <= c && c <= '\u202e', '\u2066' <= c && c <= '\u2069':
		return -1
	}
	return c
}

const maxLine = named.MaxLine

// tooMany is the fault of a game with more rows than the limit.
func tooMany(at text.Word, most int) text.Error {
	return at.Errorf("the game has more than %d rows; expected fewer players", most)
}

// A reader reads games one after the other.
type reader struct {
	*text.Scanner
	raw     io.Reader // the input
	*source           // its kind, nil before it is known
	pick    Pick
	rows    []text.Word  // of the table at hand
	most    int          // rows that a game may have
	over    bool         // one has more, or is no text: nothing waits for where the next begins
	shows   bool         // the cells of the game at hand are kept
	game    *draft       // at hand, if its cells are kept and it is no code
	form    single.Sheet // its cells if it has faults
	lead    lead
}

func newReader(r io.Reader) *reader {
	in := &reader{raw: r, most: space.Most}
	in.Scanner = text.NewScanner(lines{in})
	return in
}

// A lines reads the text of a reader's source.
type lines struct{ *reader }

func (l lines) Read(p []byte) (int, error) { return l.source.Read(p) }

// next reads the next game. Its error is io.EOF after the last one. It reads a line only when it needs it, so
// that a game typed into a terminal is answered as soon as it is complete.
func (r *reader) next() (Table, error) {
	if r.source == nil {
		s, err := openSource(r.raw)
		if err != nil {
			r.source, r.over = &source{Reader: strings.NewReader("")}, true
			return Table{}, err
		}
		r.source = s
		if s.book != nil {
			r.over = true
			return r.readBook(s.book)
		}
		if r.pick.Sheet != "" {
			r.over = true
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

// nextInText reads the next game of a text.
func (r *reader) nextInText() (Table, error) {
	for {
		if r.over {
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
			return r.structured(line)
		case isCode(pairs):
			return readCode(line, pairs)
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

// structured reads JSON, or records.
func (r *reader) structured(line text.Word) (Table, error) {
	if isObject(line) && r.isGame(line) {
		d := newDraft(line)
		d.keepsCells = r.shows
		r.over = d.object(r.Scanner, line, r.most)
		return r.made(d)
	}
	g, malformed := r.records(line)
	if g != nil {
		return r.fromGrid(line, g)
	}
	if isObject(line) && malformed.Line > line.Line {
		r.over = true
		return Table{}, malformed.Errorf("malformed JSON: found %.60q; the rows above are complete", firstLine(malformed.Text))
	}
	if isObject(line) { // the draft has the faults
		d := newDraft(line)
		r.over = d.object(r.Scanner, line, r.most)
		return r.made(d)
	}
	r.Unread(line, nil)
	return r.table(line)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// fromGrid returns the table of a grid.
func (r *reader) fromGrid(start text.Word, g *grid) (Table, error) {
	d := newDraft(start)
	d.keepsCells = r.shows
	if !d.gridRows(g, r.pick) {
		d.rowsInOrder(g)
	}
	return r.made(d)
}

// made returns the table of a draft. Text that is not UTF-8 ends the input.
func (r *reader) made(d *draft) (Table, error) {
	r.over = r.over || d.bad.Count() > 0
	t, err := d.table()
	if r.shows {
		r.game = d
	}
	if r.shows && err != nil {
		r.form = r.sheetOf(d)
	}
	return t, err
}

// isStart reports whether a line begins JSON or records.
func isStart(line text.Word) bool {
	return isObject(line) || strings.HasPrefix(line.Text, "[") || strings.HasPrefix(line.Text, "(")
}

// isObject reports whether a line begins with a JSON object.
func isObject(line text.Word) bool { return strings.HasPrefix(line.Text, "{") }

// codePairs returns the pairs of letters of a code, or nil if the line is not a code. The line has no white space
// at its start.
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

// isCode reports whether pairs of letters are a code. Three pairs that are not a game are a row of a table.
func isCode(pairs []text.Word) bool {
	if len(pairs) != 3 {
		return pairs != nil
	}
	return codeDraft(pairs[0], pairs).finish().Count() == 0
}

func isPair(s string) bool { return len(s) == 2 && isLetter(s[0]) && isLetter(s[1]) }

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// uncomment returns a line without its comment.
func uncomment(line string) string {
	if strings.IndexByte(line, '#') < 0 {
		return line
	}
	space := true // before
	for i, c := range line {
		if c == '#' && space {
			return line[:i]
		}
		space = unicode.IsSpace(c)
	}
	return line
}

// readCode reads the code of the pairs on a line.
func readCode(line text.Word, pairs []text.Word) (Table, error) {
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

// codeDraft is the draft of a code.
func codeDraft(start text.Word, pairs []text.Word) *draft {
	d := newDraft(start)
	d.unit = "pair"
	if most := len(named.CodeLetters); len(pairs) > most {
		d.fail(pairs[most], "pair %d of %d; a code has at most %d, write a table instead", most+1, len(pairs), most)
		pairs = pairs[:most]
	}
	d.rows = make([]row, 0, len(pairs))
	for i, p := range pairs {
		player, wonderwall := p, p
		player.Text, wonderwall.Text = named.CodeLetters[i:i+1], p.Text[:1]
		d.addRow(player, wonderwall, p.From(1))
	}
	return d
}

// object reads a JSON object. If the object is malformed, it skips to the next line that is blank or begins with
// '{', which lines within an object rarely do: the next game probably starts there. It returns true if the object
// has more than most members.
func (d *draft) object(in *text.Scanner, line text.Word, most int) (over bool) {
	j := in.JSON(line, maxLine)
	if err := d.members(j, most); d.tear(err) {
		if len(d.rows) > most {
			d.errs, d.uneven, d.rows = text.Faults{}, text.Faults{}, nil
			d.tear(err)
			return true
		}
		line, err = j.Rest, nil
		for err == nil && (line.Column > 1 || !isObject(line) && line.Trim().Text != "") {
			line, err = in.Line(maxLine)
		}
		in.Unread(line, err)
	} else if rest := j.Rest.TrimLeft(); isObject(rest) {
		in.Unread(rest, nil)
	} else if rest.Text != "" && rest.Text[0] != '#' {
		d.fail(rest, "text after the JSON object; expected another object or a new line")
	}
	return false
}

// members reads the members of a JSON object, at most one more than most.
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
				name.Text = ""
				d.add(names, count, name, "")
				break
			}
			count++
			if count <= 4 { // add needs no more, and there may be any number
				names = append(names, name)
			}
		}
		d.words = names
		if len(d.rows) > most {
			return tooMany(player, most)
		}
	}
}

// name reads a name, or the bracket after the last name.
func (d *draft) name(j *text.JSON, last byte) (name text.Word, more bool, err error) {
	token, err := j.Token()
	name, more = token.Word, token.Kind != last
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
