package wonderwall

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/text"
	"enumerate/solver/betweenness"
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
// The error of a game joins a [text.Error] for everything that is wrong with it, in the
// order of their places; ReadTables continues with the next game, unless malformed JSON
// hides where that starts. Any other error is one of r and the last. No line may have
// more than 1 MiB. ReadTables holds no more than one game at a time and reads no further
// than the line that ends it; ranging over the sequence again continues with the rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] {
	in := &reader{Scanner: text.NewScanner(r)}
	return text.All(in.Scanner, in.next)
}

const (
	maxLine       = 1 << 20 // bytes of a line without its end
	byteOrderMark = "\ufeff"
)

// A reader reads games, line by line: a game typed into a terminal is complete as soon as
// it looks complete.
type reader struct {
	*text.Scanner
	rest   text.Word // of the line, where the JSON object continues
	failed error     // why the object cannot be read: a [text.Error] if it is malformed
}

// line reads the next line. The error of one that is too long is a [text.Error].
func (r *reader) line(want string) (text.Word, error) {
	line, err := r.Line(maxLine)
	if _, long := err.(text.Error); long {
		err = line.Errorf("the line is longer than %d bytes; %s", maxLine, want)
	}
	return line, err
}

// row reads the next line of a table.
func (r *reader) row() (text.Word, error) { return r.line("want a row or a code") }

// next reads the next game. Its error is io.EOF after the last.
func (r *reader) next() (Table, error) {
	var line text.Word
	var err error
	for err == nil && (line.Text == "" || line.Text[0] == '#') {
		line, err = r.row()
		line = line.TrimLeft()
	}
	d := tableDraft{start: line, unit: "row"}
	if pairs := codePairs(line); pairs != nil {
		d.code(pairs)
	} else if strings.HasPrefix(line.Text, "{") {
		r.rest = line
		err = r.object(&d)
	} else if _, long := err.(text.Error); long || err == nil {
		r.Unread(line, err)
		err = r.rows(&d)
	}
	if err != nil {
		return Table{}, err
	}
	return d.table()
}

// rows reads a table.
func (r *reader) rows(d *tableDraft) error {
	for {
		line, err := r.row()
		long, tooLong := err.(text.Error)
		switch {
		case tooLong:
			d.mistakes, d.torn = append(d.mistakes, long), true
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(line.Text) == "":
			return nil
		case strings.HasPrefix(line.TrimLeft().Text, "{") || codePairs(line) != nil:
			r.Unread(line, nil)
			return nil
		default:
			d.row(line)
		}
	}
}

// object reads the JSON object that begins the rest of the line. If that is malformed it
// continues with the next line that is blank or begins with an object, which no line within
// one does: nothing tells better where the next game starts.
func (r *reader) object(d *tableDraft) error {
	r.failed = nil
	r.rest = r.rest.From(len("{"))
	for more := !r.accept('}'); more; more = r.another('}') {
		r.member(d)
	}
	if malformed, ok := r.failed.(text.Error); ok {
		d.mistakes, d.torn = append(d.mistakes, malformed), true
		if r.rest.Column == 1 && strings.HasPrefix(r.rest.Text, "{") {
			r.Unread(r.rest, nil)
		}
		for {
			line, err := r.row()
			if err != nil || strings.TrimSpace(line.Text) == "" || strings.HasPrefix(line.Text, "{") {
				r.Unread(line, err)
				return nil
			}
		}
	}
	if rest := r.rest.TrimLeft(); strings.HasPrefix(rest.Text, "{") {
		r.Unread(rest, nil)
	} else if rest.Text != "" && rest.Text[0] != '#' {
		d.wrong(rest, "text after the JSON object; want another object or a new line")
	}
	return r.failed
}

// member reads a player and what it chose.
func (r *reader) member(d *tableDraft) {
	names := []text.Word{r.name(d)}
	for _, c := range ":[" {
		if !r.accept(c) {
			r.malformed(strconv.QuoteRune(c))
		}
	}
	for more := !r.accept(']'); more; more = r.another(']') {
		names = append(names, r.name(d))
	}
	if end := r.rest; r.failed == nil {
		end.Column--
		d.add(names, end, "")
	}
}

