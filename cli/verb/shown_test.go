package verb

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A sharedText is a text that can be written and read at the same time.
type sharedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *sharedText) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *sharedText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *sharedText) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Reset()
}

// drain returns the text so far, without dates, and clears it.
func drain(b *sharedText) string {
	text := strings.ReplaceAll(b.String(), "2000-01-01 ", "")
	b.Reset()
	return text
}

func TestProgressIsALineEveryTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr sharedText
		wait := func(d time.Duration, claim, want string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := drain(&stderr); got != want {
				t.Errorf("%s: it prints %q, want %q", claim, got, want)
			}
		}
		done := enum.Result{Tally: enum.NewTally(1)}
		m := Making{Stderr: &stderr}
		m.Begin("run 1", 8)
		wait(9*time.Second, "no line before ten seconds have passed", "")
		m.Shard(done)
		wait(2*time.Second, "after ten seconds", "00:00:10 run 1: 12.5%, 1 of 8 shards\n")
		wait(10*time.Second, "after twenty seconds", "00:00:20 run 1: 12.5%, 1 of 8 shards\n")
		for range 3 {
			m.Shard(done)
		}
		m.progress.hide()
		wait(10*time.Second, "while the progress is hidden", "")
		m.Begin("run 2", 2)
		m.Shard(done)
		wait(10*time.Second, "the second run", "00:00:40 run 2: 50.0%, 1 of 2 shards\n")
		m.progress.say(&stderr, "a remark")
		wait(0, "a remark is printed immediately", "a remark\n")
		m.End()
		wait(time.Minute, "after End", "")
	})
}

func TestProgressSaysHowLongTheRestTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr sharedText
		p := show(&stderr, "n=3", newShardGauge(1200))
		time.Sleep(time.Second / 2) // so that a shard is never finished at the moment a line is due
		for range 600 {
			time.Sleep(time.Second)
			p.add(enum.Result{Tally: enum.NewTally(1)})
		}
		synctest.Wait()
		p.stop()
		lines := strings.Split(strings.TrimSuffix(drain(&stderr), "\n"), "\n")
		if want := "00:09:50 n=3: 49.0%, 589 of 1,200 shards, 10 minutes left"; len(lines) != 60 || lines[58] != want {
			t.Errorf("ten minutes print %d lines, the last but one %q, want 60 and %q", len(lines), lines[max(len(lines)-2, 0)], want)
		}
	})
}

func TestNothingIsShownWhereItIsQuiet(t *testing.T) {
	var p *progress
	p.turn("n=3", nil)
	p.hide()
	p.stop()
	p.update(func() { t.Error("update calls its function") })
	var stderr sharedText
	p.say(&stderr, "a remark")
	if stderr.String() != "a remark\n" {
		t.Errorf("a remark prints %q", &stderr)
	}
}

func TestATextFitsNextToABar(t *testing.T) {
	for _, c := range []struct {
		room       int
		text, want string
	}{
		{28, "0123456789", "0123456789"}, {28, "0123456789a", "012345678…"}, {27, "0123456789", "01234567…"}, {0, "01234567", "01234567"}, {0, "012345678", "0123456…"}, {26, "012345678", "0123456…"},
	} {
		if got := fitting(c.room, c.text); got != c.want {
			t.Errorf("fitting(%d, %q) = %q, want %q", c.room, c.text, got, c.want)
		}
	}
}

// sized is a space with a given number of classes.
type sized struct {
	counted
	classes *big.Int
}

func (s sized) Classes() *big.Int { return s.classes }

