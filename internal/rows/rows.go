// Package rows prints rows of output for all verbs and pages: as an aligned table, Markdown, CSV or JSON. A row is a
// struct whose tags say how to print each field. Counts are exact and may have any size.
//
//	type row struct {
//		N     int         `json:"n" table:"n,3"`
//		Games rows.Number `json:"games" table:"labelled games"`
//	}
//	p := rows.NewPrinter(os.Stdout, "csv")
//	err := p.Print(row{4, rows.Whole(1296)}) // n,games and 4,1296
package rows

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"golang.org/x/term"

	"enumerate/internal/lists"
)

// A row of output is a struct. The fields, in their order, are the columns of tables, CSV, Markdown and b-files. The
// struct as a whole is the JSON object. Tags set the format of a field:
//
//	json:"key"        the key in JSON and in CSV; "-" omits it from JSON
//	csv:"key"         another key in CSV; "-" omits it from CSV
//	table:"title,W"   the title in tables and Markdown, and the minimum width, left-aligned if W is
//	                  negative; without it the column is only in CSV
//	markdown:"-"      omits it from Markdown
//	decimals:"D"      the number of decimals in tables
//
// A field whose type is a [Columns] has any number of columns.

// A Cell is a value of a row, with its column.
type Cell struct {
	Key, Title       string
	Width            int
	Display, Precise string // the value in tables, and in CSV; Precise is "" if unknown
	NoMarkdown       bool
}

// A Value is a field that formats itself.
type Value interface {
	Print() (shown, precise string)
}

// A Text is a field that has a precise value for CSV and JSON, and another text for tables.
type Text struct{ Display, Precise string }

func (t Text) Print() (shown, precise string) { return t.Display, t.Precise }
func (t Text) MarshalText() ([]byte, error)   { return []byte(t.Precise), nil }

// IsZero reports whether there is no precise value.
func (t Text) IsZero() bool { return t.Precise == "" }

// Columns is a field that has several columns, which depend on the ruleset of the row.
type Columns interface{ Cells() []Cell }

// Cells returns the cells of a row.
func Cells(row any) (cells []Cell) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		field, x := v.Type().Field(i), v.Field(i).Interface()
		if several, ok := x.(Columns); ok {
			cells = append(cells, several.Cells()...)
			continue
		}

		var c Cell
		c.Key, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		if key, ok := field.Tag.Lookup("csv"); ok {
			c.Key = key
		}
		if c.Key == "-" {
			continue
		}

		title, width, _ := strings.Cut(field.Tag.Get("table"), ",")
		c.Title = title
		c.Width, _ = strconv.Atoi(width)
		c.NoMarkdown = field.Tag.Get("markdown") == "-"
		decimals, _ := strconv.Atoi(field.Tag.Get("decimals"))
		c.Display, c.Precise = Show(x, decimals)
		cells = append(cells, c)
	}
	return cells
}

// Unknown is the table entry for an unknown number.
const Unknown = "-"

// Show returns a value as tables show it, and as CSV has it, with all digits. In tables a float has the given number of
// decimals.
func Show(x any, decimals int) (shown, precise string) {
	switch x := x.(type) {
	case Value:
		return x.Print()
	case uint64:
		return Count(x), strconv.FormatUint(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'f', decimals, 64), strconv.FormatFloat(x, 'g', -1, 64)
	case *float64:
		if x == nil {
			return Unknown, ""
		}
		return Show(*x, decimals)
	}
	shown = fmt.Sprint(x)
	return shown, shown
}

// A Number is an exact count, or unknown. In JSON it is a string, because it can have any number of digits.
type Number struct{ x *big.Int }

func (n Number) Print() (shown, precise string) {
	if n.x == nil {
		return Unknown, ""
	}
	return Grouped(n.x), n.x.String()
}

// IsZero reports whether the number is unknown; then JSON omits it.
func (n Number) IsZero() bool { return n.x == nil }

func (n Number) MarshalText() ([]byte, error) { return []byte(n.x.String()), nil }

// Exact returns the Number of a count, unknown if x is nil.
func Exact(x *big.Int) Number { return Number{x} }

// Whole returns the Number of a count.
func Whole(x uint64) Number { return Number{new(big.Int).SetUint64(x)} }

// Grouped formats a number with a comma before every three digits.
func Grouped(x *big.Int) string { return humanize.BigComma(x) }

// Counted formats a number with the singular or plural of a noun: "1 player", "3 players".
func Counted(n any, one, several string) string {
	number := fmt.Sprint(n)
	if number != "1" {
		one = several
	}
	return number + " " + one
}

