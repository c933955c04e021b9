package fleet

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"enumerate/checkpoints"
)

// TestTheShardsAssignedFirstAreASample takes all batches of missing shards from a coordinator. With Spread, the first
// twentieth of the shards comes from all tenths of the run; otherwise it is in the first tenth. In both orders the
// batches have every shard once.
func TestTheShardsAssignedFirstAreASample(t *testing.T) {
	store, err := checkpoints.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	key := walkOf(7)
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}

	var want []uint64
	for shard := range space.Shards() {
		want = append(want, shard.ID)
	}
	for _, spread := range []bool{false, true} {
		service := Service{Key: key, Space: space, Lease: neverEnds, Spread: spread}
		c, err := newCoordinator(service, &storedRun{store: store, key: key, space: space, self: testSelf}, ownSubjects, rand.New(rand.NewPCG(1, 1)), make(void))
		if err != nil {
			t.Fatal(err)
		}
		var assigned []uint64
		for {
			shards, _ := c.schedule.nextMissing(10)
			for _, shard := range shards {
				assigned = append(assigned, shard.ID)
			}
			if c.schedule.pass == nil && len(c.schedule.ready) == 0 {
				break
			}
		}

		all := c.register.size()
		first := len(assigned) / 20
		tenths := make(map[uint64]bool)
		for _, id := range assigned[:first] {
			tenths[id*10/all] = true
		}
		if parts := map[bool]int{false: 1, true: 10}[spread]; len(tenths) != parts {
			t.Errorf("spread %v: the first %d of %d shards are in %d tenths of the run, want %d", spread, first, all, len(tenths), parts)
		}
		slices.Sort(assigned)
		if !slices.Equal(assigned, want) {
			t.Errorf("spread %v: the batches have %d shards, want each of %d once", spread, len(assigned), len(want))
		}
	}
}

// A run of more than mostSpread shards is assigned in the order of the numbers, because mixing it would delay messages.
func TestOnlyRunsUpToALimitAreMixed(t *testing.T) {
	space, err := spaceOf(walkOf(7))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{mostSpread, mostSpread + 1} {
		s := schedule{spread: true, space: space, register: &register{shards: make([]shardState, size)}}
		var ids []uint64
		for shard := range s.shards() {
			ids = append(ids, shard.ID)
		}
		if mixed := !slices.IsSorted(ids); mixed != (size == mostSpread) {
			t.Errorf("a run of %d shards: mixed %v", size, mixed)
		}
	}
}
