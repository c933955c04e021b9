package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/text"
)

// A value is a JSON value or a literal of Python.
type value struct {
	kind  byte      // '[' for a list or a tuple, '{' for an object, 0 for a text
	at    text.Word // its place and text
	items []value
	keys  []text.Word // for an object, the keys of the items
}

const (
	mostNested  = 8        // how deep values may be nested
	mostRecords = 16 << 20 // bytes of all records together
)

// isGame reports whether the JSON object that begins with a line is a game in the form of this program,
// {"A":["B","C"],...}, and not a record, because its first value is a list of names. It puts back any further lines
// that it reads.
func (r *reader) isGame(line text.Word) bool {
	const most = 5 // further lines that may be read
	var read []text.Word
	game, decided := firstIsList(line.Text)
	for all := line.Text; !decided && len(read) < most; game, decided = firstIsList(all) {
		next, err := r.Line(maxLine)
		if err != nil {
			r.Unread(next, err)
			break
		}
		read = append(read, next)
		all += "\n" + next.Text
	}
	for _, line := range slices.Backward(read) {
		r.Unread(line, nil)
	}
	return game || !decided // an error about the object is better than one about records
}

// firstIsList reports whether the first value of a JSON object, given its beginning, is a list of names, as in a game
// in the form of this program, {"A":["B","C"],...}; decided is false if more of the object is needed. For a malformed
// object the answer is true if it is probably meant as such a game.
func firstIsList(object string) (is, decided bool) {
	// Only Python writes keys in single quotes, for example if a program prints a row of a table as a dict. So the
	// object is a record: one row, with the columns as keys. Without any quote, the object is probably a game with a
	// fault.
	rest := strings.TrimLeftFunc(strings.TrimPrefix(object, "{"), unicode.IsSpace)
	if rest == "" {
		return false, false
	}
	if rest[0] != '"' {
		return rest[0] != '\'', true
	}
	end := 1 // the index of the quote that closes the key
	for end < len(rest) && rest[end] != '"' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}

	if end >= len(rest) { // the key has no end, which is a fault of the object
		return true, true
	}

	rest = strings.TrimLeftFunc(rest[end+1:], unicode.IsSpace)
	if rest == "" {
		return false, false
	}
	if rest[0] != ':' {
		return true, true
	}

	// In a list of names the first item is neither a list nor an object.
	rest = strings.TrimLeftFunc(rest[1:], unicode.IsSpace)
	if rest == "" {
		return false, false
	}
	if rest[0] != '[' {
		return false, true
	}
	rest = strings.TrimLeftFunc(rest[1:], unicode.IsSpace)
	if rest == "" {
		return false, false
	}
	return rest[0] != '{' && rest[0] != '[', true
}

// records reads a table in JSON or Python that begins with the given line: one list with all rows, or a row on each
// line. For other text, it returns nil and puts back the lines. malformed is the place where the parser stopped, if a
// value is malformed or has no end.
func (r *reader) records(line text.Word) (g *grid, malformed text.Word) {
	var read []text.Word
	var all strings.Builder
	depth := depthOf{}
	next := line

	// Take lines until all brackets are closed and the next line does not continue the values.
	for {
		all.WriteString(next.Text + "\n")
		depth.add(next.Text)
		if all.Len() > mostRecords {
			break
		}
		following, err := r.Line(maxLine)
		if err != nil {
			r.Unread(following, err)
			break
		}
		begins := strings.TrimSpace(following.Text)
		if depth.open <= 0 && (begins == "" || !strings.ContainsAny(begins[:1], "{[()]},")) {
			r.Unread(following, nil)
			break
		}
		read = append(read, following)
		next = following
	}

	whole := line
	whole.Text = all.String()
	p := valueParser{rest: whole}
	values, ok := p.all()
	if ok {
		g = gridOf(values)
	}
	if g == nil {
		for _, line := range slices.Backward(read) {
			r.Unread(line, nil)
		}
	}

	if !ok {
		malformed = p.rest
	}
	return g, malformed
}

// A depthOf counts the brackets that are open after some lines of JSON or Python, outside of quotes.
type depthOf struct {
	open  int
	quote byte // the open quote, 0 for none
}

// add counts the brackets that a further line opens and closes.
func (d *depthOf) add(line string) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case d.quote != 0 && c == '\\':
			i++
		case d.quote != 0:
			if c == d.quote {
				d.quote = 0
			}
		// A single quote within a word, such as O'Neil, is an apostrophe.
		case c == '"' || c == '\'' && (i == 0 || strings.IndexByte("([{,: \t", line[i-1]) >= 0):
			d.quote = c
		case strings.IndexByte("([{", c) >= 0:
			d.open++
		case strings.IndexByte(")]}", c) >= 0:
			d.open--
		}
	}
	d.quote = 0 // a quote does not continue on the next line
}

type valueParser struct{ rest text.Word }

// skip skips white space and the characters in marks.
func (p *valueParser) skip(marks string) {
	n := len(p.rest.Text) - len(strings.TrimLeftFunc(p.rest.Text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(marks, c) }))
	p.rest = p.rest.From(n)
}

