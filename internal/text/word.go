package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error is what is wrong with a text. Line and Column count from 1, columns in
// characters. In a sheet of a workbook they count rows and columns of cells, and InSheet is set. An
// error of the whole text has the Line 0. Message says what is wrong and what would be right, on one
// line. Meant is the word that probably should stand there, if any.
type Error struct {
	Line, Column   int
	InSheet        bool
	Message, Meant string
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

// Letters returns what spreadsheets call a column by its number from 1: A, ..., Z, AA, AB, ...
func Letters(column int) string {
	letters := ""
	for ; column > 0; column = (column - 1) / 26 {
		letters = string(rune('A'+(column-1)%26)) + letters
	}
	return letters
}

// A Kind is what stands where a word may stand.
type Kind int

const (
	Plain      Kind = iota // a word
	EndOfLine              // and no word
	EndOfInput             // or of what can be read of it
)

// A Word is a part of a text, or the end where a word could stand, and the place where it
// begins. Line and Column count from 1, columns in characters. Text is empty at an end.
type Word struct {
	Kind         Kind
	Line, Column int
	Text         string
}

// Whole returns a text as one Word.
func Whole(text string) Word { return Word{Plain, 1, 1, text} }

// Errorf returns an [Error] at the word.
func (w Word) Errorf(format string, arguments ...any) Error {
	return Error{Line: w.Line, Column: w.Column, Message: fmt.Sprintf(format, arguments...)}
}

// From returns the word without its first n bytes, or its end if it has fewer.
func (w Word) From(n int) Word {
	n = min(n, len(w.Text))
	skipped := w.Text[:n]
	w.Text = w.Text[n:]
	for i := range n { // what is usual
		if c := skipped[i]; c < ' ' || c >= utf8.RuneSelf {
			return w.behind(skipped)
		}
	}
	w.Column += n
	return w
}

// behind returns the word, which was thought to begin where the skipped text begins, at its
// place behind that.
func (w Word) behind(skipped string) Word {
	if i := strings.LastIndexByte(skipped, '\n'); i >= 0 {
		w.Line += strings.Count(skipped, "\n")
		w.Column, skipped = 1, skipped[i+1:]
	}
	w.Column += utf8.RuneCountInString(skipped)
	return w
}

// Cut cuts the word in two at the first separator, and reports whether there is one.
func (w Word) Cut(separator string) (before, after Word, found bool) {
	before = w
	before.Text, _, found = strings.Cut(w.Text, separator)
	return before, w.From(len(before.Text) + len(separator)), found
}

// TrimLeft returns the word without the white space before it.
func (w Word) TrimLeft() Word {
	return w.From(len(w.Text) - len(strings.TrimLeftFunc(w.Text, unicode.IsSpace)))
}

// Trim returns the word without the white space around it.
func (w Word) Trim() Word {
	w = w.TrimLeft()
	w.Text = strings.TrimRightFunc(w.Text, unicode.IsSpace)
	return w
}

// Split cuts the word at every separator, and trims the parts.
func (w Word) Split(separator string) []Word {
	var parts []Word
	for found := true; found; {
		var part Word
		part, w, found = w.Cut(separator)
		parts = append(parts, part.Trim())
	}
	return parts
}

// Fields returns what is between white space.
func (w Word) Fields() []Word {
	return w.AppendFields(make([]Word, 0, 1+strings.Count(w.Text, " ")))
}

// AppendFields appends the fields to a list.
func (w Word) AppendFields(fields []Word) []Word {
	for w = w.TrimLeft(); w.Text != ""; w = w.TrimLeft() {
		field := w
		for i, c := range w.Text {
			if !('!' <= c && c <= '~') && unicode.IsSpace(c) {
				field.Text = w.Text[:i]
				break
			}
		}
		fields = append(fields, field)
		w = w.From(len(field.Text))
	}
	return fields
}

// Words returns the words of a line, without a comment.
func (w Word) Words() []Word {
	w, _, _ = w.Cut("#")
	return w.Fields()
}

// maxQuoted is the most characters of a word that are shown.
const maxQuoted = 24

// Quoted returns the word in quotes, as it is shown in messages: one of more than 24
// characters is cut.
func (w Word) Quoted() string {
	if utf8.RuneCountInString(w.Text) > maxQuoted {
		return strconv.Quote(fmt.Sprintf("%.*s...", maxQuoted, w.Text))
	}
	return strconv.Quote(w.Text)
}

// Number returns the word's value, from least to most, which are not negative. Name says
// what is a number: a "column", a "number of players". The error is an [Error]:
//
//	"31" is no column; want a number from 1 to 4
//	the line ends with no column; want a number from 1 to 4
func (w Word) Number(name string, least, most int) (int, error) {
	n, err := strconv.ParseUint(w.Text, 10, 63)
	if err == nil && uint64(least) <= n && n <= uint64(most) {
		return int(n), nil
	}
	what := [...]string{w.Quoted() + " is", "the line ends with", "the input ends with"}[w.Kind]
	return 0, w.Errorf("%s no %s; want a number from %d to %d", what, name, least, most)
}

// Range returns the numbers of "A..B", or of "A" twice, if least <= A <= B <= most.
func Range(text string, least, most int) (first, last int, ok bool) {
	low, high, two := Whole(text).Cut("..")
	if !two {
		high = low
	}
	first, err1 := low.Number("", least, most)
	last, err2 := high.Number("", first, most)
	return first, last, err1 == nil && err2 == nil
}
