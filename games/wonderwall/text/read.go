package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"enumerate/games/wonderwall/space"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// ReadTables reads the games of r one after the other, each in one of three
// formats, which its first line tells:
//
//   - JSON, if it starts with '{': one object, with a member for every player,
//     {"A":["B","C"],"B":["A","C"],"C":["A","B"]}. It may span lines, and
//     another object may follow on the same line.
//   - A code, if it has at least three fields of two letters A to Z or a to z
//     each and neither ':' nor '|' nor tab: one line, BC CA AB. The fields are
//     the choices of the players A, B, C, ..., Z, a, ..., z, wonderwall first.
//     Three fields that are no such game are a row of a table.
//   - A table otherwise: a row for every player, with player, wonderwall and
//     ninja, in any of the forms that [draft.cells] reads: "A: B C", "A: B, C",
//     "A -> B, C", "A | B | C", "A B C", CSV with commas, semicolons or tabs.
//     The first row may be a header. A table ends at a line of nothing but white
//     space, or where JSON or a code starts; a line of separators, such as ",,",
//     does not end it.
//
// A workbook as spreadsheets save it, .xlsx, is read as the rows of its first sheet, and the columns of faults
// are those of the sheet.
//
// A name in double quotes may hold anything. Quotes are read as Go writes them, and as
// spreadsheets do. Names are read as [Normal] has them. Players keep the order of their rows. Of
// two rows of a player in a table the later one counts, and a name that is no player's, but that
// of one player with other capitals, is meant for that: the table's Remarks say so. A '#' at the start of a line or
// after white space starts a comment that goes to the end of the line, except in JSON
// objects and in quotes. Lines may end in CRLF and the input start with a byte order mark.
//
// A comma or an arrow may be part of a name without quotes where that makes a game. Of
// all readings of a table, one without faults counts, or else the one with the fewest.
//
// The error of a game joins a [text.Error] for each of the first ten faults, and says how many
// more there are; ReadTables continues with the next game, unless malformed JSON hides where that
// starts. Any other error is one of r and the last. A line of more than 1 MiB is an
// error, and so is a game of more than 10,000,000 rows, which is the last. ReadTables holds no
// more than one game at a time, some 400 bytes a player, and reads no further
// than the line that ends it; ranging over the sequence again continues with the
// rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] {
	in := newReader(r)
	return text.All(in.Scanner, func() (Table, error) {
		t, err := in.next()
		return t, text.Moved(err, in.column)
	})
}

// Normal returns a name as names are compared: in Unicode's normal form C, with one blank for
// white space within it and none around it.
func Normal(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	}
	return name
}

const maxLine = 1 << 20 // bytes of a line without its end

// tooMany is the fault of the first row that a game has beyond the most.
func tooMany(at text.Word, most int) text.Error {
	return at.Errorf("the game has more than %d rows; want fewer players", most)
}

// A reader reads games one after the other.
type reader struct {
	*text.Scanner
	in    *bufio.Reader // what is read
	begun bool
	rows  []text.Word // of the table at hand
	most  int         // rows that a game may have
	over  bool        // one has more, or is no text: nothing waits for where the next begins
	shows bool        // the cells of the game at hand are kept
	heads []string    // of its columns if it is not known which they are
	cells [][]string
	read  draft    // the game at hand, if its cells are kept and it has no faults
	book  []string // the lines of a workbook
}

func newReader(r io.Reader) *reader {
	in := bufio.NewReader(r)
	return &reader{Scanner: text.NewScanner(in), in: in, most: space.Most}
}

// begin finds out what is read: it puts the rows of a workbook in its place.
func (r *reader) begin() error {
	begins, err := r.in.Peek(4) // no game is shorter
	if err == io.EOF {          // a terminal would be asked again
		r.in.Reset(bytes.NewReader(bytes.Clone(begins)))
	}
	if string(begins) == "PK\x03\x04" {
		lines, err := workbook(r.in)
		if err != nil {
			return fmt.Errorf("this is no workbook that can be read: %w; want .xlsx as spreadsheets save it, or CSV", err)
		}
		r.book = lines
		r.in.Reset(strings.NewReader(strings.Join(lines, "\n")))
	}
	begins, _ = r.in.Peek(r.in.Buffered())
	if bytes.IndexByte(begins, 0) >= 0 && begins[0] < 0xfe && !utf8.Valid(begins) { // UTF-16 begins so
		return errors.New("this is neither text nor a workbook; want text in UTF-8, such as CSV, or .xlsx")
	}
	return nil
}

