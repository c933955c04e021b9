package games

import (
	"context"
	"testing"

	"enumerate/enum"
)

// TestEveryShardIsBounded checks the limits that tell whether a tally (the number of games of each verdict) can belong
// to a shard. Each shard must accept its own tally. In a count of more than ten shards, each must refuse the sum of all
// tallies.
func TestEveryShardIsBounded(t *testing.T) {
	checked := make(map[string]int)
	for _, c := range []struct {
		ruleset string
		size    int
	}{
		{"wonderwall", 3}, {"wonderwall", 5}, {"wonderwall", 6}, {"nimbers", 4}, {"nimbers", 6}, {"nimbers:chips=unordered", 5},
		{"nimbers:dag=complete", 6}, {"nimbers:dag=complete,chips=unordered", 5}, {"spies", 1}, {"spies", 5}, {"spies", 8}, {"jump", 2},
		{"jump:players=2", 3}, {"jump:rows=1,values=0..4,players=2", 5}, {"col", 8}, {"antonim", 8},
		{"nim:heaps=3,verdict=grundy", 60}, {"greedy", 20}, {"rotisserie", 6}, {"tower", 8},
	} {
		r := named(t, c.ruleset)
		for _, m := range r.Methods {
			if m.Space == nil || !m.Sizes.Contains(c.size) {
				continue
			}
			space, err := m.Space(c.size, enum.Means{Dir: t.TempDir()})
			if err != nil { // this method does not exist for this DAG
				continue
			}
			name := c.ruleset + " by " + m.Name
			var shards []enum.Shard
			for shard := range space.Shards() {
				shards = append(shards, shard)
			}

			// Only a space with a single shard may do without limits.
			bounded, ok := space.(enum.Bounded)
			if !ok {
				if len(shards) > 1 {
					t.Errorf("%s, n = %d: of %d shards none is bounded", name, c.size, len(shards))
				}
				continue
			}

			all := enum.NewTally(len(space.Verdicts()))
			err = enum.Run(context.Background(), space, enum.Plan{Workers: 2}, func(result enum.Result) error {
				all.Merge(result.Tally)
				return bounded.Fits(shards[result.Shard.ID], result.Tally)
			})
			if err != nil {
				t.Errorf("%s, n = %d: an honest shard does not fit: %v", name, c.size, err)
			}
			for _, shard := range shards {
				if len(shards) > 10 && bounded.Fits(shard, all) == nil {
					t.Errorf("%s, n = %d: shard %d of %d could have all there is", name, c.size, shard.ID, len(shards))
					break
				}
			}
			checked[m.Name] += len(shards)
		}
	}
	for _, method := range []string{enum.Walk, "count", "core", "core-walk"} {
		if checked[method] == 0 {
			t.Errorf("no shard of the method %s is checked", method)
		}
	}
}