// all parses the rest of the text: values one after the other, with or without commas or semicolons between them. ok is
// false if a value is malformed, or neither a list nor an object.
func (p *valueParser) all() (values []value, ok bool) {
	for {
		p.skip(",;")
		if p.rest.Text == "" {
			return values, true
		}
		v, ok := p.value(0)
		if !ok || v.kind == 0 { // a text
			return nil, false
		}
		values = append(values, v)
	}
}

// value parses a value that lies within `depth` other values: a list, an object, a text in quotes, or a word without
// quotes.
func (p *valueParser) value(depth int) (v value, ok bool) {
	p.skip("")
	v.at = p.rest
	if p.rest.Text == "" || depth > mostNested {
		return v, false
	}
	switch c := p.rest.Text[0]; c {
	case '[', '(':
		return p.list(depth)
	case '{':
		return p.object(depth)
	case '"', '\'':
		return p.quoted(c)
	}

	end := strings.IndexAny(p.rest.Text, ",:()[]{}\"\n")
	if end <= 0 {
		return v, false
	}
	v.at.Text = strings.TrimSpace(p.rest.Text[:end])
	switch v.at.Text {
	case "null", "None", "undefined", "NaN", "nan":
		v.at.Text = ""
	}
	p.rest = p.rest.From(end)
	return v, true
}

// quoted parses a text in quotes, with the escapes of JSON and Python.
func (p *valueParser) quoted(quote byte) (v value, ok bool) {
	v.at = p.rest
	var name strings.Builder
	s := p.rest.Text

	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			v.at.Text = name.String()
			p.rest = p.rest.From(i + 1)
			return v, utf8.ValidString(v.at.Text)
		case c == '\n':
			return v, false
		case c == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n', 't', 'r':
				name.WriteByte(' ')
			case 'u':
				c, size := unicodeEscape(s[i-1:])
				if size == 0 {
					return v, false
				}
				name.WriteRune(c)
				i += size - len(`\u`)
			default:
				name.WriteByte(s[i])
			}
		default:
			name.WriteByte(c)
		}
	}
	return v, false
}

// unicodeEscape returns the character of an escape such as \u00e9 at the start of a text. A character beyond 16 bits
// needs a pair of escapes. size is the number of bytes of the escapes, 0 if there is none.
func unicodeEscape(s string) (c rune, size int) {
	const length = len(`\u0000`)

	code := func(s string) (rune, bool) {
		if len(s) < length || s[:2] != `\u` {
			return 0, false
		}
		n, err := strconv.ParseUint(s[2:length], 16, 16)
		return rune(n), err == nil
	}
	first, ok := code(s)
	if !ok {
		return 0, 0
	}
	if 0xd800 <= first && first < 0xdc00 { // the first half of a pair (UTF-16)
		if second, ok := code(s[length:]); ok && 0xdc00 <= second && second < 0xe000 {
			return 0x10000 + (first-0xd800)<<10 + second - 0xdc00, 2 * length // each half has 10 bits of the character
		}
	}
	return first, length
}

// list parses a list of JSON or Python, or a tuple such as ("Ann", "Ben"). ok is false if it is malformed or nested too
// deeply.
func (p *valueParser) list(depth int) (v value, ok bool) {
	v.kind, v.at = '[', p.rest
	p.rest = p.rest.From(1)
	for {
		p.skip(",")
		if p.rest.Text == "" {
			return v, false
		}
		if p.rest.Text[0] == ']' || p.rest.Text[0] == ')' {
			p.rest = p.rest.From(1)
			return v, true
		}
		item, ok := p.value(depth + 1) // value refuses a depth that is too large
		if !ok {
			return v, false
		}
		v.items = append(v.items, item)
	}
}

// object parses an object of JSON, or a dictionary of Python.
func (p *valueParser) object(depth int) (v value, ok bool) {
	v.kind, v.at = '{', p.rest
	p.rest = p.rest.From(1)
	for {
		p.skip(",")
		if p.rest.Text == "" {
			return v, false
		}
		if p.rest.Text[0] == '}' {
			p.rest = p.rest.From(1)
			return v, true
		}

		key, ok := p.value(depth + 1)
		if !ok || key.kind != 0 {
			return v, false
		}

		p.skip("")
		if !strings.HasPrefix(p.rest.Text, ":") {
			return v, false
		}
		p.rest = p.rest.From(1)

		item, ok := p.value(depth + 1)
		if !ok {
			return v, false
		}
		v.keys, v.items = append(v.keys, key.at), append(v.items, item)
	}
}

// gridOf returns values of JSON or Python as a table: each value is a row. All must be lists, whose items are the
// cells, or all objects, whose keys are the headings. gridOf returns nil for other values, and for fewer than two
// columns or two rows, a header included.
func gridOf(values []value) *grid {
	if len(values) == 1 {
		values = rowsIn(values[0])
	}

	g := new(grid)
	column := make(map[string]int)
	for _, v := range values {
		if v.kind == '{' {
			g.headed = true
		}
	}
	if g.headed {
		g.add(nil, cell{})
	}

	for _, v := range values {
		cells, ok := g.rowOf(v, column)
		if !ok || g.headed && v.kind != '{' {
			return nil
		}
		g.add(cells, cellOf(text.Word{Line: v.at.Line, Column: v.at.Column}))
	}

	const least = 2
	if len(g.rows) < least || len(g.rows[0]) < least {
		return nil
	}
	return g
}

