package count

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/cpu"
	"enumerate/internal/layers"
)

// BenchmarkForecast measures a part of the last two layers, for the forecast in docs/papers/count.md,
// section 9. The part is a slab, so it is a fair sample of the stored states: every state has the same
// chance to be in it. For 12 players the states with three left cannot be sampled in this way, because
// their slab needs the whole layer before. They are sampled as children of random states with four
// left, and smaller sizes say how these differ from the stored states.
//
// With -benchtime 1x it takes about seven minutes of processor time. With -v it says how large the
// sampling errors are.
func BenchmarkForecast(b *testing.B) {
	for _, c := range []struct {
		players     int
		four, three uint64 // one of how many slabs of the states with four and with three left; 0 for none
	}{{9, 1, 1}, {10, 1, 1}, {11, 1, 64}, {12, 64, 0}} {
		b.Run(fmt.Sprintf("n=%d", c.players), func(b *testing.B) {
			for b.Loop() {
				f := forecaster{b, partial.All(c.players), rand.New(rand.NewPCG(9, uint64(c.players)))}
				layer := layers.Single(f.games.Start(), layers.Weight{Lo: 1})
				for range c.players - 5 {
					layer = f.slab(layer, 1)
				}
				four := f.slab(layer, c.four)
				f.states("4", four, c.four)
				f.children(four)
				if c.three > 0 {
					began := cpu.Time()
					three := f.slab(four, c.three)
					b.ReportMetric((cpu.Time() - began).Seconds(), "CPU-s/slab-3")
					f.states("3", three, c.three)
					f.complete(three)
				}
			}
		})
	}
}

// A forecaster measures the layers of one size.
type forecaster struct {
	b      *testing.B
	games  partial.Games
	random *rand.Rand
}

// slab makes the first of some slabs of the layer after one.
func (f forecaster) slab(from *layers.Layer, of uint64) *layers.Layer {
	expander := func() layers.Expander { return f.games.NewSlabExpander(partial.Slab{Number: 0, Of: of}) }
	layer, err := layers.Build(context.Background(), layers.Config{Memory: 2 << 30}, "forecast", "", from, expander, nil)
	if err != nil {
		f.b.Fatal(err)
	}
	return layer
}

// states reports how many states a layer has, from one of its slabs.
func (f forecaster) states(left string, slab *layers.Layer, of uint64) {
	f.b.ReportMetric(float64(slab.States()*of), "states-"+left)
	f.b.ReportMetric(float64(slab.Emitted())/float64(slab.States()), "children/state-"+left)
	f.b.ReportMetric(float64(slab.Size())/float64(slab.States()), "bytes/state-"+left)
}

// draw returns the keys of random states of a layer.
func (f forecaster) draw(from *layers.Layer) [][]byte {
	const drawn = 3000
	keys := make([][]byte, drawn)
	for i := range keys {
		at := f.random.Uint64N(from.States())
		err := from.Each(at, at+1, func(key []byte, _ layers.Weight) error {
			keys[i] = slices.Clone(key)
			return nil
		})
		if err != nil {
			f.b.Fatal(err)
		}
	}
	return keys
}

// children reports what it takes to make the children of random states, and to give them labels; and
// what it takes to complete a random child of each. A child counts as often as its parent has children,
// so every child has the same weight, and a state counts once for each parent that leads to it.
func (f forecaster) children(from *layers.Layer) {
	keys := f.draw(from)
	weights := make([]float64, len(keys))
	chosen := make([][]byte, len(keys))
	kept := 0
	expand := func(e *partial.Expander, key []byte, emit func(key []byte, _ layers.Weight) error) {
		if _, err := e.Expand(key, layers.Weight{Lo: 1}, emit); err != nil {
			f.b.Fatal(err)
		}
	}
	whole := f.games.NewExpander()
	for i, key := range keys {
		expand(whole, key, func(child []byte, _ layers.Weight) error {
			weights[i]++
			if f.random.Float64()*weights[i] < 1 {
				chosen[i] = slices.Clone(child)
			}
			return nil
		})
	}
	ignore := func([]byte, layers.Weight) error {
		kept++
		return nil
	}
	timed := func(e *partial.Expander) float64 {
		began := cpu.Time()
		for _, key := range keys {
			expand(e, key, ignore)
		}
		return (cpu.Time() - began).Seconds()
	}
	made := timed(f.games.NewSlabExpander(partial.Slab{Number: 0, Of: math.MaxUint64})) // which keeps none
	labelled := timed(whole)
	f.report("children/parent-4", slices.Repeat([]float64{1}, len(keys)), weights)
	f.b.ReportMetric(made/float64(kept)*1e9, "CPU-ns/child-made")
	f.b.ReportMetric((labelled-made)/float64(kept)*1e9, "CPU-ns/child-labelled")
	f.time("met", weights, chosen)
}

// complete reports what it takes to complete random states of a layer.
func (f forecaster) complete(layer *layers.Layer) {
	keys := f.draw(layer)
	f.time("stored", slices.Repeat([]float64{1}, len(keys)), keys)
}

// time reports what it takes to complete states, and the length of their keys.
func (f forecaster) time(how string, weights []float64, keys [][]byte) {
	completer := f.games.NewCompleter()
	count := func(key []byte) {
		if _, err := completer.Count(key); err != nil {
			f.b.Fatal(err)
		}
	}
	for _, key := range keys[:100] {
		count(key) // its memory grows
	}
	values := make([]float64, len(keys))
	for i, key := range keys {
		if key == nil {
			continue // a parent without children, of weight 0
		}
		began := cpu.Time()
		count(key)
		values[i] = float64((cpu.Time() - began).Microseconds())
	}
	f.report("CPU-µs/state-3-"+how, weights, values)
	for i, key := range keys {
		values[i] = float64(len(key))
	}
	f.report("bytes/key-3-"+how, weights, values)
}

// report reports a weighted mean, and logs about its standard deviation.
func (f forecaster) report(name string, weights, values []float64) {
	var sum, all, squares float64
	for i, w := range weights {
		all += w
		sum += w * values[i]
	}
	mean := sum / all
	for i, w := range weights {
		squares += w * w * (values[i] - mean) * (values[i] - mean)
	}
	f.b.ReportMetric(mean, name)
	f.b.Logf("%s: %.4g ± %.2g", name, mean, math.Sqrt(squares)/all)
}
