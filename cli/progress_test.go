package cli

import (
	"testing"

	"enumerate/enum"
)

func TestRoughly(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		want    string
	}{
		{0.2, "1 seconds"}, {81, "81 seconds"}, {120, "2 minutes"}, {47 * 60, "47 minutes"},
		{5.8 * 3600, "5.8 hours"}, {3 * 86400, "3 days"}, {86.32 * 365.25 * 86400, "86.32 years"}, {877e9, "27,790 years"}, {1e20, "3,168,808,781,402 years"},
	} {
		if got := roughly(c.seconds); got != c.want {
			t.Errorf("roughly(%v) = %q, want %q", c.seconds, got, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		progress enum.Progress
		want     string
	}{
		{enum.Progress{}, "under way"},
		{enum.Progress{Share: .25, GamesPerSecond: 1.5e6, SecondsLeft: 9}, "1.5 million games/s, 9 seconds left"},
		{enum.Progress{Share: .5, ClassesPerSecond: 178e6, SecondsLeft: 20}, "178 million classes/s, 20 seconds left"},
	} {
		if got := describe(c.progress); got != c.want {
			t.Errorf("describe(%+v) = %q, want %q", c.progress, got, c.want)
		}
	}
}

func TestDescribeSample(t *testing.T) {
	for _, c := range []struct {
		progress enum.Progress
		want     string
	}{
		{enum.Progress{}, "0 games/s"},
		{enum.Progress{Share: .1, GamesPerSecond: 0.123456}, "0.1235 games/s"},
		{enum.Progress{Share: .5, GamesPerSecond: 54321, SecondsLeft: 20}, "54,321 games/s, 20 seconds left"},
	} {
		if got := describeSample(c.progress); got != c.want {
			t.Errorf("describeSample(%+v) = %q, want %q", c.progress, got, c.want)
		}
	}
}
