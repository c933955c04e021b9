package cli

import (
	"fmt"
	"math/big"
	"time"

	"github.com/dustin/go-humanize"

	"enumerate/enum"
)

// A layerGauge says how far a count is: first its layers, then the pieces that the
// last one is cut into, which take about as long as each other.
type layerGauge struct {
	found, done, all uint64 // shards found, done now, and in the part
	making           enum.LayerProgress
	since            time.Time // the first piece began
}

// newLayerGauge returns the gauge of a part of which some shards are found.
func newLayerGauge(s enum.Space, part enum.Part, found uint64) *layerGauge {
	g := &layerGauge{found: found}
	for shard := range s.Shards() {
		if part.Contains(shard.ID) {
			g.all++
		}
	}
	return g
}

// left returns which share of the shards is still to be done.
func (g *layerGauge) left() float64 {
	return 1 - float64(g.found+g.done)/float64(max(g.all, 1))
}

// observe is told how a layer comes on.
func (g *layerGauge) observe(p enum.LayerProgress) {
	g.making = p
	if p.Done {
		g.since, g.found, g.done = time.Now(), g.found+g.done, 0
	}
}

func (g *layerGauge) add(enum.Result) {
	if g.since.IsZero() {
		g.since = time.Now()
	}
	g.done++
}

func (g *layerGauge) read(now time.Time) (share float64, words string) {
	share = 1 - g.left()
	if p := g.making; p.Layer > 0 && !p.Done {
		return share, describeLayer(p)
	}
	words = fmt.Sprintf("piece %s of %s", count(g.found+g.done), count(g.all))
	if left := g.left(); g.done > 0 && left > 0 {
		each := now.Sub(g.since).Seconds() / float64(g.done)
		words += fmt.Sprintf(", %s left", roughly(each*float64(g.all-min(g.all, g.found+g.done))))
	}
	return share, words
}

// describeLayer says what a layer has come to.
func describeLayer(p enum.LayerProgress) string {
	layer := fmt.Sprintf("layer %d of %d: ", p.Layer, p.Layers)
	if p.Merged > 0 && !p.Done {
		return fmt.Sprintf("%smerged %s of %s states from %s children, %s", layer, count(p.Merged), count(p.States), count(p.Children), p.Of)
	}
	if !p.Done {
		layer += fmt.Sprintf("%.0f%%, ", 100*p.Share)
	}
	return fmt.Sprintf("%s%s states from %s children, %s, %s states/s, %s", layer, count(p.States), count(p.Children),
		humanize.IBytes(uint64(p.Bytes)), count(uint64(float64(p.States)/max(p.Took.Seconds(), 1e-6))), p.Of)
}

func count(x uint64) string { return grouped(new(big.Int).SetUint64(x)) }
