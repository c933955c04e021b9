package results

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/results/estimate"
)

// Table returns the results as a table in the form of the files of data/results.
func (r Results) Table() data.Table {
	t := data.Table{Ruleset: r.Ruleset.Name}
	for _, row := range r.Rows {
		kept := data.Row{N: row.N, Methods: row.Methods.names, Machines: row.Machines, Since: row.Since}
		t.Columns = nil // the last row, of the largest size, has the most columns
		for _, c := range Numbers(row) {
			t.Columns, kept.Numbers = append(t.Columns, c.Key), append(kept.Numbers, c.Precise)
		}
		t.Rows = append(t.Rows, kept)
	}
	// Small sizes can have fewer verdicts: with few sticks there are fewer Grundy values of heaps. Their rows are empty
	// in the other columns.
	for i := range t.Rows {
		for len(t.Rows[i].Numbers) < len(t.Columns) {
			t.Rows[i].Numbers = append(t.Rows[i].Numbers, "")
		}
	}
	return t
}

// Join returns one table with the rows of two tables of a ruleset. The table `kept` is from a file, and the table
// `found` is from a database. Join fails if the two tables have different columns, or different numbers for the same
// size.
func Join(kept, found data.Table) (data.Table, error) {
	if len(kept.Rows) == 0 {
		return found, nil
	}
	if len(found.Rows) == 0 {
		return kept, nil
	}
	if kept.Ruleset != found.Ruleset || !slices.Equal(kept.Columns, found.Columns) {
		return data.Table{}, fmt.Errorf("the columns differ: %s of %s, and %s of %s", strings.Join(kept.Columns, ", "), kept.Ruleset, strings.Join(found.Columns, ", "), found.Ruleset)
	}
	joined := data.Table{Ruleset: kept.Ruleset, Columns: kept.Columns, Rows: slices.Clone(kept.Rows)}
	for _, row := range found.Rows {
		i, present := slices.BinarySearchFunc(joined.Rows, row.N, func(r data.Row, n int) int { return r.N - n })
		if !present {
			joined.Rows = slices.Insert(joined.Rows, i, row)
			continue
		}
		both, ok := joinRows(joined.Rows[i], row)
		if !ok {
			return data.Table{}, fmt.Errorf("two rows of n=%d differ: %q and %q", row.N, strings.TrimSpace(kept.Line(kept.Of(row.N))), strings.TrimSpace(found.Line(row)))
		}
		joined.Rows[i] = both
	}
	return joined, nil
}

// joinRows joins two rows of the same size. ok is false if they differ in a number that both have.
func joinRows(a, b data.Row) (joined data.Row, ok bool) {
	joined = data.Row{N: a.N, Methods: SortMethods(slices.Concat(a.Methods, b.Methods)), Machines: max(a.Machines, b.Machines), Since: b.Since}
	if a.Since != "" && (b.Since == "" || a.Since < b.Since) {
		joined.Since = a.Since
	}
	for i, x := range a.Numbers {
		y := b.Numbers[i]
		if x != y && x != "" && y != "" {
			return joined, false
		}
		joined.Numbers = append(joined.Numbers, cmp.Or(x, y))
	}
	return joined, true
}

// By names the methods that found a row, and the number of machines if there were several.
func By(r *enum.Ruleset, row data.Row) string {
	by := Agreement(r, row.Methods)
	if row.Machines > 1 {
		by += fmt.Sprintf(", on %d machines", row.Machines)
	}
	return by
}

// withProof adds the proof of a number in the given column, if the number has one, to the text `evidence`: "; solvable
// games proved". It is called for one column after another, games before classes. If the classes have the same kind of
// proof as the games, the second call changes the end of the text to "; solvable games and classes proved".
func withProof(evidence, ruleset string, n int, column, number string) string {
	kind := data.ProofOf(ruleset, n, column, number).Kind()
	if kind == "" {
		return evidence
	}
	what := strings.ReplaceAll(column, "-", " ")
	before := strings.TrimSuffix(what, "classes") + "games"
	if rest, both := strings.CutSuffix(evidence, before+" "+kind); both {
		return rest + before + " and classes " + kind
	}
	return evidence + "; " + what + " " + kind
}

