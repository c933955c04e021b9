package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A line is what is printed of one size.
type line struct {
	key    checkpoints.Key
	part   enum.Part
	space  enum.Space
	result checkpoints.Result
}

// A column is one number of a line.
type column struct {
	key   string // in CSV and for --column
	title string // in tables
	value func(line) (*big.Int, error)
}

// columnsOf returns the columns of a space's lines.
func columnsOf(s enum.Space) []column {
	columns := []column{
		{"games", "labelled games", func(l line) (*big.Int, error) { return l.result.Tally.AllGames(l.space.Group()) }},
		{"classes", "classes", func(l line) (*big.Int, error) { return l.result.Tally.AllClasses(), nil }},
	}
	for v, name := range s.Verdicts() {
		columns = append(columns,
			column{name + "-games", name + " games", func(l line) (*big.Int, error) { return l.result.Tally.Games(v, l.space.Group()) }},
			column{name + "-classes", name + " classes", func(l line) (*big.Int, error) { return l.result.Tally.Classes(v), nil }})
	}
	return columns
}

// values returns the numbers of a line.
func values(l line, columns []column) ([]*big.Int, error) {
	numbers := make([]*big.Int, len(columns))
	for i, c := range columns {
		var err error
		if numbers[i], err = c.value(l); err != nil {
			return nil, fmt.Errorf("%w: %w", checkpoints.ErrProof, err)
		}
	}
	return numbers, nil
}

// checked says in words how a line was proved.
func (l line) checked() string {
	if !l.part.Whole() {
		return "no, part " + l.part.String()
	}
	p := l.result.Checks
	return "games " + p.Games + ", classes " + p.Classes
}

var formats = []string{"table", "json", "csv", "markdown", "bfile"}

// A printer prints lines, each as soon as it is there.
type printer struct {
	w       *bufio.Writer
	format  string
	columns []column
	widths  []int // of the columns of a table
	begun   bool
}

// newPrinter returns a printer for lines of the given spaces, of one ruleset.
func newPrinter(w io.Writer, format, key string, keyGiven bool, part enum.Part, spaces []sized) (*printer, error) {
	p := &printer{w: bufio.NewWriter(w), format: format, columns: columnsOf(spaces[0])}
	if (format == "bfile" || format == "markdown") && !part.Whole() {
		return nil, usagef("--format %s prints whole sizes, not part %v", format, part)
	}
	if format == "bfile" {
		var keys []string
		for _, c := range p.columns {
			keys = append(keys, c.key)
		}
		i := slices.Index(keys, key)
		if i < 0 {
			return nil, usagef("--column %s: it takes one of %s", key, strings.Join(keys, ", "))
		}
		p.columns = p.columns[i : i+1]
	} else if keyGiven {
		return nil, usagef("--column goes with --format bfile")
	}
	// No number in a column exceeds that of all labelled games, so a table can be
	// aligned before the lines are there.
	widest := len(grouped(spaces[len(spaces)-1].Games()))
	for _, c := range p.columns {
		p.widths = append(p.widths, max(len(c.title), widest))
	}
	return p, nil
}

func (p *printer) print(l line) error {
	numbers, err := values(l, p.columns)
	if err != nil {
		return err
	}
	if err := printFormats[p.format](p, l, numbers); err != nil {
		return err
	}
	p.begun = true
	return p.w.Flush()
}

var printFormats = map[string]func(*printer, line, []*big.Int) error{
	"table":    (*printer).table,
	"json":     (*printer).json,
	"csv":      (*printer).csv,
	"markdown": (*printer).markdown,
	"bfile":    (*printer).bfile,
}

