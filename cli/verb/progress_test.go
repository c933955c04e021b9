package verb

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/rows"
)

func TestRoughly(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		want    string
	}{
		{0.2, "1 seconds"}, {81, "81 seconds"}, {120, "2 minutes"}, {47 * 60, "47 minutes"},
		{5.8 * 3600, "5.8 hours"}, {3 * 86400, "3 days"}, {86.32 * 365.25 * 86400, "86.32 years"}, {877e9, "27,790 years"}, {1e20, "3,168,808,781,402 years"},
	} {
		if got := rows.Roughly(c.seconds); got != c.want {
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
		{enum.Progress{GamesPerSecond: 1.5e6}, "1.5 million games/s"},
		{enum.Progress{GamesPerSecond: 1.5e9, ClassesPerSecond: 178e6}, "178 million classes/s"},
		{enum.Progress{ClassesPerSecond: 1.25}, "1.25 classes/s"},
	} {
		if got := describe(c.progress); got != c.want {
			t.Errorf("describe(%+v) = %q, want %q", c.progress, got, c.want)
		}
	}
}

func TestRatesChooseTheirUnit(t *testing.T) {
	for _, c := range []struct {
		perSecond float64
		want      string
	}{
		{0, "0 games/s"}, {204.8, "204.8 games/s"}, {54321.9, "54,321 games/s"}, {1.7e9, "1.7 billion games/s"},
		{0.9, "54 games/min"}, {0.01, "36 games/h"}, {2e-4, "17.28 games/day"}, {1e-9, "8.64e-05 games/day"},
	} {
		if got := rows.Rate(c.perSecond, "games"); got != c.want {
			t.Errorf("rate(%v) = %q, want %q", c.perSecond, got, c.want)
		}
	}
}

// TestForecastsAreCorrected reads one clock, in seconds.
func TestForecastsAreCorrected(t *testing.T) {
	at := func(seconds int) time.Time { return time.Unix(int64(seconds), 0) }
	var p Progress
	p.expect(at(0), 1000)
	for _, c := range []struct {
		claim string
		now   int
		left  float64
		want  string
	}{
		{"the pace is not known", 10, 0, ""},
		{"a third more is within what was said", 100, 1200, ""},
		{"half as much again is not", 100, 1500, "the forecast is corrected by the pace so far: about 25 minutes left"},
		{"what was said then is said once", 200, 1400, ""},
		{"half of it is not what was said", 200, 600, "the forecast is corrected by the pace so far: about 10 minutes left"},
		{"a minute is not worth a line", 780, 50, ""},
	} {
		if got := p.correction(at(c.now), c.left); got != c.want {
			t.Errorf("%s: correction = %q, want %q", c.claim, got, c.want)
		}
	}
	if got := new(Progress).correction(at(1), 1e6); got != "" {
		t.Errorf("without a forecast it is corrected: %q", got)
	}
}

// TestLayerGauge tells a gauge what happens in a count of 8 players, which has 27
// shards, and reads it ten seconds after the last layer was made, or the first shard
// added.
func TestLayerGauge(t *testing.T) {
	space, err := checkpoints.Spaces(games.All(), nil)(checkpoints.Key{Ruleset: "wonderwall", Size: 8, Method: "count"})
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
				g.Add(enum.Result{})
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
		{"nothing is known", enum.Part{}, 0, nil, 0, "shard 0 of 27"},
		{"shards are found", enum.Part{}, 9, nil, 9. / all, "shard 9 of 27"},
		{"all are found", enum.Part{}, all, nil, 1, "shard 27 of 27"},
		{"a part has its own", enum.Part{Res: 1, Mod: 4}, 0, nil, 0, "shard 0 of 7"},
		{"a part has found some", enum.Part{Res: 1, Mod: 4}, 3, nil, 3. / 7, "shard 3 of 7"},
		{"a layer is being made", enum.Part{}, 9, []func(*layerGauge){observe(half)}, 9. / all,
			"layer 4 of 5: 50%, 1,500 states from 4,000 children, 64 KiB, 500 states/s, games of 8 players"},
		{"a layer is being merged", enum.Part{}, 9, []func(*layerGauge){observe(merging)}, 9. / all,
			"layer 4 of 5: merged 700 of 1,500 states from 4,000 children, games of 8 players"},
		{"a layer is made", enum.Part{}, 9, []func(*layerGauge){observe(half), observe(done)}, 9. / all, "shard 9 of 27"},
		{"shards are added", enum.Part{}, 0, []func(*layerGauge){add(2)}, 2. / all, "shard 2 of 27, 2 minutes left"},
		{"found shards are no measure of the speed", enum.Part{}, 5, []func(*layerGauge){add(2)}, 7. / all, "shard 7 of 27, 2 minutes left"},
		{"nor are those from before the layer", enum.Part{}, 5, []func(*layerGauge){add(2), observe(done), add(5)}, 12. / all, "shard 12 of 27, 30 seconds left"},
		{"the next layer is being made", enum.Part{}, 5, []func(*layerGauge){add(2), observe(half)}, 7. / all,
			"layer 4 of 5: 50%, 1,500 states from 4,000 children, 64 KiB, 500 states/s, games of 8 players"},
		{"all are added", enum.Part{Res: 1, Mod: 4}, 3, []func(*layerGauge){add(4)}, 1, "shard 7 of 7"},
	} {
		g := newLayerGauge(space, c.part, c.found)
		for _, tell := range c.told {
			tell(g)
		}
		now := time.Now()
		if !g.since.IsZero() {
			g.since = now.Add(-10 * time.Second)
		}
		if r := g.Read(now); math.Abs(r.Share-c.share) > 1e-9 || r.String() != c.words {
			t.Errorf("%s: read = %v, %q, want %v, %q", c.claim, r.Share, r, c.share, c.words)
		}
	}
}

