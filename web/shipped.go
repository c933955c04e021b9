//go:build !js

package web

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"enumerate"
	"enumerate/data"
	"enumerate/estimate"
	"enumerate/internal/rows"
	"enumerate/results"
)

// tableOf shows a table of results.
func tableOf(t data.Table) (v tableView) {
	for _, row := range t.Rows {
		shown := tableRow{Agree: agree(len(row.Methods), 1), Alone: len(row.Methods) < 2}
		cells := results.Cells(t, row)
		v.Head, shown.Methods = nil, cells[len(cells)-1].Shown
		for _, c := range cells[:len(cells)-1] {
			v.Head, shown.Cells = append(v.Head, c.Title), append(shown.Cells, c.Shown)
		}
		v.Rows = append(v.Rows, shown)
	}
	return v
}

// differences says in which numbers that both know two tables differ.
func (t tableView) differences(other tableView) (list []string) {
	for _, row := range t.Rows {
		at := slices.IndexFunc(other.Rows, func(o tableRow) bool { return o.Cells[0] == row.Cells[0] })
		if at < 0 {
			continue
		}
		for i, name := range t.Head {
			j := slices.Index(other.Head, name)
			if j < 0 {
				continue
			}
			if x, y := row.Cells[i], other.Rows[at].Cells[j]; x != y && x != rows.Unknown && y != rows.Unknown {
				list = append(list, fmt.Sprintf("n = %s: the database has %s %s, the table that is shipped %s", row.Cells[0], x, name, y))
			}
		}
	}
	return list
}

// shippedFiles names the files of a ruleset's results that the program has with it: the table, what
// came of its theorems, the values of its positions, and b-files.
func shippedFiles(ruleset string) (list []string) {
	stem := strings.TrimSuffix(data.FileName(ruleset), ".csv")
	for _, pattern := range []string{stem + ".csv", "checks/" + stem + ".csv", "checks/" + stem + "-[0-9]*.csv", "values/" + stem + ".csv"} {
		for _, name := range must(fs.Glob(data.Results, "results/"+pattern)) {
			list = append(list, strings.TrimPrefix(name, "results/"))
		}
	}
	for _, column := range data.Totals(ruleset).Columns {
		if name := results.BFileName(ruleset, column); must(fs.Glob(enumerate.Documents, "data/bfiles/"+name)) != nil {
			list = append(list, name)
		}
	}
	return list
}

// readShipped reads one of them.
func readShipped(name string) ([]byte, error) {
	if path.Ext(name) == ".csv" {
		return fs.ReadFile(data.Results, "results/"+name)
	}
	return fs.ReadFile(enumerate.Documents, "data/bfiles/"+name)
}

// published returns the published figures of a ruleset, if there are any.
func published(ruleset string) []estimate.Published {
	name, there := enumerate.Estimates[ruleset]
	if !there {
		return nil
	}
	return must(estimate.ReadPublished(bytes.NewReader(must(enumerate.Documents.ReadFile(name)))))
}
