// Package meter measures the progress of a run: its completed share, its speed, and the time until its end.
package meter

import (
	"math/big"
	"time"

	"enumerate/enum"
)

// An Amount says how much of a run is done.
type Amount struct {
	Share          float64 // see Totals.Share; 0 if unknown
	Shards         uint64
	Games, Classes *big.Int // counted by the shards; nil if a shard does not tell them
}

// A Coverage adds up the completed share of a space, or of a part.
type Coverage struct {
	space  enum.Space
	part   enum.Part
	shards uint64
	tally  *enum.Tally // of these shards
	totals enum.Totals // of the tally
	only   float64     // if the space has one shard: the share of this shard that is done
}

// NewCoverage returns the coverage of a part without finished shards.
func NewCoverage(s enum.Space, p enum.Part) *Coverage {
	return &Coverage{space: s, part: p, tally: enum.NewTally(len(s.Verdicts())), totals: enum.Totals{Coverage: new(big.Int), Whole: big.NewInt(1)}}
}

// Add adds finished shards with their tally.
func (c *Coverage) Add(t *enum.Tally, shards uint64) error {
	c.tally.Merge(t)
	totals, err := c.space.Totals(c.tally)
	if err == nil {
		c.shards += shards
		c.totals = totals
	}
	return err
}

// Reach records the finished share of a space with a single shard (see enum.Means.Share), which has no tally before it
// is finished.
func (c *Coverage) Reach(share float64) { c.only = max(c.only, share) }

// Amount returns how much of the part is done. Part k/m has every m-th shard, so Amount supposes that it covers 1/m of
// the space. If the space has a single shard, the share is at least c.only, the finished share of this shard, so that
// there is progress before the shard is finished.
func (c *Coverage) Amount() Amount {
	all := c.totals.All()
	return Amount{min(max(c.totals.Share()*float64(max(c.part.Mod, 1)), c.only), 1), c.shards, all.Games, all.Classes}
}

// A Meter estimates the speed and the end of a run from recent observations. The zero Meter is ready for use.
//
// It forecasts the end only when the speed seems steady: after several steps and a few seconds, if neither half of this
// time was more than twice as productive as the other. The first shards would mislead: they are few, and not even a
// random sample if they are distributed to other machines in the order of their numbers.
type Meter struct {
	readings []reading // in the order of time; the speed is measured from the first to the last
}

type reading struct {
	at time.Time
	Amount
}

const (
	window        = time.Minute // the time over which the speed is measured; longer if it has few steps
	readingsKept  = 64          // of a window, about; more are not needed
	leastSteps    = 8           // for a forecast: finished shards, or readings of the only shard
	leastReadings = 4           // for a forecast, more than this
	leastTime     = 3 * time.Second
)

// See tells the meter that the amount a of the run is done at the time now. The first call tells what was done before.
// See keeps the readings of about the last minute.
func (m *Meter) See(now time.Time, a Amount) {
	// If nothing was done at all, the run begins only now.
	n := len(m.readings)
	unchanged := n > 0 && a.Share == m.readings[n-1].Share && a.Shards == m.readings[n-1].Shards
	if unchanged {
		if n == 1 {
			m.readings[0].at = now
		}
		return
	}

	// Replace the last reading if it follows the one before by less than 1/readingsKept of the whole time.
	if n > leastSteps && m.readings[n-1].at.Sub(m.readings[n-2].at) < now.Sub(m.readings[0].at)/readingsKept {
		m.readings = m.readings[:n-1]
	}
	m.readings = append(m.readings, reading{now, a})

	// Keep the last reading before the window, with which the window begins.
	for len(m.readings) > leastSteps+1 && now.Sub(m.readings[1].at) > window {
		m.readings = m.readings[1:]
	}
}

// Progress is what a meter shows. Unknown values are 0.
type Progress struct {
	Share            float64 // 0 to 1
	Shards           uint64
	ShardsPerSecond  float64
	GamesPerSecond   float64 // labelled games
	ClassesPerSecond float64
	SecondsLeft      float64
}

// Progress returns the speed and the remaining time.
func (m *Meter) Progress(now time.Time) Progress {
	if len(m.readings) == 0 {
		return Progress{}
	}
	first, last := m.readings[0], m.readings[len(m.readings)-1]
	p := Progress{Share: last.Share, Shards: last.Shards}
	elapsed := now.Sub(first.at)
	if elapsed <= 0 || last.Shards < first.Shards { // the readings are of different runs with the same number
		return p
	}
	p.ShardsPerSecond = float64(last.Shards-first.Shards) / elapsed.Seconds()
	p.GamesPerSecond = perSecond(first.Games, last.Games, elapsed)
	p.ClassesPerSecond = perSecond(first.Classes, last.Classes, elapsed)

	middle := first.Share
	for _, r := range m.readings {
		if r.at.Sub(first.at) <= elapsed/2 {
			middle = r.Share
		}
	}
	early, late := middle-first.Share, last.Share-middle
	steady := early > 0 && late > 0 && max(early, late) <= 2*min(early, late)

	steps := max(uint64(len(m.readings)-1), last.Shards-first.Shards)
	enough := steps >= leastSteps && len(m.readings) > leastReadings && elapsed >= leastTime
	if steady && enough {
		p.SecondsLeft = elapsed.Seconds() / (early + late) * (1 - last.Share)
	}
	return p
}

func perSecond(before, now *big.Int, elapsed time.Duration) float64 {
	if before == nil || now == nil {
		return 0
	}
	f, _ := new(big.Float).SetInt(new(big.Int).Sub(now, before)).Float64()
	return f / elapsed.Seconds()
}
