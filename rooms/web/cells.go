package web

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"enumerate/enum/single"
	"enumerate/internal/text"
)

// A cell is an input field of the form in which a game is edited: the name that it contains and, if this has a fault,
// the fault, the name that was probably meant, and a link to the game with that name.
type cell struct{ Name, Fault, Meant, Link string }

const mostHeads = 200 // columns that the page offers to choose from

type cellForm struct{ *pageBase }

func newCellForm(c *pageBase) *cellForm { return &cellForm{c} }

// sheet reads the text of the view's game as a table. It returns the cells and, if the user must choose the columns
// that belong to the game, the headings of all columns.
func (f *cellForm) sheet(ctx context.Context, l *lookupView) (single.Sheet, error) {
	return compute(ctx, f.Work, f.Limits.Read, func(context.Context) (single.Sheet, error) {
		return l.Ruleset.Sheet(strings.NewReader(l.Game)), nil
	})
}

// fill fills in the form in which a game is edited cell by cell: a row for each player, with its name and choices. A
// user may also paste a table with more columns, such as answers of a survey. If the headings do not tell which columns
// belong to the game, the view lists them, so that the user can choose. The form stays empty if its cells would be too
// long for an address.
func (f *cellForm) fill(ctx context.Context, l *lookupView) error {
	found, err := f.sheet(ctx, l)
	if err != nil {
		return err
	}
	if len(found.Heads) > mostHeads {
		l.Fault = []string{fmt.Sprintf("no heading names the columns %s, and this page lets you choose from at most %d columns, not from %d: delete some of the others", strings.Join(l.Ruleset.Columns, ", "), mostHeads, len(found.Heads))}
		return nil
	}
	if found.Heads != nil { // the user must choose columns, and sees the first eight rows
		l.Heads, l.Below = found.Heads, found.Cells[:min(len(found.Cells), 8)]
		l.Likely = allLikely(found.Likely, len(found.Heads))
		return nil
	}
	if names := slices.Concat(found.Cells...); len(gameOfCells(names, l.Ruleset.Columns)) <= mostLink {
		fillRows(l, found.Cells)
	}
	return nil
}

// picked returns the cells that make up the game, row by row, from the table that the user typed. The argument
// `columns` has the numbers, from 0, of the columns that the user chose. A cell is empty if its row has no such column.
func (f *cellForm) picked(ctx context.Context, l *lookupView, columns []string) (cells []string, err error) {
	found, err := f.sheet(ctx, l)
	if err != nil {
		return nil, err
	}
	for _, row := range found.Cells {
		for _, column := range columns {
			at, err := strconv.Atoi(column)
			if err != nil || at < 0 || at >= len(row) {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, row[at])
		}
	}
	return cells, nil
}

// allLikely returns the columns that the form proposes for player, wonderwall and ninja. The argument `likely` is a
// guess: three numbers from 0, or -1 where it failed. Each -1 is replaced by the last unused column, if there is one,
// because tables from surveys often begin with a time and other columns.
func allLikely(likely []int, columns int) []int {
	all := slices.Clone(likely)
	last := columns - 1 // columns after this one are in use
	for i := len(all) - 1; i >= 0; i-- {
		for ; all[i] < 0 && last >= 0; last-- {
			if !slices.Contains(all, last) {
				all[i] = last
			}
		}
	}
	return all
}

// fillRows puts rows of names into the form, and marks the cells with faults, such as a misspelled name, which it finds
// by reading the game that the cells make. If a fault says which name was probably meant, the cell gets a link to the
// game with this name, and the view a link to the game with all such cells mended.
func fillRows(l *lookupView, rows [][]string) {
	names, width := slices.Concat(rows...), len(l.Ruleset.Columns)
	game := func(names []string) string { return gameOfCells(names, l.Ruleset.Columns) }
	cells, cellAt := cellsOf(names, width)

	mended := slices.Clone(names) // the names, with all corrections so far
	for _, err := range l.Ruleset.Read(strings.NewReader(game(names))) {
		for _, fault := range text.Errors(err) {
			at, found := cellAt[[2]int{fault.Line, fault.Column}]
			if !found {
				continue // a fault that is not in a single cell
			}
			l.Wrong++
			cells[at].Fault, cells[at].Meant = fault.Message, fault.Suggestion
			if fault.Suggestion == "" {
				continue
			}
			mended[at] = fault.Suggestion
			l.CorrectedLink = address(l.Page, "ruleset", l.Name, "game", game(mended))
			one := slices.Replace(slices.Clone(names), at, at+1, fault.Suggestion)
			cells[at].Link = address(l.Page, "ruleset", l.Name, "game", game(one))
		}
	}
	l.Rows = slices.Collect(slices.Chunk(cells, width))
}

// cellsOf returns the cells of the form for a list of names, with `width` cells in a row. To read the form, gameOfCells
// writes the cells as one text, and a fault is reported at a line and a column of this text. The map cellAt finds the
// cell of a fault: it has the index of each cell by the line and the column at which the cell's name begins.
func cellsOf(names []string, width int) (cells []cell, cellAt map[[2]int]int) {
	cells = make([]cell, len(names))
	cellAt = make(map[[2]int]int)
	column := 1
	for at, name := range names {
		name = plainCell(name) // in its written form
		cells[at].Name = name
		if at%width == 0 {
			column = 1
		}
		cellAt[[2]int{at/width + 2, column}] = at              // the first line, with number 1, has the headings
		column += utf8.RuneCountInString(quotedCell(name)) + 1 // the next name begins after a comma
	}
	return cells, cellAt
}
