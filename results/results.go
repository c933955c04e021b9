// Package results reads the results of the finished runs in a database: a row for each size of a
// ruleset, with the methods and machines that agree on it. It writes them as tables of data/results,
// as tables of documents, and as sequences for the On-Line Encyclopedia of Integer Sequences.
//
//	found, err := results.Read(store, wonderwall.New(), nil, remark)
//	err = found.Write(os.Stdout, "csv") // ruleset,n,games,classes,... and a line for each size
//
// Each run is proved again whenever it is read.
package results

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"enumerate/checkpoints"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/results/estimate"
)

// Results are the results of the finished runs of a ruleset in a database.
type Results struct {
	Ruleset *enum.Ruleset
	Runs    []checkpoints.ExactRun // oldest first
	Rows    []Row                  // one for each size, smallest first
	added   data.Table             // see Add
	source  string                 // where that is from
}

// Read reads the results of a ruleset, and proves each again. It calls remark with the reason for each omitted run.
// others are rulesets whose runs the database may also have. Errors are those of [checkpoints.Store.ExactRuns].
func Read(store *checkpoints.Store, r *enum.Ruleset, others []*enum.Ruleset, remark func(string)) (Results, error) {
	all := append([]*enum.Ruleset{r}, others...)
	runs, err := store.ExactRuns(func(k checkpoints.Key) bool { return k.Ruleset == r.Name }, checkpoints.Spaces(all, nil), remark)
	if err != nil {
		return Results{}, err
	}
	bySize, summaries := make(map[int]Row), make(map[int][]checkpoints.Summary)
	for _, run := range runs {
		summaries[run.Size] = append(summaries[run.Size], run.Summary)
		row := rowOf(run)
		if other, ok := bySize[run.Size]; ok {
			row = other.unite(row)
		}
		row.Machines = checkpoints.Machines(summaries[run.Size])
		bySize[run.Size] = row
	}
	found := Results{Ruleset: r, Runs: runs}
	for _, n := range slices.Sorted(maps.Keys(bySize)) {
		found.Rows = append(found.Rows, bySize[n].judged(r))
	}
	return found, nil
}

// Add adds the totals of a table, once. Its rows say where they are from. It fails if the table contradicts a row.
func (r *Results) Add(t data.Table, from string) error {
	if _, err := Join(t, r.Table()); err != nil {
		return err
	}
	for _, kept := range t.Rows {
		row := keptRow(t, kept, from)
		i, there := slices.BinarySearchFunc(r.Rows, row.N, func(o Row, n int) int { return o.N - n })
		if there {
			row = row.unite(r.Rows[i])
			row.From = r.Rows[i].From + ", " + from
			r.Rows[i] = row.judged(r.Ruleset)
			continue
		}
		r.Rows = slices.Insert(r.Rows, i, row.judged(r.Ruleset))
	}
	r.added, r.source = t, from
	return nil
}

// judged returns a row with what its numbers rest on.
func (r Row) judged(ruleset *enum.Ruleset) Row {
	r.addProofs()
	r.Verified = agreed(ruleset, r.Methods.names) || r.proved()
	r.Methods.shown = By(ruleset, data.Row{Methods: r.Methods.names, Machines: r.Machines})
	for _, c := range r.Verdicts.Cells() {
		r.Methods.shown = withProof(r.Methods.shown, r.Ruleset, r.N, c.Key, c.Precise)
	}
	return r
}

// addProofs says how the numbers of a row are proved.
func (r *Row) addProofs() {
	for _, c := range r.Verdicts.Cells() {
		p := data.ProofOf(r.Ruleset, r.N, c.Key, c.Precise)
		kind := &r.Proof
		if strings.HasSuffix(c.Key, "classes") {
			kind = &r.ClassesProof
		}
		*kind, r.Certificate = cmp.Or(*kind, p.Kind()), cmp.Or(r.Certificate, p.Certificate)
	}
}

// proved reports whether all numbers of the first verdict in the row are proved or certified. All other games and
// classes have other verdicts.
func (r *Row) proved() bool {
	if r.Proof == "" && r.ClassesProof == "" {
		return false
	}
	first := r.Verdicts[0]
	return (first.Games.IsZero() || r.Proof != "") && (first.Classes.IsZero() || r.ClassesProof != "")
}

// Write writes the rows in a format of [rows.NewPrinter].
func (r Results) Write(w io.Writer, format string) error {
	out := rows.NewPrinter(w, format)
	lines := lists.Map(r.Rows, func(row Row) any { return row })
	out.Widen(lines...)
	if len(r.Rows) > 0 {
		out.All = rows.Cells(r.Rows[len(r.Rows)-1]) // smaller sizes can have fewer verdicts
	}
	return out.Print(lines...)
}

// Sequence returns a column of the rows. If the column does not exist, the error lists the columns.
func (r Results) Sequence(column string) (*Sequence, error) {
	if columns := r.Table().Columns; !slices.Contains(columns, column) {
		return nil, fmt.Errorf("expected one of %s", strings.Join(columns, ", "))
	}
	methods := lists.Map(r.Ruleset.Methods, func(m enum.Method) string { return m.Name })
	if strings.HasSuffix(column, "classes") {
		methods = r.Ruleset.FindClasses(methods)
	}
	s := Kept(r.Ruleset, r.added, column, methods...)
	kept := maps.Clone(s.terms)
	for _, run := range r.Runs {
		for _, c := range Numbers(rowOf(run)) {
			if c.Key == column && c.Precise != "" {
				s.add(run.Size, c.Precise, []string{run.Method}, run.Checks)
				delete(kept, run.Size)
			}
		}
	}
	s.kept, s.source = slices.Collect(maps.Keys(kept)), r.source
	return s, nil
}

// Exact returns the exact proportion of games that have the first verdict, smallest size first.
func (r Results) Exact() []estimate.Exact {
	if len(r.Rows) == 0 {
		return nil
	}
	return Share(r.Table(), r.Rows[0].Verdicts[0].verdict)
}
