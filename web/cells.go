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
	if l.Heads, l.Below = heads, rows[:min(len(rows), 8)]; heads != nil {
		return
	}
	names, width := slices.Concat(rows...), len(l.Ruleset.Columns)
	game := func(names []string) string { return gameOfCells(names, l.Ruleset.Columns) }
	cells := make([]cell, len(names))
	number := make(map[[2]int]int) // of the cell in a line and column of the game as it is written here
	column := 1
	for at, name := range names {
		name = strings.Join(strings.Fields(name), " ") // as it is written there
		cells[at].Name = name
		if at%width == 0 {
			column = 1
		}
		number[[2]int{at/width + 2, column}] = at // below the heading
		column += utf8.RuneCountInString(quotedCell(name)) + 1
	}
	mended := slices.Clone(names)
	for _, err := range l.Ruleset.Read(strings.NewReader(game(names))) {
		for _, fault := range text.Errors(err) {
			at, there := number[[2]int{fault.Line, fault.Column}]
			if !there {
				continue
			}
			cells[at].Fault, cells[at].Meant, l.Wrong = fault.Message, fault.Meant, l.Wrong+1
			if fault.Meant != "" {
				mended[at] = fault.Meant
				l.Mended = address(l.Page, "ruleset", l.Name, "game", game(mended))
				one := slices.Replace(slices.Clone(names), at, at+1, fault.Meant)
				cells[at].Link = address(l.Page, "ruleset", l.Name, "game", game(one))
			}
		}
	}
	l.Rows = slices.Collect(slices.Chunk(cells, width))
}

// picked returns the cells of the game in columns by their numbers.
func (l *lookup) picked(columns []string) (cells []string) {
	_, rows := l.Ruleset.Sheet(strings.NewReader(l.Game))
	for _, row := range rows {
		for _, column := range columns {
			name := ""
			if at, err := strconv.Atoi(column); err == nil && 0 <= at && at < len(row) {
				name = row[at]
			}
			cells = append(cells, name)
		}
	}
	return cells
}
