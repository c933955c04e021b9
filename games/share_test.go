package games

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"enumerate/enum"
)

// Counts that take long, but have a single shard, must report their progress: the share of the work that is done, from
// 0 to 1. A share may exceed the one before by at most 0.6, and the last share must be at least the least of the table.
func TestCountsOfOneShardReportTheirProgress(t *testing.T) {
	for _, c := range []struct {
		ruleset, method string
		size            int
		least           float64 // the least that the last share may be
	}{
		{"nimbers", "count", 12, 1},
		{"nimbers:dag=complete", "sizes", 40, 1},
		{"nimbers:dag=complete", "subsets", 15, 1},
		{"nimbers:dag=complete", "frontier", 12, .8},
		{"antonim", "count", 21, 1},
		{"antonim:heaps=5", "count", 60, 1},
	} {
		for _, workers := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s/%s/%d", c.ruleset, c.method, workers), func(t *testing.T) {
				r := named(t, c.ruleset)
				m := r.Methods[slices.IndexFunc(r.Methods, func(m enum.Method) bool { return m.Name == c.method })]
				var mu sync.Mutex
				var shares []float64
				space, err := m.Space(c.size, enum.Means{Workers: workers, Share: func(share float64) {
					mu.Lock()
					defer mu.Unlock()
					shares = append(shares, share)
				}})
				if err != nil {
					t.Fatal(err)
				}
				if err := enum.Run(t.Context(), space, enum.Plan{Workers: 1}, func(enum.Result) error { return nil }); err != nil {
					t.Fatal(err)
				}
				if workers == 1 && !slices.IsSorted(shares) {
					t.Errorf("it goes back: %v", shares)
				}
				slices.Sort(shares)
				if n := len(shares); n < 5 || shares[0] < 0 || shares[n-1] < c.least || shares[n-1] > 1 {
					t.Fatalf("it tells %d shares, the last of %v; expected some, from 0 to 1, the last %v or more", n, shares[max(n-3, 0):], c.least)
				}
				for i := range shares[1:] {
					if step := shares[i+1] - shares[i]; step > .6 {
						t.Errorf("%.2f of the work is done without a word", step)
					}
				}
			})
		}
	}
}