// Count formats a number with a comma before every three digits, as Grouped does.
func Count(x uint64) string { return Grouped(new(big.Int).SetUint64(x)) }

// A Printer prints rows of one type, each as soon as it gets it.
type Printer struct {
	w      *bufio.Writer
	format string
	// Widths and Titles have minimum widths and titles of columns, by key, that tags cannot know.
	Widths map[string]int
	Titles map[string]string
	// All has all columns if rows can have different columns, and is nil otherwise.
	All   []Cell
	begun bool
	// screen is the width of the terminal, 0 if the output is not a terminal.
	screen int
	shape  shape
}

// A shape is the layout of a table, which depends on the screen.
type shape int

const (
	wide  shape = iota // a line for each row, as in files
	short              // a line for each row, with stacked titles and the narrowest columns
	tall               // a line for each cell, with its title and its value
)

// NewPrinter returns a printer for a format: "table", "json", "csv" or "markdown".
func NewPrinter(w io.Writer, format string) *Printer {
	p := &Printer{w: bufio.NewWriter(w), format: format, Widths: make(map[string]int), Titles: make(map[string]string)}
	if format == "table" {
		p.screen = ScreenWidth(w)
	}
	return p
}

// ScreenWidth returns the width of the terminal to which w writes, 0 if w is not a terminal, or 80 columns if the
// terminal does not report its width.
func ScreenWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// Widen makes columns at least as wide as the given rows need.
func (p *Printer) Widen(rows ...any) {
	for _, row := range rows {
		for _, c := range Cells(row) {
			p.Widths[c.Key] = max(p.Widths[c.Key], utf8.RuneCountInString(c.Display))
		}
	}
}

// Print prints rows.
func (p *Printer) Print(rows ...any) error {
	for _, row := range rows {
		if err := p.print(row); err != nil {
			return err
		}
	}
	return nil
}

// print prints a row, after the titles if it is the first one.
func (p *Printer) print(row any) error {
	if p.format == "json" {
		if err := json.NewEncoder(p.w).Encode(row); err != nil {
			return err
		}
		return p.w.Flush()
	}

	cells := p.aligned(Cells(row))
	if !p.begun {
		p.fit(cells)
	}

	switch {
	case p.shape == tall && p.begun:
		fmt.Fprintln(p.w)
		fallthrough
	case p.shape == tall:
		p.lines(cells)
	case !p.begun:
		p.head(cells)
		fallthrough
	default:
		p.line(cells)
	}

	p.begun = true
	return p.w.Flush()
}

// aligned returns a row's cells in the order of p.All, with empty cells for the columns that the row does not have.
func (p *Printer) aligned(cells []Cell) []Cell {
	if p.All == nil {
		return cells
	}
	aligned := slices.Clone(p.All)
	for i, column := range aligned {
		if j := slices.IndexFunc(cells, func(c Cell) bool { return c.Key == column.Key }); j >= 0 {
			aligned[i] = cells[j]
		} else {
			aligned[i].Display, aligned[i].Precise = Unknown, ""
		}
	}
	return aligned
}

// Head prints the titles of a table that has no rows.
func (p *Printer) Head(cells []Cell) error {
	p.head(cells)
	return p.w.Flush()
}

// head prints the titles of the columns. If p.shape is short, a title takes several lines, a word each.
func (p *Printer) head(cells []Cell) {
	titles := slices.Clone(cells)
	for i, c := range titles {
		titles[i].Display, titles[i].Precise = p.title(c), c.Key
	}
	if p.shape == short {
		p.printStacked(titles)
		return
	}
	p.line(titles)
	if p.format == "markdown" {
		fmt.Fprintln(p.w, MarkdownRule(cells))
	}
}

// printStacked prints the titles of columns with one word of each title on a line. Shorter titles have blank space
// above them.
func (p *Printer) printStacked(titles []Cell) {
	words, height := make([][]string, len(titles)), 0
	for i, c := range titles {
		words[i] = titleWords(c.Display)
		height = max(height, len(words[i]))
	}
	for level := height; level > 0; level-- {
		for i := range titles {
			titles[i].Display = ""
			if at := len(words[i]) - level; at >= 0 {
				titles[i].Display = words[i][at]
			}
		}
		p.line(titles)
	}
}

