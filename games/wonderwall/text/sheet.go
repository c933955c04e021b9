package text

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/enum"
	"enumerate/internal/text"
)

// ReadText reads r as text: of a workbook its rows, as CSV.
func ReadText(r io.Reader) (string, error) {
	in := newReader(r)
	if err := in.begin(); err != nil {
		return "", err
	}
	content, err := io.ReadAll(in.in)
	return string(content), err
}

// ReadSheet reads the first game of r, as ReadTables does, and returns it as rows of cells for a
// form, also if it has faults: the player, the wonderwall and the ninja. If it is not known which
// columns these are it returns the heads of all there are, and all cells below them.
func ReadSheet(r io.Reader) (heads []string, rows [][]string) {
	in := newReader(r)
	in.shows = true
	t, err := in.next()
	if err == nil {
		for p, c := range t.Game {
			in.cells = append(in.cells, []string{t.Names[p], t.Names[c.Wonderwall], t.Names[c.Ninja]})
		}
	}
	return in.heads, in.cells
}

// ReadRows reads the one game of r as ReadTables does, and returns the rows it was read from: of each
// row the player, the wonderwall and the ninja, as they are written.
func ReadRows(r io.Reader) (enum.Rows, error) {
	in := newReader(r)
	in.shows = true
	t, err := in.next()
	if err == io.EOF {
		return enum.Rows{}, errors.New("no game found")
	}
	if err != nil {
		return enum.Rows{}, text.Moved(err, in.column)
	}
	rows := enum.Rows{Cells: in.read.shown}
	if h := in.read.header; h.count > len(h.columns) {
		rows.Left = h.count - len(h.columns)
		for _, column := range h.columns {
			rows.Heads = append(rows.Heads, h.title(column))
		}
	}
	if rows.Cells == nil { // a code, which has no players in it
		for p, c := range t.Game {
			rows.Cells = append(rows.Cells, []string{t.Names[p], t.Names[c.Wonderwall], t.Names[c.Ninja]})
		}
	}
	if _, err := in.next(); err != io.EOF {
		return enum.Rows{}, errors.New("expected one game, found more")
	}
	return rows, nil
}

// title returns the heading of a column, or its number if the heading is empty.
func (h header) title(column int) string {
	if title := h.titles[column]; title != "" {
		return title
	}
	return fmt.Sprintf("column %d", column+1)
}

// show keeps the cells of a draft that makes no game: as it has them, unless it can do nothing with most rows.
func (r *reader) show(d *draft) {
	r.cells = d.shown
	if !d.odd && 2*d.uneven.Count() <= len(d.shown) {
		return
	}
	var lines strings.Builder
	for _, line := range r.rows {
		lines.WriteString(line.Text + "\n")
	}
	for _, separator := range "|\t;," {
		in := csv.NewReader(strings.NewReader(lines.String()))
		in.Comma, in.LazyQuotes, in.FieldsPerRecord, in.TrimLeadingSpace = separator, true, -1, true
		if rows, err := in.ReadAll(); err == nil && len(rows) > 1 && len(rows[0]) > 2 {
			r.heads, r.cells = rows[0], rows[1:]
			return
		}
	}
}