// A forecast of how long a run will take costs time itself, so only a run that takes long may get one. The limit of the
// number of classes is higher for a count (a method with layers) than for a walk.
func TestOnlyLongRunsAreForecast(t *testing.T) {
	layers := func(context.Context, int, enum.Means) error { return nil }
	for _, c := range []struct {
		claim   string
		classes int64 // 0 if unknown
		layers  bool
		seconds float64
		left    float64
		want    string
	}{
		{"a walk of many classes", 1e9, false, 3600, 1, "n=7: this will take about 60 minutes, by heart\n"},
		{"a walk of fewer classes, which takes seconds", 1e9 - 1, false, 3600, 1, ""},
		{"a count of many classes, which takes seconds", 1e9, true, 3600, 1, ""},
		{"a count of very many classes", 1e11, true, 3600, 1, "n=7: this will take about 60 minutes, by heart\n"},
		{"a count of slightly fewer classes", 1e11 - 1, true, 3600, 1, ""},
		{"an unknown number of classes", 0, false, 3600, 1, "n=7: this will take about 60 minutes, by heart\n"},
		{"one minute", 0, false, 60, 1, ""},
		{"just over a minute", 0, false, 61, 1, "n=7: this will take about 61 seconds, by heart\n"},
		{"half of the work is left", 0, false, 3600, .5, "n=7: this will take about 30 minutes, by heart\n"},
		{"no work is left", 0, false, 3600, 0, ""},
	} {
		s := sized{}
		if c.classes > 0 {
			s.classes = big.NewInt(c.classes)
		}
		m := &enum.Method{Estimate: func(_ context.Context, _ int, during time.Duration) (enum.Forecast, error) {
			if during != 300*time.Millisecond {
				t.Errorf("%s: the estimate may take %v, want 300ms", c.claim, during)
			}
			return enum.Forecast{Seconds: c.seconds, By: "by heart"}, nil
		}}
		if c.layers {
			m.Layers = layers
		}
		var stderr sharedText
		r := &runProgress{request: checkpoints.Request{Method: m, Size: 7, Workers: 1}, stderr: &stderr}
		if err := r.forecast(t.Context(), s, c.left); err != nil || stderr.String() != c.want {
			t.Errorf("%s: it prints %q, %v, want %q", c.claim, &stderr, err, c.want)
		}
		m.Estimate = func(context.Context, int, time.Duration) (enum.Forecast, error) { return enum.Forecast{}, errTorn }
		if err := r.forecast(t.Context(), s, c.left); (err == errTorn) != (c.want != "" || c.claim == "one minute") {
			t.Errorf("%s: with a failing estimate, the error is %v", c.claim, err)
		}
		m.Estimate = nil
		stderr.Reset()
		if err := r.forecast(t.Context(), s, c.left); err != nil || stderr.String() != "" {
			t.Errorf("%s: without an estimate, it prints %q, %v", c.claim, &stderr, err)
		}
	}
}

// The forecast of a resumed walk must be for the rest alone. Here a fifth of the walk is stored already.
func TestAResumedWalkIsForecastForTheRest(t *testing.T) {
	tally := enum.NewTally(2)
	tally.Add(0, 0, 12345/5)
	var stderr sharedText
	estimate := func(context.Context, int, time.Duration) (enum.Forecast, error) {
		return enum.Forecast{Seconds: 3600 * 10 / 8, By: "by heart"}, nil
	}
	r := &runProgress{request: checkpoints.Request{Method: &enum.Method{Estimate: estimate}, Size: 7, Workers: 1}, stderr: &stderr}
	if err := r.begin(t.Context(), sized{}, checkpoints.Sum{Tally: tally, Shards: 3}); err != nil {
		t.Fatal(err)
	}
	r.observer().End()
	if want := "n=7: this will take about 60 minutes, by heart\n"; stderr.String() != want {
		t.Errorf("it prints %q, want %q", &stderr, want)
	}
	r.request.Method = &enum.Method{Estimate: func(context.Context, int, time.Duration) (enum.Forecast, error) { return enum.Forecast{}, errTorn }}
	if err := r.begin(t.Context(), sized{}, checkpoints.Sum{Tally: tally, Shards: 3}); err != errTorn {
		t.Errorf("with a failing estimate, the error is %v", err)
	}
	if err := r.begin(t.Context(), refusing{}, checkpoints.Sum{Tally: tally, Shards: 3}); err != errTorn {
		t.Errorf("with a tally that the space refuses, the error is %v", err)
	}
}

// refusing is a space that refuses every tally.
type refusing struct{ counted }

func (refusing) Totals(*enum.Tally) (enum.Totals, error) { return enum.Totals{}, errTorn }

func TestLayersThatTookASecondAreWorthALine(t *testing.T) {
	layer := enum.LayerProgress{Of: "games", Layer: 2, Layers: 3, States: 10, Children: 30, Took: time.Second, Done: true}
	const line = "n=7: layer 2 of 3: 10 states from 30 children, 0 B, 10 states/s, games\n"
	short, open := layer, layer
	short.Took -= time.Millisecond
	open.Done = false
	for _, c := range []struct {
		claim string
		layer enum.LayerProgress
		quiet bool
		want  string
	}{{"a second", layer, false, line}, {"less than a second", short, false, ""}, {"an unfinished layer", open, false, ""}, {"quiet", layer, true, ""}} {
		var stderr sharedText
		m := &enum.Method{Layers: func(context.Context, int, enum.Means) error { return nil }}
		r := &runProgress{request: checkpoints.Request{Method: m, Size: 7, Workers: 1}, stderr: &stderr, quiet: c.quiet}
		if err := r.begin(t.Context(), noShards{}, checkpoints.Sum{Tally: enum.NewTally(2)}); err != nil {
			t.Fatal(err)
		}
		o := r.observer()
		o.Layer(c.layer)
		o.End()
		if stderr.String() != c.want {
			t.Errorf("%s: it prints %q, want %q", c.claim, &stderr, c.want)
		}
	}
}

