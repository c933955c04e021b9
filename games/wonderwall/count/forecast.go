package count

import (
	"context"
	"fmt"
	"math"

	"enumerate/enum"
	"enumerate/internal/cpu"
	"enumerate/internal/layers"
)

// The forecast of a count measures the sizes from firstProbe to lastProbe.
const firstProbe, lastProbe = 7, 9

// lastCounted is the largest size that has been counted.
const lastCounted = 11

// measuredGrowth[n] is the time of a count for n players divided by the time for 9 players. The time for 10 players was
// measured in full, and those for 11 and 12 players with samples of states (docs/papers/twelve.md), for 12 including
// the slabs, the parts of the last layer. One slab of 12 players was made later, and agrees with the factor for 12.
var measuredGrowth = map[int]float64{10: 63, 11: 3_800, 12: 420_000}

// estimateCounting forecasts the time of a count, and the disk space of its layers, for a number of players. For three
// small sizes it builds the layers, and measures the completion of a sample of states. Up to 12 players it multiplies
// the time for 9 players by a constant, the growth that was measured once.
//
// For more players it extrapolates. Let g be the growth of the work from 8 to 9 players, and f the ratio of g to the
// growth from 7 to 8. The work then grows by a factor g·f for the next player, g·f² for the player after, and so on,
// and so does the number of states. The bytes of a state grow by a factor of 1.55 for each player, as they do from 9 to
// 12. The time may be off by a factor of 1.25, and by a further factor of at least 1.15 for each player beyond
// lastCounted.
func estimateCounting(ctx context.Context, method string, players int) (f enum.Forecast, err error) {
	if _, err := newCounting(method, players, enum.Means{}); err != nil {
		return f, err
	}
	var p probes // the measurements of 7, 8 and 9 players
	for n := firstProbe; n <= lastProbe; n++ {
		if p[n], err = measure(ctx, method, n); err != nil {
			return f, err
		}
	}
	return p.forecast(players), nil
}

// forecast forecasts the time of a count and its disk space: Files are the bytes of the layers that stay on disk,
// Making the further bytes while the largest layer is made. A layer has the states in which equally many players have
// chosen. If the last layer is built in slabs (parts), only one slab exists at a time, next to the layer before.
func (probes *probes) forecast(players int) enum.Forecast {
	f := probes.time(players)
	whole := probes.lastLayer(players) // the bytes of the last layer
	// In the last layer that is built, three players (`unmerged`) are left to choose. For sizes whose layer with three
	// left would be too large, it is the layer before, with four left.
	left := players - layersOf(players)
	if left > unmerged {
		whole = probes.layerBefore(players)
	}
	f.Files, f.Making = whole, 3*whole // while a layer is made, a state has 2.5 to 2.9 copies that are not merged yet
	if slabs := slabsOf(players); slabs > 1 {
		slab := whole / float64(slabs)
		before := probes.layerBefore(players)
		f.Files, f.Making = before+slab, 3*max(before, slab)
	}
	return f
}

// time forecasts the time of a count, with an interval that says how far it may be off.
func (probes *probes) time(players int) enum.Forecast {
	if players >= firstProbe && players <= lastProbe {
		f := enum.Forecast{Seconds: probes[players].seconds, By: "by a part of the states"}
		return f.Between(1.25)
	}
	last := probes[lastProbe]
	uncounted := math.Pow(1.15, float64(max(0, players-lastCounted))) // a wider interval for sizes that were never counted
	if times, measured := measuredGrowth[players]; measured {
		f := enum.Forecast{Seconds: times * last.seconds, By: fmt.Sprintf("by a part of the states of %d players, and the measured growth, %.0f times", lastProbe, times)}
		return f.Between(1.25 * uncounted)
	}
	growth, faster := growths(probes[lastProbe-2].work, probes[lastProbe-1].work, last.work)
	f := enum.Forecast{
		Seconds: last.seconds * grown(growth, faster, players-lastProbe),
		By:      fmt.Sprintf("by the growth of the work: %.0f times from %d to %d players, and for each further player %.2f times the previous factor", growth, lastProbe-1, lastProbe, faster),
	}
	left := players - layersOf(players) // the players left to choose in the last layer that is built
	if left > unmerged {
		// No layer with three players left is built, so equal states with three players left are not merged. Each copy
		// is completed by itself, which takes about twice as long.
		f.Seconds *= 2
	}
	return f.Between(1.25 * uncounted * uncounted)
}