func (p *printer) table(l line, numbers []*big.Int) error {
	if !p.begun {
		fmt.Fprintf(p.w, "%3s", "n")
		for i, c := range p.columns {
			fmt.Fprintf(p.w, "  %*s", p.widths[i], c.title)
		}
		fmt.Fprintln(p.w, "  checked")
	}
	fmt.Fprintf(p.w, "%3d", l.key.Size)
	for i, x := range numbers {
		fmt.Fprintf(p.w, "  %*s", p.widths[i], grouped(x))
	}
	_, err := fmt.Fprintf(p.w, "  %s\n", l.checked())
	return err
}

func (p *printer) markdown(l line, numbers []*big.Int) error {
	if !p.begun {
		fmt.Fprintln(p.w, markdownHead(p.columns))
	}
	_, err := fmt.Fprintln(p.w, markdownRow(l.key.Size, numbers))
	return err
}

func markdownHead(columns []column) string {
	head, rule := "| n |", "|--:|"
	for _, c := range columns {
		head += " " + c.title + " |"
		rule += "--:|"
	}
	return head + "\n" + rule
}

func markdownRow(n int, numbers []*big.Int) string {
	row := fmt.Sprintf("| %d |", n)
	for _, x := range numbers {
		row += " " + grouped(x) + " |"
	}
	return row
}

func (p *printer) csv(l line, numbers []*big.Int) error {
	w := csv.NewWriter(p.w)
	if !p.begun {
		head := []string{"ruleset", "n", "method", "part"}
		for _, c := range p.columns {
			head = append(head, c.key)
		}
		if err := w.Write(append(head, "checked")); err != nil {
			return err
		}
	}
	row := []string{l.key.Ruleset, strconv.Itoa(l.key.Size), l.key.Method, l.part.String()}
	for _, x := range numbers {
		row = append(row, x.String())
	}
	if err := w.Write(append(row, l.checked())); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

func (p *printer) bfile(l line, numbers []*big.Int) error {
	_, err := fmt.Fprintf(p.w, "%d %v\n", l.key.Size, numbers[0])
	return err
}

// The JSON form of a line. Counts are decimal strings: they have any number of
// digits.
type (
	jsonLine struct {
		Ruleset  string                 `json:"ruleset"`
		N        int                    `json:"n"`
		Method   string                 `json:"method"`
		Part     string                 `json:"part,omitempty"`
		Games    string                 `json:"games"`
		Classes  string                 `json:"classes"`
		Verdicts map[string]jsonVerdict `json:"verdicts"`
		Checks   jsonChecks             `json:"checks"`
		Seconds  float64                `json:"seconds"` // of all workers together
	}
	jsonVerdict struct {
		Games         string            `json:"games"`
		Classes       string            `json:"classes"`
		Automorphisms map[string]string `json:"automorphisms"` // |Aut| -> classes
	}
	jsonChecks struct {
		Games   string `json:"games"`
		Classes string `json:"classes"`
	}
)

func (p *printer) json(l line, numbers []*big.Int) error {
	checks := jsonChecks(l.result.Checks)
	part := ""
	if !l.part.Whole() {
		part = l.part.String()
		checks = jsonChecks{"not checked", "not checked"}
	}
	out := jsonLine{
		Ruleset: l.key.Ruleset, N: l.key.Size, Method: l.key.Method, Part: part,
		Games: numbers[0].String(), Classes: numbers[1].String(),
		Verdicts: make(map[string]jsonVerdict),
		Checks:   checks,
		Seconds:  float64(l.result.Took.Milliseconds()) / 1000,
	}
	for v, name := range l.space.Verdicts() {
		bars := make(map[string]string)
		for _, bar := range l.result.Tally.Histogram(v) {
			bars[strconv.FormatUint(bar.Automorphisms, 10)] = bar.Classes.String()
		}
		games, err := l.result.Tally.Games(v, l.space.Group())
		if err != nil {
			return err
		}
		out.Verdicts[name] = jsonVerdict{games.String(), l.result.Tally.Classes(v).String(), bars}
	}
	return json.NewEncoder(p.w).Encode(out)
}

// grouped writes a number with a comma before every three digits.
func grouped(x *big.Int) string {
	digits := x.String()
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