// line prints cells on one line. It ignores errors of writing, because flushing the printer reports them.
func (p *Printer) line(cells []Cell) {
	switch p.format {
	case "csv":
		precise := lists.Map(cells, func(c Cell) string { return c.Precise })
		w := csv.NewWriter(p.w)
		_ = w.Write(precise)
		w.Flush()
		return
	case "markdown":
		fmt.Fprintln(p.w, MarkdownLine(cells))
		return
	}

	var line strings.Builder
	for _, c := range cells {
		if c.Title == "" { // the column is only in CSV
			continue
		}
		width := p.columnWidth(c)
		if c.Width < 0 {
			width = -width
		}
		fmt.Fprintf(&line, "%*s%s", width, c.Display, p.gap())
	}
	fmt.Fprintln(p.w, strings.TrimRight(line.String(), " "))
}

func (p *Printer) title(c Cell) string { return cmp.Or(p.Titles[c.Key], c.Title) }

// columnWidth returns the width of a cell's column in a table: the greatest of the width that the values need
// (p.Widths, known for some columns), the usual width (c.Width, negative if the column is left-aligned) and the width
// of the title. If p.shape is short, the title is broken into words, so only its longest word counts. The usual width
// then counts only if the needed width is not known.
func (p *Printer) columnWidth(c Cell) int {
	needed, ok := p.Widths[c.Key]
	if p.shape != short {
		return max(c.Width, -c.Width, needed, utf8.RuneCountInString(p.title(c)))
	}
	width := needed
	if !ok {
		width = max(c.Width, -c.Width)
	}
	for _, word := range titleWords(p.title(c)) {
		width = max(width, utf8.RuneCountInString(word))
	}
	return width
}

// titleWords splits a title where a line may break: "classes", "labelled" "games", "decisions/" "game".
func titleWords(title string) []string {
	return strings.Fields(strings.ReplaceAll(title, "/", "/ "))
}

func (p *Printer) gap() string {
	if p.shape == short {
		return " "
	}
	return "  "
}

// fit chooses the first of the shapes with which the table fits on the screen, judged by the cells of the first row.
func (p *Printer) fit(cells []Cell) {
	for p.shape = wide; p.screen > 0 && p.shape < tall; p.shape++ {
		width := -len(p.gap()) // no gap after the last column
		for _, c := range cells {
			if c.Title != "" {
				width += max(p.columnWidth(c), utf8.RuneCountInString(c.Display)) + len(p.gap())
			}
		}
		if width <= p.screen {
			return
		}
	}
}

// lines prints a row as several lines, each with a title and a value. A number that is wider than the screen continues
// on the next line, after a comma.
func (p *Printer) lines(cells []Cell) {
	titleWidth, valueWidth := 0, 0
	for _, c := range cells {
		if c.Title != "" {
			titleWidth = max(titleWidth, utf8.RuneCountInString(p.title(c)))
			valueWidth = max(valueWidth, utf8.RuneCountInString(c.Display), p.Widths[c.Key])
		}
	}

	room := max(p.screen-titleWidth-2, 8) // columns of the screen for values
	for _, c := range cells {
		if c.Title == "" {
			continue
		}
		width := min(valueWidth, room)
		if c.Width < 0 { // left-aligned, because it has no numbers
			width = 0
		}

		title := p.title(c)
		for _, piece := range broken(c.Display, room) {
			fmt.Fprintf(p.w, "%-*s  %*s\n", titleWidth, title, width, piece)
			title = "" // further pieces have none
		}
	}
}

// broken splits a text into pieces of at most `room` characters, after commas or spaces if possible.
func broken(text string, room int) (pieces []string) {
	for utf8.RuneCountInString(text) > room {
		end := len(string([]rune(text)[:room]))
		if at := strings.LastIndexAny(text[:end], ", "); at > 0 {
			end = at + 1
		}
		pieces = append(pieces, strings.TrimRight(text[:end], " "))
		text = text[end:]
	}
	return append(pieces, text)
}

// MarkdownLine returns the cells that have a title, as a line of a Markdown table.
func MarkdownLine(cells []Cell) string {
	var line strings.Builder
	for _, c := range cells {
		if c.Title != "" && !c.NoMarkdown {
			line.WriteString("| " + strings.ReplaceAll(c.Display, "|", `\|`) + " ")
		}
	}
	return line.String() + "|"
}

// MarkdownRule returns the line between titles and rows of a Markdown table.
func MarkdownRule(cells []Cell) string {
	var line strings.Builder
	for _, c := range cells {
		switch {
		case c.Title == "", c.NoMarkdown:
		case c.Width < 0: // left-aligned
			line.WriteString("|:--")
		default:
			line.WriteString("|--:")
		}
	}
	return line.String() + "|"
}
