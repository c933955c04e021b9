package fleet

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/cpu"
)

// An empty space has shards that take no time: what is measured is all the rest.
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

// BenchmarkCoordinator serves shards that take no time to two workers in the same process.
func BenchmarkCoordinator(b *testing.B) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 6, Method: enum.Walk})
	if err != nil {
		b.Fatal(err)
	}
	for _, shards := range []uint64{100_000, 1_000_000, 11_000_000} {
		b.Run(fmt.Sprintf("shards=%d", shards), func(b *testing.B) {
			for range b.N {
				e := empty{space, shards}
				path := filepath.Join(b.TempDir(), "test.db")
				store, err := checkpoints.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				key := checkpoints.Key{Ruleset: "empty", Size: 1, Method: enum.Walk}
				ctx := context.Background()
				ready := make(chan JoinURL, 1)
				ended := make(chan error, 1)
				began, before := time.Now(), cpu.Time()
				go func() {
					ended <- Serve(ctx, Service{Store: store, Key: key, Space: e, Listen: "127.0.0.1:0", Files: path, Check: 0.001, Lease: 10 * time.Second,
						Ready: func(u JoinURL, _ string) { ready <- u }})
				}()
				url := <-ready
				for range 2 {
					go Worker{URL: url, Workers: 1, Space: func(checkpoints.Key) (enum.Space, error) { return e, nil }}.Work(ctx)
				}
				if err := <-ended; err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(shards)/time.Since(began).Seconds(), "shards/s")
				b.ReportMetric(float64((cpu.Time()-before).Microseconds())/float64(shards), "CPU-µs/shard")
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.Sys)/1e6, "MB")
				store.Close()
			}
		})
	}
}