// accept skips white space and reports whether c follows. If so, it reads that as well.
func (r *reader) accept(c rune) bool {
	r.skip()
	found := r.failed == nil && strings.HasPrefix(r.rest.Text, string(c))
	if found {
		r.rest = r.rest.From(1)
	}
	return found
}

// another reads a comma or the end of a list, and reports whether it was a comma.
func (r *reader) another(end rune) bool {
	more := r.accept(',')
	if !more && !r.accept(end) {
		r.malformed("',' or " + strconv.QuoteRune(end))
	}
	return more
}

// name reads the name of a player.
func (r *reader) name(d *tableDraft) text.Word {
	r.skip()
	name := r.rest
	if !strings.HasPrefix(name.Text, `"`) {
		r.malformed("the name of a player in double quotes")
	}
	if r.failed != nil {
		return text.Word{}
	}
	end := 1
	for end < len(name.Text) && name.Text[end] != '"' {
		if name.Text[end] == '\\' {
			end++
		}
		end++
	}
	r.rest = name.From(end + 1)
	if end >= len(name.Text) {
		r.failed = r.rest.Errorf("malformed JSON: found the end of the line; want the closing '\"' of a name")
		return name
	}
	name.Text = name.Text[:end+1]
	quoted := name
	if json.Unmarshal([]byte(quoted.Text), &name.Text) != nil {
		r.failed = quoted.Errorf(`malformed JSON: a bad escape or a control character in the name; want escapes such as \" or \t`)
	} else {
		d.checkUTF8(quoted)
	}
	return name
}

// skip moves to the next character that is no white space of JSON, or to the end of the
// last line.
func (r *reader) skip() {
	for r.failed == nil {
		r.rest = r.rest.From(len(r.rest.Text) - len(strings.TrimLeft(r.rest.Text, " \t\r")))
		if r.rest.Text != "" {
			return
		}
		line, err := r.line("want a game in shorter lines")
		if err == io.EOF {
			return
		}
		r.rest, r.failed = line, err
	}
}

// malformed notes that the object does not continue as it should, if that is the first
// thing wrong with it.
func (r *reader) malformed(want string) {
	if r.failed != nil {
		return
	}
	found := "the end of the input"
	if r.rest.Text != "" {
		c, _ := utf8.DecodeRuneInString(r.rest.Text)
		found = strconv.QuoteRune(c)
	}
	r.failed = r.rest.Errorf("malformed JSON: found %s; want %s", found, want)
}

