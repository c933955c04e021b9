package text

import (
	"cmp"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// mostFaults is the number of faults that are kept.
const mostFaults = 10

// Faults are the errors in a text: the first ten in the order of their places, and the number of
// all. So their memory is bounded.
type Faults struct {
	first [mostFaults]Error
	count int
}

// Count returns the number of faults.
func (f *Faults) Count() int { return f.count }

// First returns the first fault. There must be one.
func (f *Faults) First() Error { return f.kept()[0] }

// Keeps reports whether a fault at a word would be among the first ten so far.
func (f *Faults) Keeps(at Word) bool {
	return f.count < mostFaults || (Error{Line: at.Line, Column: at.Column}).compare(f.first[mostFaults-1]) < 0
}

// Errorf adds a fault at a word, like [Word.Errorf]. It formats the message only if it keeps the
// fault.
func (f *Faults) Errorf(at Word, format string, arguments ...any) {
	if f.Keeps(at) {
		f.Add(at.Errorf(format, arguments...))
		return
	}
	f.count++
}

// Add adds a fault, after others at the same place.
func (f *Faults) Add(fault Error) {
	kept := f.kept()
	at := len(kept)
	for at > 0 && fault.compare(kept[at-1]) < 0 {
		at--
	}
	f.count++
	if at < mostFaults {
		copy(f.first[at+1:], kept[at:])
		f.first[at] = fault
	}
}

// Join adds all faults of another text, or of another part of this one.
func (f *Faults) Join(others *Faults) {
	for _, fault := range others.kept() {
		f.Add(fault)
	}
	f.count += others.count - len(others.kept())
}

func (f *Faults) kept() []Error { return f.first[:min(f.count, mostFaults)] }

func (e Error) compare(o Error) int {
	return cmp.Or(cmp.Compare(e.Line, o.Line), cmp.Compare(e.Column, o.Column))
}

// Err returns the faults as one error that wraps each kept [Error], or nil if there are none. It
// has a line for each, and a line with the number of omitted faults.
func (f *Faults) Err() error {
	if f.count == 0 {
		return nil
	}
	return joined{slices.Clone(f.kept()), f.count}
}

// InSheet changes the places of faults to cells of a sheet.
func InSheet(err error) error {
	j, _ := err.(joined)
	for i := range j.first {
		j.first[i].InSheet = true
	}
	return err
}

// A joined is the error of several faults.
type joined struct {
	first []Error
	count int
}

func (j joined) Error() string {
	lines := lists.Map(j.first, Error.Error)
	if more := j.count - len(j.first); more > 0 {
		lines = append(lines, "and "+rows.Count(uint64(more))+" more")
	}
	return strings.Join(lines, "\n")
}

// Errors returns the errors that an error of Faults wraps, and none for other errors.
func Errors(err error) []Error {
	j, _ := err.(joined)
	return j.first
}

func (j joined) Unwrap() []error {
	return lists.Map(j.first, func(fault Error) error { return fault })
}
