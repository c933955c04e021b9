package cli

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"time"

	"enumerate/enum"
)

// foretell says how long it will take, if that is known and more than a minute.
func (r *sizeRun) foretell(ctx context.Context, left float64) error {
	quick := big.NewInt(1e9) // so many classes take seconds
	if r.layered != nil {
		quick = big.NewInt(1e11)
	}
	if classes := r.space.Classes(); left == 0 || classes != nil && classes.Cmp(quick) < 0 {
		return nil
	}
	seconds, by, err := r.forecast(ctx)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	about := seconds * left / float64(max(r.flags.part.Mod, 1)) / float64(min(r.flags.workers, runtime.GOMAXPROCS(0)))
	if about > 60 {
		fmt.Fprintf(r.stderr, "n=%d: this will take about %s, %s\n", r.key.Size, roughly(about), by)
	}
	return nil
}

func (r *sizeRun) forecast(ctx context.Context) (seconds float64, by string, err error) {
	if r.layered != nil {
		return r.layered.Forecast(ctx)
	}
	seconds, err = enum.Estimate(ctx, r.space, 300*time.Millisecond, 1)
	return seconds, "by random probes of the tree (Knuth's estimate)", err
}
