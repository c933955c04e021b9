package wins

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"enumerate/games/nimbers/dag"
	"enumerate/internal/wide"
)

// How far the methods go.
const (
	mostSizes       = 500   // vertices for Sizes; more would take minutes
	mostSizesModulo = 2_000 // the same if only a remainder is wanted
	mostAutoSubsets = 24    // vertices besides the chips for which Auto takes Subsets: half an hour
	mostAutoStates  = 1e12  // bound on states for which Auto tries Frontier: far above what occurs
)

// A Job is a count that can be made: its method is chosen and reaches the DAG.
type Job struct {
	trimmed trimmed
	arcs    int      // of the whole DAG
	modulus *big.Int // nil if the exact number is wanted
	options Options
	method  Method // the one to use
	rings   []ring // for Subsets; the last one is a spare if the exact number is wanted
	steps   []step // for Frontier
}

// Prepare chooses the method that is to count the sets of arcs of d. It returns an error
// that names the limits if the method, or with Auto every method, would need more than
// there is, and the error of the context soon after it ends. It takes at most a few tenths
// of a second.
func Prepare(ctx context.Context, d *dag.DAG, o Options) (*Job, error) {
	return newJob(ctx, d, nil, o)
}

// newJob is Prepare for a count modulo a number, or the exact one if that is nil.
func newJob(ctx context.Context, d *dag.DAG, modulus *big.Int, o Options) (*Job, error) {
	j := &Job{trimmed: trim(d), arcs: d.Arcs(), modulus: modulus, options: o, method: o.Method}
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
	return nil, fmt.Errorf("method %q: want %s, %s, %s or %s", j.method, Auto, Subsets, Frontier, Sizes)
}

// Count returns how many of the 2^m sets of arcs make the first player win. It returns the
// error of the context soon after it ends, and one that names the limit if Frontier takes
// more memory than there is.
func (j *Job) Count(ctx context.Context) (*big.Int, error) {
	equal, err := j.equal(ctx)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(j.arcs))
	return all.Sub(all, equal.Lsh(equal, uint(j.trimmed.free))), nil
}

// sets returns how many sets of arcs the trimmed DAG has.
func (j *Job) sets() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(j.trimmed.arcs)) }

// others returns how many vertices matter besides the chips.
func (j *Job) others() int { return len(j.trimmed.out) - 2 }

func (j *Job) checkSizes() error {
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

func (j *Job) checkSubsets(most int) error {
	k := j.others()
	if k > most {
		return fmt.Errorf("subsets: the chips reach %d other vertices, want at most %d", k, most)
	}
	j.rings = rings(j.sets())
	if j.modulus == nil {
		j.rings = append(j.rings, spare(j.rings))
	} else if r := ringsOf(j.modulus); r != nil && len(r) < len(j.rings) {
		j.rings = r
	}
	if need := int64(len(j.rings)) * 16 << k; need > j.options.memory() {
		return fmt.Errorf("subsets: %d other vertices take %d MiB, want at most %d MiB",
			k, need>>20, j.options.memory()>>20)
	}
	return nil
}

// checkFrontier plans the steps.
func (j *Job) checkFrontier(ctx context.Context) error {
	steps, err := plan(ctx, j.trimmed)
	j.steps = steps
	return err
}

// choose makes the method the one that is expected to take least.
func (j *Job) choose(ctx context.Context) error {
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
				sizes, subsets, states, uint64(mostAutoStates))
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
func (j *Job) costSubsets() uint64 {
	pairs := uint64(1)
	for range j.others() {
		pairs = wide.SaturatingMul(pairs, 3)
	}
	return wide.SaturatingMul(pairs, uint64(len(j.rings)))
}

// costFrontier returns the same for Frontier, where a state takes some 40 and a further 3
// for each word of its count. Mostly there are fewer states than the bound.
func (j *Job) costFrontier() uint64 {
	cost, arcs := uint64(0), 0
	for _, s := range j.steps {
		arcs += s.arcs
		cost = wide.SaturatingAdd(cost, wide.SaturatingMul(s.states, uint64(40+arcs/20)))
	}
	return cost
}

// equal returns how many sets of arcs of the trimmed DAG give the chips the same nimber,
// or, of a count modulo a number, a number with the same remainder.
func (j *Job) equal(ctx context.Context) (*big.Int, error) {
	switch j.method {
	case Sizes:
		return bySizes(ctx, j.others(), j.modulus)
	case Frontier:
		return byFrontier(ctx, j.steps, j.options.memory())
	default:
		remainders, err := newSubsets(j.trimmed).remainders(ctx, j.rings, j.options.Workers)
		switch {
		case err != nil:
			return nil, err
		case j.modulus == nil:
			return checked(j.rings, remainders, j.sets())
		}
		return chinese(j.rings, remainders), nil
	}
}
