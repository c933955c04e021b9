package heaps_test

import (
	"testing"

	"enumerate/enum"
	"enumerate/games/nim"
	"enumerate/games/tower"
)

// TestShardsMakeUpTheSpace checks that the shards of a count have every position once between them, also if the last
// shard is smaller than the others.
func TestShardsMakeUpTheSpace(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		size    int
		shards  int
	}{{nim.New(), 50, 2}, {tower.New(), 33, 3}} {
		formula, err := c.ruleset.Method("formula")
		if err != nil {
			t.Fatal(err)
		}
		s, err := formula.Space(c.size, enum.Means{})
		if err != nil {
			t.Fatal(err)
		}
		shards := 0
		for range s.Shards() {
			shards++
		}
		if shards != c.shards {
			t.Errorf("%s: there are %d shards, want %d", s.Fingerprint(), shards, c.shards)
		}
		proved(t, s)
	}
}
