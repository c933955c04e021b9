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

// A cell is a cell of the form: its text, its fault, a probable correction, and a link that looks up the corrected
// game.
type cell struct{ Name, Fault, Meant, Link string }

// mostHeads is the largest number of columns that the page offers to choose from.
const mostHeads = 200

// A cellForm is the form of a look-up that has a cell for each player and each choice.
type cellForm struct{ *shared }

func newCellForm(c *shared) *cellForm { return &cellForm{c} }

// sheet returns the cells of a game.
func (f *cellForm) sheet(ctx context.Context, l *lookupView) (single.Sheet, error) {
	return compute(ctx, f.Work, f.Limits.Read, func(context.Context) (single.Sheet, error) {
		return l.Ruleset.Sheet(strings.NewReader(l.Game)), nil
	})
}

// fill fills in the form in which a game is edited cell by cell. If it is not known which columns of the typed table are the
// game, the view instead gets the headings of all columns, from which the user chooses. The form stays empty if its cells
// would be too long for an address.
func (f *cellForm) fill(ctx context.Context, l *lookupView) error {
	found, err := f.sheet(ctx, l)
	if err != nil {
		return err
	}
	if len(found.Heads) > mostHeads {
		l.Fault = []string{fmt.Sprintf("no heading names the columns %s, and this page lets you choose from at most %d columns, not from %d: delete some of the others", strings.Join(l.Ruleset.Columns, ", "), mostHeads, len(found.Heads))}
		return nil
	}
	if found.Heads != nil {
		l.Heads, l.Below = found.Heads, found.Cells[:min(len(found.Cells), 8)]
		l.Likely = allLikely(found.Likely, len(found.Heads))
		return nil
	}
	if names := slices.Concat(found.Cells...); len(gameOfCells(names, l.Ruleset.Columns)) <= mostLink {
		fillRows(l, found.Cells)
	}
	return nil
}

// picked returns, row by row, the cells of the columns whose numbers the user chose for the game. A cell is empty if
// its row has no such column.
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

// allLikely returns a column for each of player, wonderwall and ninja, which the form proposes to the user. The
// argument likely has them, but with -1 for each that could not be guessed; allLikely fills these in with the last
// columns that are not in use.
func allLikely(likely []int, columns int) []int {
	all := slices.Clone(likely)
	last := columns - 1
	for i := len(all) - 1; i >= 0; i-- {
		for ; all[i] < 0 && last >= 0; last-- {
			if !slices.Contains(all, last) {
				all[i] = last
			}
		}
	}
	return all
}

// fillRows puts rows of names into the form, and marks the cells that have a fault. If it is known which name was meant, the
// cell gets a link to the game with that name, and the view a link to the game with all such cells mended.
func fillRows(l *lookupView, rows [][]string) {
	names, width := slices.Concat(rows...), len(l.Ruleset.Columns)
	game := func(names []string) string { return gameOfCells(names, l.Ruleset.Columns) }
	cells, number := cellsOf(names, width)

	mended := slices.Clone(names)
	for _, err := range l.Ruleset.Read(strings.NewReader(game(names))) {
		for _, fault := range text.Errors(err) {
			at, there := number[[2]int{fault.Line, fault.Column}]
			if !there {
				continue
			}
			l.Wrong++
			cells[at].Fault, cells[at].Meant = fault.Message, fault.Meant
			if fault.Meant == "" {
				continue
			}
			mended[at] = fault.Meant
			l.Mended = address(l.Page, "ruleset", l.Name, "game", game(mended))
			one := slices.Replace(slices.Clone(names), at, at+1, fault.Meant)
			cells[at].Link = address(l.Page, "ruleset", l.Name, "game", game(one))
		}
	}
	l.Rows = slices.Collect(slices.Chunk(cells, width))
}

// cellsOf returns the cells of the form for names, row by row, with width cells in a row. It also returns the map
// number, which finds the cell of a fault: a fault names a line and a column of the text that gameOfCells writes, and
// the map has the index of the cell whose name begins there.
func cellsOf(names []string, width int) (cells []cell, number map[[2]int]int) {
	cells = make([]cell, len(names))
	number = make(map[[2]int]int)
	column := 1
	for at, name := range names {
		name = plainCell(name) // in its written form
		cells[at].Name = name
		if at%width == 0 {
			column = 1
		}
		number[[2]int{at/width + 2, column}] = at // below the heading
		column += utf8.RuneCountInString(quotedCell(name)) + 1
	}
	return cells, number
}
