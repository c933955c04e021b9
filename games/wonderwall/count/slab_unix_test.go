//go:build unix

package count

import (
	"context"
	"flag"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

var (
	slabDir     = flag.String("slab", "", "the directory in which BenchmarkSlab keeps its layers; it does nothing without one")
	slabPlayers = flag.Int("slab-players", 12, "the number of players of BenchmarkSlab")
	slabWorkers = flag.Int("slab-workers", 2, "the number of workers of BenchmarkSlab")
)

// BenchmarkSlab measures the first of the 64 slabs into which the last layer is divided, to check the forecast in
// docs/papers/twelve.md. For 12 players it takes hours, 6 GiB of memory and 40 GB of disk. Finished layers stay in the
// directory, so an interrupted run continues after them; -v shows the progress.
func BenchmarkSlab(b *testing.B) {
	if *slabDir == "" {
		b.Skip("it takes hours; -slab names the directory of its layers")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()

	var interrupted time.Time
	c, err := newCountingInSlabs(countMethod, *slabPlayers, enum.Means{
		Dir: *slabDir, Memory: 6 << 30, Workers: *slabWorkers,
		Remark: func(text string) { b.Log(text) },
		Observe: func(p enum.LayerProgress) {
			if p.Done || time.Since(interrupted) > time.Minute {
				interrupted = time.Now()
				b.Logf("%s, layer %d of %d: %.1f %%, %d states, %d children, %d bytes, %.0f CPU s", p.Of, p.Layer, p.Layers, 100*p.Share, p.States, p.Children, p.Bytes, processor(b).Seconds())
			}
		},
	}, func(int) uint64 { return 64 })
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			b.Error(err)
		}
	}()
	count := c.largest()

	for b.Loop() {
		began := processor(b)
		if err := count.enter(ctx); err != nil {
			b.Fatal(err)
		}
		built := processor(b)
		b.ReportMetric(float64(count.layer.States()), "states-before")
		b.ReportMetric((built - began).Seconds(), "CPU-s/layers-before")

		if err := count.changeSlab(ctx, 0); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(count.slab.States()), "states/slab")
		b.ReportMetric((processor(b) - built).Seconds(), "CPU-s/slab")
		b.ReportMetric(float64(count.slab.Size())/float64(count.slab.States()), "bytes/state")

		b.ReportMetric(completion(ctx, b, count.games, count.slab).Seconds()*1e6, "CPU-µs/completion")
	}
}

// completion returns the mean processor time to complete a state of a layer. It measures 50 groups of consecutive
// states, at equal distances in the layer.
func completion(ctx context.Context, b *testing.B, games partial.Games, layer *layers.Layer) time.Duration {
	const runs, statesOfRun = 50, 400
	completer := games.NewCompleter()
	completed := 0
	began := processor(b)
	for i := range uint64(runs) {
		from := cut(layer.States(), i, runs)
		to := min(from+statesOfRun, layer.States())
		err := layer.Each(from, to, func(key []byte, _ layers.Weight) error {
			completed++
			if _, err := completer.Count(key); err != nil {
				return err
			}
			return ctx.Err()
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return (processor(b) - began) / time.Duration(completed)
}
