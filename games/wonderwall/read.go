package wonderwall

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/solver/betweenness"
)

// A Fault is one mistake in a game as written. Line and Column count from 1,
// columns in characters. Message says what is wrong and what would be right.
type Fault struct {
	Line, Column int
	Message      string
}

func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}

// Faults are all the mistakes in one game as written, in the order of their
// places. They are the error of every read that fails for what it read.
type Faults []Fault

// Error returns the faults one per line.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// ReadTables reads the games of r one after the other, each in one of three
// formats, which its first line tells:
//
//   - JSON, if it starts with '{': one object, with a member for every player,
//     {"A":["B","C"],"B":["A","C"],"C":["A","B"]}. It may span lines, and
//     another object may follow on the same line.
//   - A code, if it has at least three fields of two letters A to Z or a to z
//     each and neither ':' nor '|' nor tab: one line, BC CA AB. The fields are
//     the choices of the players A, B, C, ..., Z, a, ..., z, wonderwall first.
//   - A table otherwise: a row for every player, with player, wonderwall and
//     ninja. "A | B | C" and rows separated by tabs allow white space in names,
//     "A: B C" and "A B C" do not after the colon. A table ends at a blank line,
//     or where JSON or a code starts. Note that rows of two-letter names without
//     any separator but spaces are codes: write "Al: Bo Cy".
//
// Players keep the order of their rows. A '#' at the start of a line or after
// white space starts a comment that goes to the end of the line, except in JSON
// objects. Lines may end in CRLF and the input start with a byte order mark.
//
// The error of a game is a [Faults] that holds every fault of it; ReadTables
// goes on with the next game, unless malformed JSON hides where that starts.
// Any other error is one of r and the last. A line of more than 1 MiB is a
// fault. ReadTables holds no more than one game at a time and reads no further
// than the line that ends it; ranging over the sequence again goes on with the
// rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] {
	in := newTableReader(r, maxLine)
	return func(yield func(Table, error) bool) {
		for {
			t, err := in.next()
			if err == io.EOF || !yield(t, err) {
				return
			}
			if _, faulty := err.(Faults); err != nil && !faulty {
				return
			}
		}
	}
}

// readTable reads the only game of r, in any of the formats of [ReadTables]. No
// game and more than one are faults.
func readTable(r io.Reader) (Table, error) {
	return newTableReader(r, maxLine).only()
}

// parseTable reads the only game of s; see [readTable].
func parseTable(s string) (Table, error) { return readTable(strings.NewReader(s)) }

const (
	maxLine       = 1 << 20 // bytes of a line without its end
	byteOrderMark = "\ufeff"
)

// A tableReader reads games. It stands at a character of a line, or at the end
// of one; the next line is read only when it is needed, so that a game typed
// into a terminal is complete as soon as it looks complete.
type tableReader struct {
	in      *bufio.Reader
	maxLine int
	buf     []byte

	line, column int
	rest         string // of the line, from the column on
	long         bool   // the line is longer than maxLine, and rest empty
	current      bool   // the line is not done
	err          error  // why no line follows
}

func newTableReader(r io.Reader, maxLine int) *tableReader {
	return &tableReader{in: bufio.NewReaderSize(r, 1<<16), maxLine: maxLine}
}

