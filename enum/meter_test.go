package enum_test

import (
	"math"
	"testing"
	"time"

	"enumerate/enum"
)

func TestMeterShowsTheShareOfAWalkByLabelledGames(t *testing.T) {
	began := time.Unix(0, 0)
	space := necklaces(4) // 16 rings
	tally := func(automorphisms, classes uint64) *enum.Tally {
		t := enum.NewTally(3)
		t.Add(0, automorphisms, classes)
		return t
	}
	for _, c := range []struct {
		claim      string
		part       enum.Part
		found, add *enum.Tally
		want       enum.Progress
	}{
		{"nothing", enum.Part{}, tally(1, 0), tally(1, 0), enum.Progress{}},
		{"half of it", enum.Part{}, tally(1, 0), tally(1, 2), enum.Progress{Share: .5, GamesPerSecond: .8, ClassesPerSecond: .2, SecondsLeft: 10}},
		{"half of what was left", enum.Part{}, tally(1, 2), tally(2, 2), enum.Progress{Share: .75, GamesPerSecond: .4, ClassesPerSecond: .2, SecondsLeft: 10}},
		{"half of a part", enum.Part{Res: 0, Mod: 2}, tally(1, 0), tally(1, 1), enum.Progress{Share: .5, GamesPerSecond: .4, ClassesPerSecond: .1, SecondsLeft: 10}},
		{"a large part", enum.Part{Res: 0, Mod: 8}, tally(1, 0), tally(1, 2), enum.Progress{Share: 1, GamesPerSecond: .8, ClassesPerSecond: .2}},
	} {
		m := enum.NewMeter(space, c.part, began)
		if err := m.Found(c.found); err != nil {
			t.Fatal(err)
		}
		if err := m.Add(c.add); err != nil {
			t.Fatal(err)
		}
		if got := m.Progress(began.Add(10 * time.Second)); got != c.want {
			t.Errorf("%s: Progress = %+v, want %+v", c.claim, got, c.want)
		}
	}
}

func TestMeterShowsWhatIsToldOfAnOnlyShard(t *testing.T) {
	began := time.Unix(0, 0)
	for _, c := range []struct {
		claim string
		told  []float64
		want  enum.Progress
	}{
		{"nothing", nil, enum.Progress{}},
		{"the first share was there before", []float64{.2}, enum.Progress{Share: .2}},
		{"half of what was left", []float64{.2, .6}, enum.Progress{Share: .6, SecondsLeft: 10}},
		{"out of order", []float64{.2, .6, .5}, enum.Progress{Share: .6, SecondsLeft: 10}},
	} {
		m := enum.NewMeter(direct(4, nil), enum.Part{Res: 0, Mod: 2}, began)
		for _, share := range c.told {
			m.Reach(share)
		}
		got := m.Progress(began.Add(10 * time.Second))
		if got.Share != c.want.Share || math.Abs(got.SecondsLeft-c.want.SecondsLeft) > 1e-9 {
			t.Errorf("%s: Progress = %+v, want %+v", c.claim, got, c.want)
		}
	}
}
