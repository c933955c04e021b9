package wins

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"sync/atomic"

	"enumerate/games/nimbers/dag"
	"enumerate/internal/wide"
)

// A Method is a way to count.
type Method string

// The methods. Auto is the one of the others that is expected to take least.
const (
	Auto     Method = "auto"
	Subsets  Method = "subsets"
	Frontier Method = "frontier"
	Sizes    Method = "sizes"
)

// Options say how to count. The zero value is ready to use.
type Options struct {
	Method  Method // Auto if empty
	Workers int    // that Subsets may use at a time, 1 if smaller. The count is the same
	Memory  int64  // bytes that a method may take, about; 1 GiB if 0
}

// memory returns how many bytes a method may take.
func (o Options) memory() int64 {
	if o.Memory <= 0 {
		return 1 << 30
	}
	return o.Memory
}

// Count returns how many sets of arcs of d make the first player win, of 2^m, and the
// method that found it. Its errors are those of [Prepare] and of [Counter.Count].
func Count(ctx context.Context, d *dag.DAG, o Options) (*big.Int, Method, error) {
	c, err := Prepare(ctx, d, o)
	if err != nil {
		return nil, "", err
	}
	first, err := c.Count(ctx)
	return first, c.method, err
}

// Modulo returns the remainder of what [Count] returns, from 0 to modulus-1. A modulus
// below 2^63 saves Subsets most of its time, any modulus does so for Sizes with
// hundreds of vertices. It is an error if the modulus is not positive.
func Modulo(ctx context.Context, d *dag.DAG, modulus *big.Int, o Options) (*big.Int, Method, error) {
	if modulus.Sign() <= 0 {
		return nil, "", fmt.Errorf("modulus %v, want 1 or more", modulus)
	}
	c, err := newCounter(ctx, d, modulus, o)
	if err != nil {
		return nil, "", err
	}
	equal, err := c.equal(ctx)
	if err != nil {
		return nil, "", err
	}
	two := big.NewInt(2)
	all := new(big.Int).Exp(two, big.NewInt(int64(c.arcs)), modulus)
	equal.Mul(equal, new(big.Int).Exp(two, big.NewInt(int64(c.trimmed.free)), modulus))
	return all.Mod(all.Sub(all, equal), modulus), c.method, nil
}

// How far the methods go.
const (
	mostSizes       = 500   // vertices for Sizes; more would take minutes
	mostSizesModulo = 2_000 // the same if only a remainder is wanted
	mostAutoSubsets = 24    // vertices besides the chips for which Auto takes Subsets: half an hour
	mostAutoStates  = 1e12  // bound on states for which Auto tries Frontier: far above what occurs
)

// A Counter counts the sets of arcs of a DAG by a method that is chosen and reaches it.
type Counter struct {
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
func Prepare(ctx context.Context, d *dag.DAG, o Options) (*Counter, error) {
	return newCounter(ctx, d, nil, o)
}

// newCounter is Prepare for a count modulo a number, or the exact one if that is nil.
func newCounter(ctx context.Context, d *dag.DAG, modulus *big.Int, o Options) (*Counter, error) {
	c := &Counter{trimmed: trim(d), arcs: d.Arcs(), modulus: modulus, options: o, method: o.Method}
	if c.method == "" {
		c.method = Auto
	}
	switch c.method {
	case Auto:
		return c, c.choose(ctx)
	case Subsets:
		return c, c.checkSubsets(mostSubsets)
	case Frontier:
		return c, c.checkFrontier(ctx)
	case Sizes:
		return c, c.checkSizes()
	}
	return nil, fmt.Errorf("method %q: want %s, %s, %s or %s", c.method, Auto, Subsets, Frontier, Sizes)
}

// Count returns how many of the 2^m sets of arcs make the first player win. It returns the
// error of the context soon after it ends, and one that names the limit if Frontier takes
// more memory than there is.
func (c *Counter) Count(ctx context.Context) (*big.Int, error) {
	equal, err := c.equal(ctx)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(c.arcs))
	return all.Sub(all, equal.Lsh(equal, uint(c.trimmed.free))), nil
}

// sets returns how many sets of arcs the trimmed DAG has.
func (c *Counter) sets() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(c.trimmed.arcs)) }

