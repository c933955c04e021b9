package text

import (
	"cmp"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

const mostFaults = 10

// Faults collects the errors in a text. To need little memory, it keeps only the first ten errors, in the order of
// their places, and counts all.
type Faults struct {
	first [mostFaults]Error
	count int
}

// Count returns the number of faults.
func (f *Faults) Count() int { return f.count }

// First returns the first fault. There must be one.
func (f *Faults) First() Error { return f.kept()[0] }

// Keeps reports whether a fault at a word would be among the first ten of all faults so far.
func (f *Faults) Keeps(at Word) bool {
	return f.count < mostFaults || (Error{Line: at.Line, Column: at.Column}).compare(f.first[mostFaults-1]) < 0
}

// Errorf adds a fault at a word, with the arguments of [Word.Errorf]. It formats the message only if the fault is kept.
func (f *Faults) Errorf(at Word, format string, arguments ...any) {
	if f.Keeps(at) {
		f.Add(at.Errorf(format, arguments...))
		return
	}
	f.count++
}

// Add adds a fault. If there are faults at the same place already, the new one comes after them.
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

// Join adds all faults of another text, or of another part of the same text.
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

// Err returns the faults as one error that wraps each kept [Error], or nil if there are none. Its text has a line for
// each kept fault and, if there are more, a line with their number.
func (f *Faults) Err() error {
	if f.count == 0 {
		return nil
	}
	return faultsError{slices.Clone(f.kept()), f.count}
}

// InSheet changes the places of the faults in an error to cells of a sheet.
func InSheet(err error) error {
	j, _ := err.(faultsError)
	for i := range j.first {
		j.first[i].InSheet = true
	}
	return err
}

type faultsError struct {
	first []Error
	count int
}

func (j faultsError) Error() string {
	lines := lists.Map(j.first, Error.Error)
	if more := j.count - len(j.first); more > 0 {
		lines = append(lines, "and "+rows.Count(uint64(more))+" more")
	}
	return strings.Join(lines, "\n")
}

// Errors returns the errors that an error of Faults wraps, none for other errors.
func Errors(err error) []Error {
	j, _ := err.(faultsError)
	return j.first
}

func (j faultsError) Unwrap() []error {
	return lists.Map(j.first, func(fault Error) error { return fault })
}