// load reads the next line if the current one is done.
func (r *tableReader) load() error {
	if r.current || r.err != nil {
		return r.err
	}
	r.buf = r.buf[:0]
	for read := false; ; read = true {
		part, err := r.in.ReadSlice('\n')
		if len(r.buf) <= r.maxLine+len("\r\n") { // the rest of a long line is of no interest
			r.buf = append(r.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && (read || len(part) > 0) {
			err = nil
		}
		if err != nil {
			r.err = err
			return err
		}
		break
	}
	r.line++
	r.column = 1
	r.current = true
	text := r.buf
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text = text[:n-1]
		if n > 1 && text[n-2] == '\r' {
			text = text[:n-2]
		}
	}
	r.long = len(text) > r.maxLine
	if r.long {
		text = nil
	}
	r.rest = string(text)
	if r.line == 1 {
		r.rest = strings.TrimPrefix(r.rest, byteOrderMark)
	}
	return nil
}

// tooLong returns the fault of a line longer than maxLine.
func (r *tableReader) tooLong(want string) Fault {
	return Fault{r.line, 1, fmt.Sprintf("the line is longer than %d bytes; %s", r.maxLine, want)}
}

// done leaves the line.
func (r *tableReader) done() { r.current = false }

// advance moves n bytes on.
func (r *tableReader) advance(n int) {
	r.column += utf8.RuneCountInString(r.rest[:n])
	r.rest = r.rest[n:]
}

// skipSpace moves over white space in the line.
func (r *tableReader) skipSpace() {
	r.advance(len(r.rest) - len(strings.TrimLeftFunc(r.rest, unicode.IsSpace)))
}

// skip moves to the first character of the next game.
func (r *tableReader) skip() error {
	for {
		if err := r.load(); err != nil {
			return err
		}
		r.skipSpace()
		if r.long || r.rest != "" && r.rest[0] != '#' {
			return nil
		}
		r.done()
	}
}

// next reads the next game. Its error is io.EOF after the last.
func (r *tableReader) next() (Table, error) {
	if err := r.skip(); err != nil {
		return Table{}, err
	}
	d := tableDraft{line: r.line, column: r.column, unit: "row"}
	var err error
	if r.atObject() {
		err = r.readObject(&d)
	} else if pairs := r.codePairs(); pairs != nil {
		d.unit = "pair"
		r.readCode(&d, pairs)
	} else {
		err = r.readRows(&d)
	}
	if err != nil {
		return Table{}, err
	}
	return d.table()
}

// only reads the one game that is left.
func (r *tableReader) only() (Table, error) {
	t, err := r.next()
	if err == io.EOF {
		return Table{}, Faults{{max(r.line, 1), 1, `no game; want rows "player: wonderwall ninja", a code or JSON`}}
	}
	faults, faulty := err.(Faults)
	if err != nil && !faulty {
		return Table{}, err
	}
	if err := r.skip(); err == nil {
		faults = append(faults, Fault{r.line, r.column, "a second game starts here; want one"})
	} else if err != io.EOF {
		return Table{}, err
	}
	if faults != nil {
		return Table{}, faults
	}
	return t, nil
}

// readRows reads a table.
func (r *tableReader) readRows(d *tableDraft) error {
	for {
		switch err := r.load(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case r.long:
			d.faults = append(d.faults, r.tooLong("want a row or a code"))
			d.torn = true
		case strings.TrimSpace(r.rest) == "":
			r.done()
			return nil
		case r.atObject() || r.codePairs() != nil:
			return nil
		default:
			r.readRow(d)
		}
		r.done()
	}
}

// readRow reads the row that the line holds, if any.
func (r *tableReader) readRow(d *tableDraft) {
	text := strings.TrimRightFunc(uncomment(r.rest), unicode.IsSpace)
	if text == "" {
		return
	}
	d.checkUTF8(text, r.line, r.column)
	end := r.column + utf8.RuneCountInString(text)
	var names []placedName
	hint := ""
	if strings.Contains(text, "|") {
		names = cutNames(text, r.line, r.column, func(c rune) bool { return c == '|' })
	} else if player, choices, found := strings.Cut(text, ":"); found {
		names = cutNames(player, r.line, r.column, func(rune) bool { return false })
		column := r.column + utf8.RuneCountInString(player) + 1
		names = append(names, nonEmpty(cutNames(choices, r.line, column, unicode.IsSpace))...)
	} else if strings.Contains(strings.TrimSpace(text), "\t") {
		names = nonEmpty(cutNames(text, r.line, r.column, func(c rune) bool { return c == '\t' }))
	} else {
		names = nonEmpty(cutNames(text, r.line, r.column, unicode.IsSpace))
		hint = ", or a code of at least 3 pairs of letters"
	}
	d.addRow(names, r.line, end, hint)
}

// atObject reports whether the line goes on with a JSON object.
func (r *tableReader) atObject() bool {
	return strings.HasPrefix(strings.TrimLeftFunc(r.rest, unicode.IsSpace), "{")
}

// codePairs returns the pairs of letters in the line, or nil if it is not a code.
func (r *tableReader) codePairs() []placedName {
	text := strings.TrimSpace(uncomment(r.rest))
	if strings.ContainsAny(text, ":|\t") {
		return nil
	}
	fields := 0
	for field := range strings.FieldsSeq(text) {
		if len(field) != 2 || !isCodeLetter(field[0]) || !isCodeLetter(field[1]) {
			return nil
		}
		fields++
	}
	if fields < 3 {
		return nil
	}
	return nonEmpty(cutNames(uncomment(r.rest), r.line, r.column, unicode.IsSpace))
}

func isCodeLetter(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// readCode reads the line, which holds the code of the pairs.
func (r *tableReader) readCode(d *tableDraft, pairs []placedName) {
	r.done()
	if most := len(codeLetters); len(pairs) > most {
		p := pairs[most]
		d.fault(p.line, p.column, "pair %d of %d; a code has at most %d, write a table instead", most+1, len(pairs), most)
		pairs = pairs[:most]
	}
	d.rows = make([]draftRow, len(pairs))
	for i, p := range pairs {
		d.rows[i] = draftRow{
			{codeLetters[i : i+1], p.line, p.column},
			{p.text[:1], p.line, p.column},
			{p.text[1:], p.line, p.column + 1},
		}
	}
}

// uncomment returns line without its comment.
func uncomment(line string) string {
	for from := 0; ; {
		i := strings.IndexByte(line[from:], '#')
		if i < 0 {
			return line
		}
		i += from
		if before, _ := utf8.DecodeLastRuneInString(line[:i]); i == 0 || unicode.IsSpace(before) {
			return line[:i]
		}
		from = i + 1
	}
}

// A placedName is a name, or what stands in the place of one, and where it does.
type placedName struct {
	text         string
	line, column int
}

// cutNames cuts text, which stands at the given place, at every separator and
// trims the white space around the pieces.
func cutNames(text string, line, column int, separator func(rune) bool) []placedName {
	var names []placedName
	for {
		piece := text
		end := strings.IndexFunc(text, separator)
		if end >= 0 {
			piece = text[:end]
		}
		name := strings.TrimLeftFunc(piece, unicode.IsSpace)
		space := utf8.RuneCountInString(piece[:len(piece)-len(name)])
		names = append(names, placedName{strings.TrimRightFunc(name, unicode.IsSpace), line, column + space})
		if end < 0 {
			return names
		}
		column += utf8.RuneCountInString(piece) + 1
		_, size := utf8.DecodeRuneInString(text[end:])
		text = text[end+size:]
	}
}

// nonEmpty removes the empty names, which stand between adjacent separators.
func nonEmpty(names []placedName) []placedName {
	return slices.DeleteFunc(names, func(n placedName) bool { return n.text == "" })
}

// A tableDraft is a game as written, and the faults found in it so far.
type tableDraft struct {
	line, column int    // where the game starts
	unit         string // what a player must have to be one: a row or a pair
	rows         []draftRow
	faults       Faults
	torn         bool // rows may be missing because they could not be read
}

// A draftRow is a player, its wonderwall and its ninja. A name that could not
// be read is empty.
type draftRow [3]placedName

func (d *tableDraft) fault(line, column int, format string, args ...any) {
	d.faults = append(d.faults, Fault{line, column, fmt.Sprintf(format, args...)})
}

// checkUTF8 finds the fault of a text, at the given place, that is not UTF-8.
func (d *tableDraft) checkUTF8(text string, line, column int) {
	if utf8.ValidString(text) {
		return
	}
	for i, c := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); c == utf8.RuneError && size == 1 {
			d.fault(line, column, "the byte 0x%02x is not UTF-8; save the text as UTF-8", text[i])
			return
		}
		column++
	}
}

