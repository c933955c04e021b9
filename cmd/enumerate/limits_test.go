package main

import (
	"math/big"
	"os"
	"strings"
	"testing"

	"enumerate/games"
	"enumerate/internal/rows"
)

// The page docs/reference/limits.md must have the largest sizes of all rulesets and methods.
func TestThePageOfLimitsHasAllSizes(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range games.All() {
		walk, others := "", ""
		for _, m := range r.Methods {
			if last := rows.Grouped(big.NewInt(int64(m.Sizes.Last))); m.Name == "walk" {
				walk = last
			} else {
				others += ", " + m.Name + " " + last
			}
		}
		row := strings.Join([]string{"", r.Name, r.Size, walk, strings.TrimPrefix(others, ", "), ""}, " | ")
		if row = strings.ReplaceAll(strings.TrimSpace(row), "|  |", "| |"); !strings.Contains(string(page), "\n"+row) {
			t.Errorf("limits.md does not have the row %s", row)
		}
	}
}
