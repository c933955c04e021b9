package text

import (
	"cmp"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// mostFaults is how many faults are kept of those that a text has: no one reads more.
const mostFaults = 10

// Faults are what is wrong with a text: the first ten in the order of their places, and how many
// there are. They take no more memory however many that is.
type Faults struct {
	first [mostFaults]Error
	count int
}

// Count returns how many there are.
func (f *Faults) Count() int { return f.count }

// First returns the first of them, of which there must be some.
func (f *Faults) First() Error { return f.kept()[0] }

// Keeps reports whether a fault at a word would be one of the first, so far.
func (f *Faults) Keeps(at Word) bool {
	return f.count < mostFaults || (Error{Line: at.Line, Column: at.Column}).compare(f.first[mostFaults-1]) < 0
}

// Errorf adds a fault at a word, as [Word.Errorf] makes it. The message is made only if it is
// kept.
func (f *Faults) Errorf(at Word, format string, arguments ...any) {
	if f.Keeps(at) {
		f.Add(at.Errorf(format, arguments...))
		return
	}
	f.count++
}

// Add adds a fault, behind those of the same place.
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

// Join adds all faults of another text, or of other parts of this one.
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

// Err returns the faults as one error that wraps each [Error] of the first ones, nil if there are
// none. It has a line for each of them, and one that says how many more there are.
func (f *Faults) Err() error {
	if f.count == 0 {
		return nil
	}
	return joined{slices.Clone(f.kept()), f.count}
}

// InSheet returns an error of faults whose places are cells of a sheet.
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

// Errors returns those that an error of Faults wraps, none of any other.
func Errors(err error) []Error {
	j, _ := err.(joined)
	return j.first
}

func (j joined) Unwrap() []error {
	return lists.Map(j.first, func(fault Error) error { return fault })
}
