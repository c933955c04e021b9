package fleet

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// An empty space has shards that take no time, so that only the overhead is measured.
type empty struct {
	enum.Space
	shards uint64
}

func (e empty) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		path := make([]byte, 12)
		for id := range e.shards {
			if !yield(enum.Shard{ID: id, Path: path}) {
				return
			}
		}
	}
}

func (e empty) Games() *big.Int     { return new(big.Int).SetUint64(e.shards * 100) }
func (e empty) Classes() *big.Int   { return e.Games() }
func (e empty) Group() *big.Int     { return big.NewInt(1) }
func (e empty) Fingerprint() string { return fmt.Sprintf("empty %d", e.shards) }
func (e empty) Walker() enum.Walker { return e }

func (e empty) Totals(t *enum.Tally) (enum.Totals, error) {
	return enum.NewTotals(e, []enum.Total{{Games: t.Sum(0), Classes: t.Sum(0)}, {Games: t.Sum(1), Classes: t.Sum(1)}}), nil
}

func (e empty) Walk(_ context.Context, shard enum.Shard, tally *enum.Tally) error {
	tally.Add(0, 1, shard.ID%100)
	tally.Add(1, 1, 100-shard.ID%100)
	return nil
}

// The bytes of the messages for a shard, with 64 shards in each message, must be about those that the command plan
// assumes.
func TestPlanKnowsTheTrafficOfAShard(t *testing.T) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 9, Method: enum.Walk})
	if err != nil {
		t.Fatal(err)
	}
	walker, bytes, shards := space.Walker(), 0, 0
	var b Batch
	var d delivery
	for shard := range space.Shards() {
		if shard.ID%40 != 0 {
			continue
		}
		tally := enum.NewTally(len(space.Verdicts()))
		if err := walker.Walk(context.Background(), shard, tally); err != nil {
			t.Fatal(err)
		}
		data, err := tally.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		b.Shards = append(b.Shards, shard)
		d.Shards = append(d.Shards, result{shard.ID, 812345 * time.Nanosecond, data})
		if len(b.Shards) == 64 {
			bytes, shards = bytes+len(encode(b))+len(encode(d)), shards+64
			b, d = Batch{}, delivery{}
		}
	}
	if got := float64(bytes) / float64(shards); got < ShardTraffic/1.25 || got > ShardTraffic*1.25 {
		t.Errorf("a shard takes %.0f bytes of messages, want about %d", got, ShardTraffic)
	}
}

func TestPlanKnowsTheDiskSpaceOfAShard(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; go test runs it")
	}
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 6, Method: enum.Walk})
	if err != nil {
		t.Fatal(err)
	}
	e := empty{space, 20_000}
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx := t.Context()
	err = Serve(ctx, Service{
		Store: store, Key: checkpoints.Key{Ruleset: "empty", Size: 1, Method: enum.Walk}, Space: e, Listen: "127.0.0.1:0", Files: path, Lease: 10 * time.Second,
		Ready: func(u JoinURL, _ string) {
			go Worker{URL: u, Workers: 1, Space: func(checkpoints.Key) (enum.Space, error) { return e, nil }}.Work(ctx)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	// The limits are wide, because the file grows in steps.
	if got := float64(info.Size()) / float64(e.shards); got < ShardDisk/2 || got > ShardDisk*2 {
		t.Errorf("a shard takes %.0f bytes of the database, want about %d", got, ShardDisk)
	} else {
		t.Logf("%.0f bytes a shard", got)
	}
}