// next reads the next game. Its error is io.EOF after the last. The next line is
// read only when it is needed, so that a game typed into a terminal is complete as soon
// as it looks complete.
func (r *reader) next() (Table, error) {
	if !r.begun {
		r.begun = true
		if err := r.begin(); err != nil {
			r.over = true
			return Table{}, err
		}
	}
	for {
		if r.over {
			return Table{}, io.EOF
		}
		var line text.Word
		var err error
		for err == nil && (line.Text == "" || line.Text[0] == '#') {
			line, err = r.Line(maxLine)
			line = line.TrimLeft()
		}
		switch pairs := codePairs(line); {
		case err != nil && !errors.As(err, new(text.Error)):
			return Table{}, err
		case isObject(line):
			d := newDraft(line)
			d.shows = r.shows
			r.over = d.object(r.Scanner, line, r.most)
			return r.made(d)
		case isCode(pairs):
			return readCode(line, pairs)
		default:
			r.Unread(line, err)
			if table, err := r.table(line); err != errNoRows {
				return table, err
			}
		}
	}
}

// made returns the table of a draft. Behind what is not UTF-8 there is no more text.
func (r *reader) made(d *draft) (Table, error) {
	r.over = r.over || d.bad.Count() > 0
	t, err := d.table()
	if r.shows && err != nil {
		r.show(d)
	}
	if r.shows && err == nil {
		r.read = *d
	}
	return t, err
}

// isObject reports whether a line begins with a JSON object.
func isObject(line text.Word) bool { return strings.HasPrefix(line.Text, "{") }

