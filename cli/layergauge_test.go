package cli

import (
	"math"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// TestLayerGauge tells a gauge what happens in a count of 8 players, which has 27
// shards, and reads it ten seconds after the last layer was made, or the first shard
// added.
func TestLayerGauge(t *testing.T) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 8, Method: "count"})
	if err != nil {
		t.Fatal(err)
	}
	const all = 27
	half := enum.LayerProgress{
		Of: "games of 8 players", Layer: 4, Layers: 5, Share: 0.5,
		States: 1500, Children: 4000, Bytes: 64 << 10, Took: 3 * time.Second,
	}
	merging := half
	merging.Share, merging.Merged = 1, 700
	done := half
	done.Share, done.Done = 1, true
	add := func(shards int) func(g *layerGauge) {
		return func(g *layerGauge) {
			for range shards {
				g.add(enum.Result{})
			}
		}
	}
	observe := func(p enum.LayerProgress) func(g *layerGauge) {
		return func(g *layerGauge) { g.observe(p) }
	}
	for _, c := range []struct {
		claim string
		part  enum.Part
		found uint64
		told  []func(g *layerGauge)
		share float64
		words string
	}{
		{"nothing is known", enum.Part{}, 0, nil, 0, "piece 0 of 27"},
		{"shards are found", enum.Part{}, 9, nil, 9. / all, "piece 9 of 27"},
		{"all are found", enum.Part{}, all, nil, 1, "piece 27 of 27"},
		{"a part has its own", enum.Part{Res: 1, Mod: 4}, 0, nil, 0, "piece 0 of 7"},
		{"a part has found some", enum.Part{Res: 1, Mod: 4}, 3, nil, 3. / 7, "piece 3 of 7"},
		{"a layer is being made", enum.Part{}, 9, []func(*layerGauge){observe(half)}, 9. / all,
			"layer 4 of 5: 50%, 1,500 states from 4,000 children, 64 KiB, 500 states/s, games of 8 players"},
		{"a layer is being merged", enum.Part{}, 9, []func(*layerGauge){observe(merging)}, 9. / all,
			"layer 4 of 5: merged 700 of 1,500 states from 4,000 children, games of 8 players"},
		{"a layer is made", enum.Part{}, 9, []func(*layerGauge){observe(half), observe(done)}, 9. / all, "piece 9 of 27"},
		{"shards are added", enum.Part{}, 0, []func(*layerGauge){add(2)}, 2. / all, "piece 2 of 27, 2 minutes left"},
		{"found shards are no measure of the speed", enum.Part{}, 5, []func(*layerGauge){add(2)}, 7. / all, "piece 7 of 27, 2 minutes left"},
		{"nor are those from before the layer", enum.Part{}, 5, []func(*layerGauge){add(2), observe(done), add(5)}, 12. / all, "piece 12 of 27, 30 seconds left"},
		{"the next layer is being made", enum.Part{}, 5, []func(*layerGauge){add(2), observe(half)}, 7. / all,
			"layer 4 of 5: 50%, 1,500 states from 4,000 children, 64 KiB, 500 states/s, games of 8 players"},
		{"all are added", enum.Part{Res: 1, Mod: 4}, 3, []func(*layerGauge){add(4)}, 1, "piece 7 of 7"},
	} {
		g := newLayerGauge(space, c.part, c.found)
		for _, tell := range c.told {
			tell(g)
		}
		now := time.Now()
		if !g.since.IsZero() {
			g.since = now.Add(-10 * time.Second)
		}
		share, words := g.read(now)
		if math.Abs(share-c.share) > 1e-9 || words != c.words {
			t.Errorf("%s: read = %v, %q, want %v, %q", c.claim, share, words, c.share, c.words)
		}
	}
}

// TestLayerGaugeSaysWhatIsLeft is for the forecast, which is made before a layer.
func TestLayerGaugeSaysWhatIsLeft(t *testing.T) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 8, Method: "core"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part  enum.Part
		found uint64
		want  float64
	}{{enum.Part{}, 0, 1}, {enum.Part{}, 8, 0.75}, {enum.Part{}, 32, 0}, {enum.Part{Res: 0, Mod: 2}, 4, 0.75}, {enum.Part{Res: 31, Mod: 32}, 1, 0}} {
		if got := newLayerGauge(space, c.part, c.found).left(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("part %v, %d shards found: left() = %v, want %v", c.part, c.found, got, c.want)
		}
	}
}
