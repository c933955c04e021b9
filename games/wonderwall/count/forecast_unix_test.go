//go:build unix

package count

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// BenchmarkForecast measures a sample of states of the last layers, for the forecast in docs/papers/twelve.md. It
// builds the layers that are small, draws states of a late one, and follows random children to the last layer. It
// weighs such a path by the product of the numbers of children along it, so that on average each state of the last
// layer counts once for every path that leads to it. It also measures the cost of a slab, a part of a layer. With
// -benchtime 1x it takes about two minutes of processor time; -v shows the sampling errors.
func BenchmarkForecast(b *testing.B) {
	const drawn = 3000
	for _, c := range []struct{ players, made int }{{9, 6}, {10, 7}, {11, 7}, {12, 7}} {
		games, last := partial.All(c.players), c.players-unmerged
		layer := layers.Single(games.Start(), layers.Weight{Lo: 1})
		for k := 1; k <= c.made; k++ {
			next, err := layers.Build(context.Background(), layers.Config{Workers: 2}, "forecast", "", layer,
				func() layers.Expander { return games.NewExpander() }, nil)
			if err != nil {
				b.Fatal(err)
			}
			layer.Close()
			layer = next
			if k < last-2 {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/layer=%d", c.players, k), func(b *testing.B) {
				for b.Loop() {
					forecast(b, games, layer, last-k, drawn)
				}
			})
		}
		layer.Close()
	}
}

// forecast begins with random states of a layer, and goes `steps` times from each state to one of its children, at
// random. It reports the mean number of children, and the mean time and size of the states at the end. It weighs a
// state by the product of the numbers of children along the path to it, because a path is rarer if there are more
// children.
func forecast(b *testing.B, games partial.Games, from *layers.Layer, steps, drawn int) {
	random := rand.New(rand.NewPCG(9, uint64(steps)))
	weights := make([]float64, drawn)
	keys := make([][]byte, drawn)
	for i := range keys {
		at := random.Uint64N(from.States())
		weights[i] = 1
		err := from.Each(at, at+1, func(key []byte, _ layers.Weight) error {
			keys[i] = slices.Clone(key)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}

	b.ReportMetric(float64(from.States()), "states")
	values := make([]float64, drawn)
	report := func(name string) {
		mean, deviation := weighted(weights, values)
		b.ReportMetric(mean, name)
		b.Logf("%s: %.4g ± %.2g", name, mean, deviation)
	}
	expander := games.NewExpander()

	// Replace every state by one of its children, at random, and multiply its weight by their number.
	for step := range steps {
		if step == steps-1 {
			measureSlabs(b, games, weights, keys)
		}
		chosen := make([][]byte, drawn)
		for i, key := range keys {
			var children [][]byte
			_, err := expander.Expand(key, layers.Weight{Lo: 1}, func(child []byte, _ layers.Weight) error {
				children = append(children, slices.Clone(child))
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			values[i] = float64(len(children))
			if len(children) > 0 {
				chosen[i] = children[random.IntN(len(children))]
			}
		}
		report(fmt.Sprintf("children-%d/state", steps-step))
		for i := range weights {
			weights[i] *= values[i]
		}
		keys = chosen
	}

	completer := games.NewCompleter()
	count := func(key []byte) {
		if _, err := completer.Count(key); err != nil {
			b.Fatal(err)
		}
	}
	count(keys[0]) // the first call allocates memory, which must not be measured
	for i, key := range keys {
		began := processor(b)
		count(key)
		values[i] = float64((processor(b) - began).Microseconds())
	}
	report("CPU-µs/last-state")
	for i, key := range keys {
		values[i] = float64(len(key))
	}
	report("bytes/last-key")
}

// measureSlabs measures how long a state of a layer takes in two cases. In the first, its children (the states after
// one more choice) are made, but then left out because they are in other slabs, i.e. other parts of the next layer. In
// the second, all children are made and labelled.
func measureSlabs(b *testing.B, games partial.Games, weights []float64, keys [][]byte) {
	none := games.NewSlabExpander(partial.Slab{Number: 0, Of: math.MaxUint64})
	whole := games.NewExpander()
	ignore := func([]byte, layers.Weight) error { return nil }
	values := make([]float64, len(keys))
	for _, of := range []struct {
		name     string
		expander *partial.Expander
	}{{"made", none}, {"labelled", whole}} {
		for i, key := range keys {
			began := processor(b)
			if _, err := of.expander.Expand(key, layers.Weight{Lo: 1}, ignore); err != nil {
				b.Fatal(err)
			}
			values[i] = float64((processor(b) - began).Microseconds())
		}
		mean, deviation := weighted(weights, values)
		b.ReportMetric(mean, "CPU-µs/children-"+of.name)
		b.Logf("CPU-µs/children-%s: %.4g ± %.2g", of.name, mean, deviation)
	}
}

// weighted returns the weighted mean of some values, and approximately its standard deviation.
func weighted(weights, values []float64) (mean, deviation float64) {
	var sum, all, squares float64
	for i, w := range weights {
		all += w
		sum += w * values[i]
	}
	mean = sum / all
	for i, w := range weights {
		squares += w * w * (values[i] - mean) * (values[i] - mean)
	}
	return mean, math.Sqrt(squares) / all
}

func processor(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
