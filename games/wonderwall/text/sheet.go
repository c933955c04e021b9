package text

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// A sheetDraft is a sheet of a workbook, read as a game.
type sheetDraft struct {
	tab     tab
	grid    *grid
	draft   *draft
	remarks []string // what was chosen and what was left out
	hasGame bool     // the sheet has a game, or is meant to have one
	wrong   error    // why the game cannot be read unless the user chooses columns
}

// readBook reads the only game of a workbook. If several sheets have a game, the error names them.
func (r *reader) readBook(b *workbook) (Table, error) {
	sheets, err := r.readSheets(b)
	switch {
	case err != nil:
		return Table{}, err
	case len(sheets) > 1:
		names := lists.Map(sheets, func(s *sheetDraft) string { return s.tab.name })
		return Table{}, fmt.Errorf("%d sheets hold a game: %s; choose one with --sheet", len(sheets), Quoted(names))
	}
	s := sheets[0]
	if len(s.grid.rows) == 0 {
		return Table{}, io.EOF
	}
	t, err := r.tableOf(s.draft)

	err = text.InSheet(err)
	t.Remarks = text.InSheet(t.Remarks)
	if err == nil {
		var notes text.Faults
		for _, remark := range s.remarks {
			notes.Add(text.Error{Message: remark})
		}
		t.AddRemarks(&notes)
	}
	return t, err
}

// readSheets returns the sheet that the user chose, or else all visible sheets with a game. An only sheet is returned
// even without a game, so that its faults are reported.
func (r *reader) readSheets(b *workbook) ([]*sheetDraft, error) {
	names := lists.Map(b.tabs, func(t tab) string { return t.name })
	tabs := b.tabs
	if name := r.pick.Sheet; name != "" {
		tabs = slices.DeleteFunc(slices.Clone(tabs), func(t tab) bool { return !strings.EqualFold(Normal(t.name), Normal(name)) })
		if len(tabs) == 0 {
			return nil, fmt.Errorf("no sheet named %.60q; the workbook has %s", name, Quoted(names))
		}
	}

	var all, withGame []*sheetDraft
	for i, t := range tabs {
		g, remarks, err := b.sheet(t)
		if err != nil {
			return nil, err
		}
		if i == len(tabs)-1 {
			b.parts, b.sharedTexts = nil, nil // free them: they take more memory than the cells
		}

		s := r.readSheet(t, g)
		s.remarks = remarks
		all = append(all, s)
		if s.hasGame {
			withGame = append(withGame, s)
		} else if len(tabs) > 1 {
			s.grid, s.draft = nil, nil
		}
	}

	switch {
	case len(all) == 1:
		withGame = all
	case len(withGame) == 0:
		return nil, fmt.Errorf("no sheet holds a game: %s; a game needs the columns player, wonderwall and ninja", Quoted(names))
	}

	for _, s := range withGame {
		if s.wrong != nil {
			return nil, s.wrong
		}
		s.remarks = append(b.remarks(s.tab, len(tabs) > 1 && len(withGame) == 1), s.remarks...)
	}
	return withGame, nil
}

// remarks returns what the user should know about the sheets that were not read. The argument read is the sheet that
// was read. The argument found is true if the program chose this sheet, as the only one with a game.
func (b *workbook) remarks(read tab, found bool) (remarks []string) {
	if found {
		var others []string
		for _, t := range b.tabs {
			if t != read {
				others = append(others, t.name)
			}
		}
		remarks = append(remarks, fmt.Sprintf("sheet %.60q is read; no game found in %s", read.name, Quoted(others)))
	}
	if b.hiddenSheets > 0 {
		remarks = append(remarks, rows.Counted(b.hiddenSheets, "hidden sheet is left out", "hidden sheets are left out"))
	}
	return remarks
}

// readSheet reads the cells g of the sheet t as a game, and decides whether it has a game at all.
func (r *reader) readSheet(t tab, g *grid) *sheetDraft {
	d := newDraft(text.Whole(""))
	d.keepsCells, d.inSheet = r.shows, true
	s := &sheetDraft{tab: t, grid: g, draft: d}
	if len(g.rows) == 0 {
		return s
	}
	// Without a header, the first nonempty columns have the players and their choices, but the header may be hidden.
	if !d.gridRows(g, r.pick) {
		g.trim()
		d.rowsInOrder(g)
		if g.hiddenAbove {
			s.wrong = fmt.Errorf("sheet %.40q has no visible header, and hidden rows at the top; show the header, delete the hidden rows, or choose with --columns", t.name)
		}
	}

	// If the columns cannot be found, d.question asks the user for them. The sheet also has a game in this case if the
	// header names two of them (d.strong), or some columns are likely.
	const least = 3 // players
	wholeRows := len(d.rows) - d.badRows.Count()
	d.finish()
	mayHaveGame := d.question != nil && len(g.rows) > least && (d.strong || d.question.likely != noneLikely)
	s.hasGame = wholeRows >= least || mayHaveGame
	return s
}

