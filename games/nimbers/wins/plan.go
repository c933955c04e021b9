package wins

import (
	"context"
	"slices"
)

// plan returns the steps of the best order among a few, or nil if there is none with at
// most mostLive live vertices and nimbers up to mostNimber.
func plan(ctx context.Context, t trimmed) ([]step, error) {
	largest := largestNimbers(t.out)
	void := smallestVoid(t.out, largest)
	if slices.Max(largest) > mostNimber {
		return nil, nil
	}
	nimbers := make([]int, len(t.out))
	for v := range nimbers {
		nimbers[v] = 1 + min(largest[v], voidFor(t, v, t.in[v], largest, void))
	}
	var best []step
	for _, look := range []int{1, 2, 4, 32} {
		order, err := newSearch(t, nimbers, look).order(ctx)
		if err != nil {
			return nil, err
		}
		steps, err := layOut(ctx, t, order, largest, void)
		if err != nil {
			return nil, err
		}
		if steps != nil && (best == nil || total(steps) < total(best)) {
			best = steps
		}
	}
	return best, nil
}

// total returns how many states there are in all steps, at most; most returns how many
// there are at a time.
func total(steps []step) countable {
	var sum countable
	for _, s := range steps {
		sum = sum.plus(s.states)
	}
	return sum
}

func most(steps []step) countable {
	var most countable
	for _, s := range steps {
		most = max(most, s.states)
	}
	return most
}