type noShards struct{ sized }

func (noShards) Shards() iter.Seq[enum.Shard] { return func(func(enum.Shard) bool) {} }

func TestALayerReportsItsProgress(t *testing.T) {
	p := enum.LayerProgress{Of: "games", Layer: 2, Layers: 3, Share: .256, States: 1000, Children: 3000, Bytes: 2048, Took: 500 * time.Millisecond}
	done, merged, first := p, p, p
	done.Done, merged.MergedStates, first.Took, first.States = true, 1, 0, 1
	both := merged
	both.Done = true
	for _, c := range []struct {
		claim string
		layer enum.LayerProgress
		want  string
	}{
		{"running", p, "layer 2 of 3: 26%, 1,000 states from 3,000 children, 2.0 KiB, 2,000 states/s, games"},
		{"done", done, "layer 2 of 3: 1,000 states from 3,000 children, 2.0 KiB, 2,000 states/s, games"},
		{"being merged", merged, "layer 2 of 3: merged 1 of 1,000 states from 3,000 children, games"},
		{"merged", both, "layer 2 of 3: 1,000 states from 3,000 children, 2.0 KiB, 2,000 states/s, games"},
		{"no time has passed", first, "layer 2 of 3: 26%, 1 states from 3,000 children, 2.0 KiB, 1,000,000 states/s, games"},
	} {
		if got := DescribeLayer(c.layer); got != c.want {
			t.Errorf("%s: %q, want %q", c.claim, got, c.want)
		}
	}
}

// sleeper takes 1.1 seconds for each game, so that no game ends at the moment a line is due.
type sleeper struct{}

func (sleeper) Sample(context.Context, *rand.Rand) (int, enum.Work, error) {
	time.Sleep(1100 * time.Millisecond)
	return 0, enum.Work{}, nil
}

func TestASampleShowsTheCurrentSize(t *testing.T) {
	r := &enum.Ruleset{
		Name: "chess", Sizes: enum.Range{First: 1, Last: 20_000}, Space: func(int) (enum.Space, error) { return counted{}, nil },
		Sampler: func(int) (func() enum.Sampler, error) { return func() enum.Sampler { return sleeper{} }, nil },
	}
	for _, c := range []struct {
		claim string
		sizes Sizes
		quiet bool
		want  string
	}{
		{"one size", Sizes{9_000, 9_000}, false, "00:00:10 n=9000: 60.0%, 60 games/min\n"},
		{"two sizes", Sizes{9_000, 9_001}, false, "00:00:10 n=9000 (1 of 2): 60.0%, 60 games/min\n00:00:20 n=9001 (2 of 2): 20.0%, 60 games/min\n00:00:30 n=9001 (2 of 2): 80.0%, 60 games/min\n"},
		{"quiet", Sizes{9_000, 9_001}, true, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := Sample{Job: Job{Game: Game{Ruleset: r, Program: &Program{}}, Sizes: c.sizes, Workers: 1, Quiet: c.quiet}, Trials: 15, Seed: 1}
			list, err := f.Samplings()
			if err != nil {
				t.Fatal(err)
			}
			var stderr sharedText
			var printed []string
			curve := f.curve(list, nil)
			err = f.Each(t.Context(), &stderr, nil, list, &curve, func(i int, tally *enum.Tally) error {
				printed = append(printed, fmt.Sprint(i, " ", tally.SumAll()))
				return nil
			})
			if got := drain(&stderr); err != nil || len(printed) != len(list) || printed[0] != "0 15" || !sameButRates(got, c.want) {
				t.Errorf("%s: stderr is\n%s%v, printed %q; want\n%s", c.claim, got, err, printed, c.want)
			}
			time.Sleep(time.Minute)
			if stderr.String() != "" {
				t.Errorf("%s: after the end, stderr is %q", c.claim, &stderr)
			}
			err = f.Each(t.Context(), io.Discard, nil, list, &curve, func(int, *enum.Tally) error { return errTorn })
			if err != errTorn {
				t.Errorf("%s: with a failing printer, the error is %v", c.claim, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := f.Each(ctx, io.Discard, nil, list, &curve, func(int, *enum.Tally) error { return nil }); err != context.Canceled {
				t.Errorf("%s: with a canceled context, the error is %v", c.claim, err)
			}
		})
	}
}

// sameButRates compares two texts of progress, except for what follows the percentage in each line.
func sameButRates(a, b string) bool {
	cut := func(text string) (list string) {
		for line := range strings.Lines(text) {
			before, _, _ := strings.Cut(line, "%,")
			list += before + "\n"
		}
		return list
	}
	return cut(a) == cut(b)
}