// codePairs returns the pairs of letters in a line, or nil if it is not a code.
func codePairs(line text.Word) []text.Word {
	line.Text = uncomment(line.Text)
	if strings.ContainsAny(strings.TrimSpace(line.Text), ":|\t") {
		return nil
	}
	pairs := line.Fields()
	odd := func(pair text.Word) bool { return len(pair.Text) != 2 || strings.Trim(pair.Text, codeLetters) != "" }
	if len(pairs) < 3 || slices.ContainsFunc(pairs, odd) {
		return nil
	}
	return pairs
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

// nonEmpty removes the empty names, which stand between adjacent separators.
func nonEmpty(names []text.Word) []text.Word {
	return slices.DeleteFunc(names, func(n text.Word) bool { return n.Text == "" })
}

// mistakes are what is wrong with a text.
type mistakes []text.Error

// wrong adds a mistake at a place.
func (m *mistakes) wrong(at text.Word, format string, args ...any) {
	*m = append(*m, text.Error{Line: at.Line, Column: at.Column, Message: fmt.Sprintf(format, args...)})
}

// checkUTF8 adds the mistake of text that is not UTF-8.
func (m *mistakes) checkUTF8(w text.Word) {
	for i, c := range w.Text {
		if _, size := utf8.DecodeRuneInString(w.Text[i:]); c == utf8.RuneError && size == 1 {
			m.wrong(w.From(i), "the byte 0x%02x is not UTF-8; save the text as UTF-8", w.Text[i])
			return
		}
	}
}

// err joins the mistakes; it is nil if there are none.
func (m mistakes) err() error {
	all := make([]error, len(m))
	for i, mistake := range m {
		all[i] = mistake
	}
	return errors.Join(all...)
}

// A tableDraft is a game as written, and the mistakes found in it so far.
type tableDraft struct {
	mistakes
	start text.Word
	unit  string         // what a player must have to be one: a row or a pair
	rows  [][3]text.Word // a player, its wonderwall and its ninja; a name that could not be read is empty
	torn  bool           // rows may be missing because they could not be read
}

// code adds the pairs of a code.
func (d *tableDraft) code(pairs []text.Word) {
	d.unit = "pair"
	if most := len(codeLetters); len(pairs) > most {
		d.wrong(pairs[most], "pair %d of %d; a code has at most %d, write a table instead", most+1, len(pairs), most)
		pairs = pairs[:most]
	}
	for i, pair := range pairs {
		player, wonderwall := pair, pair
		player.Text, wonderwall.Text = codeLetters[i:i+1], pair.Text[:1]
		d.rows = append(d.rows, [3]text.Word{player, wonderwall, pair.From(1)})
	}
}

// row adds the row that a line holds, if any.
func (d *tableDraft) row(line text.Word) {
	line.Text = strings.TrimRightFunc(uncomment(line.Text), unicode.IsSpace)
	if line.Text == "" {
		return
	}
	d.checkUTF8(line)
	var names []text.Word
	hint := ""
	if strings.Contains(line.Text, "|") {
		names = line.Split("|")
	} else if player, choices, found := line.Cut(":"); found {
		names = append([]text.Word{player.Trim()}, choices.Fields()...)
	} else if strings.Contains(strings.TrimSpace(line.Text), "\t") {
		names = nonEmpty(line.Split("\t"))
	} else {
		names = line.Fields()
		hint = ", or a code of at least 3 pairs of letters"
	}
	d.add(names, line.From(len(line.Text)), hint)
}

// add adds the row of the names, which ends at the given place. A row that is not as it
// should be still makes its first name a player: those who choose it are right.
func (d *tableDraft) add(names []text.Word, end text.Word, hint string) {
	var row [3]text.Word
	if n := len(names); n != len(row) {
		if n > len(row) {
			end = names[len(row)]
		}
		d.wrong(end, "%d %s; want a player, its wonderwall and its ninja%s", n, plural(n, "name"), hint)
		row[0] = names[0]
	} else {
		for i, whose := range [...]string{"player", "wonderwall", "ninja"} {
			if row[i] = names[i]; row[i].Text == "" {
				d.wrong(row[i], "the %s has no name; want one", whose)
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
	understood := len(d.mistakes) == 0
	var t Table
	var lines []int // of the players
	number := make(map[string]int, len(d.rows))
	for _, row := range d.rows {
		player := row[0]
		if p, twice := number[player.Text]; twice {
			d.wrong(player, "player %.60q has a row already, in line %d; want one", player.Text, lines[p])
		} else if player.Text != "" {
			number[player.Text] = len(lines)
			t.Names, lines = append(t.Names, player.Text), append(lines, player.Line)
		}
	}

	missing := make(map[string]bool)
	for _, row := range d.rows {
		for i, choice := range row[1:] {
			_, known := number[choice.Text]
			switch {
			case choice.Text == "":
			case choice.Text == row[0].Text:
				d.wrong(choice, "player %.60q chose itself; want another player", choice.Text)
			case i == 1 && choice.Text == row[1].Text:
				d.wrong(choice, "player %.60q chose %.60q twice; want two different players", row[0].Text, choice.Text)
			case !known && !d.torn && !missing[choice.Text]:
				missing[choice.Text] = true
				others := ""
				if len(t.Names) > 0 {
					others = ", or a choice among " + quotedList(t.Names)
				}
				d.wrong(choice, "player %.60q has no %s; want its %[2]s%s", choice.Text, d.unit, others)
			}
		}
		t.Game = append(t.Game, betweenness.Choice{Wonderwall: number[row[1].Text], Ninja: number[row[2].Text]})
	}
	// Missing rows and rows not understood would be more players.
	if n := len(t.Names); n < minPlayers && understood && len(missing) == 0 {
		d.wrong(d.start, "the game has %d %s; want at least %d", n, plural(n, "player"), minPlayers)
	}
	if len(d.mistakes) == 0 {
		return t, nil
	}
	slices.SortStableFunc(d.mistakes, func(a, b text.Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return Table{}, d.err()
}

// quotedList joins names, but not too many of them.
func quotedList(names []string) string {
	const most = 10
	quoted := make([]string, min(len(names), most))
	for i := range quoted {
		quoted[i] = fmt.Sprintf("%.60q", names[i])
	}
	list := strings.Join(quoted, ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return list
}
