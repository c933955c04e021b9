// Package golden has the totals that tests expect: those of data/results.
//
//	golden.Total("wonderwall", 6, "solvable-classes") // "14780"
package golden

import (
	"fmt"

	"enumerate/data"
)

// Total returns the number that data/results has for a ruleset, a size and a column, such as "solvable-classes". It
// panics if there is none, because a test that expects nothing would pass.
func Total(ruleset string, n int, column string) string {
	number := data.Totals(ruleset).Number(n, column)
	if number == "" {
		panic(fmt.Sprintf("data/results has no %s of %s for n = %d", column, ruleset, n))
	}
	return number
}
