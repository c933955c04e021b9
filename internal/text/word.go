package text

import (
	"fmt"
	"strconv"
)

// A Kind is what stands where a word may stand.
type Kind int

const (
	Plain      Kind = iota // a word
	EndOfLine              // and no word
	EndOfInput             // or of what can be read of it
)

// A Word is a word, or the end where one could stand, and where it begins. Line and Column
// count from 1, columns in bytes. Text is empty at an end.
type Word struct {
	Kind         Kind
	Line, Column int
	Text         string
}

// Fault returns a fault at the word.
func (w Word) Fault(format string, arguments ...any) Fault {
	return Fault{w.Line, w.Column, fmt.Sprintf(format, arguments...)}
}

// Part returns the bytes of the word from one up to another, as a word of its own.
func (w Word) Part(from, to int) Word {
	return Word{w.Kind, w.Line, w.Column + from, w.Text[from:to]}
}

// maxQuoted is the most bytes of a word that are shown.
const maxQuoted = 24

// Quoted returns the word in quotes, as it is shown in messages: one of more than 24 bytes
// is cut.
func (w Word) Quoted() string {
	if len(w.Text) > maxQuoted {
		return strconv.Quote(w.Text[:maxQuoted] + "...")
	}
	return strconv.Quote(w.Text)
}

// Number returns the word's value, from least to most, which are not negative. Name says
// what is a number: a "column", a "number of players". The error is a [Fault]:
//
//	"31" is no column; want a number from 1 to 4
//	the line ends with no column; want a number from 1 to 4
func (w Word) Number(name string, least, most int) (int, error) {
	switch w.Kind {
	case EndOfLine:
		return 0, w.Fault("the line ends with no %s; want a number from %d to %d", name, least, most)
	case EndOfInput:
		return 0, w.Fault("the input ends with no %s; want a number from %d to %d", name, least, most)
	}
	n, ok := value(w.Text, most)
	if !ok || n < least {
		return 0, w.Fault("%s is no %s; want a number from %d to %d", w.Quoted(), name, least, most)
	}
	return n, nil
}

// value returns the value of decimal digits, if it is at most that.
func value(digits string, most int) (n int, ok bool) {
	for _, c := range []byte(digits) {
		digit := int(c) - '0'
		if digit < 0 || digit > 9 || digit > most || n > (most-digit)/10 {
			return 0, false
		}
		n = n*10 + digit
	}
	return n, digits != ""
}
