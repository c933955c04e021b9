// Package data embeds the files of its directory in the program: what the sources of the rulesets (papers, blogs and
// reports) claim, and every proved total.
//
//	data.Totals("wonderwall").Number(6, "solvable-classes") // "14780"
//
// The totals are stored only in this directory. The tables in documents, the b-files (lists of numbers for the OEIS)
// and the web page are made from them, and tests compare with them. `enumerate results --into data/results` writes
// them.
package data

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Claims are the claims of the rulesets' sources (papers, blogs and reports), a file for each source; package claims
// reads them.
//
//go:embed claims/*.md
var Claims embed.FS

// Results are the files with the proved totals of each ruleset. Subfolders have the values of positions (values), the
// shares of verdicts among random games (samples), and the numbers of solvable games of wonderwall in which every
// player is chosen by another (cores).
//
//go:embed results
var Results embed.FS

// Examples are the files of this directory that help texts name, by path.
//
//go:embed examples published-estimates.csv
var Examples embed.FS

// A Table has the totals of a ruleset, a row for each size, smallest first.
type Table struct {
	Ruleset string
	Columns []string // games, classes, and VERDICT-games, VERDICT-classes for each verdict
	Rows    []Row
}

// A Row has the totals of a size.
type Row struct {
	N       int
	Numbers []string // digits, for each column; "" if no method of the row finds the number
	Methods []string // methods that agree
	// Machines is the number of machines that found the numbers independently, counted as their databases were merged;
	// at least 1. See checkpoints.Machines.
	Machines int
	Since    string // the day of the oldest run that found them, as in 2026-11-23; "" if unknown
}

// FileName returns the file name of a ruleset's table, without colons, commas and spaces.
func FileName(ruleset string) string {
	return strings.NewReplacer(":", "-", ",", "-", " ", "-").Replace(ruleset) + ".csv"
}

// Totals returns the totals of a ruleset, possibly without rows.
func Totals(ruleset string) Table { return shipped("results", ruleset) }

// Cores returns the numbers of solvable core games of wonderwall, in which every player is chosen by another, and of
// their classes. The number of core games of a size follows from the numbers of solvable games of this and all smaller
// sizes, by statement (21) of docs/papers/count.md. The numbers of classes come from a walk that visits only core
// games.
func Cores() Table { return shipped("results/cores", "wonderwall") }

// shipped returns the table of a ruleset that the program contains, possibly without rows.
func shipped(directory, ruleset string) Table {
	path := directory + "/" + FileName(ruleset)
	text, err := fs.ReadFile(Results, path)
	if err != nil {
		return Table{Ruleset: ruleset}
	}
	t, err := Read(string(text))
	if err != nil {
		panic(fmt.Sprintf("data/%s: %v", path, err)) // does not happen: a test reads all embedded files
	}
	return t
}

// Of returns the row of a size, or an empty one.
func (t Table) Of(n int) Row {
	if i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.N == n }); i >= 0 {
		return t.Rows[i]
	}
	return Row{N: n, Numbers: make([]string, len(t.Columns))}
}

// Number returns the number of a size in a column, "" if unknown.
func (t Table) Number(n int, column string) string {
	if i := slices.Index(t.Columns, column); i >= 0 {
		return t.Of(n).Numbers[i]
	}
	return ""
}

var (
	digits = regexp.MustCompile(`^(|0|[1-9][0-9]*)$`)
	day    = regexp.MustCompile(`^(|[0-9]{4}-[0-9]{2}-[0-9]{2})$`)
)

// Read reads a table of totals from its text in CSV, in the form that [Table.CSV] writes, or that of earlier versions,
// without the last two columns, machines and since. The error names the wrong line.
func Read(text string) (t Table, err error) {
	if titles, _, _ := strings.Cut(text, "\n"); strings.HasSuffix(titles, ",methods") {
		// Append the two titles to the first line, and machines = 1 and an empty since to every other line.
		text = strings.Replace(strings.ReplaceAll(text, "\n", ",1,\n"), ",methods,1,\n", ",methods,machines,since\n", 1)
	}

	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return t, fmt.Errorf("line %d: %w; correct the line, or restore the file", wrong.Line, wrong.Err)
	}
	if len(lines) < 2 {
		return t, fmt.Errorf("expected a line of titles, and then a line for each size")
	}

	titles := lines[0]
	last := len(titles) - 3 // the column methods
	if last < 3 || !slices.Equal(titles[:2], []string{"ruleset", "n"}) || !slices.Equal(titles[last:], []string{"methods", "machines", "since"}) {
		return t, fmt.Errorf("line 1: expected the titles ruleset and n, then the titles of the numbers, and then methods, machines and since")
	}

	t.Ruleset, t.Columns = lines[1][0], titles[2:last]
	for i, line := range lines[1:] {
		n, err := strconv.Atoi(line[1])
		machines, _ := strconv.Atoi(line[last+1])
		switch {
		case line[0] != t.Ruleset:
			return t, fmt.Errorf("line %d: expected the ruleset of line 2, %q, not %q", i+2, t.Ruleset, line[0])
		case err != nil || i > 0 && n <= t.Rows[i-1].N:
			return t, fmt.Errorf("line %d: expected a size above those before it, not %q", i+2, line[1])
		case line[last] == "":
			return t, fmt.Errorf("line %d: expected a method", i+2)
		case machines < 1:
			return t, fmt.Errorf("line %d: %q is not a number of machines", i+2, line[last+1])
		case !day.MatchString(line[last+2]):
			return t, fmt.Errorf("line %d: expected a day such as 2026-11-23, not %q", i+2, line[last+2])
		}

		for _, number := range line[2:last] {
			if !digits.MatchString(number) {
				return t, fmt.Errorf("line %d: %q is not a number", i+2, number)
			}
		}

		t.Rows = append(t.Rows, Row{n, line[2:last], strings.Split(line[last], ", "), machines, line[last+2]})
	}

	for i, line := range strings.SplitAfter(t.CSV(), "\n") {
		var same bool
		if text, same = strings.CutPrefix(text, line); !same || line == "" && text != "" { // only the last line is empty
			return t, fmt.Errorf("line %d: not in the format that the program writes: remove needless quotes, leading zeros, empty lines and carriage returns, and end the file with a line break", i+1)
		}
	}
	return t, nil
}

// CSV writes the table.
func (t Table) CSV() string {
	text := t.line("ruleset", "n", t.Columns, "methods", "machines", "since")
	for _, row := range t.Rows {
		text += t.Line(row)
	}
	return text
}

// Line writes a row of the table.
func (t Table) Line(row Row) string {
	return t.line(t.Ruleset, strconv.Itoa(row.N), row.Numbers, strings.Join(row.Methods, ", "), strconv.Itoa(row.Machines), row.Since)
}

func (t Table) line(ruleset, n string, numbers []string, rest ...string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(slices.Concat([]string{ruleset, n}, numbers, rest))
	w.Flush()
	return b.String()
}
