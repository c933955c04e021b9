// Package results reads the results of the finished runs in a database: a row for each size of a ruleset, with the
// methods and machines that agree on it. It writes them as tables of data/results, as tables of documents, and as
// sequences for the On-Line Encyclopedia of Integer Sequences.
//
//	found, err := results.Read(store, wonderwall.New(), nil, remark)
//	err = found.Write(os.Stdout, "csv") // ruleset,n,games,classes,... and a line for each size
//
// A run is one computation of all games of a size by one method, such as walk or count. Whenever a run is read, its
// totals are checked again by formulas; reading a finished run fails if they are wrong. Damaged runs and runs of
// unknown methods are omitted.
//
// A verdict is what a game turns out to be, such as solvable. A class is a set of games that are the same up to
// relabeling. The columns of a row count all games, all classes, and for each verdict VERDICT-games and
// VERDICT-classes.
//
// Two methods are independent if they share no code; only the agreement of independent methods is evidence for a
// number. The other evidence is a proof: a theorem of Coq, or a certificate that a proved checker has accepted (see
// [data.Proof]).
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
	table   data.Table             // the table that Add added
	source  string                 // where this table is from
}

// Read reads the results of a ruleset r: a row for each size, united from the finished runs of this size. It checks the
// totals of each run again, as [enum.Prove] does. It omits a damaged run, and calls remark with the reason. The
// argument others has the other rulesets whose runs the database may have: the store has to know the ruleset of every
// run that it reads. Errors are those of [checkpoints.Store.ExactRuns].
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
		found.Rows = append(found.Rows, bySize[n].judged(r)) // judged adds the evidence: proofs and agreeing methods
	}
	return found, nil
}

// Add adds the totals of the table t to the results, and unites the rows of a size that both have. The argument from is
// a name for the table, for the field From of its rows. Add fails if a total differs from the total in the results,
// which is from the database. It may be called only once, because the results keep only one table.
func (r *Results) Add(t data.Table, from string) error {
	if _, err := Join(t, r.Table()); err != nil {
		return err
	}
	for _, kept := range t.Rows {
		row := rowFromTable(t, kept, from)
		i, found := slices.BinarySearchFunc(r.Rows, row.N, func(o Row, n int) int { return o.N - n })
		if found {
			row = row.unite(r.Rows[i])
			row.From = r.Rows[i].From + ", " + from
			r.Rows[i] = row.judged(r.Ruleset) // with the evidence of both
			continue
		}
		r.Rows = slices.Insert(r.Rows, i, row.judged(r.Ruleset))
	}
	r.table, r.source = t, from
	return nil
}

// judged returns the row r with its proofs, whether it is verified (by independent methods that agree, or by proofs),
// and the text that tables show about its methods.
func (r Row) judged(ruleset *enum.Ruleset) Row {
	r.addProofs()
	r.Verified = agreed(ruleset, r.Methods.names) || r.proved()
	r.Methods.text = By(ruleset, data.Row{Methods: r.Methods.names, Machines: r.Machines})
	for _, c := range r.Verdicts.Cells() {
		r.Methods.text = withProof(r.Methods.text, r.Ruleset, r.N, c.Key, c.Precise)
	}
	return r
}

// addProofs adds the proofs of the numbers of games and of classes to the row.
func (r *Row) addProofs() {
	for _, c := range r.Verdicts.Cells() { // for each verdict, the columns VERDICT-games and VERDICT-classes
		p := data.ProofOf(r.Ruleset, r.N, c.Key, c.Precise)
		kind := &r.Proof
		if strings.HasSuffix(c.Key, "classes") {
			kind = &r.ClassesProof
		}
		*kind, r.Certificate = cmp.Or(*kind, p.Kind()), cmp.Or(r.Certificate, p.Certificate)
	}
}

// proved reports whether all numbers of the row's first verdict are proved or certified. The other verdicts need no
// separate proof: all games and classes that do not have the first verdict have one of the others.
func (r *Row) proved() bool {
	if r.Proof == "" && r.ClassesProof == "" {
		return false
	}
	first := r.Verdicts[0]
	return (first.Games.IsZero() || r.Proof != "") && (first.Classes.IsZero() || r.ClassesProof != "")
}

// Write writes the rows in one of the formats of [rows.NewPrinter], such as csv.
func (r Results) Write(w io.Writer, format string) error {
	out := rows.NewPrinter(w, format)
	lines := lists.Map(r.Rows, func(row Row) any { return row })
	out.Widen(lines...)
	if len(r.Rows) > 0 {
		out.All = rows.Cells(r.Rows[len(r.Rows)-1]) // smaller sizes can have fewer verdicts
	}
	return out.Print(lines...)
}

// Sequence returns a column of the results as a sequence, from the finished runs and from the table that Add added. A
// term of a run replaces the term of the table, so that the sequence can say which terms are from the table alone. If
// the column does not exist, the error lists the columns.
func (r Results) Sequence(column string) (*Sequence, error) {
	if columns := r.Table().Columns; !slices.Contains(columns, column) {
		return nil, fmt.Errorf("expected one of %s", strings.Join(columns, ", "))
	}
	methods := lists.Map(r.Ruleset.Methods, func(m enum.Method) string { return m.Name })
	if strings.HasSuffix(column, "classes") {
		methods = r.Ruleset.FindClasses(methods)
	}
	s := FromTable(r.Ruleset, r.table, column, methods...) // the terms of the table
	kept := maps.Clone(s.terms)                            // the terms of the table that no run has replaced yet
	for _, run := range r.Runs {
		for _, c := range Numbers(rowOf(run)) {
			if c.Key == column && c.Precise != "" {
				s.add(run.Size, c.Precise, []string{run.Method}, run.Checks)
				delete(kept, run.Size)
			}
		}
	}
	s.tableSizes, s.source = slices.Collect(maps.Keys(kept)), r.source
	return s, nil
}

// Exact returns, for each size, smallest first, the exact proportion of games that have the first verdict.
func (r Results) Exact() []estimate.Exact {
	if len(r.Rows) == 0 {
		return nil
	}
	return Share(r.Table(), r.Rows[0].Verdicts[0].verdict)
}
