package enum

import (
	"math/big"
	"time"
)

// A Meter measures how far a run has come, by its coverage: how much there is in
// all is known beforehand, so the share of the whole space is exact, and sizes do
// not matter: the numbers have any number of bits.
type Meter struct {
	space          Space
	part           Part
	began          time.Time
	covered, whole *big.Int // found before included
	before         float64  // share when the run began
	reached        float64  // share of the only shard, as it was told; 0 if it was not
	counted        Total    // by this run; no classes if a shard does not say
}

// NewMeter returns the meter of a run that begins now.
func NewMeter(s Space, p Part, now time.Time) *Meter {
	return &Meter{space: s, part: p, began: now, covered: new(big.Int), whole: big.NewInt(1), counted: Totals{}.All()}
}

// Found covers what an earlier run has counted.
func (m *Meter) Found(t *Tally) error {
	_, err := m.cover(t)
	m.before = m.share()
	return err
}

// Add covers what this run has counted.
func (m *Meter) Add(t *Tally) error {
	totals, err := m.cover(t)
	if err == nil {
		m.counted.add(totals.All())
	}
	return err
}

// Reach says which share is done of the only shard, which covers nothing before it is
// done (see Means.Share). The first share told is taken for what an earlier run has left.
func (m *Meter) Reach(share float64) {
	if m.reached == 0 {
		m.before = max(m.before, share)
	}
	m.reached = max(m.reached, share)
}

func (m *Meter) cover(t *Tally) (Totals, error) {
	totals, err := m.space.Totals(t)
	if err == nil {
		m.covered.Add(m.covered, totals.Covered)
		m.whole = totals.Whole
	}
	return totals, err
}

// share is exact for the whole space. What a part will cover is not known
// before; its fair share is expected.
func (m *Meter) share() float64 {
	whole := new(big.Float).SetInt(m.whole)
	share, _ := new(big.Float).Quo(new(big.Float).SetInt(m.covered), whole).Float64()
	return min(max(share*float64(max(m.part.Mod, 1)), m.reached), 1)
}

// Progress is what a meter shows.
type Progress struct {
	Share            float64 // 0 to 1
	GamesPerSecond   float64 // labelled, of this run; 0 if its tallies do not say
	ClassesPerSecond float64 // likewise
	SecondsLeft      float64 // 0 when not known yet
}

// Progress reads the meter.
func (m *Meter) Progress(now time.Time) Progress {
	p := Progress{Share: m.share()}
	elapsed := now.Sub(m.began)
	if elapsed > 0 {
		p.GamesPerSecond = perSecond(m.counted.Games, elapsed)
		p.ClassesPerSecond = perSecond(m.counted.Classes, elapsed)
	}
	if done := p.Share - m.before; done > 0 {
		p.SecondsLeft = elapsed.Seconds() / done * (1 - p.Share)
	}
	return p
}

func perSecond(count *big.Int, elapsed time.Duration) float64 {
	if count == nil {
		return 0
	}
	f, _ := new(big.Float).SetInt(count).Float64()
	return f / elapsed.Seconds()
}