// addRow adds the row of the names, which ends at the given place. A row that is
// not as it should be still makes its first name a player: that others choose it
// is no fault of theirs.
func (d *tableDraft) addRow(names []placedName, line, end int, hint string) {
	var row draftRow
	if n := len(names); n != len(row) {
		if n > len(row) {
			line, end = names[len(row)].line, names[len(row)].column
		}
		d.fault(line, end, "%d %s; want a player, its wonderwall and its ninja%s", n, plural(n, "name"), hint)
		copy(row[:1], names)
	} else {
		copy(row[:], names)
		for i, whose := range [...]string{"player", "wonderwall", "ninja"} {
			if row[i].text == "" {
				d.fault(row[i].line, row[i].column, "the %s has no name; want one", whose)
			}
		}
	}
	d.rows = append(d.rows, row)
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// table turns the draft into a table, or into everything that is wrong with it.
func (d *tableDraft) table() (Table, error) {
	understood := len(d.faults) == 0
	players := make([]placedName, 0, len(d.rows))
	number := make(map[string]int, len(d.rows))
	for _, row := range d.rows {
		player := row[0]
		if player.text == "" {
			continue
		}
		if p, twice := number[player.text]; twice {
			d.fault(player.line, player.column, "player %.60q has a row already, in line %d; want one", player.text, players[p].line)
			continue
		}
		number[player.text] = len(players)
		players = append(players, player)
	}

	missing := make(map[string]bool)
	for _, row := range d.rows {
		for i, choice := range row[1:] {
			_, known := number[choice.text]
			switch {
			case choice.text == "":
			case choice.text == row[0].text:
				d.fault(choice.line, choice.column, "player %.60q chose itself; want another player", choice.text)
			case i == 1 && choice.text == row[1].text:
				d.fault(choice.line, choice.column, "player %.60q chose %.60q twice; want two different players", row[0].text, choice.text)
			case !known && !d.torn && !missing[choice.text]:
				missing[choice.text] = true
				d.fault(choice.line, choice.column, "player %.60q has no %s; want its %[2]s%s", choice.text, d.unit, orOneOf(players))
			}
		}
	}
	// Missing rows and rows not understood would be more players.
	if n := len(players); n < 3 && understood && len(missing) == 0 {
		d.fault(d.line, d.column, "the game has %d %s; want at least 3", n, plural(n, "player"))
	}
	if len(d.faults) > 0 {
		slices.SortStableFunc(d.faults, func(a, b Fault) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return Table{}, d.faults
	}

	t := Table{make([]string, len(players)), make(betweenness.Game, len(players))}
	for p, row := range d.rows {
		t.Names[p] = row[0].text
		t.Game[p] = betweenness.Choice{Wonderwall: number[row[1].text], Ninja: number[row[2].text]}
	}
	return t, nil
}

// orOneOf offers the players to choose from, but not too many of them.
func orOneOf(players []placedName) string {
	const most = 10
	var b strings.Builder
	for i, p := range players {
		switch i {
		case 0:
			b.WriteString(", or a choice among ")
		case most:
			fmt.Fprintf(&b, " and %d more", len(players)-most)
			return b.String()
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.60q", p.text)
	}
	return b.String()
}
