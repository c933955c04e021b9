package enum

import (
	"math/big"
	"time"
)

// A Meter measures how far a run has come, by the labelled games it has
// covered: their total is known beforehand, so the share of the whole space is
// exact, and sizes do not matter: the numbers have any number of bits.
type Meter struct {
	space   Space
	part    Part
	began   time.Time
	covered *big.Int // labelled games, found before included
	before  float64  // share when the run began
	classes *big.Int // counted by this run
}

// NewMeter returns the meter of a run that begins now.
func NewMeter(s Space, p Part, now time.Time) *Meter {
	return &Meter{space: s, part: p, began: now, covered: new(big.Int), classes: new(big.Int)}
}

// Found covers what an earlier run has counted.
func (m *Meter) Found(t *Tally) error {
	err := m.cover(t)
	m.before = m.share()
	return err
}

// Add covers what this run has counted.
func (m *Meter) Add(t *Tally) error {
	m.classes.Add(m.classes, t.AllClasses())
	return m.cover(t)
}

func (m *Meter) cover(t *Tally) error {
	games, err := t.AllGames(m.space.Group())
	if err != nil {
		return err
	}
	m.covered.Add(m.covered, games)
	return nil
}

// share is exact for the whole space. What a part will cover is not known
// before; its fair share is expected.
func (m *Meter) share() float64 {
	total := new(big.Float).SetInt(m.space.Games())
	share, _ := new(big.Float).Quo(new(big.Float).SetInt(m.covered), total).Float64()
	return min(share*float64(max(m.part.Mod, 1)), 1)
}

// Progress is what a meter shows.
type Progress struct {
	Share            float64 // 0 to 1
	ClassesPerSecond float64 // of this run
	SecondsLeft      float64 // 0 when not known yet
}

// Progress reads the meter.
func (m *Meter) Progress(now time.Time) Progress {
	p := Progress{Share: m.share()}
	elapsed := now.Sub(m.began)
	if elapsed > 0 {
		classes, _ := new(big.Float).SetInt(m.classes).Float64()
		p.ClassesPerSecond = classes / elapsed.Seconds()
	}
	if done := p.Share - m.before; done > 0 {
		p.SecondsLeft = elapsed.Seconds() / done * (1 - p.Share)
	}
	return p
}
