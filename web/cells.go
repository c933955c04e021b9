package web

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"enumerate/internal/text"
)

// A cell is one of the form, with what is wrong with it, what is probably meant, and where the game
// is looked up with that.
type cell struct{ Name, Fault, Meant, Link string }

// fill puts the game into the form, or finds the heads of columns of which it is not known what they are.
func (l *lookup) fill() {
	heads, rows := l.Ruleset.Sheet(strings.NewReader(l.Game))
	names := slices.Concat(rows...)
	if l.Heads = heads; heads != nil {
		return
	}
	link := func(names []string) string {
		return address(l.Page, "ruleset", l.Name, "game", gameOfCells(names, l.Ruleset.Columns))
	}
	cells := make([]cell, len(names))
	for at, name := range names {
		cells[at].Name = name
	}
	mended := slices.Clone(names)
	for at, fault := range l.faults(names) {
		cells[at].Fault, cells[at].Meant = fault.Message, fault.Meant
		if l.Wrong = true; fault.Meant != "" {
			mended[at] = fault.Meant
			one := slices.Clone(names)
			one[at] = fault.Meant
			cells[at].Link, l.Mended = link(one), link(mended)
		}
	}
	l.Rows = slices.Collect(slices.Chunk(cells, len(l.Ruleset.Columns)))
}

// faults returns what is wrong with cells, by their number.
func (l *lookup) faults(cells []string) map[int]text.Error {
	found, width := make(map[int]text.Error), len(l.Ruleset.Columns)
	for _, err := range l.Ruleset.Read(strings.NewReader(gameOfCells(cells, l.Ruleset.Columns))) {
		for _, fault := range text.Errors(err) {
			at, end := (fault.Line-2)*width, 0 // below the heading
			for ; 0 <= at && at < len(cells); at++ {
				if end += utf8.RuneCountInString(quotedCell(cells[at])) + 1; fault.Column <= end || at%width == width-1 {
					found[at] = fault
					break
				}
			}
		}
	}
	return found
}

// picked returns the cells of the game in columns by their numbers.
func (l *lookup) picked(columns []string) (cells []string) {
	_, rows := l.Ruleset.Sheet(strings.NewReader(l.Game))
	for _, row := range rows {
		for i := range l.Ruleset.Columns {
			cells = append(cells, "")
			if at, err := strconv.Atoi(columns[min(i, len(columns)-1)]); err == nil && 0 <= at && at < len(row) {
				cells[len(cells)-1] = row[at]
			}
		}
	}
	return cells
}
