package wonderwall

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MarshalJSON returns t as a JSON object with a member for every player in
// order, its name and the names of its wonderwall and its ninja:
//
//	{"A":["B","C"],"B":["A","C"],"C":["A","B"]}
//
// It reports an error if t is not valid.
func (t Table) MarshalJSON() ([]byte, error) { return t.object(",") }

// object returns the JSON object of t with a separator between members.
func (t Table) object(separator string) ([]byte, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	quoted := make([][]byte, len(t.Names))
	for p, name := range t.Names {
		q, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		quoted[p] = q
	}
	b := []byte{'{'}
	for p, c := range t.Game {
		if p > 0 {
			b = append(b, separator...)
		}
		b = append(b, quoted[p]...)
		b = append(b, ":["...)
		b = append(b, quoted[c.Wonderwall]...)
		b = append(b, ',')
		b = append(b, quoted[c.Ninja]...)
		b = append(b, ']')
	}
	return append(b, '}'), nil
}

// UnmarshalJSON sets t to the game in b, an object as [Table.MarshalJSON] writes
// it. The order of its members is the order of the players, and two of the same
// name are a fault. The error is a [Faults] whose places are in b. As usual,
// null leaves t alone.
func (t *Table) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	if !bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) {
		return Faults{{1, 1, "no game; want a JSON object with a member for every player"}}
	}
	// The text is in memory already: the length of its lines is no danger.
	read, err := newTableReader(bytes.NewReader(b), len(b)).only()
	if err != nil {
		return err
	}
	*t = read
	return nil
}

// readObject reads the JSON object at which r stands. If that is malformed it goes
// on with the next line that is blank or begins with an object, which no line within
// one does: nobody knows better where the next game starts.
func (r *tableReader) readObject(d *tableDraft) error {
	err := r.readMembers(d)
	if f, malformed := err.(Fault); malformed {
		d.faults = append(d.faults, f)
		d.torn = true
		if r.column > 1 || !strings.HasPrefix(r.rest, "{") {
			r.done()
		}
		for ; ; r.done() {
			switch err := r.load(); {
			case err == io.EOF:
				return nil
			case err != nil:
				return err
			case strings.TrimSpace(r.rest) == "" || strings.HasPrefix(r.rest, "{"):
				return nil
			}
		}
	}
	if err != nil {
		return err
	}
	r.skipSpace()
	switch {
	case strings.HasPrefix(r.rest, "{"):
		return nil
	case r.rest != "" && r.rest[0] != '#':
		d.fault(r.line, r.column, "text after the JSON object; want another object or a new line")
	}
	r.done()
	return nil
}

// readMembers reads the JSON object at which r stands. Its error is a [Fault] if
// the object is malformed.
func (r *tableReader) readMembers(d *tableDraft) error {
	r.advance(len("{"))
	if closed, err := r.accept('}'); closed || err != nil {
		return err
	}
	for {
		if err := r.readMember(d); err != nil {
			return err
		}
		if more, err := r.acceptOr(',', '}'); !more {
			return err
		}
	}
}

// readMember reads a player and what it chose.
func (r *tableReader) readMember(d *tableDraft) error {
	player, err := r.readString(d)
	if err != nil {
		return err
	}
	names := []placedName{player}
	for _, c := range [...]byte{':', '['} {
		if found, err := r.accept(c); err != nil {
			return err
		} else if !found {
			return r.malformed(strconv.QuoteRune(rune(c)))
		}
	}
	closed, err := r.accept(']')
	if err != nil {
		return err
	}
	for more := !closed; more; {
		choice, err := r.readString(d)
		if err != nil {
			return err
		}
		names = append(names, choice)
		if more, err = r.acceptOr(',', ']'); err != nil {
			return err
		}
	}
	d.addRow(names, r.line, r.column-1, "")
	return nil
}

// accept skips white space and reports whether c follows. If so, it reads that
// as well.
func (r *tableReader) accept(c byte) (bool, error) {
	if err := r.skipJSONSpace(); err != nil {
		return false, err
	}
	if r.rest == "" || r.rest[0] != c {
		return false, nil
	}
	r.advance(1)
	return true, nil
}

// acceptOr reads more or end and reports whether it was more.
func (r *tableReader) acceptOr(more, end byte) (bool, error) {
	if found, err := r.accept(more); found || err != nil {
		return found, err
	}
	if found, err := r.accept(end); found || err != nil {
		return false, err
	}
	return false, r.malformed(strconv.QuoteRune(rune(more)) + " or " + strconv.QuoteRune(rune(end)))
}

// readString reads a name.
func (r *tableReader) readString(d *tableDraft) (placedName, error) {
	if err := r.skipJSONSpace(); err != nil {
		return placedName{}, err
	}
	if !strings.HasPrefix(r.rest, `"`) {
		return placedName{}, r.malformed("the name of a player in double quotes")
	}
	end := 1
	for end < len(r.rest) && r.rest[end] != '"' {
		if r.rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.rest) {
		r.advance(len(r.rest))
		return placedName{}, r.malformed("the closing '\"' of a name")
	}
	raw := r.rest[:end+1]
	name := placedName{line: r.line, column: r.column}
	if err := json.Unmarshal([]byte(raw), &name.text); err != nil {
		return placedName{}, Fault{r.line, r.column, `malformed JSON: a bad escape or a control character in the name; want escapes such as \" or \t`}
	}
	d.checkUTF8(raw, r.line, r.column)
	r.advance(len(raw))
	return name, nil
}

// skipJSONSpace moves to the next character that is not white space, or to the
// end of the last line.
func (r *tableReader) skipJSONSpace() error {
	for {
		r.advance(len(r.rest) - len(strings.TrimLeft(r.rest, " \t\r")))
		if r.rest != "" {
			return nil
		}
		r.done()
		switch err := r.load(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case r.long:
			return r.tooLong("want a game in shorter lines")
		}
	}
}

// malformed returns the fault of JSON that does not go on with what it should.
func (r *tableReader) malformed(want string) Fault {
	found := "the end of the line"
	if r.rest != "" {
		c, _ := utf8.DecodeRuneInString(r.rest)
		found = strconv.QuoteRune(c)
	} else if r.err == io.EOF {
		found = "the end of the input"
	}
	return Fault{r.line, r.column, "malformed JSON: found " + found + "; want " + want}
}
