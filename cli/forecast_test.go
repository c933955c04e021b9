package cli

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"testing"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// foreseen is a count whose forecast is known.
type foreseen struct {
	enum.Layered
	seconds float64
}

func (f foreseen) Forecast(context.Context) (float64, string, error) {
	return f.seconds, "by heart", nil
}

// TestLongCountsAreForetold forecasts a count of 10 players: what is left of it, for the
// part that was asked for, by as many workers as there are processors.
func TestLongCountsAreForetold(t *testing.T) {
	key := checkpoints.Key{Ruleset: "wonderwall", Size: 10, Method: "count"}
	space, err := spaceOf(key)
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
		{"a quarter", 7200, 1, enum.Part{Res: 1, Mod: 4}, 1, "n=10: this will take about 30 minutes, by heart\n"},
		{"more workers than processors", 7200 * float64(runtime.GOMAXPROCS(0)), 1, enum.Part{}, 4096, "n=10: this will take about 2.0 hours, by heart\n"},
		{"a minute is not worth a line", 60, 1, enum.Part{}, 1, ""},
		{"nothing is left", 7200, 0, enum.Part{}, 1, ""},
	} {
		var said bytes.Buffer
		layered := foreseen{space.(enum.Layered), c.seconds}
		r := &sizeRun{flags: &totalsFlags{workers: c.workers, part: partFlag{c.part}}, key: key, stderr: &said, space: layered, layered: layered}
		if err := r.foretell(context.Background(), c.left); err != nil || fmt.Sprint(&said) != c.want {
			t.Errorf("%s: it says %q, %v, want %q", c.claim, &said, err, c.want)
		}
	}
}
