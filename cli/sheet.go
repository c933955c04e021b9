package cli

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A sheet prints rows of text, each as soon as it is there: as a table, CSV, Markdown,
// or one JSON object a row.
type sheet struct {
	w       *bufio.Writer
	format  string
	columns []sheetColumn
	begun   bool
}

// A sheetColumn is a column of a sheet.
type sheetColumn struct {
	key   string // in CSV
	title string // in tables; a column without one is in CSV only
	width int    // at least, in tables; left of the text if negative
}

// A cell is a value as it is printed in tables and in CSV.
type cell struct{ shown, precise string }

// text is a cell that is printed alike everywhere.
func text(s string) cell { return cell{s, s} }

// whole is a cell of a whole number.
func whole(x uint64) cell {
	return cell{grouped(new(big.Int).SetUint64(x)), strconv.FormatUint(x, 10)}
}

// fraction is a cell of a number that tables show with so many decimals.
func fraction(x float64, decimals int) cell {
	return cell{strconv.FormatFloat(x, 'f', decimals, 64), strconv.FormatFloat(x, 'g', -1, 64)}
}

var sheetFormats = []string{"table", "json", "csv", "markdown"}

func newSheet(w io.Writer, format string, columns []sheetColumn) *sheet {
	return &sheet{w: bufio.NewWriter(w), format: format, columns: columns}
}

// print prints one row, with a cell for each column, or the object in JSON.
func (s *sheet) print(row []cell, object any) error {
	if s.format == "json" {
		if err := json.NewEncoder(s.w).Encode(object); err != nil {
			return err
		}
		return s.w.Flush()
	}
	if !s.begun {
		s.head()
		s.begun = true
	}
	shown := make([]string, len(row))
	precise := make([]string, len(row))
	for i, c := range row {
		shown[i], precise[i] = c.shown, c.precise
	}
	if s.format == "csv" {
		s.line(precise)
	} else {
		s.line(shown)
	}
	return s.w.Flush()
}

// head prints the titles.
func (s *sheet) head() {
	titles := make([]string, len(s.columns))
	for i, c := range s.columns {
		titles[i] = c.title
		if s.format == "csv" {
			titles[i] = c.key
		}
	}
	s.line(titles)
	if s.format == "markdown" {
		for i, c := range s.columns {
			titles[i] = "--:"
			if c.width < 0 {
				titles[i] = ":--"
			}
		}
		s.line(titles)
	}
}

// line prints one line of cells. What cannot be written is found when the sheet is
// flushed.
func (s *sheet) line(cells []string) {
	if s.format == "csv" {
		w := csv.NewWriter(s.w)
		_ = w.Write(cells)
		w.Flush()
		return
	}
	var line strings.Builder
	for i, c := range s.columns {
		switch {
		case c.title == "":
		case s.format == "markdown":
			line.WriteString("| " + strings.ReplaceAll(cells[i], "|", `\|`) + " ")
		default:
			width := max(c.width, utf8.RuneCountInString(c.title))
			if c.width < 0 {
				width = -max(-c.width, utf8.RuneCountInString(c.title))
			}
			fmt.Fprintf(&line, "%*s  ", width, cells[i])
		}
	}
	if s.format == "markdown" {
		line.WriteString("|")
	}
	fmt.Fprintln(s.w, strings.TrimRight(line.String(), " "))
}