// Title returns the title of a column: "solvable games" for "solvable-games". A verdict that is a number is a Grundy
// value: "value 0 games" for "0-games".
func Title(column string) string {
	if column == "games" {
		return "labelled games"
	}
	if column[0] <= '9' {
		column = "value " + column
	}
	return strings.ReplaceAll(column, "-", " ")
}

// A line is a row of a table of Markdown, whose cells package rows gets from the field Of.
type line struct{ Of lineCells }

type lineCells []rows.Cell

func (c lineCells) Cells() []rows.Cell { return c }

// Markdown writes a ruleset's table as documents show it. Its last column is the evidence of each row.
func Markdown(r *enum.Ruleset, t data.Table) string {
	var text strings.Builder
	out := rows.NewPrinter(&text, "markdown")
	for _, row := range t.Rows {
		n := rows.Cell{Key: "n", Title: "n", Display: strconv.Itoa(row.N)}
		evidence := rows.Cell{Key: "evidence", Title: "evidence", Width: -1, Display: Evidence(r, t, row)}
		cells := slices.Concat([]rows.Cell{n}, Numbers(rowFromTable(t, row, "")), []rows.Cell{evidence})
		_ = out.Print(line{cells}) // writing to a builder cannot fail
	}
	return text.String()
}

// FromTable returns a column of the table t as a sequence. Only the given methods, which can find the numbers of this
// column, are credited with terms.
//
// The formula for the number of all classes is credited for a row that names no method, or in which a number is
// missing. A method that counts classes would have found all numbers of the row.
func FromTable(r *enum.Ruleset, t data.Table, column string, methods ...string) *Sequence {
	s := &Sequence{ruleset: r, column: column, terms: make(map[int]string), methods: make(map[string][]int)}
	for _, row := range t.Rows {
		term := t.Number(row.N, column)
		if term == "" {
			continue
		}
		found := slices.DeleteFunc(slices.Clone(row.Methods), func(m string) bool { return !slices.Contains(methods, m) })
		checks := enum.Checks{}
		if row.Methods == nil || slices.Contains(row.Numbers, "") {
			checks.Classes = enum.ByFormula
		}
		s.add(row.N, term, found, checks)
	}
	return s
}

// Share returns, for each size of a table, the share of games that have a verdict.
func Share(t data.Table, verdict string) (list []estimate.Exact) {
	for _, row := range t.Rows {
		all, ok1 := new(big.Int).SetString(t.Number(row.N, "games"), 10)
		some, ok2 := new(big.Int).SetString(t.Number(row.N, verdict+"-games"), 10)
		if ok1 && ok2 && all.Sign() > 0 {
			proportion, _ := new(big.Rat).SetFrac(some, all).Float64()
			list = append(list, estimate.Exact{Size: row.N, Proportion: proportion})
		}
	}
	return list
}

// Documented returns a document in which the results of a ruleset, a Markdown table between these lines, are replaced
// by those of a table, in each place that has these lines:
//
//	<!-- results: RULESET -->
//	<!-- end of results -->
//
// The lines of the table end as the line above it does, in LF or CRLF.
func Documented(document string, r *enum.Ruleset, t data.Table) (string, error) {
	begin, end := fmt.Sprintf("<!-- results: %s -->", t.Ruleset), "<!-- end of results -->"
	place := regexp.MustCompile("(" + regexp.QuoteMeta(begin) + `(\r?\n))(?:[^<]|<[^!])*(` + end + ")?")
	places := place.FindAllStringSubmatch(document, -1)
	if len(places) == 0 || slices.ContainsFunc(places, func(groups []string) bool { return groups[3] == "" }) {
		return "", fmt.Errorf("no place for the results, or one without an end: add the lines %q and %q", begin, end)
	}
	table := strings.NewReplacer("$", "$$", "\n", "${2}").Replace(Markdown(r, t))
	return place.ReplaceAllString(document, "${1}"+table+"${3}"), nil
}
