package web

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/big"
	"path"
	"slices"
	"strconv"
	"strings"

	"enumerate"
	"enumerate/enum"
	"enumerate/estimate"
	"enumerate/internal/rows"
	"enumerate/results"
)

// shippedTable returns the table of a ruleset's results in the documents that the program has
// with it, without rows if there is none.
func shippedTable(ruleset string) (t tableView) {
	for _, document := range []string{"README.md", "docs/results.md"} {
		_, table, _, err := results.TableIn(string(must(enumerate.Documents.ReadFile(document))), ruleset)
		if err != nil {
			continue
		}
		for line := range strings.Lines(table) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			last := len(cells) - 1
			if _, err := strconv.Atoi(cells[0]); err == nil && last > 0 {
				methods := strings.Split(cells[last], ", ")
				t.Rows = append(t.Rows, tableRow{Cells: cells[:last], Methods: cells[last], Agree: agree(len(methods), 1), Alone: len(methods) < 2})
			} else if t.Head == nil {
				t.Head = cells[:last]
			}
		}
	}
	return t
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

// exact returns the share of a column among all labelled games, by size.
func (t tableView) exact(column string) (list []estimate.Exact) {
	all, some := slices.Index(t.Head, "labelled games"), slices.Index(t.Head, column)
	if all < 0 || some < 0 {
		return nil
	}
	number := func(cell string) (*big.Int, bool) {
		return new(big.Int).SetString(strings.ReplaceAll(cell, ",", ""), 10)
	}
	for _, row := range t.Rows {
		n, _ := strconv.Atoi(row.Cells[0])
		games, ok1 := number(row.Cells[all])
		part, ok2 := number(row.Cells[some])
		if ok1 && ok2 && games.Sign() > 0 {
			proportion, _ := new(big.Rat).SetFrac(part, games).Float64()
			list = append(list, estimate.Exact{Size: n, Proportion: proportion})
		}
	}
	return list
}

// shippedFiles names the b-files of a ruleset that the program has with it.
func shippedFiles(r *enum.Ruleset) (list []string) {
	columns := []string{"games", "classes"}
	if space, err := r.Space(r.Sizes.First); err == nil {
		for _, verdict := range space.Verdicts() {
			columns = append(columns, verdict+"-games", verdict+"-classes")
		}
	}
	for _, column := range columns {
		name := results.BFileName(r.Name, column)
		if _, err := fs.Stat(enumerate.Documents, path.Join("data/bfiles", name)); err == nil {
			list = append(list, name)
		}
	}
	return list
}

// published returns the published figures of a ruleset, if there are any.
func published(ruleset string) []estimate.Published {
	name, there := enumerate.Estimates[ruleset]
	if !there {
		return nil
	}
	return must(estimate.ReadPublished(bytes.NewReader(must(enumerate.Documents.ReadFile(name)))))
}
