package meter_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"enumerate/enum/meter"
)

// seen returns a meter that has seen the given shares at equal intervals, and the time of the last one.
func seen(began time.Time, every time.Duration, shares ...float64) (m meter.Meter, now time.Time) {
	now = began
	done := 0
	for i, share := range shares {
		if i > 0 && share > shares[i-1] {
			done++
		}
		now = began.Add(time.Duration(i) * every)
		m.See(now, meter.Amount{Share: share, Shards: uint64(done), Games: big.NewInt(int64(40 * done))})
	}
	return m, now
}

// curve returns the shares of a run that are done at equal steps of time. The share grows from `from` to `to` like a
// power of the time.
func curve(steps int, from, to, power float64) (shares []float64) {
	for i := range steps + 1 {
		shares = append(shares, from+(to-from)*math.Pow(float64(i)/float64(steps), power))
	}
	return shares
}

func TestAMeterForecastsTheEndOnceItKnows(t *testing.T) {
	began := time.Unix(0, 0)
	for _, c := range []struct {
		claim  string
		every  time.Duration
		shares []float64
		left   float64 // 0 for silence
	}{
		{"nothing was seen", time.Second, nil, 0},
		{"nothing was done", time.Second, []float64{0}, 0},
		{"a few steps say nothing", time.Second, curve(7, 0, .07, 1), 0},
		{"nor does the first moment", time.Second / 10, curve(20, 0, .1, 1), 0},
		{"half is done", time.Second, curve(10, 0, .5, 1), 10},
		{"half is done in small steps", time.Second / 100, curve(1000, 0, .5, 1), 10},
		{"what was there before is no measure of the speed", time.Second, curve(10, .5, .75, 1), 10},
		{"the first shards cover little", time.Second, curve(14, 0, .003, 3), 0},
		{"or much, and the last ones little", time.Second, curve(14, 0, .9, .3), 0},
		{"somewhat uneven steps", time.Second, curve(16, 0, .5, 1.3), 16},
		{"all is done", time.Second, curve(10, 0, 1, 1), 0},
		{"no one works for a while", time.Second, append(curve(100, 0, 0, 1), curve(10, 0, .5, 1)...), 10},
		{"slow at first, then at a steady pace", time.Second, append(curve(60, 0, .001, 1), curve(70, .001, .701, 1)...), 30},
	} {
		m, now := seen(began, c.every, c.shares...)
		if got := m.Progress(now).SecondsLeft; math.Abs(got-c.left) > .02*c.left {
			t.Errorf("%s: %v seconds are left, want %v", c.claim, got, c.left)
		}
	}
	var seldom meter.Meter // sees the run rarely, like a page that is loaded from time to time
	for i := range 5 {
		now := began.Add(time.Duration(i) * 5 * time.Second)
		if got := seldom.Progress(now).SecondsLeft; got != 0 {
			t.Errorf("looked at %d times it says %v seconds", i, got)
		}
		seldom.See(now, meter.Amount{Share: float64(i) / 8, Shards: uint64(1000 * i)})
	}
	if got := seldom.Progress(began.Add(20 * time.Second)).SecondsLeft; got != 20 {
		t.Errorf("looked at five times it says %v seconds, want 20", got)
	}
	m, now := seen(began, time.Second, curve(10, 0, .5, 1)...)
	if got := m.Progress(now.Add(11 * time.Second)).SecondsLeft; got != 0 {
		t.Errorf("when nothing has been done for as long as before, %v seconds are left, want silence", got)
	}
}

func TestAMeterMeasuresRatesOfTheLastMinute(t *testing.T) {
	began := time.Unix(0, 0)
	m, now := seen(began, time.Second, curve(10, 0, .5, 1)...)
	want := meter.Progress{Share: .5, Shards: 10, ShardsPerSecond: 1, GamesPerSecond: 40, SecondsLeft: 10}
	if got := m.Progress(now); got != want {
		t.Errorf("Progress = %+v, want %+v", got, want)
	}
	for i := range 200 {
		m.See(now.Add(time.Duration(i+1)*time.Second), meter.Amount{Share: .5, Shards: uint64(10 + 7*(i+1))})
	}
	if got := m.Progress(now.Add(200 * time.Second)).ShardsPerSecond; math.Abs(got-7) > .2 {
		t.Errorf("after a change of pace %v shards/s, want 7", got)
	}
	m.See(now.Add(201*time.Second), meter.Amount{Shards: 3})
	if got := m.Progress(now.Add(202 * time.Second)); got != (meter.Progress{Shards: 3}) {
		t.Errorf("of another run Progress = %+v", got)
	}
}

// TestMetersThatSeeARunOftenOrSeldomAgree compares the forecasts of two meters that watch the same run. One meter is
// told after every shard which share of the run is done, as for a terminal. The other is told only once a second, as
// for a page or a server.
func TestMetersThatSeeARunOftenOrSeldomAgree(t *testing.T) {
	began := time.Unix(0, 0)
	const seconds = 300
	fine, now := seen(began, time.Second/100, curve(seconds*100, 0, .6, 1.2)...)
	coarse, _ := seen(began, time.Second, curve(seconds, 0, .6, 1.2)...)
	a, b := fine.Progress(now), coarse.Progress(now)
	if a.Share != b.Share || a.SecondsLeft == 0 || math.Abs(a.SecondsLeft-b.SecondsLeft) > .02*a.SecondsLeft {
		t.Errorf("one says %v of it and %v seconds, the other %v and %v", a.Share, a.SecondsLeft, b.Share, b.SecondsLeft)
	}
}