// rowsIn returns the rows of a value, which are its items. A list of texts alone, or an object with a text, is itself
// the only row. In an object, the key of an item is the first cell of its row.
func rowsIn(v value) []value {
	if v.kind == '[' {
		if !slices.ContainsFunc(v.items, func(item value) bool { return item.kind != 0 }) {
			return []value{v}
		}
		return v.items
	}

	// An object with one list of rows, such as {"players": [...]}.
	if len(v.items) == 1 && v.items[0].kind == '[' {
		rows := v.items[0].items
		if len(rows) > 0 && rows[0].kind != 0 {
			return rows
		}
	}

	// An object with a list or an object for each player, whose names are the keys.
	var rows []value
	for i, item := range v.items {
		key := value{at: v.keys[i]}
		switch item.kind {
		case '[':
			item.items = append([]value{key}, item.items...)
		case '{':
			item.keys = append([]text.Word{{Line: key.at.Line, Column: key.at.Column, Text: roleNames[player]}}, item.keys...)
			item.items = append([]value{key}, item.items...)
		default: // v is itself a row
			return []value{v}
		}
		rows = append(rows, item)
	}
	return rows
}

// rowOf returns the cells of a row. Nested lists are flattened: ("Ann", ("Ben", "Cy")) has three cells. The values of
// an object go to the columns of their keys; new keys are added to the map column and to the header.
func (g *grid) rowOf(v value, column map[string]int) (cells []cell, ok bool) {
	if v.kind == '[' {
		for _, item := range v.items {
			switch item.kind {
			case 0:
				cells = append(cells, cellOf(item.at))
			case '[':
				more, ok := g.rowOf(item, column)
				if !ok {
					return nil, false
				}
				cells = append(cells, more...)
			default:
				return nil, false
			}
		}
		return cells, true
	}

	if v.kind != '{' {
		return nil, false
	}
	v = flattened(v)
	for i, item := range v.items {
		key := cellOf(v.keys[i])
		at, found := column[key.text]
		if !found {
			at = len(g.rows[0])
			if at == mostColumns {
				return nil, false
			}
			column[key.text] = at
			g.rows[0] = append(g.rows[0], key)
		}

		c, ok := joinedCell(item)
		if !ok {
			continue
		}
		for len(cells) <= at {
			cells = append(cells, cellOf(text.Word{Line: v.at.Line, Column: v.at.Column}))
		}
		cells[at] = c
	}
	return cells, true
}

// flattened returns an object without inner objects: {"choices": {"ninja": "Ben"}} becomes {"choices ninja": "Ben"}.
func flattened(v value) value {
	flat := value{kind: v.kind, at: v.at}
	for i, item := range v.items {
		if item.kind != '{' {
			flat.keys, flat.items = append(flat.keys, v.keys[i]), append(flat.items, item)
			continue
		}
		within := flattened(item)
		for j, key := range within.keys {
			key.Text = v.keys[i].Text + " " + key.Text
			flat.keys, flat.items = append(flat.keys, key), append(flat.items, within.items[j])
		}
	}
	return flat
}

// joinedCell returns a value as a cell, or false for an object. The texts in a list are joined by commas.
func joinedCell(v value) (cell, bool) {
	switch v.kind {
	case 0:
		return cellOf(v.at), true
	case '[':
		var names []string
		for _, item := range v.items {
			names = append(names, item.at.Text)
		}
		w := v.at
		w.Text = strings.Join(names, ", ")
		return cellOf(w), true
	}
	return cell{}, false
}

// isJob reports whether a line is a game in the format of the program of Schiller's thesis: the number of players, then
// for each player its number, its wonderwall and its ninja, such as 3 0 1 2 1 2 0 2 0 1.
func isJob(line text.Word) bool {
	const least = 3 // players
	if line.Text == "" || line.Text[0] < '0' || line.Text[0] > '9' {
		return false
	}
	fields := strings.Fields(uncomment(line.Text))
	players, err := strconv.Atoi(fields[0])
	if err != nil || players < least {
		return false
	}
	names := len(fields) - 1
	if names%3 != 0 || names/3 != players {
		return false
	}
	return !slices.ContainsFunc(fields, func(s string) bool { return !isNumber(s) })
}

const thesisForm = "a game in the format of the thesis"

// job reads a game in the format that isJob recognizes: the number of players, then three numbers for each player.
func (r *reader) job(line text.Word) (Table, error) {
	if err := r.withoutColumns(line, thesisForm); err != nil {
		return Table{}, err
	}
	d := newDraft(line)
	d.isTable, d.plain, d.keepsCells = true, true, r.shows
	line.Text = uncomment(line.Text)
	for three := range slices.Chunk(line.Fields()[1:], 3) {
		d.addRow(three...)
	}
	return r.tableOf(d)
}
