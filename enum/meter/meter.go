// Package meter measures the progress of a run: its completed share, its speed and its end.
package meter

import (
	"math/big"
	"time"

	"enumerate/enum"
)

// An Amount says how much of a run is done.
type Amount struct {
	Share          float64 // see Totals.Share; 0 where it is not known
	Shards         uint64
	Games, Classes *big.Int // that shards have said; nil if one did not
}

// A Coverage adds up the completed share of a space, or of a part.
type Coverage struct {
	space  enum.Space
	part   enum.Part
	shards uint64
	tally  *enum.Tally // of these
	totals enum.Totals // that it says
	only   float64     // the reported share of the only shard, if any
}

// NewCoverage returns the coverage of a part without completed shards.
func NewCoverage(s enum.Space, p enum.Part) *Coverage {
	return &Coverage{space: s, part: p, tally: enum.NewTally(len(s.Verdicts())), totals: enum.Totals{Covered: new(big.Int), Whole: big.NewInt(1)}}
}

// Add covers what some shards count.
func (c *Coverage) Add(t *enum.Tally, shards uint64) error {
	c.tally.Merge(t)
	totals, err := c.space.Totals(c.tally)
	if err == nil {
		c.shards += shards
		c.totals = totals
	}
	return err
}

// Reach says which share is done of the only shard, which covers nothing before it is
// done (see Means.Share).
func (c *Coverage) Reach(share float64) { c.only = max(c.only, share) }

// Amount returns how much is done. What a part will cover is not known before; its fair share
// is expected.
func (c *Coverage) Amount() Amount {
	all := c.totals.All()
	return Amount{min(max(c.totals.Share()*float64(max(c.part.Mod, 1)), c.only), 1), c.shards, all.Games, all.Classes}
}

// A Meter estimates the speed and the end of a run from recent observations. The zero Meter is ready for use.
//
// It makes a forecast only after several steps and a few seconds, in which neither half was more than twice as
// productive as the other. The completed shards of a walk are a sample of all (see [Spread]), so their pace is
// that of the rest. But a few shards are a small sample, and a served run takes its shards in the order of their
// numbers.
type Meter struct {
	seen []reading // the first is where the pace is measured from
}

type reading struct {
	at time.Time
	Amount
}

const (
	meterWindow = time.Minute     // that the pace is measured over, or longer if that has few steps
	meterSteps  = 8               // that a forecast takes: shards, or shares of an only one,
	meterSeen   = 4               // and so often that they were looked at
	meterLeast  = 3 * time.Second // likewise
	meterFine   = 64              // readings that are kept of a window; those between are not needed
)

// See takes into account how much is done now. The first that is seen is what an earlier run has
// left.
func (m *Meter) See(now time.Time, a Amount) {
	n := len(m.seen)
	if n > 0 && a.Share == m.seen[n-1].Share && a.Shards == m.seen[n-1].Shards {
		if n == 1 { // no one has begun
			m.seen[0].at = now
		}
		return
	}
	if n > meterSteps && m.seen[n-1].at.Sub(m.seen[n-2].at) < now.Sub(m.seen[0].at)/meterFine {
		m.seen = m.seen[:n-1]
	}
	m.seen = append(m.seen, reading{now, a})
	for len(m.seen) > meterSteps+1 && now.Sub(m.seen[1].at) > meterWindow {
		m.seen = m.seen[1:]
	}
}

// Progress is what a meter shows.
type Progress struct {
	Share            float64 // 0 to 1
	Shards           uint64
	ShardsPerSecond  float64 // 0 if that is not known
	GamesPerSecond   float64 // labelled; likewise
	ClassesPerSecond float64 // likewise
	SecondsLeft      float64 // 0 when not known yet
}

// Progress reads the meter.
func (m *Meter) Progress(now time.Time) Progress {
	if len(m.seen) == 0 {
		return Progress{}
	}
	first, last := m.seen[0], m.seen[len(m.seen)-1]
	p := Progress{Share: last.Share, Shards: last.Shards}
	elapsed := now.Sub(first.at)
	if elapsed <= 0 || last.Shards < first.Shards { // another run with the same number
		return p
	}
	p.ShardsPerSecond = float64(last.Shards-first.Shards) / elapsed.Seconds()
	p.GamesPerSecond = perSecond(first.Games, last.Games, elapsed)
	p.ClassesPerSecond = perSecond(first.Classes, last.Classes, elapsed)
	half := first.Share // what was done by the middle of the time
	for _, r := range m.seen {
		if r.at.Sub(first.at) <= elapsed/2 {
			half = r.Share
		}
	}
	early, late := half-first.Share, last.Share-half
	steps := max(uint64(len(m.seen)-1), last.Shards-first.Shards)
	if steps >= meterSteps && len(m.seen) > meterSeen && elapsed >= meterLeast && early > 0 && late > 0 && max(early, late) <= 2*min(early, late) {
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
