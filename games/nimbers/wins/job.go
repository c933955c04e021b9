package wins

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// How far the methods go.
const (
	mostSizes       = 500   // vertices for Sizes; more would take minutes
	mostSizesModulo = 2_000 // the same if only a remainder is wanted
	mostAutoSubsets = 24    // vertices besides the chips for which Auto takes Subsets: half an hour
	mostAutoStates  = 1e12  // bound on states for which Auto tries Frontier: far above what occurs
)

// A job is a count to be made.
type job struct {
	trimmed trimmed
	arcs    int      // of the whole DAG
	modulus *big.Int // nil if the exact number is wanted
	Options
	method Method // the one to use
	rings  []ring // for Subsets
	steps  []step // for Frontier
}

// newJob chooses a method.
func newJob(ctx context.Context, d DAG, modulus *big.Int, o Options) (*job, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	j := &job{trimmed: trim(d), arcs: d.Arcs(), modulus: modulus, Options: o, method: o.Method}
	if j.method == "" {
		j.method = Auto
	}
	switch j.method {
	case Auto:
		return j, j.choose(ctx)
	case Subsets:
		return j, j.checkSubsets(mostSubsets)
	case Frontier:
		return j, j.checkFrontier(ctx)
	case Sizes:
		return j, j.checkSizes()
	}
	return nil, fmt.Errorf("method %q: want one of %v", j.method, Methods())
}

// others returns how many vertices matter besides the chips.
func (j *job) others() int { return len(j.trimmed.out) - 2 }

func (j *job) checkSizes() error {
	most := mostSizes
	if j.modulus != nil {
		most = mostSizesModulo
	}
	switch {
	case !j.trimmed.complete():
		return errors.New("sizes: the DAG is not complete on the chips and the vertices that they reach")
	case j.others()+2 > most:
		return fmt.Errorf("sizes: %d vertices, want at most %d", j.others()+2, most)
	}
	return nil
}

func (j *job) checkSubsets(most int) error {
	k := j.others()
	if k > most {
		return fmt.Errorf("subsets: the chips reach %d other vertices, want at most %d", k, most)
	}
	j.rings = rings(new(big.Int).Lsh(big.NewInt(1), uint(j.trimmed.arcs)))
	if j.modulus != nil {
		if r := ringsOf(j.modulus); r != nil && len(r) < len(j.rings) {
			j.rings = r
		}
	}
	if need := int64(len(j.rings)) * 16 << k; need > j.memory() {
		return fmt.Errorf("subsets: %d other vertices take %d MiB, want at most %d MiB",
			k, need>>20, j.memory()>>20)
	}
	return nil
}

// checkFrontier plans the steps.
func (j *job) checkFrontier(ctx context.Context) error {
	steps, err := plan(ctx, j.trimmed)
	if err != nil {
		return err
	}
	if steps == nil {
		return fmt.Errorf("frontier: want at most %d vertices that wait for others, with nimbers up to %d",
			mostLive, mostNimber)
	}
	j.steps = steps
	return nil
}

// choose makes the method the one that is expected to take least.
func (j *job) choose(ctx context.Context) error {
	sizes := j.checkSizes()
	if sizes == nil {
		j.method = Sizes
		return nil
	}
	subsets := j.checkSubsets(mostAutoSubsets)
	if subsets == nil && j.costSubsets() < 1e7 {
		j.method = Subsets // sooner than a plan for the other
		return nil
	}
	frontier := j.checkFrontier(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case frontier == nil && (subsets != nil || j.costFrontier() < j.costSubsets()):
		j.method = Frontier
		if states := most(j.steps); subsets != nil && states > mostAutoStates {
			return fmt.Errorf("no method reaches this DAG: %w; %w; frontier: up to %v states, want at most %v",
				sizes, subsets, states, countable(mostAutoStates))
		}
		return nil
	case subsets == nil:
		j.method = Subsets
		return nil
	}
	return fmt.Errorf("no method reaches this DAG: %w; %w; %w", sizes, subsets, frontier)
}

// costSubsets returns about how many nanoseconds of one core Subsets takes: some 2 for each
// ring and pair of sets, of which there are at most 3^k / 2.
func (j *job) costSubsets() countable {
	pairs := countable(1)
	for range j.others() {
		pairs = pairs.times(3)
	}
	return pairs.times(countable(len(j.rings)))
}

// costFrontier returns the same for Frontier, where a state takes some 40 and a further 3
// for each word of its count. Mostly there are fewer states than the bound.
func (j *job) costFrontier() countable {
	cost, arcs := countable(0), 0
	for _, s := range j.steps {
		arcs += s.arcs
		cost = cost.plus(s.states.times(countable(40 + arcs/20)))
	}
	return cost
}

// equal returns how many sets of arcs of the trimmed DAG give the chips the same nimber,
// or the remainder of that.
func (j *job) equal(ctx context.Context) (*big.Int, error) {
	switch j.method {
	case Sizes:
		return bySizes(ctx, j.others(), j.modulus)
	case Frontier:
		return byFrontier(ctx, j.steps, j.memory())
	default:
		remainders, err := newSubsets(j.trimmed).remainders(ctx, j.rings, j.Workers)
		if err != nil {
			return nil, err
		}
		return chinese(j.rings, remainders), nil
	}
}
