package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/rows"
)

// An Error is a problem in a text. Line and Column are counted from 1, and columns are characters; if InSheet is set,
// they are the row and the column of a cell. Line is 0 if the problem is with the whole text. Message says on one line
// what the problem is and what would be right. Suggestion is the word that was probably meant, if any.
type Error struct {
	Line, Column        int
	InSheet             bool
	Message, Suggestion string
}

// Error returns the place and the message.
func (e Error) Error() string {
	switch {
	case e.Line == 0:
		return e.Message
	case e.InSheet:
		return fmt.Sprintf("cell %s%d: %s", Letters(e.Column), e.Line, e.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Letters returns the name of a column in spreadsheets: A, ..., Z, AA, AB, ... for the columns from 1 on.
func Letters(column int) string {
	letters := ""
	for ; column > 0; column = (column - 1) / 26 {
		letters = string(rune('A'+(column-1)%26)) + letters
	}
	return letters
}

// A Kind is the kind of a Word.
type Kind int

const (
	Plain      Kind = iota
	EndOfLine       // the end of a line, where there is no word
	EndOfInput      // the end of the input, or of its part that can be read
)

// A Word is a part of a text with its place, counted from 1, in characters. It can also stand for the end of a line or
// of the input, where a word was expected. Then Text is empty.
type Word struct {
	Kind         Kind
	Line, Column int
	Text         string
}

// Whole returns a text as a single Word.
func Whole(text string) Word { return Word{Plain, 1, 1, text} }

// Errorf returns an [Error] at the word.
func (w Word) Errorf(format string, arguments ...any) Error {
	return Error{Line: w.Line, Column: w.Column, Message: fmt.Sprintf(format, arguments...)}
}

// From returns the word without its first n bytes, at the place where the rest begins. If the word has fewer than n
// bytes, it returns the empty word at the end.
func (w Word) From(n int) Word {
	n = min(n, len(w.Text))
	skipped := w.Text[:n]
	w.Text = w.Text[n:]
	// Usually all skipped bytes are printable ASCII, so that each is one column.
	for i := range n {
		if c := skipped[i]; c < ' ' || c >= utf8.RuneSelf {
			return w.advance(skipped)
		}
	}
	w.Column += n
	return w
}

// advance moves a word to the end of a skipped text, which begins at the word's place.
func (w Word) advance(skipped string) Word {
	if i := strings.LastIndexByte(skipped, '\n'); i >= 0 {
		w.Line += strings.Count(skipped, "\n")
		w.Column, skipped = 1, skipped[i+1:]
	}
	w.Column += utf8.RuneCountInString(skipped)
	return w
}

// Cut splits the word at the first separator.
func (w Word) Cut(separator string) (before, after Word, found bool) {
	before = w
	before.Text, _, found = strings.Cut(w.Text, separator)
	return before, w.From(len(before.Text) + len(separator)), found
}

// TrimLeft removes leading white space.
func (w Word) TrimLeft() Word {
	return w.From(len(w.Text) - len(strings.TrimLeftFunc(w.Text, unicode.IsSpace)))
}

// Trim removes leading and trailing white space.
func (w Word) Trim() Word {
	w = w.TrimLeft()
	w.Text = strings.TrimRightFunc(w.Text, unicode.IsSpace)
	return w
}

// Split splits the word at every separator, and trims the parts.
func (w Word) Split(separator string) []Word {
	var parts []Word
	for found := true; found; {
		var part Word
		part, w, found = w.Cut(separator)
		parts = append(parts, part.Trim())
	}
	return parts
}

// Fields splits the word at white space.
func (w Word) Fields() []Word {
	return w.AppendFields(make([]Word, 0, 1+strings.Count(w.Text, " ")))
}

// AppendFields splits a part of a line into words at white space, as Fields does, and appends them to a list. A caller
// can use the same list for many lines, which saves memory.
func (w Word) AppendFields(fields []Word) []Word {
	for w = w.TrimLeft(); w.Text != ""; w = w.TrimLeft() {
		field := w
		for i, c := range w.Text {
			if !('!' <= c && c <= '~') && unicode.IsSpace(c) { // the first condition is fast, and false for most characters
				field.Text = w.Text[:i]
				break
			}
		}
		fields = append(fields, field)
		w = w.From(len(field.Text))
	}
	return fields
}

// Words returns the words of a line, without the line's comment.
func (w Word) Words() []Word {
	w, _, _ = w.Cut("#")
	return w.Fields()
}

const maxQuoted = 24

// Quoted returns the word in quotes, for messages, cut to 24 characters.
func (w Word) Quoted() string {
	if utf8.RuneCountInString(w.Text) > maxQuoted {
		return strconv.Quote(fmt.Sprintf("%.*s...", maxQuoted, w.Text))
	}
	return strconv.Quote(w.Text)
}

// Number returns the value of a word that is a number from `least` to `most`; neither limit is negative. The argument
// `name` says what the number is, such as "column" or "number of players". The error is an [Error]:
//
//	"31" is not a valid column; expected a number from 1 to 4
//	the line ends before the column; expected a number from 1 to 4
func (w Word) Number(name string, least, most int) (int, error) {
	n, err := strconv.ParseUint(w.Text, 10, 63)
	if err == nil && uint64(least) <= n && n <= uint64(most) {
		return int(n), nil
	}
	what := [...]string{w.Quoted() + " is not a valid", "the line ends before the", "the input ends before the"}[w.Kind]
	return 0, w.Errorf("%s %s; expected a number from %d to %s", what, name, least, rows.Count(uint64(most)))
}

// Range reads "A..B" or "A", which means A..A. It also returns whether the text is right and least <= A <= B <= most.
func Range(text string, least, most int) (first, last int, ok bool) {
	low, high, two := Whole(text).Cut("..")
	if !two {
		high = low
	}
	first, err1 := low.Number("", least, most)
	last, err2 := high.Number("", first, most)
	return first, last, err1 == nil && err2 == nil
}
