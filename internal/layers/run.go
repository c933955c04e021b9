package layers

import "fmt"

// A run is a part of a layer being made: what some of the parents emitted,
// sorted and merged. It is a layer of its own, in memory or in a closed file.
type run struct {
	layer  *Layer // nil in a file
	path   string // "" in memory
	size   int64
	states uint64
	totals totals
}

// totals are the sums that no merging changes, and by which it is proved.
type totals struct {
	weight  Weight
	emitted uint64
	dead    Weight
	cover   cover
}

func (l *Layer) totals() totals {
	return totals{l.tail.weight, l.tail.emitted, l.tail.dead, l.tail.cover}
}

// runOf returns the run that a layer is. One in a file is closed.
func runOf(l *Layer) (*run, error) {
	r := &run{path: l.path, size: l.size, states: l.tail.states, totals: l.totals()}
	if l.path == "" {
		r.layer = l
		return r, nil
	}
	return r, l.Close()
}

// sum returns the totals of several runs together. No parent is in two.
func sum(runs []*run) (totals, error) {
	var t totals
	covers := make([]cover, len(runs))
	for i, r := range runs {
		weight, fits := t.weight.CheckedAdd(r.totals.weight)
		dead, deadFits := t.dead.CheckedAdd(r.totals.dead)
		if !fits || !deadFits {
			return totals{}, fmt.Errorf("the sum over %d runs: %w", len(runs), ErrOverflow)
		}
		t.weight, t.dead = weight, dead
		t.emitted += r.totals.emitted
		covers[i] = r.totals.cover
	}
	var ok bool
	if t.cover, ok = join(covers...); !ok {
		return totals{}, fmt.Errorf("%w: two runs have the same parents", ErrMismatch)
	}
	return t, nil
}

// opened calls use with the layers of the runs, opened, and closes them.
func opened(runs []*run, use func([]*Layer) error) (err error) {
	all := make([]*Layer, len(runs))
	defer func() {
		for _, l := range all {
			if l == nil {
				continue
			}
			if closeErr := l.Close(); err == nil {
				err = closeErr
			}
		}
	}()
	for i, r := range runs {
		all[i] = r.layer
		if r.path == "" {
			continue
		}
		if all[i], err = open(r.path); err != nil {
			return err
		}
	}
	return use(all)
}

// bytesOf returns the size of all runs together, and that of the largest.
func bytesOf(runs []*run) (all, largest int64) {
	for _, r := range runs {
		all += r.size
		largest = max(largest, r.size)
	}
	return all, largest
}