// trim removes the empty columns at the left.
func (g *grid) trim() {
	first := mostColumns
	for _, row := range g.rows {
		first = min(first, slices.IndexFunc(row, func(c cell) bool { return c.text != "" }))
	}
	for i, row := range g.rows {
		g.rows[i] = row[first:]
	}
}

// ReadSheet reads the first game of r as ReadTables does. It returns the cells for a form, even with faults.
func ReadSheet(r io.Reader) single.Sheet {
	in := newReader(r)
	in.shows = true
	t, err := in.next()
	if err == nil {
		return single.Sheet{Cells: t.Rows()}
	}
	return in.form
}

// sheetOf returns the players and choices of a game with faults, for a form in which the user can correct them. If
// their columns are unknown, or most rows do not have three names, it returns all columns, of which the user can choose
// three.
func (r *reader) sheetOf(d *draft) single.Sheet {
	switch {
	case d.question != nil: // the columns are unknown
		return d.askedGrid.sheet(d.question.likely)
	case 2*d.badRows.Count() > len(d.rowCells): // most rows do not have three names
		if delimiter := delimiterOf(r.rows); delimiter != "" {
			const dropComments = true
			if g := delimited(r.rows, delimiter, dropComments); g != nil && len(g.rows) > 1 && len(g.rows[0]) > 2 {
				return g.sheet(noneLikely) // the form then suggests no columns
			}
		}
	}
	return single.Sheet{Cells: d.rowCells}
}

// sheet returns all cells of a grid for a form, in which the user chooses the columns of the roles. likely has the
// columns that the form suggests. Without a header, the first row is the headings.
func (g *grid) sheet(likely [3]int) single.Sheet {
	texts := func(row []cell) []string { return lists.Map(row, func(c cell) string { return c.text }) }
	header, width := max(g.findHeader(), 0), 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	s := single.Sheet{Heads: texts(g.rows[header]), Likely: likely[:]}
	for len(s.Heads) < width {
		s.Heads = append(s.Heads, "")
	}
	for _, row := range g.rows[header+1:] {
		s.Cells = append(s.Cells, texts(row))
	}
	return s
}

// ReadRows reads the only game of r as ReadTables does. It returns the player, the wonderwall and the ninja of each
// row, with their original spelling, and the number of other columns.
func ReadRows(r io.Reader) (single.Rows, error) {
	in := newReader(r)
	in.shows = true
	t, err := in.next()
	if err == io.EOF {
		return single.Rows{}, errors.New("no game found")
	}
	if err != nil {
		return single.Rows{}, err
	}
	read := single.Rows{Cells: t.Rows()}
	if d := in.game; d != nil { // nil for a code, which has no cells
		read.Cells = d.rowCells
		if d.otherColumns > 0 {
			read.OtherColumns, read.Heads = d.otherColumns, d.heads
		}
	}
	if _, err := in.next(); err != io.EOF {
		return single.Rows{}, errors.New("expected one game, found more")
	}
	return read, nil
}

// ReadTexts reads r as text. For a workbook it returns the visible cells of each sheet with a game, in CSV. Each row of
// the sheet is on the line with its number, so that faults name the right row.
func ReadTexts(r io.Reader) ([]single.Text, error) {
	s, err := openSource(r)
	if err != nil {
		return nil, err
	}
	if s.book == nil {
		content, err := io.ReadAll(s)
		if err != nil {
			return nil, err
		}
		remarks := lists.Map(text.Errors(s.remarks.Err()), text.Error.Error)
		return []single.Text{{Text: string(content), Remarks: remarks}}, nil
	}
	sheets, err := newReader(nil).readSheets(s.book) // readSheets needs no input besides the workbook
	if err != nil {
		return nil, err
	}
	return lists.Map(sheets, func(s *sheetDraft) single.Text {
		return single.Text{Sheet: s.tab.name, Text: s.grid.csv(), Remarks: s.remarks}
	}), nil
}

// csv returns the cells of a sheet as CSV. Row 7 of the sheet is on line 7; lines of commas stand for empty and hidden
// rows.
func (g *grid) csv() string {
	const mostRows = 100_000 // rows up to here keep their line numbers
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}

	var b strings.Builder
	w := csv.NewWriter(&b)
	cells := make([]string, max(width, 2)) // a line without a comma would end the table

	line := 1 // the number of the next line
	for i := range g.rows {
		clear(cells)

		for ; line < min(int(g.end(i).line), mostRows); line++ {
			_ = w.Write(cells)
		}
		for c, present := range g.rows[i] {
			cells[c] = present.text
		}
		_ = w.Write(cells)
		line++
	}
	w.Flush()
	return b.String()
}
