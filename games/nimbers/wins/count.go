package wins

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/games/nimbers/dag"
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
// method that found it. Its errors are those of [Prepare] and of [Job.Count].
func Count(ctx context.Context, d *dag.DAG, o Options) (*big.Int, Method, error) {
	j, err := Prepare(ctx, d, o)
	if err != nil {
		return nil, "", err
	}
	first, err := j.Count(ctx)
	return first, j.method, err
}

// Modulo returns the remainder of what [Count] returns, from 0 to modulus-1. A modulus
// below 2^63 saves Subsets most of its time, any modulus does so for Sizes with
// hundreds of vertices. It is an error if the modulus is not positive.
func Modulo(ctx context.Context, d *dag.DAG, modulus *big.Int, o Options) (*big.Int, Method, error) {
	if modulus.Sign() <= 0 {
		return nil, "", fmt.Errorf("modulus %v, want 1 or more", modulus)
	}
	j, err := newJob(ctx, d, modulus, o)
	if err != nil {
		return nil, "", err
	}
	equal, err := j.equal(ctx)
	if err != nil {
		return nil, "", err
	}
	two := big.NewInt(2)
	all := new(big.Int).Exp(two, big.NewInt(int64(j.arcs)), modulus)
	equal.Mul(equal, new(big.Int).Exp(two, big.NewInt(int64(j.trimmed.free)), modulus))
	return all.Mod(all.Sub(all, equal), modulus), j.method, nil
}