// others returns how many vertices matter besides the chips.
func (c *Counter) others() int { return len(c.trimmed.out) - 2 }

func (c *Counter) checkSizes() error {
	most := mostSizes
	if c.modulus != nil {
		most = mostSizesModulo
	}
	switch {
	case !c.trimmed.complete():
		return errors.New("sizes: the DAG is not complete on the chips and the vertices that they reach")
	case c.others()+2 > most:
		return fmt.Errorf("sizes: %d vertices, want at most %d", c.others()+2, most)
	}
	return nil
}

func (c *Counter) checkSubsets(most int) error {
	k := c.others()
	if k > most {
		return fmt.Errorf("subsets: the chips reach %d other vertices, want at most %d", k, most)
	}
	c.rings = rings(c.sets())
	if c.modulus == nil {
		c.rings = append(c.rings, spare(c.rings))
	} else if r := ringsOf(c.modulus); r != nil && len(r) < len(c.rings) {
		c.rings = r
	}
	if need := int64(len(c.rings)) * 16 << k; need > c.options.memory() {
		return fmt.Errorf("subsets: %d other vertices take %d MiB, want at most %d MiB",
			k, need>>20, c.options.memory()>>20)
	}
	return nil
}

// checkFrontier plans the steps.
func (c *Counter) checkFrontier(ctx context.Context) error {
	steps, err := plan(ctx, c.trimmed)
	c.steps = steps
	return err
}

// choose makes the method the one that is expected to take least.
func (c *Counter) choose(ctx context.Context) error {
	sizes := c.checkSizes()
	if sizes == nil {
		c.method = Sizes
		return nil
	}
	subsets := c.checkSubsets(mostAutoSubsets)
	if subsets == nil && c.costSubsets() < 1e7 {
		c.method = Subsets // sooner than a plan for the other
		return nil
	}
	frontier := c.checkFrontier(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case frontier == nil && (subsets != nil || c.costFrontier() < c.costSubsets()):
		c.method = Frontier
		if states := most(c.steps); subsets != nil && states > mostAutoStates {
			return fmt.Errorf("no method reaches this DAG: %w; %w; frontier: up to %v states, want at most %v",
				sizes, subsets, states, uint64(mostAutoStates))
		}
		return nil
	case subsets == nil:
		c.method = Subsets
		return nil
	}
	return fmt.Errorf("no method reaches this DAG: %w; %w; %w", sizes, subsets, frontier)
}

// costSubsets returns about how many nanoseconds of one core Subsets takes: some 2 for each
// ring and pair of sets, of which there are at most 3^k / 2.
func (c *Counter) costSubsets() uint64 {
	pairs := uint64(1)
	for range c.others() {
		pairs = wide.SaturatingMul(pairs, 3)
	}
	return wide.SaturatingMul(pairs, uint64(len(c.rings)))
}

// costFrontier returns the same for Frontier, where a state takes some 40 and a further 3
// for each word of its count. Mostly there are fewer states than the bound.
func (c *Counter) costFrontier() uint64 {
	cost, arcs := uint64(0), 0
	for _, s := range c.steps {
		arcs += s.arcs
		cost = wide.SaturatingAdd(cost, wide.SaturatingMul(s.states, uint64(40+arcs/20)))
	}
	return cost
}

// equal returns how many sets of arcs of the trimmed DAG give the chips the same nimber,
// or, of a count modulo a number, a number with the same remainder.
func (c *Counter) equal(ctx context.Context) (*big.Int, error) {
	switch c.method {
	case Sizes:
		return bySizes(ctx, c.others(), c.modulus)
	case Frontier:
		return byFrontier(ctx, c.steps, c.options.memory())
	default:
		remainders, err := newSubsets(c.trimmed).remainders(ctx, c.rings, c.options.Workers)
		switch {
		case err != nil:
			return nil, err
		case c.modulus == nil:
			return checked(c.rings, remainders, c.sets())
		}
		return chinese(c.rings, remainders), nil
	}
}

// each calls do for every i from 0 to n-1, each by one of the workers, and returns the
// context's error if there is one. A call should take well below 0.1 s or look at the context.
func each(ctx context.Context, workers, n int, do func(worker, i int)) error {
	workers = min(workers, n)
	if workers <= 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(0, i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				do(w, i)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}