// TestLayerGaugeSaysWhatIsLeft is for the estimate, which is made before a layer.
func TestLayerGaugeSaysWhatIsLeft(t *testing.T) {
	space, err := checkpoints.Spaces(games.All(), nil)(checkpoints.Key{Ruleset: "wonderwall", Size: 8, Method: "core"})
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

// TestLongCountsAreEstimated says how long what is left of a count of 10 players takes, for
// the part that was asked for, by as many workers as there are processors.
func TestLongCountsAreEstimated(t *testing.T) {
	space, err := checkpoints.Spaces(games.All(), nil)(checkpoints.Key{Ruleset: "wonderwall", Size: 10, Method: "count"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim   string
		seconds float64
		left    float64
		part    enum.Part
		workers int
		want    string
	}{
		{"all of it", 7200, 1, enum.Part{}, 1, "n=10: this will take about 2.0 hours, by heart\n"},
		{"the half that is left", 7200, 0.5, enum.Part{}, 1, "n=10: this will take about 60 minutes, by heart\n"},
		{"a quarter", 7200, 1, enum.Part{Res: 1, Mod: 4}, 1, "n=10, part 1/4: this will take about 30 minutes, by heart\n"},
		{"more workers than processors", 7200 * float64(runtime.GOMAXPROCS(0)), 1, enum.Part{}, 4096, "n=10: this will take about 2.0 hours, by heart\n"},
		{"a minute is not worth a line", 60, 1, enum.Part{}, 1, ""},
		{"nothing is left", 7200, 0, enum.Part{}, 1, ""},
	} {
		var said bytes.Buffer
		method := &enum.Method{
			Layers: func(context.Context, int, enum.Means) error { return nil },
			Estimate: func(_ context.Context, size int, _ time.Duration) (enum.Forecast, error) {
				if size != 10 {
					t.Errorf("%s: the estimate is of n=%d", c.claim, size)
				}
				return enum.Forecast{Seconds: c.seconds, By: "by heart"}, nil
			},
		}
		r := &runProgress{request: checkpoints.Request{Method: method, Size: 10, Part: c.part, Workers: c.workers}, stderr: &said}
		if _, err := r.forecast(context.Background(), space, c.left); err != nil || fmt.Sprint(&said) != c.want {
			t.Errorf("%s: it says %q, %v, want %q", c.claim, &said, err, c.want)
		}
	}
}

// TestCountsMadeAtOneGoShowHowFarTheyAre reads, while such a count is under way, what is
// shown of it.
func TestCountsMadeAtOneGoShowHowFarTheyAre(t *testing.T) {
	r, err := enum.Find(games.All(), "nimbers:dag=complete")
	if err != nil {
		t.Fatal(err)
	}
	for _, quiet := range []bool{false, true} {
		var seen []string
		shown := &runProgress{quiet: quiet, stderr: io.Discard}
		method := &enum.Method{Name: "count", Space: func(size int, m enum.Means) (enum.Space, error) {
			space, err := r.Space(size)
			return enum.Direct{Space: space, Method: "count", Count: func(context.Context) ([]*big.Int, error) {
				for _, share := range []float64{.25, .5, .75} {
					m.Share(share)
					if shown.shown != nil {
						r := shown.shown.gauge.Read(time.Now().Add(time.Minute))
						seen = append(seen, fmt.Sprintf("%.0f%%, %v", 100*r.Share, r))
					}
				}
				return []*big.Int{big.NewInt(1), nil}, nil
			}}, err
		}}
		shown.request = checkpoints.Request{Ruleset: r, Method: method, Size: 3, Workers: 1}
		store, err := checkpoints.Open(filepath.Join(t.TempDir(), "runs.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if _, err := store.Run(t.Context(), shown.request, shown.observer()); err != nil {
			t.Fatal(err)
		}
		want := []string{"25%, under way", "50%, under way", "75%, under way"} // three steps say nothing of the pace
		if quiet {
			want = nil
		}
		if !slices.Equal(seen, want) {
			t.Errorf("quiet %v: it shows %q, want %q", quiet, seen, want)
		}
	}
}
