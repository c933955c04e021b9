//go:build !js

package web

import (
	"bytes"
	"encoding/csv"
	"io/fs"
	"math/big"
	"path"
	"slices"
	"strconv"
	"strings"

	"enumerate"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/results"
	"enumerate/results/estimate"
)

// A tableView is a table of totals: for each size the numbers of games and of classes, of all and of each verdict.
type tableView struct {
	Title  string // "" if it is the only one
	Groups []string
	Rows   []tableRow
}

type tableRow struct {
	N              int
	Games, Classes []string // of each group
	Methods        string   // see results.By
	Alone          bool     // only one method on one machine found the row; methods that share code count as one
	Since          string   // the day of the oldest run; "" if it is not known
	Proofs         []provedNumber
	From           string // "database", "program" or both
}

// Lead returns the group of columns that the page shows first, as an index of Groups. Group 0 has all games, and every
// other group the games of one verdict. The page begins with the first verdict that some game of the largest size has,
// so that it does not begin with zeros.
func (t tableView) Lead() int {
	largest := t.Rows[len(t.Rows)-1]
	for group := 1; group < len(largest.Games); group++ {
		if largest.Games[group] != "0" {
			return group
		}
	}
	return 1
}

// Proved reports whether a number in the table is proved or certified.
func (t tableView) Proved() bool {
	return slices.ContainsFunc(t.Rows, func(r tableRow) bool { return r.Proofs != nil })
}

type provedNumber struct {
	Title string // of its column
	data.Proof
}

// tableOf prepares a table t of totals for the page: a row for each size. Columns come in pairs: "solvable games" and
// "solvable classes" make the group "solvable". A row comes from the database (`own`), from the totals that the program
// contains (`shipped`), or from both.
func tableOf(r *enum.Ruleset, t, own, shipped data.Table) (v tableView) {
	for _, row := range t.Rows {
		shown := tableRow{N: row.N, Methods: results.By(r, row), Since: row.Since, From: from(row.N, own, shipped)}
		shown.Alone = len(r.Independent(row.Methods)) < 2 && row.Machines < 2
		v.Groups = nil // all rows have the same groups
		for i, column := range t.Columns {
			title, number := results.Title(column), grouped(row.Numbers[i])
			if group, ok := strings.CutSuffix(title, " games"); ok {
				v.Groups, shown.Games = append(v.Groups, strings.Replace(group, "labelled", "all", 1)), append(shown.Games, number)
			} else {
				shown.Classes = append(shown.Classes, number)
			}
			if p := data.ProofOf(t.Ruleset, row.N, column, row.Numbers[i]); p != (data.Proof{}) {
				shown.Proofs = append(shown.Proofs, provedNumber{title, p})
			}
		}
		v.Rows = append(v.Rows, shown)
	}
	return v
}

func grouped(digits string) string {
	x, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return rows.Unknown
	}
	return rows.Grouped(x)
}

// from returns where the totals of a size come from: "database", "program" or "database, program".
func from(n int, found, shipped data.Table) string {
	var from []string
	if found.Of(n).Methods != nil {
		from = append(from, "database")
	}
	if shipped.Of(n).Methods != nil {
		from = append(from, "program")
	}
	return strings.Join(from, ", ")
}

// shippedSettings returns the names of the settings of a ruleset for which the program contains totals.
func shippedSettings(ruleset string) (list []string) {
	for _, file := range must(fs.Glob(data.Results, "results/"+ruleset+"-*.csv")) {
		list = append(list, must(data.Read(string(must(fs.ReadFile(data.Results, file))))).Ruleset)
	}
	return list
}

// shippedFiles lists the files with a ruleset's results that the program contains: the table of totals, the values of
// positions, samples of random games, and b-files, the format of the On-Line Encyclopedia of Integer Sequences.
func shippedFiles(ruleset string) (list []listItem) {
	// Each pair is a folder of data/results, "" for results itself, and what the ruleset's file in the folder contains.
	for _, kind := range []listItem{{"", "table (CSV)"}, {"values/", "values of positions"}, {"samples/", "samples"}} {
		if name := kind.Name + data.FileName(ruleset); must(fs.Glob(data.Results, "results/"+name)) != nil {
			list = append(list, listItem{name, kind.Title})
		}
	}
	for _, column := range data.Totals(ruleset).Columns {
		if name := results.BFileName(ruleset, column); must(fs.Glob(enumerate.Documents, "data/bfiles/"+name)) != nil {
			list = append(list, listItem{name, "b-file: " + strings.ReplaceAll(column, "-", " ")})
		}
	}
	return list
}

func readShipped(name string) ([]byte, error) {
	if path.Ext(name) == ".csv" {
		return fs.ReadFile(data.Results, "results/"+name)
	}
	return fs.ReadFile(enumerate.Documents, "data/bfiles/"+name)
}

// sampled returns the samples of a ruleset that the program contains: for some sizes, how many of a number of random
// games had the first verdict.
func sampled(ruleset string) (list []estimate.Sample) {
	text, err := fs.ReadFile(data.Results, "results/samples/"+data.FileName(ruleset))
	if err != nil {
		return nil // there is no such file
	}
	for _, line := range must(csv.NewReader(bytes.NewReader(text)).ReadAll()) {
		const size, trials, successes = 1, 2, 3 // columns
		n, err := strconv.Atoi(line[size])
		if err != nil {
			continue // the line of titles
		}
		list = append(list, estimate.Sample{Size: n, Trials: must(strconv.ParseUint(line[trials], 10, 64)), Successes: must(strconv.ParseUint(line[successes], 10, 64))})
	}
	return list
}

func published(ruleset string) []estimate.Published {
	name, ok := enumerate.Estimates[ruleset]
	if !ok {
		return nil
	}
	return must(estimate.ReadPublished(bytes.NewReader(must(enumerate.Documents.ReadFile(name)))))
}
