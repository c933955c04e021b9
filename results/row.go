package results

import (
	"cmp"
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/results/estimate"
)

// A Row is the printed row of a size.
type Row struct {
	Ruleset  string        `json:"ruleset"`
	N        int           `json:"n" table:"n"`
	Games    rows.Number   `json:"games,omitzero" table:"labelled games"`
	Classes  rows.Number   `json:"classes,omitzero" table:"classes"`
	Verdicts VerdictTotals `json:"verdicts"`
	Methods  methods       `json:"methods" table:"verdicts by,-1"` // that agree
	Machines int           `json:"machines"`                       // see checkpoints.Machines
	Verified bool          `json:"verified"`                       // by two methods that share no code, or by a proof
	// How the numbers of games and of classes with the first verdict are proved, and the certificate: see data.Proof.
	Proof        string `json:"proof,omitempty"`
	ClassesProof string `json:"classes-proof,omitempty"`
	Certificate  string `json:"certificate,omitempty"`
	Since        string `json:"since"`                // the day of the oldest of the runs
	From         string `json:"from" table:"from,-1"` // database, program, or the file of Results.Add
}

// A methods is the methods that agree. Tables show which ones share code; JSON and CSV have the names.
type methods struct {
	names []string
	shown string // see Agreement
}

// Print returns both forms.
func (m methods) Print() (shown, precise string) { return m.shown, strings.Join(m.names, ", ") }

// MarshalJSON returns an array of the names.
func (m methods) MarshalJSON() ([]byte, error) { return json.Marshal(m.names) }

// rowOf returns the row of one run.
func rowOf(r checkpoints.ExactRun) Row {
	all := r.Totals.All()
	return Row{
		Ruleset: r.Ruleset, N: r.Size, Games: rows.Exact(all.Games), Classes: rows.Exact(all.Classes),
		Verdicts: NewVerdictTotals(r.Space, r.Totals, nil), Methods: methods{names: []string{r.Method}},
		Since: r.Header.Started.UTC().Format(time.DateOnly), From: "database",
	}
}

// keptRow returns a row of a table. Sizes of few games may lack verdicts of the others.
func keptRow(t data.Table, kept data.Row, from string) Row {
	number := func(column string) rows.Number {
		x, ok := new(big.Int).SetString(t.Number(kept.N, column), 10)
		if !ok {
			return rows.Number{}
		}
		return rows.Exact(x)
	}

	row := Row{
		Ruleset: t.Ruleset, N: kept.N, Games: number("games"), Classes: number("classes"),
		Methods: methods{names: kept.Methods}, Machines: kept.Machines, Since: kept.Since, From: from,
	}
	for _, column := range t.Columns {
		if verdict, ok := strings.CutSuffix(column, "-games"); ok {
			row.Verdicts = append(row.Verdicts, verdictTotal{verdict: verdict, Games: number(column), Classes: number(verdict + "-classes")})
		}
	}
	return row
}

// unite joins two rows of a size, which agree in every number that both have.
func (r Row) unite(other Row) Row {
	known := func(x, y rows.Number) rows.Number {
		if x.IsZero() {
			return y
		}
		return x
	}
	r.Games, r.Classes = known(r.Games, other.Games), known(r.Classes, other.Classes)
	for v, o := range other.Verdicts {
		own := &r.Verdicts[v]
		own.Games, own.Classes = known(own.Games, o.Games), known(own.Classes, o.Classes)
	}
	r.Methods.names = SortMethods(slices.Concat(r.Methods.names, other.Methods.names))
	r.Machines = max(r.Machines, other.Machines)
	r.Since = cmp.Or(min(r.Since, other.Since), r.Since, other.Since)
	return r
}

// SortMethods returns the same methods, each once, in the order of compareMethods.
func SortMethods(methods []string) []string {
	return slices.Compact(slices.SortedFunc(slices.Values(methods), compareMethods))
}

// compareMethods puts the walk first, then the count, then others by name.
func compareMethods(a, b string) int {
	rank := func(method string) int { return slices.Index([]string{"count", enum.Walk}, method) }
	return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
}

// Numbers returns the cells of all numbers of a row, which are games or classes.
func Numbers(row any) []rows.Cell {
	return slices.DeleteFunc(rows.Cells(row), func(c rows.Cell) bool {
		return !strings.HasSuffix(c.Key, "games") && !strings.HasSuffix(c.Key, "classes")
	})
}

// VerdictTotals are two columns for each verdict.
type VerdictTotals []verdictTotal

type verdictTotal struct {
	verdict       string
	Games         rows.Number       `json:"games,omitzero"`
	Classes       rows.Number       `json:"classes,omitzero"`
	Automorphisms map[string]string `json:"automorphisms,omitzero"` // |Aut| -> classes
}

// NewVerdictTotals returns the totals of a space's verdicts. It includes the classes by number of automorphisms if
// the tally is that of a walk that counts no games in bulk.
func NewVerdictTotals(s enum.Space, totals enum.Totals, walked *enum.Tally) (list VerdictTotals) {
	for v, name := range s.Verdicts() {
		t := verdictTotal{verdict: name}
		if totals.Verdicts != nil {
			t.Games, t.Classes = rows.Exact(totals.Verdicts[v].Games), rows.Exact(totals.Verdicts[v].Classes)
		}
		if walked != nil && walked.Count(v, enum.NoClass).Sign() == 0 {
			t.Automorphisms = make(map[string]string)
			for _, bar := range walked.Histogram(v) {
				t.Automorphisms[strconv.FormatUint(bar.Key, 10)] = bar.Count.String()
			}
		}
		list = append(list, t)
	}
	return list
}

// Cells returns the columns.
func (t VerdictTotals) Cells() (cells []rows.Cell) {
	for _, v := range t {
		for _, c := range []struct {
			what   string
			number rows.Number
		}{{"games", v.Games}, {"classes", v.Classes}} {
			shown, precise := c.number.Print()
			cells = append(cells, rows.Cell{Key: v.verdict + "-" + c.what, Title: Title(v.verdict + "-" + c.what), Shown: shown, Precise: precise})
		}
	}
	return cells
}

// MarshalJSON returns an object of totals by verdict.
func (t VerdictTotals) MarshalJSON() ([]byte, error) {
	byName := make(map[string]verdictTotal)
	for _, v := range t {
		byName[v.verdict] = v
	}
	return json.Marshal(byName)
}

// Terms is the number of terms of an expansion with which samples are compared. For Ninja Assassin Wonderwall they
// take milliseconds; more terms would not change a comparison.
const Terms = 5

// Expansion returns the expansion of the share of a ruleset's first verdict, or nil.
func Expansion(ctx context.Context, r *enum.Ruleset) (estimate.Expansion, error) {
	if r.Expansion == nil {
		return nil, nil
	}
	return r.Expansion(ctx, Terms)
}