// codePairs returns the pairs of letters in a line without white space before it, or nil if
// it is not a code.
func codePairs(line text.Word) []text.Word {
	if len(line.Text) < len("BC CA AB") || !isPair(line.Text[:2]) { // most lines
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

// isCode reports whether pairs of letters are meant as a code. Three of them may as well be
// a row of a table, unless they are a game.
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

// A draft is a game as written, and what was found wrong with it so far.
type draft struct {
	start    text.Word        // where the game starts
	unit     string           // what a player must have to be one: a row or a pair
	ofRows   bool             // it is a table
	plain    bool             // the rows are plain
	names    []string         // all that there are, each once
	number   map[string]int32 // of a name among them
	rows     []row
	errs     text.Faults
	uneven   text.Faults // of rows that have another number of names than three
	says     uneven      // what the first of these says
	unlike   bool        // not all of them say the same
	torn     bool        // rows may be missing because they could not be read
	bad      text.Faults // the first byte that is not UTF-8
	remarks  text.Faults // what was taken for something else
	odd      bool        // a header is not understood
	shows    bool        // rows are kept to be shown
	shown    [][]string  // as far as they are understood
	header   header      // of the table
	words    []text.Word // of the row at hand
	finished bool
	alike    bool  // the same is wrong with all rows of a finished draft
	made     Table // of one without faults
}

// An uneven is what is said of a row that does not have three names: how many, and a hint.
type uneven struct {
	names int
	hint  string
}

// A row has the numbers of the names of a player, its wonderwall and its ninja, noName for
// one that could not be read, and where they stand: lines from that of the game. It is
// small and has no pointers, as there are many.
type row struct {
	names   [3]int32
	lines   [3]uint32
	columns [3]uint32
}

const noName = -1

// at returns where a name of a row stands.
func (d *draft) at(r row, i int) text.Word {
	return text.Word{Line: d.start.Line + int(r.lines[i]), Column: int(r.columns[i])}
}

func newDraft(start text.Word) *draft {
	return &draft{start: start, unit: "row", number: make(map[string]int32)}
}

func (d *draft) fail(at text.Word, format string, arguments ...any) {
	d.errs.Errorf(at, format, arguments...)
}

// tear reports whether an error is one of the text, after which rows may be missing.
func (d *draft) tear(err error) bool {
	wrong, ok := errors.AsType[text.Error](err)
	if ok {
		d.errs.Add(wrong)
		d.torn = true
	}
	return ok
}

// checkUTF8 finds what is wrong with a text that is not UTF-8, once in a game.
func (d *draft) checkUTF8(w text.Word) {
	if d.bad.Count() == 0 {
		CheckUTF8(w, &d.bad)
	}
}

// CheckUTF8 adds the first byte of a text that is not UTF-8 to the faults, and reports whether
// there is one.
func CheckUTF8(w text.Word, faults *text.Faults) bool {
	if utf8.ValidString(w.Text) {
		return false
	}
	for i, c := range w.Text {
		if c == utf8.RuneError && !strings.HasPrefix(w.Text[i:], string(c)) {
			faults.Errorf(w.From(i), "the byte 0x%02x is not UTF-8; save the text as UTF-8", w.Text[i])
			return true
		}
	}
	return false
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
		small.Errorf(pairs[0], "a code of small letters, which are the players from 27 on; want capitals, such as %s", upper[0].Text)
		err = small.Err()
	}
	return Table{}, err
}

// codeDraft is the draft of a code.
func codeDraft(start text.Word, pairs []text.Word) *draft {
	d := newDraft(start)
	d.unit = "pair"
	if most := len(codeLetters); len(pairs) > most {
		d.fail(pairs[most], "pair %d of %d; a code has at most %d, write a table instead", most+1, len(pairs), most)
		pairs = pairs[:most]
	}
	d.rows = make([]row, 0, len(pairs))
	for i, p := range pairs {
		player, wonderwall := p, p
		player.Text, wonderwall.Text = codeLetters[i:i+1], p.Text[:1]
		d.addRow(player, wonderwall, p.From(1))
	}
	return d
}

// add adds the row of n names, the first four of which are given, and which the text holds. A
// row that is not as it should be still makes its first name a player: that others choose it is
// no fault of theirs.
func (d *draft) add(names []text.Word, n int, holds text.Word, hint string) {
	if n != 3 {
		end := holds.From(len(holds.Text))
		if n > 3 {
			end = names[3]
		}
		if says := (uneven{n, hint}); d.uneven.Count() == 0 {
			d.says = says
		} else if d.says != says {
			d.unlike = true
		}
		d.uneven.Errorf(end, "%s; want a player, its wonderwall and its ninja%s", rows.Counted(n, "name", "names"), hint)
		var player text.Word
		if n > 0 {
			player = names[0]
		}
		d.addRow(player, text.Word{}, text.Word{})
		if d.shows {
			for i := range min(n, 3) {
				d.shown[len(d.shown)-1][i] = names[i].Text
			}
		}
		return
	}
	for i, whose := range [...]string{"player", "wonderwall", "ninja"} {
		if names[i].Text == "" {
			d.fail(names[i], "the %s has no name; want one", whose)
		}
	}
	d.addRow(names[0], names[1], names[2])
}

// addRow adds a row. What it has no name for could not be read.
func (d *draft) addRow(words ...text.Word) {
	var r row
	for i, w := range words {
		r.lines[i], r.columns[i] = uint32(w.Line-d.start.Line), uint32(w.Column)
		if w.Text == "" {
			r.names[i] = noName
			continue
		}
		name := Normal(w.Text)
		number, known := d.number[name]
		if !known {
			number = int32(len(d.names))
			d.number[name] = number
			d.names = append(d.names, name)
		}
		r.names[i] = number
	}
	d.rows = append(d.rows, r)
	if d.shows {
		d.shown = append(d.shown, []string{words[0].Text, words[1].Text, words[2].Text})
	}
}

// object reads a JSON object. If that is malformed it continues with the next line that
// is blank or begins with an object, which no line within one does: there is no better
// guess where the next game starts. It reports whether the object has more members than
// most.
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
		d.fail(rest, "text after the JSON object; want another object or a new line")
	}
	return false
}

// members reads the members of a JSON object, and no more than one beyond the most.
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
			return token.Errorf("malformed JSON: found %.60s; want '['", token.Text)
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
			if count++; count <= 4 { // there may be any number
				names = append(names, name)
			}
		}
		d.words = names
		if len(d.rows) > most {
			return tooMany(player, most)
		}
	}
}

// name reads a name, or the bracket behind the last one.
func (d *draft) name(j *text.JSON, last byte) (name text.Word, more bool, err error) {
	token, err := j.Token()
	name, more = token.Word, token.Kind != last
	if err == nil && more {
		if token.Kind == '"' {
			d.checkUTF8(token.Word)
			name.Text = token.Value
		} else {
			err = token.Errorf("malformed JSON: found %.60s; want the name of a player in double quotes", token.Text)
		}
	}
	return name, more, err
}
