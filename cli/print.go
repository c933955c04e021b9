package cli

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

	"golang.org/x/term"
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
	allFormats = append(slices.Clone(formats), "bfile", "oeis")
)

// A printer prints rows of one type, each as soon as it is there.
type printer struct {
	w        *bufio.Writer
	format   string
	sequence *sequence // that the formats bfile and oeis print
	// Least widths and titles, by key, that are known only now.
	widths map[string]int
	titles map[string]string
	// all are the columns where rows can have different ones; nil if they cannot.
	all   []cell
	begun bool
	// screen is the width of the terminal that a table goes to, 0 if it goes elsewhere.
	screen int
	shape  shape
}

// A shape is how a table fits on its screen.
type shape int

const (
	wide  shape = iota // a line for each row, as off a screen
	short              // the same with titles below each other, and columns no wider than they need
	tall               // each row as lines, a title and a value on each
)

func newPrinter(w io.Writer, format string) *printer {
	p := &printer{w: bufio.NewWriter(w), format: format, widths: make(map[string]int), titles: make(map[string]string)}
	if format == "table" {
		p.screen = screenWidth(w)
	}
	return p
}

// screenWidth returns how many columns the terminal has that is written to, 0 if it is none.
// A terminal that does not say is taken for one of 80.
func screenWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
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
		titles[i].shown, titles[i].precise = p.title(c), c.key
	}
	if p.shape == short {
		p.stacked(titles)
		return
	}
	p.line(titles)
	if p.format == "markdown" {
		fmt.Fprintln(p.w, markdownRule(cells))
	}
}

// stacked prints titles with their words below each other.
func (p *printer) stacked(titles []cell) {
	words, height := make([][]string, len(titles)), 0
	for i, c := range titles {
		words[i] = titleWords(c.shown)
		height = max(height, len(words[i]))
	}
	for level := height; level > 0; level-- {
		for i := range titles {
			titles[i].shown = ""
			if at := len(words[i]) - level; at >= 0 {
				titles[i].shown = words[i][at]
			}
		}
		p.line(titles)
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
		width := p.columnWidth(c)
		if c.width < 0 {
			width = -width
		}
		fmt.Fprintf(&line, "%*s%s", width, c.shown, p.gap())
	}
	fmt.Fprintln(p.w, strings.TrimRight(line.String(), " "))
}

// title returns the title of a cell's column.
func (p *printer) title(c cell) string { return cmp.Or(p.titles[c.key], c.title) }

// columnWidth returns how wide the column of a cell is in a table.
func (p *printer) columnWidth(c cell) int {
	known, ok := p.widths[c.key]
	if p.shape != short {
		return max(c.width, -c.width, known, utf8.RuneCountInString(p.title(c)))
	}
	width := known
	if !ok {
		width = max(c.width, -c.width)
	}
	for _, word := range titleWords(p.title(c)) {
		width = max(width, utf8.RuneCountInString(word))
	}
	return width
}

// titleWords cuts a title where a line may end: "classes", "labelled" "games",
// "decisions/" "game".
func titleWords(title string) []string {
	return strings.Fields(strings.ReplaceAll(title, "/", "/ "))
}

// gap is what stands between two columns.
func (p *printer) gap() string {
	if p.shape == short {
		return " "
	}
	return "  "
}

// fit chooses the first shape in which a table with this first row fits on the screen.
func (p *printer) fit(cells []cell) {
	for p.shape = wide; p.screen > 0 && p.shape < tall; p.shape++ {
		width := -len(p.gap())
		for _, c := range cells {
			if c.title != "" {
				width += max(p.columnWidth(c), utf8.RuneCountInString(c.shown)) + len(p.gap())
			}
		}
		if width <= p.screen {
			return
		}
	}
}

// lines prints a row as lines, a title and a value on each. A number that is wider than
// the screen goes on below, after a comma.
func (p *printer) lines(cells []cell) {
	titles, values := 0, 0
	for _, c := range cells {
		if c.title != "" {
			titles = max(titles, utf8.RuneCountInString(p.title(c)))
			values = max(values, utf8.RuneCountInString(c.shown), p.widths[c.key])
		}
	}
	room := max(p.screen-titles-2, 8)
	for _, c := range cells {
		if c.title == "" {
			continue
		}
		width := min(values, room)
		if c.width < 0 { // left of what is not a number
			width = 0
		}
		title := p.title(c)
		for _, piece := range broken(c.shown, room) {
			fmt.Fprintf(p.w, "%-*s  %*s\n", titles, title, width, piece)
			title = ""
		}
	}
}

// broken cuts a text into pieces of at most so many characters, after commas or blanks if
// there are some.
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

// bfile prints a line "n number" of a b-file, and before the first one what the file is.
func (p *printer) bfile(cells []cell) error {
	n, term, err := p.sequence.termOf(cells)
	if err != nil {
		return err
	}
	if !p.begun {
		p.w.WriteString(p.sequence.bFileHead())
		p.begun = true
	}
	fmt.Fprintf(p.w, "%s %s\n", n, term)
	return p.w.Flush()
}
