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
	Methods  methods       `json:"methods" table:"verdicts by,-1"` // the methods that agree on the numbers
	Machines int           `json:"machines"`                       // see checkpoints.Machines
	Verified bool          `json:"verified"`                       // two methods that share no code agree, or there is a proof
	// Proof says how the number of games with the first verdict, such as solvable, is proved. ClassesProof says the
	// same of the number of classes with this verdict. Certificate is the certificate, if there is one. See data.Proof.
	Proof        string `json:"proof,omitempty"`
	ClassesProof string `json:"classes-proof,omitempty"`
	Certificate  string `json:"certificate,omitempty"`
	Since        string `json:"since"`                // the day on which the oldest run began
	From         string `json:"from" table:"from,-1"` // source: "database", or the name of the table of Results.Add, or both
}

// A methods is the list of methods that agree on a row. Tables show which methods share code; JSON and CSV have the
// names alone.
type methods struct {
	names []string
	text  string // see Agreement
}

func (m methods) Print() (shown, precise string) { return m.text, strings.Join(m.names, ", ") }

func (m methods) MarshalJSON() ([]byte, error) { return json.Marshal(m.names) }

// rowOf returns the row of a size as a single run gives it.
func rowOf(r checkpoints.ExactRun) Row {
	all := r.Totals.All()
	return Row{
		Ruleset: r.Ruleset, N: r.Size, Games: rows.Exact(all.Games), Classes: rows.Exact(all.Classes),
		Verdicts: NewVerdictTotals(r.Space, r.Totals, nil), Methods: methods{names: []string{r.Method}},
		Since: r.Header.Started.UTC().Format(time.DateOnly), From: "database",
	}
}

// rowFromTable returns a row of a table from data/results as a row to be printed. Small sizes can have fewer verdicts
// than the table has columns, so numbers may be missing.
func rowFromTable(t data.Table, kept data.Row, from string) Row {
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

// unite joins two rows of the same size, which must agree in every number that both have.
func (r Row) unite(other Row) Row {
	either := func(x, y rows.Number) rows.Number {
		if x.IsZero() {
			return y
		}
		return x
	}
	r.Games, r.Classes = either(r.Games, other.Games), either(r.Classes, other.Classes)
	for v, o := range other.Verdicts {
		own := &r.Verdicts[v]
		own.Games, own.Classes = either(own.Games, o.Games), either(own.Classes, o.Classes)
	}
	r.Methods.names = SortMethods(slices.Concat(r.Methods.names, other.Methods.names))
	r.Machines = max(r.Machines, other.Machines)
	r.Since = cmp.Or(min(r.Since, other.Since), r.Since, other.Since)
	return r
}

// SortMethods returns the same methods, each once: first the walk, then the count, then the others by name.
func SortMethods(methods []string) []string {
	return slices.Compact(slices.SortedFunc(slices.Values(methods), compareMethods))
}

func compareMethods(a, b string) int {
	rank := func(method string) int { return slices.Index([]string{"count", enum.Walk}, method) }
	return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
}

// Numbers returns those cells of a row that are numbers of games or of classes.
func Numbers(row any) []rows.Cell {
	return slices.DeleteFunc(rows.Cells(row), func(c rows.Cell) bool {
		return !strings.HasSuffix(c.Key, "games") && !strings.HasSuffix(c.Key, "classes")
	})
}

// VerdictTotals are the totals of all verdicts. A table has two columns for each verdict: its games and its classes.
type VerdictTotals []verdictTotal

type verdictTotal struct {
	verdict       string
	Games         rows.Number       `json:"games,omitzero"`
	Classes       rows.Number       `json:"classes,omitzero"`
	Automorphisms map[string]string `json:"automorphisms,omitzero"` // by number of automorphisms: how many classes have it
}

// NewVerdictTotals returns the numbers of games and classes that have each verdict of a space. If walked, the tally of
// a walk, is not nil, the result also says for each verdict how many classes have each number of automorphisms. These
// numbers are missing if the walk counted some games of the verdict without their classes.
func NewVerdictTotals(s enum.Space, totals enum.Totals, walked *enum.Tally) (list VerdictTotals) {
	for v, name := range s.Verdicts() {
		t := verdictTotal{verdict: name}
		if totals.Verdicts != nil {
			t.Games, t.Classes = rows.Exact(totals.Verdicts[v].Games), rows.Exact(totals.Verdicts[v].Classes)
		}
		if walked != nil && walked.Count(v, enum.NoClass).Sign() == 0 { // no games were counted without their classes
			t.Automorphisms = make(map[string]string)
			for _, bar := range walked.Histogram(v) {
				t.Automorphisms[strconv.FormatUint(bar.Key, 10)] = bar.Count.String()
			}
		}
		list = append(list, t)
	}
	return list
}

// Cells returns the cells of a table's row: the games and the classes of each verdict.
func (t VerdictTotals) Cells() (cells []rows.Cell) {
	for _, v := range t {
		for _, c := range []struct {
			what   string
			number rows.Number
		}{{"games", v.Games}, {"classes", v.Classes}} {
			shown, precise := c.number.Print()
			cells = append(cells, rows.Cell{Key: v.verdict + "-" + c.what, Title: Title(v.verdict + "-" + c.what), Display: shown, Precise: precise})
		}
	}
	return cells
}

// MarshalJSON returns an object whose keys are the verdicts.
func (t VerdictTotals) MarshalJSON() ([]byte, error) {
	byName := make(map[string]verdictTotal)
	for _, v := range t {
		byName[v.verdict] = v
	}
	return json.Marshal(byName)
}

// Terms is how many terms of an expansion, a series in 1/n, are computed, for comparison with samples. For Ninja
// Assassin Wonderwall, five terms take milliseconds, and more terms would not change a comparison.
const Terms = 5

// Expansion returns the expansion of the share of games with a ruleset's first verdict, or nil if none is known.
func Expansion(ctx context.Context, r *enum.Ruleset) (estimate.Expansion, error) {
	if r.Expansion == nil {
		return nil, nil
	}
	return r.Expansion(ctx, Terms)
}
