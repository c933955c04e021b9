package wonderwall

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
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
// The error of a game joins a [text.Error] for everything that is wrong with it;
// ReadTables continues with the next game, unless malformed JSON hides where that
// starts. Any other error is one of r and the last. A line of more than 1 MiB is an
// error. ReadTables holds no more than one game at a time and reads no further
// than the line that ends it; ranging over the sequence again continues with the
// rest of r.
func ReadTables(r io.Reader) iter.Seq2[Table, error] {
	in := text.NewScanner(r)
	return text.All(in, func() (Table, error) { return nextTable(in) })
}

const maxLine = 1 << 20 // bytes of a line without its end

// nextTable reads the next game. Its error is io.EOF after the last. The next line is
// read only when it is needed, so that a game typed into a terminal is complete as soon
// as it looks complete.
func nextTable(in *text.Scanner) (Table, error) {
	var line text.Word
	var err error
	for err == nil && (line.Text == "" || line.Text[0] == '#') {
		line, err = in.Line(maxLine)
		line = line.TrimLeft()
	}
	d := newDraft(line)
	switch pairs := codePairs(line); {
	case err != nil && !errors.As(err, new(text.Error)):
		return Table{}, err
	case isObject(line):
		d.object(in, line)
	case pairs != nil:
		d.code(pairs)
	default:
		in.Unread(line, err)
		d.table(in)
	}
	return d.finish()
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
	start  text.Word        // where the game starts
	unit   string           // what a player must have to be one: a row or a pair
	names  []string         // all that there are, each once
	number map[string]int32 // of a name among them
	rows   []row
	errs   []text.Error
	torn   bool        // rows may be missing because they could not be read
	words  []text.Word // of the row at hand
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
	d.errs = append(d.errs, at.Errorf(format, arguments...))
}

// tear reports whether an error is one of the text, after which rows may be missing.
func (d *draft) tear(err error) bool {
	if err == nil {
		return false // as nearly always; the next line allocates
	}
	var wrong text.Error
	if !errors.As(err, &wrong) {
		return false
	}
	d.errs = append(d.errs, wrong)
	d.torn = true
	return true
}

// checkUTF8 finds what is wrong with a text that is not UTF-8.
func (d *draft) checkUTF8(w text.Word) {
	if utf8.ValidString(w.Text) {
		return
	}
	for i, c := range w.Text {
		if c == utf8.RuneError && !strings.HasPrefix(w.Text[i:], string(c)) {
			d.fail(w.From(i), "the byte 0x%02x is not UTF-8; save the text as UTF-8", w.Text[i])
			return
		}
	}
}

// code reads the code of the pairs.
func (d *draft) code(pairs []text.Word) {
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
}

// table reads a table.
func (d *draft) table(in *text.Scanner) {
	for {
		line, err := in.Line(maxLine)
		line = line.TrimLeft()
		switch {
		case d.tear(err):
		case err != nil || line.Text == "":
			return
		case isObject(line) || codePairs(line) != nil:
			in.Unread(line, nil)
			return
		default:
			d.row(line)
		}
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
		case n == len(names) || n == 1 && !colon:
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

// row reads the row that a line holds, if any.
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
		hint = ", or a code of at least 3 pairs of letters"
	}
	d.add(names, line, hint)
	d.words = names
}

// add adds the row of the names, which the text holds. A row that is not as it should be
// still makes its first name a player: that others choose it is no fault of theirs.
func (d *draft) add(names []text.Word, holds text.Word, hint string) {
	if n := len(names); n != 3 {
		end := holds.From(len(holds.Text))
		if n > 3 {
			end = names[3]
		}
		d.fail(end, "%d %s; want a player, its wonderwall and its ninja%s", n, plural(n, "name"), hint)
		var player text.Word
		if n > 0 {
			player = names[0]
		}
		d.addRow(player, text.Word{}, text.Word{})
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
		number, known := d.number[w.Text]
		if !known {
			number = int32(len(d.names))
			d.number[w.Text] = number
			d.names = append(d.names, w.Text)
		}
		r.names[i] = number
	}
	d.rows = append(d.rows, r)
}

// object reads a JSON object. If that is malformed it continues with the next line that
// is blank or begins with an object, which no line within one does: nobody knows better
// where the next game starts.
func (d *draft) object(in *text.Scanner, line text.Word) {
	j := in.JSON(line, maxLine)
	if err := d.members(j); d.tear(err) {
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
}

// members reads the members of a JSON object.
func (d *draft) members(j *text.JSON) error {
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
		names := append(d.words[:0], player)
		for more {
			var name text.Word
			if name, more, err = d.name(j, ']'); err != nil {
				return err
			}
			names = append(names, name)
		}
		last := len(names) - 1
		end := names[last]
		end.Text = ""
		d.add(names[:last], end, "")
		d.words = names
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

// finish turns the draft into a table, or into everything that is wrong with it.
func (d *draft) finish() (Table, error) {
	understood := len(d.errs) == 0
	players := make([]string, 0, len(d.rows))
	lines := make([]int, len(d.names))    // of the rows of names, 0 without
	number := make([]int32, len(d.names)) // of names as players
	for _, row := range d.rows {
		name := row.names[0]
		if name == noName {
			continue
		}
		if lines[name] > 0 {
			d.fail(d.at(row, 0), "player %.60q has a row already, in line %d; want one", d.names[name], lines[name])
			continue
		}
		number[name] = int32(len(players))
		lines[name] = d.at(row, 0).Line
		players = append(players, d.names[name])
	}
	missing := false
	game := make(betweenness.Game, len(d.rows)) // of rows without mistakes, which all have a number
	for p, row := range d.rows {
		player, wonderwall, ninja := row.names[0], row.names[1], row.names[2]
		for i, choice := range row.names[1:] {
			if choice == noName {
				continue
			}
			at := d.at(row, i+1)
			switch {
			case choice == player:
				d.fail(at, "player %.60q chose itself; want another player", d.names[choice])
			case i == 1 && choice == wonderwall:
				d.fail(at, "player %.60q chose %.60q twice; want two different players", d.nameOf(player), d.names[choice])
			case lines[choice] == 0 && !d.torn:
				missing = true
				lines[choice] = -1 // said once
				among := ""
				if len(players) > 0 {
					among = ", or a choice among " + quotedList(players)
				}
				d.fail(at, "player %.60q has no %s; want its %[2]s%s", d.names[choice], d.unit, among)
			}
		}
		if wonderwall != noName && ninja != noName {
			game[p] = betweenness.Choice{Wonderwall: int(number[wonderwall]), Ninja: int(number[ninja])}
		}
	}
	// Missing rows and rows not understood would be more players.
	if n := len(players); n < 3 && understood && !missing {
		d.fail(d.start, "the game has %d %s; want at least 3", n, plural(n, "player"))
	}
	if len(d.errs) > 0 {
		return Table{}, text.Join(d.errs)
	}
	return Table{players, game}, nil
}

// nameOf returns a name by its number, "" for noName.
func (d *draft) nameOf(number int32) string {
	if number == noName {
		return ""
	}
	return d.names[number]
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// quotedList joins names, but not too many of them.
func quotedList(names []string) string {
	const most = 10
	var b strings.Builder
	for i, name := range names[:min(len(names), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.60q", name)
	}
	if len(names) > most {
		fmt.Fprintf(&b, " and %d more", len(names)-most)
	}
	return b.String()
}
