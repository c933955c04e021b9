package cli

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
	agrees []string // other methods, whose finished runs come to the same
}

// A column is one number of a line.
type column struct {
	key   string                             // in CSV and for --column
	title string                             // in tables
	value func(totals []enum.Total) *big.Int // nil if they do not say
}

// columnsOf returns the columns of a space's lines.
func columnsOf(s enum.Space) []column {
	columns := []column{
		{"games", "labelled games", func(totals []enum.Total) *big.Int { return enum.Overall(totals).Games }},
		{"classes", "classes", func(totals []enum.Total) *big.Int { return enum.Overall(totals).Classes }},
	}
	for v, name := range s.Verdicts() {
		columns = append(columns,
			column{name + "-games", name + " games", func(totals []enum.Total) *big.Int { return totals[v].Games }},
			column{name + "-classes", name + " classes", func(totals []enum.Total) *big.Int { return totals[v].Classes }})
	}
	return columns
}

// values returns the numbers of a line.
func values(totals []enum.Total, columns []column) []*big.Int {
	numbers := make([]*big.Int, len(columns))
	for i, c := range columns {
		numbers[i] = c.value(totals)
	}
	return numbers
}

// checked says in words how a line was proved.
func (l line) checked() string {
	if !l.part.Whole() {
		return "no, part " + l.part.String()
	}
	p := l.result.Checks
	words := "games " + p.Games + ", classes " + p.Classes
	for _, method := range l.agrees {
		words += ", " + method + " agrees"
	}
	return words
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
	p := &printer{w: bufio.NewWriter(w), format: format, columns: columnsOf(spaces[0].space)}
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
	widest := len(grouped(spaces[len(spaces)-1].space.Games()))
	for _, c := range p.columns {
		p.widths = append(p.widths, max(len(c.title), widest))
	}
	return p, nil
}

func (p *printer) print(l line) error {
	totals, err := l.space.Totals(l.result.Tally)
	if err != nil {
		return fmt.Errorf("%w: %w", checkpoints.ErrProof, err)
	}
	if err := printFormats[p.format](p, l, totals); err != nil {
		return err
	}
	p.begun = true
	return p.w.Flush()
}

var printFormats = map[string]func(*printer, line, []enum.Total) error{
	"table":    (*printer).table,
	"json":     (*printer).json,
	"csv":      (*printer).csv,
	"markdown": (*printer).markdown,
	"bfile":    (*printer).bfile,
}

func (p *printer) table(l line, totals []enum.Total) error {
	if !p.begun {
		fmt.Fprintf(p.w, "%3s", "n")
		for i, c := range p.columns {
			fmt.Fprintf(p.w, "  %*s", p.widths[i], c.title)
		}
		fmt.Fprintln(p.w, "  checked")
	}
	fmt.Fprintf(p.w, "%3d", l.key.Size)
	for i, x := range values(totals, p.columns) {
		fmt.Fprintf(p.w, "  %*s", p.widths[i], grouped(x))
	}
	_, err := fmt.Fprintf(p.w, "  %s\n", l.checked())
	return err
}

func (p *printer) markdown(l line, totals []enum.Total) error {
	if !p.begun {
		head, rule := markdownHead(p.columns)
		fmt.Fprintf(p.w, "%s\n%s\n", head, rule)
	}
	_, err := fmt.Fprintln(p.w, markdownRow(l.key.Size, values(totals, p.columns)))
	return err
}

// markdownHead returns the titles of a table and the line below them.
func markdownHead(columns []column) (head, rule string) {
	head, rule = "| n |", "|--:|"
	for _, c := range columns {
		head += " " + c.title + " |"
		rule += "--:|"
	}
	return head, rule
}

func markdownRow(n int, numbers []*big.Int) string {
	row := fmt.Sprintf("| %d |", n)
	for _, x := range numbers {
		row += " " + grouped(x) + " |"
	}
	return row
}

func (p *printer) csv(l line, totals []enum.Total) error {
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
	for _, x := range values(totals, p.columns) {
		row = append(row, decimal(x))
	}
	if err := w.Write(append(row, l.checked())); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

func (p *printer) bfile(l line, totals []enum.Total) error {
	c := p.columns[0]
	x := c.value(totals)
	if x == nil {
		return fmt.Errorf("a %v does not say how many %s there are", l.key, c.title)
	}
	_, err := fmt.Fprintf(p.w, "%d %v\n", l.key.Size, x)
	return err
}

// The JSON form of a line. Counts are decimal strings: they have any number of
// digits. Numbers that are not known are left out, automorphisms but of classes that a
// walk has met.
type (
	jsonLine struct {
		Ruleset  string                 `json:"ruleset"`
		N        int                    `json:"n"`
		Method   string                 `json:"method"`
		Part     string                 `json:"part,omitempty"`
		Games    string                 `json:"games,omitempty"`
		Classes  string                 `json:"classes,omitempty"`
		Verdicts map[string]jsonVerdict `json:"verdicts"`
		Checks   jsonChecks             `json:"checks"`
		Agrees   []string               `json:"agrees,omitempty"` // other methods
		Seconds  float64                `json:"seconds"`          // of all workers together
	}
	jsonVerdict struct {
		Games         string            `json:"games,omitempty"`
		Classes       string            `json:"classes,omitempty"`
		Automorphisms map[string]string `json:"automorphisms,omitzero"` // |Aut| -> classes
	}
	jsonChecks struct {
		Games   string `json:"games"`
		Classes string `json:"classes"`
	}
)

func (p *printer) json(l line, totals []enum.Total) error {
	checks := jsonChecks(l.result.Checks)
	part := ""
	if !l.part.Whole() {
		part = l.part.String()
		checks = jsonChecks{"not checked", "not checked"}
	}
	all := enum.Overall(totals)
	out := jsonLine{
		Ruleset: l.key.Ruleset, N: l.key.Size, Method: l.key.Method, Part: part,
		Games: decimal(all.Games), Classes: decimal(all.Classes),
		Verdicts: make(map[string]jsonVerdict),
		Checks:   checks,
		Agrees:   l.agrees,
		Seconds:  float64(l.result.Took.Milliseconds()) / 1000,
	}
	for v, name := range l.space.Verdicts() {
		verdict := jsonVerdict{Games: decimal(totals[v].Games), Classes: decimal(totals[v].Classes)}
		inBulk := l.result.Tally.Count(v, enum.NoClass).Sign() > 0
		if l.key.Method == checkpoints.Walk && !inBulk {
			verdict.Automorphisms = make(map[string]string)
			for _, bar := range l.result.Tally.Histogram(v) {
				verdict.Automorphisms[strconv.FormatUint(bar.Key, 10)] = bar.Count.String()
			}
		}
		out.Verdicts[name] = verdict
	}
	return json.NewEncoder(p.w).Encode(out)
}

// decimal writes a number, nothing if it is not known.
func decimal(x *big.Int) string {
	if x == nil {
		return ""
	}
	return x.String()
}

// unknown stands in tables for a number that is not known.
const unknown = "-"

// grouped writes a number with a comma before every three digits.
func grouped(x *big.Int) string {
	if x == nil {
		return unknown
	}
	digits := x.String()
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
