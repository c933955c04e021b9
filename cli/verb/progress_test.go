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
	"enumerate/enum/kit"
	"enumerate/enum/meter"
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
		progress meter.Progress
		want     string
	}{
		{meter.Progress{}, "under way"},
		{meter.Progress{GamesPerSecond: 1.5e6}, "1.5 million games/s"},
		{meter.Progress{GamesPerSecond: 1.5e9, ClassesPerSecond: 178e6}, "178 million classes/s"},
		{meter.Progress{ClassesPerSecond: 1.25}, "1.25 classes/s"},
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

// The progress of a count must name the layer that is made and later the shard, with the share of the shards that are
// finished. Each case has the events of a count for 8 players, which has 27 shards.
func TestTheProgressOfACountHasItsLayerAndShard(t *testing.T) {
	ruleset := games.All()[0]
	method, err := ruleset.Method("count")
	if err != nil {
		t.Fatal(err)
	}
	space, err := method.Space(8, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	shards := make([]enum.Result, 27)
	err = enum.Run(t.Context(), space, enum.Plan{Workers: 1}, func(r enum.Result) error {
		shards[r.Shard.ID] = r
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	half := enum.LayerProgress{
		Of: "games of 8 players", Layer: 4, Layers: 5, Share: 0.5,
		States: 1500, Children: 4000, Bytes: 64 << 10, Took: 3 * time.Second,
	}
	merging := half
	merging.Share, merging.MergedStates = 1, 700
	done := half
	done.Share, done.Done = 1, true
	for _, c := range []struct {
		claim        string
		part         enum.Part
		found, added []enum.Result
		layers       []enum.LayerProgress
		words        string
	}{
		{"nothing is known", enum.Part{}, nil, nil, nil, "shard 0 of 27"},
		{"shards are found", enum.Part{}, shards[:9], nil, nil, "shard 9 of 27"},
		{"all are found", enum.Part{}, shards, nil, nil, "shard 27 of 27"},
		{"a part has its own", enum.Part{Res: 1, Mod: 4}, nil, nil, nil, "shard 0 of 7"},
		{"a part has found some", enum.Part{Res: 1, Mod: 4}, shards[1:2], nil, nil, "shard 1 of 7"},
		{"a layer is being made", enum.Part{}, shards[:9], nil, []enum.LayerProgress{half},
			"layer 4 of 5: 50%, 1,500 states from 4,000 children, 64 KiB, 500 states/s, games of 8 players"},
		{"a layer is being merged", enum.Part{}, shards[:9], nil, []enum.LayerProgress{merging},
			"layer 4 of 5: merged 700 of 1,500 states from 4,000 children, games of 8 players"},
		{"a layer is made", enum.Part{}, shards[:9], nil, []enum.LayerProgress{half, done}, "shard 9 of 27"},
		{"shards are added", enum.Part{}, shards[:5], shards[5:7], []enum.LayerProgress{done}, "shard 7 of 27"},
		{"all are added", enum.Part{}, shards[:5], shards[5:], nil, "shard 27 of 27"},
	} {
		r := &runProgress{request: checkpoints.Request{Ruleset: ruleset, Method: method, Size: 8, Part: c.part, Workers: 1}, stderr: io.Discard}
		sum := func(list []enum.Result) *enum.Tally {
			tally := enum.NewTally(2)
			for _, shard := range list {
				tally.Merge(shard.Tally)
			}
			return tally
		}
		if err := r.begin(t.Context(), space, checkpoints.Sum{Tally: sum(c.found), Shards: uint64(len(c.found))}); err != nil {
			t.Fatal(err)
		}
		o := r.observer()
		for _, layer := range c.layers {
			o.Layer(layer)
		}
		for _, shard := range c.added {
			o.Shard(shard)
		}
		o.End()
		totals, err := space.Totals(sum(slices.Concat(c.found, c.added)))
		if err != nil {
			t.Fatal(err)
		}
		want := min(totals.Share()*float64(max(c.part.Mod, 1)), 1)
		if share, words := r.gauge.read(time.Now()); math.Abs(share-want) > 1e-9 || words != c.words {
			t.Errorf("%s: it reads %v, %q, want %v, %q", c.claim, share, words, want, c.words)
		}
	}
}

func TestTheEstimateCoversTheMissingShards(t *testing.T) {
	space, err := checkpoints.Spaces(games.All(), nil)(checkpoints.Key{Ruleset: "wonderwall", Size: 10, Method: "core"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part       enum.Part
		all, found uint64
		hours      float64
	}{{enum.Part{}, 1147, 0, 8}, {enum.Part{}, 1147, 287, 6}, {enum.Part{Res: 0, Mod: 2}, 574, 143, 3}, {enum.Part{Res: 31, Mod: 32}, 35, 35, 0}} {
		if got := shardsOf(space, c.part); got != c.all {
			t.Errorf("part %v has %d shards, want %d", c.part, got, c.all)
		}
		var stderr bytes.Buffer
		method := &enum.Method{
			Layers: func(context.Context, int, enum.Means) error { return nil },
			Estimate: func(context.Context, int, time.Duration) (enum.Forecast, error) {
				return enum.Forecast{Seconds: 8 * 3600, By: "by heart"}, nil
			},
		}
		r := &runProgress{request: checkpoints.Request{Method: method, Size: 10, Part: c.part, Workers: 1}, stderr: &stderr}
		if err := r.begin(t.Context(), space, checkpoints.Sum{Tally: enum.NewTally(2), Shards: c.found}); err != nil {
			t.Fatal(err)
		}
		r.progress.stop()
		want := ""
		if c.hours > 0 {
			want = fmt.Sprintf("%s: this will take about %.1f hours, by heart\n", r.name(), c.hours)
		}
		if stderr.String() != want {
			t.Errorf("part %v, %d shards found: it says %q, want %q", c.part, c.found, &stderr, want)
		}
	}
}

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
		var stderr bytes.Buffer
		method := &enum.Method{
			Layers: func(context.Context, int, enum.Means) error { return nil },
			Estimate: func(_ context.Context, size int, _ time.Duration) (enum.Forecast, error) {
				if size != 10 {
					t.Errorf("%s: the estimate is of n=%d", c.claim, size)
				}
				return enum.Forecast{Seconds: c.seconds, By: "by heart"}, nil
			},
		}
		r := &runProgress{request: checkpoints.Request{Method: method, Size: 10, Part: c.part, Workers: c.workers}, stderr: &stderr}
		if err := r.forecast(context.Background(), space, c.left); err != nil || fmt.Sprint(&stderr) != c.want {
			t.Errorf("%s: it says %q, %v, want %q", c.claim, &stderr, err, c.want)
		}
	}
}

func TestCountsOfOneShardShowTheirProgress(t *testing.T) {
	r, err := enum.Find(games.All(), "nimbers:dag=complete")
	if err != nil {
		t.Fatal(err)
	}
	for _, quiet := range []bool{false, true} {
		var seen []string
		shown := &runProgress{quiet: quiet, stderr: io.Discard}
		method := &enum.Method{Name: "count", Space: func(size int, m enum.Means) (enum.Space, error) {
			space, err := r.Space(size)
			return kit.Direct{Space: space, Method: "count", Count: func(context.Context) ([]*big.Int, error) {
				for _, share := range []float64{.25, .5, .75} {
					m.Share(share)
					if shown.progress != nil {
						share, words := shown.progress.gauge.read(time.Now().Add(time.Minute))
						seen = append(seen, fmt.Sprintf("%.0f%%, %s", 100*share, words))
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