// lastLayer forecasts the bytes of the states with three players left.
func (probes *probes) lastLayer(players int) float64 {
	stateBytes := probes[lastProbe].bytes / probes[lastProbe].states * math.Pow(1.55, float64(players-lastProbe))
	return probes.states(players) * stateBytes
}

// layerBefore forecasts the bytes of the layer whose states have four players left to choose. It has 1.15 times as many
// states as the layer with three players left in games of one player fewer. Each of its states takes 0.88 times the
// bytes of a state with three players left in games of the same size. Both factors were measured (docs/papers/count.md,
// section 9).
func (probes *probes) layerBefore(players int) float64 {
	perState := probes.lastLayer(players) / probes.states(players)
	return 1.15 * probes.states(players-1) * 0.88 * perState
}

// states forecasts the number of states with three players left.
func (probes *probes) states(players int) float64 {
	growth, faster := growths(probes[lastProbe-2].states, probes[lastProbe-1].states, probes[lastProbe].states)
	return probes[lastProbe].states * grown(growth, faster, players-lastProbe)
}

// growths returns the growth third/second, and how many times this is the growth second/first.
func growths(first, second, third float64) (growth, faster float64) {
	growth = third / second
	return growth, growth / (second / first)
}

// grown returns the factor by which a quantity grows over a number of steps. In the step before them it grew by the
// factor `growth`, and from each step to the next this factor is multiplied by `faster`.
func grown(growth, faster float64, steps int) float64 {
	further := float64(steps)
	return math.Pow(growth, further) * math.Pow(faster, further*(further+1)/2)
}

// Probes are the measurements of small sizes, by players.
type probes [lastProbe + 1]countProbe

// A countProbe has the measurements of the largest cycle count of a small size.
type countProbe struct {
	work, seconds float64 // of the whole count
	states, bytes float64 // of the last layer
}

// measure estimates the work and the time of a small size. It builds the layers and completes about 600 states.
func measure(ctx context.Context, method string, players int) (countProbe, error) {
	c, err := newCounting(method, players, enum.Means{Workers: 1})
	if err != nil {
		return countProbe{}, err
	}
	defer func() { _ = c.Close() }() // its layers are in memory, so closing cannot fail
	count := c.largest()
	began := cpu.Time()
	if err := count.enter(ctx); err != nil {
		return countProbe{}, err
	}
	making := (cpu.Time() - began).Seconds()

	completer := count.games.NewCompleter()
	began = cpu.Time()
	completed := uint64(0)
	const runLength, sampleSize = 10, 600
	distance := max(runLength, count.layer.States()/(sampleSize/runLength)) // from the start of a run to the next
	for from := uint64(0); from < count.layer.States(); from += distance {
		if err := ctx.Err(); err != nil {
			return countProbe{}, err
		}
		to := min(from+runLength, count.layer.States())
		completed += to - from
		err = count.layer.Each(from, to, func(key []byte, _ layers.Weight) error {
			_, err := completer.Count(key)
			return err
		})
		if err != nil {
			return countProbe{}, err
		}
	}

	times := float64(count.layer.States()) / float64(completed) // from the sample to all states
	return countProbe{
		work: times * float64(completer.Work()), seconds: making + times*(cpu.Time()-began).Seconds(),
		states: float64(count.layer.States()), bytes: float64(count.layer.Size()),
	}, nil
}
