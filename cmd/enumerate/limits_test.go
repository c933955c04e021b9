package main

import (
	"fmt"
	"math/big"
	"os"
	"sort"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/rows"
)

// The page docs/reference/limits.md must have the largest sizes of all rulesets and methods, and of samples.
func TestThePageOfLimitsHasAllSizes(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range games.All() {
		walk, others := "", []string{}
		for _, m := range r.Methods {
			last := rows.Grouped(big.NewInt(int64(m.Sizes.Last)))
			if m.Name == enum.Walk {
				walk = " " + last
			} else {
				others = append(others, m.Name+" "+last)
			}
		}

		row := fmt.Sprintf("| %s | %s |%s | %s | %s |", r.Name, r.Size, walk, strings.Join(others, ", "), largestSample(r))
		if !strings.Contains(string(page), "\n"+strings.ReplaceAll(row, "|  |", "| |")) {
			t.Errorf("limits.md does not have the row %s", row)
		}
	}
}

// largestSample returns the largest size of random games, with separators.
func largestSample(r *enum.Ruleset) string {
	larger := sort.Search(r.Sizes.Last+1, func(size int) bool { // the least size that is too large to sample
		if size < r.Sizes.First {
			return false
		}
		_, err := r.Sampler(size)
		return err != nil
	})
	return rows.Grouped(big.NewInt(int64(larger - 1)))
}
