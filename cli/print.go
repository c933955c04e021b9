package cli

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A row of output is a struct. Its fields in their order are the columns of tables, CSV,
// Markdown and b-files, and the struct itself is the JSON object. Tags say how:
//
//	json:"key"        the key in JSON and in CSV; "-" leaves it out of JSON
//	csv:"key"         another key in CSV; "-" is for fields of JSON alone
//	table:"title,W"   the title in tables and Markdown, and the least width there, left of the
//	                  text if W is negative; without it the column is in CSV alone
//	markdown:"-"      leaves it out of Markdown
//	decimals:"D"      how many decimals tables show
//
// A field that is a columns has any number of columns.

// A cell is a value under its column.
type cell struct {
	key, title     string
	width          int
	shown, precise string // in tables, and in CSV
	noMarkdown     bool
}

// A value is a field that says itself how it is printed.
type value interface {
	print() (shown, precise string)
}

// columns are several columns of a row that depend on its ruleset.
type columns interface{ cells() []cell }

// cellsOf returns the cells of a row.
func cellsOf(row any) (cells []cell) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		field, x := v.Type().Field(i), v.Field(i).Interface()
		if several, ok := x.(columns); ok {
			cells = append(cells, several.cells()...)
			continue
		}
		var c cell
		c.key, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		if key, ok := field.Tag.Lookup("csv"); ok {
			c.key = key
		}
		if c.key == "-" {
			continue
		}
		title, width, _ := strings.Cut(field.Tag.Get("table"), ",")
		c.title = title
		c.width, _ = strconv.Atoi(width)
		c.noMarkdown = field.Tag.Get("markdown") == "-"
		decimals, _ := strconv.Atoi(field.Tag.Get("decimals"))
		c.shown, c.precise = printed(x, decimals)
		cells = append(cells, c)
	}
	return cells
}

// unknown stands in tables for a number that is not known.
const unknown = "-"

// printed returns a value as it stands in tables and in CSV.
func printed(x any, decimals int) (shown, precise string) {
	switch x := x.(type) {
	case value:
		return x.print()
	case uint64:
		return count(x), strconv.FormatUint(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'f', decimals, 64), strconv.FormatFloat(x, 'g', -1, 64)
	case *float64:
		if x == nil {
			return unknown, ""
		}
		return printed(*x, decimals)
	}
	shown = fmt.Sprint(x)
	return shown, shown
}

// A number is an exact count, a decimal string in JSON since it has any number of digits;
// nil if it is not known.
type number struct{ x *big.Int }

func (n number) print() (shown, precise string) {
	if n.x == nil {
		return unknown, ""
	}
	return grouped(n.x), n.x.String()
}

func (n number) IsZero() bool { return n.x == nil }

func (n number) MarshalText() ([]byte, error) { return []byte(n.x.String()), nil }

// whole is the number of a count that a machine integer holds.
func whole(x uint64) number { return number{new(big.Int).SetUint64(x)} }

// grouped writes a number with a comma before every three digits.
func grouped(x *big.Int) string {
	digits := x.String()
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func count(x uint64) string { return grouped(new(big.Int).SetUint64(x)) }

var (
	formats    = []string{"table", "json", "csv", "markdown"}
	allFormats = append(slices.Clone(formats), "bfile")
)

// A printer prints rows of one type, each as soon as it is there.
type printer struct {
	w      *bufio.Writer
	format string
	column string // of a b-file
	// Least widths and titles, by key, that are known only now.
	widths map[string]int
	titles map[string]string
	// all are the columns where rows can have different ones; nil if they cannot.
	all   []cell
	begun bool
}

func newPrinter(w io.Writer, format string) *printer {
	return &printer{w: bufio.NewWriter(w), format: format, widths: make(map[string]int), titles: make(map[string]string)}
}

// widen makes columns as wide as the rows need.
func (p *printer) widen(rows ...any) {
	for _, row := range rows {
		for _, c := range cellsOf(row) {
			p.widths[c.key] = max(p.widths[c.key], utf8.RuneCountInString(c.shown))
		}
	}
}

// print prints one row.
func (p *printer) print(row any) error {
	if p.format == "json" {
		if err := json.NewEncoder(p.w).Encode(row); err != nil {
			return err
		}
		return p.w.Flush()
	}
	cells := p.under(cellsOf(row))
	if p.format == "bfile" {
		return p.bfile(cells)
	}
	if !p.begun {
		p.head(cells)
		p.begun = true
	}
	p.line(cells)
	return p.w.Flush()
}

// under returns a row's cells under all columns.
func (p *printer) under(cells []cell) []cell {
	if p.all == nil {
		return cells
	}
	under := slices.Clone(p.all)
	for i, c := range under {
		if j := slices.IndexFunc(cells, func(d cell) bool { return d.key == c.key }); j >= 0 {
			under[i] = cells[j]
		} else {
			under[i].shown, under[i].precise = unknown, ""
		}
	}
	return under
}

// head prints the titles.
func (p *printer) head(cells []cell) {
	titles := slices.Clone(cells)
	for i, c := range titles {
		titles[i].shown, titles[i].precise = cmp.Or(p.titles[c.key], c.title), c.key
	}
	p.line(titles)
	if p.format == "markdown" {
		fmt.Fprintln(p.w, markdownRule(cells))
	}
}

// line prints one line of cells. What cannot be written is found when the printer is
// flushed.
func (p *printer) line(cells []cell) {
	switch p.format {
	case "csv":
		var precise []string
		for _, c := range cells {
			precise = append(precise, c.precise)
		}
		w := csv.NewWriter(p.w)
		_ = w.Write(precise)
		w.Flush()
		return
	case "markdown":
		fmt.Fprintln(p.w, markdownLine(cells))
		return
	}
	var line strings.Builder
	for _, c := range cells {
		if c.title == "" {
			continue
		}
		width := max(c.width, -c.width, p.widths[c.key], utf8.RuneCountInString(cmp.Or(p.titles[c.key], c.title)))
		if c.width < 0 {
			width = -width
		}
		fmt.Fprintf(&line, "%*s  ", width, c.shown)
	}
	fmt.Fprintln(p.w, strings.TrimRight(line.String(), " "))
}

// markdownLine returns the cells that have a title as a line of a Markdown table.
func markdownLine(cells []cell) string {
	var line strings.Builder
	for _, c := range cells {
		if c.title != "" && !c.noMarkdown {
			line.WriteString("| " + strings.ReplaceAll(c.shown, "|", `\|`) + " ")
		}
	}
	return line.String() + "|"
}

// markdownRule returns the line between the titles and the rows of a Markdown table.
func markdownRule(cells []cell) string {
	var line strings.Builder
	for _, c := range cells {
		switch {
		case c.title == "", c.noMarkdown:
		case c.width < 0:
			line.WriteString("|:--")
		default:
			line.WriteString("|--:")
		}
	}
	return line.String() + "|"
}

// bfile prints a line "n number", in the form of the On-Line Encyclopedia of Integer
// Sequences.
func (p *printer) bfile(cells []cell) error {
	i := slices.IndexFunc(cells, func(c cell) bool { return c.key == p.column })
	n := slices.IndexFunc(cells, func(c cell) bool { return c.key == "n" })
	if cells[i].precise == "" {
		return fmt.Errorf("does not say how many %s there are", cells[i].title)
	}
	fmt.Fprintf(p.w, "%s %s\n", cells[n].precise, cells[i].precise)
	return p.w.Flush()
}
