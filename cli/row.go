package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"enumerate/checkpoints"
)

// A resultRow is what is known of one size, from runs or from a document.
type resultRow struct {
	numbers []string // as tables show them, unknown or not
	methods []string // that agree on them, in the order of compareMethods
}

// readResultRow reads a line of a document, which takes so many numbers. Tables may
// have no column of methods. A line with other columns has no numbers, so that it
// agrees with no row.
func readResultRow(line string, numbers int) resultRow {
	cells := strings.Split(strings.Trim(line, "| "), "|")[1:] // after the size
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	switch len(cells) {
	case numbers:
		return resultRow{cells, nil}
	case numbers + 1:
		return resultRow{cells[:numbers], sortedMethods(strings.Split(cells[numbers], ", "))}
	}
	return resultRow{}
}

// line returns the row as a line of a table.
func (r resultRow) line(n int) string {
	return fmt.Sprintf("| %d | %s | %s |", n, strings.Join(r.numbers, " | "), strings.Join(r.methods, ", "))
}

// unite returns all that two rows of one size say, if they agree in every number that
// both know.
func (r resultRow) unite(s resultRow) (united resultRow, ok bool) {
	if len(r.numbers) != len(s.numbers) {
		return r, false
	}
	for i, x := range r.numbers {
		y := s.numbers[i]
		if x != y && x != unknown && y != unknown {
			return r, false
		}
		if x == unknown {
			x = y
		}
		united.numbers = append(united.numbers, x)
	}
	united.methods = sortedMethods(slices.Concat(r.methods, s.methods))
	return united, true
}

// sortedMethods returns the same methods, each once, in the order of compareMethods.
func sortedMethods(methods []string) []string {
	return slices.Compact(slices.SortedFunc(slices.Values(methods), compareMethods))
}

// compareMethods puts the walk first, then the count, then others by name.
func compareMethods(a, b string) int {
	rank := func(method string) int { return slices.Index([]string{"count", checkpoints.Walk}, method) }
	return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
}
