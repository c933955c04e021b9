package wins

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/wide"
)

// plan returns the steps of the best order among a few. The error of a DAG without one
// names the limit: mostLive live vertices, or nimbers up to mostNimber.
func plan(ctx context.Context, t trimmed) ([]step, error) {
	largest := largestNimbers(t.out)
	if most := slices.Max(largest); most > mostNimber {
		return nil, fmt.Errorf("frontier: a vertex may have the nimber %d, want at most %d", most, mostNimber)
	}
	nimbers := make([]int, len(t.out))
	for v := range nimbers {
		nimbers[v] = 1 + min(largest[v], voidFor(t, v, t.in[v], largest))
	}
	var best []step
	for _, look := range []int{1, 2, 4, 32} {
		order, err := newSearch(t, nimbers, look).order(ctx)
		if err != nil {
			return nil, err
		}
		steps, err := layOut(ctx, t, order, largest)
		if err != nil {
			return nil, err
		}
		if steps != nil && (best == nil || total(steps) < total(best)) {
			best = steps
		}
	}
	if best == nil {
		return nil, fmt.Errorf("frontier: want at most %d vertices that wait for others at a time", mostLive)
	}
	return best, nil
}

// total returns how many states there are in all steps, at most; most returns how many
// there are at a time.
func total(steps []step) uint64 {
	var sum uint64
	for _, s := range steps {
		sum = wide.SaturatingAdd(sum, s.states)
	}
	return sum
}

func most(steps []step) uint64 {
	var most uint64
	for _, s := range steps {
		most = max(most, s.states)
	}
	return most
}
